// Best-first search (thesis of 2013, chapter 3): executions in the order of what they promise, instead of depth first.
//
// A fringe holds what is still to be explored: a state of the execution tree and a thread to go on with there. The best
// entry is taken, its execution run to the end without preemptions, and the threads passed over on the way enter the
// fringe. An entry is better by the first of SearchOptions::keys in which it differs:
//   Preemptions  fewer on the way to and with its step. The first violation found then has the fewest there are
//   Backtrack    the thread is in the backtrack set of DPOR: somebody's step raced with its
//   Awake        the thread would not be in the sleep set: not known to lead to what was explored from there
//   Random       by a draw
//   Tag          the operation has this bit of TransitionSystem::tags()
// and among equals the newest, which is depth first.
//
// With none and s-por the whole space is explored, or all within the bounds; with dpor only what the backtrack sets ask
// for, and then no bounds. So nothing is left out twice, which would lose states.
// Guarantee of a search that comes to its end: that of the space. Needs state spaces without cycles, or a budget.
#pragma once

#include "por/search_run.hpp"

namespace jmc::por {

void run_best_first(SearchRun& run);

}  // namespace jmc::por
