#include "linearizability/visibility_search.hpp"

#include <algorithm>
#include <list>
#include <map>

#include "base/memory.hpp"
#include "check/name_lists.hpp"
#include "linearizability/prepare.hpp"
#include "listeners/text.hpp"

namespace jmc::linearizability {

using Clock = std::chrono::steady_clock;

namespace {

// The programs of some methods of a description, in the numbers of all its calls.
class Part {
 public:
  // `own`: programs without this one are none of it; nothing: all programs.
  Part(const SearchReport& r, const Instances& all, const std::vector<uint32_t>& methods, std::optional<uint32_t> own)
      : description_(r.description), own_(own) {
    description_.methods.clear();
    for (const uint32_t m : methods) description_.methods.push_back(r.description.methods[m]);
    instances_ = instances_of(description_, r.bounds.values);
    for (const Instance& i : instances_.all) {
      const auto same = [&](const Instance& x) { return x.method == methods[i.method] && x.call == i.call; };
      number_.push_back(static_cast<uint16_t>(std::find_if(all.all.begin(), all.all.end(), same) - all.all.begin()));
      method_.push_back(methods[i.method]);
    }
    programs_.emplace(description_, instances_, r.bounds);
  }
  Part(const Part&) = delete;

  bool next(Calls& program) {
    while (programs_->next(program)) {
      bool wanted = !own_;
      for (auto& thread : program)
        for (uint16_t& c : thread) {
          wanted |= method_[c] == own_;
          c = number_[c];
        }
      if (wanted) return true;
    }
    return false;
  }

