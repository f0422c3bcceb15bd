// How much of its space a search that matches states has seen, when it was given up.
//
// Every reduction keeps all final states. So executions are drawn (random walks from the initial state), and it is
// asked how many of them end in a state that the search has reached: if it had come to its end, all would. Executions
// that go on for long are left out. What the share says is about the final states that random walks come to, not about
// schedules; a space with few final states is known by them long before it is explored.
#pragma once

#include "por/search_run.hpp"

namespace jmc::por {

// The system is in the initial state, and is left in it. It can still be
// stepped. Takes what SearchOptions::seen_share_steps and seen_share_seconds say.
SeenShare seen_share(SearchRun& run);

}  // namespace jmc::por
