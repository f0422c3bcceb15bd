// What a Vm learns on the paths of a search, beside the states: a search that is to go on in another process has to
// learn it there again (por/lessons.hpp).
#include <bit>

#include "vm/native.hpp"

namespace jmc::vm {

uint64_t Vm::names() const {
  return rules() + klasses_.size() + methods_.size() + heap.immortal_top() + link_numbers_.size() +
         initialisers.extents.size() + known->facilities.learnt();
}

uint64_t Vm::learnt() const {
  // What names depend on that a state has: numbers of classes and methods, addresses of what is immortal.
  uint64_t sum = klasses_.size() + methods_.size() + heap.immortal_top() + link_numbers_.size() + rules();
  // What the present search relies on wrongly, and what its answer says beside.
  sum += contended_fields_.size() + contended_arrays_.size() + torn_arrays_.size() + atomics_met_ + daemon_found_ +
         interrupt_found_ + observer_found_ + end_told_ + ends_visible + daemons + may_exit;
  sum += static_cast<uint64_t>(std::popcount(unforeseen_) + std::popcount(met)) + holes_.size() + remarks_.size() +
         counts_processors_.size() + chance.known.size();
  sum += initialisers.learnt() + clock.learnt() + output.learnt() + races.learnt() + known->facilities.learnt();
  return memory ? sum + memory->learnt() : sum;
}

}  // namespace jmc::vm
