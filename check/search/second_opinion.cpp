#include "check/search/second_opinion.hpp"

#include <algorithm>
#include <memory>
#include <set>
#include <string_view>
#include <utility>

#include "check/search/check.hpp"
#include "listeners/text.hpp"
#include "por/strategy.hpp"
#include "por/support.hpp"
#include "vm/native.hpp"

namespace jmc::check {

using listeners::count;
using Status = SecondOpinion::Status;

namespace {

constexpr uint64_t kLeast = 200'000, kMost = 5'000'000;  // transitions, unless a number was given
constexpr uint64_t kLeastReduced = 500'000;              // of the stage that most programs come to the end of
// Where the first search took no more than that, the full one is tried first.
constexpr uint64_t kSmall = 2'000;
constexpr uint64_t kReduced = 4;  // the full search has at least so many times the transitions, mostly

enum class Stage : uint8_t { ButForLocks, Full };

std::vector<std::string> options_of(Stage stage) {
  std::vector<std::string> out{"--races=off", "--no-sampling"};
  if (stage == Stage::Full) out.insert(out.end(), {"--assume=none", "--por=none"});
  else out.insert(out.end(), {"--assume=none,locks", "--por=dl-s-por"});
  return out;
}

Configuration configuration_of_stage(Stage stage, const Configuration& first, const Result& said) {
  std::vector<std::string> options = options_of(stage);
  // The first search may have found out that they are not.
  if (stage == Stage::ButForLocks && !said.atomic_locks) options.push_back("--locks=real");
  Configuration c = with_options(first, options);
  c.most_outcomes = said.longer_outcomes && !said.output_limit ? 0 : first.most_outcomes;
  // The first answer is what is exact. Whole states of a search that assumes nothing grow with what is printed, and so
  // does the time for each.
  c.search.exact_states = false;
  const uint64_t least = stage == Stage::Full ? kLeast : kLeastReduced;
  c.transition_limit = first.opinion_transitions.value_or(std::clamp(said.transitions_in_all, least, kMost));
  return c;
}

std::set<std::string> kinds_of(const Result& r) {
  std::set<std::string> out;
  for (const ReportedViolation& v : r.violations) out.insert(kind_of(v));
  for (const listeners::FoundViolation& v : r.untold) out.insert(std::string(listeners::kind_name(v.kind)));
  return out;
}

// Data races are looked for by the first search alone.
std::set<std::string> kinds_but_races(const Result& r) {
  std::set<std::string> out = kinds_of(r);
  out.erase(std::string(listeners::kind_name(por::ErrorKind::DataRace)));
  return out;
}

bool same_outcomes(const Result& a, const Result& b) {
  if (a.longer_outcomes || b.longer_outcomes) return true;  // texts that are not told apart
  return a.outcomes.size() == b.outcomes.size() &&
         std::equal(a.outcomes.begin(), a.outcomes.end(), b.outcomes.begin(),
                    [](const auto& x, const auto& y) { return x.first == y.first; });
}

bool agree(const Result& first, const Result& second) {
  return kinds_but_races(first) == kinds_of(second) && same_outcomes(first, second);
}

// It has seen every schedule, and nothing is in doubt.
bool decided(const Result& r) { return r.complete && r.cause == Cause::None; }

bool worth_asking(const Configuration& c, const Result& r) {
  if (c.opinion_words.empty() || (c.opinion_transitions && *c.opinion_transitions == 0)) return false;
  return decided(r) && (r.verdict() == Verdict::Verified || (r.verdict() == Verdict::Violated && c.search.keep_going));
}

std::string why_undecided(const Result& r) {
  if (r.cause == Cause::StateLimit)
    return "too large (" + count(r.transitions_in_all, "transition") + "; --second-opinion=N takes N)";
  return r.reason;
}

std::string what_first_said(const Result& first) {
  if (first.verdict() == Verdict::Verified) return "verified, with " + count(first.outcomes.size(), "outcome");
  return count(first.violations.size() + first.untold.size(), "violation") + ", " +
         count(first.outcomes.size(), "outcome");
}

// The second search is the answer.
void replace(const Configuration& c, Result second, const SecondOpinion& opinion, Result& first) {
  second.opinion = opinion;
  second.opinion.status = Status::Disagrees;
  second.opinion.reason = what_first_said(first);
  second.notes.insert(second.notes.begin(),
                      "this is what a search that takes less for granted has found; the first one, with the options "
                      "as given, has said: " +
                          second.opinion.reason + ". Please report the disagreement");
  second.warnings.insert(second.warnings.begin(), first.warnings.begin(), first.warnings.end());
  second.searched_by = std::make_shared<Configuration>(c);
  second.seconds += first.seconds;
  second.peak_memory = std::max(second.peak_memory, first.peak_memory);
  first = std::move(second);
}

}  // namespace

std::string_view status_name(Status status) {
  switch (status) {
    case Status::NotAsked: return "not-asked";
    case Status::Agrees: return "agrees";
    case Status::ButForLocks: return "agrees-but-for-locks";
    case Status::Undecided: return "undecided";
    case Status::Disagrees: return "disagrees";
  }
  return "";
}

void choose_second_opinion(const CommandLine& line, Configuration& o) {
  if (line.has("second-opinion"))
    o.opinion_transitions = whole_number("second-opinion", line.text("second-opinion"), 0, ~uint64_t{0});
  const bool part = line.has("member") && !line.has("whole");
  // One that leaves something out, or draws, verifies nothing; one that has nothing taken for granted is the second.
  if (line.command != Command::Check || part || line.several() || line.has("portfolio") || line.has("search") ||
      line.has("estimate") || o.vm.load_buffering || por::bounded(o.search) || o.search.depth_bound != 0 ||
      !line.program || (o.assume_nothing && !o.vm.executors && o.vm.locks == vm::Locks::Real))
    return;
  // The list of what is visible says how the first search goes about it, unless the user trusts it.
  const Column own = Column::OfFirstSearch | Column::IsReport;
  o.opinion_words = line.words(line.without(o.trust_visible ? own : own | Column::IfUntrusted));
}

void ask_second(const Configuration& configuration, const Stop& stop, Progress& progress, Result& result) {
  if (!worth_asking(configuration, result)) return;
  const bool locks = result.atomic_locks && (result.met & vm::kMetAtomicLocks);
  std::vector<Stage> stages{Stage::ButForLocks, Stage::Full};
  if (result.transitions_in_all <= kSmall) std::swap(stages[0], stages[1]);
  SecondOpinion opinion;
  opinion.status = Status::Undecided;
  for (const Stage stage : stages) {
    if (stop.now.load()) {
      if (opinion.status == Status::Undecided) opinion.reason = "no time is left";
      break;
    }
    const Configuration c = configuration_of_stage(stage, configuration, result);
    Result second = check_once(c, stop, std::chrono::steady_clock::now(), progress);
    opinion.seconds += second.seconds;
    const bool found = second.verdict() == Verdict::Violated && result.verdict() == Verdict::Verified;
    if (decided(second) || found) {
      opinion.states = second.statistics.states, opinion.transitions = second.transitions_in_all;
      if (!agree(result, second)) return replace(c, std::move(second), opinion, result);
      opinion.status = stage == Stage::Full || !locks ? Status::Agrees : Status::ButForLocks;
      opinion.reduced = stage != Stage::Full;
      opinion.reason.clear();
      // Without a reduction there is several times as much to do.
      if (stage == Stage::Full || kReduced * second.transitions_in_all > c.transition_limit) break;
    } else if (opinion.status == Status::Undecided) {
      opinion.transitions = second.transitions_in_all;
      opinion.reason = why_undecided(second);
      // What is too large for a reduction is too large without.
      if (stage == Stage::ButForLocks && second.cause == Cause::StateLimit) break;
    }
  }
  result.opinion = opinion;
}

std::string opinion_text(const SecondOpinion& o) {
  const std::string by = o.reduced ? "a search that takes nothing for granted agrees (" : "the full search agrees (";
  switch (o.status) {
    case Status::NotAsked: return "";
    case Status::Agrees: return "cross-checked: " + by + count(o.states, "state") + ")";
    case Status::ButForLocks:
      return "cross-checked but for locks as single steps: a search that takes nothing else for granted agrees (" +
             count(o.states, "state") + ")";
    case Status::Undecided: return "not cross-checked: " + o.reason;
    case Status::Disagrees: return "the second opinion: the first search has not found this (" + o.reason + ")";
  }
  return "";
}

}  // namespace jmc::check
