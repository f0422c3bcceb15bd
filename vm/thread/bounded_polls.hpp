// Loops that poll a bounded number of times and then do something else: a lock that spins, then parks.
//
// Each round in vain would be a state of its own that differs from the one before in nothing but the count, and two
// threads that spin a hundred times have ten thousand of them. So a thread whose round was in vain (one operation that
// changed nothing, and it is where it was but for counters of bounded loops, vm/code/bounded_loops.hpp) does the rounds
// that are left in the same step, until it is somewhere else. Nobody runs in between, so these rounds are in vain, too,
// and what the step accesses is what its operation accesses. docs/why/loops.md says why nothing is lost.
//
// What that needs besides: a round in which something happens (a CAS that fails, say), and that does not end the loop,
// leaves the thread where polling now would be in vain. Where some loop is met for which this is not so, in which
// rounds were done in one step, the search is repeated with every round a step of its own.
//
// Ownership: refers to a Vm. No part of the state: what it keeps belongs to a step, or to all of a search. Who goes on
// with a search, or does a part of it, learns it by learnt().
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "vm/thread/polled_loops.hpp"
#include "vm/thread/thread.hpp"

namespace jmc::vm {

// For reports, a facility of a Vm: how many rounds its last step did besides the first.
struct RoundsOfStep {
  // Further ones are steps of their own: so that limits are looked at, and a count that never comes to its bound is no
  // step without end.
  static constexpr uint32_t kMost = 1u << 12;
  ThreadId thread = 0;
  uint32_t again = 0;  // of one operation each
};

class BoundedPolls {
 public:
  explicit BoundedPolls(Vm& vm) : vm_(vm), loops_(vm) {}

  // Before a step of t, which has not ended.
  void begin(ThreadId t);
  // After it, or after a round that this asked for, without an error: t has to do its next operation in the same step.
  bool goes_on(ThreadId t);
  // How much it knows of loops (Vm::learnt()).
  uint64_t learnt() const { return loops_.learnt(); }

 private:
  // Told: a round in which something happened left a thread where polling was not in vain.
  using Loop = PolledLoops::Loop;
  // A frame that is in such a loop, and what its counters hold.
  struct LoopFrame {
    uint32_t fp, method;
    Loop* loop;
    std::vector<uint32_t> counts;
  };
  // All that a thread is, but for the counters.
  struct Position {
    ThreadState state;
    std::vector<uint32_t> words;
    std::vector<LoopFrame> frames;  // the innermost first
  };

  bool in_loop(ThreadId t);
  void look(ThreadId t, Position& out);
  static bool same(const Position& a, const Position& b);
  static bool same_operation(const Pending& a, const Pending& b);
  // Of a's frames those that b is in, too, with other counts; by how much they differ.
  struct Move {
    Loop* loop;
    std::vector<uint32_t> steps;
    friend bool operator==(const Move&, const Move&) = default;
  };
  static std::vector<Move> moved(const Position& a, const Position& b);
  bool in_vain_now(ThreadId t);
  void set_counters(ThreadId t, const Position& from);

  Vm& vm_;
  PolledLoops loops_;
  Position before_, now_, was_, next_;
  bool watched_ = false;        // before_ is filled
  std::vector<Move> going_on_;  // the counters' steps in each round, while t goes on; empty: it does not
};

}  // namespace jmc::vm
