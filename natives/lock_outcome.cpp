// How operations on locks come out, for reports: whether a tryLock() has the lock, a wait times out, ...
#include "natives/locks.hpp"

namespace jmc::natives {

using namespace vm;

namespace {

Outcome of_request(Alternative a, bool attempt) {
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

Outcome of_wait(Alternative a, bool signalled) {
  switch (a) {
    case Alternative::Acquire: return signalled ? Outcome::SignalledAndLocks : Outcome::LocksAgain;
    case Alternative::AcquireLate: return Outcome::SignalledAndLocksLate;
    case Alternative::Arrive: return Outcome::QueuesForItsLock;
    default: return of_request(a, false);
  }
}

}  // namespace

Outcome lock_outcome(Vm& vm, ThreadId t, const Pending& p, uint32_t alternative) {
  if (p.only_reads == try_fails) return try_fails(vm, t, p) ? Outcome::Fails : Outcome::Succeeds;
  const Ref sync = static_cast<Ref>(p.expected);
  const Request r = Request::unpack(p.value);
  if (p.alternatives == static_cast<uint32_t (*)(Vm&, ThreadId, const Pending&)>(await_alternatives)) {
    const uint8_t phase = vm.thread(t).s.native_phase;
    if (phase < kWaiting)
      return vm.thread(t).s.interrupted && r.interruptible ? Outcome::Interrupted : Outcome::Happens;
    const Alternatives all = await_alternatives(vm, t, sync, r);
    return alternative < all.count ? of_wait(all.list[alternative], phase == kSignalled) : Outcome::Happens;
  }
  if (p.alternatives != acquire_alternatives) return Outcome::Happens;
  const Alternatives all = alternatives_of(vm, t, sync, r);
  const bool attempt = p.verb == Verb::TryLock || p.verb == Verb::TryAcquire;
  return alternative < all.count ? of_request(all.list[alternative], attempt) : Outcome::Happens;
}

// The JDK's code of a lock clears the status of a thread that waits for it and is not to be interrupted, and sets it
// again when that has the lock.
static bool waits_uninterruptibly(const Pending& p) {
  const bool in_lock = p.kind == PendingKind::Lock || (p.kind == PendingKind::Wait && p.waiting);
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
