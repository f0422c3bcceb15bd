#include "linearizability/search.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/digest.hpp"
#include "base/memory.hpp"
#include "check/answers/version.hpp"
#include "classfile/class_path.hpp"
#include "linearizability/journal.hpp"
#include "linearizability/prepare.hpp"
#include "linearizability/report.hpp"
#include "linearizability/second_opinion.hpp"
#include "linearizability/tally.hpp"
#include "linearizability/together.hpp"
#include "listeners/text.hpp"

namespace jmc::linearizability {

using Clock = std::chrono::steady_clock;

namespace {

constexpr size_t kStoriesTold = 200;
constexpr uint32_t kSmall = 3;                   // calls of the programs that come first where there are many,
constexpr double kFew = 30000;                   // unless these are more, too: then of 2 calls
constexpr double kMany = 200000;                 // programs, more or less
constexpr uint64_t kDrawn = 20000;               // of more calls, then
constexpr uint64_t kMostOrders = 2000;           // of which the admitted outcomes are listed
constexpr size_t kMostWaiting = 4096;            // answers that wait for an earlier one
constexpr uint64_t kFamily = uint64_t{1} << 63;  // what is given to a process is a family, not a program

double since(Clock::time_point t) { return std::chrono::duration<double>(Clock::now() - t).count(); }

// Everything that the answers depend on, class files aside. The class path is not part of it: what was found on it is.
JournalKey key_of(const SearchReport& r, const check::Configuration& o) {
  JournalKey key;
  key.emplace_back("jmc", check::version_and_commit());
  key.emplace_back("JDK", r.run.jdk_version + ", " + r.run.jdk_home);
  key.emplace_back("class or constructor", text_of(Call{r.description.cls, r.description.arguments}));
  std::string description;
  for (const MethodDescription& m : r.description.methods) {
    description += m.label() + (m.readonly ? " reads" : "") + (m.trusted ? " trusted " : " ") + m.visibility;
    for (const auto& l : {m.limits.invocations, m.limits.sequences, m.limits.values})
      description += " " + std::to_string(l.value_or(0));
    for (const Parameter& p : m.parameters) description += p.opaque ? " opaque" : " plain";
    description += "\n";
  }
  key.emplace_back("description of the class", text_of(r.description) + "\n" + description);
  key.emplace_back("bounds", bounds_text(r));
  for (const check::Setting& s : o.settings)
    if (s.option->effect == check::Effect::Explored || s.option->effect == check::Effect::Told)
      key.emplace_back("--" + std::string(s.option->name), s.value);
  return key;
}

size_t calls_in(const Calls& program) {
  size_t n = 0;
  for (const auto& thread : program) n += thread.size();
  return n;
}

// Where the programs stand, and about how long the rest takes.
void show(check::Progress& progress, const SearchReport& r, Clock::time_point start, double done_before, double done) {
  if (!progress.due()) return;
  const double here = since(start);
  std::string text =
      listeners::count(r.programs, "program") + ", " + listeners::count(r.violations.size(), "violation") + ", " +
      listeners::grouped(static_cast<uint64_t>(static_cast<double>(r.programs - r.resumed) / here)) + "/s";
  if (done > done_before && done < 1) {
    const double left = here * (1 - done) / (done - done_before);
    char rest[64];
    if (left < 120) std::snprintf(rest, sizeof rest, "%.0f s", left);
    else if (left < 7200) std::snprintf(rest, sizeof rest, "%.0f min", left / 60);
    else std::snprintf(rest, sizeof rest, "%.1f h", left / 3600);
    char part[32];
    std::snprintf(part, sizeof part, "; %.1f %%, about ", 100 * done);
    text += part + std::string(rest) + " to go";
  }
  progress.line(text);
}

// Once all of a phase was counted.
void say_phase(check::Progress& progress, const SearchReport& r, int& said) {
  const auto so_far = [&](const std::string& what, const std::string& next) {
    progress.milestone(what + ": " + listeners::count(r.programs, "program") + ", " +
                       std::to_string(r.violations.size()) + " of different methods violated; now " + next);
    ++said;
  };
  if (said == 0 && r.drawn_from && r.programs >= r.drawn_from)
    so_far("all programs of up to " + std::to_string(r.small) + " calls are explored",
           "larger ones of two or three methods, at random");
  if (said == 1 && r.rest_from && r.programs >= r.rest_from)
    so_far("with those drawn at random", "all that are left, in order (Ctrl-C: the table so far)");
}

// A class for one consumer is not made for programs in which two threads call poll().
std::string advice_for(const Finding& f, const SearchReport& r, const Programs& programs) {
  MethodSet met, twice;
  for (const auto& thread : f.program) {
    const MethodSet methods = programs.methods_of({thread});
    twice |= met & methods;
    met |= methods;
  }
  for (size_t m = 0; m < r.description.methods.size() && r.bounds.groups.empty(); ++m)
    if (twice.test(m)) {
      const std::string& name = r.description.methods[m].name;
      return "if only one thread may call " + name + "(): --group=" + name + ":1";
    }
  return "";
}

// What the processes said in a word is found again here, and told.
void tell(SearchReport& r, Engine& engine, const Programs& programs, const Subject& subject, const Options& what,
          const check::Stop& stop) {
  const auto start = Clock::now();
  for (std::vector<Finding>* list : {&r.violations, &r.unusable})
    for (Finding& f : *list) f.name = text_of(programs.named(f.program));
  for (Finding& f : r.violations) {
    check::ReportedViolation v;
    v.kind = reported_kind(f.kind);
    const bool enough = r.run.violations.size() >= kStoriesTold || (stop.now.load() && since(start) > 5);
    if (!enough) {
      const Admitted admitted = linearizability::admitted(engine, f.program, r.notion, kMostOrders);
      f.all_admitted = admitted.all;
      for (const auto& outcome : admitted.outcomes) f.admitted.insert(text_of(outcome, admitted.last));
      const ProgramAnswer answer = engine.check(f.program, false, stop.now.load() ? WorkLimit{5} : what.program_limit);
      if (!answer.unexplained.empty()) {
        const Unexplained& u = answer.unexplained.front();
        v.found = u.found;
        f.text = u.text;
        f.kind = u.kind;
        v.kind = reported_kind(u.kind);
        if (r.by_caller) f.admitted = engine.admitted_by_caller(), f.all_admitted = true;
        v.story = engine.tell(u);
      }
      if (!what.emit.empty() && admitted.all && !r.by_caller) {
        const JavaClient client{client_name(r.description.cls, r.run.violations.size() + 1),
                                programs.named(f.program),
                                r.notion == Notion::History,
                                {"Unexplained: " + f.text}};
        emit(what.emit, client, subject, admitted);
      }
      if (!v.story.complete)
        r.run.warnings.push_back("the violation of " + f.name +
                                 " did not happen again when it was looked for once more; please report this");
    }
    f.advice = advice_for(f, r, programs);
    v.found.message = message_of(f);
    r.run.violations.push_back(std::move(v));
  }
  if (r.by_caller && !what.emit.empty()) r.run.warnings.emplace_back(kNotEmitted);
  if (!r.violations.empty() && !r.by_caller && !engine.keeps_caller.empty())
    r.run.warnings.push_back(warning_of(engine.keeps_caller));
}

// What an earlier run has found, as its journal has it.
void take_over(SearchReport& r, const Programs& programs, const Instances& instances, const std::string& file) {
  for (std::vector<Finding>* list : {&r.violations, &r.unusable})
    for (Finding& f : *list) {
      for (const auto& thread : f.program)
        for (const uint16_t c : thread)
          if (c >= instances.all.size())
            throw check::UsageError("--resume=" + file + ": names a call that there is not");
      f.methods = programs.methods_of(f.program);
    }
}

// Where there are many programs they come in phases.
void note_phase(SearchReport& r, const Programs& programs, const Calls& program, uint64_t number) {
  const bool drawn = programs.phase() == Programs::Phase::Drawn;
  if (drawn && !r.drawn_from) r.drawn_from = number;
  if (programs.phase() == Programs::Phase::Rest && !r.rest_from) r.rest_from = number;
  if (!r.random) r.begins.try_emplace(drawn ? r.small + 1 : calls_in(program), number);
}

// Gives programs to processes, alone or as families, and counts their answers, until there is no more to do. All that
// it is made with outlives it.
class Exploring {
 public:
  Exploring(const Options& what, const check::Stop& stop, SearchReport& r, Programs& programs, Together& together,
            Pool& pool, Journal& journal, const Instances& instances)
      : what_(what),
        stop_(stop),
        r_(r),
        programs_(programs),
        together_(together),
        pool_(pool),
        journal_(journal),
        instances_(instances),
        tally_(r, programs, what.first) {}

