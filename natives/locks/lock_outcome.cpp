// How operations on locks come out, for reports, and who asks about threads in them.
#include "natives/locks/locks.hpp"

namespace jmc::natives {

using namespace vm;

Outcome outcome_of(Alternative a, bool attempt) {
  switch (a) {
    case Alternative::Acquire:
    case Alternative::AcquireLate: return attempt ? Outcome::Succeeds : Outcome::Happens;
    case Alternative::TimeOut: return Outcome::TimesOut;
    case Alternative::Interrupt: return Outcome::Interrupted;
    case Alternative::Fail: return Outcome::Fails;
    case Alternative::Arrive: return Outcome::QueuesForIt;
    case Alternative::Enter: break;
  }
  return Outcome::Happens;
}

// The JDK's code of a lock clears the status of a thread that waits for it and is not to be interrupted, and sets it
// again when that has the lock.
static bool waits_uninterruptibly(const Pending& p) {
  const bool in_lock = p.kind == PendingKind::Lock || (p.kind == PendingKind::Wait && p.operation->waiting);
  return in_lock && !Request::unpack(p.value).interruptible;
}

// Executors of the JDK ask before they interrupt, and do no harm if that is once too often.
static bool asked_by_program(const NativeCall& c) {
  bool own = false;
  c.vm.walk_frames(c.thread, [&](const Method* m, uint32_t) {
    own = !m->owner->boot;
    return false;
  });
  return own;
}

void note_interrupt_asked(NativeCall& c, ThreadId t) {
  const ThreadState& s = c.vm.thread(t).s;
  if (t == c.thread || !s.interrupted || c.vm.options.locks == vm::Locks::Atomic) return;
  if (waits_uninterruptibly(s.pending) && asked_by_program(c) && c.vm.atomic_locks()) c.vm.rules.met(vm::kRealLocks);
}

}  // namespace jmc::natives
