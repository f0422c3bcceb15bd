// What the searches of a program have found out about it and rely on from then on (Vm::adopt_findings), by name: so
// that another Vm that runs the same program can rely on it from the start, and its steps are the same. Plain data.
// Everything in it is told by names that each Vm gives (Klass::lasting_name), none by a number of this one.
//
// And the list of all that can be assumed (vm/assumptions/list.hpp), for those who need not know what is in it.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vm/assumptions/assumption.hpp"

namespace jmc::vm {

struct Assumptions {
  // By Assumption::kName and, in it, by one of its kKeys or "met" (names of features); nothing is empty.
  std::map<std::string, std::map<std::string, std::vector<std::string>>> of;
  friend bool operator==(const Assumptions&, const Assumptions&) = default;
};

Assumptions assumptions_of(const Vm& vm);
// Before JvmSystem::start(). Loads the classes of class files; classes that are made while the program runs get to know
// it when they are. False: a class or field is not there, `missing` is its name (the first one; all others are
// assumed). Precondition: unknown_in() has nothing to say.
bool assume(Vm& vm, const Assumptions& assumptions, std::string& missing);
// An assumption or a key that there is none of, such as "locks.held"; empty: all are known.
std::string unknown_in(const Assumptions& assumptions);

// What there is to say of each, in the order of the list.
struct AssumptionText {
  std::string_view name, sentence, form;
  Spelling spelling;
};
std::span<const AssumptionText> assumption_texts();
// A set of them, by their places there: what is not taken for granted.
using AssumptionSet = uint32_t;

// Before the program runs: what VmOptions::not_assumed says, and what a full search foresees; `all_shared`: it takes
// single steps of joins for granted neither.
void begin_assumptions(Vm& vm, bool full, bool all_shared);

// By place; see Seen.
Seen seen(const Vm& vm, size_t assumption);
void seen_elsewhere(Vm& vm, size_t assumption, Seen seen, int64_t scale);
// For tests: Assumption::force().
bool force_wrong(Vm& vm, size_t assumption);

}  // namespace jmc::vm
