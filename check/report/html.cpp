// The result as a page that needs nothing else.
#include "check/report/format.hpp"
#include "check/report/markup.hpp"
#include "check/report/page.hpp"
#include "check/report/point.hpp"
#include "check/report/report.hpp"
#include "check/search/races.hpp"
#include "listeners/text.hpp"

namespace jmc::check {

using listeners::grouped;

namespace {

constexpr size_t kMostOutcomes = 1000;
constexpr int kUnwrapped = 1'000'000;  // columns: the browser breaks the lines

// "where: Queue.java:12: ..." as a paragraph each. What is told below, too, is left out.
std::string points(const std::string& lines, bool places, bool causes) {
  std::string out;
  for (size_t at = 0; at < lines.size();) {
    const size_t end = std::min(lines.find('\n', at), lines.size());
    const std::string line = lines.substr(at, end - at);
    at = end + 1;
    if (line.empty()) break;
    if ((line.starts_with("where:") && !places) || (line.starts_with("cause:") && !causes)) continue;
    bool labelled = false;
    for (const std::string_view label : {"where", "cause", "replay"})
      if (line.starts_with(std::string(label) + ":")) {
        const size_t text = line.find_first_not_of(' ', label.size() + 1);
        out += "<p><b>" + std::string(label) + "</b> <code>" +
               escaped(text == std::string::npos ? "" : line.substr(text)) + "</code></p>\n";
        labelled = true;
      }
    if (!labelled) out += "<p>" + escaped(line) + "</p>\n";
  }
  return out;
}

std::string violation_article(const ReportedViolation& v, size_t number, size_t of) {
  const std::string heading =
      "<h2>" + (of > 1 ? "violation " + std::to_string(number) + " of " + std::to_string(of) + ": " : "") +
      escaped(v.found.message) + " <span class=\"faint\">(" + escaped(kind_of(v)) + (v.known ? ", known" : "") +
      ")</span></h2>";
  const std::string jvm =
      v.confirmation ? "<p class=\"faint\">" + escaped(confirmation_summary(*v.confirmation)) + "</p>" : "";
  std::string difference;
  for (const std::string& line : v.difference) difference += escaped(line) + "\n";
  if (!difference.empty()) difference = "<h3>difference</h3>\n<pre>" + difference + "</pre>\n";
  return page_story(v.story, "v" + std::to_string(number),
                    heading + jvm + points(point_text(v, kUnwrapped), true, v.story.causes.empty()) + difference);
}

std::string outcomes_section(const Result& r) {
  const std::vector<std::string>& drawn = r.covered.outcomes;
  if (r.outcomes.empty() && !r.longer_outcomes && drawn.empty()) return {};
  std::string out =
      "<h2 id=\"outcomes\">outcomes" +
      std::string(r.complete  ? ""
                  : r.bounded ? ", within the bound"
                              : ", not complete") +
      "</h2>\n<table class=\"outcomes cards\"><thead><tr><th class=\"num\">end states</th><th>printed</th>"
      "<th>how</th></tr></thead><tbody>\n";
  size_t shown = 0;
  for (const auto& [text, outcome] : r.outcomes) {
    if (++shown > kMostOutcomes) {
      out += "<tr><td></td><td>... and " + grouped(r.outcomes.size() - kMostOutcomes) + " more</td><td></td></tr>\n";
      break;
    }
    const bool told = shown <= r.outcome_stories.size();
    out += "<tr><td class=\"num\" data-label=\"end states\">" + grouped(outcome.end_states) +
           "</td><td data-label=\"printed\">" +
           (text.empty() ? "<span class=\"faint\">nothing</span>" : "<pre>" + escaped(text) + "</pre>") +
           (outcome.needs_memory_model ? "<span class=\"faint\">not under sequential consistency</span>" : "") +
           "</td><td>" + (told ? "<a href=\"#o" + std::to_string(shown) + "\">one execution</a>" : "") + "</td></tr>\n";
  }
  for (size_t i = 0; i < std::min(drawn.size(), kMostOutcomes); ++i)
    out += "<tr><td class=\"num\" data-label=\"end states\">drawn</td><td data-label=\"printed\">" +
           (drawn[i].empty() ? "<span class=\"faint\">nothing</span>" : "<pre>" + escaped(drawn[i]) + "</pre>") +
           "</td><td></td></tr>\n";
  if (r.longer_outcomes && !r.output_limit)
    out += "<tr><td>" + grouped(r.longer_outcomes) +
           "</td><td>something: there are more outcomes than are told apart (--outcomes=all tells each)</td>"
           "<td></td></tr>\n";
  else if (r.longer_outcomes)
    out += "<tr><td>" + grouped(r.longer_outcomes) + "</td><td>more than " + grouped(r.output_limit) +
           " bytes: the program can print without end, and such texts are not told apart</td><td></td></tr>\n";
  out += "</tbody></table>\n";
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
  out += "<header>\n<h1><span class=\"" + verdict + "\">" + verdict + "</span> " + escaped(program) + "</h1>\n";
  const std::string text = report_text(r, c, kUnwrapped);
  std::string headline = text.substr(0, text.find('\n'));
  if (headline.starts_with(verdict + ": ")) headline = headline.substr(verdict.size() + 2);
  const size_t stories = r.violations.size() + (r.replayed ? 1 : 0);
  // The heading of the only story says the same.
  if (stories != 1 || r.violations.empty() ||
      headline != r.violations.front().found.message + " (" + kind_of(r.violations.front()) + ")")
    out += "<p>" + escaped(headline) + "</p>\n";
  out += points(text.substr(std::min(text.find('\n') + 1, text.size())), false, false) + "</header>\n";
  for (size_t i = 0; i < r.violations.size(); ++i)
    out += violation_article(r.violations[i], i + 1, r.violations.size());
  if (!r.untold.empty()) out += "<p>" + grouped(r.untold.size()) + " more violations have no story here.</p>\n";
  if (r.replayed) {
    ReportedViolation v;
    v.found.message = "one execution";
    v.kind = "outcome";
    v.story = *r.replayed;
    out += violation_article(v, 1, 1);
  }
  out += outcomes_section(r);
  out += page_text("data races", races_text(r.races), Heading::OfPage) +
         page_text("swallowed errors", swallowed_text(r), Heading::OfPage) +
         page_items("in doubt", r.holes, Heading::OfPage) + page_items("warnings", r.warnings, Heading::OfPage) +
         page_items("notes", r.notes, Heading::OfPage);
  if (r.booted)
    out +=
        "<h2>what it rests on</h2>\n<section class=\"assumed\">" + page_facts(conditions_text(r, c)) + "</section>\n";
  out += page_end();
  return std::fwrite(out.data(), 1, out.size(), file) == out.size();
}

}  // namespace jmc::check
