#include "check/search/met.hpp"

#include <algorithm>

namespace jmc::check {

using vm::PendingKind;

void refine_by_met(por::SearchOptions& options, const vm::Vm& vm, const Configuration& configuration) {
  // Summaries of threads held back cost a third of the time, and save little where threads wait for nothing.
  constexpr uint32_t kWaits = vm::met_bit(PendingKind::Wait) | vm::met_bit(PendingKind::Park) | vm::kMetTimedWait;
  if (!configuration.held_back_chosen && !(vm.met & kWaits)) options.held_back = false;
  if (vm.symmetry.active()) options.late_sleep_sets = false;  // they go by the numbers of threads
  options.trees |= vm.rules.foresees(vm::kWaysDepend);
  options.seen_share_steps = 100'000;  // half a second of a usual program
  options.seen_share_seconds =
      configuration.time_limit > 0 ? std::clamp(configuration.time_limit / 50, 0.05, 0.5) : 0.5;
}

}  // namespace jmc::check
