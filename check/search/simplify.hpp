// The simplest schedule that leads to a violation: what a search met first is seldom what a person wants to read.
//
// Simplest: fewest waits that end by their time-outs (who reads of one asks whether it had to be), then fewest
// preemptions (a thread is stopped though it could go on), then fewest steps. Two means: searches that
// are bounded by 0, 1, 2, ... preemptions, the first of which that meets the same violation has the fewest there are;
// and leaving parts of a schedule out, with the rest taken as far as it goes and the threads then run to their ends one
// after the other. What comes out is a schedule that was executed and ends in the same violation.
#pragma once

#include <chrono>
#include <vector>

#include "check/options/configuration.hpp"
#include "check/search/machine.hpp"
#include "check/search/rounds.hpp"
#include "listeners/sources.hpp"
#include "listeners/story.hpp"
#include "listeners/violations.hpp"

namespace jmc::check {

// How much may be spent on all violations of a check: steps, so that what comes out does not depend on how fast the
// machine is, and time where the user has set a limit to it, or somebody waits for it.
struct SimplifyBudget {
  uint64_t steps = 0;
  std::chrono::steady_clock::time_point until = std::chrono::steady_clock::time_point::max();
  bool over() const {
    return !steps ||
           (until != std::chrono::steady_clock::time_point::max() && std::chrono::steady_clock::now() >= until);
  }
};

// Whether a violation of this kind can be recognised where it happens, by taking the steps of its path again.
bool happens_in_a_step(por::ErrorKind kind);

struct SimplestSchedule {
  std::vector<por::PathStep> path;
  uint64_t preemptions = 0;
  bool fewest = false;  // all schedules with fewer preemptions were explored
};

// For a check that was started then, and has searched so far.
SimplifyBudget simplify_budget(const Configuration& configuration, std::chrono::steady_clock::time_point start,
                               uint64_t transitions);

// In the order in which they are to be preferred, the given one last: the first comes of the one with the fewest
// preemptions, the second is no less simple than the given one, and has no more steps. `initial`: the state that the
// violation's path begins in; the machine is left there. Precondition: the path is not empty. Takes from the budget.
// The path itself where the violation is of a kind that cannot be recognised by taking steps (a livelock, a data race),
// or does not happen again.
std::vector<SimplestSchedule> simplest(Machine& machine, vm::Vm::Mark initial, const Configuration& configuration,
                                       const listeners::FoundViolation& violation, SimplifyBudget& budget);

// Gives `violation` the simplest schedule whose story is no longer than that of the one found, which is often a run of
// few threads through little code; and its story and simplicity. False: it has none of these, since its kind or the
// configuration does not allow another schedule, or it does not happen again.
bool tell_simplest(Machine& machine, const Rounds& rounds, const Configuration& configuration,
                   ReportedViolation& violation, listeners::Sources& sources, listeners::Detail detail,
                   SimplifyBudget& budget);

}  // namespace jmc::check
