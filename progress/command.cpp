#include "progress/command.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "check/report/report.hpp"
#include "linearizability/command.hpp"
#include "progress/any_calls.hpp"
#include "vm/code/draws.hpp"

namespace jmc::progress {

namespace {

// One search instead of many.
constexpr uint64_t kMostOfAnyCalls = 4'000'000;

// "lock-free", "poll=wait-free,offer(Object)=lock-free"
std::vector<Claim> parse_claims(const std::string& list) {
  std::vector<Claim> claims;
  for (const std::string& item : linearizability::listed_names(list)) {
    const size_t equals = item.rfind('=');
    const std::string name = equals == std::string::npos ? item : item.substr(equals + 1);
    bool known = false;
    for (const Level level : {Level::ObstructionFree, Level::LockFree, Level::WaitFree})
      if (level_name(level) == name) {
        claims.push_back({level, equals == std::string::npos ? "" : item.substr(0, equals)});
        known = true;
      }
    if (!known)
      throw check::UsageError("--expect=" + list +
                              ": expected wait-free, lock-free or obstruction-free, of all methods "
                              "or as in poll=wait-free, separated by commas");
  }
  return claims;
}

// Options that others have, and that would change what the answer says of all schedules.
void refuse(const check::Configuration& c) {
  const auto given = [&](const char* name) { return check::setting(c.settings, name).given; };
  if (given("por") && c.search.strategy != "none")
    throw check::UsageError("--por=" + c.search.strategy +
                            ": a reduction keeps the ends of executions, not those that have none; expected --por=none "
                            "or no --por");
  if (given("livelock"))
    throw check::UsageError(
        "--livelock: all schedules without an end are what jmc progress looks for; expected no "
        "--livelock");
  if (check::setting(c.settings, "html").value == check::kStandardOutput)
    throw check::UsageError("--html=-: the page of jmc progress goes to a file; expected its name");
  if (c.collect_references)
    throw check::UsageError("--weak-references=both: a reference may be cleared at any time; expected kept");
}

// Bounds of what has none, and the other way round.
void refuse_bounds(const Options& what, bool draws) {
  if (what.any_calls && what.calls)
    throw check::UsageError("--calls: threads that choose make any number of calls; expected no --calls");
  if (what.any_calls && what.invocations)
    throw check::UsageError("--invocations: threads that choose make any number of calls; expected no --invocations");
  if (what.size && !what.any_calls)
    throw check::UsageError("--size: bounds the content where threads call for ever; expected --calls=any");
  if (draws && !what.any_calls)
    throw check::UsageError(
        "--draws: numbers that the JDK draws are chosen where threads call for ever; expected --calls=any");
}

}  // namespace

Options progress_options(const check::Configuration& c) {
  refuse(c);
  Options what;
  const auto text = [&](const char* name) { return check::setting(c.settings, name).value; };
  const auto number = [&](const char* name, uint64_t least, uint64_t most) {
    const std::string v = text(name);
    return v.empty() ? 0 : static_cast<uint32_t>(check::whole_number(name, v, least, most));
  };
  what.program = text("program");
  what.spec = text("spec");
  what.methods = text("methods");
  what.groups = text("group");
  what.html = text("html");
  what.threads = number("threads", 2, linearizability::kMostThreads);
  what.any_calls = text("calls") == "any" || has_choices(what.program);
  if (text("calls") != "any") what.calls = number("calls", 1, 20);
  const auto given = [&](const char* name) { return check::setting(c.settings, name).given; };
  if (given("size")) what.size = number("size", 0, 100);
  if (given("draws") || what.any_calls) what.draws = number("draws", 0, vm::Draws::kMostOnes);
  what.values = number("values", 1, 20);
  what.invocations = number("invocations", 2, 99);
  what.most_states = check::whole_number("most-states", text("most-states"), 1, 1'000'000'000);
  if (what.any_calls && !given("most-states")) what.most_states = kMostOfAnyCalls;
  what.program_limit = linearizability::limit_of_program(c.settings);
  refuse_bounds(what, given("draws"));
  if (given("expect")) what.claims = parse_claims(text("expect"));
  linearizability::refuse_with_program(c.settings);
  return what;
}

Conclusion run_progress(const Options& what, const check::Configuration& given, const check::Stop& stop,
                        std::chrono::steady_clock::time_point start, check::Progress& progress) {
  Conclusion out;
  check::Configuration options = given;  // with the class path that follows from the name of the class
  // The whole graph, of a machine that takes for granted what every search does (docs/why/calls.md).
  options.search.strategy = "none";
  options.search.owner_for_blocked = options.search.held_back = options.search.lone_runs = false;
  options.search.learnt_order = false;
  options.search.ends_apart = options.vm.ends_apart = false;
  options.vm.distinguish |= vm::kDistinguishRounds;     // steps are counted
  if (what.any_calls) options.vm.unread_adders = true;  // counts go up and down for ever
  options.vm.ended_threads = true;                      // who repeats calls has drawn what it draws in them
  check::Result r;
  std::string cls = options.program;
  try {
    const bool in_description = cls.empty();
    linearizability::class_in_file(cls, options);
    if (!options.arguments.empty())
      throw check::UsageError("progress: expected one class, found also " + options.arguments[0]);
    // Opened before the work is done.
    const std::unique_ptr<FILE, int (*)(FILE*)> page(what.html.empty() ? nullptr : std::fopen(what.html.c_str(), "w"),
                                                     std::fclose);
    if (!page && !what.html.empty())
      throw linearizability::ProgramError("--html=" + what.html + ": " + std::strerror(errno));
    const Survey found = survey(what, in_description ? "" : cls, options, stop, start, progress);
    out.verdict = found.run.verdict();
    out.text = text_of(found, options, options.width);
    out.json = json_of(found, options);
    if (page) {
      const std::string html = html_of(found, options);
      if (std::fwrite(html.data(), 1, html.size(), page.get()) != html.size() || std::fflush(page.get()))
        throw linearizability::ProgramError("--html=" + what.html + ": could not be written");
    }
    return out;
  } catch (const std::exception& e) {
    const bool stopped = stop.now.load();
    r.cause = stopped ? check::Cause::Interrupted : check::Cause::Error;
    r.reason = r.stopped = stopped                                              ? "interrupted"
                           : dynamic_cast<const std::bad_alloc*>(&e) != nullptr ? "out of memory"
                                                                                : e.what();
  }
  out.verdict = r.verdict();
  out.text = check::report_text(r, options, options.width);
  out.json = check::report_json(r, options);
  return out;
}

}  // namespace jmc::progress
