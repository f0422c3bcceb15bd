// What of a search depends on what has been met of the program.
#pragma once

#include "check/options/configuration.hpp"
#include "por/search_options.hpp"
#include "vm/vm.hpp"

namespace jmc::check {

// The number of ways in which an operation can go depends on what others do (por::SearchOptions::trees).
bool ways_depend_on_others(const vm::Vm& vm);
// So it turned out in a search that takes for granted that it does not.
bool lacks_trees(const por::SearchOptions& options, const vm::Vm& vm);

// Refinements that cost more than they save by what earlier rounds have met, or cannot be had; how long to look at what
// has been seen.
void refine_by_met(por::SearchOptions& options, const vm::Vm& vm, const Configuration& configuration);

}  // namespace jmc::check
