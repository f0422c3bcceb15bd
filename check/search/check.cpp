#include "check/search/check.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "base/memory.hpp"
#include "check/answers/coverage.hpp"
#include "check/answers/name_lists.hpp"
#include "check/answers/outcome_stories.hpp"
#include "check/answers/size_report.hpp"
#include "check/answers/story_budget.hpp"
#include "check/answers/witness.hpp"
#include "check/beside/beside.hpp"
#include "check/confirm/emit_test.hpp"
#include "check/distributed/distributed.hpp"
#include "check/jobs/status.hpp"
#include "check/options/advice.hpp"
#include "check/search/checkpoint.hpp"
#include "check/search/difference.hpp"
#include "check/search/limits.hpp"
#include "check/search/met.hpp"
#include "check/search/polling.hpp"
#include "check/search/profile.hpp"
#include "check/search/program.hpp"
#include "check/search/reloaded.hpp"
#include "check/search/rounds.hpp"
#include "check/search/simplify.hpp"
#include "check/workers/workers.hpp"
#include "listeners/hoisted.hpp"
#include "listeners/livelock.hpp"
#include "listeners/multiplexer.hpp"
#include "listeners/text.hpp"
#include "listeners/violations.hpp"
#include "natives/natives.hpp"
#include "por/search.hpp"
#include "por/strategy.hpp"
#include "vm/native.hpp"
#include "vm/visibility/doubts.hpp"

namespace jmc::check {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point t) { return std::chrono::duration<double>(Clock::now() - t).count(); }

constexpr size_t kMostStatesDrawn = 2000;  // nobody reads a larger picture

class Check {
 public:
  Check(const Configuration& configuration, const Stop& stop, Clock::time_point start, Progress& progress)
      : c_(configuration), stop_(stop), start_(start), progress_(progress), counts_(start, progress) {}
  ~Check() {
    // Some hundred classes with their methods: a tenth of the time that a small program takes.
    if (c_.ends_process) static_cast<void>(machine_.release());
  }
  Check(const Check&) = delete;
  Check& operator=(const Check&) = delete;

  Result go() {
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

 private:
  void load();
  void explore();
  por::SearchResult search();
  por::SearchResult search_level(const por::SearchOptions& options);
  por::SearchResult search_once(por::SearchOptions options, Round& round);
  void listen_anew();
  bool asked_for(std::string_view format) const;
  // Nobody else explores.
  bool searches_here() const { return c_.workers == 1 && !c_.distribute; }
  double seconds_before() const { return checkpoint_ ? checkpoint_->seconds_before() : 0; }
  void put_aside();
  void tell_stories(bool simplified);
  // A page shows what is in the objects, too.
  listeners::Detail detail() const {
    return asked_for("html") ? listeners::Detail::Contents : listeners::Detail::Causes;
  }
  void failed(vm::Failure failure, const std::string& why);
  std::string estimated() const;
  void stopped(Cause cause, std::string why);
  void judge(const por::SearchResult& found);
  void doubt(Cause cause, std::string why);
  void finish();
  void check_lists();
  Cause stop_cause() const { return check::stop_cause(stop_); }
  std::string stop_text() const { return check::stop_text(stop_cause(), c_); }

  const Configuration& c_;
  const Stop& stop_;
  Clock::time_point start_, search_start_{};
  Result result_;
  Progress& progress_;
  SearchProgress counts_;
  std::unique_ptr<Machine> machine_;
  std::unique_ptr<Rounds> rounds_;
  std::unique_ptr<listeners::Outcomes> outcomes_;
  std::unique_ptr<listeners::Violations> violations_;
  std::unique_ptr<listeners::Swallowed> swallowed_;
  std::unique_ptr<Checkpoint> checkpoint_;   // null: nobody asked for one
  std::unique_ptr<jobs::JobStatus> member_;  // of a portfolio
  std::optional<ForcesWrong> forces_wrong_;
  std::unique_ptr<Beside> beside_;          // null: nothing runs beside this search
  std::unique_ptr<PairsSeen> pairs_;        // of the process that draws beside another
  std::vector<ReportedViolation> earlier_;  // of a search that had to be repeated,
  vm::Assumptions earlier_assumptions_;     // and what that one relied on
  std::unique_ptr<listeners::Graph> graph_;
  std::unique_ptr<Distributed> distributed_;  // null: nobody asked, or it has not begun
  std::unique_ptr<Coverage> coverage_;        // after the machine, which it watches; null: nobody asked
  std::string whereabouts_, limit_text_;      // where a search stood that reached a limit
  std::string polling_place_, polling_grown_;
  std::string defect_place_;
  bool slept_ = false;
  uint64_t polling_times_ = 0;
  bool explored_ = false, enough_ = false;
};

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
        *machine_, *rounds_, c_, found, *violations_, stop_.now, [this] { return stop_text(); }, checkpoint_.get());
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

