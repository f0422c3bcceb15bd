// Entry point of the search layer: pick a strategy by name, run it on a TransitionSystem, get an answer.
#pragma once

#include <string>

#include "por/listener.hpp"
#include "por/seam/transition_system.hpp"
#include "por/search_options.hpp"
#include "por/strategy.hpp"

namespace jmc::por {

// Switches on the refinements that are on unless a user says otherwise: those that have a meaning with the strategy and
// brought more than they cost where they were measured.
void set_default_refinements(SearchOptions& options);

// Empty, or why these options cannot be run (an unknown strategy, a combination that has no meaning: support.hpp).
std::string check_options(const SearchOptions& options);

// Explores the system from its current state and leaves it in that state, unless the result is Failure.
// Precondition: check_options(options) is empty; otherwise the result is Failure with that text.
SearchResult search(TransitionSystem& system, const SearchOptions& options, Listener& listener);

}  // namespace jmc::por
