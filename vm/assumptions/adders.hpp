// LongAdders that nobody reads: natives/memory/adders.cpp.
#pragma once

#include "vm/assumptions/assumption.hpp"
#include "vm/assumptions/naming.hpp"

namespace jmc::vm {

struct UnreadAdders : ByFeatures, NothingToTell, NothingSeen {
  static constexpr std::string_view kName = "adders", kSentence = "nobody reads what a LongAdder holds",
                                    kForm = "what LongAdders hold";
  static constexpr Spelling kSpelling{};
  static constexpr Features kFeatures = kAddersRead;
  static constexpr Found kMet = Found::Unreliable;
  static constexpr InFull kInFull = InFull::Foreseen;

  static void withdraw(Vm& vm) { vm.rules.foresee(kFeatures); }
  static bool force(Vm& vm) {
    if (vm.rules.foresees(kFeatures)) return false;
    vm.rules.met(kFeatures);
    return true;
  }
};

}  // namespace jmc::vm
