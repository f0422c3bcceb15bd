// Depth-first search over all threads (none) or over safe sets (s-por).
//
// S-POR is algorithm 1 of "A Pragmatic Approach to Stateful Partial Order Reduction" (2023) with a cycle rule: where an
// enabled thread's pending operation is invisible, that thread is explored alone, provided its successor is not on
// the path being explored; otherwise all enabled threads are.
//
// With sleep sets (Godefroid 1996, the version for state matching: a state stores the sleep set it was explored with,
// and a visit with a smaller one explores the difference) the same states are visited over fewer transitions.
//
// Where states are matched, the components of the graph say from which states no end can be reached (components.hpp).
// With sleep sets, steps that sleep are looked at for that without being counted: they lead to states that are known.
//
// Guarantee of none: every reachable state. Of s-por: every end state, every deadlock, every thread-local state.
// Preconditions: an invisible operation is independent of every operation of other threads; without state matching the
// program has no infinite path, or a depth limit cuts it.
#pragma once

namespace jmc::por {

class SearchRun;

void run_full_search(SearchRun& run);
void run_s_por(SearchRun& run);

}  // namespace jmc::por
