// Threads that are the same: vm/state/symmetry.hpp.
#pragma once

#include "vm/assumptions/assumption.hpp"
#include "vm/assumptions/naming.hpp"

namespace jmc::vm {

struct SameThreads : ByFeatures, NothingToTell, NothingSeen {
  static constexpr std::string_view kName = "symmetry",
                                    kSentence =
                                        "threads that run the same code can take each other's place, as long "
                                        "as nobody looks at what tells them apart",
                                    kForm = "names and numbers of such threads, and which of them is where";
  static constexpr Spelling kSpelling{"symmetry", "off"};
  static constexpr Features kFeatures = kThreadsAlike | kThreadsTold;
  static constexpr Found kMet = Found::RepeatFullToo;
  static constexpr InFull kInFull = InFull::Assumed;

  static void withdraw(Vm& vm) { vm.rules.foresee(kThreadsTold); }
  static bool force(Vm& vm) {
    if (vm.options.symmetry == SymmetryUse::Off || vm.rules.foresees(kThreadsTold)) return false;
    vm.rules.met(kThreadsTold);
    return true;
  }
};

}  // namespace jmc::vm
