// How each outcome comes about, for a page.
#pragma once

#include "check/answers/result.hpp"
#include "check/search/machine.hpp"
#include "check/search/rounds.hpp"

namespace jmc::check {

// Fills result.outcome_stories from the witnesses of result.outcomes, as far as there is time. Never throws.
void tell_outcomes(Machine& machine, const Rounds& rounds, const Configuration& configuration, Result& result);

}  // namespace jmc::check