 private:
  Description description_;
  std::optional<uint32_t> own_;
  Instances instances_;
  std::vector<uint16_t> number_;  // of the part's calls among all
  std::vector<uint32_t> method_;
  std::optional<Programs> programs_;
};

std::string name_of(const Calls& program, const Instances& instances) {
  Program out;
  for (const auto& thread : program) {
    auto& block = out.threads.emplace_back();
    for (const uint16_t c : thread) block.push_back(instances.all[c].call);
  }
  return text_of(out);
}

void add_cost(SearchReport& r, const PoolAnswer& a) {
  r.run.statistics.states += a.states;
  r.run.statistics.transitions += a.transitions;
  r.run.statistics.executions += a.executions;
  r.outcomes += a.outcomes;
  r.blocked += a.blocked;
  r.sequential_runs += a.sequential_runs;
}

void take(LevelRow& row, PoolAnswer&& a, Calls&& program, const Instances& instances) {
  ++row.programs;
  const bool decided = a.status == PoolAnswer::Explained || (a.status == PoolAnswer::Unexplained && a.whole);
  if (!decided && !row.undecided++)
    row.undecided_first =
        name_of(program, instances) + ": " + (a.status == PoolAnswer::Unexplained ? "not explored to the end" : a.text);
  if (a.status != PoolAnswer::Unexplained || a.level > row.level) return;
  if (a.level == row.level && (row.program.empty() ? row.level == Visibility::Complete : row.number < a.number)) return;
  row.level = a.level;
  row.number = a.number;
  row.program = std::move(program);
  row.name = name_of(row.program, instances);
  row.kind = a.kind;
  row.text = a.text;
}

// The stories of methods that are weaker than they are meant to be.
void tell(LevelReport& out, Engine& engine, double seconds) {
  for (LevelRow& row : out.rows) {
    if (!row.too_weak()) continue;
    check::ReportedViolation v;
    v.kind = row.kind == "blocked" ? "deadlock" : row.kind;
    const ProgramAnswer answer = engine.check(row.program, true, seconds);
    const auto same = std::find_if(answer.unexplained.begin(), answer.unexplained.end(),
                                   [&](const Unexplained& u) { return u.text == row.text && u.kind == row.kind; });
    if (same != answer.unexplained.end()) {
      v.found = same->found;
      v.story = engine.tell(*same);
    }
    const std::string level(name_of(row.level));
    v.found.message = row.method.empty()
                          ? "trusted methods are not linearizable: " + row.name + ": " + row.text
                          : row.method + " is " + (row.level == Visibility::None ? "not even weak" : level) +
                                ", expected " + std::string(name_of(*row.mark)) + ": " + row.name + ": " + row.text;
    if (!v.story.complete)
      out.search.run.warnings.push_back("the outcome of " + row.name +
                                        " did not happen again when it was looked for once more; please report this");
    out.search.run.violations.push_back(std::move(v));
  }
}

void conclude(LevelReport& out, const check::Stop& stop) {
  using check::Cause;
  SearchReport& r = out.search;
  check::Result& run = r.run;
  run.cause = Cause::None;
  if (!r.complete) {
    const bool late = stop.reason.load() == static_cast<int>(check::StopReason::TimeLimit);
    run.cause = late ? Cause::TimeLimit : Cause::Interrupted;
    run.reason = run.stopped = late ? "time limit" : "interrupted";
  } else if (!r.unmet.empty() && run.violations.empty()) {
    run.cause = Cause::UnknownName;
    run.reason = r.unmet.front();
  } else if (r.undecided_count) {
    run.cause = Cause::Undecided;
    const auto first =
        std::find_if(out.rows.begin(), out.rows.end(), [](const LevelRow& row) { return row.undecided > 0; });
    run.reason = std::to_string(r.undecided_count) + " programs were not decided; the first: " + first->undecided_first;
  } else if (!r.programs) {
    run.cause = Cause::NothingToCheck;
    run.reason = "there is no program of these methods within these bounds that changes anything";
  }
  run.complete = r.complete && !r.undecided_count && run.violations.empty();
  if (run.cause != Cause::UnknownName) run.warnings.insert(run.warnings.end(), r.unmet.begin(), r.unmet.end());
}

}  // namespace

LevelReport search_levels(const Options& what, const std::string& cls, const check::Configuration& options,
                          const check::Stop& stop, Clock::time_point start, check::Progress& progress) {
  LevelReport out;
  SearchReport& r = out.search;
  const std::unique_ptr<Prepared> prepared = prepare(what, cls, options, r, start);
  const Instances& instances = prepared->instances;
  Engine& engine = *prepared->engine;
  std::vector<uint32_t> trusted;
  const auto& methods = r.description.methods;
  for (uint32_t m = 0; m < methods.size(); ++m)
    if (methods[m].trusted) trusted.push_back(m);
  if (trusted.empty())
    throw check::UsageError("--notion=visibility: the description of " + r.description.cls + " (" +
                            r.description.origin +
                            ") trusts no method, so that there is nothing to measure others by; expected --spec=FILE "
                            "with \"trusted\": true of those that see everything");
  for (const Instance& i : instances.all) engine.relaxed.push_back(!methods[i.method].trusted);
  if (what.serve) serve(engine, what.program_limit, options.trust_visible);

  std::list<Part> parts;
  parts.emplace_back(r, instances, trusted, std::nullopt);
  out.rows.emplace_back();
  for (uint32_t m = 0; m < methods.size(); ++m) {
    if (methods[m].trusted) continue;
    std::vector<uint32_t> with = trusted;
    with.insert(std::lower_bound(with.begin(), with.end(), m), m);
    parts.emplace_back(r, instances, with, m);
    LevelRow& row = out.rows.emplace_back();
    row.method = methods[m].label();
    row.mark = visibility_named(methods[m].visibility);
  }
  {
    Pool pool(engine, r.jobs, what.program_limit, options.trust_visible, serving(cls, options));
    struct Given {
      size_t row;
      Calls program;
    };
    std::map<uint64_t, Given> given;
    std::vector<PoolAnswer> answers;
    uint64_t number = 0, unmet = ~uint64_t{0};
    auto part = parts.begin();
    size_t row = 0;
    Calls program;
    while (!stop.now.load() && (part != parts.end() || !given.empty())) {
      while (part != parts.end() && pool.can_take()) {
        if (!part->next(program)) {
          ++part;
          ++row;
          continue;
        }
        pool.give(number, program);
        given[number++] = {row, program};
      }
      pool.wait(answers, 200);
      for (PoolAnswer& a : answers) {
        if (a.status != PoolAnswer::Error) unmet &= a.unmet;
        add_cost(r, a);
        auto was = given.extract(a.number);
        LevelRow& of = out.rows[was.mapped().row];
        take(of, std::move(a), std::move(was.mapped().program), instances);
      }
      answers.clear();
      if (progress.due())
        progress.line(listeners::grouped(number - given.size()) + " programs; " +
                      (row && row < out.rows.size() ? out.rows[row].method + ", " : std::string()) +
                      std::to_string(std::min(row, out.rows.size())) + " of " + std::to_string(out.rows.size()) +
                      " parts done");
    }
    progress.clear();
    r.jobs = pool.processes();
    r.complete = part == parts.end() && given.empty();
    size_t open = row;
    for (const auto& [n, g] : given) open = std::min(open, g.row);
    for (size_t i = 0; i < out.rows.size(); ++i) out.rows[i].all = i < open;
    const std::vector<std::string>& names = options.vm.visible.names();
    for (size_t i = 0; i < std::min<size_t>(names.size(), 64) && ~unmet; ++i)
      if (unmet >> i & 1) r.unmet.push_back(check::unmet_class(engine.vm(), names[i], {r.description.cls}));
  }
  for (const LevelRow& done : out.rows) {
    r.programs += done.programs;
    r.undecided_count += done.undecided;
  }
  r.run.search_seconds = std::chrono::duration<double>(Clock::now() - start).count() - r.run.start_seconds;
  tell(out, engine, stop.now.load() ? 5 : what.program_limit);
  r.run.contended = engine.vm().adopted();
  conclude(out, stop);
  r.run.peak_memory = base::peak_resident_bytes();
  r.run.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return out;
}

}  // namespace jmc::linearizability
