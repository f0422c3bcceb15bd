// Counters that nobody reads: vm/code/unread.hpp, a facility, which says itself what it has learnt.
#pragma once

#include "vm/assumptions/assumption.hpp"
#include "vm/assumptions/naming.hpp"

namespace jmc::vm {

struct UnreadCounters : ByFeatures, NothingToTell, NothingSeen {
  static constexpr std::string_view kName = "counters",
                                    kSentence = "fields that methods only add to are counters that nobody reads",
                                    kForm = "what these counters hold";
  static constexpr Spelling kSpelling{"distinguish", "unread"};
  static constexpr Features kFeatures = kCountersRead | kCountersReadAgain | kCountersReadOften | kCountersReadAlways;
  static constexpr Found kMet = Found::Repeat;
  static constexpr InFull kInFull = InFull::Foreseen;

  static void withdraw(Vm& vm) { vm.rules.foresee(kFeatures); }
  static bool force(Vm& vm) {
    if (!vm.options.adaptive || vm.rules.foresees(kCountersRead)) return false;
    vm.rules.met(kCountersRead);
    return true;
  }
};

}  // namespace jmc::vm
