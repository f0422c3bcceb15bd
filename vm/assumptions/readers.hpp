// Who has read what nobody writes: vm/visibility/readers.hpp.
#pragma once

#include "vm/assumptions/assumption.hpp"
#include "vm/assumptions/naming.hpp"
#include "vm/native.hpp"
#include "vm/visibility/readers.hpp"

namespace jmc::vm {

struct UntoldReaders : NothingSeen {
  static constexpr std::string_view kName = "readers",
                                    kSentence =
                                        "shared data that threads read without an operation is not written so, "
                                        "either, and who has read it does not matter",
                                    kForm = "which threads have read such data";
  static constexpr Spelling kSpelling{};
  static constexpr Features kFeatures{};
  static constexpr Found kMet = Found::RepeatFullToo;
  static constexpr InFull kInFull = InFull::Assumed;
  static constexpr std::array<std::string_view, 1> kKeys = {"written"};

  static Readers& of(const Vm& vm) { return facility<Readers>(vm); }
  static Found found(const Vm& vm) { return of(vm).found() ? Found::RepeatFullToo : Found::No; }
  static bool start_relies(const Vm&) { return false; }  // of no state before the first choice anything is left out
  static Learnt learnt(const Vm& vm) { return {.facts = of(vm).learnt()}; }
  static void adopt(Vm& vm, std::vector<std::string>&) { of(vm).adopt(); }
  static void tell(const Vm& vm, Teller& teller) {
    Teller::each(
        vm,
        [&](const Klass& k) {
          if (of(vm).knows(&k)) teller.add("written", k);
        },
        [&](const Field& f) {
          if (of(vm).knows(&f)) teller.add("written", f);
        });
  }
  static void assume(Vm& vm, Taker& taker) {
    taker.both(
        "written", [&vm](Field* f) { of(vm).assume(f); }, [&vm](Klass* k) { of(vm).assume(k); });
  }
  static void withdraw(Vm& vm) { of(vm).withdraw(); }
  static bool force(Vm& vm) { return of(vm).find_wrong(); }
};

}  // namespace jmc::vm
