// O-DPOR: the comparison algorithm of "A Pragmatic Approach to Stateful Partial Order Reduction" (2023): source sets
// from races under happens-before (Source-DPOR, 2014), on top of s-por, with state matching and without wakeup trees.
//
// Each step of the path has a vector clock. A step that races with an earlier one makes the search try a first step of
// the reversed order in the state before the earlier one. What is reachable from a known state has no clocks: its
// actions count as racing with every dependent step of the path that does not happen before the acting thread. Cycles
// expand fully. No sleep sets: they are not sound here. Nor are safe unlocks: the race of two acquisitions is seen only
// where the second one is blocked, which an unlock explored alone may prevent.
//
// Guarantee: every end state, every deadlock, every thread-local state. Proven by test only.
// Preconditions: see source_set_search.hpp.
#pragma once

namespace jmc::por {

class SearchRun;

void run_o_dpor(SearchRun& run);

}  // namespace jmc::por
