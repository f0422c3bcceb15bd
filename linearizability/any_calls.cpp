#include "linearizability/any_calls.hpp"

#include <algorithm>
#include <utility>

#include "base/memory.hpp"
#include "linearizability/choose.hpp"
#include "linearizability/prepare.hpp"
#include "listeners/text.hpp"
#include "vm/code/draws.hpp"
#include "vm/native.hpp"

namespace jmc::linearizability {

using Clock = std::chrono::steady_clock;
using listeners::count;
using listeners::grouped;

namespace {

// Of the programs that come before the endless search: so many always, and more while they cost little.
constexpr uint32_t kFirstCalls = 3, kMostFirstCalls = 6;
constexpr uint64_t kLittle = 200'000;  // transitions
constexpr WorkLimit kMostForMore{0, 1'000'000};
constexpr uint32_t kMostCallsTold = 16;  // of the programs among which a violation that it has found is sought

double since(Clock::time_point t) { return std::chrono::duration<double>(Clock::now() - t).count(); }

class Search {
 public:
  Search(AnyReport& r, const Options& what, const check::Configuration& options, const check::Stop& stop,
         Engine& engine, std::optional<uint16_t> size_call, check::Progress& progress)
      : r_(r), what_(what), o_(options), stop_(stop), engine_(engine), size_call_(size_call), progress_(progress) {
    engine_.spinning_waits = true;
    engine_.told = [this](const por::SearchStatistics& s) {
      if (progress_.due())
        progress_.line(doing_ + ": " + count(s.states, "state") + ", path of " + grouped(s.max_depth) + " steps");
    };
  }

  // False: there is an answer.
  bool look_at(const std::vector<std::vector<uint16_t>>& threads) {
    const uint32_t first = what_.first_calls.value_or(kFirstCalls);
    for (uint32_t n = 1; n <= what_.first_calls.value_or(kMostFirstCalls); ++n) {
      doing_ = "programs of " + count(n, "call");
      const Proof proof = prove(threads, n, n <= first ? what_.program_limit : kMostForMore);
      if (stop_.now.load()) return give_up();
      const bool lost = !proof.complete && (proof.lost || proof.stuck);
      if (lost && !tell(threads, n, proof)) return false;
      if (proof.complete || lost) r_.first_calls = n;
      if (!proof.complete && !lost) break;  // it takes too long: the endless search need not
      if (n >= first && proof.statistics.transitions > kLittle) break;
    }
    doing_ = "any number of calls";
    r_.endless = true;
    const EndlessProof proof = endless(threads);
    add_cost(proof);
    r_.proof = proof;
    if (proof.complete) {
      if (proof.holes.empty() || o_.trust_visible) return true;
      return because(check::Cause::Holes, o_.vm.visible.empty()
                                              ? "accesses were found that may not be hidden"
                                              : "the visible list has holes (--trust-visible accepts them)");
    }
    if (proof.lost || proof.stuck) return shorten(threads, proof);
    return give_up();
  }

 private:
  bool because(check::Cause cause, const std::string& why) {
    r_.search.run.cause = cause;
    r_.search.run.reason = why;
    return false;
  }

  bool give_up() {
    using check::Cause;
    const por::SearchEnd end = r_.proof.end;
    if (r_.endless) r_.grows = r_.proof.grows;
    const std::string far = r_.endless ? " after " + count(r_.proof.statistics.states, "state") : std::string();
    if (stop_.reason.load() == static_cast<int>(check::StopReason::TimeLimit))
      return because(Cause::TimeLimit, "time limit" + far);
    if (stop_.now.load()) return because(Cause::Interrupted, "interrupted" + far);
    if (end == por::SearchEnd::MemoryLimit) return because(Cause::MemoryLimit, "memory limit" + far);
    if (end == por::SearchEnd::SpinLimit)
      return because(Cause::SpinLimit, "a thread that polled in vain was not followed further (--spin-limit)");
    if (end == por::SearchEnd::Bounded || end == por::SearchEnd::DepthBound)
      return because(Cause::Bounded, "the bound cut something off");
    return because(Cause::Undecided, "the search was not complete" + far);
  }

