// What executors do between tasks: vm/visibility/sections.hpp.
#pragma once

#include "vm/assumptions/assumption.hpp"
#include "vm/assumptions/naming.hpp"

namespace jmc::vm {

struct Executors : NothingSeen {
  static constexpr std::string_view kName = "executors",
                                    kSentence =
                                        "what an executor does between two tasks is one step, as far as it "
                                        "works on what is its own",
                                    kForm = "";
  static constexpr Spelling kSpelling{"executors", "real"};
  static constexpr Features kFeatures{};
  static constexpr Found kMet = Found::RepeatFullToo;
  static constexpr InFull kInFull = InFull::Assumed;
  static constexpr std::array<std::string_view, 5> kKeys = {"fields", "elements", "own_fields", "own_elements",
                                                            "locks"};

  static Found found(const Vm& vm) { return vm.sections.found() ? Found::RepeatFullToo : Found::No; }
  static bool start_relies(const Vm& vm) { return vm.sections.found(); }
  static Learnt learnt(const Vm& vm) { return {.facts = vm.sections.learnt()}; }
  static void adopt(Vm& vm, std::vector<std::string>& words) { vm.sections.adopt(words); }
  static void tell(const Vm& vm, Teller& teller) {
    Teller::each(
        vm,
        [&](const Klass& k) {
          if (k.elements_sections & kSplit) teller.add("elements", k);
          if (k.elements_sections & kSplit << kOfOwn) teller.add("own_elements", k);
        },
        [&](const Field& f) {
          if (f.sections & kSplit) teller.add("fields", f);
          if (f.sections & kSplit << kOfOwn) teller.add("own_fields", f);
        });
    if (vm.sections.locks_split()) teller.add("locks", "split");
  }
  static void assume(Vm& vm, Taker& taker) {
    taker.fields("fields", [](Field* f) { f->sections |= kSplit; });
    taker.classes("elements", [](Klass* k) { k->elements_sections |= kSplit; });
    taker.fields("own_fields", [](Field* f) { f->sections |= kSplit << kOfOwn; });
    taker.classes("own_elements", [](Klass* k) { k->elements_sections |= kSplit << kOfOwn; });
    if (taker.has("locks", "split")) vm.sections.split_locks();
  }
  static void withdraw(Vm&) {}
  static bool force(Vm& vm) {
    if (!vm.sections.on() || vm.sections.locks_split()) return false;
    vm.sections.find_locks_outside();
    return true;
  }
};

}  // namespace jmc::vm
