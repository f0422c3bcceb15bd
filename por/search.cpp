#include "por/search.hpp"

#include <array>

#include "por/best_first.hpp"
#include "por/bounded_por.hpp"
#include "por/bounded_search.hpp"
#include "por/bounds.hpp"
#include "por/de_s_por.hpp"
#include "por/dl_s_por.hpp"
#include "por/dpor.hpp"
#include "por/o_dpor.hpp"
#include "por/observers.hpp"
#include "por/optimal_dpor.hpp"
#include "por/samplers.hpp"
#include "por/search_run.hpp"
#include "por/source_dpor.hpp"
#include "por/stateful_search.hpp"

namespace jmc::por {

namespace {

constexpr std::array kStrategies{
    Strategy{"none", "all enabled threads in every state", "every reachable state", Strategy::States::Either,
             run_full_search},
    Strategy{"s-por", "one thread alone while its next operation is invisible",
             "every end state, deadlock and thread-local state", Strategy::States::Either, run_s_por},
    Strategy{"de-s-por", "s-por and source sets, updated with every step",
             "every end state, deadlock and thread-local state", Strategy::States::Either, run_de_s_por},
    Strategy{"dl-s-por", "s-por and source sets, computed when the search comes back",
             "every end state, deadlock and thread-local state", Strategy::States::Either, run_dl_s_por},
    Strategy{"o-dpor", "s-por and source sets from races under happens-before, for comparison",
             "every end state, deadlock and thread-local state", Strategy::States::Either, run_o_dpor},
    Strategy{"dpor", "stateless: what races found on the path ask for", "every trace once; many paths are abandoned",
             Strategy::States::Never, run_dpor},
    Strategy{"source-dpor", "stateless: source sets from races, and sleep sets",
             "every trace once; some paths are abandoned", Strategy::States::Never, run_source_dpor},
    Strategy{"optimal-dpor", "stateless: wakeup trees from races", "every trace once; no path is abandoned",
             Strategy::States::Never, run_optimal_dpor},
};

bool bounded(const SearchOptions& options) { return !options.bounds.empty() || options.sealed != 0; }

// The searches that know bounds and seals; null if the strategy has none.
void (*bounded_run(const SearchOptions& options))(SearchRun&) {
  if (options.strategy == "none" || options.strategy == "s-por") return run_bounded_search;
  if (options.strategy == "dpor") return run_bounded_por;
  return nullptr;
}

// Empty, or why the strategy cannot have these bounds.
std::string check_bounds(const SearchOptions& options) {
  if (!bounded_run(options)) {
    const std::string what =
        options.bounds.empty() ? "a seal" : "the bound " + std::string(bound_name(options.bounds[0].kind));
    return what + " is not sound with " + options.strategy +
           ", which may leave out the cheap one of two equivalent schedules; expected s-por or none, which leave out "
           "nothing, or dpor, which makes up for it";
  }
  for (size_t i = 0; i < options.bounds.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (options.bounds[i].kind == options.bounds[j].kind)
        return "the bound " + std::string(bound_name(options.bounds[i].kind)) + " is given twice";
  if (options.sleep_sets)
    return "sleep sets are not sound under a bound: a thread sleeps because it was explored, but perhaps at a higher "
           "cost";
  if (options.strategy == "dpor") return refuse_reduction(options.bounds);
  for (const Bound& b : options.bounds) {
    if (b.kind == BoundKind::Divergence)
      return "divergences are counted in the tree of executions that dpor explores, which " + options.strategy +
             " does not";
    if (options.match_states && (b.kind == BoundKind::LocalDepth || b.kind == BoundKind::LocalContext))
      return "states cannot be matched under the bound " + std::string(bound_name(b.kind)) +
             ": its cost depends on the whole path";
  }
  return {};
}

bool sampled(const SearchOptions& options) {
  return options.exploration == Exploration::Random || options.exploration == Exploration::Pct ||
         options.exploration == Exploration::Pos;
}

std::string check_sampler(const SearchOptions& options) {
  if (!options.bounds.empty())
    return "the bound " + std::string(bound_name(options.bounds[0].kind)) +
           " and drawn executions: a draw that depends on costs has none of the stated probabilities";
  if (options.match_states || options.exact_states)
    return "drawn executions match no states: every one is drawn for itself";
  if (options.sleep_sets) return "sleep sets have no meaning with drawn executions, which remember nothing";
  if (options.pct_depth == 0) return "the depth of a bug is at least 1";
  return {};
}

std::string check_best_first(const SearchOptions& options) {
  if (options.strategy != "none" && options.strategy != "s-por" && options.strategy != "dpor")
    return "best-first search and " + options.strategy +
           ": expected s-por or none, for all schedules, or dpor, for what races ask for";
  if (options.strategy == "dpor" && bounded(options))
    return "best-first search with dpor and a " + std::string(options.bounds.empty() ? "seal" : "bound") +
           ": leaving out for both would lose states; expected s-por, and the key backtrack to prefer what races ask "
           "for";
  if (options.match_states) return "best-first search explores executions: it matches no states";
  if (options.sleep_sets)
    return "sleep sets are not sound in best-first search; the key awake prefers what they would leave in";
  if (options.keys.empty() || options.keys.size() > 6) return "best-first search needs one to six keys";
  return {};
}

void (*sampler(Exploration exploration))(SearchRun&) {
  switch (exploration) {
    case Exploration::Random: return run_random_walks;
    case Exploration::Pct: return run_pct;
    default: return run_pos;
  }
}

}  // namespace

std::span<const Strategy> strategies() { return kStrategies; }

const Strategy* find_strategy(std::string_view name) {
  for (const Strategy& s : kStrategies)
    if (s.name == name) return &s;
  return nullptr;
}

void set_default_refinements(SearchOptions& options) {
  const bool current_sets = options.strategy == "de-s-por" || options.strategy == "dl-s-por";
  options.failing_reads = options.same_value_reads = !options.observers;
  options.owner_for_blocked = current_sets;
  const Strategy* strategy = find_strategy(options.strategy);
  options.sleep_sets = strategy && strategy->states == Strategy::States::Never && !bounded(options) &&
                       !options.observers && options.exploration == Exploration::DepthFirst;
}

std::string check_options(const SearchOptions& options) {
  const Strategy* strategy = find_strategy(options.strategy);
  if (!strategy) {
    std::string known;
    for (const Strategy& s : kStrategies) known += (known.empty() ? "" : ", ") + std::string(s.name);
    return "unknown strategy " + options.strategy + "; there are " + known;
  }
  if (options.livelock == Livelock::Fair && options.exploration != Exploration::DepthFirst)
    return "fair livelocks are loops in a graph of states, which executions that are drawn or chosen one by one do not "
           "give; expected --por=none without --search";
  if (sampled(options))
    return options.observers
               ? "--observers is about which executions are explored: there is nothing for it to do when they are drawn"
               : check_sampler(options);
  if (options.exploration == Exploration::BestFirst) {
    if (options.observers) return "--observers is a reduction of its own; best-first search has s-por, none or dpor";
    if (std::string reason = check_best_first(options); !reason.empty()) return reason;
  }
  if (bounded(options))
    if (std::string reason = check_bounds(options); !reason.empty()) return reason;
  const std::string& name = options.strategy;
  const bool current_sets = name == "de-s-por" || name == "dl-s-por";
  const bool dynamic = current_sets || name == "o-dpor";
  const bool stateless = !options.match_states || strategy->states == Strategy::States::Never;
  if (!options.match_states && strategy->states == Strategy::States::Matched) return name + " needs state matching";
  if (options.exact_states && strategy->states == Strategy::States::Never)
    return name + " matches no states: there are none to compare exactly";
  if (stateless && options.exact_states) return "exact states have no meaning without state matching";
  if (options.visited_first && (!dynamic || !options.match_states))
    return "taking visited successors first has no effect on " + name + (dynamic ? " without state matching" : "");
  if (options.fewest_conflicts && !current_sets) return "the order by conflicts has no effect on " + name;
  if (options.owner_for_blocked && !current_sets) return "lock owners in source sets have no meaning with " + name;
  if (options.retraverse && name != "dl-s-por") return "re-traversal is a variant of dl-s-por, not of " + name;
  const bool races = strategy->states == Strategy::States::Never;
  if (options.sleep_sets && name != "none" && name != "s-por" && !races) return "sleep sets are not sound with " + name;
  if (options.sleep_sets && !options.match_states && strategy->states != Strategy::States::Never)
    return "sleep sets are there only with state matching";
  if (options.observers) {
    if (name != "optimal-dpor")
      return "observers are there only with optimal-dpor, not with " + name +
             ": to make a write observed takes a sequence, up to the observer, and only wakeup trees hold sequences";
    if (options.sleep_sets) return "sleep sets are not sound with observers: a step that sleeps may be observed later";
    if (options.failing_reads || options.same_value_reads)
      return "with observers no operation counts as a read only because it changes nothing now: whether it observes "
             "has to be known before it is executed";
  } else if (!options.sleep_sets && name == "optimal-dpor")
    return "optimal-dpor does not work without sleep sets: they are how it tells what is explored";
  if (options.safe_unlocks && (options.no_safe_sets || name == "none")) return "safe unlocks need safe sets";
  if (options.safe_unlocks && strategy->states == Strategy::States::Never)
    return "safe unlocks have no meaning with " + name;
  if (options.safe_unlocks && name == "o-dpor") return "safe unlocks are not sound with o-dpor";
  if (options.livelock == Livelock::Fair) {
    const std::string expected = "; expected --por=none, which matches the states of all schedules";
    if (name != "none" || !options.match_states)
      return "fair livelocks and " + name + (options.match_states ? "" : " without state matching") +
             ": a reduction may leave out of a loop the steps by which another thread takes part in it" + expected;
    if (options.sleep_sets)
      return "fair livelocks and sleep sets: a step that sleeps is not known to take part in a loop" + expected;
    if (bounded(options))
      return "fair livelocks under a bound or a seal: which threads can run depends on what they have cost" + expected;
  }
  uint64_t named = 0;
  for (ThreadId t : options.permutation) {
    if (t >= options.permutation.size() || t >= kMaxThreads || (named >> t & 1))
      return "the order of threads is no permutation of 0 to " + std::to_string(options.permutation.size() - 1);
    named |= uint64_t{1} << t;
  }
  return {};
}

SearchResult search(TransitionSystem& system, const SearchOptions& options, Listener& listener) {
  if (std::string reason = check_options(options); !reason.empty()) {
    SearchResult refused;
    refused.end = SearchEnd::Failure;
    refused.detail = std::move(reason);
    return refused;
  }
  const Strategy* strategy = find_strategy(options.strategy);
  SearchOptions adjusted = options;
  if (strategy->states == Strategy::States::Never) adjusted.match_states = false;
  SearchRun run(system, adjusted, listener);
  (sampled(options)                                ? sampler(options.exploration)
   : options.exploration == Exploration::BestFirst ? run_best_first
   : bounded(options)                              ? bounded_run(options)
   : options.observers                             ? run_observers
                                                   : strategy->run)(run);
  return run.finish();
}

}  // namespace jmc::por