void Check::stopped(Cause cause, std::string why) {
  result_.complete = false;
  result_.cause = cause;
  result_.reason = result_.stopped = std::move(why);
}

// What was estimated before the drawing was stopped, wherever that was noticed.
std::string Check::estimated() const {
  return result_.traces.batches ? "; " + traces_text(result_.traces, c_, polling_place_) : std::string();
}

// Every schedule was explored, but what that says is not what it seems.
void Check::doubt(Cause cause, std::string why) {
  result_.cause = cause;
  result_.reason = std::move(why);
}

void Check::judge(const por::SearchResult& found) {
  using por::SearchEnd;
  const vm::Vm& vm = *machine_->vm;
  result_.random_places.assign(vm.chance.places.begin(), vm.chance.places.end());
  result_.choice_places.assign(vm.chance.choices.begin(), vm.chance.choices.end());
  result_.clock_read = vm.clock.was_read();
  result_.old_readings_merged = vm.clock.merged_old();
  result_.atomic_locks = vm.atomic_locks();
  result_.met = vm.met | (vm.uses_processor_counts() ? vm::kMetProcessors : 0);
  const bool violated = !violations_->all().empty();
  switch (found.end) {
    case SearchEnd::Complete:
      result_.complete = true;
      result_.cause = Cause::None;
      break;
    case SearchEnd::FirstViolation:
      stopped(Cause::FirstViolation, "stopped at the first violation (--keep-going finds all)");
      break;
    case SearchEnd::TimeLimit:
    case SearchEnd::Interrupted:
      if (beside_ && beside_->ended()) {
        stopped(beside_->cause(), beside_->why());
        break;
      }
      if (!stop_.now.load() && !result_.distributed.lost.empty()) {
        stopped(Cause::RanksLost, "no rank is left to explore: " + result_.distributed.lost.back());
        break;
      }
      stopped(stop_cause(), stop_text() + estimated());
      break;
    case SearchEnd::MemoryLimit:
      stopped(Cause::MemoryLimit,
              "memory limit of " + listeners::bytes_text(c_.search.memory_limit_bytes) + " reached" + estimated());
      break;
    case SearchEnd::DepthBound:
      stopped(Cause::DepthBound, "depth bound of " + std::to_string(c_.search.depth_bound) + " transitions reached");
      break;
    case SearchEnd::StateLimit: stopped(Cause::StateLimit, "state limit reached"); break;
    case SearchEnd::Bounded:
      result_.bounded = true;
      stopped(Cause::Bounded, bounded_text(c_, result_.bounds, violated));
      break;
    case SearchEnd::Sampled:
      stopped(Cause::Sampled, c_.search.exploration == por::Exploration::Probes
                                  ? traces_text(found.traces, c_, polling_place_)
                                  : sampled_text(c_, found.statistics.executions, found.detail, violated));
      break;
    case SearchEnd::SpinLimit:
      stopped(Cause::SpinLimit,
              std::string("a thread that ") + (slept_ ? "slept " : "polled ") + std::to_string(polling_times_) +
                  " times in a row " + (slept_ ? "" : "in vain ") + "was not followed further" +
                  (polling_place_.empty() ? "" : " (" + polling_place_ + ")") +
                  (polling_grown_.empty()
                       ? ""
                       : ": it would go on, each time in a new state, since " + polling_grown_ + " meanwhile") +
                  (polling_times_ == c_.search.spin_limit
                       ? "; --spin-limit=N sets the number"
                       : "; --spin-limit=N sets the number, " + std::to_string(polling_times_ / c_.search.spin_limit) +
                             " times as high where threads sleep in between"));
      break;
    case SearchEnd::Failure: return failed(machine_->system->failure_kind(), found.detail);
    case SearchEnd::Defect:
      result_.defect = found.detail + (defect_place_.empty() ? "" : " (" + defect_place_ + ")");
      return failed(vm::Failure::Unsupported, result_.defect + "; this is a fault of jmc, please report it");
  }
  if (!limit_text_.empty() && !result_.complete) result_.stopped_at = limit_text_;
  if (!result_.levels.empty() && !result_.complete && !result_.bounded) {
    std::vector<por::Bound> last = result_.bounds;
    last[c_.raised.which].limit = result_.levels.back().limit;
    if (!violated || found.end == SearchEnd::FirstViolation)
      result_.reason = result_.stopped += "; there is none " + scope_text(c_, last);
  }
  if (result_.complete && found.statistics.executions == 0)
    doubt(Cause::NothingEnds,
          "no schedule comes to an end, and livelocks were not looked for (--livelock=report finds out why)");
  else if (result_.complete && c_.races == RaceHandling::Violation &&
           result_.races.status != RaceReport::Status::Decided)
    doubt(Cause::Undecided, "whether there are data races is not decided: " + result_.races.reason);
}

