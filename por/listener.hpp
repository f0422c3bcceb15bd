// What a run tells about itself. Outcomes, violations, statistics and progress are listeners; a search
// only emits. All calls come from the searching thread, with the system in the state the event speaks of; a listener
// may read the system but must not step or undo it.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "por/seam/transition_system.hpp"

namespace jmc::por {

struct PathStep {
  ThreadId thread;
  uint32_t alternative;
};

struct SearchStatistics {
  uint64_t states = 0, transitions = 0, executions = 0, blocked_executions = 0, revisits = 0;
  uint64_t max_depth = 0;
  uint64_t store_bytes = 0;  // memory of the state store, edges and summaries included
};

// Why a search ended.
enum class SearchEnd : uint8_t {
  Complete,
  FirstViolation,
  TimeLimit,
  MemoryLimit,
  DepthBound,
  Interrupted,
  Failure,
  StateLimit,
  SpinLimit,
  Bounded,  // all within the bounds, but they cut something off
  Sampled,  // the budget of executions is spent
  Defect    // the search contradicts itself: a fault of jmc, whose answer would be worth nothing
};

// Of a search that was given up: of so many executions that were drawn, how many end in a state that it has reached.
struct SeenShare {
  uint64_t drawn = 0, known = 0;  // 0 drawn: there is none
};

// How many executions a search without matched states would explore (probes.hpp).
struct TraceEstimate {
  uint64_t complete = 0, abandoned = 0, unended = 0;  // paths that were followed
  uint64_t batches = 0;                               // independent draws of many paths; 0: nothing was drawn
  double expected = 0, least = 0, most = 0;           // 0: no path that counts was drawn
  bool exact = false;                                 // there were so few that nothing was left to chance
  // Too few draws, or one of them makes up most of the sum, or there are paths that are known to be drawn seldom: the
  // interval says little.
  bool few = false;
  bool polls = false;  // a thread polls, and each number of its turns is an execution: how many there are is not known
};

struct SearchResult {
  SearchEnd end = SearchEnd::Complete;
  SearchStatistics statistics;
  uint64_t violations = 0;
  bool left = false;   // interrupted, because it has names of its own (SearchOptions::leaves)
  std::string detail;  // for limits and failures, one line
  SeenShare seen;
  TraceEstimate traces;
  template <class A>
  void archive(A& a) {
    a(end, statistics, violations, detail);
  }
};

// What a listener can say that it wants, as a constant L::kEvents: an event nobody wants costs nothing then.
enum Events : unsigned {
  kStateEvents = 1,  // state_new, state_passed, state_revisited, state_left, state_decided
  kTransitionEvents = 2,
  kEndStateEvents = 4,
  kViolationEvents = 8,
  kProgressEvents = 16,
  kPollingEvents = 32,
  kLearntEvents = 64,
};

// Every search, whatever it explores and in which order, tells of
//   each state that it counts, once: new or known (only where states are matched: SearchStatistics::revisits);
//   each transition that it counts, after the state that it leads to, but for a step that ends the search at once;
//   each execution that it counts, by its end state, and each violation that it counts;
//   leaving a state, once for each time that it was entered, unless it ends early.
// Where no states are matched, a state is one visit of an execution to it, so that none is known: a search that takes
// steps again in order to go on from somewhere visits other states. What only the search itself wants to know (where a
// step that sleeps leads, whether a sequence can be executed) is no event and not counted.
class Listener {
 public:
  virtual ~Listener() = default;
  // `path` is the sequence of steps from the initial state to the current one; valid during the call.
  virtual void state_new(std::span<const PathStep> path, uint64_t state) {
    (void)path;
    (void)state;
  }
  // The path leads to a state in which one thread alone can run, and which is passed over: neither stored nor numbered
  // (SearchOptions::lone_runs). The steps there are counted; the transition that is told leads from the last state
  // before to the next one that is stored. The listener may not have the state numbered.
  virtual void state_passed(std::span<const PathStep> path) { (void)path; }
  virtual void state_revisited(std::span<const PathStep> path, uint64_t state) {
    (void)path;
    (void)state;
  }
  // All that will be explored from it has been. With sleep sets a state can be entered again for what slept before, and
  // is left again then. The exception to the rule above: the system may be in any state.
  virtual void state_left(uint64_t state) { (void)state; }
  virtual void transition(uint64_t from, PathStep step, uint64_t to) {
    (void)from;
    (void)step;
    (void)to;
  }
  // A final state, once per state in a stateful search and once per execution in a stateless one. A deadlock is
  // reported as a violation too, after this call.
  virtual void end_state(std::span<const PathStep> path) { (void)path; }
  // The final state that was told last has been published, for the first time (SearchOptions::closed).
  virtual void end_state_first() {}
  virtual void violation(std::span<const PathStep> path, ErrorKind kind) {
    (void)path;
    (void)kind;
  }
  // The search has found a fault of its own, at what `thread` is about to do in the current state, and ends.
  virtual void contradicted(ThreadId thread) { (void)thread; }
  // Whether a final state can be reached from this one is known, as far as the search follows the program (a state of
  // which something was left out counts as one that can). Once for each state of a search that looks for livelocks. The
  // system may be in any state.
  virtual void state_decided(uint64_t state, bool can_end) {
    (void)state;
    (void)can_end;
  }
  // The first thread that reached SearchOptions::spin_limit, or what `times` that is for it (por/stateful/polling.hpp),
  // in the current state, to which the path leads. Before that with 0: in the state that it came to when tried alone.
  virtual void polled_in_vain(std::span<const PathStep> path, ThreadId thread, uint64_t times) {
    (void)path;
    (void)thread;
    (void)times;
  }
  // The last step of the path has found out something about the program (TransitionSystem::learnt). Only of searches
  // that share states; the step may be one that only looked, and the next event be about a path without it.
  virtual void learnt(std::span<const PathStep> path) { (void)path; }
  // Called every few thousand transitions and once at the end.
  virtual void progress(const SearchStatistics& so_far) { (void)so_far; }
};

}  // namespace jmc::por
