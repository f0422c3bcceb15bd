#include "por/support.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <vector>

#include "por/bounded/bounds.hpp"
#include "por/strategy.hpp"

namespace jmc::por {

namespace {

using Features = uint32_t;

// What a search is asked for. Several bits of a rule are asked for together.
enum Feature : Features {
  kNoFeature = 0,
  kChosen = 1u << 0,  // executions one by one, drawn or best first
  kDrawn = 1u << 1,
  kBestFirst = 1u << 2,
  kBounded = 1u << 3,  // by --bound or --seal
  kBound = 1u << 4,
  kBoundTwice = 1u << 5,
  kMatching = 1u << 6,
  kUnmatched = 1u << 7,
  kExactStates = 1u << 8,
  kSleepSets = 1u << 9,
  kNoSleepSets = 1u << 10,
  kLateSleepSets = 1u << 11,
  kVisitedFirst = 1u << 12,
  kFewestConflicts = 1u << 13,
  kLearntOrder = 1u << 14,
  kLockOwners = 1u << 15,
  kLoneRuns = 1u << 16,
  kHeldBack = 1u << 17,
  kEndsApart = 1u << 18,
  kRetraverse = 1u << 19,
  kSafeUnlocks = 1u << 20,
  kNoSafeSets = 1u << 21,
  kObservers = 1u << 22,
  kCheapReads = 1u << 23,
  kFairLivelock = 1u << 24,
  kOrdered = 1u << 25,
  kDepthBound = 1u << 26,
  kNoPaths = 1u << 27,
  kNoDepth = 1u << 28,
  kWrongKeys = 1u << 29,
  kNoPermutation = 1u << 30,
};

struct FeatureLabel {
  Features features;
  std::string_view text;
};
constexpr FeatureLabel kLabels[] = {
    {kChosen, "`--search`"},
    {kDrawn, "`--search` that draws"},
    {kBestFirst, "`--search=best-first`"},
    {kBestFirst | kBounded, "`--search=best-first` with `--bound` or `--seal`"},
    {kBounded, "`--bound`, `--seal`"},
    {kBound, "`--bound`"},
    {kMatching, "matched states"},
    {kUnmatched, "`--stateless`"},
    {kExactStates, "`--exact-states`"},
    {kSleepSets, "`--refine=sleep-sets`"},
    {kSleepSets | kUnmatched, "`--refine=sleep-sets` with `--stateless`"},
    {kNoSleepSets, "`--refine=-sleep-sets`"},
    {kLateSleepSets, "sleep sets of large searches"},
    {kVisitedFirst, "`--refine=visited-first`"},
    {kFewestConflicts, "`--refine=fewest-conflicts`"},
    {kLearntOrder, "`--refine=learnt-order`"},
    {kLockOwners, "`--refine=lock-owners`"},
    {kLoneRuns, "`--refine=lone-runs`"},
    {kHeldBack, "`--refine=held-back`"},
    {kEndsApart, "`--refine=ends-apart`"},
    {kRetraverse, "`--dl-retraverse`"},
    {kSafeUnlocks, "`--refine=safe-unlocks`"},
    {kNoSafeSets, "`--no-safe-sets`"},
    {kObservers, "`--observers`"},
    {kCheapReads, "`--refine=failing-reads` or `same-value-reads`"},
    {kFairLivelock, "`--livelock=fair`"},
    {kOrdered, "`--order`"},
    {kDepthBound, "`--bound=depth`"},
};

using Support = Strategy::Support;

// What a strategy may lack.
bool never(const Strategy& s) { return s.states == Strategy::States::Never; }
bool matches(const Strategy& s) { return !never(s); }
bool only_matched(const Strategy& s) { return s.states == Strategy::States::Matched; }
bool unbounded(const Strategy& s) { return !s.run_bounded; }
bool not_full(const Strategy& s) { return !s.full; }
bool full(const Strategy& s) { return s.full; }
template <auto Trait>
bool lacks(const Strategy& s) {
  return !(s.*Trait);
}

// Refused: all of `asked` are asked for, and one of `with` if there are any, and the strategy lacks what is needed if
// there is such a thing. Text: {por} the strategy, {bound} "--bound=KIND" or "--seal", {bounded} without the kind,
// {twice} the kind that is given twice, {threads} the last one of the permutation, {those} the strategies that have
// what the purpose needs.
struct Rule {
  Features asked, with;
  bool (*lacks)(const Strategy&);
  std::string_view text;
};

constexpr std::string_view kLoneRunsText =
    "--refine=lone-runs: passing over states in which one thread alone can run is there with --por=s-por and dl-s-por, "
    "where they match states, without bounds";
constexpr std::string_view kHeldBackText =
    "--refine=held-back: conflicts with a thread that is held back are told only by the summaries of dl-s-por";
constexpr std::string_view kEndsApartText =
    "--refine=ends-apart: the end of the program is apart from what does not show in it with dl-s-por, without bounds";
constexpr std::string_view kSafeUnlocksText =
    "--refine=safe-unlocks needs safe sets; expected no --no-safe-sets and no --por=none";

// Of executions that are drawn. The strategy has no meaning there.
constexpr Rule kRulesOfDraws[] = {
    {kFairLivelock, kChosen, nullptr,
     "--livelock=fair: these are loops in a graph of states, which executions that are drawn or chosen one by one do "
     "not give; expected --por=none without --search"},
    {kObservers, kDrawn, nullptr,
     "--observers is about which executions are explored: there is nothing for it to do when they are drawn; expected "
     "no --observers"},
    {kBound, kDrawn, nullptr,
     "{bound} and drawn executions: a draw that depends on costs has none of the stated probabilities; expected no "
     "--bound"},
    {kDrawn, kMatching | kExactStates, nullptr,
     "drawn executions match no states: every one is drawn for itself; expected no --exact-states"},
    {kSleepSets, kDrawn, nullptr,
     "--refine=sleep-sets has no meaning with drawn executions, which remember nothing; expected no sleep-sets"},
    {kDrawn, kNoPaths, nullptr, "of at least one path it is known how many there are"},
    {kDrawn, kNoDepth, nullptr, "the depth of a bug is at least 1"},
};

constexpr Rule kRules[] = {
    kRulesOfDraws[0],
    {kObservers, kBestFirst, nullptr,
     "--observers is a reduction of its own; --search=best-first has --por=s-por, none or dpor"},
    {kBestFirst, kNoFeature, [](const Strategy& s) { return s.best_first == Strategy::BestFirst::Refused; },
     "--search=best-first and --por={por}: expected --por=s-por or none, for all schedules, or dpor, for what races "
     "ask "
     "for"},
    {kBestFirst | kBounded, kNoFeature, [](const Strategy& s) { return s.best_first == Strategy::BestFirst::Races; },
     "--search=best-first with --por={por} and {bounded}: leaving out for both would lose states; expected "
     "--por=s-por, and the key backtrack to prefer what races ask for"},
    {kBestFirst, kMatching, nullptr, "--search=best-first explores executions: it matches no states"},
    {kSleepSets, kBestFirst, nullptr,
     "--refine=sleep-sets is not sound with --search=best-first; the key awake prefers what they would leave in"},
    {kBestFirst, kWrongKeys, nullptr, "--search=best-first needs one to six keys"},
    {kBounded, kNoFeature, unbounded,
     "{bound} is not sound with --por={por}, which may leave out the cheap one of two equivalent schedules; expected "
     "--por=s-por or none, which leave out nothing, or dpor, which makes up for it"},
    {kBounded, kBoundTwice, nullptr, "--bound={twice} is given twice; expected each kind once"},
    {kSleepSets, kBounded, nullptr,
     "--refine=sleep-sets is not sound under --bound and --seal: a thread sleeps because it was explored, but perhaps "
     "at a higher cost; expected no sleep-sets"},
    {kUnmatched, kNoFeature, only_matched,
     "--stateless: --por={por} needs state matching; expected no --stateless, or --por=none or s-por"},
    {kExactStates, kNoFeature, never,
     "--exact-states: --por={por} matches no states: there are none to compare exactly; expected no --exact-states"},
    {kExactStates, kUnmatched, nullptr,
     "--exact-states has no meaning without state matching; expected one of --exact-states and --stateless"},
    {kVisitedFirst, kNoFeature, lacks<&Strategy::visited_first>,
     "--refine=visited-first has no effect on {por}; expected no visited-first"},
    {kVisitedFirst, kUnmatched, nullptr,
     "--refine=visited-first has no effect on {por} without state matching; expected no visited-first"},
    {kFewestConflicts, kNoFeature, lacks<&Strategy::conflict_sets>,
     "--refine=fewest-conflicts has no effect on {por}; expected --por=de-s-por or dl-s-por"},
    {kLearntOrder, kNoFeature, lacks<&Strategy::conflict_sets>,
     "--refine=learnt-order has no effect on {por}; expected --por=de-s-por or dl-s-por"},
    {kLearntOrder, kOrdered, nullptr,
     "--refine=learnt-order: --order says already which thread comes first; expected one of the two"},
    {kLockOwners, kNoFeature, lacks<&Strategy::conflict_sets>,
     "--refine=lock-owners has no meaning with {por}; expected --por=de-s-por or dl-s-por"},
    {kLoneRuns, kNoFeature, lacks<&Strategy::lone_runs>, kLoneRunsText},
    {kLoneRuns, kUnmatched | kBounded | kChosen, nullptr, kLoneRunsText},
    {kLoneRuns, kRetraverse, nullptr, "--refine=lone-runs does not go with --dl-retraverse (re-traversal)"},
    {kHeldBack, kNoFeature, lacks<&Strategy::held_back>, kHeldBackText},
    {kHeldBack, kRetraverse, nullptr, kHeldBackText},
    {kEndsApart, kNoFeature, lacks<&Strategy::ends_apart>, kEndsApartText},
    {kEndsApart, kRetraverse | kBounded | kChosen, nullptr, kEndsApartText},
    {kRetraverse, kNoFeature, lacks<&Strategy::retraverse>,
     "--dl-retraverse: re-traversal is a variant of dl-s-por, not of {por}; expected --por=dl-s-por"},
    {kSleepSets, kNoFeature, [](const Strategy& s) { return s.sleep_sets == Support::Unsound; },
     "--refine=sleep-sets is not sound with {por}; expected --por=none or s-por"},
    {kSleepSets | kUnmatched, kNoFeature, matches,
     "--refine=sleep-sets is there only with state matching; expected no --stateless"},
    {kObservers, kNoFeature, lacks<&Strategy::run_observers>,
     "--observers: these are there only with --por=optimal-dpor, not with {por}: to make a write observed takes a "
     "sequence, up to the observer, and only wakeup trees hold sequences"},
    {kSleepSets, kObservers, nullptr,
     "--refine=sleep-sets is not sound with --observers: a step that sleeps may be observed later"},
    {kObservers, kCheapReads, nullptr,
     "--observers: with them no operation counts as a read only because it changes nothing now: whether it observes "
     "has "
     "to be known before it is executed"},
    {kNoSleepSets, kNoFeature, [](const Strategy& s) { return s.sleep_sets == Support::Required; },
     "--refine: {por} does not work without sleep-sets: they are how it tells what is explored"},
    {kSafeUnlocks, kNoSafeSets, nullptr, kSafeUnlocksText},
    {kSafeUnlocks, kNoFeature, full, kSafeUnlocksText},
    {kSafeUnlocks, kNoFeature, [](const Strategy& s) { return s.safe_unlocks == Support::Meaningless; },
     "--refine=safe-unlocks has no meaning with {por}; expected --por=s-por, de-s-por or dl-s-por"},
    {kSafeUnlocks, kNoFeature, [](const Strategy& s) { return s.safe_unlocks == Support::Unsound; },
     "--refine=safe-unlocks is not sound with {por}; expected no safe-unlocks"},
    {kFairLivelock, kNoFeature, not_full,
     "--livelock=fair and {por}: a reduction may leave out of a loop the steps by which another thread takes part in "
     "it; expected --por=none, which matches the states of all schedules"},
    {kFairLivelock, kUnmatched, nullptr,
     "--livelock=fair and {por} without state matching: there are no loops of states; expected --por=none, which "
     "matches the states of all schedules"},
    {kFairLivelock, kSleepSets, nullptr,
     "--livelock=fair and --refine=sleep-sets: a step that sleeps is not known to take part in a loop; expected "
     "--por=none, which matches the states of all schedules"},
    {kFairLivelock, kBounded, nullptr,
     "--livelock=fair under --bound or --seal: which threads can run depends on what they have cost; expected "
     "--por=none, which matches the states of all schedules"},
    {kNoPermutation, kNoFeature, nullptr, "--order: the order of threads is no permutation of 0 to {threads}"},
};

constexpr std::string_view kPathDependent =
    "under a bound or a seal, what is explored from a state depends on the path to it; expected no bound";
constexpr std::string_view kDepthDependent =
    "under a depth bound, what is explored from a state depends on the path to it";

// The rules of a purpose ask for nothing more: what they refuse is in `with`.
constexpr Rule kSharing[] = {
    {kNoFeature, kChosen, nullptr,
     "executions that are drawn or chosen one by one close no states; expected one of {those}"},
    {kNoFeature, kBounded, nullptr, kPathDependent},
    {kNoFeature, kNoFeature, lacks<&Strategy::shares>, "{por} closes no states; expected one of {those}"},
    {kNoFeature, kUnmatched, nullptr, "without state matching no state is closed"},
    {kNoFeature, kDepthBound, nullptr, kDepthDependent},
    {kNoFeature, kSleepSets | kLateSleepSets, nullptr,
     "with sleep sets, a part of what follows from a state is explored from elsewhere"},
    {kNoFeature, kExactStates, nullptr,
     "what is shared are fingerprints, and exact states are compared by all of them"},
    {kNoFeature, kRetraverse, nullptr, "a re-traversal needs the graph below a state, which others do not have"},
};

constexpr Rule kDistributing[] = {
    {kNoFeature, kChosen, nullptr,
     "executions that are drawn or chosen one by one have no states to divide; expected one of {those}"},
    {kNoFeature, kBounded, nullptr, kPathDependent},
    {kNoFeature, kNoFeature, lacks<&Strategy::distributes>,
     "{por} decides what to explore from a state by what was found below it; expected one of {those}"},
    {kNoFeature, kUnmatched, nullptr, "without state matching there are no states to divide; expected no --stateless"},
    {kNoFeature, kDepthBound, nullptr, kDepthDependent},
    {kNoFeature, kSleepSets | kLateSleepSets, nullptr,
     "sleep sets depend on the path by which a state is come to first"},
    {kNoFeature, kExactStates, nullptr, "what travels are fingerprints; expected no --exact-states"},
    {kNoFeature, kLoneRuns, nullptr, "states that are passed over depend on the path; expected no --refine=lone-runs"},
    {kNoFeature, kFairLivelock, nullptr,
     "the threads that take part in a loop are found on the path of one search; expected no --livelock=fair"},
    {kNoFeature, kOrdered, nullptr, "states are explored by their distance from the initial one; expected no --order"},
};

constexpr Rule kPlaces[] = {
    {kNoFeature, kChosen | kUnmatched, nullptr, "no states are matched; expected one of {those}, and none of these"},
    {kNoFeature, kNoFeature, never, "no states are matched; expected one of {those}, and none of these"},
    {kNoFeature, kBounded, nullptr,
     "under --bound or --seal it counts which thread took the last step; expected one of {those}, and none of these"},
    {kNoFeature, kSleepSets | kLateSleepSets, nullptr,
     "sleep sets are kept by the numbers of threads; expected one of {those}, and none of these"},
    {kNoFeature, kRetraverse, nullptr,
     "--dl-retraverse keeps its graph by the numbers of threads; expected one of {those}, and none of these"},
    {kNoFeature, kFairLivelock, nullptr,
     "--livelock=fair asks which threads take part in a loop, which may come back with two of them exchanged; expected "
     "one of {those}, and none of these"},
    {kNoFeature, kNoFeature, lacks<&Strategy::places>, "--por={por}; expected one of {those}, and none of these"},
};

constexpr Rule kKept[] = {
    {kNoFeature, kChosen, nullptr,
     "a --search draws executions, each for itself; expected one of {those}, and none of these"},
    {kNoFeature, kBounded, nullptr, "a search under --bound or --seal; expected one of {those}, and none of these"},
    {kNoFeature, kUnmatched, nullptr,
     "a search that matches no states keeps nothing of what it has explored but its path; expected one of {those}, and "
     "none of these"},
    {kNoFeature, kNoFeature, never,
     "a search that matches no states keeps nothing of what it has explored but its path; expected one of {those}, and "
     "none of these"},
    {kNoFeature, kRetraverse, nullptr,
     "--dl-retraverse keeps the whole graph; expected one of {those}, and none of these"},
    {kNoFeature, kNoFeature, lacks<&Strategy::checkpoints>, "--por={por}; expected one of {those}, and none of these"},
};

constexpr Rule kNumbersReturn[] = {
    {kNoFeature, kNoFeature, lacks<&Strategy::numbers_return>, "--por={por}"},
    {kNoFeature, kUnmatched, nullptr, "--stateless"},
    {kNoFeature, kBounded, nullptr, "--bound and --seal"},
    {kNoFeature, kChosen, nullptr, "--search"},
};

constexpr Rule kMemoryModel[] = {
    {kNoFeature, kObservers, nullptr,
     "--observers leaves out orders of writes that races depend on; expected no --observers"},
    {kNoFeature, kChosen, nullptr, "--search draws schedules, not values; expected no --search"},
    {kNoFeature, kBound, nullptr, "a bound counts steps, not older values; expected no --bound"},
    {kNoFeature, kBounded, nullptr, "--seal is about schedules, not values; expected no --seal"},
};

constexpr Rule kOlderValues[] = {
    {kNoFeature, kNoFeature, lacks<&Strategy::older_values>,
     "--por={por} is not known to keep every outcome of the Java Memory Model; expected --por={those}"},
    {kNoFeature, kUnmatched, nullptr,
     "executions have no names for older values; expected a search without --stateless"},
};

constexpr Rule kLateTimeOuts[] = {
    {kNoFeature, kNoFeature, never,
     "--por={por} reorders steps without looking at who can run; expected {those}, or another --timeouts"},
};

constexpr Rule kUnsafeSets[] = {
    {kNoFeature, kNoFeature, lacks<&Strategy::conflict_sets>,
     "--no-safe-sets has a meaning with --por=de-s-por and --por=dl-s-por, not with --por={por}"},
};

constexpr Rule kEstimate[] = {
    {kUnmatched, kNoFeature,
     [](const Strategy& s) { return matches(s) && s.best_first != Strategy::BestFirst::AllExecutions; },
     "how many executions {por} explores without matching states depends on what it comes upon; expected --por=none, "
     "s-por, dpor, source-dpor or optimal-dpor, or no --stateless"},
};

struct Purposes {
  std::string_view name;  // for people
  std::span<const Rule> rules;
  bool (*lacks)(const Strategy&);  // of those that {those} does not name
  std::string_view last = ", ";    // between the last two of them
};
const Purposes& rules_of(Purpose purpose) {
  static const Purposes kAll[] = {
      {"", kRules, nullptr},
      {"`--workers`", kSharing, lacks<&Strategy::shares>},
      {"`--distribute`", kDistributing, lacks<&Strategy::distributes>},
      {"`--checkpoint`, `--resume`", kKept, lacks<&Strategy::checkpoints>},
      {"`--symmetry`", kPlaces, lacks<&Strategy::places>},
      {"`--thread-numbers`", kNumbersReturn, lacks<&Strategy::numbers_return>},
      {"`--memory=jmm` at all", kMemoryModel, nullptr},
      {"`--memory=jmm` of a program that races", kOlderValues, lacks<&Strategy::older_values>, " or "},
      {"`--timeouts=late`", kLateTimeOuts, never, " or "},
      {"`--no-safe-sets`", kUnsafeSets, nullptr},
      {"`--estimate` of executions", kEstimate, nullptr},
  };
  return kAll[static_cast<size_t>(purpose)];
}

bool is_permutation(const std::vector<ThreadId>& order) {
  ThreadSet named;
  for (const ThreadId t : order) {
    if (t >= order.size() || t >= kMaxThreads || named.contains(t)) return false;
    named.insert(t);
  }
  return true;
}

std::optional<BoundKind> given_twice(const std::vector<Bound>& bounds) {
  for (size_t i = 0; i < bounds.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (bounds[i].kind == bounds[j].kind) return bounds[i].kind;
  return std::nullopt;
}

Features features_of(const SearchOptions& o) {
  Features out = kNoFeature;
  const auto add = [&](bool is, Features f) { out |= is ? f : kNoFeature; };
  add(o.exploration != Exploration::DepthFirst, kChosen);
  add(sampled(o), kDrawn);
  add(o.exploration == Exploration::BestFirst, kBestFirst);
  add(bounded(o), kBounded);
  add(!o.bounds.empty(), kBound);
  add(given_twice(o.bounds).has_value(), kBoundTwice);
  add(o.match_states, kMatching);
  add(!o.match_states, kUnmatched);
  add(o.exact_states, kExactStates);
  add(o.sleep_sets, kSleepSets);
  add(!o.sleep_sets && !o.observers, kNoSleepSets);
  add(o.late_sleep_sets, kLateSleepSets);
  add(o.visited_first, kVisitedFirst);
  add(o.fewest_conflicts, kFewestConflicts);
  add(o.learnt_order, kLearntOrder);
  add(o.owner_for_blocked, kLockOwners);
  add(o.lone_runs, kLoneRuns);
  add(o.held_back, kHeldBack);
  add(o.ends_apart, kEndsApart);
  add(o.retraverse, kRetraverse);
  add(o.safe_unlocks, kSafeUnlocks);
  add(o.no_safe_sets, kNoSafeSets);
  add(o.observers, kObservers);
  add(o.failing_reads || o.same_value_reads, kCheapReads);
  add(o.livelock == Livelock::Fair, kFairLivelock);
  add(ordered(o), kOrdered);
  add(o.depth_bound != 0, kDepthBound);
  add(o.probe_paths == 0, kNoPaths);
  add(o.pct_depth == 0, kNoDepth);
  add(o.keys.empty() || o.keys.size() > 6, kWrongKeys);
  add(!is_permutation(o.permutation), kNoPermutation);
  return out;
}

std::string names_of(const Purposes& purpose) {
  std::vector<std::string_view> names;
  for (const Strategy* s : strategies())
    if (purpose.lacks && !purpose.lacks(*s)) names.push_back(s->name);
  std::string out;
  for (size_t i = 0; i < names.size(); ++i)
    out += std::string(i == 0 ? "" : i + 1 == names.size() ? purpose.last : ", ") + std::string(names[i]);
  return out;
}

std::string filled_in(std::string_view text, const SearchOptions& o, const Purposes& purpose) {
  const auto value = [&](std::string_view name) -> std::string {
    if (name == "por") return o.strategy;
    if (name == "those") return names_of(purpose);
    if (name == "threads") return std::to_string(o.permutation.size() - 1);
    if (name == "twice") return std::string(bound_name(given_twice(o.bounds).value_or(BoundKind::Depth)));
    if (o.bounds.empty()) return "--seal";
    return name == "bounded" ? "--bound" : "--bound=" + std::string(bound_name(o.bounds[0].kind));
  };
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const size_t open = std::min(text.find('{', at), text.size());
    out += text.substr(at, open - at);
    if (open == text.size()) break;
    const size_t close = text.find('}', open);
    out += value(text.substr(open + 1, close - open - 1));
    at = close + 1;
  }
  return out;
}

bool refuses(const Rule& rule, Features features, const Strategy& strategy) {
  return (features & rule.asked) == rule.asked && (!rule.with || (features & rule.with)) &&
         (!rule.lacks || rule.lacks(strategy));
}

}  // namespace

bool bounded(const SearchOptions& options) { return !options.bounds.empty() || options.sealed != 0; }

bool sampled(const SearchOptions& options) {
  return options.exploration == Exploration::Random || options.exploration == Exploration::Pct ||
         options.exploration == Exploration::Pos || options.exploration == Exploration::Surw ||
         options.exploration == Exploration::Feedback || options.exploration == Exploration::Probes;
}

bool ordered(const SearchOptions& options) {
  return options.order_asked || options.order != SearchOptions::Order::Sequential || !options.permutation.empty();
}

std::string refusal(Purpose use, const SearchOptions& options) {
  const Strategy& strategy = strategy_of(options);
  const Purposes& purpose = rules_of(use);
  const bool drawn = use == Purpose::Run && sampled(options);
  const Features features = features_of(options);
  for (const Rule& rule : drawn ? std::span<const Rule>(kRulesOfDraws) : purpose.rules)
    if (refuses(rule, features, strategy)) return filled_in(rule.text, options, purpose);
  if (use != Purpose::Run || drawn) return {};
  if (bounded(options))
    if (std::string reason = strategy.refuse_bounds(options); !reason.empty()) return reason;
  return options.closed ? refusal(Purpose::Workers, options) : "";
}

namespace {

std::string label_of(Features features) {
  for (const FeatureLabel& l : kLabels)
    if (l.features == features) return std::string(l.text);
  return {};
}

std::string row(const std::string& label, const std::function<bool(const Strategy&)>& has) {
  std::string out = "| " + label + " |";
  for (const Strategy* s : strategies()) out += has(*s) ? " yes |" : " |";
  return out + "\n";
}

// What is said, without what to do instead, nor the option that is in the first column.
std::string why(std::string_view text) {
  std::string out(text.substr(0, text.find("; expected")));
  if (out.starts_with("--") && out.find(": ") == std::string::npos && out.size() < 30)
    return "numbers of threads that have ended are kept";  // the whole text is what keeps them
  if (out.starts_with("--"))
    if (const size_t colon = out.find(": "); colon != std::string::npos && colon < 40) out.erase(0, colon + 2);
  for (const auto& [from, to] :
       {std::pair("{por}", "the strategy"), {"{bound}", "a bound"}, {"{bounded}", "a bound"}, {"{twice}", "KIND"}})
    for (size_t at = 0; (at = out.find(from)) != std::string::npos;) out.replace(at, std::string_view(from).size(), to);
  return out;
}

}  // namespace

std::string support_page() {
  std::string head = "| |", line = "| --- |", table, exclusive;
  for (const Strategy* s : strategies()) head += " `" + std::string(s->name) + "` |", line += " --- |";
  std::set<Features> told;
  for (const Rule& rule : kRules) {
    if (!rule.lacks || !told.insert(rule.asked).second) continue;
    table += row(label_of(rule.asked), [&](const Strategy& s) {
      return std::none_of(std::begin(kRules), std::end(kRules), [&](const Rule& r) {
        return (r.asked & rule.asked) == r.asked && !r.with && r.lacks && r.lacks(s);
      });
    });
  }
  const auto exclude = [&](const std::string& label, const Rule& rule) {
    for (const FeatureLabel& l : kLabels)
      if ((l.features & rule.with) == l.features)
        exclusive += "| " + label + " | " + std::string(l.text) + " | " + why(rule.text) + " |\n";
  };
  std::set<std::string_view> texts;
  for (const Rule& rule : kRulesOfDraws)
    if (texts.insert(rule.text).second) exclude(label_of(rule.asked), rule);
  for (const Rule& rule : kRules)
    if (rule.with && (rule.lacks || rule.asked != kRulesOfDraws[0].asked || rule.with != kRulesOfDraws[0].with))
      exclude(label_of(rule.asked), rule);
  for (size_t p = 1; p <= static_cast<size_t>(Purpose::Estimate); ++p) {
    const Purposes& purpose = rules_of(static_cast<Purpose>(p));
    table += row(std::string(purpose.name), [&](const Strategy& s) {
      return std::none_of(purpose.rules.begin(), purpose.rules.end(),
                          [&](const Rule& r) { return !r.with && r.lacks && r.lacks(s); });
    });
    for (const Rule& rule : purpose.rules)
      if (rule.with) exclude(std::string(purpose.name), rule);
  }
  return "# Which search has what\n\nPrinted by `jmc help searches` from the table that refuses the rest\n"
         "(`por/support.cpp`). `yes`: the strategy has it.\n\n" +
         head + "\n" + line + "\n" + table +
         "\n## What does not go together\n\nWhichever strategy it is. Who asks for both is told why, and what to "
         "do.\n\n"
         "| asked for | with | why not |\n| --- | --- | --- |\n" +
         exclusive;
}

}  // namespace jmc::por
