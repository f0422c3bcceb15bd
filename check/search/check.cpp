#include "check/search/check.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "check/answers/outcome_stories.hpp"
#include "check/answers/size_report.hpp"
#include "check/confirm/emit_test.hpp"
#include "check/search/one_check.hpp"
#include "check/search/polling.hpp"
#include "check/search/profile.hpp"
#include "check/search/program.hpp"
#include "check/search/reloaded.hpp"
#include "check/search/simplify.hpp"
#include "check/workers/workers.hpp"
#include "listeners/hoisted.hpp"
#include "listeners/livelock.hpp"
#include "listeners/many_outcomes.hpp"
#include "listeners/multiplexer.hpp"
#include "por/strategy.hpp"
#include "vm/native.hpp"

namespace jmc::check {

namespace {

constexpr size_t kMostStatesDrawn = 2000;  // nobody reads a larger picture

}  // namespace

Result Check::go() {
  try {
    load();
    explore();
  } catch (const vm::Unsupported& e) { failed(e.failure(), e.what()); } catch (const std::bad_alloc&) {
    failed(vm::Failure::Unsupported, "out of memory");
  } catch (const base::ArchiveError& e) {
    failed(vm::Failure::Unsupported, "--resume=" + c_.resume + ": cannot be resumed: " + e.what());
  } catch (const std::exception& e) { failed(vm::Failure::Unsupported, e.what()); }
  finish();
  return std::move(result_);
}

void Check::load() {
  LoadedProgram program = load_program(c_);
  machine_ = std::move(program.machine);
  result_.main_class = program.name;
  result_.program = c_.called.empty() ? program.name : c_.called;
  result_.warnings = std::move(program.warnings);
  describe(*machine_, result_);
  machine_->options.stop = &stop_.now, machine_->late = &stop_.late;
  stop_.so_far.begins(result_.program, result_.main_class);
  if (!c_.most_outcomes) machine_->vm->output.leave_out();
  checkpoint_ = Checkpoint::make(c_, *machine_, start_);
  if (!c_.coverage.empty()) coverage_ = std::make_unique<Coverage>(*machine_->vm);
}

void Check::listen_anew() {
  // No step depends on a text: without them there are fewer states, and the same violations (vm/state/output.hpp).
  outcomes_ = std::make_unique<listeners::Outcomes>(*machine_->system, c_.most_outcomes,
                                                    [this] { machine_->vm->output.found_elsewhere(0); });
  swallowed_ = std::make_unique<listeners::Swallowed>(*machine_->system);
  if (asked_for("dot")) graph_ = std::make_unique<listeners::Graph>(*machine_->system, kMostStatesDrawn);
}

bool Check::asked_for(std::string_view format) const {
  return std::any_of(c_.outputs.begin(), c_.outputs.end(), [&](const Output& o) { return o.format == format; }) ||
         (format == "witness" && needs_schedules(c_));
}

void Check::explore() {
  result_.start_seconds = seconds_since(start_);
  machine_->options.resident_limit = c_.search.memory_limit_bytes;
  search_start_ = Clock::now();
  listen_anew();
  violations_ = std::make_unique<listeners::Violations>(*machine_->system);
  rounds_ = std::make_unique<Rounds>(*machine_, stop_.now, !por::strategy_of(c_.search).full, c_.ends_at_race);
  if (c_.forced_wrong) forces_wrong_.emplace(*machine_->vm, *c_.forced_wrong);
  prepare_to_search(*machine_->vm, c_);
  result_.sampling.reason = c_.not_drawn, result_.covered.bounds_reason = c_.not_bounded;
  if (Beside::has_any(c_)) counts_.beside(*(beside_ = std::make_unique<Beside>(c_, start_)));
  pairs_ = watch_pairs(*machine_, c_);
  const por::StepResult first = rounds_->begin();
  por::SearchResult found;
  if (first.stop) {
    found.end = por::SearchEnd::Failure;
    found.detail = machine_->system->failure();
    explored_ = true;
  } else {
    explored_ = true;
    if (!rounds_->before().empty()) {
      violations_->violation({}, rounds_->before().front().kind);
      found.end = por::SearchEnd::FirstViolation;
      if (machine_->system->is_final() && !c_.search.keep_going) {
        outcomes_->end_state({});
        swallowed_->end_state({});
      }
    }
    if (rounds_->before().empty() || c_.search.keep_going) found = search();
  }
  result_.search_seconds = seconds_since(search_start_) + seconds_before();
  if (beside_) beside_->search_ended(found.end, stop_, progress_);
  if (found.end != por::SearchEnd::Failure && found.end != por::SearchEnd::Defect)
    result_.races = decide_races(
        {*machine_, *rounds_, c_, found, *violations_, stop_.now, [this] { return stop_text(); }, checkpoint_.get()});
  progress_.clear();
  judge(found);
}

// One search, or one for each limit of a bound that is raised.
por::SearchResult Check::search() {
  if (c_.member_fd >= 0) member_ = std::make_unique<jobs::JobStatus>(c_.member_fd, *machine_->system, *machine_->vm);
  por::SearchOptions options = c_.search;
  result_.bounds = options.bounds;
  if (!c_.raised.on) return search_level(options);
  uint64_t& limit = options.bounds[c_.raised.which].limit;
  for (;; ++limit) {
    result_.bounds = options.bounds;
    por::SearchResult found = search_level(options);
    if (found.end != por::SearchEnd::Complete && found.end != por::SearchEnd::Bounded) return found;
    result_.levels.push_back({limit, found.end == por::SearchEnd::Bounded, found.statistics});
    if (found.end == por::SearchEnd::Complete || limit == c_.raised.last) return found;
    // What is found from now on needs more: the traces that are known are the simplest.
    violations_->settle();
    machine_->vm->undo(rounds_->initial());
    listen_anew();
  }
}

// Of a round that has to be repeated. What was found is true (tell_stories() leaves out what may not be), but a search
// that sees all contended accesses tells it better. Livelocks may be untrue: with more scheduling points there may be a
// way out.
void Check::put_aside() {
  violations_->drop_livelocks();
  if (!violations_->all().empty()) {
    tell_stories(false);  // what is found out on the way to a simple schedule would count for the next round
    earlier_ = std::exchange(result_.violations, {});
    result_.untold.clear();
    if (asked_for("witness")) earlier_assumptions_ = vm::assumptions_of(*machine_->vm);
  }
  listen_anew();
  violations_ = std::make_unique<listeners::Violations>(*machine_->system);
}

por::SearchResult Check::search_level(const por::SearchOptions& options) {
  const auto once = [&](Round& round) { return search_once(options, round); };
  const auto repeat = [&](const por::SearchResult&) {
    if ((beside_ && beside_->ended()) || enough_) return false;
    put_aside();
    if (c_.collects_accesses()) machine_->vm->races.watch(vm::Races::Watch::Collect);
    return true;
  };
  por::SearchResult found = rounds_->search(once, repeat);
  if (enough_ && (found.end == por::SearchEnd::Interrupted || rounds_->must_repeat()))
    found.end = por::SearchEnd::StateLimit;
  result_.rounds = rounds_->number();
  result_.symmetry = machine_->vm->symmetry.on();
  result_.contended = machine_->vm->visibility.adopted();
  result_.ordered = machine_->vm->races.ordered_variables();
  return found;
}

por::SearchResult Check::search_once(por::SearchOptions options, Round& round) {
  const vm::Vm& vm = *machine_->vm;
  refine_by_met(options, vm, c_);
  // What every schedule of this round begins with.
  if (rounds_->number() > 1 && violations_->all().empty() && !rounds_->before().empty())
    violations_->violation({}, rounds_->before().front().kind);
  options.stop = &stop_.now;
  options.enough = &round.over;
  options.probe_seconds = seconds_to_draw(c_, start_, search_start_);
  options.checkpoints = checkpoint_.get();
  if (rounds_->reduces()) options.progress_interval = 512;
  listeners::Multiplexer all;
  all.add(*outcomes_);
  all.add(*violations_);
  listeners::Hoisted hoisted(*machine_->system, *violations_);
  if (machine_->vm->memory && c_.search.livelock != por::Livelock::Off) all.add(hoisted);
  if (c_.vm.swallowed == vm::Swallowed::Report) all.add(*swallowed_);
  all.add(counts_);
  all.add(round);
  TransitionLimit limit(c_.transition_limit, result_.transitions_in_all, round.over, enough_);
  if (c_.transition_limit) all.add(limit);
  listeners::ManyOutcomes many([&] { return outcomes_->set().size(); },
                               [&] { machine_->vm->output.found_elsewhere(0); });
  if (c_.most_outcomes == listeners::ManyOutcomes::kUsually) all.add(many);
  if (member_) all.add(*member_);
  if (forces_wrong_) all.add(*forces_wrong_);
  if (beside_) {
    beside_->ends(round.over);
    all.add(*beside_);
  }
  if (pairs_) all.add(*pairs_);
  if (graph_) all.add(*graph_);
  Polling polling(vm);
  all.add(polling);
  DefectPlace defect(vm);
  all.add(defect);
  Profile profile(*machine_->system);
  all.add(profile);
  const Clock::time_point began = Clock::now();
  por::SizeEstimate size(*machine_->system);
  ToldSize told;  // by workers
  result_.sized = !c_.distribute && options.exploration == por::Exploration::DepthFirst;
  if (result_.sized && searches_here()) all.add(size);
  const por::SizeSource& source = searches_here() ? static_cast<const por::SizeSource&>(size) : told;
  const struct Sized {  // the estimate ends before what tells of it
    SearchProgress& counts;
    ~Sized() { counts.sized(nullptr); }
  } sized{counts_};
  if (result_.sized) counts_.sized(&source);
  if (checkpoint_) {
    checkpoint_->listens_anew();
    checkpoint_->keeps(*outcomes_), checkpoint_->keeps(*violations_), checkpoint_->keeps(*swallowed_);
    checkpoint_->keeps(hoisted), checkpoint_->keeps(round), checkpoint_->keeps(polling), checkpoint_->keeps(size);
    if (graph_) checkpoint_->keeps(*graph_);
  }
  Whereabouts whereabouts(vm);
  if (searches_here()) all.add(whereabouts);  // with several the machine here is not the one that searches
  const Workers::Search shared{.machine = *machine_,
                               .rounds = *rounds_,
                               .options = options,
                               .all = all,
                               .outcomes = *outcomes_,
                               .violations = *violations_,
                               .swallowed = c_.vm.swallowed == vm::Swallowed::Report,
                               .hoisted = machine_->vm->memory && c_.search.livelock != por::Livelock::Off,
                               .size = &told,
                               .coverage = coverage_.get()};
  Reloaded reloaded(*machine_->system, c_.reload, result_.warnings);
  por::TransitionSystem& system = c_.reload ? static_cast<por::TransitionSystem&>(reloaded) : *machine_->system;
  if (c_.distribute && !distributed_) distributed_ = std::make_unique<Distributed>(c_);
  por::SearchResult found = distributed_     ? distributed_->search(shared, result_.distributed)
                            : c_.workers > 1 ? Workers::search(shared, c_.workers, result_.workers)
                                             : por::search(system, options, all);
  defect_place_ = defect.text();
  polling_place_ = polling.place, polling_grown_ = polling.grown;
  slept_ = polling.slept;
  polling_times_ = polling.times ? polling.times : c_.search.spin_limit;
  if (!whereabouts.text().empty()) whereabouts_ = whereabouts.text();  // else of an earlier round
  if (searches_here() && (found.end == por::SearchEnd::MemoryLimit || stop_.now.load()))
    limit_text_ = whereabouts_.empty() ? limit_text(vm, found.statistics) : whereabouts_;
  result_.statistics = found.statistics;
  result_.transitions_in_all += found.statistics.transitions;
  if (StateProfile seen = profile.report(); seen.looked) result_.profile = std::move(seen);
  result_.seen = found.seen;
  result_.size = source.now();
  result_.round_seconds = seconds_since(began);
  result_.size_repeats = rounds_->must_repeat();
  // Those of a round that has to be repeated are too few.
  if (!result_.size_repeats) result_.traces = found.traces;
  return found;
}

Result check_once(const Configuration& configuration, const Stop& stop, std::chrono::steady_clock::time_point start,
                  Progress& progress) {
  return Check(configuration, stop, start, progress).go();
}

}  // namespace jmc::check
