// LockSupport: permits. A park is enabled once its thread has a permit or is interrupted; a timed one as the time-out
// option says. Both park and unpark write the permit, so that the search sees that the one enables the other. An
// interrupt leaves a permit as well (ThreadState::permit_of_interrupt); park reads what it writes, the status.
//
// Who parks in code of the program can tell permits that come and go inside of a lock's operation (docs/locks.md). So
// it is noted of each thread whether it does, and whether it may wait for locks that are single steps: where one does
// both, locks are none (kRealLocks).
#include "natives/locks/locks.hpp"
#include "natives/memory/atomics.hpp"
#include "natives/support.hpp"
#include "natives/threads/before_start.hpp"
#include "vm/operation/threads.hpp"

namespace jmc::natives {

using namespace vm;

namespace {

// Unsafe.park(boolean absolute, long time); slots: 1 absolute, 2-3 time.
bool is_timed_park(const NativeCall& c) { return c.i32(1) != 0 || c.i64(2) != 0; }

int64_t asked_of_park(const NativeCall& c) { return c.i32(1) ? c.vm.clock.until_millis(c.thread, c.i64(2)) : c.i64(2); }

bool has_reason(const Vm& vm, ThreadId t) {
  const ThreadState& s = vm.thread(t).s;
  return vm.has_permit(t) || s.interrupted || vm.options.spurious_wakeups;
}

uint32_t park_alternatives(Vm& vm, ThreadId t, const Pending& pending) {
  if (has_reason(vm, t)) return 1;
  // A time-out needs no alternative of its own: it is what happens when the thread runs without a reason.
  return may_time_out(vm, t, pending) ? 1 : 0;
}

// Without a permit a park goes on because of a time-out, an interrupt or for no reason, and takes nothing: to the
// search, which tells loops that poll in vain by that, it is what a sleep is.
por::OpKind park_as(Vm& vm, ThreadId t, const Pending& pending) {
  return !vm.has_permit(t) && ways_of(vm, t) ? por::OpKind::Sleep : kind_of(pending);
}

constexpr Operation kPark{
    .ways = park_alternatives, .as = park_as, .times_out = [](Vm& vm, ThreadId t, const Pending&) {
      return !vm.has_permit(t) && !vm.thread(t).s.interrupted;
    }};

Ref blocker_of(Vm& vm, ThreadId t) {
  const Ref thread = vm.thread(t).s.object;
  return thread && has_field(vm, thread, "parkBlocker") ? get_ref(vm, thread, "parkBlocker") : kNull;
}

// Whether it is code of the program, or of a library, that parks: by LockSupport, by Unsafe, by reflection or a method
// handle, of a virtual thread by what LockSupport calls for it. Classes of the JDK park in loops.
bool of_program(const NativeCall& c) {
  bool own = true;  // nothing but what parks for others
  c.vm.walk_frames(c.thread, [&](const Method* m, uint32_t) {
    const Klass& k = *m->owner;
    own = !k.boot || (k.host && !k.host->boot);
    if (own) return false;
    for (const char* others :
         {"java/util/concurrent/locks/LockSupport", "jdk/internal/misc/Unsafe", "sun/misc/Unsafe",
          "jdk/internal/misc/VirtualThreads", "java/lang/System$", "java/lang/ThreadBuilders$BoundVirtualThread",
          "java/lang/invoke/", "java/lang/reflect/", "jdk/internal/reflect/", "jmc/internal/"})
      if (k.name.starts_with(others)) return own = true;
    return false;
  });
  return own;
}

// Noted when the thread comes to it, since it may never go on from there.
void note_park(NativeCall& c) {
  if (c.vm.thread(c.thread).s.parks || !of_program(c)) return;
  c.vm.touch_thread(c.thread).parks = true;
  c.vm.rules.uses(kOwnParks);
  if (c.vm.thread(c.thread).s.waits_in_locks) c.vm.rules.met(kRealLocks);
}

bool describe_park(NativeCall& c, Pending& pending) {
  note_park(c);
  if (is_timed_park(c) && describe_begin_of_wait(c, pending, asked_of_park(c))) return true;
  pending.kind = PendingKind::Park;
  pending.timed = is_timed_park(c);
  pending.value = pending.timed && is_endless(asked_of_park(c)) ? kEndless : 0;
  pending.object = blocker_of(c.vm, c.thread);
  pending.operation = &kPark;
  pending.verb = Verb::Park;
  pending.add(kThreadLocation + c.thread, kThreadPermit, true);
  pending.add(kThreadLocation + c.thread, kThreadInterrupt, false);
  if (pending.timed && !pending.value) add_time_out(c, pending);
  // Alone, a thread that need not wait is not worth a scheduling point.
  return c.vm.multi() || park_alternatives(c.vm, c.thread, pending) == 0;
}

NativeStatus park(NativeCall& c) {
  if (is_timed_park(c) && begins_wait(c, asked_of_park(c))) return NativeStatus::Again;
  const ThreadState& s = c.vm.thread(c.thread).s;
  if (is_timed_park(c)) c.vm.clock.end_wait(c.thread, asked_of_park(c), !c.vm.has_permit(c.thread) && !s.interrupted);
  if (s.permit || s.permit_of_interrupt) {
    ThreadState& changed = c.vm.touch_thread(c.thread);
    changed.permit = changed.permit_of_interrupt = false;
  }
  return c.done();
}

// A thread that has not started or has ended has no permit to give, but for a virtual thread before it starts.
ThreadId target_of(NativeCall& c) {
  if (!c.ref(1)) return por::kNoThread;
  const ThreadId t = c.vm.thread_of(c.ref(1));
  return t == por::kNoThread || c.vm.thread(t).s.ended ? por::kNoThread : t;
}

// One that has ended is treated like one that has not: its end may be no step of its own.
bool describe_unpark(NativeCall& c, Pending& pending) {
  const ThreadId t = c.ref(1) ? c.vm.thread_of(c.ref(1), c.thread) : por::kNoThread;
  if (t == kOver) return false;
  pending.kind = PendingKind::Unpark;
  pending.object = c.ref(1);
  pending.verb = Verb::Unpark;
  if (t == por::kNoThread) {
    // Lost if the thread has not started yet, so it races with the start. A virtual thread has a permit before it
    // starts; it does not matter in which order two give it.
    if (!c.ref(1) || !is_shared(c.vm, c.ref(1))) return false;
  } else if (!c.vm.multi()) {
    return false;
  }
  announce(c.vm, c.thread, kUnpark, pending);
  return true;
}

NativeStatus unpark(NativeCall& c) {
  if (c.ref(1) && c.vm.thread_of(c.ref(1), c.thread) == por::kNoThread && !c.vm.locks_as_thread(c.ref(1))) {
    put_int(c.vm, c.ref(1), "interrupted", get_int(c.vm, c.ref(1), "interrupted") | kPermitEarly);
    return c.done();
  }
  const ThreadId t = target_of(c);
  if (t != por::kNoThread && !c.vm.thread(t).s.permit) c.vm.touch_thread(t).permit = true;
  return c.done();
}

// --- blockers

// What a thread parks for, which it notes before it parks and forgets after that: a field of the Thread that is taken
// for its own until another thread asks (Visibility::of_field).
Cell blocker(Vm& vm, Ref thread, AtomicOp op) {
  const uint32_t offset = vm.known->thread->find_field("parkBlocker")->offset;
  return {thread, offset, 'L', false, mode_named(op, op == AtomicOp::Get ? "getOpaque" : "setOpaque")};
}

bool describe_set(Vm& vm, Ref thread, Ref value, Pending& p) {
  return thread && describe_atomic(vm, blocker(vm, thread, AtomicOp::Set), AtomicOp::Set, value, 0, p);
}

NativeStatus set(NativeCall& c, Ref thread, Ref value) {
  if (thread) apply_atomic(c.vm, blocker(c.vm, thread, AtomicOp::Set), AtomicOp::Set, value, 0);
  return c.done();
}

bool describe_set_blocker(NativeCall& c, Pending& p) { return describe_set(c.vm, c.ref(0), c.ref(1), p); }
NativeStatus set_blocker(NativeCall& c) { return set(c, c.ref(0), c.ref(1)); }

bool describe_set_current_blocker(NativeCall& c, Pending& p) {
  return describe_set(c.vm, c.vm.thread(c.thread).s.object, c.ref(0), p);
}
NativeStatus set_current_blocker(NativeCall& c) { return set(c, c.vm.thread(c.thread).s.object, c.ref(0)); }

bool describe_get_blocker(NativeCall& c, Pending& p) {
  return c.ref(0) && describe_atomic(c.vm, blocker(c.vm, c.ref(0), AtomicOp::Get), AtomicOp::Get, 0, 0, p);
}

NativeStatus get_blocker(NativeCall& c) {
  const Ref thread = c.ref(0);
  if (!thread) return c.throw_new("java/lang/NullPointerException");
  // Who waits for a lock that is one step parks for nothing.
  if (c.vm.multi() && c.vm.atomic_locks() && c.vm.thread_of(thread) != c.thread) c.vm.rules.met(kRealLocks);
  return c.result(static_cast<Ref>(apply_atomic(c.vm, blocker(c.vm, thread, AtomicOp::Get), AtomicOp::Get, 0, 0)));
}

constexpr Entry kParkNatives[] = {
    {"jdk/internal/misc/Unsafe.park(ZJ)V", park, describe_park},
    {"sun/misc/Unsafe.park(ZJ)V", park, describe_park},
    {"jdk/internal/misc/Unsafe.unpark(Ljava/lang/Object;)V", unpark, describe_unpark},
    {"sun/misc/Unsafe.unpark(Ljava/lang/Object;)V", unpark, describe_unpark},
    {"java/util/concurrent/locks/LockSupport.setBlocker(Ljava/lang/Thread;Ljava/lang/Object;)V", set_blocker,
     describe_set_blocker},
    {"java/util/concurrent/locks/LockSupport.setCurrentBlocker(Ljava/lang/Object;)V", set_current_blocker,
     describe_set_current_blocker},
    {"java/util/concurrent/locks/LockSupport.getBlocker(Ljava/lang/Thread;)Ljava/lang/Object;", get_blocker,
     describe_get_blocker},
};

}  // namespace

void register_park(Vm& vm) { register_table(vm, kParkNatives); }

}  // namespace jmc::natives
