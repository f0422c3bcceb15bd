// What a Vm learns on the paths of a search, beside the states: a search that is to go on in another process has to
// learn it there again (por/stateful/lessons.hpp), and the next round relies on it.
#include <bit>

#include "vm/native.hpp"

namespace jmc::vm {

uint64_t Vm::names() const {
  return rules_learnt() + klasses_.size() + methods_.size() + heap.immortal_top() + link_numbers_.size() +
         initialisers.extents.size() + known->facilities.learnt();
}

uint64_t Vm::learnt() const {
  // What names depend on that a state has: numbers of classes and methods, addresses of what is immortal.
  uint64_t sum = klasses_.size() + methods_.size() + heap.immortal_top() + link_numbers_.size() + rules_learnt();
  // What the present search relies on wrongly, and what its answer says beside.
  sum += visibility.learnt() + sections.learnt() + rules.learnt() + static_cast<uint64_t>(std::popcount(met)) +
         remarks_.size() + counts_processors_.size() + chance.known.size();
  sum += initialisers.learnt() + clock.learnt() + output.learnt() + races.learnt() + known->facilities.learnt();
  return memory ? sum + memory->learnt() : sum;
}

void Vm::adopt_findings() {
  visibility.adopt();
  sections.adopt(visibility.adopted());
  races.adopt_guards();
  adopt_initialisers();
  if (memory) memory->adopt(visibility.adopted());
  rules.adopt();
  clock.adopt();
  output.adopt();
  visibility.forget_holes();
}

void Vm::want_guards() {
  races.guards_wanted([&](const Field* field, const Klass* array) {
    if (array) visibility.contended(array);
    else visibility.contended(field);
  });
}

}  // namespace jmc::vm
