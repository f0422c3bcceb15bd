// A whole check: the one that was asked for, and those that its answer needs besides.
#include <algorithm>
#include <utility>

#include "check/check.hpp"

namespace jmc::check {

namespace {

using Clock = std::chrono::steady_clock;

// Which of the answers need the memory model: what another search finds impossible under sequential consistency.
void compare_with_sc(const Configuration& configuration, const Stop& stop, Progress& progress, Result& result) {
  Configuration sc = configuration;
  sc.vm.jmm = false;
  sc.outputs.clear();
  sc.checkpoint.clear(), sc.resume.clear();
  const Result other = check_once(sc, stop, Clock::now(), progress);
  if (other.complete)
    for (auto& [text, outcome] : result.outcomes) outcome.needs_memory_model = !other.outcomes.contains(text);
  if (result.verdict() != Verdict::Violated) return;
  if (other.verdict() == Verdict::Verified)
    result.notes.push_back("under sequential consistency (--memory=sc) the program is verified");
  else if (other.verdict() == Verdict::Violated)
    result.notes.push_back("under sequential consistency (--memory=sc) there is a violation, too");
}

// What one worker finds does not depend on which of several was first.
void tell_as_one(const Configuration& configuration, const Stop& stop, Progress& progress, Result& result) {
  Configuration one = configuration;
  one.workers = 1;
  Result other = check_once(one, stop, Clock::now(), progress);
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
  Result result = check_once(configuration, stop, start, progress);
  if (configuration.deterministic && configuration.workers > 1 && result.verdict() == Verdict::Violated)
    tell_as_one(configuration, stop, progress, result);
  const bool answered = result.complete || result.verdict() == Verdict::Violated;
  if (configuration.vm.jmm && answered && result.older_values && configuration.member_fd < 0)
    compare_with_sc(configuration, stop, progress, result);
  return result;
}

}  // namespace jmc::check
