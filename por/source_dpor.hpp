// Source-DPOR: dynamic partial-order reduction with source sets and sleep sets.
//
// P. Abdulla, S. Aronis, B. Jonsson, K. Sagonas: Source sets: a foundation for optimal dynamic partial order reduction,
// JACM 64(4), 2017, algorithm 1; S. Aronis: Effective techniques for stateless model checking, 2018, section 3.2.
//
// Guarantee: every trace is explored; with sleep sets (the default) no trace twice, but some paths are abandoned
// because all enabled threads are asleep (SearchStatistics::blocked_executions). All end states, deadlocks and
// thread-local states. Preconditions: every execution ends (or is cut by a depth limit); no state matching. Beyond the
// paper: locks and other operations that block, and steps with several outcomes; see docs/algorithms.md.
#pragma once

#include "por/search_run.hpp"

namespace jmc::por {

void run_source_dpor(SearchRun& run);

}  // namespace jmc::por