  void add_cost(const Proof& p) {
    check::Result& run = r_.search.run;
    run.statistics.states += p.statistics.states;
    run.statistics.transitions += p.statistics.transitions;
    run.statistics.executions += p.statistics.executions;
    run.statistics.max_depth = std::max(run.statistics.max_depth, p.statistics.max_depth);
    run.statistics.store_bytes = std::max(run.statistics.store_bytes, p.statistics.store_bytes);
    run.rounds = std::max(run.rounds, p.rounds);
    if (run.holes.empty()) run.holes = p.holes;
    r_.search.sequential_seconds += p.sequential_seconds;
    ++r_.searches;
  }

  Proof prove(const std::vector<std::vector<uint16_t>>& threads, uint32_t calls, WorkLimit limit) {
    const Family family{std::vector<uint32_t>(threads.size(), calls), calls, {}, threads};
    Proof proof = engine_.prove(family, limit);
    add_cost(proof);
    return proof;
  }

  EndlessProof endless(const std::vector<std::vector<uint16_t>>& threads) {
    GeneralClient client(engine_, stop_, size_call_, what_.size);
    EndlessProof proof = client.search(threads);
    r_.content = client.content();
    r_.size = client.size();
    return proof;
  }

  // What was lost in a search of all programs of so many calls is told; false: there is an answer. True: another search
  // of them has found nothing.
  bool tell(const std::vector<std::vector<uint16_t>>& threads, uint32_t calls, Proof proof) {
    if (violates(proof.program)) return r_.fewest = true, false;
    // It may be another program that leads to the same state.
    if (proof.complete || stop_.now.load()) return give_up();
    engine_.covers = false;
    proof = prove(threads, calls, what_.program_limit);
    engine_.covers = true;
    if (proof.complete) return true;
    if (violates(proof.program)) return r_.fewest = true, false;
    if (stop_.now.load()) return give_up();
    return because(check::Cause::Undecided,
                   "no order of the calls explains " + text(proof.program) +
                       (engine_.by_caller
                            ? ", but calls of their own threads do, which this search does not know; expected --calls=N"
                            : ", but calls that wait for each other do; what these return, no class run by one thread "
                              "tells; expected --specification, or --calls=N"));
  }

  bool shorten(const std::vector<std::vector<uint16_t>>& threads, const EndlessProof& lost) {
    for (uint32_t n = r_.first_calls + 1; n <= kMostCallsTold && !stop_.now.load(); ++n) {
      doing_ = "violated; fewest calls: programs of " + count(n, "call");
      const Proof proof = prove(threads, n, what_.program_limit);
      if (proof.complete) continue;
      if ((proof.lost || proof.stuck) && tell(threads, n, proof)) continue;
      if (proof.lost || proof.stuck) return false;
      break;
    }
    if (!stop_.now.load() && violates(lost.program)) return false;
    return because(
        check::Cause::Undecided,
        "an execution was found that no order of its calls explains, but no program of few calls that has it");
  }

  bool violates(const Calls& program) {
    size_t calls = 0;
    for (const auto& thread : program) calls += thread.size();
    if (program.empty() || calls > kMostCalls) return false;
    const ProgramAnswer answer = engine_.check(program, false, what_.program_limit);
    if (answer.unexplained.empty()) return false;
    const Unexplained& u = answer.unexplained.front();
    Finding f;
    f.program = program;
    f.kind = u.kind;
    f.text = u.text;
    f.name = text(program);
    check::ReportedViolation v;
    v.found = u.found;
    v.kind = reported_kind(u.kind);
    v.story = engine_.tell(u);
    if (!v.story.complete)
      r_.search.run.warnings.push_back("the violation of " + f.name +
                                       " did not happen again when its schedule was replayed; please report this");
    v.found.message = message_of(f);
    const Admitted admitted = linearizability::admitted(engine_, program, what_.notion, 2000);
    f.all_admitted = admitted.all;
    for (const auto& outcome : admitted.outcomes) f.admitted.insert(text_of(outcome, admitted.last));
    r_.search.violations.push_back(std::move(f));
    r_.search.run.violations.push_back(std::move(v));
    r_.search.run.cause = check::Cause::None;
    return true;
  }

  std::string text(const Calls& program) const {
    Program named;
    for (const auto& thread : program) {
      auto& calls = named.threads.emplace_back();
      for (const uint16_t c : thread) calls.push_back(engine_.call(c));
    }
    return text_of(named);
  }