void Check::failed(vm::Failure failure, const std::string& why) {
  progress_.clear();
  const auto where = [&] { return machine_ ? limit_text(*machine_->vm, result_.statistics) : std::string(); };
  switch (failure) {
    case vm::Failure::Unsupported: stopped(Cause::Error, why); break;
    case vm::Failure::Interrupted:
      stopped(stop_cause(), stop_text() + estimated());
      if (search_start_ != Clock::time_point{}) result_.stopped_at = where();
      break;
    case vm::Failure::Polling:
      // Who is stopped just then does not come to the round in which the loop polls what is visible.
      if (stop_.now.load() && rounds_ && rounds_->must_repeat()) return failed(vm::Failure::Interrupted, why);
      stopped(Cause::Polling, why);
      break;
    case vm::Failure::MemoryLimit:
    case vm::Failure::StepLimit:
      stopped(failure == vm::Failure::StepLimit ? Cause::StepLimit : Cause::MemoryLimit, why);
      result_.stopped_at = where();
      break;
  }
  if (search_start_ != Clock::time_point{}) result_.search_seconds = seconds_since(search_start_) + seconds_before();
  if (!result_.statistics.transitions) result_.statistics = counts_.latest();
}

// A name on a list that no class has makes the list say nothing: what it was written for was not looked at.
void Check::check_lists() {
  const std::vector<std::string> unmet = unmet_names(*machine_->system, c_.vm, c_.search.sealed, result_.warnings);
  if (unmet.empty()) return;
  const bool explored = result_.complete || result_.bounded;
  if (explored) doubt(Cause::UnknownName, unmet.front());
  // Where it is not what the first line says.
  if (!explored || !result_.violations.empty())
    result_.warnings.insert(result_.warnings.end(), unmet.begin(), unmet.end());
}

void Check::tell_stories(bool simplified) {
  const Unstoppable unstoppable(*machine_);
  listeners::Sources sources(*machine_->vm, c_.source_path);
  StoryBudget stories(c_, result_.statistics.transitions);
  std::vector<listeners::FoundViolation> found = violations_->take();
  stop_.so_far.tells(found);
  SimplifyBudget budget = simplify_budget(c_, start_, result_.statistics.transitions);
  size_t told = 0;
  for (; told < found.size() && stories.left(); ++told) {
    ReportedViolation r;
    r.found = std::move(found[told]);
    const listeners::FoundViolation& v = r.found;
    stories.told(v.path.size());
    const vm::Features unforeseen = machine_->vm->rules.set_met({});
    try {
      if (v.kind == por::ErrorKind::NoEnd)
        r.found.path =
            listeners::StoredPath(listeners::shortened(*machine_->system, rounds_->initial(), v.path.steps()));
      if (!simplified || !tell_simplest(*machine_, *rounds_, c_, r, sources, detail(), budget))
        r.story = listeners::tell(*machine_->system, rounds_->initial(), v, rounds_->before(), sources, detail());
      if (simplified && c_.explain_difference) r.difference = difference(*machine_, *rounds_, r, sources);
    } catch (const std::exception& e) {
      // Without `simplified` the next search decides.
      if (simplified) result_.warnings.push_back("the story of \"" + v.message + "\" could not be told: " + e.what());
      machine_->vm->undo(rounds_->initial());
    }
    const bool reliable = machine_->vm->found() != vm::Found::Unreliable;
    machine_->vm->rules.set_met(unforeseen | machine_->vm->rules.set_met({}));
    if (!reliable) continue;  // its path relies on what turned out to be wrong; the next search decides
    // What does not happen again when the same steps are taken again is no finding about the program. In a round that
    // has to be repeated the steps are others by now, for what it has learnt: the next search decides.
    if (!r.story.complete && !simplified) continue;
    if (!r.story.complete)
      result_.warnings.push_back("\"" + v.message +
                                 "\" did not happen again when its schedule was replayed; please report this");
    result_.violations.push_back(std::move(r));
  }
  if (told < found.size())
    result_.warnings.push_back(listeners::grouped(found.size() - told) + " of " + listeners::grouped(found.size()) +
                               " violations have no story here: all of them would take too much time or memory");
  found.erase(found.begin(), found.begin() + static_cast<ptrdiff_t>(told));
  if (machine_->vm->found() != vm::Found::Unreliable) result_.untold = std::move(found);
}

