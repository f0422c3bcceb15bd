// Loops that count their rounds and use the count for nothing but to come to an end: for (int i = 0; i < 100; i++) ...
#pragma once

#include <cstdint>
#include <vector>

#include "vm/code/insn.hpp"

namespace jmc::vm {

class Vm;

struct BoundedLoop {
  uint32_t head = 0, tail = 0;     // instructions, both included: a jump back to the head is the last one
  std::vector<uint16_t> counters;  // locals of type int
};

// The loops of m that have counters, inner and outer ones. A counter is stepped by a constant, once in each round;
// compared with what does not change, in each round, where one way leaves the loop and the other does not; and not live
// on any way out. So the count in a round is that of every execution that has come to as many rounds, and which round
// it was when the loop was left, nobody can tell. Precondition: m is translated.
std::vector<BoundedLoop> find_bounded_loops(Vm& vm, Method& m);

}  // namespace jmc::vm
