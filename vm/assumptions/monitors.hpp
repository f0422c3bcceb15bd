// Monitors of Threads and of streams: vm/thread/thread_monitors.cpp.
#pragma once

#include "vm/assumptions/by_features.hpp"

namespace jmc::vm {

struct Monitors : ByFeatures<Monitors> {
  static constexpr std::string_view kName = "monitors",
                                    kSentence =
                                        "nobody locks a Thread or a stream of output, so that starts, joins "
                                        "and ends of threads, and printing, are single steps";
  static constexpr Features kFeatures = kThreadRules;
  static constexpr Found kMet = Found::Unreliable;
  static constexpr InFull kInFull = InFull::AllShared;

  static bool force(Vm& vm) {
    if (vm.rules.foresees(kThreadMonitors)) return false;
    vm.rules.met(kFeatures);
    return true;
  }
};

}  // namespace jmc::vm
