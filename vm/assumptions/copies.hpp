// Copies of arrays: natives/memory/copies.cpp.
#pragma once

#include "vm/assumptions/assumption.hpp"
#include "vm/assumptions/naming.hpp"

namespace jmc::vm {

struct Copies : NothingSeen {
  static constexpr std::string_view kName = "copies",
                                    kSentence =
                                        "an array is copied in one step, as long as nobody writes to it in the "
                                        "middle of that",
                                    kForm = "";
  static constexpr Spelling kSpelling{};
  static constexpr Features kFeatures = kTornCopies;
  static constexpr Found kMet = Found::RepeatFullToo;
  static constexpr InFull kInFull = InFull::Assumed;
  static constexpr std::array<std::string_view, 1> kKeys = {"elements"};

  static Found found(const Vm& vm) { return vm.visibility.torn_copies().empty() ? Found::No : Found::RepeatFullToo; }
  static bool start_relies(const Vm& vm) { return found(vm) != Found::No; }
  static Learnt learnt(const Vm& vm) { return {.facts = vm.visibility.torn_copies().size()}; }
  static void adopt(Vm& vm, std::vector<std::string>&) { vm.visibility.adopt_copies(); }
  static void tell(const Vm& vm, Teller& teller) {
    Teller::each(
        vm,
        [&](const Klass& k) {
          if (k.copies_torn) teller.add("elements", k);
        },
        [](const Field&) {});
  }
  static void assume(Vm&, Taker& taker) {
    taker.classes("elements", [](Klass* k) { k->copies_torn = true; });
  }
  static void withdraw(Vm& vm) { vm.rules.foresee(kFeatures); }
  static bool force(Vm& vm) {
    for (const std::string_view name : {"[I", "[Ljava/lang/Object;"})
      if (const Klass* k = vm.find_class(name)) vm.visibility.torn_copy(k);
    return found(vm) != Found::No;
  }
};

}  // namespace jmc::vm
