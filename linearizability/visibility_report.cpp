// The table of levels of visibility, as text and as JSON.
#include <algorithm>

#include "check/report/json_key.hpp"
#include "check/report/report.hpp"
#include "linearizability/search_json.hpp"
#include "linearizability/visibility_search.hpp"
#include "listeners/story_text.hpp"
#include "listeners/text.hpp"

namespace jmc::linearizability {

using listeners::count;
using listeners::grouped;
using listeners::padded;
using listeners::seconds_text;

namespace {

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
      return "violated: " + run.violations.front().found.message + (more ? "; and " + count(more, "more method") : "");
    }
    case check::Verdict::Error: return "error: " + run.reason;
    default: return "inconclusive: " + run.reason;
  }
}

std::string level_text(const LevelRow& row) {
  if (!row.programs) return row.all ? "no program" : "not reached";
  const std::string level(row.method.empty() && row.level == Visibility::None ? "violated" : name_of(row.level));
  // There is no level below the last.
  return (row.all && !row.undecided) || row.level == Visibility::None ? level : "at most " + level;
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
  out += "search: " + o.search.strategy + ", " + count(static_cast<uint64_t>(r.search.jobs), "process", "processes") +
         ", " + count(r.search.programs, "program") + ", " + count(run.statistics.states, "state") + ", " +
         count(r.search.outcomes, "outcome") + ", " + seconds_text(run.seconds) + "\n";
  if (r.search.families) out += together_text(r.search);
  return out;
}

std::string json_of(const LevelReport& r, const check::Configuration& o) {
  using Json = rapidjson::Value;
  return check::with_key(check::report_json(r.search.run, o), "linearizability", [&](Json& l, auto& memory) {
    const auto text = [&](std::string_view s) {
      return Json(s.data(), static_cast<rapidjson::SizeType>(s.size()), memory);
    };
    Json rows(rapidjson::kArrayType);
    l.AddMember("class", text(r.search.run.program), memory);
    l.AddMember("notion", "visibility", memory);
    for (const auto& [name, value] : r.search.subject) l.AddMember(text(name), text(value), memory);
    l.AddMember("bounds", bounds_json(r.search, memory), memory);
    l.AddMember("exhaustive", r.search.complete && !r.search.undecided_count, memory);
    l.AddMember("programs", r.search.programs, memory);
    l.AddMember("undecided", r.search.undecided_count, memory);
    add_cost_json(r.search, l, memory);
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
  });
}

}  // namespace jmc::linearizability
