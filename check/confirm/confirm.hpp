// Makes a JVM follow the schedule of a witnessed execution (schedule.hpp), and compares what it does with what jmc has
// found (confirmation.hpp).
#pragma once

#include <string>

#include "check/answers/result.hpp"
#include "check/answers/witness.hpp"
#include "check/confirm/confirmation.hpp"

namespace jmc::check {

// The class files as they are, in the java of `jdk` (empty: the one of the check), which is given `limit` seconds.
// `configuration`: as configuration_of() gives it. Throws UsageError where the witness is another program's (but with
// `force`), or there is no such execution or JDK; PathError, FormatError, Unsupported.
Confirmation confirm(const Configuration& configuration, const Witness& witness, size_t execution,
                     const std::string& jdk, double limit, bool force = false);

// --confirm: each violation that has a story and is in the witness of the result. Never throws.
void confirm_violations(const Configuration& configuration, Result& result);
// --confirm-outcomes: the execution that the witness has of each outcome. Never throws.
void confirm_outcomes(const Configuration& configuration, Result& result);

// jmc replay --java: adds to the result of the replay what a JVM does. False: it does not do the same, or could not be
// asked. Never throws.
bool confirm_replayed(const Configuration& configuration, const Witness& witness, size_t execution,
                      const std::string& jdk, bool force, Result& result);

inline constexpr double kConfirmSeconds = 30;  // for one execution

}  // namespace jmc::check
