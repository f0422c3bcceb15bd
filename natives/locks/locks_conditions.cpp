// Conditions of the atomic locks: await and signal.
//
// await() gives the lock up and joins the waiters in one step. A signal takes the longest waiting thread from the
// waiters into the queue of the lock; an interrupt or a time-out is a step of the waiter itself, after which no signal
// can reach it. Then it takes the lock again. A condition of another synchronizer (the program's own) runs the JDK's
// bytecode.
#include "natives/locks/locks.hpp"

namespace jmc::natives {

using namespace vm;

Alternatives await_alternatives(Vm& vm, ThreadId t, Ref sync, const Request& r) {
  Alternatives out;
  const ThreadState& s = vm.thread(t).s;
  const bool may_time_out = r.may_time_out(vm, t);
  if (s.native_phase == kAtCondition) {
    if (r.interruptible && s.interrupted) out.add(Alternative::Interrupt);
    else if (may_time_out) out.add(Alternative::TimeOut);
    return out;
  }
  const Request again;  // the lock itself: neither interrupts nor time count
  const Lock lock(vm, sync);
  if (lock.may_acquire(t, again)) {
    out.add(Alternative::Acquire);
    // Signalled in time, but the time was over when it had the lock again.
    if (s.native_phase == kSignalled && may_time_out && !r.immediate) out.add(Alternative::AcquireLate);
  } else if (lock.may_arrive(t, again)) {
    out.add(Alternative::Arrive);
  }
  return without_early_time_outs(vm, r, out);
}

namespace {

Alternatives ways_of_wait(Vm& vm, ThreadId t, const Pending& p) {
  return await_alternatives(vm, t, static_cast<Ref>(p.expected), Request::unpack(p.value));
}

uint32_t count_of_ways(Vm& vm, ThreadId t, const Pending& p) {
  return vm.thread(t).s.native_phase < kAtCondition ? 1 : ways_of_wait(vm, t, p).count;
}

enum class Kind : uint8_t { Plain, Uninterruptible, Nanos, Time, Until };

ThreadQueue waiters_of(Vm& vm, Ref condition) {
  return {vm, condition, vm.klass_of(condition)->find_field("firstWaiter")};
}

// The time of a Date that has not been taken apart into year, month and day by one of its deprecated methods.
int64_t millis_of(NativeCall& c, Ref date) {
  if (get_ref(c.vm, date, "cdate")) c.unsupported("--locks=atomic: a Date whose fields were set one by one");
  return get_int(c.vm, date, "fastTime");
}

template <Kind K>
bool refused_await(NativeCall& c) {
  if (!Lock(c.vm, sync_of(c)).known()) return true;
  if (K == Kind::Time) return !c.ref(3);
  return K == Kind::Until && !c.ref(1);
}

template <Kind K>
int64_t asked_of_await(NativeCall& c) {
  if constexpr (K == Kind::Nanos) return c.i64(1);
  if constexpr (K == Kind::Time) return in_nanos(c, c.i64(1), c.ref(3));
  if constexpr (K == Kind::Until) return c.vm.clock.until_millis(c.thread, millis_of(c, c.ref(1)));
  return 0;
}

template <Kind K>
Request request_of_await(NativeCall& c) {
  Request r;
  r.interruptible = K != Kind::Uninterruptible;
  r.timed = K == Kind::Nanos || K == Kind::Time || K == Kind::Until;
  if (K == Kind::Until) r.immediate = c.vm.clock.until_millis(c.thread, millis_of(c, c.ref(1))) <= 0;
  else if (r.timed) r.immediate = c.i64(1) <= 0;
  r.endless = is_endless(asked_of_await<K>(c));
  return r;
}

bool await_times_out(Vm& vm, ThreadId t, const Pending& p) {
  const AskingOfWaits asking(vm, LateTimeOuts::Asked::WithTime);
  const Alternatives all = ways_of_wait(vm, t, p);
  for (uint8_t i = 0; i < all.count; ++i)
    if (all.list[i] == Alternative::TimeOut || all.list[i] == Alternative::AcquireLate) return true;
  return false;
}

Outcome await_outcome(Vm& vm, ThreadId t, const Pending& p, uint32_t way) {
  const ThreadState& s = vm.thread(t).s;
  if (s.native_phase < kAtCondition)
    return s.interrupted && Request::unpack(p.value).interruptible ? Outcome::Interrupted : Outcome::Happens;
  const Alternatives all = ways_of_wait(vm, t, p);
  if (way >= all.count) return Outcome::Happens;
  switch (all.list[way]) {
    case Alternative::Acquire: return s.native_phase == kSignalled ? Outcome::SignalledAndLocks : Outcome::LocksAgain;
    case Alternative::AcquireLate: return Outcome::SignalledAndLocksLate;
    case Alternative::Arrive: return Outcome::QueuesForItsLock;
    default: return outcome_of(all.list[way], false);
  }
}

constexpr Operation kAwait{.ways = count_of_ways,
                           .waits_for = owner_waited_for,
                           .times_out = await_times_out,
                           .outcome = await_outcome,
                           .waiting = waiting_text};

template <Kind K>
bool describe_await(NativeCall& c, Pending& p) {
  if (refused_await<K>(c)) return false;
  Vm& vm = c.vm;
  const Ref sync = sync_of(c);
  const Request r = request_of_await<K>(c);
  const uint8_t phase = vm.thread(c.thread).s.native_phase;
  const bool watched = r.interruptible && vm.multi() && lock_use(vm).interrupts;
  if (phase >= kAtCondition) {
    describe_on(c, p, PendingKind::Lock, sync, true, Verb::Await);
  } else {
    describe_on(c, p, PendingKind::Wait, sync, true, Verb::Await);
    if (watched && phase == kAtStart) {
      p.count = 0;  // sees only whether it was interrupted before
      p.verb = Verb::BeginsToAwait;
    }
  }
  if (r.interruptible) p.add(kThreadLocation + c.thread, kThreadInterrupt, true);
  p.timed = r.timed && !r.immediate;
  if (r.timed && vm.clock.holds_operation() && phase < kAtCondition && !(watched && phase == kAtStart))
    p.add(kClockLocation, 0, false);
  else if (p.timed && !r.endless && phase >= kAtCondition) add_time_out(c, p);
  p.value = r.pack();
  p.operation = &kAwait;
  if (phase < kAtCondition && !Lock(vm, sync).owned_by(c.thread)) return watched;
  return is_shared(vm, sync) || watched || count_of_ways(vm, c.thread, p) != 1;
}

NativeStatus begin_to_wait(NativeCall& c, Lock& lock, const Request& r) {
  Vm& vm = c.vm;
  ThreadState& s = vm.touch_thread(c.thread);
  if (r.interruptible && s.native_phase == kAtStart) {
    if (s.interrupted) {
      note_unforeseen_interrupt(vm);
      return throw_interrupted(c);
    }
    if (vm.multi() && lock_use(vm).interrupts) {
      s.native_phase = kEntered;
      return NativeStatus::Again;
    }
  }
  if (!lock.owned_by(c.thread)) {
    s.native_phase = kAtStart;
    return c.throw_new(kIllegalMonitorState);
  }
  if (vm.multi()) may_wait_for_lock(vm, c.thread);
  lock.release_all(c.thread, s.wait_count);
  s.native_phase = kAtCondition;
  s.wait = WaitState::Waiting;
  s.waiting_on = c.ref(0);
  waiters_of(vm, c.ref(0)).push(c.thread);
  return NativeStatus::Again;
}

template <Kind K>
NativeStatus await(NativeCall& c) {
  if (refused_await<K>(c)) return to_bytecode(c);
  const int64_t nanos = asked_of_await<K>(c);
  Vm& vm = c.vm;
  Lock lock(vm, sync_of(c));
  const Request r = request_of_await<K>(c);
  const uint8_t phase = vm.thread(c.thread).s.native_phase;
  if (phase < kAtCondition) {
    const NativeStatus status = begin_to_wait(c, lock, r);
    if (r.timed && vm.thread(c.thread).s.native_phase == kAtCondition) vm.clock.begin_wait(c.thread, nanos);
    return status;
  }
  const Alternative alternative = chosen(vm, await_alternatives(vm, c.thread, lock.sync(), r));
  ThreadState& s = vm.touch_thread(c.thread);
  switch (alternative) {
    case Alternative::Interrupt:
    case Alternative::TimeOut:
      waiters_of(vm, c.ref(0)).remove(c.thread);
      s.wait = WaitState::None;
      s.native_phase = alternative == Alternative::Interrupt ? kCancelledByInterrupt : kCancelledByTime;
      if (alternative == Alternative::Interrupt) take_interrupt(vm, c.thread);
      if (r.timed) vm.clock.end_wait(c.thread, nanos, alternative == Alternative::TimeOut && !r.immediate);
      return NativeStatus::Again;
    case Alternative::Arrive: lock.queue().push(c.thread | ThreadQueue::kExclusive); return NativeStatus::Again;
    default: break;
  }
  lock.reacquire(c.thread, s.wait_count);
  s.native_phase = kAtStart;
  s.wait = WaitState::None;
  s.wait_count = 0;
  s.waiting_on = kNull;
  const bool late = alternative == Alternative::AcquireLate;
  const int64_t left = c.vm.clock.left(c.thread, nanos);
  if (r.timed && phase == kSignalled) vm.clock.end_wait(c.thread, nanos, late);
  if (phase == kCancelledByInterrupt) return c.throw_new("java/lang/InterruptedException");
  if (K == Kind::Nanos) {
    // Exactly the time that was asked for has passed when a wait times out.
    return c.result(late || phase == kCancelledByTime ? std::min<int64_t>(nanos, 0) : left);
  }
  return c.result(phase != kCancelledByTime);
}

// --- signal

bool describe_signal(NativeCall& c, Pending& p) {
  const Ref sync = sync_of(c);
  const Lock lock(c.vm, sync);
  if (!lock.known() || !lock.owned_by(c.thread)) return false;
  describe_on(c, p, PendingKind::Notify, sync, true, c.method->name == "signal" ? Verb::Signal : Verb::SignalAll);
  return is_shared(c.vm, sync);
}

NativeStatus signal(NativeCall& c) {
  Vm& vm = c.vm;
  Lock lock(vm, sync_of(c));
  if (!lock.known()) return to_bytecode(c);
  if (!lock.owned_by(c.thread)) return c.throw_new(kIllegalMonitorState);
  const bool all = c.method->name == "signalAll";
  for (;;) {
    ThreadQueue waiters = waiters_of(vm, c.ref(0));
    if (waiters.size() == 0) break;
    const ThreadId t = waiters.thread(0);
    waiters.remove(t);
    ThreadState& s = vm.touch_thread(t);
    s.native_phase = kSignalled;
    s.wait = WaitState::Notified;
    lock.queue().push(t | ThreadQueue::kExclusive);
    if (!all) break;
  }
  return c.done();
}

}  // namespace

void register_conditions(Vm& vm) {
  for (const char* owner : {"java/util/concurrent/locks/AbstractQueuedSynchronizer$ConditionObject.",
                            "java/util/concurrent/locks/AbstractQueuedLongSynchronizer$ConditionObject."}) {
    const std::string k = owner;
    vm.register_native(k + "await()V", one_step<await<Kind::Plain>>, describe_one_step<describe_await<Kind::Plain>>);
    vm.register_native(k + "await(JLjava/util/concurrent/TimeUnit;)Z", one_step<await<Kind::Time>>,
                       describe_one_step<describe_await<Kind::Time>>);
    vm.register_native(k + "awaitNanos(J)J", one_step<await<Kind::Nanos>>,
                       describe_one_step<describe_await<Kind::Nanos>>);
    vm.register_native(k + "awaitUntil(Ljava/util/Date;)Z", one_step<await<Kind::Until>>,
                       describe_one_step<describe_await<Kind::Until>>);
    vm.register_native(k + "awaitUninterruptibly()V", one_step<await<Kind::Uninterruptible>>,
                       describe_one_step<describe_await<Kind::Uninterruptible>>);
    vm.register_native(k + "signal()V", one_step<signal>, describe_one_step<describe_signal>);
    vm.register_native(k + "signalAll()V", one_step<signal>, describe_one_step<describe_signal>);
  }
}

}  // namespace jmc::natives
