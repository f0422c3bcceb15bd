// A whole check: the one that was asked for, and those that its answer needs besides.
#include <algorithm>
#include <utility>

#include "check/check.hpp"

namespace jmc::check {

namespace {

using Clock = std::chrono::steady_clock;

Configuration sequential(const Configuration& configuration) {
  Configuration sc = configuration;
  sc.vm.jmm = false;
  sc.vm.ordered = configuration.sequential_ordered;
  for (std::string& word : sc.recipe)
    if (word.starts_with("--memory=")) word = "--memory=sc";
  return sc;
}

// Which of the answers need the memory model: what another search finds impossible under sequential consistency.
void compare_with_sc(const Result& other, Result& result) {
  if (other.complete)
    for (auto& [text, outcome] : result.outcomes) outcome.needs_memory_model = !other.outcomes.contains(text);
  if (result.verdict() != Verdict::Violated) return;
  if (other.verdict() == Verdict::Verified)
    result.notes.push_back("under sequential consistency (--memory=sc) the program is verified");
  else if (other.verdict() == Verdict::Violated)
    result.notes.push_back("under sequential consistency (--memory=sc) there is a violation, too");
}

bool answered(const Result& r) { return r.complete || r.verdict() == Verdict::Violated; }

// Every execution that the memory model allows is sequentially consistent: docs/algorithms.md, "Programs without data
// races".
bool free_of_races(const Result& sc) {
  return sc.complete && sc.holes.empty() && sc.races.status == RaceReport::Status::Decided && sc.races.races.empty();
}

// A program is searched under sequential consistency as long as it may be free of data races. What is violated there is
// violated under the memory model, too. Otherwise older values are explored.
Result check_memory_model(const Configuration& configuration, const Stop& stop, Clock::time_point start,
                          Progress& progress) {
  Result first;
  const bool violations = configuration.races == RaceHandling::Violation;
  if (configuration.sequential_first) {
    Configuration sc = sequential(configuration);
    sc.ends_at_race = !violations;
    first = check_once(sc, stop, start, progress);
    const bool violated = first.verdict() == Verdict::Violated && !configuration.search.keep_going;
    if (violated) first.notes.push_back("this happens under sequential consistency (--memory=sc), too");
    if (violated || free_of_races(first) || stop.now.load() || first.cause == Cause::MemoryLimit) return first;
    if (!configuration.older_refused.empty()) {
      const bool races = !first.races.races.empty();
      if (first.verdict() == Verdict::Error) return first;
      first.complete = false;
      first.cause = Cause::Undecided;
      first.reason = first.stopped = std::string("there ") + (races ? "are" : "may be") +
                                     " data races, and with them older values: " + configuration.older_refused;
      return first;
    }
  }
  Configuration weak = configuration;
  if (configuration.sequential_first) weak.races = RaceHandling::Off;
  Result result = check_once(weak, stop, start, progress);
  if (configuration.sequential_first) result.races = first.races;
  if (result.races.status == RaceReport::Status::NotLookedFor)
    result.races.reason = "the search for them ends where older values begin to matter; --memory=sc has all";
  if (first.verdict() == Verdict::Violated && result.verdict() != Verdict::Violated) {
    // It stands, whatever kept the search with older values from its end.
    result.violations = std::move(first.violations);
    result.untold = std::move(first.untold);
    result.witness = std::move(first.witness);
    result.notes.push_back("this happens under sequential consistency (--memory=sc), too");
    return result;
  }
  if (answered(result) && result.older_values && configuration.member_fd < 0) {
    if (!answered(first) || (configuration.search.keep_going && !first.complete)) {
      Configuration sc = sequential(configuration);
      sc.outputs.clear();
      sc.races = RaceHandling::Off;
      sc.checkpoint.clear(), sc.resume.clear();
      first = check_once(sc, stop, Clock::now(), progress);
    }
    compare_with_sc(first, result);
  }
  if (!violations) return result;
  for (ReportedViolation& v : first.violations)
    if (v.found.kind == por::ErrorKind::DataRace) result.violations.push_back(std::move(v));
  for (listeners::FoundViolation& v : first.untold)
    if (v.kind == por::ErrorKind::DataRace) result.untold.push_back(std::move(v));
  if (result.complete && result.cause == Cause::None && result.races.status != RaceReport::Status::Decided) {
    result.cause = Cause::Undecided;
    result.reason = "whether there are data races is not decided: " + result.races.reason;
  }
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

}  // namespace

Result check(const Configuration& configuration, const Stop& stop, Clock::time_point start, Progress& progress) {
  Result result = check_any(configuration, stop, start, progress);
  if (configuration.deterministic && configuration.workers > 1 && result.verdict() == Verdict::Violated)
    tell_as_one(configuration, stop, progress, result);
  return result;
}

}  // namespace jmc::check
