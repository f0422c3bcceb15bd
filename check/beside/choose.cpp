#include "check/beside/choose.hpp"

#include "check/options/configuration.hpp"

namespace jmc::check {

void choose_beside(const CommandLine& line, Configuration& o) {
  const auto has = [&](const char* name) { return line.has(name); };
  const bool part = has("member") && !has("whole");
  if (line.command != Command::Check || part || line.several() || has("portfolio") || has("search") ||
      has("no-sampling") || has("estimate"))
    return;
  if (!o.search.bounds.empty() || o.search.depth_bound != 0) o.not_drawn = "--bound: no draw keeps to it";
  else if (o.vm.jmm) o.not_drawn = "--memory=jmm: no draw has older values";
  o.not_bounded = o.not_drawn;
  if (!o.not_drawn.empty()) return;
  std::vector<std::string> words = line.words(line.without(Column::OfSearch | Column::IsReport));
  const auto possible = [](std::vector<std::string> trial, const char* option, std::string& why) {
    trial.insert(trial.begin() + 1, option);
    try {
      parse_configuration(trial, Command::Check);
      return true;
    } catch (const UsageError& e) { why = e.what(); }
    return false;
  };
  // Data races are looked for by the search alone, unless they are violations: the record of accesses takes most of the
  // time of a long execution.
  std::vector<std::string> drawing = words;
  if (line.text("races") != "violation") drawing.insert(drawing.begin() + 1, "--races=off");
  if (possible(drawing, "--search=pos", o.not_drawn)) o.sampler_arguments = std::move(drawing);
  // Within a bound a loop that all threads take part in is none.
  words.insert(words.begin() + 1, {"--races=off", "--livelock=" + line.text("livelock")});
  if (possible(words, "--bound=preemption:0", o.not_bounded)) o.bound_arguments = std::move(words);
}

void choose_accept(const CommandLine& line, Configuration& o) {
  const auto has = [&](const char* name) { return line.has(name); };
  if (!has("accept")) return;
  const std::string value = line.text("accept");
  o.accept = parse_accept(value);
  const auto refused = [&](const std::string& why) { throw UsageError("--accept=" + value + ": " + why); };
  if (const std::string_view other = line.given(Column::NotAccepted); !other.empty())
    refused("what is covered beside a search of every schedule is accepted; expected no --" + std::string(other));
  if (line.text("races") == "violation")
    refused("what is covered says nothing of data races; expected no --races=violation");
  // Of several each has it for itself, and finds out.
  if (line.command != Command::Check || line.several() || (has("member") && !has("whole"))) return;
  const bool bounds = o.accept.of_bounds();
  if ((bounds ? o.bound_arguments : o.sampler_arguments).empty())
    refused(std::string(bounds ? "no search within a bound can run beside this one: "
                               : "nothing can be drawn beside it: ") +
            (bounds ? o.not_bounded : o.not_drawn));
}

}  // namespace jmc::check
