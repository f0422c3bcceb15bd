#include "check/report/outcomes_text.hpp"

#include <algorithm>
#include <cstring>

#include "listeners/names.hpp"
#include "listeners/text.hpp"

namespace jmc::check {

using listeners::count;
using listeners::grouped;

namespace {

constexpr size_t kOutcomesShown = 100;
constexpr size_t kLinesShown = 20;  // of one outcome

// The lines of an outcome, behind a label.
std::string outcome_lines(const std::string& label, const std::string& text, const char* remark = "") {
  std::string out;
  const std::vector<std::string> lines = listeners::lines_of(text);
  if (lines.empty()) out += label + "(nothing)\n";
  for (size_t i = 0; i < lines.size(); ++i) {
    if (i == kLinesShown && lines.size() > kLinesShown + 1) {
      out += std::string(label.size(), ' ') + "... " + grouped(lines.size() - i) + " more lines\n";
      break;
    }
    out += (i ? std::string(label.size(), ' ') : label) + printable(lines[i]) + (i == 0 ? remark : "") + "\n";
  }
  return out;
}

std::string outcomes_heading(const Result& r) {
  const std::string where = r.complete ? "" : r.bounded ? " within the bound" : " so far";
  if (r.longer_outcomes && !r.output_limit)
    return "outcomes: too many to be told apart" + where + " (--outcomes=all tells each)\n";
  const size_t drawn = r.covered.outcomes.size();
  return "outcomes: " + grouped(r.outcomes.size()) + where +
         (r.longer_outcomes ? ", and longer ones: the program can print without end" : "") +
         (drawn ? ", " + grouped(drawn) + (r.outcomes.empty() ? "" : " more") + " in drawn executions" : "") + "\n";
}

}  // namespace

std::string printable(std::string_view line) {
  const std::string text = listeners::quoted(line, line.size());
  std::string out = text.substr(1, text.size() - 2);
  // Only what would disturb the terminal is escaped.
  for (size_t at = 0; (at = out.find("\\\"", at)) != std::string::npos; ++at) out.erase(at, 1);
  for (size_t at = 0; (at = out.find("\\\\", at)) != std::string::npos; ++at) out.erase(at, 1);
  return out;
}

std::string outcomes_text(const Result& r) {
  const std::vector<std::string>& drawn = r.covered.outcomes;
  if (r.outcomes.empty() && !r.longer_outcomes && drawn.empty()) return {};
  if (r.outcomes.size() == 1 && r.outcomes.begin()->first.empty() && !r.longer_outcomes && drawn.empty())
    return "outcomes: nothing is printed (" + count(r.outcomes.begin()->second.end_states, "end state") + ")" +
           (r.complete  ? ""
            : r.bounded ? "; within the bound"
                        : "; not complete") +
           "\n";
  std::string out = outcomes_heading(r);
  size_t widest = drawn.empty() ? 0 : std::strlen("drawn"), shown = 0;
  for (const auto& [text, o] : r.outcomes) widest = std::max(widest, count(o.end_states, "end state").size());
  const auto label = [&](const std::string& words) {
    return "  " + words + std::string(widest - words.size() + 3, ' ');
  };
  for (const auto& [text, o] : r.outcomes) {
    if (++shown > kOutcomesShown) {
      out += "  ... and " + grouped(r.outcomes.size() - kOutcomesShown) + " more (--json lists all)\n";
      break;
    }
    out += outcome_lines(label(count(o.end_states, "end state")), text,
                         o.needs_memory_model ? "   (not under sequential consistency)" : "");
  }
  shown = 0;
  for (const std::string& text : drawn) {
    if (++shown > kOutcomesShown) {
      out += "  ... and " + grouped(drawn.size() - kOutcomesShown) + " more drawn (--json lists all)\n";
      break;
    }
    out += outcome_lines(label("drawn"), text);
  }
  if (r.longer_outcomes && !r.output_limit)
    out += "  " + count(r.longer_outcomes, "end state") +
           " in which something is printed: states that differ in it are one\n";
  else if (r.longer_outcomes)
    out += "  " + count(r.longer_outcomes, "end state") + " with more than " + count(r.output_limit, "byte") +
           " of output: such texts are not told apart\n";
  return out;
}

}  // namespace jmc::check
