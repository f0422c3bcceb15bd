// In how many ways an operation can go: vm/code/calls.cpp, where natives describe theirs.
#pragma once

#include "vm/assumptions/assumption.hpp"
#include "vm/assumptions/naming.hpp"

namespace jmc::vm {

// Looked at only where VmOptions::ways_alone says that the search relies on it.
struct Ways : ByFeatures, NothingToTell, NothingSeen {
  static constexpr std::string_view kName = "ways",
                                    kSentence =
                                        "under optimal-dpor, in how many ways an operation can go does not depend on "
                                        "what other threads do",
                                    kForm = "";
  static constexpr Spelling kSpelling{};
  static constexpr Features kFeatures = kWaysDepend;
  static constexpr Found kMet = Found::Repeat;
  static constexpr InFull kInFull = InFull::Assumed;

  static void withdraw(Vm& vm) { vm.rules.foresee(kFeatures); }
  static bool force(Vm& vm) {
    if (!vm.options.ways_alone || vm.rules.foresees(kFeatures)) return false;
    vm.rules.met(kFeatures);
    return true;
  }
};

}  // namespace jmc::vm
