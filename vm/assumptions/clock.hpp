// The clock: vm/thread/clock.hpp.
#pragma once

#include "vm/assumptions/assumption.hpp"
#include "vm/assumptions/naming.hpp"

namespace jmc::vm {

struct TheClock {
  static constexpr std::string_view kName = "clock",
                                    kSentence =
                                        "the clock is not both read and moved by waits, and readings of it "
                                        "are only compared and subtracted; how old a reading is makes no "
                                        "difference once it is older than all that was waited for",
                                    kForm = "the present, and readings of the clock as they are";
  static constexpr Spelling kSpelling{};
  static constexpr Features kFeatures = kSharedClock | kComputedTime;
  static constexpr Found kMet = Found::RepeatFullToo;
  static constexpr InFull kInFull = InFull::Assumed;
  static constexpr std::array<std::string_view, 0> kKeys = {};

  static Found found(const Vm& vm) { return vm.clock.stale() ? Found::RepeatFullToo : Found::No; }
  static bool start_relies(const Vm& vm) { return vm.clock.stale(); }
  static Learnt learnt(const Vm& vm) { return {.facts = vm.clock.learnt(), .rules = vm.clock.was_read()}; }
  static void adopt(Vm& vm, std::vector<std::string>&) { vm.clock.adopt(); }
  static void tell(const Vm&, Teller&) {}
  static void assume(Vm&, Taker&) {}
  static Seen seen(const Vm& vm) { return vm.clock.merged() ? 1u + vm.clock.merged_old() : 0u; }
  static void seen_elsewhere(Vm& vm, Seen seen, int64_t scale) {
    if (seen) vm.clock.merged_elsewhere(seen == 2, scale);
  }
  static void withdraw(Vm& vm) { vm.rules.foresee(kFeatures); }
  static bool force(Vm& vm) {
    if (vm.rules.foresees(kSharedClock)) return false;
    vm.rules.met(kSharedClock);
    return true;
  }
};

}  // namespace jmc::vm
