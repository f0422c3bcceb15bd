// What the end of a search means for the answer.
#include <utility>

#include "check/answers/name_lists.hpp"
#include "check/answers/size_report.hpp"
#include "check/search/one_check.hpp"
#include "listeners/text.hpp"
#include "vm/native.hpp"

namespace jmc::check {

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

// What the machine has met on the way.
void Check::note_met() {
  const vm::Vm& vm = *machine_->vm;
  result_.random_places.assign(vm.chance.places.begin(), vm.chance.places.end());
  result_.choice_places.assign(vm.chance.choices.begin(), vm.chance.choices.end());
  result_.clock_read = vm.clock.was_read();
  result_.old_readings_merged = vm.clock.merged_old();
  result_.atomic_locks = vm.atomic_locks();
  result_.met = vm.met | (vm.uses_processor_counts() ? vm::kMetProcessors : 0);
}

void Check::interrupted() {
  if (beside_ && beside_->ended()) return stopped(beside_->cause(), beside_->why());
  if (!stop_.now.load() && !result_.distributed.lost.empty())
    return stopped(Cause::RanksLost, "no rank is left to explore: " + result_.distributed.lost.back());
  stopped(stop_cause(), stop_text() + estimated());
}

std::string Check::spin_limit_text() const {
  return std::string("a thread that ") + (slept_ ? "slept " : "polled ") + std::to_string(polling_times_) +
         " times in a row " + (slept_ ? "" : "in vain ") + "was not followed further" +
         (polling_place_.empty() ? "" : " (" + polling_place_ + ")") +
         (polling_grown_.empty()
              ? ""
              : ": it would go on, each time in a new state, since " + polling_grown_ + " meanwhile") +
         (polling_times_ == c_.search.spin_limit
              ? "; --spin-limit=N sets the number"
              : "; --spin-limit=N sets the number, " + std::to_string(polling_times_ / c_.search.spin_limit) +
                    " times as high where threads sleep in between");
}

void Check::judge(const por::SearchResult& found) {
  using por::SearchEnd;
  note_met();
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
    case SearchEnd::Interrupted: interrupted(); break;
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
    case SearchEnd::SpinLimit: stopped(Cause::SpinLimit, spin_limit_text()); break;
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

}  // namespace jmc::check
