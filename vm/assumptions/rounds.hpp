// Rounds of a loop that polls: vm/thread/polled_loops.hpp. The loops of a Vm say themselves what they have learnt.
#pragma once

#include "vm/assumptions/assumption.hpp"
#include "vm/assumptions/naming.hpp"

namespace jmc::vm {

struct LoopRounds : ByFeatures, NothingToTell, NothingSeen {
  static constexpr std::string_view kName = "rounds",
                                    kSentence =
                                        "rounds of a loop that polls a bounded number of times cannot be told "
                                        "apart where nothing else happens between them",
                                    kForm = "";
  static constexpr Spelling kSpelling{"distinguish", "rounds,spins"};
  static constexpr Features kFeatures = kRoundsTold;
  static constexpr Found kMet = Found::Repeat;
  static constexpr InFull kInFull = InFull::Foreseen;

  static void withdraw(Vm& vm) { vm.rules.foresee(kFeatures); }
  static bool force(Vm& vm) {
    if (vm.rules.foresees(kFeatures)) return false;
    vm.rules.met(kFeatures);
    return true;
  }
};

}  // namespace jmc::vm
