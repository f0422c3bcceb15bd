// The result as a page that needs nothing else.
#include "check/report/format.hpp"
#include "check/report/markup.hpp"
#include "check/report/page.hpp"
#include "check/report/report.hpp"
#include "check/search/races.hpp"
#include "listeners/text.hpp"

namespace jmc::check {

using listeners::grouped;

namespace {

constexpr size_t kMostOutcomes = 1000;

std::string violation(const ReportedViolation& v, size_t number, size_t of) {
  const std::string heading =
      "<h2>" + (of > 1 ? "violation " + std::to_string(number) + " of " + std::to_string(of) + ": " : "") +
      escaped(v.found.message) + " <span class=\"faint\">(" + escaped(kind_of(v)) + (v.known ? ", known" : "") +
      ")</span></h2>";
  const std::string jvm =
      v.confirmation ? "<p class=\"faint\">" + escaped(confirmation_summary(*v.confirmation)) + "</p>" : "";
  std::string difference;
  for (const std::string& line : v.difference) difference += escaped(line) + "\n";
  if (!difference.empty()) difference = "<h3>difference</h3>\n<pre>" + difference + "</pre>\n";
  return page_story(v.story, "v" + std::to_string(number), heading + jvm + difference);
}

std::string outcomes(const Result& r) {
  if (r.outcomes.empty() && !r.longer_outcomes) return {};
  std::string out =
      "<h2 id=\"outcomes\">outcomes" +
      std::string(r.complete  ? ""
                  : r.bounded ? ", within the bound"
                              : ", not complete") +
      "</h2>\n<div class=\"scroll\"><table class=\"outcomes\"><thead><tr><th>end states</th><th>printed</th>"
      "<th>how</th></tr></thead><tbody>\n";
  size_t shown = 0;
  for (const auto& [text, outcome] : r.outcomes) {
    if (++shown > kMostOutcomes) {
      out += "<tr><td></td><td>... and " + grouped(r.outcomes.size() - kMostOutcomes) + " more</td><td></td></tr>\n";
      break;
    }
    const bool told = shown <= r.outcome_stories.size();
    out += "<tr><td>" + grouped(outcome.end_states) + "</td><td>" +
           (text.empty() ? "<span class=\"faint\">nothing</span>" : "<pre>" + escaped(text) + "</pre>") +
           (outcome.needs_memory_model ? "<span class=\"faint\">not under sequential consistency</span>" : "") +
           "</td><td>" + (told ? "<a href=\"#o" + std::to_string(shown) + "\">one execution</a>" : "") + "</td></tr>\n";
  }
  if (r.longer_outcomes)
    out += "<tr><td>" + grouped(r.longer_outcomes) + "</td><td>more than " + grouped(r.output_limit) +
           " bytes: the program can print without end, and such texts are not told apart</td><td></td></tr>\n";
  out += "</tbody></table></div>\n";
  size_t number = 0;
  for (const auto& [text, outcome] : r.outcomes) {
    if (number == r.outcome_stories.size()) break;
    const std::string name = listeners::one_line(text.empty() ? "nothing is printed" : text);
    out += "<details><summary>one execution with outcome " + std::to_string(number + 1) + ": " + escaped(name) +
           "</summary>\n" + page_story(r.outcome_stories[number], "o" + std::to_string(number + 1), "") +
           "</details>\n";
    ++number;
  }
  return out;
}

}  // namespace

bool write_html(std::FILE* file, const Result& r, const Configuration& c) {
  const std::string program = r.program.empty() ? c.program : r.program;
  const std::string verdict(verdict_name(r.verdict()));
  std::string out = page_head("jmc: " + (program.empty() ? "" : program + ": ") + verdict);
  out += "<h1><span class=\"" + verdict + "\">" + verdict + "</span> " + escaped(program) + "</h1>\n";
  const std::string text = report_text(r, c, 120);
  const std::string headline = text.substr(0, text.find('\n'));
  out +=
      "<p>" + escaped(headline.starts_with(verdict + ": ") ? headline.substr(verdict.size() + 2) : headline) + "</p>\n";
  for (size_t i = 0; i < r.violations.size(); ++i) out += violation(r.violations[i], i + 1, r.violations.size());
  if (!r.untold.empty()) out += "<p>" + grouped(r.untold.size()) + " more violations have no story here.</p>\n";
  if (r.replayed) {
    ReportedViolation v;
    v.found.message = "one execution";
    v.kind = "outcome";
    v.story = *r.replayed;
    out += violation(v, 1, 1);
  }
  out += outcomes(r);
  out += page_text("data races", races_text(r.races)) + page_text("swallowed errors", swallowed_text(r));
  if (!r.holes.empty() || !r.warnings.empty() || !r.notes.empty()) out += "<h2>notes</h2>\n";
  out += page_items("in doubt", r.holes) + page_items("warnings", r.warnings) + page_items("notes", r.notes);
  if (r.booted)
    out += "<h2>what it rests on</h2>\n<pre class=\"assumed\">" + escaped(conditions_text(r, c)) + "</pre>\n";
  out += page_end();
  return std::fwrite(out.data(), 1, out.size(), file) == out.size();
}

}  // namespace jmc::check
