// Permits of LockSupport: natives/threads/park.cpp.
#pragma once

#include "vm/assumptions/assumption.hpp"
#include "vm/assumptions/naming.hpp"

namespace jmc::vm {

struct Permits : ByFeatures, NothingToTell, NothingSeen {
  static constexpr std::string_view kName = "permits",
                                    kSentence =
                                        "code of the program itself does not park, so that nothing tells a permit "
                                        "that an interrupt has left",
                                    kForm = "permits that interrupts have left";
  static constexpr Spelling kSpelling{};
  static constexpr Features kFeatures = kOwnParks;
  static constexpr Found kMet = Found::Unreliable;
  static constexpr InFull kInFull = InFull::Assumed;

  static void withdraw(Vm& vm) { vm.rules.foresee(kFeatures); }
  static bool force(Vm& vm) {
    if (vm.rules.foresees(kFeatures)) return false;
    vm.rules.met(kFeatures);
    return true;
  }
};

}  // namespace jmc::vm
