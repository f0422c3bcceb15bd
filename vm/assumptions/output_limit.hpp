// Texts that a program prints without end: vm/state/output.hpp.
#pragma once

#include <charconv>

#include "vm/assumptions/assumption.hpp"
#include "vm/assumptions/naming.hpp"

namespace jmc::vm {

struct OutputLimit {
  static constexpr std::string_view kName = "output",
                                    kSentence =
                                        "a program that prints the same for ever is told by its output, until "
                                        "it comes back to a state with more of it; longer texts are one then",
                                    kForm = "the whole output";
  static constexpr Spelling kSpelling{};
  static constexpr Features kFeatures{};
  static constexpr Found kMet = Found::RepeatFullToo;
  static constexpr InFull kInFull = InFull::Assumed;
  static constexpr std::array<std::string_view, 1> kKeys = {"limit"};

  static Found found(const Vm& vm) { return vm.output.found() ? Found::RepeatFullToo : Found::No; }
  static bool start_relies(const Vm& vm) { return vm.output.found(); }
  static Learnt learnt(const Vm& vm) { return {.facts = vm.output.learnt()}; }
  static void adopt(Vm& vm, std::vector<std::string>&) { vm.output.adopt(); }
  static void tell(const Vm& vm, Teller& teller) {
    if (vm.output.limit() != Output::kNoLimit) teller.add("limit", std::to_string(vm.output.limit()));
  }
  static void assume(Vm& vm, Taker& taker) {
    for (const std::string& text : taker.texts("limit")) {
      size_t limit = Output::kNoLimit;
      std::from_chars(text.data(), text.data() + text.size(), limit);
      vm.output.found_elsewhere(limit);
      vm.output.adopt();
    }
  }
  static Seen seen(const Vm& vm) { return vm.output.found() ? vm.output.found_limit() + 1 : 0; }
  static void seen_elsewhere(Vm& vm, Seen seen, int64_t) {
    if (seen) vm.output.found_elsewhere(seen - 1);
  }
  static void withdraw(Vm& vm) { vm.output.never_limit(); }
  // Outcomes that are longer than a limit are one: the answer would be another.
  static bool force(Vm&) { return false; }
};

}  // namespace jmc::vm
