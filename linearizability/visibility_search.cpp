#include "linearizability/visibility_search.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <utility>

#include "base/memory.hpp"
#include "linearizability/prepare.hpp"
#include "linearizability/together.hpp"
#include "listeners/text.hpp"

namespace jmc::linearizability {

using Clock = std::chrono::steady_clock;

namespace {

// The programs of some methods of a description, explored at once where that is possible. What goes out of it is in the
// numbers of all calls of the description.
class Part {
 public:
  // `own`: programs without this one are none of it; nothing: all programs.
  Part(const SearchReport& r, const Instances& all, const std::vector<uint32_t>& methods, std::optional<uint32_t> own,
       WorkLimit program_limit)
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
    if (r.together) together_.emplace(description_, instances_, r.bounds, program_limit);
  }
  Part(const Part&) = delete;

  enum class Next : uint8_t { Over, Alone, Proved, Wait };
  // The next program: to be explored alone, or explained already. Wait: nothing until a family is answered for.
  // `singly`: no families any more.
  Next next(bool singly, Calls& program) {
    while (!held_) {
      if (!programs_->next(program_)) return Next::Over;
      held_ = !own_;
      for (const auto& thread : program_)
        for (const uint16_t c : thread) held_ |= method_[c] == own_;
    }
    if (together_ && !singly && program_.size() == 2) {
      const Together::Answer answer = together_->look(program_, {});
      if (answer == Together::Answer::Wait) return Next::Wait;
      held_ = answer == Together::Answer::Alone;
    }
    program = program_;
    for (auto& thread : program) renumber(thread);
    return std::exchange(held_, false) ? Next::Alone : Next::Proved;
  }
  std::optional<Together::Request> next_family() {
    std::optional<Together::Request> out = together_ ? together_->next() : std::nullopt;
    if (!out) return out;
    renumber(out->family.prefix);
    for (auto& calls : out->family.calls) renumber(calls);
    return out;
  }
  void answered(uint64_t family, bool proved) { together_->answered(family, proved); }

 private:
  void renumber(std::vector<uint16_t>& calls) const {
    for (uint16_t& c : calls) c = number_[c];
  }