  // Of all calls, before anything else. One that one thread cannot make, not even as the first, is none of a program:
  // each program would cost what it takes to see that. If there are no others, programs say why.
  void find_unusable(Instances& instances) {
    std::vector<std::string> why(instances.all.size());
    size_t next = 0;
    while (!stop_.now.load() && (next < why.size() || pool_.outstanding())) {
      for (; next < why.size() && pool_.can_take(); ++next) pool_.give_alone(next, {{static_cast<uint16_t>(next)}});
      std::vector<PoolAnswer> answers;
      pool_.wait(answers, 200);
      for (const PoolAnswer& a : answers) {
        for (const LoadedClass& c : a.loaded) journal_.loaded(c);
        if (a.status == PoolAnswer::Error) why[a.number] = a.text;
        else unmet_ &= a.unmet;
      }
    }
    if (std::none_of(why.begin(), why.end(), [](const std::string& text) { return text.empty(); })) return;
    for (size_t c = 0; c < why.size(); ++c) instances.all[c].unusable = why[c];
    tally_.note_unusable(instances);
  }

  // From the program of this number on; `more`: there is one.
  void go(uint64_t number, bool more, check::Progress& progress) {
    number_ = number, more_ = more;
    const double position = programs_.position();
    const Clock::time_point began = Clock::now();
    Clock::time_point saved = began;
    int said_phases = 0;
    while (!stop_.now.load() && !doubt_ && !(what_.first && !r_.violations.empty())) {
      deal();
      give_families();
      take_answers();
      if (doubt_) break;
      for (size_t said = r_.violations.size(); tally_.count() && said < r_.violations.size(); ++said)
        progress.say("violated: " + text_of(programs_.named(r_.violations[said].program)) + ": " +
                     r_.violations[said].text);
      say_phase(progress, r_, said_phases);
      if (complete()) break;
      show(progress, r_, began, position, programs_.position());
      if (since(saved) > 2) {
        journal_.write(r_);
        saved = Clock::now();
      }
    }
    progress.clear();
  }
  bool complete() const { return !more_ && !tally_.waiting(); }
  // What calls return was seen to depend on which thread makes them, which nobody knew: all is to be asked again.
  bool in_doubt() const { return doubt_; }
  // Of the names on lists, those that no process has met.
  uint64_t unmet() const { return unmet_; }

