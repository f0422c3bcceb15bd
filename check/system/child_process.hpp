// A process that is waited for: within limits, and ended when somebody cancels it. What it prints is kept; what it has
// started ends with it, and all of them with this process, however that ends.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace jmc::check {

struct ChildCommand {
  std::string program;                                           // a path; "/proc/self/exe" is jmc itself
  std::vector<std::string> words;                                // from the name on
  std::string input;                                             // on its standard input, which ends then
  std::vector<std::pair<std::string, std::string>> environment;  // besides that of this process
  std::vector<std::string> unset;                                // variables that it is not to have
};

struct ChildLimits {
  double seconds = 0;  // then it is asked to end (SIGTERM)
  double grace = 0;    // how long that may take before it is made to
  uint64_t bytes = 0;  // of it and its processes; when they have more they are ended
};

struct ChildEnd {
  enum class How : uint8_t { Exited, Signalled, NotStarted, TimedOut, OutOfMemory, Cancelled };
  How how = How::NotStarted;
  int status = -1;       // of exit, or the signal
  std::string out, err;  // up to kMostPrinted bytes of each
  std::string why;       // in words, where it did not exit by itself
  double seconds = 0;
};
inline constexpr size_t kMostPrinted = size_t{8} << 20;

// What is told while it runs, from the thread that waits. Either may be empty.
struct ChildWatch {
  std::function<void(const std::string&)> line;  // on standard error
  std::function<void(double)> tick;              // seconds since it began, a few times in each
};

// Returns when it has ended. Never throws but for want of memory.
ChildEnd run_child(const ChildCommand& command, const ChildLimits& limits, const std::atomic<bool>& cancelled,
                   const ChildWatch& watch = {});

}  // namespace jmc::check