void Check::finish() {
  if (machine_) {
    result_.holes = machine_->vm->visibility.holes();
    result_.hides_accesses = vm::hides_accesses(*machine_->vm);
    result_.files_written = natives::files_written(*machine_->vm);
    result_.remarks = machine_->vm->remarks();
  }
  for (const auto& [topic, text] : result_.remarks)
    if (topic == vm::kHeapTopic && std::exchange(result_.complete, false))
      doubt(Cause::MemoryLimit, "the program's heap (--heap=SIZE): " + text);
  const bool doubtful = !result_.holes.empty() && !c_.trust_visible;
  // Where accesses are hidden that may not be, there may be a way out that was not explored.
  if (violations_ && doubtful && violations_->drop_livelocks()) {
    result_.warnings.push_back(
        result_.hides_accesses ? "a state was found from which no end was reached; it is no violation as long as "
                                 "accesses are hidden that may not be"
                               : "a state was found from which no end was reached; it is no violation as long as not "
                                 "every answer is explored of what is in doubt");
    result_.complete = false;
    if (verdict_of(result_.cause, false) != Verdict::Error)
      doubt(Cause::LivelockInDoubt, result_.hides_accesses
                                        ? "no end can be reached from some state, or only with accesses that are hidden"
                                        : "no end can be reached from some state, or only with answers that are not "
                                          "explored");
  }
  if (violations_ && !violations_->all().empty() && explored_) tell_stories(true);
  if (beside_) beside_->add_to(result_, earlier_);
  const bool of_earlier_round = result_.violations.empty() && !earlier_.empty();
  if (of_earlier_round) result_.untold.clear(), result_.violations = std::move(earlier_);
  if (result_.cause == Cause::None && doubtful)
    doubt(Cause::Holes, !result_.hides_accesses ? in_doubt(result_.holes)
                        : machine_->vm->visibility.list_given()
                            ? "the visible list has holes (--trust-visible accepts them)"
                            : "accesses were found that may not be hidden");
  if (explored_ && result_.verdict() != Verdict::Error) check_lists();
  if (outcomes_) result_.threads = outcomes_->threads();
  if (outcomes_ && machine_->vm->found() != vm::Found::Unreliable) {
    result_.longer_outcomes = outcomes_->longer();
    result_.output_limit = machine_->vm->output.limit();
    result_.outcomes = outcomes_->take();
    if (asked_for("html") && explored_) tell_outcomes(*machine_, *rounds_, c_, result_);
  }
  if (swallowed_) result_.swallowed = swallowed_->all();
  if (machine_) result_.older = older_values_of(*machine_->vm);
  if (graph_) result_.graph = graph_->take();
  if (coverage_) {
    listeners::Sources sources(*machine_->vm, c_.source_path);
    result_.coverage = std::make_shared<CoverageData>(coverage_->data(sources, c_.coverage_of));
  }
  // Beside a report it is for the violations.
  const bool implied = std::any_of(c_.outputs.begin(), c_.outputs.end(), [](const Output& o) { return o.implied; });
  if (explored_ && asked_for("witness") && !result_.witness && !(implied && result_.violations.empty())) {
    auto witness = std::make_shared<Witness>(witness_of(result_, c_, *machine_->vm));
    if (of_earlier_round) {
      // What the last round relied on is not what its schedule was made with.
      witness->assumptions = earlier_assumptions_;
    }
    if (of_earlier_round || implied) witness->executions.resize(result_.violations.size());
    if (!witness->executions.empty()) result_.witness = std::move(witness);
  }
  const bool limit = is_limit(result_.cause);
  if (!limit) result_.profile = {}, result_.seen = {}, result_.sized = false;
  result_.advice = advice_for(result_, c_);
  result_.notes = notes_of(c_, machine_.get());
  if (!result_.stopped_at.empty()) result_.notes.push_back("it stopped " + result_.stopped_at);
  result_.peak_memory =
      std::max({base::peak_resident_bytes(), result_.workers.most_bytes, result_.distributed.most_bytes});
  result_.seconds = seconds_since(start_) + seconds_before();
  if (!checkpoint_) return;
  if (limit && !checkpoint_->hint().empty()) result_.notes.push_back(checkpoint_->hint());
  if (!checkpoint_->failure().empty())
    result_.warnings.push_back("the search is not kept (--checkpoint): " + checkpoint_->failure());
}

}  // namespace

Result check_once(const Configuration& configuration, const Stop& stop, Clock::time_point start, Progress& progress) {
  return Check(configuration, stop, start, progress).go();
}

}  // namespace jmc::check
