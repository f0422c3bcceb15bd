// Loops that poll plainly, under the Java Memory Model: a thread comes back to a state of its path by nothing but plain
// reads, sleeps and parks, and a read that saw an older value than the newest. On a JVM the read may be hoisted out of
// the loop, which then never ends, whatever others write: a livelock of its own kind. (An opaque, acquire or volatile
// read sees the newest value sooner or later, and no read is hoisted out of a loop past an acquire fence in it.)
#pragma once

#include <vector>

#include "listeners/violations.hpp"

namespace jmc::listeners {

class Hoisted final : public por::Listener {
 public:
  static constexpr unsigned kEvents = por::kStateEvents;
  // Both must outlive it.
  Hoisted(const vm::JvmSystem& system, Violations& violations) : system_(system), violations_(violations) {}

  void state_new(std::span<const por::PathStep> path, uint64_t state) override { enter(path, state); }
  void state_revisited(std::span<const por::PathStep> path, uint64_t state) override;
  template <class A>
  void archive(A& a) {
    a(entered_);
  }

 private:
  struct Entered {
    uint64_t state;
    por::ThreadSet plain;    // threads that are about to read plainly,
    por::ThreadSet waiting;  // or to wait in a way that orders nothing
    por::ThreadSet fenced;   // in the step that led here
    template <class A>
    void archive(A& a) {
      a(state, plain, waiting, fenced);
    }
  };
  void enter(std::span<const por::PathStep> path, uint64_t state);

  const vm::JvmSystem& system_;
  Violations& violations_;
  std::vector<Entered> entered_;  // of the path, by its length
};

}  // namespace jmc::listeners
