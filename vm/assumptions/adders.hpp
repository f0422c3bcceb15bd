// LongAdders that nobody reads: natives/memory/adders.cpp.
#pragma once

#include "vm/assumptions/by_features.hpp"

namespace jmc::vm {

struct UnreadAdders : ByFeatures<UnreadAdders> {
  static constexpr std::string_view kName = "adders", kSentence = "nobody reads what a LongAdder holds",
                                    kForm = "what LongAdders hold";
  static constexpr Features kFeatures = kAddersRead;
  static constexpr Found kMet = Found::Unreliable;
  static constexpr InFull kInFull = InFull::Foreseen;
};

}  // namespace jmc::vm
