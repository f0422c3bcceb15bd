#include "vm/visibility/program_rules.hpp"

#include "vm/vm.hpp"

namespace jmc::vm {

void ProgramRules::foresee(Features features) {
  // Places of threads in a form would have to be those of threads that are over as well.
  if ((features & kNumbersReturn).any()) features |= kThreadsTold;
  foreseen_ |= features;
  if ((features & kThreadMonitors).any()) ends_visible_ = true;
  if ((features & kMemoryFences).any() && vm_.memory) vm_.memory->machine.track_fences();
}

void ProgramRules::uses(Feature feature) {
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

void ProgramRules::adopt(Features features) {
  const Features found = unforeseen_ & features;
  unforeseen_ = unforeseen_ - features;
  foresee(found);
}

void ProgramRules::adopt_ends() {
  if (daemon_found_) daemons_matter();
  if (interrupt_found_) ends_visible_ = true;
  daemon_found_ = interrupt_found_ = observer_found_ = false;
}

}  // namespace jmc::vm
