// The answer as workflow commands of a code host's CI: a line for each violation, which it shows beside the source.
#include "base/digest.hpp"
#include "check/report/places.hpp"
#include "check/report/report.hpp"

namespace jmc::check {

namespace {

// Of a message; of a property, with more.
std::string escaped(std::string_view text, bool property) {
  std::string out;
  for (const char c : text) {
    if (c == '%') out += "%25";
    else if (c == '\r') out += "%0D";
    else if (c == '\n') out += "%0A";
    else if (property && c == ':') out += "%3A";
    else if (property && c == ',') out += "%2C";
    else out += c;
  }
  return out;
}

// A line that begins so, but for spaces; of the older form anywhere in a line.
bool has_command(std::string_view text) {
  if (text.find("##[") != text.npos) return true;
  for (size_t at = text.find("::"); at != text.npos; at = text.find("::", at + 1)) {
    const size_t before = text.find_last_not_of(" \t\r\v\f", at - 1);
    if (at == 0 || before == text.npos || text[before] == '\n') return true;
  }
  return false;
}

}  // namespace

std::string without_commands(const std::string& text) {
  if (!has_command(text)) return text;
  const std::string mark = base::digest({reinterpret_cast<const uint8_t*>(text.data()), text.size()});
  return "::stop-commands::" + mark + "\n" + text + (text.ends_with('\n') ? "" : "\n") + "::" + mark + "::\n";
}

std::string annotations(const Result& r) {
  std::string out;
  for (const ReportedViolation& v : r.violations) {
    const listeners::Place p = place_to_look_at(v.story);
    out += "::error ";
    if (!p.file.empty()) out += "file=" + escaped(source_path(p), true) + ",";
    if (!p.file.empty() && p.line > 0) out += "line=" + std::to_string(p.line) + ",";
    out += "title=" + escaped("jmc: " + kind_of(v) + " in " + r.program, true) +
           "::" + escaped(v.found.message, false) + "\n";
  }
  const Verdict verdict = r.verdict();
  if (verdict == Verdict::Inconclusive || verdict == Verdict::Error)
    out += "::" + std::string(verdict == Verdict::Error ? "error" : "warning") + " title=" +
           escaped("jmc: " + std::string(verdict_name(verdict)) + (r.program.empty() ? "" : ", " + r.program), true) +
           "::" + escaped(r.reason_and_covered(), false) + "\n";
  return out;
}

}  // namespace jmc::check
