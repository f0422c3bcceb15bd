// Initialisations of classes: vm/class/initialisation.hpp.
#pragma once

#include "vm/assumptions/assumption.hpp"
#include "vm/assumptions/naming.hpp"

namespace jmc::vm {

struct Initialisers : NothingSeen {
  static constexpr std::string_view kName = "initialisers",
                                    kSentence = "nobody can tell which thread initialises a class, nor when",
                                    kForm = "which threads have seen a class initialised";
  static constexpr Spelling kSpelling{"initialisations", "all"};
  static constexpr Features kFeatures{};
  static constexpr Found kMet = Found::RepeatFullToo;
  static constexpr InFull kInFull = InFull::Assumed;
  static constexpr std::array<std::string_view, 3> kKeys = {"initialised", "ordered", "extents"};

  static Found found(const Vm& vm) { return vm.initialisers.found() ? Found::RepeatFullToo : Found::No; }
  static bool start_relies(const Vm& vm) { return vm.initialisers.found(); }
  static Learnt learnt(const Vm& vm) {
    const InitialiserFindings& i = vm.initialisers;
    return {.facts = i.learnt(), .names = i.extents.size(), .rules = i.not_constant.size()};
  }
  static void adopt(Vm& vm, std::vector<std::string>&) { vm.adopt_initialisers(); }
  static void tell(const Vm& vm, Teller& teller) {
    const auto& shared = vm.initialisers.written_by_initialisers;
    Teller::each(
        vm,
        [&](const Klass& k) {
          if (vm.options.initialisations && !k.boot) {
            // All of the program's own are, by choice.
          } else if (k.init_visible) {
            teller.add("initialised", k);
          } else if (k.init_ordered) {
            teller.add("ordered", k);
          }
          if (shared.count(&k)) teller.add("extents", k);
        },
        [&](const Field& f) {
          if (shared.count(&f)) teller.add("extents", f);
        });
  }
  static void assume(Vm& vm, Taker& taker) {
    const auto written = [&vm](const void* place) { vm.initialisers.written_by_initialisers.insert(place); };
    taker.both("extents", written, written);
    taker.classes("initialised", [&vm](Klass* k) { vm.make_init_visible(k); });
    taker.classes("ordered", [&vm](Klass* k) { vm.make_init_ordered(k); });
  }
  static void withdraw(Vm&) {}
  static bool force(Vm& vm) {
    for (uint32_t id = 0; id < vm.class_count(); ++id)
      if (Klass* k = vm.klass(id); k->file && !k->boot && k->needs_clinit && !k->init_visible) {
        vm.tell_initialiser(k, "is told for a test", true);
        return vm.initialisers.found();
      }
    return false;
  }
};

}  // namespace jmc::vm
