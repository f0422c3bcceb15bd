// Accesses that happens-before orders: vm/visibility/races.hpp. Where it turns out not to order them, they are
// contended: what is found wrong is found there.
#pragma once

#include "vm/assumptions/assumption.hpp"
#include "vm/assumptions/naming.hpp"

namespace jmc::vm {

struct Guards : NothingSeen {
  static constexpr std::string_view kName = "guards",
                                    kSentence =
                                        "accesses that locks, starts and joins order are no operations, and "
                                        "who knows of them is what the guard of a variable says",
                                    kForm = "who knows of past accesses";
  static constexpr Spelling kSpelling{"points", "contended"};
  static constexpr Features kFeatures{};
  static constexpr Found kMet = Found::Repeat;
  static constexpr InFull kInFull = InFull::Assumed;
  static constexpr std::array<std::string_view, 2> kKeys = {"fields", "elements"};

  static Found found(const Vm&) { return Found::No; }
  static bool start_relies(const Vm&) { return false; }
  static Learnt learnt(const Vm& vm) { return {.facts = vm.races.learnt()}; }
  static void adopt(Vm& vm, std::vector<std::string>&) { vm.races.adopt_guards(); }
  static void tell(const Vm& vm, Teller& teller) {
    Teller::each(
        vm,
        [&](const Klass& k) {
          if (k.elements_ordered) teller.add("elements", k);
        },
        [&](const Field& f) {
          if (f.visibility & kOrderedField) teller.add("fields", f);
        });
  }
  static void assume(Vm&, Taker& taker) {
    taker.fields("fields", [](Field* f) { f->visibility |= kOrderedField; });
    taker.classes("elements", [](Klass* k) { k->elements_ordered = true; });
  }
  static void withdraw(Vm&) {}
  // Of one that is ordered.
  static bool force(Vm& vm) {
    const Field* any = nullptr;
    Teller::each(
        vm, [](const Klass&) {},
        [&](const Field& f) {
          if (!any && (f.visibility & kOrderedField)) any = &f;
        });
    if (!any) return false;
    vm.races.needs(any, Level::Visible);
    vm.visibility.contended(any);
    return true;
  }
};

}  // namespace jmc::vm
