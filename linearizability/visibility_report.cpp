// The table of levels of visibility, as text and as JSON.
#include <rapidjson/document.h>
#include <rapidjson/prettywriter.h>
#include <rapidjson/stringbuffer.h>

#include <algorithm>

#include "check/report/report.hpp"
#include "linearizability/visibility_search.hpp"
#include "listeners/story_text.hpp"
#include "listeners/text.hpp"

namespace jmc::linearizability {

using listeners::grouped;
using listeners::seconds_text;

namespace {

std::string count(uint64_t n, const char* what) { return grouped(n) + " " + what + (n == 1 ? "" : "s"); }

std::string trusted_names(const Description& d) {
  std::string out;
  for (const MethodDescription& m : d.methods)
    if (m.trusted) out += (out.empty() ? "" : ", ") + m.label();
  return out;
}

std::string headline(const LevelReport& r) {
  const check::Result& run = r.search.run;
  switch (run.verdict()) {
    case check::Verdict::Verified: {
      const auto marked = std::count_if(r.rows.begin(), r.rows.end(), [](const LevelRow& row) { return row.mark; });
      return "verified: the levels below" + (marked ? ", none weaker than the description has it," : std::string()) +
             " hold in all " + count(r.search.programs, "program") + " of " + run.program + " with " +
             bounds_text(r.search) + " (exhaustive)" + unspecified_text(r.search);
    }
    case check::Verdict::Violated: {
      const size_t more = run.violations.size() - 1;
      return "violated: " + run.violations.front().found.message +
             (more ? "; and " + std::to_string(more) + " more methods" : "");
    }
    case check::Verdict::Error: return "error: " + run.reason;
    default: return "inconclusive: " + run.reason;
  }
}

std::string level_text(const LevelRow& row) {
  if (!row.programs) return row.all ? "no program" : "not reached";
  const std::string level(row.method.empty() && row.level == Visibility::None ? "violated" : name_of(row.level));
  return row.all && !row.undecided ? level : "at most " + level;
}

std::string padded(const std::string& text, size_t width) {
  const size_t has = listeners::width_of(text);
  return text + std::string(has < width ? width - has : 0, ' ');
}

}  // namespace

std::string text_of(const LevelReport& r, const check::Configuration& o, int width) {
  const check::Result& run = r.search.run;
  std::string out = headline(r) + "\n\n";
  if (!run.violations.empty() && run.violations.front().story.complete)
    out +=
        listeners::story_text(run.violations.front().story, run.violations.front().found, width, o.whole_story) + "\n";
  size_t widest = std::string_view("trusted methods").size();
  for (const LevelRow& row : r.rows) widest = std::max(widest, row.method.size());
  out += "methods (each in programs with the trusted ones: " + trusted_names(r.search.description) + ")\n";
  out +=
      "  " + padded("", widest + 2) + padded("level", 22) + padded("described as", 14) + "no stronger one explains\n";
  for (const LevelRow& row : r.rows) {
    out += "  " + padded(row.method.empty() ? "trusted methods" : row.method, widest + 2) +
           padded(level_text(row), 22) +
           padded(row.method.empty() ? "complete"
                  : row.mark         ? std::string(name_of(*row.mark))
                                     : "",
                  14) +
           (row.program.empty() ? "" : row.name + ": " + row.text);
    while (out.back() == ' ') out.pop_back();
    out += "\n";
    if (row.undecided)
      out += "  " + padded("", widest + 2) + count(row.undecided, "program") +
             " not decided, the first: " + row.undecided_first + "\n";
  }
  out += "\n";
  for (const std::string& w : run.warnings) out += "warning: " + w + "\n";
  if (!run.stopped.empty()) out += "note: " + run.stopped + "\n";
  out += text_of(r.search.description);
  for (const auto& [name, value] : r.search.subject) out += name + ": " + value + "\n";
  out +=
      "notion: visibility (calls of a thread keep their order; how much of what was ordered before them calls see)\n";
  out += assumed_text(r.search, o);
  out += "search: " + o.search.strategy + ", " +
         (r.search.jobs == 1 ? "1 process" : std::to_string(r.search.jobs) + " processes") + ", " +
         count(r.search.programs, "program") + ", " + count(run.statistics.states, "state") + ", " +
         count(r.search.outcomes, "outcome") + ", " + seconds_text(run.seconds) + "\n";
  if (r.search.families)
    out += "  together: " + count(r.search.programs_together, "program") + " explained by " + grouped(r.search.proved) +
           " of " + grouped(r.search.families) +
           " searches that explore many at once (their outcomes are not counted)\n";
  return out;
}

std::string json_of(const LevelReport& r, const check::Configuration& o) {
  rapidjson::Document d;
  const std::string report = check::report_json(r.search.run, o);
  d.Parse(report.c_str(), report.size());
  auto& memory = d.GetAllocator();
  using Json = rapidjson::Value;
  const auto text = [&](std::string_view s) {
    return Json(s.data(), static_cast<rapidjson::SizeType>(s.size()), memory);
  };
  Json l(rapidjson::kObjectType), bounds(rapidjson::kObjectType), rows(rapidjson::kArrayType);
  l.AddMember("class", text(r.search.run.program), memory);
  l.AddMember("notion", "visibility", memory);
  for (const auto& [name, value] : r.search.subject) l.AddMember(text(name), text(value), memory);
  bounds.AddMember("threads", r.search.bounds.threads, memory);
  bounds.AddMember("calls", r.search.bounds.calls, memory);
  bounds.AddMember("values", r.search.bounds.values, memory);
  bounds.AddMember("invocations", r.search.bounds.invocations, memory);
  bounds.AddMember("limits_of_description", r.search.limits_of_description, memory);
  l.AddMember("bounds", bounds, memory);
  l.AddMember("exhaustive", r.search.complete && !r.search.undecided_count, memory);
  l.AddMember("programs", r.search.programs, memory);
  l.AddMember("undecided", r.search.undecided_count, memory);
  l.AddMember("outcomes", r.search.outcomes, memory);
  l.AddMember("families", r.search.families, memory);
  l.AddMember("families_proved", r.search.proved, memory);
  l.AddMember("programs_together", r.search.programs_together, memory);
  l.AddMember("jobs", r.search.jobs, memory);
  for (const LevelRow& row : r.rows) {
    Json j(rapidjson::kObjectType);
    j.AddMember("method", row.method.empty() ? Json() : text(row.method), memory);
    j.AddMember("level", row.programs ? text(name_of(row.level)) : Json(), memory);
    j.AddMember("described", row.mark ? text(name_of(*row.mark)) : Json(), memory);
    j.AddMember("programs", row.programs, memory);
    j.AddMember("undecided", row.undecided, memory);
    j.AddMember("exhaustive", row.all && !row.undecided, memory);
    j.AddMember("program", row.program.empty() ? Json() : text(row.name), memory);
    j.AddMember("kind", row.program.empty() ? Json() : text(row.kind), memory);
    j.AddMember("outcome", row.program.empty() ? Json() : text(row.text), memory);
    rows.PushBack(j, memory);
  }
  l.AddMember("methods", rows, memory);
  d.AddMember("linearizability", l, memory);
  rapidjson::StringBuffer out;
  rapidjson::PrettyWriter<rapidjson::StringBuffer> writer(out);
  writer.SetIndent(' ', 1);
  d.Accept(writer);
  return std::string(out.GetString(), out.GetSize()) + "\n";
}

}  // namespace jmc::linearizability
