#include "por/search.hpp"

#include "por/bounded/best_first.hpp"
#include "por/sampling/feedback.hpp"
#include "por/sampling/probes.hpp"
#include "por/sampling/samplers.hpp"
#include "por/sampling/surw.hpp"
#include "por/search_run.hpp"
#include "por/stateless/fruitless_rounds.hpp"
#include "por/stateless/parsimonious_search.hpp"
#include "por/support.hpp"

namespace jmc::por {

namespace {

void (*run_of(const Strategy& strategy, const SearchOptions& options))(SearchRun&) {
  return options.trees && strategy.run_trees ? strategy.run_trees : strategy.run;
}

void (*sampler(Exploration exploration))(SearchRun&) {
  switch (exploration) {
    case Exploration::Random: return run_random_walks;
    case Exploration::Pct: return run_pct;
    case Exploration::Probes: return run_probes;
    case Exploration::Surw: return run_surw;
    case Exploration::Feedback: return run_feedback;
    default: return run_pos;
  }
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
  if (find_strategy(options.strategy)) return refusal(Purpose::Run, options);
  std::string known;
  for (const Strategy* s : strategies()) known += (known.empty() ? "" : ", ") + std::string(s->name);
  return "unknown strategy " + options.strategy + "; there are " + known;
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
  run_of(strategy, options)(run);
  run.look_at_seen();
  return run.finish();
}

}  // namespace

SearchResult search(TransitionSystem& system, const SearchOptions& options, Listener& listener) {
  std::string reason = check_options(options);
  if (reason.empty() && options.checkpoints) reason = refusal(Purpose::Checkpoints, options);
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
  // Searches by races wait in loops that wait. One of them knows by itself what to do with rounds of a single step.
  FruitlessRounds rounds(system, run_of(*strategy, options) == run_parsimonious ? 2 : 1);
  SearchRun run(waits_in_rounds(options) ? rounds : system, adjusted, listener);
  (sampled(options)                                ? sampler(options.exploration)
   : options.exploration == Exploration::BestFirst ? run_best_first
   : bounded(options)                              ? strategy->run_bounded
   : options.observers                             ? strategy->run_observers
                                                   : run_of(*strategy, options))(run);
  run.look_at_seen();
  return run.finish();
}

}  // namespace jmc::por
