// What a step of the program can come to besides a pending operation: violations, errors that disappear, and what jmc
// itself cannot do.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include "por/seam/transition_system.hpp"
#include "vm/state/heap.hpp"
#include "vm/thread/thread.hpp"

namespace jmc::vm {

// Why jmc cannot go on. All but the first are limits: no fault of the program or of jmc, they leave the question open.
enum class Failure : uint8_t { Unsupported, MemoryLimit, StepLimit, Polling, Interrupted };

// jmc cannot go on: an unknown native, an unsupported bootstrap method, a limit. One line that names the place.
class Unsupported : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
  Unsupported(Failure failure, const std::string& what) : std::runtime_error(what), failure_(failure) {}
  Failure failure() const { return failure_; }

 private:
  Failure failure_ = Failure::Unsupported;
};

// Why run() came back.
enum class RunEnd : uint8_t { Pending, Ended, Exit, Livelock, Polling, Stopped };

// What happened to the program in the last step (or during start()).
struct Violation {
  por::ErrorKind kind = por::ErrorKind::None;
  ThreadId thread = 0;
  Ref exception = kNull;
  std::string message;  // one line: "java.lang.AssertionError: 3"
  std::string stack;    // the Java stack trace, as printStackTrace shows it
};

// An Error that ended in a catch-all handler and that nobody has looked at since (vm/visibility/swallowed.cpp).
struct SwallowedError {
  std::string error;           // "java.lang.AssertionError: 3"
  std::string thrown, caught;  // places: "pkg.Client.check(Client.java:7)"
  ThreadId thread = 0;         // that caught it
  bool assertion = false;
};

}  // namespace jmc::vm
