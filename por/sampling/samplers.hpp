// Searches that draw executions at random, each for itself: they find bugs where exhaustion is out of reach, and prove
// nothing.
//
//   random  in every state a thread that is enabled, each with the same probability
//   pct     probabilistic concurrency testing: threads have random priorities, the highest that is enabled runs, and at
//           pct_depth - 1 random steps the running thread drops below all others. A bug of depth d (d ordering
//           constraints suffice) shows in an execution with probability at least 1 / (n k^(d-1)) for n threads and
//           executions of at most k steps. k is the longest execution so far; the first one has no drops.
//   pos     partial order sampling: every pending operation has a random priority, the highest that is enabled runs,
//           and who was in conflict with it draws again.
//
// So that priorities do not starve a thread that another one waits for, pct drops a thread that gives way (yield,
// sleep, time-out) or has run 1,000 steps on end: the bound above holds for programs without either. One of several
// alternatives of an operation (a time-out, who is notified) is drawn with equal probabilities: the bound has that
// factor.
#pragma once

#include "por/search_run.hpp"

namespace jmc::por {

// Options: executions (0: 10,000), seed, pct_depth, sealed, depth_bound (an execution is given up there; 0: 1,000,000
// steps).
void run_random_walks(SearchRun& run);
void run_pct(SearchRun& run);
void run_pos(SearchRun& run);

}  // namespace jmc::por
