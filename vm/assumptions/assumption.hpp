// What a search takes for granted: a list of assumptions, each of which can be found wrong, adopted, told to another
// process, and switched off.
//
// A search assumes about a program what mostly holds, since much follows from it: fewer operations, fewer states. It
// watches for what contradicts that. What it finds is kept beside the state; the search says nothing about all
// schedules then and is repeated after adopt(), which takes less for granted. The classes that watch lie where they
// work (Visibility, Sections, Clock, ...); an assumption is the one description of each that whoever has to deal with
// all of them goes by: rounds, resumed searches, witnesses, workers, options, docs. So a new one is one file, and one
// line in the list (vm/assumptions/list.hpp); a list with one that lacks a part does not compile.
//
//   struct Copies {
//     static constexpr std::string_view kName = "copies";
//     ...
//   };
//
// All parts are static: what is known is part of the Vm. Concurrency: none, as of the Vm.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vm/assumptions/features.hpp"
#include "vm/assumptions/found.hpp"

namespace jmc::vm {

class Vm;
class Teller;
class Taker;

// An option whose value says the same as --assume=-NAME; no name: there is none.
struct Spelling {
  std::string_view option, value;  // without dashes; of --distinguish, one of its names; of a flag, none
};

// How a full search (--por=none) stands to features from its beginning.
enum class InFull : uint8_t {
  Assumed,    // as any other
  Foreseen,   // it foresees them
  AllShared,  // with --all-shared it foresees them
};

// What only those know that have seen the states of a search, as a number; 0: nothing.
using Seen = uint64_t;

// The parts of an assumption A:
//   kName            the word for --assume=-NAME; lower case, a noun in the plural where there is one
//   kSentence        what is taken for granted, for --help, docs and reports; no full stop
//   kForm            what the canonical form of a state has more of if it is not in force; "" if nothing
//   kSpelling        see Spelling
//   kFeatures        those that contradict it; no two assumptions have one in common
//   kMet             how much is worth nothing if one of them is met, kInFull
//   kKeys            of what tell() says
//   found(vm)        what else was found wrong in this search
//   start_relies(vm) ... and the start of the program, up to the first choice of a search, has relied on it
//   learnt(vm)       numbers that only grow, and change whenever something new is known
//   adopt(vm, words) what was found counts from now on; appends what a report says of it
//   tell, assume     all that was adopted, by lasting names (vm/assumptions/assumptions.hpp), and back
//   seen(vm)         see Seen; seen_elsewhere(vm, seen, scale): by a copy of this Vm
//   withdraw(vm)     before the program runs: it is not taken for granted. Nothing to do where kSpelling does it
//   force(vm)        finds it wrong although nothing speaks against it, for tests; false: not now, or never. The answer
//                    of the check must not change
template <class A>
concept Assumption = requires(Vm& vm, const Vm& known, std::vector<std::string>& words, Teller& teller, Taker& taker,
                              Seen seen, int64_t scale) {
  { A::kName } -> std::same_as<const std::string_view&>;
  { A::kSentence } -> std::same_as<const std::string_view&>;
  { A::kForm } -> std::same_as<const std::string_view&>;
  { A::kSpelling } -> std::same_as<const Spelling&>;
  { A::kFeatures } -> std::same_as<const Features&>;
  { A::kMet } -> std::same_as<const Found&>;
  { A::kInFull } -> std::same_as<const InFull&>;
  {std::span<const std::string_view>(A::kKeys)};
  { A::found(known) } -> std::same_as<Found>;
  { A::start_relies(known) } -> std::same_as<bool>;
  { A::learnt(known) } -> std::same_as<Learnt>;
  { A::adopt(vm, words) } -> std::same_as<void>;
  { A::tell(known, teller) } -> std::same_as<void>;
  { A::assume(vm, taker) } -> std::same_as<void>;
  { A::seen(known) } -> std::same_as<Seen>;
  { A::seen_elsewhere(vm, seen, scale) } -> std::same_as<void>;
  { A::withdraw(vm) } -> std::same_as<void>;
  { A::force(vm) } -> std::same_as<bool>;
};

// For those that have no part of some kinds. Deriving from it is saying so: what an assumption finds and what it is
// called it has to say itself. vm/assumptions/by_features.hpp has what goes by features.
struct NothingToTell {
  static constexpr std::array<std::string_view, 0> kKeys = {};
  static void tell(const Vm&, Teller&) {}
  static void assume(Vm&, Taker&) {}
};
struct NothingSeen {
  static Seen seen(const Vm&) { return 0; }
  static void seen_elsewhere(Vm&, Seen, int64_t) {}
};

// The list: all of them do what one does, in its order.
template <Assumption... As>
struct AssumptionList {
  static constexpr size_t kCount = sizeof...(As);
  static constexpr Features kAllFeatures = (Features() | ... | As::kFeatures);
  static_assert((As::kFeatures.count() + ... + 0u) == kAllFeatures.count(), "a feature belongs to one assumption");
  // f.operator()<A>() for each; with their places in the list: f.operator()<A>(place).
  template <class F>
  static void each(F&& f) {
    (f.template operator()<As>(), ...);
  }
  template <class F>
  static void numbered(F&& f) {
    size_t place = 0;
    (f.template operator()<As>(place++), ...);
  }
};

}  // namespace jmc::vm
