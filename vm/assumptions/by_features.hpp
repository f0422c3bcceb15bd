// Assumptions of which all that can be found wrong is that a feature is met.
#pragma once

#include "vm/assumptions/assumption.hpp"
#include "vm/assumptions/naming.hpp"

namespace jmc::vm {

// What is left to say is kName, kSentence, kFeatures and kMet, and what differs from the rest of this.
template <class A>
struct ByFeatures : NothingToTell, NothingSeen {
  static constexpr std::string_view kForm = "";
  static constexpr Spelling kSpelling{};
  static constexpr InFull kInFull = InFull::Assumed;

  static Found found(const Vm&) { return Found::No; }
  static bool start_relies(const Vm&) { return false; }
  static Learnt learnt(const Vm&) { return {}; }
  static void adopt(Vm&, std::vector<std::string>&) {}
  static void withdraw(Vm& vm) { vm.rules.foresee(A::kFeatures); }
  static bool force(Vm& vm) { return meet(vm, A::kFeatures); }

 protected:
  // As if one of them had been met; false: they are foreseen.
  static bool meet(Vm& vm, Features features) {
    if (vm.rules.foresees(features)) return false;
    vm.rules.met(features);
    return true;
  }
};

}  // namespace jmc::vm
