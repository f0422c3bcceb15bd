// Numbers of threads: Vm::free_number().
#pragma once

#include "vm/assumptions/by_features.hpp"

namespace jmc::vm {

struct ThreadNumbers : ByFeatures<ThreadNumbers> {
  static constexpr std::string_view kName = "numbers",
                                    kSentence =
                                        "threads are few enough to have numbers of their own; else the number "
                                        "of one that is over is given to a later one, as long as nobody can "
                                        "tell";
  static constexpr Spelling kSpelling{"thread-numbers", "0"};
  static constexpr Features kFeatures = kNumbersReturn | kNumbersKept;
  static constexpr Found kMet = Found::Unreliable;

  static void withdraw(Vm&) {}  // then no number is ever given back
  static bool force(Vm& vm) {
    if (!vm.options.thread_numbers || vm.rules.foresees(kFeatures)) return false;
    vm.rules.met(kNumbersReturn);
    return true;
  }
};

}  // namespace jmc::vm
