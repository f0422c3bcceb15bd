// Coverage as a page: what was executed, and the pairs of lines of different threads.
#include <algorithm>

#include "check/answers/coverage.hpp"
#include "check/report/markup.hpp"
#include "check/report/page.hpp"

namespace jmc::check {

namespace {

std::string share(size_t part, size_t whole) {
  return std::to_string(part) + " of " + std::to_string(whole) +
         (whole ? " (" + std::to_string(part * 100 / whole) + " %)" : "");
}

std::pair<size_t, size_t> bytecodes(const MethodCoverage& m) {
  size_t executed = 0;
  for (const auto& [offset, yes] : m.bytecodes) executed += yes;
  return {executed, m.bytecodes.size()};
}

std::string file_part(const std::string& path, const FileCoverage& f, size_t number) {
  std::string out = "<h2 id=\"f" + std::to_string(number) + "\">" + escaped(path) +
                    "</h2>\n<table class=\"cards\"><thead><tr><th>method</th><th>bytecodes</th></tr></thead><tbody>\n";
  for (const auto& [name, m] : f.methods) {
    const auto [executed, all] = bytecodes(m);
    out += "<tr><td class=\"program\">" + escaped(name) + "</td><td class=\"" +
           (!executed         ? "bad"
            : executed == all ? "fine"
                              : "maybe") +
           "\">" + share(executed, all) + "</td></tr>\n";
  }
  out += "</tbody></table>\n";
  if (f.text.empty()) return out;
  out += "<pre class=\"covered\" tabindex=\"0\" role=\"region\" aria-label=\"source\">";
  for (const auto& [line, text] : f.text) {
    const auto count = f.lines.find(line);
    std::string label = std::to_string(line);
    label = std::string(label.size() < 5 ? 5 - label.size() : 0, ' ') + label +
            (count == f.lines.end() ? "   "
             : count->second        ? " + "
                                    : " - ");
    const char* kind = count == f.lines.end() ? "faint" : count->second ? "fine" : "bad";
    out += "<span class=\"" + std::string(kind) + "\">" + label + "</span>" + escaped(text) + "\n";
  }
  return out + "</pre>\n";
}

}  // namespace

std::string coverage_page(const CoverageData& data) {
  std::string out =
      page_head("jmc: coverage") +
      "<h1>coverage</h1>\n<p>What searches of jmc have executed of the classes under test.</p>\n"
      "<table class=\"cards\"><thead><tr><th>source</th><th>lines</th><th>bytecodes</th></tr></thead><tbody>\n";
  size_t number = 0;
  for (const auto& [path, f] : data.files) {
    size_t hit = 0, executed = 0, all = 0;
    for (const auto& [line, count] : f.lines) hit += count != 0;
    for (const auto& [name, m] : f.methods) executed += bytecodes(m).first, all += bytecodes(m).second;
    out += "<tr><td><a href=\"#f" + std::to_string(++number) + "\">" + escaped(path) +
           "</a></td><td data-label=\"lines\">" + share(hit, f.lines.size()) + "</td><td data-label=\"bytecodes\">" +
           share(executed, all) + "</td></tr>\n";
  }
  out +=
      "</tbody></table>\n<h2>lines of different threads in conflict</h2>\n"
      "<p>Two threads were about to access the same variable, one of them to change it, or to take the same lock. "
      "Of a pair that was seen in one order only, the other one is impossible, or was left out by a limit.</p>\n";
  if (data.pairs.empty()) out += "<p>none</p>\n";
  else {
    out += "<table class=\"pairs cards\"><thead><tr><th>line</th><th>line</th><th>seen</th></tr></thead><tbody>\n";
    for (const auto& [lines, orders] : data.pairs)
      out += "<tr><td>" + escaped(lines.first) + "</td><td>" + escaped(lines.second) + "</td><td class=\"" +
             (orders.first && orders.second ? "fine\">in both orders"
              : orders.first                ? "maybe\">the first line first only"
                                            : "maybe\">the second line first only") +
             "</td></tr>\n";
    out += "</tbody></table>\n";
  }
  number = 0;
  for (const auto& [path, f] : data.files) out += file_part(path, f, ++number);
  return out + page_end();
}

}  // namespace jmc::check
