// What executors do between tasks: vm/visibility/sections.hpp.
#pragma once

#include "vm/assumptions/assumption.hpp"
#include "vm/assumptions/naming.hpp"
#include "vm/native.hpp"
#include "vm/visibility/section_threads.hpp"

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
  static constexpr std::array<std::string_view, 7> kKeys = {"fields", "elements",      "own_fields",    "own_elements",
                                                            "locks",  "asked_threads", "shared_threads"};

  static SectionThreads& threads(const Vm& vm) { return facility<SectionThreads>(vm); }
  static Found found(const Vm& vm) { return start_relies(vm) ? Found::RepeatFullToo : Found::No; }
  static bool start_relies(const Vm& vm) { return vm.sections.found() || threads(vm).found(); }
  static Learnt learnt(const Vm& vm) { return {.facts = vm.sections.learnt() + threads(vm).noted()}; }
  static void adopt(Vm& vm, std::vector<std::string>& words) {
    vm.sections.adopt(words);
    threads(vm).adopt(words);
  }
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
    for (std::string& name : threads(vm).told(false)) teller.add("asked_threads", std::move(name));
    for (std::string& name : threads(vm).told(true)) teller.add("shared_threads", std::move(name));
  }
  static void assume(Vm& vm, Taker& taker) {
    taker.fields("fields", [](Field* f) { f->sections |= kSplit; });
    taker.classes("elements", [](Klass* k) { k->elements_sections |= kSplit; });
    taker.fields("own_fields", [](Field* f) { f->sections |= kSplit << kOfOwn; });
    taker.classes("own_elements", [](Klass* k) { k->elements_sections |= kSplit << kOfOwn; });
    if (taker.has("locks", "split")) vm.sections.split_locks();
    for (const std::string& name : taker.texts("asked_threads")) threads(vm).assume(name, false);
    for (const std::string& name : taker.texts("shared_threads")) threads(vm).assume(name, true);
  }
  static void withdraw(Vm&) {}
  static bool force(Vm& vm) {
    if (!vm.sections.on() || vm.sections.locks_split()) return false;
    vm.sections.find_locks_outside();
    return true;
  }
};

}  // namespace jmc::vm
