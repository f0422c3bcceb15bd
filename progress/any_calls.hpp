// Conditions of progress for any number of calls: the graph of the most general client (linearizability/
// general_client.hpp) instead of programs up to bounds. Where it has an end, what nothing refutes holds for every
// program of these calls that keeps the content within its bound.
//
// jmc progress --calls=any; --program='{ offer(1) | poll() }* || { poll() }*'
#pragma once

#include "progress/survey.hpp"

namespace jmc::progress {

// Whether a text of --program has threads that choose what they call.
bool has_choices(const std::string& program);

// Fills in what the survey has of methods, programs and the run; `table` has a method of the survey for each call. The
// threads are those of --program, or all that `instances` can be. Throws what goes wrong before the search.
void survey_any_calls(Survey& s, const Options& what, const check::Configuration& options, const check::Stop& stop,
                      const linearizability::Subject& subject, std::vector<linearizability::Call> table,
                      const std::vector<uint32_t>& method_of,
                      const std::vector<std::vector<std::vector<uint16_t>>>& divisions, check::Progress& progress);

}  // namespace jmc::progress
