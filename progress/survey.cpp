#include "progress/survey.hpp"

#include <algorithm>
#include <memory>

#include "base/memory.hpp"
#include "linearizability/choose.hpp"
#include "linearizability/report.hpp"
#include "listeners/text.hpp"
#include "progress/any_calls.hpp"

namespace jmc::progress {

using Clock = std::chrono::steady_clock;
using linearizability::Bounds;
using linearizability::Call;
using linearizability::Calls;
using linearizability::Description;
using linearizability::Engine;
using linearizability::Instances;
using linearizability::Methods;
using linearizability::ProgramError;

std::string_view level_name(Level level) {
  static constexpr std::array<std::string_view, 5> kNames = {"blocking", "waiting", "obstruction-free", "lock-free",
                                                             "wait-free"};
  return kNames[static_cast<size_t>(level)];
}

std::string_view condition_name(Condition condition) {
  return level_name(static_cast<Level>(static_cast<size_t>(condition) + 2));
}

Level MethodProgress::level() const {
  if (refuted[0]) return waits ? Level::Waiting : Level::Blocking;
  if (refuted[1]) return Level::ObstructionFree;
  return refuted[2] ? Level::LockFree : Level::WaitFree;
}

namespace {

bool same_schedule(const por::Lasso& a, const por::Lasso& b) {
  const auto same = [](const por::PathStep& x, const por::PathStep& y) {
    return x.thread == y.thread && x.alternative == y.alternative;
  };
  return a.thread == b.thread && std::equal(a.stem.begin(), a.stem.end(), b.stem.begin(), b.stem.end(), same) &&
         std::equal(a.loop.begin(), a.loop.end(), b.loop.begin(), b.loop.end(), same);
}

}  // namespace

void note(MethodProgress& m, const std::string& program, const Calls& calls, const std::string& call,
          const por::CallConditions& c, Explorer& explored_by) {
  m.alone = std::max(m.alone, c.alone);
  m.own = std::max(m.own, c.own);
  const std::optional<por::Lasso>* const lassos[kConditions] = {&c.stuck, &c.unproductive, &c.starved};
  for (size_t i = 0; i < kConditions; ++i) {
    if (m.refuted[i] || !*lassos[i]) continue;
    Refutation r;
    r.calls = calls;
    r.program = program;
    r.call = call;
    r.lasso = **lassos[i];
    const bool same = i && m.refuted[i - 1] && same_schedule(m.refuted[i - 1]->lasso, r.lasso);
    if (same) r.story = m.refuted[i - 1]->story;
    else r.story = explored_by.tell(r.lasso);
    m.refuted[i] = std::move(r);
  }
}

bool MethodProgress::decided() const {
  if (!looked_at()) return false;
  if (refuted[0]) return true;
  return !given_up && (refuted[2] || (endless && !endless_given_up && growing.empty()));
}

namespace {

// Endless programs of a method. What is then not decided stays so, unless a program without repetition decides it.
constexpr uint64_t kMostGivenUp = 12;

double since(Clock::time_point t) { return std::chrono::duration<double>(Clock::now() - t).count(); }

std::string text_of_endless(const EndlessProgram& program, const std::vector<Call>& table) {
  std::string out;
  for (size_t t = 0; t < program.calls.size(); ++t) {
    out += t ? " || { " : "{ ";
    for (size_t i = 0; i < program.calls[t].size(); ++i)
      out += (i ? "; " : "") + linearizability::text_of(table[program.calls[t][i]]);
    out += program.repeated[t] ? " }*" : " }";
  }
  return out;
}

class Surveyor {
 public:
  Surveyor(Survey& s, const Options& what, const check::Configuration& options, const check::Stop& stop,
           const linearizability::Subject& subject, std::vector<Call> table, std::vector<uint32_t> method_of)
      : s_(s),
        what_(what),
        o_(options),
        stop_(stop),
        subject_(subject),
        table_(std::move(table)),
        method_of_(std::move(method_of)) {
    boot();
  }

  Engine& engine() { return *engine_; }

