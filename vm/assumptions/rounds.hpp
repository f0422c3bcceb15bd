// Rounds of a loop that polls: vm/thread/polled_loops.hpp. The loops of a Vm say themselves what they have learnt.
#pragma once

#include "vm/assumptions/by_features.hpp"

namespace jmc::vm {

struct LoopRounds : ByFeatures<LoopRounds> {
  static constexpr std::string_view kName = "rounds",
                                    kSentence =
                                        "rounds of a loop that polls a bounded number of times cannot be told "
                                        "apart where nothing else happens between them";
  static constexpr Spelling kSpelling{"distinguish", "rounds,spins"};
  static constexpr Features kFeatures = kRoundsTold;
  static constexpr Found kMet = Found::Repeat;
  static constexpr InFull kInFull = InFull::Foreseen;
};

}  // namespace jmc::vm
