#include "check/search/met.hpp"

#include <algorithm>

#include "por/strategy.hpp"

namespace jmc::check {

using vm::PendingKind;

bool ways_depend_on_others(const vm::Vm& vm) {
  constexpr uint32_t kWays = vm::kMetTimedWait | vm::met_bit(PendingKind::Sleep) | vm::met_bit(PendingKind::Notify) |
                             vm::met_bit(PendingKind::Interrupt);
  return vm.memory || vm.met & kWays || vm.clock.was_read() || !vm.chance.choices.empty();
}

bool lacks_trees(const por::SearchOptions& options, const vm::Vm& vm) {
  return !options.trees && por::strategy_of(options).run_trees && ways_depend_on_others(vm);
}

void refine_by_met(por::SearchOptions& options, const vm::Vm& vm, const Configuration& configuration) {
  // Summaries of threads held back cost a third of the time, and save little where threads wait for nothing. Whether
  // they do, a round before this one has shown.
  constexpr uint32_t kWaits = vm::met_bit(PendingKind::Wait) | vm::met_bit(PendingKind::Park) | vm::kMetTimedWait;
  if (!configuration.held_back_chosen && !(vm.met & kWaits)) options.held_back = false;
  if (vm.symmetry.active()) options.late_sleep_sets = false;  // they go by the numbers of threads
  options.seen_share_steps = 100'000;                         // half a second of a usual program
  options.seen_share_seconds =
      configuration.time_limit > 0 ? std::clamp(configuration.time_limit / 50, 0.05, 0.5) : 0.5;
}

}  // namespace jmc::check
