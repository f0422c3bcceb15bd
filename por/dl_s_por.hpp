// DL-S-POR: lazy source sets, algorithm 3 of "A Pragmatic Approach to Stateful Partial Order Reduction" (2023),
// corrected: blocked threads count, cycles expand fully, and the reachable actions come from summaries that are renamed
// along the edges instead of from a re-traversal of the graph.
//
// Coming back from a successor, the threads whose actions reachable from it are dependent with the step just taken form
// the current set of the stepping thread; when the explored threads contain a closed set, the state is done.
//
// Guarantee: every end state, every deadlock, every thread-local state; cyclic state spaces included.
// Preconditions: see source_set_search.hpp. Stateless use needs finite paths or a depth limit.
#pragma once

namespace jmc::por {

class SearchRun;

void run_dl_s_por(SearchRun& run);

}  // namespace jmc::por
