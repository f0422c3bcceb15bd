#include "por/search.hpp"

#include "por/bounded/best_first.hpp"
#include "por/bounded/bounds.hpp"
#include "por/sampling/probes.hpp"
#include "por/sampling/samplers.hpp"
#include "por/search_run.hpp"

namespace jmc::por {

namespace {

bool bounded(const SearchOptions& options) { return !options.bounds.empty() || options.sealed != 0; }

// Empty, or why the strategy cannot have these bounds.
std::string check_bounds(const SearchOptions& options, const Strategy& strategy) {
  if (!strategy.run_bounded) {
    const std::string what =
        options.bounds.empty() ? "--seal" : "--bound=" + std::string(bound_name(options.bounds[0].kind));
    return what + " is not sound with --por=" + options.strategy +
           ", which may leave out the cheap one of two equivalent schedules; expected --por=s-por or none, which leave "
           "out nothing, or dpor, which makes up for it";
  }
  for (size_t i = 0; i < options.bounds.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (options.bounds[i].kind == options.bounds[j].kind)
        return "--bound=" + std::string(bound_name(options.bounds[i].kind)) +
               " is given twice; expected each kind once";
  if (options.sleep_sets)
    return "--refine=sleep-sets is not sound under --bound and --seal: a thread sleeps because it was explored, but "
           "perhaps at a higher cost; expected no sleep-sets";
  return strategy.refuse_bounds(options);
}

bool sampled(const SearchOptions& options) {
  return options.exploration == Exploration::Random || options.exploration == Exploration::Pct ||
         options.exploration == Exploration::Pos || options.exploration == Exploration::Probes;
}

std::string check_sampler(const SearchOptions& options) {
  if (!options.bounds.empty())
    return "--bound=" + std::string(bound_name(options.bounds[0].kind)) +
           " and drawn executions: a draw that depends on costs has none of the stated probabilities; expected no "
           "--bound";
  if (options.match_states || options.exact_states)
    return "drawn executions match no states: every one is drawn for itself; expected no --exact-states";
  if (options.sleep_sets)
    return "--refine=sleep-sets has no meaning with drawn executions, which remember nothing; expected no sleep-sets";
  if (options.probe_paths == 0) return "of at least one path it is known how many there are";
  if (options.pct_depth == 0) return "the depth of a bug is at least 1";
  return {};
}

std::string check_best_first(const SearchOptions& options, const Strategy& strategy) {
  if (strategy.best_first == Strategy::BestFirst::Refused)
    return "--search=best-first and --por=" + options.strategy +
           ": expected --por=s-por or none, for all schedules, or dpor, for what races ask for";
  if (strategy.best_first == Strategy::BestFirst::Races && bounded(options))
    return "--search=best-first with --por=" + options.strategy + " and " +
           std::string(options.bounds.empty() ? "--seal" : "--bound") +
           ": leaving out for both would lose states; expected --por=s-por, and the key backtrack to prefer what races "
           "ask for";
  if (options.match_states) return "--search=best-first explores executions: it matches no states";
  if (options.sleep_sets)
    return "--refine=sleep-sets is not sound with --search=best-first; the key awake prefers what they would leave in";
  if (options.keys.empty() || options.keys.size() > 6) return "--search=best-first needs one to six keys";
  return {};
}

void (*sampler(Exploration exploration))(SearchRun&) {
  switch (exploration) {
    case Exploration::Random: return run_random_walks;
    case Exploration::Pct: return run_pct;
    case Exploration::Probes: return run_probes;
    default: return run_pos;
  }
}

// Which thread comes first was asked for.
bool ordered(const SearchOptions& options) {
  return options.order_asked || options.order != SearchOptions::Order::Sequential || !options.permutation.empty();
}

}  // namespace

void set_default_refinements(SearchOptions& options) {
  const Strategy& strategy = strategy_of(options);
  options.failing_reads = options.same_value_reads = !options.observers;
  options.owner_for_blocked = strategy.conflict_sets;
  options.lone_runs = strategy.lone_runs && options.match_states && !options.retraverse && !bounded(options) &&
                      options.exploration == Exploration::DepthFirst;
  options.held_back = strategy.held_back && !options.retraverse;
  options.learnt_order = strategy.learnt_order && !ordered(options);
  options.ends_apart =
      strategy.ends_apart && !options.retraverse && !bounded(options) && options.exploration == Exploration::DepthFirst;
  options.late_sleep_sets = strategy.sleep_sets == Strategy::Support::Sound && !strategy.full &&
                            strategy.states != Strategy::States::Never && options.match_states && !bounded(options) &&
                            options.livelock != Livelock::Fair && !options.observers &&
                            options.exploration == Exploration::DepthFirst;
  options.sleep_sets = strategy.states == Strategy::States::Never && !bounded(options) && !options.observers &&
                       options.exploration == Exploration::DepthFirst;
}

std::string check_options(const SearchOptions& options) {
  const Strategy* strategy = find_strategy(options.strategy);
  if (!strategy) {
    std::string known;
    for (const Strategy* s : strategies()) known += (known.empty() ? "" : ", ") + std::string(s->name);
    return "unknown strategy " + options.strategy + "; there are " + known;
  }
  if (options.livelock == Livelock::Fair && options.exploration != Exploration::DepthFirst)
    return "--livelock=fair: these are loops in a graph of states, which executions that are drawn or chosen one "
           "by one do not give; expected --por=none without --search";
  if (sampled(options))
    return options.observers ? "--observers is about which executions are explored: there is nothing for it to do "
                               "when they are drawn; expected no --observers"
                             : check_sampler(options);
  if (options.exploration == Exploration::BestFirst) {
    if (options.observers)
      return "--observers is a reduction of its own; --search=best-first has --por=s-por, none or dpor";
    if (std::string reason = check_best_first(options, *strategy); !reason.empty()) return reason;
  }
  if (bounded(options))
    if (std::string reason = check_bounds(options, *strategy); !reason.empty()) return reason;
  const std::string& name = options.strategy;
  const bool stateless = !options.match_states || strategy->states == Strategy::States::Never;
  if (!options.match_states && strategy->states == Strategy::States::Matched)
    return "--stateless: --por=" + name + " needs state matching; expected no --stateless, or --por=none or s-por";
  if (options.exact_states && strategy->states == Strategy::States::Never)
    return "--exact-states: --por=" + name +
           " matches no states: there are none to compare exactly; expected no "
           "--exact-states";
  if (stateless && options.exact_states)
    return "--exact-states has no meaning without state matching; expected one of --exact-states and --stateless";
  if (options.visited_first && (!strategy->visited_first || !options.match_states))
    return "--refine=visited-first has no effect on " + name +
           (strategy->visited_first ? " without state matching" : "") + "; expected no visited-first";
  if (options.fewest_conflicts && !strategy->conflict_sets)
    return "--refine=fewest-conflicts has no effect on " + name + "; expected --por=de-s-por or dl-s-por";
  if (options.learnt_order && !strategy->conflict_sets)
    return "--refine=learnt-order has no effect on " + name + "; expected --por=de-s-por or dl-s-por";
  if (options.learnt_order && ordered(options))
    return "--refine=learnt-order: --order says already which thread comes first; expected one of the two";
  if (options.owner_for_blocked && !strategy->conflict_sets)
    return "--refine=lock-owners has no meaning with " + name + "; expected --por=de-s-por or dl-s-por";
  if (options.closed)
    if (std::string reason = check_sharing(options); !reason.empty()) return reason;
  if (options.lone_runs && (!strategy->lone_runs || !options.match_states || bounded(options) ||
                            options.exploration != Exploration::DepthFirst))
    return "--refine=lone-runs: passing over states in which one thread alone can run is there with --por=s-por and "
           "dl-s-por, where they match states, without bounds";
  if (options.lone_runs && options.retraverse)
    return "--refine=lone-runs does not go with --dl-retraverse (re-traversal)";
  if (options.held_back && (!strategy->held_back || options.retraverse))
    return "--refine=held-back: conflicts with a thread that is held back are told only by the summaries of dl-s-por";
  if (options.ends_apart && (!strategy->ends_apart || options.retraverse || bounded(options) ||
                             options.exploration != Exploration::DepthFirst))
    return "--refine=ends-apart: the end of the program is apart from what does not show in it with dl-s-por, without "
           "bounds";
  if (options.retraverse && !strategy->retraverse)
    return "--dl-retraverse: re-traversal is a variant of dl-s-por, not of " + name + "; expected --por=dl-s-por";
  using Support = Strategy::Support;
  if (options.sleep_sets && strategy->sleep_sets == Support::Unsound)
    return "--refine=sleep-sets is not sound with " + name + "; expected --por=none or s-por";
  if (options.sleep_sets && !options.match_states && strategy->states != Strategy::States::Never)
    return "--refine=sleep-sets is there only with state matching; expected no --stateless";
  if (options.observers) {
    if (!strategy->run_observers)
      return "--observers: these are there only with --por=optimal-dpor, not with " + name +
             ": to make a write observed takes a sequence, up to the observer, and only wakeup trees hold sequences";
    if (options.sleep_sets)
      return "--refine=sleep-sets is not sound with --observers: a step that sleeps may be observed later";
    if (options.failing_reads || options.same_value_reads)
      return "--observers: with them no operation counts as a read only because it changes nothing now: whether it "
             "observes "
             "has to be known before it is executed";
  } else if (!options.sleep_sets && strategy->sleep_sets == Support::Required)
    return "--refine: " + name + " does not work without sleep-sets: they are how it tells what is explored";
  if (options.safe_unlocks && (options.no_safe_sets || strategy->full))
    return "--refine=safe-unlocks needs safe sets; expected no --no-safe-sets and no --por=none";
  if (options.safe_unlocks && strategy->safe_unlocks == Support::Meaningless)
    return "--refine=safe-unlocks has no meaning with " + name + "; expected --por=s-por, de-s-por or dl-s-por";
  if (options.safe_unlocks && strategy->safe_unlocks == Support::Unsound)
    return "--refine=safe-unlocks is not sound with " + name + "; expected no safe-unlocks";
  if (options.livelock == Livelock::Fair) {
    const std::string expected = "; expected --por=none, which matches the states of all schedules";
    if (!strategy->full || !options.match_states)
      return "--livelock=fair and " + name + (options.match_states ? "" : " without state matching") +
             ": a reduction may leave out of a loop the steps by which another thread takes part in it" + expected;
    if (options.sleep_sets)
      return "--livelock=fair and --refine=sleep-sets: a step that sleeps is not known to take part in a loop" +
             expected;
    if (bounded(options))
      return "--livelock=fair under --bound or --seal: which threads can run depends on what they have cost" + expected;
  }
  ThreadSet named;
  for (ThreadId t : options.permutation) {
    if (t >= options.permutation.size() || t >= kMaxThreads || named.contains(t))
      return "--order: the order of threads is no permutation of 0 to " +
             std::to_string(options.permutation.size() - 1);
    named.insert(t);
  }
  return {};
}

namespace {

std::string names_of(bool Strategy::*trait) {
  std::string names;
  for (const Strategy* s : strategies())
    if (s->*trait) names += (names.empty() ? "" : ", ") + std::string(s->name);
  return names;
}

}  // namespace

std::string check_sharing(const SearchOptions& options) {
  const Strategy& strategy = strategy_of(options);
  const std::string& name = options.strategy;
  const std::string sharing = names_of(&Strategy::shares);
  if (options.exploration != Exploration::DepthFirst)
    return "executions that are drawn or chosen one by one close no states; expected one of " + sharing;
  if (bounded(options))
    return "under a bound or a seal, what is explored from a state depends on the path to it; expected no bound";
  if (!strategy.shares) return name + " closes no states; expected one of " + sharing;
  if (!options.match_states) return "without state matching no state is closed";
  if (options.depth_bound != 0) return "under a depth bound, what is explored from a state depends on the path to it";
  if (options.sleep_sets || options.late_sleep_sets)
    return "with sleep sets, a part of what follows from a state is explored from elsewhere";
  if (options.exact_states) return "what is shared are fingerprints, and exact states are compared by all of them";
  if (options.retraverse) return "a re-traversal needs the graph below a state, which others do not have";
  return {};
}

std::string check_distributing(const SearchOptions& options) {
  const Strategy& strategy = strategy_of(options);
  const std::string expected = "; expected one of " + names_of(&Strategy::distributes);
  if (options.exploration != Exploration::DepthFirst)
    return "executions that are drawn or chosen one by one have no states to divide" + expected;
  if (bounded(options))
    return "under a bound or a seal, what is explored from a state depends on the path to it; expected no bound";
  if (!strategy.distributes)
    return options.strategy + " decides what to explore from a state by what was found below it" + expected;
  if (!options.match_states) return "without state matching there are no states to divide; expected no --stateless";
  if (options.depth_bound != 0) return "under a depth bound, what is explored from a state depends on the path to it";
  if (options.sleep_sets || options.late_sleep_sets)
    return "sleep sets depend on the path by which a state is come to first";
  if (options.exact_states) return "what travels are fingerprints; expected no --exact-states";
  if (options.lone_runs) return "states that are passed over depend on the path; expected no --refine=lone-runs";
  if (options.livelock == Livelock::Fair)
    return "the threads that take part in a loop are found on the path of one search; expected no --livelock=fair";
  if (ordered(options)) return "states are explored by their distance from the initial one; expected no --order";
  return {};
}

std::string refuse_places(const SearchOptions& options) {
  const Strategy& strategy = strategy_of(options);
  const std::string expected = "; expected one of " + names_of(&Strategy::places) + ", and none of these";
  if (options.exploration != Exploration::DepthFirst || !options.match_states ||
      strategy.states == Strategy::States::Never)
    return "no states are matched" + expected;
  if (bounded(options)) return "under --bound or --seal it counts which thread took the last step" + expected;
  if (options.sleep_sets || options.late_sleep_sets) return "sleep sets are kept by the numbers of threads" + expected;
  if (options.retraverse) return "--dl-retraverse keeps its graph by the numbers of threads" + expected;
  if (options.livelock == Livelock::Fair)
    return "--livelock=fair asks which threads take part in a loop, which may come back with two of them exchanged" +
           expected;
  if (!strategy.places) return "--por=" + std::string(strategy.name) + expected;
  return {};
}

std::string refuse_checkpoints(const SearchOptions& options) {
  const Strategy& strategy = strategy_of(options);
  const std::string expected = "; expected one of " + names_of(&Strategy::checkpoints) + ", and none of these";
  if (options.exploration != Exploration::DepthFirst) return "a --search draws executions, each for itself" + expected;
  if (bounded(options)) return "a search under --bound or --seal" + expected;
  if (!options.match_states || strategy.states == Strategy::States::Never)
    return "a search that matches no states keeps nothing of what it has explored but its path" + expected;
  if (options.retraverse) return "--dl-retraverse keeps the whole graph" + expected;
  if (!strategy.checkpoints) return "--por=" + std::string(strategy.name) + expected;
  return {};
}

namespace {

// A search that an earlier process may have begun, or have come to the end of.
SearchResult search_kept(TransitionSystem& system, const SearchOptions& options, Listener& listener,
                         const Strategy& strategy) {
  const Checkpoints::Earlier earlier = options.checkpoints->begin();
  if (earlier.over) {
    SearchResult result;
    Lessons lessons;
    (*earlier.archive)(result, lessons);
    const TransitionSystem::Mark initial = system.mark();
    const std::string wrong = LessonWalk(lessons, system, options.stop).learn();
    system.undo(initial);
    system.release(initial);
    if (options.stop && options.stop->load()) result.end = SearchEnd::Interrupted;
    else if (!wrong.empty()) result.end = SearchEnd::Failure, result.detail = "the search cannot be resumed: " + wrong;
    else options.checkpoints->over([&](base::Saver& a) { a(result, lessons); });
    return result;
  }
  SearchRun run(system, options, listener);
  run.begin(earlier);
  strategy.run(run);
  run.look_at_seen();
  return run.finish();
}

}  // namespace

SearchResult search(TransitionSystem& system, const SearchOptions& options, Listener& listener) {
  std::string reason = check_options(options);
  if (reason.empty() && options.checkpoints) reason = refuse_checkpoints(options);
  if (!reason.empty()) {
    SearchResult refused;
    refused.end = SearchEnd::Failure;
    refused.detail = std::move(reason);
    return refused;
  }
  const Strategy* strategy = find_strategy(options.strategy);
  SearchOptions adjusted = options;
  if (strategy->states == Strategy::States::Never) adjusted.match_states = false;
  if (options.checkpoints) return search_kept(system, adjusted, listener, *strategy);
  SearchRun run(system, adjusted, listener);
  (sampled(options)                                ? sampler(options.exploration)
   : options.exploration == Exploration::BestFirst ? run_best_first
   : bounded(options)                              ? strategy->run_bounded
   : options.observers                             ? strategy->run_observers
                                                   : strategy->run)(run);
  run.look_at_seen();
  return run.finish();
}

}  // namespace jmc::por
