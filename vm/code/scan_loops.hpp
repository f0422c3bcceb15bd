// Loops that look around a bounded number of times: for (int k = 256; ; ) { ...; if (--k < 0) break; ... slots[k & (n -
// 1)] ... }
#pragma once

#include <cstdint>
#include <vector>

#include "vm/code/insn.hpp"

namespace jmc::vm {

class Vm;

// A value that does not change while the loop runs.
struct FixedValue {
  bool local = false;
  uint16_t slot = 0;  // of that local,
  int32_t plus = 0;   // to which this is added; or the constant itself
};

// A loop whose rounds leave nothing behind but numbers that only the loop reads, unless they write:
//   counter  stepped by a constant once in each round; compared once in each round with a value that does not change,
//            where one way leaves the loop; else only taken modulo a power of two (counter & mask); not live outside
//   budgets  locals of type int that are stepped downwards, compared with nothing but 0, and not live outside: below 0
//            all of their values are one
// Whatever else a round stores in locals is dead at the head, no instruction of the loop writes to the heap or takes a
// monitor (what it calls may), it has no loop inside and no handler, and is entered at its head alone.
struct ScanLoop {
  uint32_t head = 0, tail = 0;
  std::vector<bool> body;  // from the head on: the instructions from which the head is reached without leaving
  uint16_t counter = 0;
  int32_t step = 0;
  FixedValue bound;
  std::vector<FixedValue> masks;
  std::vector<uint16_t> budgets;

  bool contains(uint32_t pc) const { return pc >= head && pc <= tail && body[pc - head]; }
};

// Those of m that find_bounded_loops() does not know: rounds of several operations, or whose number is an index.
// Precondition: m is translated.
std::vector<ScanLoop> find_scan_loops(Vm& vm, Method& m);

}  // namespace jmc::vm
