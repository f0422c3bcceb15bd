// How large a search is, in words: what it was told by while it ran, and what was drawn before it.
#pragma once

#include <chrono>
#include <string>

#include "check/answers/result.hpp"
#include "check/options/command_line.hpp"

namespace jmc::check {

struct Configuration;

// --estimate: how long, and what is drawn or searched for it. Throws UsageError, also where other options leave nothing
// to estimate. Call when the strategy is known.
void choose_estimate(const CommandLine& line, Configuration& configuration);

// How long may be drawn in a round of a search: all of them together have the time that was given.
double seconds_to_draw(const Configuration& configuration, std::chrono::steady_clock::time_point start,
                       std::chrono::steady_clock::time_point search_start);

// "about 23 % seen (6 to 60 %), 4 min left", for a line of progress; empty if it is not known.
std::string size_line(const por::SizeEstimate::Answer& size);
// The section of a report; empty if the search came to its end, or nothing can be said of such a search.
std::string size_text(const Result& result, const Configuration& configuration);
// "there are about 1 800 executions (1 200 to 3 400, ...)": the reason of a run that only drew. `polling`: where a
// thread polls; may be empty.
std::string traces_text(const por::TraceEstimate& traces, const Configuration& configuration,
                        const std::string& polling);

}  // namespace jmc::check
