// A violation as a JUnit test of the project that it is in: its schedule as a text, and a class that has jmc-junit
// force it on a JVM (jmc.junit.ForcedSchedule). It fails while the bug is there, and needs no jmc but the agent.
#pragma once

#include <string>
#include <vector>

#include "check/answers/result.hpp"
#include "check/answers/witness.hpp"

namespace jmc::check {

// The folder of --emit-test; empty: it was not given.
std::string test_folder(const Configuration& configuration);
// Throws UsageError where no folder can be made there.
void check_test_folder(const Configuration& configuration);

// The schedules of violations are needed when the search is over (--confirm, --emit-test).
bool needs_schedules(const Configuration& configuration);

// Writes a test for each violation of the result that a JVM can be made to follow, and notes which, and why not the
// others. A test of the same violation that is there is written anew. False: a file could not be written; a warning
// says so. Never throws.
bool emit_tests(const Configuration& configuration, Result& result);
// Likewise of a replay: the first violation of the result is that execution of the witness.
bool emit_test(const Configuration& configuration, const std::string& folder, const Witness& witness, size_t execution,
               bool force, Result& result);

}  // namespace jmc::check
