// What is kept of older values under the Java Memory Model: vm/memory/memory_model.hpp.
#pragma once

#include "vm/assumptions/assumption.hpp"
#include "vm/assumptions/naming.hpp"
#include "vm/memory/written_ahead.hpp"
#include "vm/native.hpp"

namespace jmc::vm {

struct Messages : NothingSeen {
  static constexpr std::string_view kName = "messages",
                                    kSentence =
                                        "older values of variables, and of objects on their way to other "
                                        "threads, that nobody reads are not kept; there are no fences "
                                        "(--memory=jmm)",
                                    kForm = "older values";
  static constexpr Spelling kSpelling{"distinguish", "messages"};
  static constexpr Features kFeatures = kMemoryFences;
  static constexpr Found kMet = Found::Unreliable;
  static constexpr InFull kInFull = InFull::Foreseen;
  static constexpr std::array<std::string_view, 6> kKeys = {"known_values", "ordered_values", "all_values",
                                                            "passed_on",    "born_shared",    "written_ahead"};

  static Found found(const Vm& vm) { return vm.memory && vm.memory->found() ? Found::RepeatFullToo : Found::No; }
  static bool start_relies(const Vm& vm) { return found(vm) != Found::No; }
  static Learnt learnt(const Vm& vm) { return {.facts = vm.memory ? vm.memory->learnt() : 0}; }
  static void adopt(Vm& vm, std::vector<std::string>& words) {
    if (vm.memory) vm.memory->adopt(words);
  }
  static void tell(const Vm& vm, Teller& teller) {
    const auto add = [&](memory::Kept kept, const auto& of) {
      if (const std::string_view key = key_of(kept); !key.empty()) teller.add(key, of);
    };
    Teller::each(
        vm,
        [&](const Klass& k) {
          add(k.elements_kept, k);
          if (is_written_ahead(vm, &k)) teller.add("written_ahead", k);
          if (k.passed_on) teller.add("passed_on", k);
          if (k.born_shared) teller.add("born_shared", k);
        },
        [&](const Field& f) {
          add(f.kept, f);
          if (is_written_ahead(vm, &f)) teller.add("written_ahead", f);
        });
  }
  static void assume(Vm& vm, Taker& taker) {
    if (vm.memory && !taker.texts("born_shared").empty()) {
      vm.memory->share_some_from_birth();
      taker.classes("born_shared", [&vm](Klass* k) { vm.memory->share_from_birth(k); });
    }
    for (const memory::Kept kept : {memory::Kept::Known, memory::Kept::InOrder, memory::Kept::All})
      taker.both(
          key_of(kept), [kept](Field* f) { f->kept = kept; }, [kept](Klass* k) { k->elements_kept = kept; });
    taker.both(
        "written_ahead", [&vm](Field* f) { facility<WrittenAhead>(vm).variables.insert(f); },
        [&vm](Klass* k) { facility<WrittenAhead>(vm).variables.insert(k); });
    taker.classes("passed_on", [](Klass* k) { k->passed_on = true; });
  }
  static void withdraw(Vm& vm) { vm.rules.foresee(kFeatures); }
  static bool force(Vm& vm) {
    if (!vm.memory || vm.rules.foresees(kFeatures)) return false;
    vm.rules.met(kFeatures);
    return true;
  }

 private:
  static bool is_written_ahead(const Vm& vm, const void* variable) {
    return vm.memory && vm.memory->buffering && facility<WrittenAhead>(vm).variables.contains(variable);
  }
  static std::string_view key_of(memory::Kept kept) {
    switch (kept) {
      case memory::Kept::Known: return "known_values";
      case memory::Kept::InOrder: return "ordered_values";
      case memory::Kept::All: return "all_values";
      default: return {};
    }
  }
};

}  // namespace jmc::vm
