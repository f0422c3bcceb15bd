// Who can tell that threads end, and what ends all of them: vm/visibility/program_rules.hpp.
#pragma once

#include "vm/assumptions/assumption.hpp"
#include "vm/assumptions/naming.hpp"

namespace jmc::vm {

struct Ends : NothingSeen {
  static constexpr std::string_view kName = "ends",
                                    kSentence =
                                        "nobody asks which threads there are, in which state they are or "
                                        "whether they are over, nothing interrupts them, and the program ends "
                                        "when all of them have",
                                    kForm = "";
  static constexpr Spelling kSpelling{};
  static constexpr Features kFeatures{};
  static constexpr Found kMet = Found::Repeat;
  static constexpr InFull kInFull = InFull::Assumed;
  static constexpr std::array<std::string_view, 1> kKeys = {"known"};

  static Found found(const Vm& vm) { return vm.rules.ends_found() ? Found::Repeat : Found::No; }
  static bool start_relies(const Vm& vm) { return vm.rules.ends_found(); }
  static Learnt learnt(const Vm& vm) { return {.facts = vm.rules.ends_learnt(), .rules = vm.rules.known()}; }
  static void adopt(Vm& vm, std::vector<std::string>&) { vm.rules.adopt_ends(); }
  static void tell(const Vm& vm, Teller& teller) {
    for (const auto& [word, holds] : ProgramRules::kKnown)
      if (vm.rules.*holds) teller.add("known", std::string(word));
  }
  static void assume(Vm& vm, Taker& taker) {
    for (const auto& [word, holds] : ProgramRules::kKnown)
      if (taker.has("known", word)) vm.rules.*holds = true;
  }
  static void withdraw(Vm& vm) { vm.rules.everything_conflicts(); }
  static bool force(Vm& vm) {
    if (vm.rules.ends_visible() || !vm.relied_on()) return false;
    vm.rules.interrupt_seen();
    return true;
  }
};

}  // namespace jmc::vm
