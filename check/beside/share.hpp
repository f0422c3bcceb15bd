// How much of a processor a process beside a search has.
//
// First it takes what others leave: most searches end soon. One that has gone on for some seconds is less likely to be
// about to end, and what is covered beside it is likely to be the answer. From then on the process has a third of what
// the search has. What was asked for has as much as the search from the beginning.
#pragma once

#include <algorithm>

#include "check/jobs/job.hpp"

namespace jmc::check {

struct Share {
  // With a time limit a quarter of that at most.
  static constexpr double kYields = 5;                                     // seconds from the start of the check
  static constexpr double kYielding = 0.05, kLater = 1.0 / 3, kAsked = 1;  // parts of what the search has
  static constexpr double kFree = 0.5;  // of a processor: who has had less did not find one that was free

  bool asked = false;
  double time_limit = 0;  // of the check, in seconds; 0: none

  // `now`: seconds since the start of the check.
  bool yields(double now) const {
    return !asked && now < (time_limit > 0 ? std::min(kYields, time_limit / 4) : kYields);
  }
  int niceness(double now) const {
    if (asked) return 0;
    return yields(now) ? jobs::Job::kBeside : jobs::Job::kBesideLater;
  }
  // Where the two have one processor.
  double part(double now) const { return asked ? kAsked : yields(now) ? kYielding : kLater; }
  // A process that began at `began` and has `had` so many seconds of a processor is to be begun anew: it yields, need
  // not any more, and was kept from working. An ordinary user cannot take niceness back.
  bool begin_anew(double began, double now, double had) const {
    return yields(began) && !yields(now) && had < kFree * (now - began);
  }
};

}  // namespace jmc::check
