// What is told of a search that has ended: stories of violations, outcomes, the witness, and what it took.
#include <algorithm>
#include <utility>

#include "base/memory.hpp"
#include "check/answers/name_lists.hpp"
#include "check/answers/outcome_stories.hpp"
#include "check/answers/size_report.hpp"
#include "check/answers/story_budget.hpp"
#include "check/confirm/emit_test.hpp"
#include "check/options/advice.hpp"
#include "check/search/difference.hpp"
#include "check/search/one_check.hpp"
#include "check/search/profile.hpp"
#include "check/search/simplify.hpp"
#include "listeners/livelock.hpp"
#include "listeners/text.hpp"
#include "natives/natives.hpp"
#include "vm/native.hpp"
#include "vm/visibility/doubts.hpp"

namespace jmc::check {

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
    bool replayed = false;
    const vm::Features unforeseen = machine_->vm->rules.set_met({});
    try {
      if (v.kind == por::ErrorKind::NoEnd)
        r.found.path =
            listeners::StoredPath(listeners::shortened(*machine_->system, rounds_->initial(), v.path.steps()));
      if (!simplified || !tell_simplest(*machine_, *rounds_, c_, r, sources, detail(), budget))
        r.story = listeners::tell(*machine_->system, rounds_->initial(), v, rounds_->before(), sources, detail());
      replayed = true;
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
    if (!r.story.complete && replayed && happens_in_a_step(v.kind)) {
      unrepeated_ = v.message;
      continue;
    }
    if (!r.story.complete && replayed)
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

// The program's heap was full, on some path.
void Check::doubt_heap() {
  for (const auto& [topic, text] : result_.remarks)
    if (topic == vm::kHeapTopic && std::exchange(result_.complete, false))
      doubt(Cause::MemoryLimit, "the program's heap (--heap=SIZE): " + text);
}

// Where accesses are hidden that may not be, there may be a way out that was not explored.
void Check::doubt_livelocks() {
  if (!violations_ || !violations_->drop_livelocks()) return;
  const bool hides = result_.hides_accesses;
  result_.warnings.push_back(hides ? "a state was found from which no end was reached; it is no violation as long as "
                                     "accesses are hidden that may not be"
                                   : "a state was found from which no end was reached; it is no violation as long as "
                                     "not every answer is explored of what is in doubt");
  result_.complete = false;
  if (verdict_of(result_.cause, false) != Verdict::Error)
    doubt(Cause::LivelockInDoubt,
          hides ? "no end can be reached from some state, or only with accesses that are hidden"
                : "no end can be reached from some state, or only with answers that are not explored");
}

// What does not happen again is no finding about the program, and where it comes from nobody knows.
void Check::doubt_unrepeated() {
  if (unrepeated_.empty()) return;
  const std::string why = "\"" + unrepeated_ +
                          "\" did not happen again when its schedule was replayed; this is a fault of jmc, please "
                          "report it";
  result_.complete = false;
  if (result_.violations.empty() && verdict_of(result_.cause, false) != Verdict::Error) doubt(Cause::Undecided, why);
  else result_.warnings.push_back(why);
}

void Check::take_outcomes() {
  if (!outcomes_) return;
  result_.threads = outcomes_->threads();
  if (machine_->vm->found() == vm::Found::Unreliable) return;
  result_.longer_outcomes = outcomes_->longer();
  result_.output_limit = machine_->vm->output.limit();
  result_.outcomes = outcomes_->take();
  if (asked_for("html") && explored_) tell_outcomes(*machine_, *rounds_, c_, result_);
}

// Of what else listens.
void Check::take_the_rest() {
  if (swallowed_) result_.swallowed = swallowed_->all();
  if (machine_) result_.older = older_values_of(*machine_->vm);
  if (graph_) result_.graph = graph_->take();
  if (!coverage_) return;
  listeners::Sources sources(*machine_->vm, c_.source_path);
  result_.coverage = std::make_shared<CoverageData>(coverage_->data(sources, c_.coverage_of));
}

void Check::keep_witness(bool of_earlier_round) {
  // Beside a report it is for the violations.
  const bool implied = std::any_of(c_.outputs.begin(), c_.outputs.end(), [](const Output& o) { return o.implied; });
  if (!explored_ || !asked_for("witness") || result_.witness || (implied && result_.violations.empty())) return;
  auto witness = std::make_shared<Witness>(witness_of(result_, c_, *machine_->vm));
  // What the last round relied on is not what its schedule was made with.
  if (of_earlier_round) witness->assumptions = earlier_assumptions_;
  if (of_earlier_round || implied) witness->executions.resize(result_.violations.size());
  if (!witness->executions.empty()) result_.witness = std::move(witness);
}

// What it took, and what to do about a limit.
void Check::account() {
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

void Check::finish() {
  if (machine_) {
    result_.holes = machine_->vm->visibility.holes();
    result_.hides_accesses = vm::hides_accesses(*machine_->vm);
    result_.files_written = natives::files_written(*machine_->vm);
    result_.remarks = machine_->vm->remarks();
  }
  doubt_heap();
  const bool doubtful = !result_.holes.empty() && !c_.trust_visible;
  if (doubtful) doubt_livelocks();
  if (violations_ && !violations_->all().empty() && explored_) tell_stories(true);
  if (beside_) beside_->add_to(result_, earlier_);
  const bool of_earlier_round = result_.violations.empty() && !earlier_.empty();
  if (of_earlier_round) result_.untold.clear(), result_.violations = std::move(earlier_);
  if (result_.cause == Cause::None && doubtful)
    doubt(Cause::Holes, !result_.hides_accesses ? in_doubt(result_.holes)
                        : machine_->vm->visibility.list_given()
                            ? "the visible list has holes (--trust-visible accepts them)"
                            : "accesses were found that may not be hidden");
  doubt_unrepeated();
  if (explored_ && result_.verdict() != Verdict::Error) check_lists();
  take_outcomes();
  if (beside_ && explored_) beside_->add_outcomes(result_);
  take_the_rest();
  keep_witness(of_earlier_round);
  account();
}

}  // namespace jmc::check
