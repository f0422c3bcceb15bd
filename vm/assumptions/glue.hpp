// Steps that are one with the step before them: JvmSystem, VmOptions::glue.
#pragma once

#include "vm/assumptions/by_features.hpp"

namespace jmc::vm {

// It is always right, so that nothing can be found against it: switched off, that is what is tested.
struct Glue : ByFeatures<Glue> {
  static constexpr std::string_view kName = "glue",
                                    kSentence =
                                        "the beginning of a thread, a join that can go on, and the end of a "
                                        "thread belong to the step before them";
  static constexpr Spelling kSpelling{"no-glue", ""};
  static constexpr Features kFeatures{};
  static constexpr Found kMet = Found::Repeat;
  static constexpr InFull kInFull = InFull::Foreseen;

  static void withdraw(Vm&) {}
  static bool force(Vm&) { return false; }
};

}  // namespace jmc::vm