  // A program that no variant of has been looked at. `enough`: what it could show is known.
  void look_at(const Calls& calls) {
    bool news = false;
    for (const auto& thread : calls)
      for (const uint16_t c : thread) news |= open(method_of_[c]);
    if (!news) {
      ++s_.skipped;
      return;
    }
    ++s_.programs;
    try {
      engine_->explore_sequential(calls);  // knows then which calls wait
      for (const auto& thread : calls)
        for (const uint16_t c : thread) s_.methods[method_of_[c]].waits |= engine_->waits(c);
      if (!endless_variants(calls)) run({calls, std::vector<bool>(calls.size())});
    } catch (const ProgramError& e) {
      unusable(calls, e.what());
      boot();
    }
  }

  void run(const EndlessProgram& program) {
    const Explored found = explorer_->explore(program);
    count(found.statistics);
    const bool endless = std::find(program.repeated.begin(), program.repeated.end(), true) != program.repeated.end();
    s_.given_up += !found.complete && !endless;
    s_.endless_given_up += !found.complete && endless;
    std::vector<bool> counted(s_.methods.size());
    for (const auto& thread : program.calls)
      for (const uint16_t call : thread) {
        if (counted[method_of_[call]]) continue;
        counted[method_of_[call]] = true;
        MethodProgress& m = s_.methods[method_of_[call]];
        ++m.programs;
        m.endless += found.complete && others_repeat(program, call);
        if (!found.complete && m.given_up_first.empty() && made_once(program, call))
          m.given_up_first = text_of_endless(program, table_) + ": " + found.stopped;
        if (!endless) m.given_up += !found.complete;
        else m.endless_given_up += !found.complete && made_once(program, call);
      }
    // A call that nobody can see is in no state: it has no steps that could go on for ever.
    for (const auto& [call, conditions] : found.conditions)
      note(s_.methods[method_of_[call]], program, call, conditions, *explorer_);
    if (!endless || found.complete) return;
    grown_.push_back(program);
    run_sequentially(program);
  }

  // Calls that do not bring the object back cannot be repeated for ever in a space of states that has an end. Where a
  // call takes more steps with each repetition, three times in a row, nothing is proved, and nobody would call it
  // wait-free.
  void look_for_growth(const Instances& instances) {
    for (uint16_t c = 0; c < table_.size(); ++c)
      for (const auto& [key, comes_back] : repeatable_) {
        const auto& [before, others] = key;
        if (stop_.now.load() || !wait_free_so_far(method_of_[c]) || !s_.methods[method_of_[c]].growing.empty()) break;
        // Three times the same others need no more threads than once.
        if (before.empty() && !comes_back && linearizability::within_groups({{c}, others}, s_.bounds, instances))
          look_for_growth(c, others);
      }
  }

 private:
  // Of a program whose older values have no end: an execution in which each read sees the newest is one of the memory
  // model, too, and nothing is overlooked in it. What it refutes is refuted; that it refutes nothing says nothing.
  void run_sequentially(const EndlessProgram& program) {
    if (!o_.vm.jmm || stop_.now.load()) return;
    try {
      if (!sequential_) {
        newest_ = o_;
        newest_.vm.jmm = newest_.vm.jmm_mixed = false;
        sequential_engine_ = make_engine(newest_);
        sequential_ = std::make_unique<Explorer>(*sequential_engine_, newest_, what_.most_states, what_.program_limit);
      }
      sequential_engine_->explore_sequential(program.calls);
      const Explored found = sequential_->explore(program);
      count(found.statistics);
      for (const auto& [call, conditions] : found.conditions)
        note(s_.methods[method_of_[call]], program, call, conditions, *sequential_);
    } catch (const ProgramError&) {
      sequential_.reset();
      sequential_engine_.reset();
    }
  }

  void count(const por::SearchStatistics& found) {
    por::SearchStatistics& all = s_.run.statistics;
    all.states += found.states;
    all.transitions += found.transitions;
    all.executions += found.executions;
    all.max_depth = std::max(all.max_depth, found.max_depth);
  }

