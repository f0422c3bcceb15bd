// The explored graph of a program whose threads make calls of an object, and which conditions of progress hold in it
// (Herlihy and Shavit, "On the nature of progress", 2011): whether a call ends where its thread runs alone
// (obstruction-free), whether some call ends wherever calls run (lock-free), whether every call ends whose thread runs
// (wait-free).
//
// Threads take steps of which nobody has to be taken: nothing is assumed of the scheduler. A thread that is blocked
// (on a lock, parked) counts as one that asks for ever whether it may go on, so that it runs in vain.
//
// What the graph must be: every state that can be reached, and every step from it, but for what cannot be told from
// them (docs/why/calls.md, "Conditions of progress"). A call that ends within a step ends there; the thread's
// next call is the one that the state after it says.
//
// Where reads may see older writes than the newest, loops are those that memory fairness leaves (fair_loops.hpp): a
// call may then end in every execution though no number of steps bounds how soon.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "por/listener.hpp"
#include "por/stateful/fair_loops.hpp"
#include "por/stateful/summary.hpp"
#include "por/store/state_store.hpp"

namespace jmc::por {

// A schedule into what goes on for ever: after `stem` from the initial state, `loop` comes back to where it began. An
// empty loop: `thread` is blocked after the stem, and stays so as long as nobody else runs.
struct Lasso {
  std::vector<PathStep> stem, loop;
  ThreadId thread = 0;  // whose call does not end
};

// What is true of the calls of one kind in one graph.
struct CallConditions {
  std::optional<Lasso> stuck;         // from some state, run alone, it does not end
  std::optional<Lasso> unproductive;  // it takes steps for ever while no call ends
  std::optional<Lasso> starved;       // it takes steps for ever and does not end
  // Steps of its thread that are left from a state at most, run alone (where it is not stuck), and in any execution
  // (where it is not starved). A call has all of its steps left in the state in which it begins.
  uint64_t alone = 0, own = 0;
  static constexpr uint64_t kNoBound = ~uint64_t{0};  // of these: they are finitely many, however long reads see what
                                                      // is older
};

class CallGraph {
 public:
  // A kind of call, from 1 on; a thread that is in none is at kNoCall.
  using Kind = uint16_t;
  static constexpr Kind kNoCall = 0;

  static constexpr ThreadId kMostThreads = 16;

  // `threads`: the most that there will be; at most kMostThreads.
  explicit CallGraph(ThreadId threads) : threads_(threads) {}

  // States in the order of their numbers, 0 is the initial one; then their threads, those in a call alone.
  void add_state(StateNumber state);
  void in_call(StateNumber state, ThreadId thread, Kind kind, bool blocked);
  // `ended`: threads of which a call ended in this step (others than its own may have gone on with what nobody sees).
  // `writes`: what becomes of the writes that could be overlooked before it, in the order that the state gives them.
  void add_step(StateNumber from, PathStep step, StateNumber to, const ThreadSet& ended,
                std::span<const WriteFate> writes = {});
  size_t states() const { return blocked_.size(); }
  uint64_t bytes() const;

  // By kind; kinds that no state has are not in it.
  std::map<Kind, CallConditions> conditions() const;

 private:
  using Edge = FairLoops::Edge;
  class Analysis;
  Kind kind(StateNumber state, ThreadId thread) const { return kinds_[size_t{state} * threads_ + thread]; }

  ThreadId threads_;
  std::vector<Kind> kinds_;         // by state and thread
  std::vector<ThreadSet> blocked_;  // by state: threads in a call that cannot go on
  std::vector<Edge> edges_;
  FairLoops::Writes writes_;
};

}  // namespace jmc::por
