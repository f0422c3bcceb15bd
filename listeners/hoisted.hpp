// Loops that poll plainly, under the Java Memory Model: a thread comes back to a state of its path by nothing but plain
// reads, one of which saw an older value than the newest, and what a read may be moved past: plain and opaque accesses,
// release writes, sleeps and parks. On a JVM that read may be hoisted out of the loop, which then never ends, whatever
// others write: a livelock of its own kind. (An opaque, acquire or volatile read sees the newest value sooner or later,
// and no read is hoisted out of a loop past one that acquires, a volatile write, a lock or an acquire fence in it.)
#pragma once

#include <string>
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
  // A plain read that a thread is about to make, and that may see an older value.
  struct Read {
    por::ThreadId thread;
    std::string variable, place;
    template <class A>
    void archive(A& a) {
      a(thread, variable, place);
    }
  };
  struct Entered {
    uint64_t state;
    por::ThreadSet passed;  // threads about to do what a read may be moved past
    std::vector<Read> reads;
    por::ThreadSet fenced;  // in the step that led here
    template <class A>
    void archive(A& a) {
      a(state, passed, reads, fenced);
    }
  };
  void enter(std::span<const por::PathStep> path, uint64_t state);

  const vm::JvmSystem& system_;
  Violations& violations_;
  std::vector<Entered> entered_;  // of the path, by its length
};

}  // namespace jmc::listeners