  void look_for_growth(uint16_t call, const std::vector<uint16_t>& others) {
    std::string steps;
    uint64_t last = 0;
    EndlessProgram program{{{call}, {}}, {false, false}};
    try {
      engine_->explore_sequential({{call}, others});
      for (int n = 0; n < 3; ++n) {
        program.calls[1].insert(program.calls[1].end(), others.begin(), others.end());
        const Explored found = explorer_->explore(program);
        const auto at = found.conditions.find(call);
        if (!found.complete || at == found.conditions.end() || at->second.own <= last) return;
        if (at->second.own == por::CallConditions::kNoBound) return;  // with one round of others as with any number
        last = at->second.own;
        steps += (n ? ", " : "") + std::to_string(last);
      }
    } catch (const ProgramError&) { return boot(); }
    program.calls[1] = others;
    s_.methods[method_of_[call]].growing = text_of_endless(program, table_) +
                                           ": with the calls of thread 2 made once, twice and three times " + steps +
                                           " steps";
  }

  std::unique_ptr<Engine> make_engine(const check::Configuration& options) const {
    auto engine = std::make_unique<Engine>(options, stop_, subject_, table_, linearizability::Record::Nothing,
                                           linearizability::Notion::Outcomes);
    engine->memory_limit = options.search.memory_limit_bytes;
    return engine;
  }

  void boot() {
    engine_ = make_engine(o_);
    explorer_ = std::make_unique<Explorer>(*engine_, o_, what_.most_states, what_.program_limit);
  }

  // Something can still be learnt of it.
  bool open(uint32_t method) const { return !s_.methods[method].refuted[0] && s_.methods[method].unusable.empty(); }
  bool wait_free_so_far(uint32_t method) const { return open(method) && !s_.methods[method].refuted[2]; }

  // After the calls `before`, which another thread makes once.
  bool repeatable(const std::vector<uint16_t>& before, const std::vector<uint16_t>& calls) {
    const auto known = repeatable_.find({before, calls});
    if (known != repeatable_.end()) return known->second;
    return repeatable_[{before, calls}] = explorer_->comes_back(before, calls);
  }

  // One thread makes its calls while the others repeat theirs for ever: what they do includes what they do in the
  // program itself. False: no such variant was explored completely.
  bool endless_variants(const Calls& calls) {
    bool any = false;
    for (size_t t = 0; t < calls.size(); ++t) {
      bool asked = t == 0 || calls[t] != calls[t - 1];
      asked &= std::any_of(calls[t].begin(), calls[t].end(), [&](uint16_t c) {
        return wait_free_so_far(method_of_[c]) && s_.methods[method_of_[c]].endless_given_up < kMostGivenUp;
      });
      if (!asked) continue;
      EndlessProgram program{calls, std::vector<bool>(calls.size())};
      bool repeats = false;
      for (size_t u = 0; u < calls.size(); ++u)
        if (u != t && repeatable({}, calls[u]) && repeatable(calls[t], calls[u])) repeats = program.repeated[u] = true;
      if (!repeats) continue;
      // What makes the object grow in a part of it does so in the whole, and is known.
      if (std::any_of(grown_.begin(), grown_.end(), [&](const EndlessProgram& p) { return part_of(p, program); })) {
        ++s_.endless_given_up;
        run_sequentially(program);
        if (stop_.now.load()) return true;
        continue;
      }
      const uint64_t before = s_.endless_given_up;
      run(program);
      any |= s_.endless_given_up == before;
      if (stop_.now.load()) return true;
    }
    return any;
  }

  static bool made_once(const EndlessProgram& program, uint16_t call) {
    for (size_t t = 0; t < program.calls.size(); ++t)
      if (!program.repeated[t] &&
          std::find(program.calls[t].begin(), program.calls[t].end(), call) != program.calls[t].end())
        return true;
    return false;
  }

  // Each thread of the first makes some of the calls of one of the second, in their order, and repeats them if that
  // does.
  static bool part_of(const EndlessProgram& part, const EndlessProgram& whole) {
    std::vector<bool> used(whole.calls.size());
    for (size_t t = 0; t < part.calls.size(); ++t) {
      bool found = false;
      for (size_t u = 0; u < whole.calls.size() && !found; ++u) {
        if (used[u] || part.repeated[t] != whole.repeated[u]) continue;
        auto next = part.calls[t].begin();
        for (const uint16_t c : whole.calls[u])
          if (next != part.calls[t].end() && *next == c) ++next;
        used[u] = found = next == part.calls[t].end();
      }
      if (!found) return false;
    }
    return true;
  }

