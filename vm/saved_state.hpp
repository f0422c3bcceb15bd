// What a Vm keeps to go back to a mark, and what of a path it remembers.
#pragma once

#include <cstddef>
#include <cstdint>

#include "vm/heap.hpp"
#include "vm/output.hpp"
#include "vm/thread.hpp"

namespace jmc::vm {

struct SavedStack {
  ThreadId thread;
  uint32_t from, count;
};
struct SavedThread {
  ThreadId thread;
  uint32_t saved_at;
  ThreadState state;
};
struct MarkRecord {
  Heap::Mark heap;
  Output::Mark output;
  size_t stacks, stack_words, threads, counters, orders, order_count, accesses, epochs;
  ThreadId thread_count;
  uint32_t live;
  uint32_t shared_mask;
  uint32_t serial;
  bool exited;
  int exit_status;
  size_t unexamined;
};
struct Unexamined {
  Ref error;
  uint32_t method, pc;
  ThreadId thread;
};

// What one run of a thread allocated. Along a path they follow each other in the heap.
// What initialisers allocate goes by their class, so that it has the same name whichever thread runs them.
struct Region {
  Ref start;
  uint32_t owner;
  uint32_t before;  // 8-byte units the owner had allocated before
};

}  // namespace jmc::vm
