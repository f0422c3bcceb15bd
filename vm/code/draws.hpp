// Random numbers that the JDK draws for itself, and of which code looks at nothing but some bits: how high a node of a
// skip list becomes. The number comes from a generator, whose state steps on with every draw, for ever. Where threads
// call for ever no state would ever come back for that.
//
// Such a draw becomes a choice of the search: not of the number, but each time that bits of it are tested, whether one
// of them is set. So there is neither a number nor a generator that a state could tell. That is more than a JVM does: a
// bit that is tested twice may be found different, and a generator may give any sequence of numbers.
//
// What may be set is bounded (`ones`): of an int the uppermost bits and the sixteen lowest ones. Otherwise levels of a
// skip list would grow to 62. The first thread, which runs what has one result, draws all that may be set.
//
// Found by following values through the code of a method of the JDK. A generator is a method without arguments that
// gives what three shifts and xors make of a number that it keeps (vm/code/xorshift.cpp). A number that it draws may be
// shifted, masked, joined with another, and kept in locals; it may be compared with zero, itself or masked, and
// whatever else happens to it, the method is left as it is. docs/why/counters.md says why that is right.
//
// A facility of the Vm (vm/facilities.hpp). What is translated before choose() is called is left as it is.
#pragma once

#include <cstdint>

#include "vm/code/insn.hpp"
#include "vm/vm.hpp"

namespace jmc::vm {

class Draws {
 public:
  static constexpr uint32_t kMostOnes = 16;

  // `ones`: of the upper bits, so many may be set; up to kMostOnes.
  void choose(uint32_t ones) {
    on_ = true;
    pattern_ = 0xffff | (ones ? ~0u << (32 - ones) : 0);
  }
  bool on() const { return on_; }
  // All bits that may be set: what each draw gives.
  uint32_t pattern() const { return pattern_; }

  // A method was changed: there is something to choose.
  void note() { any_ = true; }
  bool any() const { return any_; }

 private:
  bool on_ = false, any_ = false;
  uint32_t pattern_ = 0;
};

// IKeep and LKeep, in `a`: the instruction is none of xorshift.cpp, but tests bits. It gives what it would give, or 0:
// IKeep an IAnd, with kTestsLocal a Load; LKeep an LCmp.
inline constexpr uint16_t kTestsDraw = 4, kTestsLocal = 8;

// Precondition: m has been translated, and never run.
void find_draws(Vm& vm, Method& m);
// vm/code/xorshift.cpp: a method without arguments whose result is what three shifts and xors give. Translates it.
bool is_generator(Vm& vm, Method& m);

}  // namespace jmc::vm
