// What a search of any number of calls found, as text and as JSON.
#include <algorithm>

#include "check/report/json_key.hpp"
#include "check/report/report.hpp"
#include "linearizability/any_calls.hpp"
#include "listeners/story_text.hpp"
#include "listeners/text.hpp"

namespace jmc::linearizability {

using listeners::count;
using listeners::grouped;
using listeners::seconds_text;

namespace {

constexpr size_t kShown = 20;

// "2 threads, keys 1..2, holding at most 2 elements"
std::string bounds_words(const AnyReport& r) {
  std::string out = count(r.search.bounds.threads, "thread");
  if (r.values == 1) out += ", value 1";
  else if (r.values) out += ", values 1.." + std::to_string(r.values);
  out += content_text(r.content, r.size);
  if (r.draws) out += ", numbers drawn with at most " + count(*r.draws, "upper bit") + " set";
  return out;
}

std::string headline(const AnyReport& r) {
  const check::Result& run = r.search.run;
  switch (run.verdict()) {
    case check::Verdict::Verified:
      return "verified for any number of calls: " + bounds_words(r) + unspecified_text(r.search);
    case check::Verdict::Violated: return "violated: " + run.violations.front().found.message;
    case check::Verdict::Error: return "error: " + run.reason;
    default: return "inconclusive: " + run.reason;
  }
}

const char* name_of_content(Content c) {
  return c == Content::Elements ? "elements" : c == Content::ByCalls ? "calls" : "unbounded";
}

std::string search_text(const AnyReport& r, const check::Configuration& o) {
  const SearchReport& s = r.search;
  std::string out = "search: " + o.search.strategy + ", " + count(r.searches, "search", "searches") + ", " +
                    count(s.run.statistics.states, "state") + ", " + count(s.run.statistics.transitions, "transition") +
                    ", " + count(s.sequential_runs, "sequential run") + "\n";
  if (r.first_calls)
    out += "  first all programs of up to " + count(r.first_calls, "call") + ", those of a number at once\n";
  if (r.endless && r.proof.statistics.states)
    out += "  any number of calls: " + count(r.proof.statistics.states, "state") + ", " +
           count(r.proof.statistics.transitions, "transition") + ", a path of " +
           count(r.proof.statistics.max_depth, "step") + "; the object has " + count(r.proof.object_states, "state") +
           " (" + grouped(r.proof.nodes) + " that calls tell apart), the monitor " + count(r.proof.sets, "set") +
           " of possibilities\n";
  return out + "  " + seconds_text(s.run.seconds) + " (start " + seconds_text(s.run.start_seconds) + "), peak memory " +
         grouped(s.run.peak_memory >> 20) + " MB\n";
}

}  // namespace

std::string text_of(const AnyReport& r, const check::Configuration& o, int width) {
  const SearchReport& s = r.search;
  std::string out = headline(r) + "\n\n";
  if (!s.violations.empty()) {
    const Finding& f = s.violations.front();
    const check::ReportedViolation& v = s.run.violations.front();
    if (v.story.complete) out += listeners::story_text(v.story, v.found, width, o.whole_story) + "\n";
    out += std::string(r.fewest ? "smallest violating program: " : "violating program: ") + f.name + "\n";
    if (r.endless) out += "  found by the search of any number of calls\n";
    out += "  unexplained " + f.text + "\n";
    size_t shown = 0;
    for (const std::string& a : f.admitted) {
      if (shown++ == kShown) {
        out += "  admitted    ... and " + std::to_string(f.admitted.size() - kShown) + " more\n";
        break;
      }
      out += "  admitted    " + a + "\n";
    }
    if (!f.all_admitted) out += "  admitted    ...\n";
    out += "\n";
  }
  if (!r.grows.empty()) out += "what grows: " + r.grows + "\n";
  for (const std::string& w : s.run.warnings) out += "warning: " + w + "\n";
  if (r.program.empty()) out += text_of(s.description);
  else out += "threads: " + r.program + "\n";
  for (const auto& [name, value] : s.subject) out += name + ": " + value + "\n";
  out += "notion: " + words_of(s.notion) + "\n";
  out += "bounds: " + bounds_words(r) + "\n";
  return out + assumed_text(s, o) + search_text(r, o);
}

std::string json_of(const AnyReport& r, const check::Configuration& o) {
  using Json = rapidjson::Value;
  const SearchReport& s = r.search;
  return check::with_key(check::report_json(s.run, o), "linearizability", [&](Json& l, auto& memory) {
    const auto text = [&](const std::string& t) {
      return Json(t.c_str(), static_cast<rapidjson::SizeType>(t.size()), memory);
    };
    const auto number = [&](const char* key, uint64_t n) { l.AddMember(rapidjson::StringRef(key), n, memory); };
    l.AddMember("class", text(s.run.program), memory);
    l.AddMember("notion", text(linearizability::name_of(s.notion)), memory);
    l.AddMember("calls", "any", memory);
    for (const auto& [name, value] : s.subject) l.AddMember(text(name), text(value), memory);
    if (!r.program.empty()) l.AddMember("threads_of_program", text(r.program), memory);
    Json methods(rapidjson::kArrayType);
    for (const MethodDescription& m : s.description.methods) methods.PushBack(text(m.label()), memory);
    l.AddMember("methods", methods, memory);
    number("threads", s.bounds.threads);
    number("values", r.values);
    l.AddMember("content", rapidjson::StringRef(name_of_content(r.content)), memory);
    if (r.content != Content::Unbounded) number("size", r.size);
    if (r.draws) number("draws", *r.draws);
    number("first_calls", r.first_calls);
    l.AddMember("endless", r.endless, memory);
    if (r.endless) {
      number("states", r.proof.statistics.states);
      number("transitions", r.proof.statistics.transitions);
      number("longest_path", r.proof.statistics.max_depth);
      number("object_states", r.proof.object_states);
      number("object_states_told_apart", r.proof.nodes);
      number("monitor_sets", r.proof.sets);
    }
    number("searches", r.searches);
    number("sequential_runs", s.sequential_runs);
    if (!r.grows.empty()) l.AddMember("grows", text(r.grows), memory);
    Json violations(rapidjson::kArrayType);
    for (const Finding& f : s.violations) {
      Json j(rapidjson::kObjectType), admitted(rapidjson::kArrayType);
      j.AddMember("program", text(f.name), memory);
      j.AddMember("kind", text(f.kind), memory);
      j.AddMember("outcome", text(f.text), memory);
      j.AddMember("fewest_calls", r.fewest, memory);
      for (const std::string& a : f.admitted) admitted.PushBack(text(a), memory);
      j.AddMember("admitted", admitted, memory);
      j.AddMember("admitted_complete", f.all_admitted, memory);
      violations.PushBack(j, memory);
    }
    l.AddMember("violations", violations, memory);
  });
}

}  // namespace jmc::linearizability
