#include "linearizability/command.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <utility>

#include "base/attempt.hpp"
#include "base/memory.hpp"
#include "check/answers/name_lists.hpp"
#include "check/report/report.hpp"
#include "check/source/compile.hpp"
#include "linearizability/any_calls.hpp"
#include "linearizability/engine.hpp"
#include "linearizability/report.hpp"
#include "linearizability/search.hpp"
#include "linearizability/visibility_search.hpp"
#include "listeners/text.hpp"
#include "vm/code/draws.hpp"

namespace jmc::linearizability {

using Clock = std::chrono::steady_clock;

namespace {

constexpr uint64_t kMostOrders = 20000;  // of which the admitted outcomes are listed

// The calls of a program as numbers, each different call once.
Calls numbered(const Program& program, std::vector<Call>& table) {
  Calls out;
  for (const auto& thread : program.threads) {
    auto& calls = out.emplace_back();
    for (const Call& c : thread) {
      const auto it = std::find(table.begin(), table.end(), c);
      calls.push_back(static_cast<uint16_t>(it - table.begin()));
      if (it == table.end()) table.push_back(c);
    }
  }
  return out;
}

}  // namespace

namespace {

void fail(check::Result& r, const std::exception& e, const check::Stop& stop) {
  const bool stopped = stop.now.load();
  const bool late = stopped && stop.reason.load() == static_cast<int>(check::StopReason::TimeLimit);
  r.cause = late ? check::Cause::TimeLimit : stopped ? check::Cause::Interrupted : check::Cause::Error;
  r.reason = r.stopped = late                                                 ? "time limit"
                         : stopped                                            ? "interrupted"
                         : dynamic_cast<const std::bad_alloc*>(&e) != nullptr ? "out of memory"
                                                                              : e.what();
}

}  // namespace

check::Result check_program(ProgramReport& what, const std::string& cls, const Options& lin_options,
                            const check::Configuration& options, const check::Stop& stop, Clock::time_point start) {
  check::Result r;
  try {
    const Program program = parse_program(lin_options.program);
    if (program.threads.size() > kMostThreads)
      throw ProgramError("the program has more than " + std::to_string(kMostThreads) + " threads");
    Call constructor = parse_constructor(cls);
    what.cls = cls;
    what.program = text_of(program);
    what.notion = name_of(lin_options.notion);
    std::vector<Call> table;
    const Calls calls = numbered(program, table);
    Methods methods = methods_of(constructor.method, options);
    // As where jmc makes the programs.
    if (cls.find('(') == std::string::npos && !base::attempt<ProgramError>([&] {
          methods.constructor({constructor.method, {}});
        })) {
      if (const auto shipped = shipped_description(constructor.method)) constructor.arguments = shipped->arguments;
      else if (const auto usual = usual_arguments(methods)) constructor.arguments = *usual;
    }
    const Subject subject = subject_of(lin_options.subject, std::move(methods), constructor, options);
    what.subject = words_of(subject);
    Engine engine(options, stop, subject, table, record_of(lin_options.notion), lin_options.notion);
    engine.memory_limit = options.search.memory_limit_bytes;
    r.program = text_of(constructor);
    check::describe(engine.machine(), r);
    const Admitted admitted = linearizability::admitted(engine, calls, lin_options.notion, kMostOrders);
    what.sequential_executions = admitted.orders;
    what.sequential_blocked = admitted.blocked;
    what.all_admitted = admitted.all;
    for (const auto& outcome : admitted.outcomes) what.admitted.insert(text_of(outcome, admitted.last));
    if (!lin_options.emit.empty() && !admitted.all)
      throw ProgramError("--emit: the program has more than " + std::to_string(kMostOrders) + " sequential executions");
    r.start_seconds = std::chrono::duration<double>(Clock::now() - start).count();
    const ProgramAnswer answer = engine.check(calls, options.search.keep_going, {});
    r.search_seconds = std::chrono::duration<double>(Clock::now() - start).count() - r.start_seconds;
    r.statistics = answer.statistics;
    r.rounds = answer.rounds;
    r.contended = engine.vm().visibility.adopted();
    r.older = check::older_values_of(engine.vm());
    r.complete = answer.complete;
    r.holes = answer.holes;
    what.outcomes = answer.outcomes;
    what.blocked = answer.blocked;
    what.by_caller = answer.by_caller;
    if (!lin_options.emit.empty() && answer.by_caller) r.warnings.emplace_back(kNotEmitted);
    else if (!lin_options.emit.empty())
      emit(lin_options.emit, {client_name(constructor.method, 1), program, lin_options.notion == Notion::History, {}},
           subject, admitted);
    if (answer.by_caller) what.admitted = engine.admitted_by_caller(), what.all_admitted = true;
    for (const Unexplained& u : answer.unexplained) {
      check::ReportedViolation v;
      v.found = u.found;
      v.kind = reported_kind(u.kind);
      v.found.message = u.kind == "outcome"   ? "unexplained outcome: " + u.text
                        : u.kind == "blocked" ? "calls wait for ever, which no sequential execution explains: " + u.text
                                              : u.text;
      v.story = engine.tell(u);
      if (!v.story.complete)
        r.warnings.push_back("\"" + v.found.message +
                             "\" did not happen again when its schedule was replayed; please report this");
      what.unexplained.push_back(u.text);
      r.violations.push_back(std::move(v));
    }
    if (!r.violations.empty() && !answer.by_caller && !engine.keeps_caller.empty())
      r.warnings.push_back(warning_of(engine.keeps_caller));
    r.cause = answer.cause;
    if (!r.complete)
      r.reason = r.stopped = !r.violations.empty() && !options.search.keep_going
                                 ? "stopped at the first violation (--keep-going finds all)"
                                 : answer.stopped;
    const std::vector<std::string> unmet = check::unmet_classes(engine.vm(), options.vm.visible);
    if (!unmet.empty() && r.complete && r.violations.empty() &&
        (r.cause == check::Cause::None || r.cause == check::Cause::Holes)) {
      r.cause = check::Cause::UnknownName;
      r.reason = unmet.front();
    } else {
      r.warnings.insert(r.warnings.end(), unmet.begin(), unmet.end());
    }
    if (r.cause == check::Cause::None && !r.holes.empty() && !options.trust_visible) {
      r.cause = check::Cause::Holes;
      r.reason = options.vm.visible.empty() ? "accesses were found that may not be hidden"
                                            : "the visible list has holes (--trust-visible accepts them)";
    }
  } catch (const std::exception& e) { fail(r, e, stop); }
  r.peak_memory = base::peak_resident_bytes();
  r.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return r;
}

const char* name_of(Notion notion) {
  switch (notion) {
    case Notion::History: return "history";
    case Notion::Quiescent: return "quiescent";
    case Notion::Set: return "set";
    case Notion::Interval: return "interval";
    case Notion::Outcomes: break;
  }
  return "outcomes";
}

std::string words_of(Notion notion) {
  switch (notion) {
    case Notion::History: return "history (calls that do not overlap keep their order)";
    case Notion::Quiescent: return "quiescent (calls keep their order where no call was under way between them)";
    case Notion::Set: return "set (as history, and calls that overlap may take effect in one moment)";
    case Notion::Interval: return "interval (as history, and calls may take effect in two moments)";
    case Notion::Outcomes: break;
  }
  return "outcomes (calls of a thread keep their order)";
}

void refuse_with_program(const check::Settings& settings) {
  const check::OptionRow* one = check::first_given(settings, check::Column::ManyPrograms);
  if (one && check::setting(settings, "program").given)
    throw check::UsageError("--" + std::string(one->name) + ": --program is one program; expected one of the two");
}

WorkLimit limit_of_program(const check::Settings& settings) {
  const check::Setting& s = check::setting(settings, "program-limit");
  if (!s.given) return kUsualLimit;
  return {static_cast<double>(check::whole_number("program-limit", s.value, 0, 1'000'000)), 0};
}

namespace {

// History is meant, whether it was given or not.
void refuse_with_any_calls(const check::Settings& settings, Options& what) {
  const std::string any = what.program.empty() ? "--calls=any: " : "--program with threads that call for ever: ";
  if (!check::setting(settings, "notion").given) {
    what.notion = Notion::History;
    what.subject.notion = Notion::History;
  }
  if ((what.notion != Notion::History && !moves_apart(what.notion)) || what.visibility)
    throw check::UsageError(any +
                            "calls are explained by an order which keeps that of calls that do not overlap; "
                            "expected --notion=history, --notion=set, --notion=interval or no --notion");
  if (const check::OptionRow* one = check::first_given(settings, check::Column::NotEndless))
    throw check::UsageError(any + "one search answers for all programs; expected no --" + std::string(one->name));
  if (!what.program.empty() && what.calls)
    throw check::UsageError(any + "they make any number of calls; expected no --calls");
}

}  // namespace

Options linearizability_options(const check::Settings& settings) {
  Options what;
  const auto text = [&](const char* name) { return check::setting(settings, name).value; };
  const auto flag = [&](const char* name) { return check::setting(settings, name).given; };
  const auto number = [&](const char* name, uint64_t least, uint64_t most) {
    const std::string v = text(name);
    return v.empty() ? 0 : static_cast<uint32_t>(check::whole_number(name, v, least, most));
  };
  what.program = text("program");
  what.spec = text("spec");
  what.methods = text("methods");
  what.resume = text("resume");
  what.html = text("html");
  what.emit = text("emit");
  what.derived = flag("derived");
  what.first = flag("first");
  what.threads = number("threads", 2, kMostThreads);
  what.any_calls = text("calls") == "any" || has_endless_threads(what.program);
  if (text("calls") != "any") what.calls = number("calls", 1, 20);
  if (flag("size")) what.size = number("size", 0, 100);
  if (flag("draws")) what.draws = number("draws", 0, vm::Draws::kMostOnes);
  what.values = number("values", 1, 20);
  what.invocations = number("invocations", what.any_calls ? 0 : 2, 99);
  if (what.any_calls && flag("invocations")) what.first_calls = std::exchange(what.invocations, 0);
  what.jobs = number("jobs", 1, 1024);
  what.second_opinion = number("second-opinion", 0, 1'000'000);
  what.program_limit = limit_of_program(settings);
  if (const std::string v = text("random"); !v.empty()) {
    const size_t colon = v.find(':');
    what.random = check::whole_number("random", v.substr(0, colon), 1, uint64_t{1} << 40);
    if (colon != std::string::npos) what.seed = check::whole_number("random", v.substr(colon + 1), 0, ~uint64_t{0} - 1);
  }
  const std::string notion = text("notion");
  const auto means = [&](Notion n, std::string_view also) {
    if (notion != name_of(n) && notion != also) return false;
    what.notion = n;
    return true;
  };
  what.visibility = notion == "visibility";
  if (!what.visibility && !means(Notion::Outcomes, "sequential-consistency") &&
      !means(Notion::History, "linearizability") && !means(Notion::Quiescent, "quiescent-consistency") &&
      !means(Notion::Set, "set-linearizability") && !means(Notion::Interval, "interval-linearizability"))
    throw check::UsageError("--notion=" + notion +
                            ": expected outcomes (sequential consistency), history (linearizability), quiescent "
                            "(quiescent consistency), set (set linearizability), interval (interval linearizability) "
                            "or visibility (for each method, how much its calls see)");
  what.groups = text("group");
  what.engine = text("engine");
  if (!what.engine.empty() && what.engine != "each" && what.engine != "together")
    throw check::UsageError("--engine=" + what.engine + ": expected each or together");
  what.subject = {text("initial"), text("final"), text("invariant"), text("specification"), what.notion};
  if (moves_apart(what.notion) && what.subject.specification.empty())
    throw check::UsageError("--notion=" + notion +
                            ": what calls do that take effect in one moment, or in two, no class run by one thread "
                            "tells; expected --specification");
  const check::OptionRow* one = check::first_given(settings, check::Column::NotVisibility);
  if (what.visibility && one)
    throw check::UsageError("--notion=visibility: makes a table of all methods; expected no --" +
                            std::string(one->name));
  if ((what.notion == Notion::Quiescent || moves_apart(what.notion)) && !what.emit.empty())
    throw check::UsageError("--emit: a Java client cannot tell what --notion=" + notion +
                            " admits; expected another --notion");
  if (what.any_calls) refuse_with_any_calls(settings, what);
  else if (what.size)
    throw check::UsageError("--size: bounds the content where threads call for ever; expected --calls=any");
  if (flag("draws") && !what.any_calls)
    throw check::UsageError(
        "--draws: numbers that the JDK draws are chosen where threads call for ever; expected "
        "--calls=any");
  refuse_with_program(settings);
  if (what.derived && !what.spec.empty())
    throw check::UsageError("--derived: --spec gives the description; expected one of the two");
  return what;
}

void class_in_file(std::string& cls, check::Configuration& options) {
  const size_t arguments = cls.find('(');
  const std::string file = cls.substr(0, arguments);
  std::error_code ignored;
  if (options.sources.compiled() && check::source_in(cls) == check::source_in(options.sources.named.front())) {
    options.class_path = options.sources.classes + ":" + check::class_path_of_sources(options);
    cls = check::class_of_source(options.sources) + check::after_source(cls);
    return;
  }
  if (file.ends_with(".java") && std::filesystem::is_regular_file(file, ignored))
    throw check::UsageError(file + " is a source; expected what javac -g makes of it, a class");
  if (file.ends_with(".jar") && std::filesystem::is_regular_file(file, ignored))
    throw check::UsageError(file + " is a jar; expected --classpath=" + file + " and the name of a class in it");
  if (!file.ends_with(".class")) return;
  const classfile::MainClass found = classfile::locate_main(file);
  std::string path;
  for (const std::string& element : found.class_path) path += (path.empty() ? "" : ":") + element;
  options.class_path = options.class_path.empty() ? path : path + ":" + options.class_path;
  std::string name = found.internal_name;
  std::replace(name.begin(), name.end(), '/', '.');
  cls = name + (arguments == std::string::npos ? "" : cls.substr(arguments));
}

Conclusion run_linearizability(const Options& asked, const check::Configuration& given, const check::Stop& stop,
                               Clock::time_point start, check::Progress& progress) {
  Conclusion out;
  Options what = asked;
  check::Configuration options = given;  // with the class path that follows from the name of the class
  // What calls have returned is in the heap.
  options.vm.whole_ends = true;
  options.search.ends_apart = options.vm.ends_apart = false;
  // Counts go up and down for ever there.
  if (what.any_calls) options.vm.unread_adders = true;
  const int width = options.width;
  check::Result r;
  std::string cls = options.program;
  const bool in_file = cls.empty();  // the class is named by the description alone
  try {
    class_in_file(cls, options);
    class_in_file(what.subject.specification, options);
  } catch (const std::exception& e) { r.reason = e.what(); }
  if (!r.reason.empty()) {
    // told below
  } else if (!options.arguments.empty()) {
    r.reason = "linearizability: expected one class, found also " + options.arguments[0];
  } else if (what.any_calls) {
    try {
      const AnyReport found = search_any_calls(what, in_file ? "" : cls, options, stop, start, progress);
      out.verdict = found.search.run.verdict();
      out.text = text_of(found, options, width);
      out.json = json_of(found, options);
      return out;
    } catch (const std::exception& e) { fail(r, e, stop); }
  } else if (what.program.empty()) {
    try {
      // Opened before the work is done.
      std::unique_ptr<FILE, int (*)(FILE*)> page(what.html.empty() ? nullptr : std::fopen(what.html.c_str(), "w"),
                                                 std::fclose);
      if (!page && !what.html.empty()) throw ProgramError("--html=" + what.html + ": " + std::strerror(errno));
      if (what.visibility) {
        const LevelReport found = search_levels(what, in_file ? "" : cls, options, stop, start, progress);
        out.verdict = found.search.run.verdict();
        out.text = text_of(found, options, width);
        out.json = json_of(found, options);
        return out;
      }
      const SearchReport found = search_programs(what, in_file ? "" : cls, options, stop, start, progress);
      out.verdict = found.run.verdict();
      out.text = text_of(found, options, width);
      out.json = json_of(found, options);
      if (page) {
        const std::string html = html_of(found, options);
        if (std::fwrite(html.data(), 1, html.size(), page.get()) != html.size() || std::fflush(page.get()))
          throw ProgramError("--html=" + what.html + ": could not be written");
      }
      return out;
    } catch (const std::exception& e) { fail(r, e, stop); }
  } else {
    ProgramReport program;
    r = check_program(program, cls, what, options, stop, start);
    out.verdict = r.verdict();
    out.text = check::report_text(r, options, width);
    if (r.booted && r.verdict() != check::Verdict::Error) out.text += text_of(program);
    out.json = with_linearizability(check::report_json(r, options), program);
    return out;
  }
  out.verdict = r.verdict();
  out.text = check::report_text(r, options, width);
  out.json = check::report_json(r, options);
  return out;
}

}  // namespace jmc::linearizability