  Description description_;
  std::optional<uint32_t> own_;
  Instances instances_;
  std::vector<uint16_t> number_;  // of the part's calls among all; ascending
  std::vector<uint32_t> method_;
  std::optional<Programs> programs_;
  std::optional<Together> together_;
  Calls program_;      // the present one
  bool held_ = false;  // it was not dealt with yet
};

std::string name_of(const Calls& program, const Instances& instances) {
  Program out;
  for (const auto& thread : program) {
    auto& block = out.threads.emplace_back();
    for (const uint16_t c : thread) block.push_back(instances.all[c].call);
  }
  return text_of(out);
}

// `number`: of the program in the order of those of the method.
void take(LevelRow& row, uint64_t number, PoolAnswer&& a, Calls&& program, const Instances& instances) {
  ++row.programs;
  const bool decided = a.status == PoolAnswer::Explained || (a.status == PoolAnswer::Unexplained && a.whole);
  if (!decided && !row.undecided++)
    row.undecided_first = name_of(program, instances) + ": " +
                          (a.status == PoolAnswer::Unexplained ? "not explored, or not explained, to the end" : a.text);
  if (a.status != PoolAnswer::Unexplained || a.level > row.level) return;
  if (a.level == row.level && (row.program.empty() || row.number < number)) return;
  row.level = a.level;
  row.number = number;
  row.program = std::move(program);
  row.name = name_of(row.program, instances);
  row.kind = a.kind;
  row.text = a.text;
}

// The stories of methods that are weaker than they are meant to be.
void tell(LevelReport& out, Engine& engine, WorkLimit limit) {
  for (LevelRow& row : out.rows) {
    if (!row.too_weak()) continue;
    check::ReportedViolation v;
    v.kind = reported_kind(row.kind);
    const ProgramAnswer answer = engine.check(row.program, true, limit);
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

// Deals the programs of all rows to a pool, families of programs before single ones where that can pay, and adds up
// what comes back.
class Dealer {
 public:
  Dealer(LevelReport& report, std::deque<Part>& rows, const Instances& instances, Pool& processes)
      : out(report),
        r(report.search),
        parts(rows),
        all(instances),
        pool(processes),
        dealt(rows.size()),
        over(rows.size()) {}

  void run(const check::Stop& stop, check::Progress& progress) {
    std::vector<PoolAnswer> answers;
    while (!stop.now.load()) {
      more = false;
      for (size_t row = 0; row < parts.size() && pool.can_take(); ++row) {
        deal_programs(row);
        deal_families(row);
      }
      if (given.empty() && std::find(over.begin(), over.end(), false) == over.end()) break;
      if (!given.empty()) pool.wait(answers, more ? 0 : 200);
      for (PoolAnswer& a : answers) take_answer(std::move(a));
      answers.clear();
      if (progress.due()) show(progress);
    }
    progress.clear();
    r.jobs = pool.processes();
    for (size_t i = 0; i < out.rows.size(); ++i) out.rows[i].all = over[i];
    for (const auto& [n, g] : given) out.rows[g.row].all &= g.program.empty();
    r.complete = std::all_of(out.rows.begin(), out.rows.end(), [](const LevelRow& row) { return row.all; });
  }

  uint64_t unmet = ~uint64_t{0};  // names that no program has met

 private:
  struct Given {
    size_t row = 0;
    uint64_t number = 0;  // of the program in its row, or of the family
    Calls program;        // none: a family
  };

  // Families that would only show again that some outcome is not explained by an order of calls are left out.
  void deal_programs(size_t row) {
    Calls program;
    for (int n = 0; !over[row] && pool.can_take(); ++n) {
      if (n == 4096) {
        more = true;
        return;
      }
      switch (parts[row].next(out.rows[row].level != Visibility::Complete, program)) {
        case Part::Next::Over: over[row] = true; break;
        case Part::Next::Wait: return;
        case Part::Next::Proved:
          ++dealt[row];
          ++out.rows[row].programs;
          ++r.programs_together;
          break;
        case Part::Next::Alone: pool.give(asked, program); given[asked++] = {row, dealt[row]++, std::move(program)};
      }
    }
  }

  void deal_families(size_t row) {
    while (pool.can_take()) {
      const std::optional<Together::Request> family = parts[row].next_family();
      if (!family) return;
      pool.give(asked, family->family, family->limit);
      given[asked++] = {row, family->number, {}};
      ++r.families;
    }
  }

  void take_answer(PoolAnswer a) {
    if (a.status != PoolAnswer::Error) unmet &= a.unmet;
    Given was = std::move(given.extract(a.number).mapped());
    if (!was.program.empty()) {
      add_cost(r, a);
      return take(out.rows[was.row], was.number, std::move(a), std::move(was.program), all);
    }
    parts[was.row].answered(was.number, a.status == PoolAnswer::Explained);
    family_answered(r, a);
  }

  void show(check::Progress& progress) const {
    uint64_t done = 0;
    for (const LevelRow& row : out.rows) done += row.programs;
    progress.line(listeners::count(done, "program") + "; " +
                  std::to_string(std::count(over.begin(), over.end(), true)) + " of " + std::to_string(over.size()) +
                  " methods done");
  }

  LevelReport& out;
  SearchReport& r;
  std::deque<Part>& parts;
  const Instances& all;
  Pool& pool;
  std::map<uint64_t, Given> given;
  std::vector<uint64_t> dealt;  // programs of each row
  std::vector<bool> over;
  uint64_t asked = 0;
  bool more = false;  // there is something to deal at once
};

std::vector<uint32_t> trusted_methods(const Description& description) {
  std::vector<uint32_t> trusted;
  for (uint32_t m = 0; m < description.methods.size(); ++m)
    if (description.methods[m].trusted) trusted.push_back(m);
  if (trusted.empty())
    throw check::UsageError("--notion=visibility: the description of " + description.cls + " (" + description.origin +
                            ") trusts no method, so that there is nothing to measure others by; expected --spec=FILE "
                            "with \"trusted\": true of those that see everything");
  return trusted;
}

// A row for the trusted methods alone, then one for each other method with them.
void make_rows(const Instances& instances, const std::vector<uint32_t>& trusted, WorkLimit limit, LevelReport& out,
               std::deque<Part>& parts) {
  const auto& methods = out.search.description.methods;
  parts.emplace_back(out.search, instances, trusted, std::nullopt, limit);
  out.rows.emplace_back();
  for (uint32_t m = 0; m < methods.size(); ++m) {
    if (methods[m].trusted) continue;
    std::vector<uint32_t> with = trusted;
    with.insert(std::lower_bound(with.begin(), with.end(), m), m);
    parts.emplace_back(out.search, instances, with, m, limit);
    LevelRow& row = out.rows.emplace_back();
    row.method = methods[m].label();
    row.mark = visibility_named(methods[m].visibility);
  }
}

}  // namespace

LevelReport search_levels(const Options& what, const std::string& cls, const check::Configuration& options,
                          const check::Stop& stop, Clock::time_point start, check::Progress& progress) {
  LevelReport out;
  SearchReport& r = out.search;
  choose_engine(what, options, r);
  const std::unique_ptr<Prepared> prepared = prepare(what, cls, options, r, start);
  const Instances& instances = prepared->instances;
  Engine& engine = *prepared->engine;
  const std::vector<uint32_t> trusted = trusted_methods(r.description);
  for (const Instance& i : instances.all) engine.relaxed.push_back(!r.description.methods[i.method].trusted);
  if (what.serve) serve(engine, what.program_limit, options.trust_visible);

  std::deque<Part> parts;
  make_rows(instances, trusted, what.program_limit, out, parts);
  {
    Pool pool(engine, r.jobs, what.program_limit, options.trust_visible, serving(cls, options));
    Dealer dealer(out, parts, instances, pool);
    dealer.run(stop, progress);
    note_unmet(r, dealer.unmet, options, engine);
  }
  for (const LevelRow& done : out.rows) {
    r.programs += done.programs;
    r.undecided_count += done.undecided;
  }
  r.run.search_seconds = std::chrono::duration<double>(Clock::now() - start).count() - r.run.start_seconds;
  tell(out, engine, stop.now.load() ? WorkLimit{5} : what.program_limit);
  r.run.contended = engine.vm().visibility.adopted();
  const auto undecided =
      std::find_if(out.rows.begin(), out.rows.end(), [](const LevelRow& row) { return row.undecided > 0; });
  conclude(r, stop, undecided == out.rows.end() ? "" : undecided->undecided_first);
  for (const LevelRow& row : out.rows)
    if (row.mark && row.all && !row.programs)
      r.run.warnings.push_back("there is no program of " + row.method +
                               " and the trusted methods within these bounds: nothing is said of whether it is " +
                               std::string(name_of(*row.mark)));
  r.run.peak_memory = base::peak_resident_bytes();
  r.run.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return out;
}

}  // namespace jmc::linearizability
