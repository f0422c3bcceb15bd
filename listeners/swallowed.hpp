// Errors that disappeared (vm/visibility/swallowed.cpp) in the executions that a search has seen to their end: each
// once, with a path that leads to it.
#pragma once

#include <string>
#include <vector>

#include "por/listener.hpp"
#include "vm/jvm_system.hpp"

namespace jmc::listeners {

struct FoundSwallowed {
  vm::SwallowedError error;
  std::string thread;               // label of the one that caught it: thread 1 "pay"
  std::vector<por::PathStep> path;  // to an end state in which nobody has looked at it
  uint64_t count = 0;               // end states (executions, where none are recognised) in which it was swallowed
  template <class A>
  void archive(A& a) {
    a(error.error, error.thrown, error.caught, error.thread, error.assertion, thread, path, count);
  }
};

class Swallowed final : public por::Listener {
 public:
  static constexpr unsigned kEvents = por::kEndStateEvents;
  explicit Swallowed(const vm::JvmSystem& system) : system_(system) {}
  void end_state(std::span<const por::PathStep> path) override;
  const std::vector<FoundSwallowed>& all() const { return found_; }
  // More than this many different ones are counted, not kept.
  static constexpr size_t kMost = 100;
  template <class A>
  void archive(A& a) {
    a(found_);
  }

 private:
  const vm::JvmSystem& system_;
  std::vector<FoundSwallowed> found_;
};

}  // namespace jmc::listeners