  bool others_repeat(const EndlessProgram& program, uint16_t call) const {
    for (size_t t = 0; t < program.calls.size(); ++t) {
      const auto& calls = program.calls[t];
      if (std::find(calls.begin(), calls.end(), call) == calls.end()) continue;
      for (size_t u = 0; u < program.calls.size(); ++u)
        if (u != t && program.repeated[u]) return true;
    }
    return false;
  }

  void note(MethodProgress& m, const EndlessProgram& program, uint16_t call, const por::CallConditions& c,
            Explorer& explored_by) {
    progress::note(m, text_of_endless(program, table_), program.calls, linearizability::text_of(table_[call]), c,
                   explored_by);
  }

  void unusable(const Calls& calls, const std::string& why) {
    std::string text = text_of_endless({calls, std::vector<bool>(calls.size())}, table_) + ": " + why;
    for (const auto& thread : calls)
      for (const uint16_t c : thread) {
        MethodProgress& m = s_.methods[method_of_[c]];
        if (m.given_up++ == 0) m.given_up_first = text;
      }
    if (std::all_of(calls.begin(), calls.end(), [&](const auto& thread) {
          return std::all_of(thread.begin(), thread.end(),
                             [&](uint16_t c) { return method_of_[c] == method_of_[calls[0][0]]; });
        }))
      s_.methods[method_of_[calls[0][0]]].unusable = why;
    ++s_.given_up;
  }

