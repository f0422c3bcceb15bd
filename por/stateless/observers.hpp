// Optimal-DPOR with observers: two writes of one variable conflict only if somebody observes the later one.
//
// S. Aronis: Effective techniques for stateless model checking, 2018, chapter 4; S. Aronis, B. Jonsson, M. Lang,
// K. Sagonas: Optimal dynamic partial order reduction with observers, TACAS 2018.
//
// Happens-before is that of trace.hpp without the order of two plain writes, unless the later one is observed: the next
// step that conflicts with it is not another plain write of the variable. All executions with the same order are one
// class.
//
// Guarantee: every class is explored, so that all deadlocks, thread-local states, outputs and errors are. The final
// contents of variables that nobody reads any more are not: they are no part of a verdict. No path is abandoned.
// Preconditions: those of Optimal-DPOR; no sleep sets, which are not valid here (a step that sleeps may be observed
// later; what has been explored is compared with whole sequences instead), and no operations whose accesses depend on
// the state (SearchOptions::failing_reads, same_value_reads): a write that is a read in some states would observe.
#pragma once

#include "por/search_run.hpp"

namespace jmc::por {

void run_observers(SearchRun& run);

}  // namespace jmc::por
