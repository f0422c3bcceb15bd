#include "check/answers/outcome_stories.hpp"

#include "check/answers/story_budget.hpp"

namespace jmc::check {

namespace {

constexpr size_t kMostTold = 20;

}  // namespace

void tell_outcomes(Machine& machine, const Rounds& rounds, const Configuration& c, Result& r) {
  StoryBudget budget(c, r.statistics.transitions);
  const Unstoppable unstoppable(machine);
  listeners::Sources sources(*machine.vm, c.source_path);
  const vm::Features unforeseen = machine.vm->rules.set_met({});
  try {
    for (const auto& [text, outcome] : r.outcomes) {
      if (r.outcome_stories.size() >= kMostTold || !budget.left()) break;
      listeners::FoundViolation found;
      found.path = outcome.witness;
      budget.told(found.path.size());
      r.outcome_stories.push_back(listeners::tell(*machine.system, rounds.initial(), found, rounds.before(), sources,
                                                  listeners::Detail::Contents));
    }
  } catch (const std::exception& e) {
    r.warnings.push_back(std::string("not all outcomes could be told: ") + e.what());
    machine.vm->undo(rounds.initial());
  }
  machine.vm->rules.set_met(unforeseen | machine.vm->rules.set_met({}));
}

}  // namespace jmc::check
