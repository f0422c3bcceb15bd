// Threads that are the same: vm/state/symmetry.hpp.
#pragma once

#include "vm/assumptions/by_features.hpp"

namespace jmc::vm {

struct SameThreads : ByFeatures<SameThreads> {
  static constexpr std::string_view kName = "symmetry",
                                    kSentence =
                                        "threads that run the same code can take each other's place, as long "
                                        "as nobody looks at what tells them apart",
                                    kForm = "names and numbers of such threads, and which of them is where";
  static constexpr Spelling kSpelling{"symmetry", "off"};
  static constexpr Features kFeatures = kThreadsAlike | kThreadsTold;
  static constexpr Found kMet = Found::RepeatFullToo;

  static void withdraw(Vm& vm) { vm.rules.foresee(kThreadsTold); }
  static bool force(Vm& vm) { return vm.options.symmetry != SymmetryUse::Off && meet(vm, kThreadsTold); }
};

}  // namespace jmc::vm
