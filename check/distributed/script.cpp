#include "check/distributed/script.hpp"

#include "por/strategy.hpp"
#include "vm/visibility/races.hpp"

namespace jmc::check::distributed {

Stand::Stand(const Configuration& configuration, const Script& script) : program_(load_program(configuration)) {
  vm::Vm& vm = *machine().vm;
  vm::JvmSystem& system = *machine().system;
  machine().options.resident_limit = configuration.search.memory_limit_bytes;
  rounds_ = std::make_unique<Rounds>(machine(), never_, !por::strategy_of(configuration.search).full,
                                     configuration.ends_at_race);
  prepare_to_search(vm, configuration);
  if (rounds_->begin().stop) throw vm::Unsupported(system.failure_kind(), system.failure());
  for (const Act& act : script) {
    if (act.kind == Act::Round) {
      if (act.guards) vm.want_guards();
      if (configuration.races != RaceHandling::Off) vm.races.watch(vm::Races::Watch::Collect);
      rounds_->go_on();
      continue;
    }
    const vm::Vm::Mark start = system.mark();
    bool there = true;
    for (const por::PathStep step : act.path) {
      there = step.thread < system.thread_count() && !system.ended(step.thread) &&
              step.alternative < system.alternatives(step.thread) && !system.step(step.thread, step.alternative).stop;
      if (!there) break;
    }
    if (there) system.fingerprint();
    system.undo(start);
    system.release(start);
  }
}

}  // namespace jmc::check::distributed
