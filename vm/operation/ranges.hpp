// Operations that access many bytes at once: which, for whoever looks for data races. What Pending announces of them is
// "all elements", as the search needs no more.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "vm/thread/thread.hpp"

namespace jmc::vm {

// Elements of an array, or of a block of memory outside of the heap.
struct ElementRange {
  Ref array;
  uint32_t first, count;
  bool write;
};

// Asked while the thread stands before the operation.
using RangesOf = std::vector<ElementRange> (*)(Vm&, ThreadId, const Pending&);

// By operation; a facility of the Vm (vm/facilities.hpp), which natives fill.
struct RangeTable {
  std::unordered_map<const Operation*, RangesOf> of;
};

}  // namespace jmc::vm