  AnyReport& r_;
  const Options& what_;
  const check::Configuration& o_;
  const check::Stop& stop_;
  Engine& engine_;
  std::optional<uint16_t> size_call_;
  check::Progress& progress_;
  std::string doing_;
};

void refuse(const Options& what, const check::Configuration& options) {
  SearchReport report;
  Options each = what;
  each.engine.clear();
  each.notion = Notion::History;  // sets are followed by the same monitor
  choose_engine(each, options, report);
  if (!report.together)
    throw check::UsageError(
        "--calls=any: a search that comes to states again is needed; expected a --por that compares "
        "states (dl-s-por), no --stateless and no --bound");
}

}  // namespace

bool has_endless_threads(const std::string& program) { return stands_at(program, '*', 0); }

AnyReport search_any_calls(const Options& what, const std::string& cls, const check::Configuration& options,
                           const check::Stop& stop, Clock::time_point start, check::Progress& progress) {
  refuse(what, options);
  AnyReport r;
  SearchReport& s = r.search;
  std::optional<Description> spec;
  if (!what.spec.empty()) spec = read_description(what.spec);
  const Call constructor = parse_constructor(cls.empty() ? spec->cls : cls);
  Methods methods = methods_of(constructor.method, options);
  Instances instances;
  std::vector<Call> table;
  std::vector<std::vector<std::vector<uint16_t>>> divisions;
  Call made = constructor;
  s.bounds.own = false;
  if (!what.program.empty()) {
    r.program = what.program;
    std::vector<std::vector<uint16_t>> threads = endless_threads(what.program, table);
    s.bounds.threads = static_cast<uint32_t>(threads.size());
    divisions.push_back(std::move(threads));
  } else {
    s.description =
        describe({what.methods, what.derived}, spec, constructor, cls.find('(') != std::string::npos, methods);
    made.arguments = s.description.arguments;
  }
  const Subject subject = subject_of(what.subject, std::move(methods), made, options);
  if (what.program.empty()) {
    keep_specified(s.description, subject, !what.methods.empty());
    const Limits& l = s.description.limits;
    s.bounds.threads = what.threads ? what.threads : l.sequences.value_or(2);
    s.bounds.values = what.values ? what.values : l.values.value_or(2);
    s.bounds.groups = parse_groups(what.groups, s.description, subject.methods);
    instances = instances_of(s.description, s.bounds.values);
    for (const Instance& i : instances.all) table.push_back(i.call);
    divisions = divided(instances, s.bounds);
    for (const Instance& i : instances.all) r.values = std::max(r.values, i.largest);
  }
  s.notion = what.notion;
  s.subject = words_of(subject);
  const std::optional<uint16_t> size_call = find_size(subject, table);
  Engine engine(options, stop, subject, table, Record::Order, what.notion, true, what.draws);
  engine.memory_limit = options.search.memory_limit_bytes;
  engine.renamed = instances.renamed;
  check::describe(engine.machine(), s.run);
  s.run.program = text_of(made);
  s.run.start_seconds = since(start);
  s.run.cause = check::Cause::None;
  Search search(r, what, options, stop, engine, size_call, progress);
  bool all = true;
  for (const auto& threads : divisions) {
    all = search.look_at(threads);
    if (!all) break;
  }
  progress.clear();
  s.complete = s.run.complete = all;
  if (vm::facility<vm::Draws>(engine.vm()).any()) r.draws = what.draws;
  s.sequential_runs = engine.sequential_runs();
  note_unmet(s, engine.unmet_names(), options, engine);
  if (!s.unmet.empty() && all) {
    s.run.cause = check::Cause::UnknownName;
    s.run.reason = s.unmet.front();
  } else {
    s.run.warnings.insert(s.run.warnings.end(), s.unmet.begin(), s.unmet.end());
  }
  s.run.contended = engine.vm().visibility.adopted();
  s.run.older = check::older_values_of(engine.vm());
  s.run.search_seconds = since(start) - s.run.start_seconds;
  s.run.peak_memory = base::peak_resident_bytes();
  s.run.seconds = since(start);
  return r;
}

}  // namespace jmc::linearizability
