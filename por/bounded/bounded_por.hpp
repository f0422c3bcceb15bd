// Bounded partial-order reduction (thesis of 2013, chapters 5 to 7): DPOR that compensates for what a bound leaves out.
//
// In every state on every path, for every thread u (blocked or over the bound too) and every other thread v, the last
// step of v that is dependent with u's pending operation is a race: u is to be tried before it. Under a bound that is
// not enough, since the reversed order may cost more than another, equivalent one that is never looked at. Depending on
// the bound there are conservative points as well:
//   depth          every enabled thread everywhere (no reduction)
//   context        every enabled thread, before the race and wherever the last thread cannot go on
//   preemption     u also where the block of consecutive steps of v that contains the race began
//   delay          with u every thread that comes before it in the round; every thread where a release is taken
//   seals          u wherever in that block the thread was not inside a sealed call
//   fair           every thread where a release is taken, and where u costs too much (others that yield first may
//   change
//                  that; the published algorithm, which adds u alone, loses states)
//   local-depth, local-context   none: equivalent paths cost the same
//   divergence     none: it limits how often a path may leave what was explored first below a state, and guarantees
//   nothing
//                  about the paths that are left out (thesis of 2018, section 5.2)
// A release is a step that may enable another thread.
//
// Guarantee: every thread-local state (so every assertion and exception), every deadlock and every end state that some
// path within the bound leads to; with a bound that cut nothing off, all there are.
// Preconditions: no state is matched; state spaces without cycles, or a bound that cuts them; everything that can
// enable or disable an operation shares a location with it, joins of ended threads included.
//
// Options (section 6): transitive reduction (6.1), alternative thread (6.2), bound optimisation (6.4).
#pragma once

#include <string>

#include "por/search_run.hpp"

namespace jmc::por {

void run_bounded_por(SearchRun& run);

// Empty, or why these bounds cannot be combined under reduction.
std::string refuse_reduction(const std::vector<Bound>& bounds);

}  // namespace jmc::por