  Survey& s_;
  const Options& what_;
  const check::Configuration& o_;
  const check::Stop& stop_;
  const linearizability::Subject& subject_;
  std::vector<Call> table_;
  std::vector<uint32_t> method_of_;  // by number in the table
  std::unique_ptr<Engine> engine_;
  std::unique_ptr<Explorer> explorer_;
  check::Configuration newest_;  // o_, with the newest value for each read
  std::unique_ptr<Engine> sequential_engine_;
  std::unique_ptr<Explorer> sequential_;
  std::map<std::pair<std::vector<uint16_t>, std::vector<uint16_t>>, bool> repeatable_;
  std::vector<EndlessProgram> grown_;  // smallest first, those that were given up
};

bool means(const Claim& claim, const MethodProgress& m) {
  return claim.method.empty() || m.label == claim.method || m.label.substr(0, m.label.find('(')) == claim.method;
}

void check_claims(const Survey& s) {
  for (const Claim& claim : s.claims)
    if (std::none_of(s.methods.begin(), s.methods.end(), [&](const MethodProgress& m) { return means(claim, m); })) {
      std::string known;
      for (const MethodProgress& m : s.methods) known += (known.empty() ? "" : ", ") + m.label;
      throw ProgramError("--expect: " + claim.method + " is none of the methods that are looked at: " + known);
    }
}

void choose_bounds(const Options& what, Bounds& b) {
  b.own = false;
  b.readers = true;
  b.threads = what.threads ? what.threads : 2;
  b.calls = what.calls ? what.calls : 2;
  b.values = what.values ? what.values : what.any_calls ? 2 : 1;
  b.invocations = what.invocations ? what.invocations : what.threads || what.calls ? b.threads * b.calls : 3;
}

void show(check::Progress& progress, const Survey& s, double position) {
  if (!progress.due()) return;
  char part[32];
  std::snprintf(part, sizeof part, "%.0f %%", 100 * position);
  progress.line(listeners::count(s.programs, "program") + ", " + listeners::count(s.run.statistics.states, "state") +
                "; " + part);
}

// The program that the user has given: "{ poll() } || { offer(1); poll() }*".
EndlessProgram given_program(const std::string& text, std::vector<Call>& table) {
  EndlessProgram out;
  std::string plain;
  int depth = 0;
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') quoted = !quoted;
    if (!quoted && c == '{') ++depth;
    if (!quoted && c == '}' && --depth == 0) out.repeated.push_back(false);
    if (!quoted && c == '*' && depth == 0 && !out.repeated.empty()) out.repeated.back() = true;
    else plain += c;
  }
  const linearizability::Program program = linearizability::parse_program(plain);
  if (program.threads.size() > linearizability::kMostThreads)
    throw ProgramError("the program has more than " + std::to_string(linearizability::kMostThreads) + " threads");
  out.repeated.resize(program.threads.size());
  for (const auto& thread : program.threads) {
    auto& calls = out.calls.emplace_back();
    for (const Call& c : thread) {
      const auto at = std::find(table.begin(), table.end(), c);
      calls.push_back(static_cast<uint16_t>(at - table.begin()));
      if (at == table.end()) table.push_back(c);
    }
  }
  return out;
}

void conclude(Survey& s, const check::Stop& stop) {
  using check::Cause;
  const auto because = [&](Cause cause, std::string why) {
    s.run.cause = cause;
    s.run.reason = s.run.stopped = std::move(why);
  };
  s.run.complete = s.complete && !s.given_up;
  s.run.cause = Cause::None;
  if (!s.complete) {
    const bool late = stop.reason.load() == static_cast<int>(check::StopReason::TimeLimit);
    because(late ? Cause::TimeLimit : Cause::Interrupted, late ? "time limit" : "interrupted");
    // There may be a program among those that are left.
    for (MethodProgress& m : s.methods)
      if (!m.refuted[0] && (!s.any || m.given_up_first.empty()))
        ++m.given_up, m.given_up_first = "the programs that were left (" + s.run.reason + ")";
  } else {
    std::string open;
    for (const MethodProgress& m : s.methods)
      if (!m.decided()) open += (open.empty() ? "" : ", ") + m.label;
    if (!open.empty()) because(Cause::Undecided, "not decided: " + open);
  }
  for (const Claim& claim : s.claims)
    for (const MethodProgress& m : s.methods) {
      if (!means(claim, m)) continue;
      const size_t condition = static_cast<size_t>(claim.level) - 2;
      if (!m.refuted[condition]) continue;
      const Refutation& r = *m.refuted[condition];
      check::ReportedViolation v;
      v.kind = "livelock";
      v.found.kind = por::ErrorKind::NoEnd;
      v.found.message = m.label + " is " + std::string(level_name(m.level())) + ", not " +
                        std::string(level_name(claim.level)) + ": " + r.program;
      v.found.count = 1;
      v.story = r.story.story;
      s.run.violations.push_back(std::move(v));
    }
}

}  // namespace

