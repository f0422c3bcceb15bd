// What a user can choose about a search. Plain data; check_options() (search.hpp) says what cannot be combined.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "por/seam/transition_system.hpp"

namespace jmc::por {

class ClosedTable;

// What a bound limits: see bounds.hpp.
enum class BoundKind : uint8_t { Depth, Context, Preemption, Delay, Fair, LocalDepth, LocalContext, Divergence };
struct Bound {
  BoundKind kind;
  uint64_t limit;
};

// How a search that is no plain depth-first search goes about it: see samplers.hpp, probes.hpp and best_first.hpp.
enum class Exploration : uint8_t { DepthFirst, BestFirst, Random, Pct, Pos, Surw, Feedback, Probes };

// What counts as a livelock. Report: a state from which no end can be reached. Fair: also a loop that every thread
// takes part in, though an end could be reached (components.hpp). Searches that match no states see neither.
enum class Livelock : uint8_t { Off, Report, Fair };

// What best-first search prefers. Tag: the pending operation has this bit of TransitionSystem::tags().
struct SearchKey {
  enum Kind : uint8_t { Preemptions, Backtrack, Awake, Random, Tag } kind;
  uint8_t tag = 0;
};

struct SearchOptions {
  std::string strategy = "s-por";  // a name from strategies()

  // Order in which threads are tried. Sequential: by the permutation, continued cyclically for more threads than it
  // names (2,0,1 means 2,0,1,5,3,4,...); an empty permutation is 0,1,2,... Random: a fresh draw per choice from `seed`.
  enum class Order : uint8_t { Sequential, Random };
  Order order = Order::Sequential;
  std::vector<ThreadId> permutation;
  bool order_asked = false;  // then also the sequential one without a permutation counts
  uint64_t seed = 0;

  bool keep_going = false;  // go on after a violation
  Livelock livelock = Livelock::Report;
  bool match_states = true;   // false: stateless, a known state is explored again
  bool exact_states = false;  // compare canonical forms instead of trusting 96-bit fingerprints
  bool no_safe_sets = false;  // de and dl without the static reduction of s-por

  // Refinements. Each keeps all end states, deadlocks and thread-local states.
  bool visited_first = false;  // de, dl: among the candidates a transition into a known state is taken first
  bool safe_unlocks = false;   // an unlock with Op::safe_unlock may be explored alone
  bool fewest_conflicts =
      false;  // de, dl: of a new state, first the thread whose operation conflicts with fewest others
  // de, dl: among the candidates first the thread whose operation is expected to draw in the fewest others
  // (learnt_order.hpp). Not if an order was asked for.
  bool learnt_order = false;
  bool failing_reads = true;       // a CAS or tryLock that fails in the current state is a read, if the system says so
  bool same_value_reads = true;    // a write of the value that is there already is a read, if the system says so
  bool owner_for_blocked = false;  // de, dl: a blocked thread in a source set is replaced by the owner of its lock
  // dl: an action conflicts with a step only if the others can come to it without another step of that thread.
  bool held_back = false;
  // dl: the end of a program that leaves daemons conflicts with what shows in it, and nothing else (Op::stops). The
  // system has to be told as well.
  bool ends_apart = false;
  // s-por, dl: where one thread alone can run, and has nothing to choose, its states are passed over up to a landmark
  // (TransitionSystem::landmark), once `lone_stored` of them in a row have been stored. Fewer states, the same answers.
  bool lone_runs = false;
  uint32_t lone_stored = 16;
  bool sleep_sets = false;  // s-por, none: same states, fewer transitions
  // s-por: the same, once so many states are stored. Smaller searches have the transitions that are published.
  bool late_sleep_sets = false;
  uint64_t sleep_sets_from = 100'000;
  bool observers = false;  // optimal-dpor: writes conflict only if somebody observes the later one (observers.hpp)
  // optimal-dpor: with wakeup trees (optimal_trees.hpp), also where the number of ways in which an operation can go
  // depends on what others do: waits that may time out, notify, reads of older values. Without, in the memory of a path
  // (parsimonious_search.hpp).
  bool trees = false;
  bool known_successors = false;  // dl, as published: end a state when all remaining successors are known, by
                                  // adding those edges. Saved re-traversals; with summaries it only costs steps
  bool retraverse = false;        // dl: recompute reachable actions by graph traversal (slow; for cross-checks)

  // Bounds: with none and s-por, which then explores what none does, and, if states are matched, counts costs as part
  // of them; with dpor.
  std::vector<Bound> bounds;
  bool transitive_reduction = true;  // bounded dpor: a race that lies in the past through another step is none
  bool alternative_thread = true;    // bounded dpor: for a thread that is blocked, one that leads to it instead of all
  bool bound_optimisation = true;  // bounded dpor: what only the bound asks for waits until the bound cut something off
  // Bits of TransitionSystem::tags(): if the thread of the last step has one of them and can go on, no other takes
  // over.
  uint64_t sealed = 0;

  Exploration exploration =
      Exploration::DepthFirst;  // if it is another, the strategy has no meaning and states are not matched
  std::vector<SearchKey> keys;  // best first
  uint64_t executions = 0;      // best first, and who draws: how many; 0: best first all, the others 10,000
  double probe_seconds = 1;     // probes: how long to draw
  uint32_t probe_paths = 64;    // probes: how many are drawn together
  uint32_t pct_depth = 3;       // pct: depth of the bugs that it looks for

  // Limits; 0 is none. The depth bound cuts paths: with state matching, a state first met at the limit stays
  // unexpanded.
  double time_limit_seconds = 0;
  uint64_t memory_limit_bytes = 0;  // resident memory of the process
  uint64_t depth_bound = 0;         // in transitions
  bool depth_is_livelock =
      false;  // a path that is cut there is a violation (fair searches: thesis of 2013, section 2.7)
  uint64_t max_states = 0;
  // A thread that has read the same variables this many times since anybody last wrote anything (polling.hpp) is not
  // followed further until somebody writes. Needed where a thread polls with a local that never repeats (a
  // pseudo-random number, a counter).
  uint32_t spin_limit = 0;
  const std::atomic<bool>* stop = nullptr;    // set by a signal handler; asked at each step, and within long analyses
  const std::atomic<bool>* enough = nullptr;  // set by a listener that is told of progress; asked with the limits

  // Keeps the search, which then ends between two steps only where `stop` or a limit ends it; null: nobody does. With
  // strategies that are Strategy::checkpoints.
  class Checkpoints* checkpoints = nullptr;
  // none, s-por, de, dl: the states that this search and others, on copies of the system, have closed. It does not
  // explore what another has closed, and tells what it learns (Listener::learnt).
  ClosedTable* closed = nullptr;
  uint32_t writer = 0;  // which of them this is
  // When it has named something that others may have named otherwise, it goes on alone; not for ever, if it can be
  // begun anew with these names.
  bool leaves = false;

  // How many steps a search that is given up may take to find out what it has seen (seen_share.hpp); where somebody has
  // stopped it, and waits, for so long at most.
  uint64_t seen_share_steps = 0;
  double seen_share_seconds = 0;

  // The search takes its first step for a fault of its own (SearchEnd::Defect). For tests of what comes then: no option
  // of a command sets it.
  bool contradicts = false;

  uint32_t progress_interval = 4096;  // transitions between looks at the limits and Listener::progress
};

}  // namespace jmc::por