 private:
  bool room() const { return pool_.can_take() && tally_.waiting() < kMostWaiting; }
  // With three threads a family of few calls costs more than its programs one by one.
  bool pays(const Calls& p) const { return p.size() <= 2 || what_.engine == "together"; }

  void deal() {
    for (int n = 0; n < 4096 && more_ && room(); ++n) {
      if (!held_) {
        if (!(more_ = programs_.next(program_))) break;
        note_phase(r_, programs_, program_, number_);
      }
      deal_one();
      if (held_) break;
    }
    if (held_ && r_.jobs > 1) look_ahead();
  }

  void deal_one() {
    held_ = false;
    const MethodSet used = programs_.methods_of(program_);
    if (skips(tally_.skipped(), used)) return tally_.add(number_++, program_, used, false);
    for (const auto& thread : program_)
      for (const uint16_t c : thread)
        if (!instances_.all[c].unusable.empty()) return tally_.add_unusable(number_++, c, instances_.all[c]);
    if (r_.together && pays(program_) && programs_.phase() != Programs::Phase::Drawn) {
      const Together::Answer answer = together_.look(program_, tally_.skipped());
      held_ = answer == Together::Answer::Wait;
      if (held_) return;
      if (answer == Together::Answer::Proved) return tally_.add_explained(number_++, program_, used);
    }
    pool_.give(number_, program_);
    tally_.add(number_++, program_, used, true);
  }

  // While a family is explored, the other processes explore those of later programs.
  void look_ahead() {
    if (!ahead_ || ahead_->position() < programs_.position()) ahead_.emplace(programs_);
    Calls later;
    while (together_.open() < 2 * size_t{r_.jobs} && ahead_->next_place(later) &&
           ahead_->phase() != Programs::Phase::Drawn)
      if (pays(later) && !skips(tally_.skipped(), programs_.methods_of(later))) together_.look(later, tally_.skipped());
  }

