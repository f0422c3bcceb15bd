// Classic dynamic partial-order reduction.
//
// C. Flanagan, P. Godefroid: Dynamic partial-order reduction for model checking software, POPL 2005; the general form
// (section 4), which looks at every thread in every state, blocked ones included.
//
// Guarantee: every trace (class of executions up to swaps of independent neighbours) is explored, so that all end
// states, deadlocks and thread-local states are. Without sleep sets many traces several times; with them (the default)
// none, but paths are abandoned because all enabled threads are asleep (SearchStatistics::blocked_executions). Sleep
// sets on top of the published algorithm lose traces: the thread that it adds may be asleep. With sleep sets all races
// count, not the last one of a thread, and what is added must be able to begin the reversed order. Preconditions: every
// execution ends (or is cut by a depth limit); no state matching.
#pragma once

#include "por/search_run.hpp"

namespace jmc::por {

void run_dpor(SearchRun& run);

}  // namespace jmc::por
