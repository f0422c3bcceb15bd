// Optimal-DPOR with wakeup trees: what is to be explored is kept as a tree of sequences (wakeup_tree.hpp), all of it at
// once. `optimal-dpor` explores the same traces in the memory of a path (parsimonious_search.hpp); tests compare the
// two.
//
// P. Abdulla, S. Aronis, B. Jonsson, K. Sagonas: Source sets: a foundation for optimal dynamic partial order reduction,
// JACM 64(4), 2017; S. Aronis: Effective techniques for stateless model checking, 2018, section 3.3.
//
// Guarantee: every trace exactly once, and no path is abandoned (SearchStatistics::blocked_executions is 0). All end
// states, deadlocks and thread-local states.
// Preconditions: every execution ends (or is cut by a depth bound); no state matching; sleep sets, which are part of
// it. Beyond the paper: operations that block, operations whose accesses depend on the state (a CAS that fails is a
// read) and steps with several alternatives. Where the path does not tell whether, or as what, an operation can be
// executed before the step that it races with, the search goes there and looks: every sequence in a wakeup tree can be
// executed. If one turns out not to be, the system broke its contract, and the search fails.
#pragma once

#include "por/search_run.hpp"

namespace jmc::por {

void run_optimal_trees(SearchRun& run);

}  // namespace jmc::por
