// What a Vm learns on the paths of a search, beside the states: a search that is to go on in another process has to
// learn it there again (por/stateful/lessons.hpp), and the next round relies on it. What belongs to an assumption is
// asked of the list.
#include <bit>

#include "vm/assumptions/list.hpp"
#include "vm/native.hpp"

namespace jmc::vm {

namespace {

Learnt learnt_of_assumptions(const Vm& vm) {
  Learnt sum{.facts = vm.rules.met_features().count()};
  AllAssumptions::each([&]<class A>() { sum += A::learnt(vm); });
  return sum;
}

}  // namespace

uint64_t Vm::rules_learnt() const { return learnt_of_assumptions(*this).rules; }

// Numbers of classes and methods, addresses of what is immortal.
uint64_t Vm::names() const {
  const Learnt sum = learnt_of_assumptions(*this);
  return sum.rules + sum.names + klasses_.size() + methods_.size() + heap.immortal_top() + link_numbers_.size() +
         known->facilities.learnt();
}

uint64_t Vm::learnt() const {
  const Learnt sum = learnt_of_assumptions(*this);
  return sum.rules + sum.names + sum.facts + klasses_.size() + methods_.size() + heap.immortal_top() +
         link_numbers_.size() + known->facilities.learnt() +
         // What the answer says beside.
         visibility.holes().size() + static_cast<uint64_t>(std::popcount(met)) + remarks_.size() +
         counts_processors_.size() + chance.known.size();
}

Found Vm::found() const {
  Found worst = Found::No;
  AllAssumptions::each([&]<class A>() {
    worst = std::max(worst, A::found(*this));
    if (rules.lacks(A::kFeatures)) worst = std::max(worst, A::kMet);
  });
  return worst;
}

bool Vm::start_relies_on_findings() const {
  bool relies = false;
  AllAssumptions::each([&]<class A>() { relies = relies || rules.lacks(A::kFeatures) || A::start_relies(*this); });
  return relies;
}

void Vm::adopt_findings() {
  AllAssumptions::each([&]<class A>() {
    A::adopt(*this, visibility.adopted());
    rules.adopt(A::kFeatures);
  });
  visibility.forget_holes();
}

void Vm::want_guards() {
  races.guards_wanted([&](const Field* field, const Klass* array) {
    if (array) visibility.contended(array);
    else visibility.contended(field);
  });
}

}  // namespace jmc::vm
