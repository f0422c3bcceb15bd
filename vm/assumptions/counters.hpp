// Counters that nobody reads: vm/code/unread.hpp, a facility, which says itself what it has learnt.
#pragma once

#include "vm/assumptions/by_features.hpp"

namespace jmc::vm {

struct UnreadCounters : ByFeatures<UnreadCounters> {
  static constexpr std::string_view kName = "counters",
                                    kSentence = "fields that methods only add to are counters that nobody reads",
                                    kForm = "what these counters hold";
  static constexpr Spelling kSpelling{"distinguish", "unread"};
  static constexpr Features kFeatures = kCountersRead | kCountersReadAgain | kCountersReadOften | kCountersReadAlways;
  static constexpr Found kMet = Found::Repeat;
  static constexpr InFull kInFull = InFull::Foreseen;

  static bool force(Vm& vm) { return vm.options.adaptive && meet(vm, kCountersRead); }
};

}  // namespace jmc::vm
