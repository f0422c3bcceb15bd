// What an answer does not cover, each with the option that takes it away.
#include <algorithm>
#include <array>
#include <iterator>

#include "check/answers/explain.hpp"
#include "mcp/answers.hpp"

namespace jmc::mcp {

namespace {

struct Words {
  const char *name, *words, *option;
};

// Of "holds_under" (check/report/holds_under.cpp).
constexpr std::array kNarrowings = {
    Words{"sequential-consistency", "older values of plain variables, which a data race may read, were not explored",
          "\"memory\":\"jmm\""},
    Words{"volatile-reads-newest", "reads of volatile variables saw the newest value only",
          "\"volatile-reads\":\"any\""},
    Words{"volatile-reads", "not all that a volatile read behind a read by a race may overlook was explored",
          "\"volatile-reads\":\"any\""},
    Words{"load-buffering", "not all loads that are delayed behind later stores were explored",
          "\"load-buffering\":\"on\""},
    Words{"tearing", "long and double variables were read and written whole, as a 64-bit JVM does",
          "\"tearing\":\"on\""},
    Words{"dependent-loads-ordered", "loads through a reference saw what its writer had released, as on all processors",
          "\"dependent-loads\":\"any\""},
    Words{"views-newest", "views of bytes and memory outside of the heap were read and written in order",
          "no option yet"},
    Words{"executors-atomic", "what an executor does between two tasks was one step", "\"executors\":\"real\""},
    Words{"locks-atomic", "an operation of a lock was one step", "\"locks\":\"real\""},
    Words{"one-random-sequence", "random numbers were one fixed sequence", "\"random\":\"all\""},
    Words{"weak-references-kept", "weak references were never cleared", "\"weak-references\":\"both\""},
    Words{"late-time-outs", "no timed wait timed out while other threads could run", "\"timeouts\":\"both\""},
    Words{"no-time-outs", "no timed wait timed out", "\"timeouts\":\"both\""},
    Words{"always-time-outs", "each timed wait timed out", "\"timeouts\":\"both\""},
    Words{"livelocks-not-looked-for", "states that cannot reach an end were not looked for",
          "\"livelock\":\"report\", with \"por\":\"dl-s-por\""},
    Words{"reference-queues-empty", "nothing came out of reference queues: no object was collected", "no option yet"},
    Words{"finalizers-not-run", "finalize() of objects that nobody reaches was not run", "no option yet"},
    Words{"visible-list-trusted", "the list of visible classes has holes, and was trusted",
          "\"visible\" with what is missing"},
};

// What was chosen, and leaves something out whatever comes of it.
constexpr std::array kChosen = {
    Words{"bound", "executions beyond the bound", "without \"bound\""},
    Words{"seal", "preemptions inside of sealed methods", "without \"seal\""},
    Words{"search", "executions that were not drawn", "without \"search\""},
    Words{"visible", "scheduling points at what the list does not name", "without \"visible\""},
};

// Switched off unless asked for.
constexpr std::array kNotAsked = {
    Words{"spurious-wakeups", "waits that return without a reason", "\"spurious-wakeups\":true"},
    Words{"spurious-failures", "weakCompareAndSet that fails without a reason", "\"spurious-failures\":true"},
};

std::string option_of(const Value& report, const char* name) {
  const Value* configuration = find(report, "configuration");
  const Value* options = configuration ? find(*configuration, "options") : nullptr;
  return options ? text_at(*options, name) : "";
}

void by_cause(Page& page, const Value& report) {
  const std::string cause = text_at(report, "cause");
  if (cause.empty()) return;
  page.line("not complete: " + text_at(report, "reason"));
  if (!text_at(report, "stopped_at").empty()) page.line("  it stopped at " + text_at(report, "stopped_at"));
  if (cause == "first-violation")
    page.line("  option: \"keep-going\":true finds the other violations and all outcomes");
  else if (cause == "time-limit") page.line("  argument: more \"seconds\"");
  else page.text(check::explanation(cause));
  for (const Value* a : list_at(report, "advice"))
    page.line("  option: " + text_at(*a, "option") + ": " + text_at(*a, "reason"));
}

void narrowings(Page& page, const Value& report) {
  for (const std::string& name : texts_at(report, "holds_under")) {
    const auto known =
        std::find_if(kNarrowings.begin(), kNarrowings.end(), [&](const Words& w) { return name == w.name; });
    if (known == kNarrowings.end()) page.line("holds under " + name);
    else page.line("holds under " + name + ": " + known->words + "; option: " + known->option);
  }
}

void options(Page& page, const Value& report) {
  for (const Words& w : kChosen)
    if (const std::string value = option_of(report, w.name); !value.empty())
      page.line(std::string("chosen: ") + w.name + "=" + value + " leaves out " + w.words + "; " + w.option);
  // Of a verified answer that is told by "holds_under".
  if (text_at(report, "verdict") != "verified" && sequential_only(report))
    page.line("memory=sc: " + std::string(kNarrowings[0].words) + "; option: " + kNarrowings[0].option);
  if (option_of(report, "races") == "off")
    page.line("chosen: races=off: data races are not looked for; without \"races\"");
  if (option_of(report, "swallowed") == "off")
    page.line("chosen: swallowed=off: errors that nobody sees are not reported; without \"swallowed\"");
  std::string not_asked;
  for (const Words& w : kNotAsked)
    if (option_of(report, w.name) == "off")
      not_asked += (not_asked.empty() ? "" : "; ") + std::string(w.words) + " (" + w.option + ")";
  if (!not_asked.empty()) page.line("not asked for: " + not_asked);
}

void of_calls(Page& page, const Value& report) {
  const Value* l = find(report, "linearizability");
  if (!l || !l->IsObject()) return;
  if (const Value* bounds = find(*l, "bounds")) {
    const auto at = [&](const char* name) { return std::to_string(static_cast<int64_t>(number_at(*bounds, name))); };
    page.line("bounds: " + at("threads") + " threads, " + at("calls") + " calls each, " + at("invocations") +
              " calls in all, " + at("values") +
              " values; options: \"threads\", \"calls\", \"invocations\", \"values\"" +
              (flag_at(*l, "exhaustive") ? "" : "; not all programs within them were looked at"));
  }
  for (const char* key : {"skipped", "undecided"})
    if (const double n = number_at(*l, key); n > 0)
      page.line("programs " + std::string(key) + ": " + std::to_string(static_cast<int64_t>(n)));
  const Value* description = find(*l, "description");
  for (const auto& [of, key] : {std::pair{description, "left_out"}, std::pair{l, "unusable"}})
    for (const Value* m : of ? list_at(*of, key) : std::vector<const Value*>{})
      page.line(std::string("method ") + (key[0] == 'l' ? "left out" : "not usable") + ": " +
                (m->IsString() ? m->GetString() : text_of(*m)));
}

void of_report(Page& page, const Value& report) {
  by_cause(page, report);
  narrowings(page, report);
  of_calls(page, report);
  options(page, report);
  for (const Value* hole : list_at(report, "holes"))
    page.line("hole: " + (hole->IsString() ? std::string(hole->GetString()) : text_of(*hole)) +
              "; option: \"visible\" with it, or without \"visible\"");
  if (const Value* races = find(report, "race_search")) {
    const std::string answer = text_at(*races, "answer"), reason = text_at(*races, "reason");
    if (answer != "free" && answer != "racy")
      page.line("data races: " + answer + (reason.empty() ? "" : ": " + reason));
  }
  if (const Value* opinion = find(report, "second_opinion")) {
    const std::string reason = text_at(*opinion, "reason");
    page.line("second search, with nothing taken for granted: " + text_at(*opinion, "answer") +
              (reason.empty() ? "" : ": " + reason));
  }
  for (const std::string& drawn : texts_at(report, "random_drawn")) page.line("random numbers: " + drawn);
  for (const char* key : {"warnings", "notes"})
    for (const std::string& text : texts_at(report, key)) page.line("note: " + in_one_line(text));
  for (const Value* r : list_at(report, "relied_on"))
    page.line("relied on " + text_at(*r, "topic") + ": " + in_one_line(text_at(*r, "text")));
}

}  // namespace

Page limits_of(const Check& check) {
  Page page;
  page.line(check.verdict + "  [" + check.id + ", " + check.subject + "]");
  for (const Unit& u : check.units) {
    if (check.of_tests())
      page.line(u.name + ": " + u.verdict + (u.message.empty() ? "" : ": " + in_one_line(u.message)));
    if (u.report) of_report(page, *u.report);
  }
  page.line("one input: arguments, system properties and files as they were; other inputs are other checks");
  page.rest("ask with more bytes, or read jmc://" + check.id + "/text");
  return page;
}

}  // namespace jmc::mcp
