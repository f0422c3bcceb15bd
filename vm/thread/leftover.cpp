#include "vm/thread/leftover.hpp"

#include <algorithm>

namespace jmc::vm {

namespace {

// Somewhere in its calls: a worker of a ThreadPoolExecutor (scheduled ones are such) asks for a task, or a Timer's
// thread for the next one, and waits for that, not for a lock.
bool is_idle(const Vm& vm, ThreadId t) {
  const ThreadState& s = vm.thread(t).s;
  // Where operations of locks are one step, await() has no frame: its lock is what the thread will need again.
  bool asks = false, waits = s.pending.kind == PendingKind::Lock && s.waiting_on != kNull;
  vm.walk_frames(t, [&](Method* m, uint32_t) {
    const std::string_view owner = m->owner->name, name = m->name;
    if (!m->owner->boot) return false;  // the program's own code comes first: a queue of its own, say
    waits |= name == "park" || name == "await" || name == "awaitNanos" || name == "wait" || name == "wait0";
    asks |= (owner == "java/util/concurrent/ThreadPoolExecutor" && name == "getTask") ||
            (owner == "java/util/TimerThread" && name == "mainLoop");
    return !asks;
  });
  return asks && waits;
}

}  // namespace

bool Leftover::only_idle(const Vm& vm) {
  if (!vm.thread(0).s.ended) return false;
  uint32_t idle = 0;
  for (ThreadId t = 0; t < vm.thread_count(); ++t) {
    const ThreadState& s = vm.thread(t).s;
    if (s.ended || s.daemon) continue;
    if (!is_idle(vm, t)) return false;
    ++idle;
  }
  most = std::max(most, idle);
  return true;
}

}  // namespace jmc::vm
