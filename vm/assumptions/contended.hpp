// Accesses to shared data: vm/visibility/visibility.hpp. Fields that are taken for final, or for a thread's own, belong
// to it: they are looked at whatever is assumed, and nothing switches that off.
#pragma once

#include "vm/assumptions/assumption.hpp"
#include "vm/assumptions/naming.hpp"

namespace jmc::vm {

struct Contended : NothingSeen {
  static constexpr std::string_view kName = "contended",
                                    kSentence = "accesses to shared data that no threads contend for are no operations",
                                    kForm = "";
  static constexpr Spelling kSpelling{"all-shared", ""};
  static constexpr Features kFeatures{};
  static constexpr Found kMet = Found::RepeatFullToo;
  static constexpr InFull kInFull = InFull::Assumed;
  static constexpr std::array<std::string_view, 2> kKeys = {"fields", "elements"};

  static Found found(const Vm& vm) { return vm.visibility.contended_found() ? Found::RepeatFullToo : Found::No; }
  // Not of what threads stop at before the first choice anyhow.
  static bool start_relies(const Vm& vm) { return vm.visibility.start_relies(); }
  static Learnt learnt(const Vm& vm) { return {.facts = vm.visibility.learnt()}; }
  static void adopt(Vm& vm, std::vector<std::string>&) { vm.visibility.adopt(); }
  static void tell(const Vm& vm, Teller& teller) {
    Teller::each(
        vm,
        [&](const Klass& k) {
          if (k.elements_visible) teller.add("elements", k);
        },
        [&](const Field& f) {
          if (f.visibility == kVisible && vm.visibility.classify(f) != kVisible) teller.add("fields", f);
        });
  }
  static void assume(Vm&, Taker& taker) {
    taker.fields("fields", [](Field* f) { f->visibility = kVisible; });
    taker.classes("elements", [](Klass* k) { k->elements_visible = true; });
  }
  static void withdraw(Vm&) {}
  static bool force(Vm& vm) {
    if (!vm.visibility.adaptive()) return false;
    const Field* any = nullptr;
    Teller::each(
        vm, [](const Klass&) {},
        [&](const Field& f) {
          if (!any && !f.owner->boot && (f.visibility & (kTracked | kVisible)) == kTracked) any = &f;
        });
    if (any) vm.visibility.contended(any);
    return any != nullptr;
  }
};

}  // namespace jmc::vm
