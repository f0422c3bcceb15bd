// Handlers for uncaught exceptions: vm/code/calls.cpp.
#pragma once

#include "vm/assumptions/by_features.hpp"

namespace jmc::vm {

struct Handlers : ByFeatures<Handlers> {
  static constexpr std::string_view kName = "handlers",
                                    kSentence =
                                        "handlers for uncaught exceptions are set before there are several "
                                        "threads";
  static constexpr Features kFeatures = kHandlersSet;
  static constexpr Found kMet = Found::RepeatFullToo;
};

}  // namespace jmc::vm
