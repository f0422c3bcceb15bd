// What a search of programs found, as text and as JSON.
#include <algorithm>
#include <cmath>

#include "check/report/json_key.hpp"
#include "check/report/report.hpp"
#include "linearizability/report.hpp"
#include "linearizability/search.hpp"
#include "linearizability/search_json.hpp"
#include "linearizability/second_opinion.hpp"
#include "listeners/story_text.hpp"
#include "listeners/text.hpp"

namespace jmc::linearizability {

using listeners::count;
using listeners::grouped;
using listeners::padded;
using listeners::seconds_text;

namespace {

constexpr size_t kShown = 20;

std::string programs_text(const SearchReport& r) {
  return r.random
             ? count(r.programs, "random program") + " of " + r.run.program + " (seed " + std::to_string(r.seed) + ")"
             : count(r.programs, "program") + " of " + r.run.program;
}

std::string headline(const SearchReport& r) {
  const std::string bounds = " with " + bounds_text(r) + (r.random ? "" : r.complete ? " (exhaustive)" : "");
  switch (r.run.verdict()) {
    case check::Verdict::Verified:
      return "verified: no violation in any of " + programs_text(r) + bounds + unspecified_text(r);
    case check::Verdict::Violated: {
      std::string out = "violated: " + r.run.violations.front().found.message;
      if (r.violations.size() > 1)
        out += "; and " + count(r.violations.size() - 1, "more program") + (r.all ? "" : " of other methods");
      return out;
    }
    case check::Verdict::Error: return "error: " + r.run.reason;
    default: return "inconclusive: " + r.run.reason;
  }
}

std::string table_text(const SearchReport& r) {
  const std::vector<MethodRow> table = table_of(r);
  const MethodSet blame = blamed(r);
  size_t widest = 0;
  for (size_t m = 0; m < table.size(); ++m) widest = std::max(widest, r.description.methods[m].label().size());
  std::string out = "methods (programs " + std::string(r.complete ? "" : "so far ") + "with " + bounds_text(r) + ")\n";
  for (const MethodRow::Status status : {MethodRow::Blamed, MethodRow::Involved, MethodRow::Unusable, MethodRow::Fine})
    for (size_t m = 0; m < table.size(); ++m) {
      if (table[m].status != status) continue;
      out += "  " + padded(r.description.methods[m].label(), widest + 2);
      MethodSet self;
      self.set(m);
      switch (status) {
        case MethodRow::Fine: out += "no violation found\n"; break;
        case MethodRow::Unusable: out += "could not be run\n"; break;
        case MethodRow::Involved: {
          MethodSet guilty;
          for (const size_t i : table[m].violations) guilty |= r.violations[i].methods & blame;
          const Finding& f = r.violations[table[m].violations.front()];
          out += "part of violations, not blamed (none found without " + names_of(guilty & ~self, r.description) +
                 "): " + f.name + ": " + f.text + "\n";
          break;
        }
        case MethodRow::Blamed: {
          const size_t most = std::min<size_t>(table[m].violations.size(), 3);
          for (size_t i = 0; i < most; ++i) {
            const Finding& f = r.violations[table[m].violations[i]];
            const std::string with = names_of(f.methods & ~self, r.description);
            out += (i ? std::string(widest + 4, ' ') : "") +
                   (with.empty() ? "violated alone: " : "violated with " + with + ": ") + f.name + ": " + f.text + "\n";
          }
          if (table[m].violations.size() > most)
            out += std::string(widest + 4, ' ') + "... and with " +
                   count(table[m].violations.size() - most, "more set of methods", "more sets of methods") + "\n";
        }
      }
    }
  if (!r.violations.empty() && !r.random)
    out += "  without " + names_of(blame, r.description) +
           (r.complete ? " no violation was found\n" : " no violation was found so far\n");
  return out;
}

std::string warm_up_text(const std::vector<std::string>& parts) {
  std::string out;
  for (const std::string& part : parts) out += (out.empty() ? "; used before, for the first time: " : ", ") + part;
  return out;
}

}  // namespace

std::string assumed_text(const SearchReport& r, const check::Configuration& o) {
  return std::string(o.vm.jmm ? "assumed: the Java Memory Model, without loads that are delayed behind later stores or "
                                "volatile loads, stores that are made ahead of volatile ones and volatile reads that "
                                "miss weaker writes; "
                              : "assumed: sequentially consistent memory; ") +
         std::string(r.run.atomic_locks
                         ? "operations of java.util.concurrent.locks, Semaphore and CountDownLatch are single steps"
                         : "locks run the JDK's own bytecode") +
         warm_up_text(r.run.warmed_up) + "; JDK " + r.run.jdk_version + ", " + r.run.jdk_home + "\n";
}

std::string together_text(const SearchReport& r) {
  return "  together: " + count(r.programs_together, "program") + " explained by " + grouped(r.proved) + " of " +
         count(r.families, "search", "searches") + " that explore many at once (their outcomes are not counted)" +
         (r.families_failed ? "; " + grouped(r.families_failed) + " ended with an error, the first: " + r.family_failure
                            : "") +
         "\n";
}

std::string text_of(const SearchReport& r, const check::Configuration& o, int width) {
  std::string out = headline(r) + "\n" + opinion_text(r) + "\n";
  if (!r.violations.empty()) {
    const Finding& f = r.violations.front();
    if (r.run.violations.front().story.complete)
      out +=
          listeners::story_text(r.run.violations.front().story, r.run.violations.front().found, width, o.whole_story) +
          "\n";
    // One that was drawn came before smaller ones, which were left out if they have the same methods.
    const bool drawn = r.random || (r.drawn_from && f.number >= r.drawn_from);
    out += std::string("smallest violating program") + (drawn ? " found: " : ": ") + f.name + "\n";
    out += "  unexplained " + f.text + "\n";
    size_t shown = 0;
    for (const std::string& s : f.admitted) {
      if (shown++ == kShown) {
        out += "  admitted    ... and " + std::to_string(f.admitted.size() - kShown) + " more\n";
        break;
      }
      out += "  admitted    " + s + "\n";
    }
    if (!f.all_admitted) out += "  admitted    ...\n";
    if (!f.advice.empty()) out += "  " + f.advice + "\n";
    out += "\n";
  }
  out += table_text(r) + "\n";
  for (size_t i = 0; i < std::min(kShown, r.unusable.size()); ++i)
    out += "could not be run: " + r.unusable[i].name + ": " + r.unusable[i].text + "\n";
  for (const std::string& s : r.undecided) out += "not decided: " + s + "\n";
  if (r.undecided_count > r.undecided.size() + r.unusable.size())
    out += "not decided: ... " + count(r.undecided_count, "program") + " in all\n";
  for (const std::string& w : r.run.warnings) out += "warning: " + w + "\n";
  if (!r.run.stopped.empty()) out += "note: " + r.run.stopped + "\n";
  out += text_of(r.description);
  for (const auto& [name, value] : r.subject) out += name + ": " + value + "\n";
  out += "notion: " + words_of(r.notion) + "\n";
  if (r.by_caller) out += kByCaller;
  out += assumed_text(r, o);
  out += "programs: " + grouped(r.programs) + " (" + grouped(r.explained) + " explained, " + grouped(r.violating) +
         " violating, " + grouped(r.skipped) +
         " skipped: they contain all methods of an earlier one that is violating" +
         (r.unusable.empty() ? "" : " or cannot be run") + ", " + grouped(r.undecided_count) + " undecided)\n";
  if (r.small && r.drawn_from) {
    out += "  in this order: all with up to " + std::to_string(r.small) + " calls (" + grouped(r.drawn_from) +
           "), drawn ones of more calls and two or three methods";
    if (r.rest_from) out += " (" + grouped(r.rest_from - r.drawn_from) + "), the rest";
    out += "\n";
  }
  const double here = r.run.search_seconds, all = r.search_seconds + r.sequential_seconds;
  out += "search: " + o.search.strategy + ", " + count(static_cast<uint64_t>(r.jobs), "process", "processes") + ", " +
         count(r.run.statistics.states, "state") + ", " + count(r.run.statistics.transitions, "transition") + ", " +
         count(r.outcomes, "outcome") + ", " + count(r.sequential_runs, "sequential run") + "\n";
  if (r.together) out += together_text(r);
  out += "  " + seconds_text(r.run.seconds) + " (start " + seconds_text(r.run.start_seconds) + ")";
  const uint64_t checked = r.explained + r.violating + r.undecided_count;
  if (here > 0 && !r.resumed)
    out += ", " + grouped(static_cast<uint64_t>(static_cast<double>(checked) / here)) + " programs/s";
  if (all > 0)
    out += ", " + std::to_string(static_cast<int>(std::round(100 * r.sequential_seconds / all))) +
           " % of the work in sequential runs";
  if (r.resumed) out += ", " + count(r.resumed, "program") + " taken over from an earlier run";
  return out + "\n";
}

std::string json_of(const SearchReport& r, const check::Configuration& o) {
  using Json = rapidjson::Value;
  return check::with_key(check::report_json(r.run, o), "linearizability", [&](Json& l, auto& memory) {
    const auto text = [&](const std::string& s) {
      return Json(s.c_str(), static_cast<rapidjson::SizeType>(s.size()), memory);
    };
    const auto labels = [&](const MethodSet& methods) {
      Json list(rapidjson::kArrayType);
      for (size_t m = 0; m < r.description.methods.size(); ++m)
        if (methods.test(m)) list.PushBack(text(r.description.methods[m].label()), memory);
      return list;
    };
    l.AddMember("class", text(r.run.program), memory);
    l.AddMember("notion", text(name_of(r.notion)), memory);
    l.AddMember("by_caller", r.by_caller != 0, memory);
    if (!r.random) l.AddMember("looked_at_calls", static_cast<uint64_t>(looked_at_calls(r)), memory);
    for (const auto& [name, value] : r.subject) l.AddMember(text(name), text(value), memory);
    Json description(rapidjson::kObjectType);
    description.AddMember("origin", text(r.description.origin), memory);
    Json all(rapidjson::kArrayType), left_out(rapidjson::kArrayType);
    for (const MethodDescription& m : r.description.methods) {
      Json j(rapidjson::kObjectType);
      j.AddMember("method", text(m.label()), memory);
      j.AddMember("readonly", m.readonly, memory);
      if (!m.visibility.empty()) j.AddMember("visibility", text(m.visibility), memory);
      all.PushBack(j, memory);
    }
    for (const std::string& s : r.description.left_out) left_out.PushBack(text(s), memory);
    description.AddMember("methods", all, memory);
    description.AddMember("left_out", left_out, memory);
    Json unspecified(rapidjson::kArrayType);
    for (const std::string& s : r.description.unspecified) unspecified.PushBack(text(s), memory);
    if (!unspecified.Empty()) description.AddMember("unspecified", unspecified, memory);
    l.AddMember("description", description, memory);
    Json bounds = bounds_json(r, memory);
    Json groups(rapidjson::kArrayType);
    for (const Group& g : r.bounds.groups) {
      Json group(rapidjson::kObjectType);
      group.AddMember("methods", labels(g.methods), memory);
      group.AddMember("threads", g.threads, memory);
      groups.PushBack(group, memory);
    }
    if (!groups.Empty()) bounds.AddMember("groups", groups, memory);
    l.AddMember("bounds", bounds, memory);
    if (r.random) {
      l.AddMember("random", r.random, memory);
      l.AddMember("seed", r.seed, memory);
    }
    if (r.small && r.drawn_from) {
      Json phases(rapidjson::kObjectType);
      phases.AddMember("calls", r.small, memory);
      phases.AddMember("drawn_from", r.drawn_from, memory);
      if (r.rest_from) phases.AddMember("rest_from", r.rest_from, memory);
      l.AddMember("phases", phases, memory);
    }
    l.AddMember("exhaustive", r.complete && !r.random && !r.undecided_count, memory);
    const uint64_t checked = r.explained + r.violating + r.undecided_count;
    for (const auto& [key, n] : {std::pair("programs", r.programs),
                                 {"explained", r.explained},
                                 {"violating", r.violating},
                                 {"skipped", r.skipped},
                                 {"undecided", r.undecided_count},
                                 {"programs_alone", checked - r.programs_together},
                                 {"resumed", r.resumed}})
      l.AddMember(rapidjson::StringRef(key), n, memory);
    l.AddMember("engine", rapidjson::StringRef(r.together ? "together" : "each"), memory);
    add_cost_json(r, l, memory);
    const double here = r.run.search_seconds;
    // Of what an earlier run did only the work is known, not the time that it took.
    l.AddMember("programs_per_second", here > 0 && !r.resumed ? Json(static_cast<double>(checked) / here) : Json(),
                memory);
    const auto findings = [&](const std::vector<Finding>& list) {
      Json out(rapidjson::kArrayType);
      for (const Finding& f : list) {
        Json j(rapidjson::kObjectType), admitted(rapidjson::kArrayType);
        j.AddMember("number", f.number, memory);
        j.AddMember("program", text(f.name), memory);
        j.AddMember("methods", labels(f.methods), memory);
        j.AddMember("kind", text(f.kind), memory);
        j.AddMember("outcome", text(f.text), memory);
        for (const std::string& s : f.admitted) admitted.PushBack(text(s), memory);
        j.AddMember("admitted", admitted, memory);
        j.AddMember("admitted_complete", f.all_admitted, memory);
        out.PushBack(j, memory);
      }
      return out;
    };
    l.AddMember("violations", findings(r.violations), memory);
    l.AddMember("unusable", findings(r.unusable), memory);
    Json undecided(rapidjson::kArrayType);
    for (const std::string& s : r.undecided) undecided.PushBack(text(s), memory);
    l.AddMember("undecided_programs", undecided, memory);
    l.AddMember("without", labels(blamed(r)), memory);
    Json methods(rapidjson::kArrayType);
    const std::vector<MethodRow> table = table_of(r);
    constexpr const char* kNames[] = {"no violation found", "violated", "involved", "could not be run"};
    for (size_t m = 0; m < table.size(); ++m) {
      Json j(rapidjson::kObjectType), partners(rapidjson::kArrayType);
      MethodSet self;
      self.set(m);
      j.AddMember("method", text(r.description.methods[m].label()), memory);
      j.AddMember("status", rapidjson::StringRef(kNames[table[m].status]), memory);
      for (const size_t i : table[m].violations) partners.PushBack(labels(r.violations[i].methods & ~self), memory);
      j.AddMember("partners", partners, memory);
      if (table[m].violations.empty()) j.AddMember("smallest", Json(), memory);
      else j.AddMember("smallest", text(r.violations[table[m].violations.front()].name), memory);
      methods.PushBack(j, memory);
    }
    l.AddMember("methods", methods, memory);
  });
}

}  // namespace jmc::linearizability
