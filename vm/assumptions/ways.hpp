// In how many ways an operation can go: vm/code/calls.cpp, where natives describe theirs.
#pragma once

#include "vm/assumptions/by_features.hpp"

namespace jmc::vm {

// Looked at only where VmOptions::ways_alone says that the search relies on it.
struct Ways : ByFeatures<Ways> {
  static constexpr std::string_view kName = "ways",
                                    kSentence =
                                        "under optimal-dpor, in how many ways an operation can go does not depend on "
                                        "what other threads do";
  static constexpr Features kFeatures = kWaysDepend;
  static constexpr Found kMet = Found::Repeat;

  static bool force(Vm& vm) { return vm.options.ways_alone && meet(vm, kFeatures); }
};

}  // namespace jmc::vm
