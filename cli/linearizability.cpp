#include "cli/linearizability.hpp"

#include <algorithm>

#include "classfile/class_path.hpp"
#include "cli/lin_engine.hpp"
#include "cli/lin_report.hpp"
#include "listeners/statistics.hpp"
#include "listeners/text.hpp"

namespace jmc::cli {

namespace lin = jmc::linearizability;
using lin::ProgramError;
using Clock = std::chrono::steady_clock;

namespace {

constexpr uint64_t kMostOrders = 20000;      // of which the admitted outcomes are listed

// The calls of a program as numbers, each different call once.
lin::Calls number(const lin::Program& program, std::vector<lin::Call>& table) {
  lin::Calls out;
  for (const auto& thread : program.threads) {
    auto& calls = out.emplace_back();
    for (const lin::Call& c : thread) {
      const auto it = std::find(table.begin(), table.end(), c);
      calls.push_back(static_cast<uint16_t>(it - table.begin()));
      if (it == table.end()) table.push_back(c);
    }
  }
  return out;
}

}  // namespace

Report check_program(LinProgramReport& what, const std::string& cls, const LinOptions& lin_options, Options& options, const Stop& stop, Clock::time_point start) {
  Report r;
  try {
    const lin::Program program = lin::parse_program(lin_options.program);
    if (program.threads.size() > lin::kMostThreads) throw ProgramError("the program has more than " + std::to_string(lin::kMostThreads) + " threads");
    const lin::Call constructor = lin::parse_constructor(cls);
    what.cls = cls;
    what.program = lin::text_of(program);
    what.notion = lin_options.history ? "history" : "outcomes";
    std::vector<lin::Call> table;
    const lin::Calls calls = number(program, table);
    const lin::Methods methods = methods_of(constructor.method, options);
    LinEngine engine(options, stop, methods, constructor, table, lin_options.history);
    engine.memory_limit = options.search.memory_limit_bytes = options.search.memory_limit_bytes ? options.search.memory_limit_bytes : default_memory_limit();
    r.program = text_of(constructor);
    r.booted = true;
    r.jdk_version = engine.vm().jdk.version;
    r.jdk_vendor = engine.vm().jdk.vendor;
    r.jdk_home = engine.vm().jdk.home;
    r.atomic_locks = engine.vm().atomic_locks();
    const lin::Admitted admitted = lin::admitted(engine, calls, kMostOrders);
    what.sequential_executions = admitted.orders;
    what.sequential_blocked = admitted.blocked;
    what.all_admitted = admitted.all;
    for (const auto& outcome : admitted.outcomes) {
      std::string text;
      for (size_t i = 0; i < outcome.size(); ++i) text += (i ? ", " : "") + outcome[i];
      what.admitted.insert(text);
    }
    r.start_seconds = std::chrono::duration<double>(Clock::now() - start).count();
    const ProgramAnswer answer = engine.check(calls, options.search.keep_going, 0);
    r.search_seconds = std::chrono::duration<double>(Clock::now() - start).count() - r.start_seconds;
    r.statistics = answer.statistics;
    r.rounds = answer.rounds;
    r.contended = engine.vm().adopted();
    r.complete = answer.complete;
    r.holes = answer.holes;
    what.outcomes = answer.outcomes;
    what.blocked = answer.blocked;
    for (const Unexplained& u : answer.unexplained) {
      ReportedViolation v;
      v.found = u.found;
      v.kind = u.kind == "blocked" ? "deadlock" : u.kind;
      v.found.message = u.kind == "outcome" ? "unexplained outcome: " + u.text : u.kind == "blocked" ? "calls wait for ever, which no sequential execution explains: " + u.text : u.text;
      v.story = engine.tell(u);
      if (!v.story.complete) r.warnings.push_back("\"" + v.found.message + "\" did not happen again when its schedule was replayed; please report this");
      what.unexplained.push_back(u.text);
      r.violations.push_back(std::move(v));
    }
    if (!r.violations.empty()) {
      r.verdict = Verdict::Violated;
      if (!r.complete) r.stopped = options.search.keep_going ? answer.stopped : "stopped at the first violation (--keep-going finds all)";
    } else if (!answer.complete) {
      r.verdict = Verdict::Inconclusive;
      r.reason = r.stopped = answer.stopped;
    } else if (!r.holes.empty() && !options.trust_visible) {
      r.verdict = Verdict::Inconclusive;
      r.reason = options.vm.visible.empty() ? "accesses were found that may not be hidden" : "the visible list has holes (--trust-visible accepts them)";
    } else {
      r.verdict = Verdict::Verified;
    }
  } catch (const std::bad_alloc&) {
    r.verdict = Verdict::Error;
    r.reason = "out of memory";
  } catch (const std::exception& e) {
    r.verdict = stop.now.load() ? Verdict::Inconclusive : Verdict::Error;
    r.reason = r.stopped = stop.now.load() ? "interrupted" : e.what();
  }
  r.peak_memory = listeners::peak_resident_bytes();
  r.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return r;
}

lin::Methods methods_of(const std::string& class_name, Options& options) {
  classfile::Jdk jdk = classfile::open_jdk(options.jdk);
  classfile::ClassPath user;
  user.add_list(options.class_path.empty() ? "." : options.class_path, jdk.release);
  return lin::Methods(class_name, [&](std::string_view name) {
    std::optional<classfile::Bytes> bytes = jdk.boot.find_class(name);
    return bytes ? std::move(bytes) : user.find_class(name);
  });
}

LinOptions take_linearizability(std::vector<std::string>& arguments) {
  LinOptions what;
  if (arguments.size() < 2 || arguments[1] != "linearizability") return what;
  what.asked = true;
  arguments.erase(arguments.begin() + 1);
  const auto take = [&](const std::string& name, auto&& use) {
    for (size_t i = 1; i < arguments.size(); ++i) {
      const std::string a = arguments[i];
      if (a.starts_with("--" + name + "=")) {
        use(a.substr(name.size() + 3));
        arguments.erase(arguments.begin() + static_cast<std::ptrdiff_t>(i--));
      } else if (a == "--" + name) {
        if (i + 1 >= arguments.size()) throw UsageError("--" + name + " needs a value");
        use(arguments[i + 1]);
        arguments.erase(arguments.begin() + static_cast<std::ptrdiff_t>(i), arguments.begin() + static_cast<std::ptrdiff_t>(i) + 2);
        --i;
      }
    }
  };
  take("program", [&](const std::string& v) { what.program = v; });
  take("notion", [&](const std::string& v) {
    if (v != "outcomes" && v != "history") throw UsageError("--notion=" + v + ": expected outcomes or history");
    what.history = v == "history";
  });
  return what;
}

LinConclusion run_linearizability(const LinOptions& what, Options& options, const Stop& stop, Clock::time_point start) {
  LinConclusion out;
  LinProgramReport program;
  Report r;
  if (!options.arguments.empty()) r.reason = "linearizability: expected one class, found also " + options.arguments[0];
  else if (what.program.empty()) r.reason = "linearizability: expected --program '{ call(1); call() } || { call() }' (programs are not enumerated yet)";
  else r = check_program(program, options.program, what, options, stop, start);
  out.verdict = r.verdict;
  out.text = report_text(r, options, options.width ? options.width : listeners::terminal_width(1));
  if (r.booted && r.verdict != Verdict::Error) out.text += text_of(program);
  out.json = with_linearizability(report_json(r, options), program);
  return out;
}

}  // namespace jmc::cli
