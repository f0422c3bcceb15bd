// What jmc progress says, as text, as JSON and as a page.
#include <algorithm>

#include "check/report/json_key.hpp"
#include "check/report/markup.hpp"
#include "check/report/page.hpp"
#include "check/report/report.hpp"
#include "linearizability/search.hpp"
#include "listeners/story_text.hpp"
#include "listeners/text.hpp"
#include "progress/command.hpp"

namespace jmc::progress {

using listeners::count;
using listeners::grouped;
using listeners::padded;

namespace {

constexpr size_t kStoriesShown = 3;

std::string bounds_text(const Survey& s) {
  if (s.any) {
    std::string out = "any number of calls: " + count(s.bounds.threads, "thread");
    if (s.any->values == 1) out += ", value 1";
    else if (s.any->values) out += ", values 1.." + std::to_string(s.any->values);
    out += linearizability::content_text(s.any->content, s.any->size);
    if (s.any->draws) out += ", numbers drawn with at most " + count(*s.any->draws, "upper bit") + " set";
    return out;
  }
  if (s.single) return "in one program";
  std::string out = "up to " + count(s.bounds.threads, "thread") + ", " + count(s.bounds.calls, "call") + " each";
  if (s.bounds.invocations < s.bounds.threads * s.bounds.calls)
    out += " and " + std::to_string(s.bounds.invocations) + " in all";
  out += ", " + count(s.bounds.values, "value");
  for (const linearizability::Group& g : s.bounds.groups)
    out += ", " + count(g.threads, "thread") + " with " + linearizability::names_of(g.methods, s.description);
  return out;
}

std::string headline(const Survey& s) {
  switch (s.run.verdict()) {
    case check::Verdict::Violated: return "violated: " + s.run.violations.front().found.message;
    case check::Verdict::Error: return "error: " + s.run.reason;
    case check::Verdict::Inconclusive: return "inconclusive: " + s.run.reason;
    default:
      if (s.any)
        return (s.claims.empty() ? "done for " : "verified: what is claimed holds for ") + bounds_text(s) + " of " +
               s.run.program;
      return (s.claims.empty() ? "done: " : "verified: what is claimed holds in ") + count(s.programs, "program") +
             " of " + s.run.program;
  }
}

std::string level_text(const MethodProgress& m) {
  if (!m.looked_at()) return "not decided";
  if (m.level() == Level::Waiting) return "blocking, by design";
  return std::string(level_name(m.level())) + (m.decided() ? "" : "?");
}

// Which of the conditions decides the level: the weakest that is refuted.
const Refutation* decisive(const MethodProgress& m) {
  for (const auto& r : m.refuted)
    if (r) return &*r;
  return nullptr;
}

// Why the level is not a higher one, in a few words.
std::string reason(const Survey& s, const MethodProgress& m) {
  if (!m.unusable.empty()) return m.unusable;
  const Refutation* r = decisive(m);
  if (!r) {
    if (m.decided())
      return s.any && s.any->content != linearizability::Content::Unbounded ? "as long as the object holds no more"
                                                                            : "";
    if (!m.growing.empty()) return m.growing;
    return !m.given_up_first.empty() ? "given up: " + m.given_up_first
                                     : "no calls of others that bring the object back can be repeated for ever";
  }
  const std::string who = r->story.thread < r->story.story.threads.size() ? "thread " + std::to_string(r->story.thread)
                                                                          : std::string("a thread");
  const bool alone = std::all_of(r->lasso.loop.begin(), r->lasso.loop.end(),
                                 [&](const por::PathStep& step) { return step.thread == r->lasso.thread; });
  std::string what;
  if (r->lasso.loop.empty()) what = r->story.waits;
  else if (alone) what = "loops as long as the others do not run";
  else what = m.refuted[1] ? "loops while others do, and no call ends" : "loops while calls of others end";
  return r->program + ": " + who + " " + what;
}

// `any`: whether it says so of a number of steps.
std::string table_text(const Survey& s, bool& any) {
  size_t widest = 6;
  for (const MethodProgress& m : s.methods) widest = std::max(widest, m.label.size());
  std::string out =
      padded("method", widest + 2) + padded("progress", 21) + padded("alone", 7) + padded("at most", 9) + "because\n";
  for (const MethodProgress& m : s.methods) {
    const bool usable = m.looked_at();
    const auto steps = [&](bool known, uint64_t n) {
      if (!known) return std::string("-");
      any |= n == por::CallConditions::kNoBound;
      return n == por::CallConditions::kNoBound ? std::string("any") : grouped(n);
    };
    std::string line = padded(m.label, widest + 2) + padded(level_text(m), 21) +
                       padded(steps(usable && !m.refuted[0], m.alone), 7) +
                       padded(steps(usable && !m.refuted[2] && m.growing.empty(), m.own), 9) + reason(s, m);
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

std::string_view refuted_name(const MethodProgress& m) {
  return condition_name(m.refuted[0]   ? Condition::ObstructionFree
                        : m.refuted[1] ? Condition::LockFree
                                       : Condition::WaitFree);
}

// The schedule up to where it begins to repeat, and what is repeated.
std::pair<listeners::Story, listeners::Story> stem_and_loop(const Refutation& r) {
  std::pair<listeners::Story, listeners::Story> parts{r.story.story, r.story.story};
  std::erase_if(parts.first.steps, [&](const listeners::StoryStep& x) { return x.number > r.story.stem; });
  std::erase_if(parts.second.steps, [&](const listeners::StoryStep& x) { return x.number <= r.story.stem; });
  parts.second.legend.clear();
  return parts;
}

std::string story_of(const MethodProgress& m, const Refutation& r, int width, bool whole) {
  std::string out =
      "\n" + m.label + " is not " + std::string(refuted_name(m)) + ": " + r.call + " in " + r.program + "\n\n";
  listeners::FoundViolation none;
  const auto [stem, loop] = stem_and_loop(r);
  out += listeners::story_text(stem, none, width, whole);
  const std::string who = r.story.thread < stem.threads.size() ? stem.threads[r.story.thread] : "the thread";
  if (r.lasso.loop.empty()) return out + "\nthen " + who + " " + r.story.waits + ", as long as nobody else runs\n";
  return out + "\nthen for ever\n\n" + listeners::story_text(loop, none, width, true);
}

// What is meant by words of the table, in a line each.
std::vector<std::string> remarks(const check::Configuration& o, bool any) {
  std::vector<std::string> out = {
      "alone: steps that a call still takes at most, from any state, if only its thread runs; at most: in any "
      "schedule"};
  if (any)
    out.push_back("any: it ends as soon as it sees what was written, and no number of steps bounds when that is");
  if (o.vm.jmm) out.push_back("no thread reads an older value for ever (memory fairness)");
  out.push_back(
      "a star: the thread makes these calls again and again, for ever (a bar: it chooses one each time); a question "
      "mark: nothing refutes more, but "
      "not all was explored");
  return out;
}

std::string programs_text(const Survey& s) {
  if (s.any)
    return (s.any->pairs ? "first " + count(s.any->pairs, "program") + " of two calls, then " : "") + bounds_text(s) +
           ": " + count(s.run.statistics.states, "state") + ", " + count(s.run.statistics.transitions, "transition") +
           (s.given_up ? "; given up" : "");
  std::string out = count(s.programs, "program") + " " + bounds_text(s);
  if (s.skipped) out += ", and " + grouped(s.skipped) + " of which nothing was to be learnt";
  if (s.given_up) out += "; " + grouped(s.given_up) + " given up";
  if (s.endless_given_up) out += "; " + grouped(s.endless_given_up) + " with repetitions given up";
  return out;
}

using check::escaped;

// A row of the table of the page.
std::string row_of(const Survey& s, const MethodProgress& m, size_t number, bool& any) {
  const bool usable = m.looked_at(), refuted = decisive(m) != nullptr;
  const auto steps = [&](const char* label, bool known, uint64_t n) {
    if (known) any |= n == por::CallConditions::kNoBound;
    return "<td class=\"num\" data-label=\"" + std::string(label) + "\">" +
           (!known                               ? "-"
            : n == por::CallConditions::kNoBound ? "any"
                                                 : grouped(n)) +
           "</td>";
  };
  const std::string level = escaped(level_text(m)), link = "<a href=\"#m" + std::to_string(number) + "\">";
  return "<tr><td class=\"program\">" + escaped(m.label) + "</td><td data-label=\"progress\" class=\"" +
         (!usable || !m.decided() ? "maybe" : "") + "\">" + (refuted ? link + level + "</a>" : level) + "</td>" +
         steps("alone", usable && !m.refuted[0], m.alone) +
         steps("at most", usable && !m.refuted[2] && m.growing.empty(), m.own) + "<td data-label=\"because\">" +
         escaped(reason(s, m)) + "</td></tr>\n";
}

std::string page_of(const MethodProgress& m, const Refutation& r, size_t number, bool open) {
  const std::string id = "m" + std::to_string(number);
  const auto [stem, loop] = stem_and_loop(r);
  const std::string who = r.story.thread < stem.threads.size() ? stem.threads[r.story.thread] : "the thread";
  std::string out = "<details id=\"" + id + "\"" + (open ? " open" : "") + "><summary><span class=\"program\">" +
                    escaped(m.label) + "</span> is not " + std::string(refuted_name(m)) + ": <span class=\"program\">" +
                    escaped(r.call) + "</span> in <span class=\"program\">" + escaped(r.program) +
                    "</span></summary>\n" + check::page_story(stem, id + "t", "");
  if (r.lasso.loop.empty())
    return out + "<p>then " + escaped(who) + " " + escaped(r.story.waits) +
           ", as long as nobody else runs</p>\n</details>\n";
  return out + check::page_story(loop, id + "r", "<h3>then for ever</h3>") + "</details>\n";
}

}  // namespace

std::string html_of(const Survey& s, const check::Configuration& o) {
  const std::string answer = headline(s), verdict = answer.substr(0, answer.find(':'));
  const char* kind = s.run.verdict() == check::Verdict::Verified   ? "verified"
                     : s.run.verdict() == check::Verdict::Violated ? "violated"
                     : s.run.verdict() == check::Verdict::Error    ? "error"
                                                                   : "inconclusive";
  const std::string title = "Which calls of " + s.run.program + " come to an end?";
  std::string out = check::page_head(title) + "<header>\n<h1><span class=\"" + kind + "\">" + escaped(verdict) +
                    "</span> " + escaped(title) + "</h1>\n<p>" +
                    escaped(answer.substr(std::min(verdict.size() + 2, answer.size()))) +
                    "</p>\n</header>\n<h2>methods</h2>\n<table class=\"cards\"><thead><tr><th>method</th>"
                    "<th>progress</th><th class=\"num\">alone</th><th class=\"num\">at most</th><th>because</th></tr>"
                    "</thead><tbody>\n";
  bool any = false;
  for (size_t i = 0; i < s.methods.size(); ++i) out += row_of(s, s.methods[i], i + 1, any);
  out += "</tbody></table>\n<ul class=\"faint\">\n";
  for (const std::string& remark : remarks(o, any)) out += "<li>" + escaped(remark) + "</li>\n";
  out += "</ul>\n";
  bool first = true;
  for (size_t i = 0; i < s.methods.size(); ++i)
    if (const Refutation* r = decisive(s.methods[i])) {
      if (first) out += "<h2>schedules</h2>\n";
      out += page_of(s.methods[i], *r, i + 1, first);
      first = false;
    }
  return out + "<h2>what it rests on</h2>\n<p>" + escaped(programs_text(s)) + "</p>\n<section class=\"assumed\">" +
         check::page_facts(check::conditions_text(s.run, o)) + "</section>\n" + check::page_end();
}

std::string text_of(const Survey& s, const check::Configuration& o, int width) {
  bool any = false;
  std::string out = headline(s) + "\n\n" + table_text(s, any);
  out += "\n";
  for (const std::string& remark : remarks(o, any)) out += remark + "\n";
  size_t shown = 0;
  for (const MethodProgress& m : s.methods)
    if (const Refutation* r = decisive(m)) {
      if (s.methods.size() > kStoriesShown && shown++ == 1) {
        out += "\n--methods=NAME shows the schedule of another method, --json=FILE has all\n";
        break;
      }
      out += story_of(m, *r, width, o.whole_story);
    }
  return out + "\n" + programs_text(s) + "\n" + check::conditions_text(s.run, o);
}

std::string json_of(const Survey& s, const check::Configuration& o) {
  using rapidjson::Value;
  return check::with_key(check::report_json(s.run, o), "progress", [&](Value& p, auto& memory) {
    const auto text = [&](std::string_view t) {
      return Value(t.data(), static_cast<rapidjson::SizeType>(t.size()), memory);
    };
    const auto steps = [&](const std::vector<por::PathStep>& path) {
      Value list(rapidjson::kArrayType);
      for (const por::PathStep of : path) {
        Value step(rapidjson::kArrayType);
        step.PushBack(of.thread, memory).PushBack(of.alternative, memory);
        list.PushBack(step, memory);
      }
      return list;
    };
    Value methods(rapidjson::kArrayType);
    for (const MethodProgress& m : s.methods) {
      Value v(rapidjson::kObjectType);
      v.AddMember("method", text(m.label), memory);
      const bool known = m.looked_at();
      v.AddMember("progress", text(known ? level_name(m.level()) : "unknown"), memory);
      v.AddMember("decided", m.decided(), memory);
      v.AddMember("waits", m.waits, memory);
      v.AddMember("programs", m.programs, memory);
      v.AddMember("endless_programs", m.endless, memory);
      v.AddMember("given_up", m.given_up, memory);
      v.AddMember("endless_given_up", m.endless_given_up, memory);
      if (!m.given_up_first.empty()) v.AddMember("given_up_first", text(m.given_up_first), memory);
      if (!m.growing.empty()) v.AddMember("growing", text(m.growing), memory);
      if (!m.unusable.empty()) v.AddMember("unusable", text(m.unusable), memory);
      const auto bound = [&](const char* name, const char* none, uint64_t n) {
        if (n != por::CallConditions::kNoBound) v.AddMember(rapidjson::StringRef(name), n, memory);
        else v.AddMember(rapidjson::StringRef(none), true, memory);
      };
      if (known && !m.refuted[0]) bound("steps_alone", "any_steps_alone", m.alone);
      if (known && !m.refuted[2] && m.growing.empty()) bound("steps", "any_steps", m.own);
      Value refuted(rapidjson::kObjectType);
      for (size_t i = 0; i < kConditions; ++i) {
        if (!m.refuted[i]) continue;
        const Refutation& r = *m.refuted[i];
        Value w(rapidjson::kObjectType), story(rapidjson::kArrayType);
        w.AddMember("program", text(r.program), memory);
        w.AddMember("call", text(r.call), memory);
        w.AddMember("thread", r.lasso.thread, memory);
        w.AddMember("stem", steps(r.lasso.stem), memory);
        w.AddMember("loop", steps(r.lasso.loop), memory);
        if (!r.story.waits.empty()) w.AddMember("waits", text(r.story.waits), memory);
        for (const listeners::StoryStep& x : r.story.story.steps) {
          Value step(rapidjson::kObjectType);
          step.AddMember("step", x.number, memory);
          step.AddMember("thread", x.thread, memory);
          step.AddMember("operation", text(x.operation), memory);
          step.AddMember("class", text(x.place.klass), memory);
          step.AddMember("method", text(x.place.method), memory);
          step.AddMember("file", text(x.place.file), memory);
          step.AddMember("line", x.place.line, memory);
          story.PushBack(step, memory);
        }
        w.AddMember("story", story, memory);
        refuted.AddMember(text(condition_name(static_cast<Condition>(i))), w, memory);
      }
      v.AddMember("refuted", refuted, memory);
      methods.PushBack(v, memory);
    }
    p.AddMember("class", text(s.run.program), memory);
    p.AddMember("bounds", text(bounds_text(s)), memory);
    p.AddMember("programs", s.programs, memory);
    p.AddMember("skipped", s.skipped, memory);
    p.AddMember("given_up", s.given_up, memory);
    p.AddMember("endless_given_up", s.endless_given_up, memory);
    p.AddMember("methods", methods, memory);
  });
}

}  // namespace jmc::progress