  void give_families() {
    while (pool_.can_take()) {
      const std::optional<Together::Request> family = together_.next();
      if (!family) break;
      pool_.give(kFamily | family->number, family->family, family->limit);
      ++r_.families;
    }
  }

  void take_answers() {
    std::vector<PoolAnswer> answers;
    if (pool_.outstanding() || !pool_.can_take()) pool_.wait(answers, more_ && !held_ && room() ? 0 : 200);
    for (PoolAnswer& a : answers) {
      for (const LoadedClass& c : a.loaded) journal_.loaded(c);
      if (a.status != PoolAnswer::Error) unmet_ &= a.unmet;
      doubt_ |= a.by_caller && !r_.by_caller;
      if (a.number & kFamily) {
        together_.answered(a.number & ~kFamily, a.status == PoolAnswer::Explained);
        family_answered(r_, a);
      } else {
        tally_.answer(std::move(a));
      }
    }
  }

  const Options& what_;
  const check::Stop& stop_;
  SearchReport& r_;
  Programs& programs_;
  Together& together_;
  Pool& pool_;
  Journal& journal_;
  const Instances& instances_;
  Tally tally_;
  Calls program_;
  uint64_t number_ = 0;  // of that
  bool more_ = false;
  bool held_ = false;  // it was not dealt with yet: its family is being explored
  std::optional<Programs> ahead_;
  uint64_t unmet_ = ~uint64_t{0};
  bool doubt_ = false;
};

// What a search that was cut off says all the same.
std::string so_far(const SearchReport& r) {
  const size_t calls = looked_at_calls(r);
  if (calls < 2) return "";
  const std::string all = "; all programs of up to " + std::to_string(calls) + " calls were looked at";
  return r.violations.empty() && !r.undecided_count ? all + ", none is violating" : all;
}

// Asks all programs. True: the answers are in doubt (Exploring::in_doubt).
bool explore_programs(const Options& what, const std::string& cls, const check::Configuration& options,
                      Prepared& prepared, const std::vector<LoadedClass>& loaded, SearchReport& r,
                      const check::Stop& stop, check::Progress& progress) {
  Instances& instances = prepared.instances;
  Engine& engine = *prepared.engine;
  Programs programs(r.description, instances, r.bounds);
  programs.stop_at(&stop.now);
  if (what.random) programs.draw(what.random, what.seed);
  else if (r.limits_of_description && programs.size(~0u) > kMany)
    programs.in_phases(r.small = programs.size(kSmall) > kFew ? 2 : kSmall, kDrawn);
  Journal journal(what.resume, key_of(r, options));
  classfile::ClassPath program_classes;
  program_classes.add_list(options.class_path.empty() ? "." : options.class_path, engine.vm().jdk.release);
  const auto digest_of = [&](const std::string& name) -> std::optional<std::string> {
    const std::optional<classfile::Bytes> bytes = program_classes.find_class(name);
    if (!bytes) return {};
    return base::digest(bytes->data);
  };
  if (!r.by_caller) journal.read(r, digest_of);  // else it has what is in doubt
  for (const LoadedClass& c : loaded) journal.loaded(c);
  take_over(r, programs, instances, what.resume);
  if (r.by_caller) engine.by_caller = true;
  if (r.by_caller) r.together = false;  // a family is explained by one thread that makes all calls
  const bool all_threads = what.engine == "together" && !r.bounds.own;
  Together together(r.description, instances, r.bounds, what.program_limit, all_threads ? r.bounds.threads : 0);
  Calls program;
  uint64_t number = 0;
  bool more = true;
  while (number < r.programs && (more = programs.next(program))) note_phase(r, programs, program, number++);
  {
    Pool pool(engine, r.jobs, what.program_limit, options.trust_visible, serving(cls, options));
    Exploring exploring(what, stop, r, programs, together, pool, journal, instances);
    exploring.find_unusable(instances);
    exploring.go(number, more, progress);
    if (exploring.in_doubt()) return true;
    r.jobs = pool.processes();
    r.complete = exploring.complete() && !stop.now.load();
    // Where no program was run, because an earlier run had done all, it had an answer to this, too.
    note_unmet(r, exploring.unmet(), options, engine);
    journal.write(r);
  }
  return false;
}

}  // namespace

void add_cost(SearchReport& r, const PoolAnswer& a) {
  r.run.statistics.states += a.states;
  r.run.statistics.transitions += a.transitions;
  r.run.statistics.executions += a.executions;
  r.outcomes += a.outcomes;
  r.blocked += a.blocked;
  r.sequential_runs += a.sequential_runs;
  r.search_seconds += a.search_seconds;
  r.sequential_seconds += a.sequential_seconds;
}

void family_answered(SearchReport& r, const PoolAnswer& a) {
  r.proved += a.status == PoolAnswer::Explained;
  if (a.status == PoolAnswer::Error && !r.families_failed++) r.family_failure = a.text;
  add_cost(r, a);
}

std::string message_of(const Finding& f) {
  const char* what = f.kind == "outcome"   ? ": unexplained outcome: "
                     : f.kind == "blocked" ? ": calls wait for ever, which no sequential execution explains: "
                                           : ": ";
  return f.name + what + f.text;
}

size_t looked_at_calls(const SearchReport& r) {
  size_t calls = 0;
  for (const auto& [size, number] : r.begins)
    if (number <= r.programs) calls = size - 1;
  return calls;
}

void conclude(SearchReport& r, const check::Stop& stop, const std::string& undecided) {
  using check::Cause;
  check::Result& run = r.run;
  const auto because = [&](Cause cause, std::string why) {
    run.cause = cause;
    run.reason = std::move(why);
  };
  run.complete = r.complete && !r.undecided_count && run.violations.empty();
  run.cause = Cause::None;
  if (!r.complete) {
    const bool late = stop.reason.load() == static_cast<int>(check::StopReason::TimeLimit);
    if (late) because(Cause::TimeLimit, "time limit" + so_far(r));
    else if (stop.now.load()) because(Cause::Interrupted, "interrupted" + so_far(r));
    else because(Cause::FirstViolation, "stopped at the first violation (without --first: all)");
    run.stopped = run.reason;
  } else if (!r.unmet.empty() && run.violations.empty()) {
    because(Cause::UnknownName, r.unmet.front());  // what is undecided may be so for that reason
  } else if (r.undecided_count) {
    because(Cause::Undecided, listeners::count(r.undecided_count, "program was", "programs were") +
                                  " not decided; the first: " + undecided);
  } else if (!r.programs) {
    because(Cause::NothingToCheck, "there is no program of these methods within these bounds that changes anything" +
                                       (r.description.hidden.empty() ? "" : "; not public: " + r.description.hidden));
  }
  if (run.cause != Cause::UnknownName) run.warnings.insert(run.warnings.end(), r.unmet.begin(), r.unmet.end());
}

SearchReport search_programs(const Options& what, const std::string& cls, const check::Configuration& options,
                             const check::Stop& stop, Clock::time_point start, check::Progress& progress) {
  SearchReport r;
  choose_engine(what, options, r);
  const std::unique_ptr<Prepared> prepared = prepare(what, cls, options, r, start);
  const Subject& subject = prepared->subject;
  const Instances& instances = prepared->instances;
  Engine& engine = *prepared->engine;
  if (what.serve) serve(engine, what.program_limit, options.trust_visible);

  // Of another class nobody knows that what its calls return depends on who makes them.
  const SearchReport asked = r;
  const std::vector<LoadedClass> loaded = engine.newly_loaded();
  for (bool doubt = true; doubt;) {
    doubt = explore_programs(what, cls, options, *prepared, loaded, r, stop, progress);
    if (!doubt) break;
    r = asked;
    r.by_caller = engine.by_caller = true;
  }
  const Programs programs(r.description, instances, r.bounds);
  r.run.search_seconds = since(start) - r.run.start_seconds;
  // Those that were drawn came in any order.
  std::stable_sort(r.violations.begin(), r.violations.end(),
                   [](const Finding& a, const Finding& b) { return calls_in(a.program) < calls_in(b.program); });
  tell(r, engine, programs, subject, what, stop);
  r.run.contended = engine.vm().visibility.adopted();
  std::string undecided;
  if (!r.undecided.empty()) undecided = r.undecided.front();
  else if (!r.unusable.empty()) undecided = r.unusable.front().name + ": " + r.unusable.front().text;
  conclude(r, stop, undecided);
  if (r.run.verdict() == check::Verdict::Verified) ask_second(r, *prepared, what.second_opinion, cls, options, stop);
  r.run.peak_memory = base::peak_resident_bytes();
  r.run.seconds = since(start);
  return r;
}

}  // namespace jmc::linearizability
