// What a Vm remembers of a path.
#pragma once

#include <cstddef>
#include <cstdint>

#include "vm/heap.hpp"
#include "vm/thread.hpp"

namespace jmc::vm {

// What one run of a thread allocated. Along a path they follow each other in the heap.
// What initialisers allocate goes by their class, so that it has the same name whichever thread runs them.
struct Region {
  Ref start;
  uint32_t owner;
  uint32_t before;  // 8-byte units the owner had allocated before
};

}  // namespace jmc::vm
