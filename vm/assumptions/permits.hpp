// Permits of LockSupport: natives/threads/park.cpp.
#pragma once

#include "vm/assumptions/by_features.hpp"

namespace jmc::vm {

struct Permits : ByFeatures<Permits> {
  static constexpr std::string_view kName = "permits",
                                    kSentence =
                                        "code of the program itself does not park, so that nothing tells a permit "
                                        "that an interrupt has left",
                                    kForm = "permits that interrupts have left";
  static constexpr Features kFeatures = kOwnParks;
  static constexpr Found kMet = Found::Unreliable;
};

}  // namespace jmc::vm
