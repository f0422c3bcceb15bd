// A whole check: the one that was asked for, and those that its answer needs besides.
#include <algorithm>
#include <utility>

#include "check/answers/witness.hpp"
#include "check/search/check.hpp"

namespace jmc::check {

namespace {

using Clock = std::chrono::steady_clock;

// Transitions of a search with loads behind later stores, each of which takes a number of runs ahead.
constexpr uint64_t kMostBuffered = 20'000;

Configuration sequential(const Configuration& configuration) {
  Configuration sc = configuration;
  sc.vm.jmm = false;
  sc.vm.ordered = configuration.sequential_ordered;
  sc.ends_process = false;  // another search may follow
  for (std::string& word : sc.recipe)
    if (word.starts_with("--memory=")) word = "--memory=sc";
  return sc;
}

// Which of the answers need the memory model: what another search finds impossible under sequential consistency.
void compare_with_sc(const Result& other, Result& result) {
  if (other.complete && other.holes.empty())
    for (auto& [text, outcome] : result.outcomes) outcome.needs_memory_model = !other.outcomes.contains(text);
  if (result.verdict() != Verdict::Violated) return;
  if (other.verdict() == Verdict::Verified)
    result.notes.push_back("under sequential consistency (--memory=sc) the program is verified");
  else if (other.verdict() == Verdict::Violated)
    result.notes.push_back("under sequential consistency (--memory=sc) there is a violation, too");
}

bool answered(const Result& r) { return r.complete || r.verdict() == Verdict::Violated; }

// Every execution that the memory model allows is sequentially consistent: docs/why/messages.md, "Programs without data
// races".
bool free_of_races(const Result& sc) {
  return sc.complete && sc.holes.empty() && sc.races.status == RaceReport::Status::Decided && sc.races.races.empty();
}

// Sequential consistency has the answer: the program is violated there, and so under the memory model, too; or it has
// no data races; or there is no time or memory for more.
bool settled_by_sc(const Configuration& configuration, const Stop& stop, Result& sc) {
  const bool violated = sc.verdict() == Verdict::Violated && !configuration.search.keep_going;
  if (violated) sc.notes.push_back("this happens under sequential consistency (--memory=sc), too");
  return violated || free_of_races(sc) || stop.now.load() || sc.cause == Cause::MemoryLimit;
}

// Older values would matter, and cannot be explored (Configuration::older_refused).
Result refused(const Configuration& configuration, Result sc) {
  if (sc.verdict() == Verdict::Error) return sc;
  sc.complete = false;
  sc.cause = Cause::Undecided;
  sc.reason = sc.stopped = std::string("there ") + (sc.races.races.empty() ? "may be" : "are") +
                           " data races, and with them older values: " + configuration.older_refused;
  return sc;
}

// What sequential consistency violates stands, whatever kept the search with older values from its end.
void stand_by(Result& sc, Result& result) {
  result.violations = std::move(sc.violations);
  result.untold = std::move(sc.untold);
  result.witness = std::move(sc.witness);
  result.notes.push_back("this happens under sequential consistency (--memory=sc), too");
}

// Which outcomes need the memory model, where some read saw an older value. `sc`: what is known so far.
void tell_what_needs_the_model(const Configuration& configuration, const Stop& stop, Progress& progress, Result& sc,
                               Result& result) {
  if (!answered(result) || !result.older.read || configuration.member_fd >= 0) return;
  if (!answered(sc) || (configuration.search.keep_going && !sc.complete)) {
    Configuration whole = sequential(configuration);
    whole.outputs.clear();
    whole.races = RaceHandling::Off;
    whole.checkpoint.clear(), whole.resume.clear();
    compare_with_sc(check_once(whole, stop, Clock::now(), progress), result);
  } else {
    compare_with_sc(sc, result);
  }
}

// A further search for what one with older values has left open, with `times` its transitions.
Configuration further(const Configuration& configuration, const Result& first, uint64_t times) {
  constexpr uint64_t kLeast = 20'000, kMost = 20'000'000;
  Configuration c = configuration;  // with its outputs: what it finds may be the answer, and needs a witness
  c.races = RaceHandling::Off;
  c.ends_process = false;
  c.transition_limit = std::clamp(times * first.transitions_in_all, kLeast, kMost);
  return c;
}

bool alone(const Configuration& c) { return c.member_fd < 0 && c.checkpoint.empty() && c.resume.empty(); }

// A search that explores more takes the place of the first one where it has found a violation, or all outcomes and
// more.
enum class More { Unknown, None, Some };
More found_more(const Result& first, const Result& other) {
  if (other.verdict() == Verdict::Violated) return More::Some;
  if (!other.complete || other.verdict() != Verdict::Verified) return More::Unknown;
  // Where texts are not told apart there are violations to compare, and no outcomes.
  if (first.longer_outcomes && !first.output_limit) return More::None;
  if (other.longer_outcomes && !first.longer_outcomes) return More::Unknown;
  const bool all = std::all_of(first.outcomes.begin(), first.outcomes.end(),
                               [&](const auto& outcome) { return other.outcomes.contains(outcome.first); });
  if (!all) return More::Unknown;
  return other.outcomes.size() > first.outcomes.size() ? More::Some : More::None;
}

void take(const Configuration& weak, Configuration by, Result other, const char* note, Result& result) {
  other.notes.push_back(note);
  other.seconds += result.seconds;
  other.start_seconds += result.start_seconds;
  by.outputs = weak.outputs;
  by.transition_limit = weak.transition_limit;
  other.searched_by = std::make_shared<Configuration>(std::move(by));
  result = std::move(other);
}

template <class F>
void set_words(Configuration& c, F&& set) {
  set(c.recipe), set(c.opinion_words);
}

void add_new(const std::vector<std::string>& from, std::vector<std::string>& to) {
  for (const std::string& name : from)
    if (std::find(to.begin(), to.end(), name) == to.end()) to.push_back(name);
}

// Whatever volatile reads may overlook (--volatile-reads=any). True: that is decided.
bool look_for_all_overlooked(const Configuration& weak, const Stop& stop, Progress& progress, Result& result) {
  Configuration any = further(weak, result, 4);
  any.vm.volatile_reads_apart = true;
  set_words(any, [](auto& words) {
    const auto at = std::find(words.begin(), words.end(), "--memory=jmm");
    if (at != words.end()) words.insert(at + 1, "--volatile-reads=any");
  });
  Result other = check_once(any, stop, Clock::now(), progress);
  const More more = found_more(result, other);
  if (more == More::Unknown) return false;
  vm::Unexplored beyond = other.older.beyond;
  beyond.volatile_reads = false;
  beyond.load_buffering |= result.older.beyond.load_buffering;
  if (more == More::Some)
    take(weak, std::move(any), std::move(other),
         "by volatile reads that do not see the newest value (--volatile-reads=any)", result);
  else {
    result.older.not_explored.clear();
    add_new(other.older.views_in_order, result.older.views_in_order);
  }
  result.older.beyond = std::move(beyond);
  return true;
}

// Some of that the other machine of volatile accesses shows (--memory=jmm-mixed), not all: after `g = 1; h = 1; x = 1`
// of two volatile variables, who has read x by a race sees g there.
void look_for_overlooked(const Configuration& weak, const Stop& stop, Progress& progress, Result& result) {
  if (weak.vm.jmm_mixed || weak.vm.volatile_reads_apart || !alone(weak) || stop.now.load() || !result.complete ||
      result.verdict() != Verdict::Verified ||
      (!result.older.beyond.volatile_reads && result.older.not_explored.empty()))
    return;
  if (look_for_all_overlooked(weak, stop, progress, result) || stop.now.load() || !result.older.beyond.volatile_reads)
    return;
  Configuration mixed = further(weak, result, 1);
  mixed.vm.jmm_mixed = true;
  set_words(mixed, [](auto& words) {
    std::replace(words.begin(), words.end(), std::string("--memory=jmm"), std::string("--memory=jmm-mixed"));
  });
  Result other = check_once(mixed, stop, Clock::now(), progress);
  if (found_more(result, other) != More::Some) return;
  other.older.beyond = result.older.beyond;  // nothing is looked at where everything is kept
  take(weak, std::move(mixed), std::move(other),
       "by volatile reads that do not see the newest value (--memory=jmm-mixed)", result);
}

// Loads that are delayed behind later stores of their threads (--load-buffering=on), where the program could show it: a
// search in which what others may notice is made in every order, which the programs that need it are small enough for.
void look_for_buffered(const Configuration& weak, const Stop& stop, Progress& progress, Result& result) {
  if (!weak.buffers_loads || weak.vm.dependent_loads || !alone(weak) || weak.opinion_words.empty() || stop.now.load() ||
      !result.complete || result.verdict() != Verdict::Verified || !result.older.beyond.load_buffering)
    return;
  Configuration ahead = with_options(weak, {"--load-buffering=on", "--por=s-por", "--races=off", "--no-sampling"});
  ahead.transition_limit = kMostBuffered;
  Result other = check_once(ahead, stop, Clock::now(), progress);
  const More more = found_more(result, other);
  if (more == More::Unknown) return;
  if (more == More::None) {
    result.older.beyond.load_buffering = other.older.beyond.load_buffering;
    result.older.load_buffering = true;
    add_new(other.older.views_in_order, result.older.views_in_order);
    add_new(other.older.beyond.torn, result.older.beyond.torn);
    return;
  }
  take(weak, std::move(ahead), std::move(other),
       "by loads that are delayed behind later stores of their threads (--load-buffering=on); --load-buffering=off "
       "explores without",
       result);
}

// Whether the violation needs loads that depend on others to be made before these.
void look_for_unordered_loads(const Configuration& weak, const Stop& stop, Progress& progress, Result& result) {
  const Configuration& by = result.searched_by ? *result.searched_by : weak;
  if (by.vm.dependent_loads || by.vm.load_buffering || !alone(by) || stop.now.load() ||
      result.verdict() != Verdict::Violated || !result.older.read)
    return;
  Configuration ordered = further(by, result, 4);
  ordered.vm.dependent_loads = true;
  ordered.outputs.clear();
  ordered.simplify_seconds = 0;
  const Result other = check_once(ordered, stop, Clock::now(), progress);
  const auto has = [](const Result& r, const ReportedViolation& v) {
    return std::any_of(r.violations.begin(), r.violations.end(), [&](const ReportedViolation& w) {
      return w.found.kind == v.found.kind && w.found.message == v.found.message;
    });
  };
  result.older.needs_unordered_load = other.verdict() == Verdict::Verified ||
                                      (other.complete && other.untold.empty() && !has(other, result.first_new()));
}

// Data races that are violations (--races=violation) are those of the search under sequential consistency.
void add_races(Result& sc, Result& result) {
  if (sc.witness) {
    std::vector<size_t> races;
    for (size_t i = 0; i < sc.violations.size(); ++i)
      if (sc.violations[i].found.kind == por::ErrorKind::DataRace) races.push_back(i);
    result.witness =
        std::make_shared<Witness>(joined(result.witness.get(), result.violations.size(), *sc.witness, races));
  }
  for (ReportedViolation& v : sc.violations)
    if (v.found.kind == por::ErrorKind::DataRace) result.violations.push_back(std::move(v));
  for (listeners::FoundViolation& v : sc.untold)
    if (v.kind == por::ErrorKind::DataRace) result.untold.push_back(std::move(v));
  if (result.complete && result.cause == Cause::None && result.races.status != RaceReport::Status::Decided) {
    result.cause = Cause::Undecided;
    result.reason = "whether there are data races is not decided: " + result.races.reason;
  }
}

// A program is searched under sequential consistency as long as it may be free of data races; otherwise older values
// are explored.
Result check_memory_model(const Configuration& configuration, const Stop& stop, Clock::time_point start,
                          Progress& progress) {
  const bool in_front = configuration.sequential_first;
  Configuration weak = configuration;
  Result sc;
  if (in_front) {
    Configuration sequentially = sequential(configuration);
    sequentially.ends_at_race = configuration.races != RaceHandling::Violation;
    sc = check_once(sequentially, stop, start, progress);
    if (settled_by_sc(configuration, stop, sc)) {
      sc.older.none = sc.verdict() == Verdict::Verified;
      return sc;
    }
    if (!configuration.older_refused.empty()) return refused(configuration, std::move(sc));
    weak.races = RaceHandling::Off;
  }
  Result result = check_once(weak, stop, start, progress);
  if (in_front) result.races = sc.races;
  if (result.races.status == RaceReport::Status::NotLookedFor)
    result.races.reason = "the search for them ends where older values begin to matter; --memory=sc has all";
  if (sc.verdict() == Verdict::Violated && result.verdict() != Verdict::Violated) {
    stand_by(sc, result);
    return result;
  }
  look_for_overlooked(weak, stop, progress, result);
  look_for_buffered(weak, stop, progress, result);
  look_for_unordered_loads(weak, stop, progress, result);
  tell_what_needs_the_model(configuration, stop, progress, sc, result);
  if (in_front && configuration.races == RaceHandling::Violation) add_races(sc, result);
  return result;
}

Result check_any(const Configuration& configuration, const Stop& stop, Clock::time_point start, Progress& progress) {
  return configuration.vm.jmm ? check_memory_model(configuration, stop, start, progress)
                              : check_once(configuration, stop, start, progress);
}

// What one worker finds does not depend on which of several was first.
void tell_as_one(const Configuration& configuration, const Stop& stop, Progress& progress, Result& result) {
  Configuration one = configuration;
  one.workers = 1;
  Result other = check_any(one, stop, Clock::now(), progress);
  if (other.verdict() != Verdict::Violated) {
    result.warnings.push_back("--deterministic: a search by one worker did not come to a violation (" + other.reason +
                              "); what is told is what the workers have found");
    return;
  }
  other.seconds += result.seconds;
  other.start_seconds += result.start_seconds;
  other.peak_memory = std::max(other.peak_memory, result.peak_memory);
  result = std::move(other);
}

Result check_by(const Configuration& configuration, const Stop& stop, Clock::time_point start, Progress& progress) {
  Result result = check_any(configuration, stop, start, progress);
  if (configuration.deterministic && configuration.workers > 1 && result.verdict() == Verdict::Violated)
    tell_as_one(configuration, stop, progress, result);
  const std::shared_ptr<const Configuration> by = result.searched_by;
  ask_second(by ? *by : configuration, stop, progress, result);
  return result;
}

}  // namespace

// A search that finds a fault of its own has no answer. The program may have one.
Result check(const Configuration& configuration, const Stop& stop, Clock::time_point start, Progress& progress) {
  Result result = check_by(configuration, stop, start, progress);
  if (result.defect.empty() || stop.now.load()) return result;
  for (const char* strategy : {"dl-s-por", "s-por", "none"}) {
    if (configuration.search.strategy == strategy) continue;
    std::shared_ptr<const Configuration> other = by_strategy(configuration, strategy);
    if (!other) continue;
    Result answer = check_by(*other, stop, start, progress);
    if (!answer.defect.empty()) continue;
    answer.warnings.insert(answer.warnings.begin(), "--por=" + configuration.search.strategy +
                                                        " was abandoned, and the answer is that of --por=" + strategy +
                                                        ": " + result.defect +
                                                        "; this is a fault of jmc, please report it");
    answer.searched_by = std::move(other);
    return answer;
  }
  return result;
}

}  // namespace jmc::check
