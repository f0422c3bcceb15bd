// What of a search depends on what earlier rounds have met of the program.
#pragma once

#include "check/options/configuration.hpp"
#include "por/search_options.hpp"
#include "vm/vm.hpp"

namespace jmc::check {

// For the next round: without what costs more than it saves by what these have met, or cannot be had any more; with
// wakeup trees where it has turned out that they are needed; how long to look at what has been seen.
void refine_by_met(por::SearchOptions& options, const vm::Vm& vm, const Configuration& configuration);

}  // namespace jmc::check