namespace {

// The programs that are looked at, or of --calls=any what each thread may call.
struct Asked {
  std::vector<Call> table;
  std::vector<uint32_t> method_of;  // by number in the table
  std::optional<EndlessProgram> single;
  Instances instances;
  std::vector<std::vector<std::vector<uint16_t>>> divisions;
};

// The methods of a given program.
void name_methods(Survey& s, Asked& a) {
  for (const Call& c : a.table) {
    auto& known = s.description.methods;
    const auto at = std::find_if(known.begin(), known.end(), [&](const auto& m) { return m.name == c.method; });
    a.method_of.push_back(static_cast<uint32_t>(at - known.begin()));
    if (at == known.end()) known.emplace_back().name = c.method;
  }
  for (const auto& m : s.description.methods) s.methods.emplace_back().label = m.name;
}

Asked ask(Survey& s, const Options& what, const std::optional<Description>& spec, const Call& constructor,
          bool constructor_given, const Methods& methods, Call& made) {
  Asked out;
  if (!what.program.empty()) {
    s.single = true;
    s.description.cls = constructor.method;
    if (s.any) {
      out.divisions.push_back(linearizability::endless_threads(what.program, out.table));
      s.bounds.threads = static_cast<uint32_t>(out.divisions.front().size());
    } else {
      out.single = given_program(what.program, out.table);
    }
    name_methods(s, out);
    return out;
  }
  s.description = linearizability::describe({what.methods, true}, spec, constructor, constructor_given, methods);
  made.arguments = s.description.arguments;
  s.bounds.groups = linearizability::parse_groups(what.groups, s.description, methods);
  out.instances = linearizability::instances_of(s.description, s.bounds.values);
  for (const linearizability::Instance& i : out.instances.all) {
    out.table.push_back(i.call);
    out.method_of.push_back(i.method);
    if (s.any) s.any->values = std::max(s.any->values, i.largest);
  }
  if (s.any) out.divisions = linearizability::divided(out.instances, s.bounds);
  for (const auto& m : s.description.methods) s.methods.emplace_back().label = m.label();
  return out;
}

void look_at_programs(Survey& s, const Options& what, const check::Configuration& options, const check::Stop& stop,
                      const linearizability::Subject& subject, const Asked& asked, Clock::time_point start,
                      check::Progress& progress) {
  Surveyor surveyor(s, what, options, stop, subject, asked.table, asked.method_of);
  Engine& engine = surveyor.engine();
  check::describe(engine.machine(), s.run);
  s.run.start_seconds = since(start);
  if (asked.single) {
    s.programs = 1;
    engine.explore_sequential(asked.single->calls);
    for (size_t c = 0; c < asked.table.size(); ++c)
      s.methods[asked.method_of[c]].waits |= engine.waits(static_cast<uint16_t>(c));
    surveyor.run(*asked.single);
    s.complete = !stop.now.load();
  } else {
    linearizability::Programs programs(s.description, asked.instances, s.bounds);
    Calls calls;
    bool more = true;
    while (!stop.now.load() && (more = programs.next(calls))) {
      surveyor.look_at(calls);
      show(progress, s, programs.position());
    }
    if (!more) surveyor.look_for_growth(asked.instances);
    progress.clear();
    s.complete = !more;
  }
  s.run.contended = surveyor.engine().vm().visibility.adopted();
  if (const auto& memory = surveyor.engine().vm().memory)
    s.run.older = {true, false, memory->older_values, memory->explored(), memory->volatile_reads_of_weaker()};
}

// What two calls show comes first: it is told by the least program, and found where the graph of any number of calls
// has no end.
void look_at_pairs(Survey& s, const Options& what, const check::Configuration& options, const check::Stop& stop,
                   const linearizability::Subject& subject, const Asked& asked, Clock::time_point start,
                   check::Progress& progress) {
  s.bounds.calls = 1;
  s.bounds.invocations = 2;
  look_at_programs(s, what, options, stop, subject, asked, start, progress);
  s.any->pairs = s.programs;
  s.programs = s.skipped = s.given_up = s.endless_given_up = 0;
  for (MethodProgress& m : s.methods) {
    m.programs = m.endless = m.given_up = m.endless_given_up = 0;
    m.given_up_first.clear();
    m.growing.clear();
  }
}

}  // namespace

Survey survey(const Options& what, const std::string& cls, const check::Configuration& options, const check::Stop& stop,
              Clock::time_point start, check::Progress& progress) {
  Survey s;
  s.claims = what.claims;
  if (what.any_calls) s.any.emplace();
  std::optional<Description> spec;
  if (!what.spec.empty()) spec = linearizability::read_description(what.spec);
  const Call constructor = linearizability::parse_constructor(cls.empty() ? spec->cls : cls);
  Methods methods = linearizability::methods_of(constructor.method, options);
  choose_bounds(what, s.bounds);
  Call made = constructor;
  const Asked asked = ask(s, what, spec, constructor, cls.find('(') != std::string::npos, methods, made);
  check_claims(s);
  const linearizability::Subject subject{std::move(methods), made, {}, {}, {}, {}};
  if (s.any) {
    if (!s.single) look_at_pairs(s, what, options, stop, subject, asked, start, progress);
    else s.run.start_seconds = since(start);
    survey_any_calls(s, what, options, stop, subject, asked.table, asked.method_of, asked.divisions, progress);
  } else {
    look_at_programs(s, what, options, stop, subject, asked, start, progress);
  }
  s.run.program = linearizability::text_of(made);
  s.run.search_seconds = since(start) - s.run.start_seconds;
  conclude(s, stop);
  s.run.peak_memory = base::peak_resident_bytes();
  s.run.seconds = since(start);
  return s;
}

}  // namespace jmc::progress
