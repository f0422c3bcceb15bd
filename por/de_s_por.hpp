// DE-S-POR: eager source sets, algorithm 2 of "A Pragmatic Approach to Stateful Partial Order Reduction" (2023),
// corrected: an action updates all dependent steps of the path instead of the last one, blocked threads count, and a
// step inside a cycle expands its state fully.
//
// Every action met, by a step, by a blocked thread or in the summary of a known state, is compared at once with the
// steps of the current path. Steps are found by location; objects have names that are stable along the path.
//
// Guarantee: every end state, every deadlock, every thread-local state; cyclic state spaces included.
// Preconditions: see source_set_search.hpp. Stateless use needs finite paths or a depth limit.
#pragma once

namespace jmc::por {

class SearchRun;

void run_de_s_por(SearchRun& run);

}  // namespace jmc::por
