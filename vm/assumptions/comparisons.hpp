// Counters that are only compared with copies of themselves: vm/code/compared.hpp, a facility, which says itself what
// it has learnt.
#pragma once

#include "vm/assumptions/assumption.hpp"
#include "vm/assumptions/naming.hpp"
#include "vm/code/compared.hpp"
#include "vm/native.hpp"

namespace jmc::vm {

struct Comparisons : NothingToTell, NothingSeen {
  static constexpr std::string_view kName = "comparisons",
                                    kSentence =
                                        "where threads call for ever, counters that are only compared with copies of "
                                        "themselves are told by how far these lie apart",
                                    kForm = "what these counters hold";
  static constexpr Spelling kSpelling{};
  static constexpr Features kFeatures{};
  static constexpr Found kMet = Found::RepeatFullToo;
  static constexpr InFull kInFull = InFull::Assumed;

  static Found found(const Vm& vm) { return facility<ComparedFields>(vm).found() ? Found::RepeatFullToo : Found::No; }
  static bool start_relies(const Vm&) { return false; }  // of no state before the first choice anything is left out
  static Learnt learnt(const Vm&) { return {}; }
  static void adopt(Vm& vm, std::vector<std::string>&) { facility<ComparedFields>(vm).adopt(); }
  static void withdraw(Vm& vm) { facility<ComparedFields>(vm).withdraw(); }
  static bool force(Vm& vm) { return facility<ComparedFields>(vm).find_wrong(); }
};

}  // namespace jmc::vm
