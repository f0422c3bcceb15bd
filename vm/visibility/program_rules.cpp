#include "vm/visibility/program_rules.hpp"

#include <bit>

#include "vm/vm.hpp"

namespace jmc::vm {

void ProgramRules::foresee(uint32_t features) {
  // Places of threads in a form would have to be those of threads that are over as well.
  if (features & kNumbersReturn) features |= kThreadsTold;
  foreseen_ |= features;
  if (features & kThreadMonitors) ends_visible_ = true;
  if ((features & kMemoryFences) && vm_.memory) vm_.memory->machine.track_fences();
}

void ProgramRules::uses(uint32_t feature) {
  if (foresees(feature)) return;
  if (vm_.relied_on()) met(feature);
  else foresee(feature);
}

void ProgramRules::asks_for_ends() {
  if (!ends_visible_ && vm_.relied_on()) observer_found_ = true;
  ends_visible_ = true;
}

void ProgramRules::asks_for_threads(bool which, bool state) {
  // Steps taken so far were labelled as if nobody could ask.
  if (!may_exit_ && vm_.relied_on()) observer_found_ = true;
  everything_conflicts();
  threads_listed_ |= which;
  states_asked_ |= state;
  if (state) uses(kThreadMonitors);  // who joins may be BLOCKED by another one who does
}

void ProgramRules::exits() {
  // Steps taken so far were labelled as if nothing could end the program.
  if (!may_exit_ && vm_.relied_on()) observer_found_ = true;
  may_exit_ = true;
}

void ProgramRules::daemons_matter() {
  ends_visible_ = daemons_ = true;
  may_exit_ |= !vm_.options.ends_apart || end_told_;
}

void ProgramRules::end_told() {
  end_told_ = true;
  if (!daemons_ || may_exit_) return;
  if (vm_.relied_on()) observer_found_ = true;
  may_exit_ = true;
}

void ProgramRules::daemon_seen() {
  if (daemons_) return;
  if (!vm_.relied_on()) daemons_matter();  // nothing has relied on anything else yet
  else daemon_found_ = true;
}

void ProgramRules::interrupt_seen() {
  if (ends_visible_) return;
  if (!vm_.relied_on()) ends_visible_ = true;
  else interrupt_found_ = true;
}

void ProgramRules::assume(uint32_t features, bool may_exit, bool ends_visible, bool daemons) {
  foresee(features);
  may_exit_ = may_exit;
  ends_visible_ = ends_visible;
  daemons_ = daemons;
}

void ProgramRules::adopt() {
  if (daemon_found_) daemons_matter();
  if (interrupt_found_) ends_visible_ = true;
  daemon_found_ = interrupt_found_ = observer_found_ = false;
  foresee(unforeseen_);
  unforeseen_ = 0;
}

uint64_t ProgramRules::learnt() const {
  return known() + daemon_found_ + interrupt_found_ + observer_found_ + end_told_ +
         static_cast<uint64_t>(std::popcount(unforeseen_));
}

}  // namespace jmc::vm
