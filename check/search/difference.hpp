// How the schedule of a violation differs from the nearest one that does not fail (--explain=diff).
//
// Nearest: the longest common beginning, then another thread goes on; after that the steps of the violation's schedule
// are taken as far as they can be, or each thread runs to its end. It is told by the first step that is another one,
// and by what threads do otherwise from there on.
#pragma once

#include <string>
#include <vector>

#include "check/answers/result.hpp"
#include "check/search/machine.hpp"
#include "check/search/rounds.hpp"
#include "listeners/sources.hpp"

namespace jmc::check {

// In lines; empty where no schedule that differs in one place only comes to its end without a violation, or the
// violation happens before any choice. The machine is left in the initial state. Precondition: the story of `violation`
// was told with causes.
std::vector<std::string> difference(Machine& machine, const Rounds& rounds, const ReportedViolation& violation,
                                    listeners::Sources& sources);

}  // namespace jmc::check
