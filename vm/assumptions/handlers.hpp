// Handlers for uncaught exceptions: vm/code/calls.cpp.
#pragma once

#include "vm/assumptions/assumption.hpp"
#include "vm/assumptions/naming.hpp"

namespace jmc::vm {

struct Handlers : ByFeatures, NothingToTell, NothingSeen {
  static constexpr std::string_view kName = "handlers",
                                    kSentence =
                                        "handlers for uncaught exceptions are set before there are several "
                                        "threads",
                                    kForm = "";
  static constexpr Spelling kSpelling{};
  static constexpr Features kFeatures = kHandlersSet;
  static constexpr Found kMet = Found::RepeatFullToo;
  static constexpr InFull kInFull = InFull::Assumed;

  static void withdraw(Vm& vm) { vm.rules.foresee(kFeatures); }
  static bool force(Vm& vm) {
    if (vm.rules.foresees(kFeatures)) return false;
    vm.rules.met(kFeatures);
    return true;
  }
};

}  // namespace jmc::vm
