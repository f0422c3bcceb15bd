// Bounded search without reduction (thesis of 2013, section 2.7, Algorithm 3): every enabled thread whose step is
// within the bounds, in every state. Explores every state that some path within the bounds leads to.
//
// Stateless, or with states matched: then a state counts together with the costs that its continuations depend on.
// That is not possible for the local bounds.
#pragma once

#include <string>

#include "por/search_run.hpp"

namespace jmc::por {

void run_bounded_search(SearchRun& run);

// Empty, or why it cannot have the bounds of these options.
std::string refuse_bounded_search(const SearchOptions& options);

}  // namespace jmc::por
