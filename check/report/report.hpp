// The forms in which a Result is told. Each is one file of this folder.
#pragma once

#include <cstdio>
#include <string>
#include <vector>

#include "check/answers/result.hpp"
#include "check/options/configuration.hpp"

namespace jmc::check {

// The section on swallowed errors, and the lines of "assumed" about the world; empty if there is nothing to say.
std::string swallowed_text(const Result& result);
std::string world_text(const Result& result, const Configuration& configuration);
// Something that an answer does not say of all schedules: its name in reports, its words in the first line (empty: it
// has others there), and the option that takes it away.
struct Narrowing {
  std::string name, words, option;
};
// Of "verified", in the order of the first line.
std::vector<Narrowing> narrowings(const Result& result, const Configuration& configuration);
std::string narrowings_text(const std::vector<Narrowing>& all);  // "; executors taken as atomic; ..."
std::string options_without(const std::vector<Narrowing>& all);  // "--memory=jmm, --executors=real"
// The text on a terminal of this width.
std::string report_text(const Result& result, const Configuration& configuration, int width);
// --github: workflow commands, a line each.
std::string annotations(const Result& result);
// For the log of such a CI: nothing that stands in the text, which a program may have written, is taken for a command.
std::string without_commands(const std::string& text);
// The last two sections of the text: what was assumed, and what the search was and took.
std::string conditions_text(const Result& result, const Configuration& configuration);
// The report as JSON (write_report_json, check/report/format.hpp) in memory, with a newline at its end.
std::string report_json(const Result& result, const Configuration& configuration);

// Results of one SARIF run: code hosts refuse more.
inline constexpr size_t kMostSarifResults = 25'000;
// A SARIF log without results, of a run that ended with this error.
std::string sarif_of_error(const std::string& reason);
// What a shell reads as this word.
std::string shell_word(const std::string& word);

}  // namespace jmc::check
