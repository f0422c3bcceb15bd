// jmc progress [options] CLASS
//
// For each method of a class: blocking, obstruction-free, lock-free or wait-free, in all programs of its calls up to
// bounds, with the schedule that refutes what does not hold.
#pragma once

#include <chrono>
#include <string>

#include "check/answers/result.hpp"
#include "check/search/check.hpp"
#include "linearizability/command.hpp"
#include "progress/survey.hpp"

namespace jmc::progress {

// What is of this command only. Throws UsageError, also for options that have no meaning here.
Options progress_options(const check::Configuration& configuration);

using linearizability::Conclusion;
// Never throws: what goes wrong is an error in the conclusion.
Conclusion run_progress(const Options& what, const check::Configuration& configuration, const check::Stop& stop,
                        std::chrono::steady_clock::time_point start, check::Progress& progress);

// report.cpp
std::string text_of(const Survey& survey, const check::Configuration& configuration, int width);
std::string json_of(const Survey& survey, const check::Configuration& configuration);
// A page that needs nothing else: the table, and the schedule that refutes more for each method.
std::string html_of(const Survey& survey, const check::Configuration& configuration);

}  // namespace jmc::progress
