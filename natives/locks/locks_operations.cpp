// lock, tryLock, unlock; acquire, release; await, countDown: ReentrantLock, ReentrantReadWriteLock, Semaphore and
// CountDownLatch.
#include "natives/locks/locks.hpp"

namespace jmc::natives {

using namespace vm;

namespace {

using Mode = Request::Mode;

// --- acquiring

struct How {
  Mode mode;
  bool interruptible, timed, counted;
};

// Null units and negative numbers of permits are left to the bytecode, which throws.
template <How H>
bool refused(const NativeCall& c) {
  return (H.counted && c.i32(1) < 0) || (H.timed && !c.ref(H.counted ? 4 : 3));
}

// In the unit of the last argument.
template <How H>
int64_t asked(const NativeCall& c) {
  return in_nanos(c, c.i64(H.counted ? 2 : 1), c.ref(H.counted ? 4 : 3));
}

template <How H>
Request request_of(const NativeCall& c) {
  Request r;
  r.mode = H.mode;
  r.interruptible = H.interruptible;
  r.timed = H.timed;
  r.immediate = H.timed && c.i64(H.counted ? 2 : 1) <= 0;
  if constexpr (H.timed) r.endless = is_endless(asked<H>(c));
  r.permits = H.counted ? c.i32(1) : 1;
  return r;
}

Alternatives ways_of_lock(Vm& vm, ThreadId t, const Pending& p) {
  return natives::alternatives_of(vm, t, static_cast<Ref>(p.expected), Request::unpack(p.value));
}

uint32_t acquire_alternatives(Vm& vm, ThreadId t, const Pending& p) { return ways_of_lock(vm, t, p).count; }

bool times_out(Vm& vm, ThreadId t, const Pending& p) {
  const AskingOfWaits asking(vm, LateTimeOuts::Asked::WithTime);
  const Alternatives all = ways_of_lock(vm, t, p);
  for (uint8_t i = 0; i < all.count; ++i)
    if (all.list[i] == Alternative::TimeOut) return true;
  return false;
}

Outcome acquire_outcome(Vm& vm, ThreadId t, const Pending& p, uint32_t way) {
  const Alternatives all = ways_of_lock(vm, t, p);
  const bool attempt = p.verb == Verb::TryLock || p.verb == Verb::TryAcquire;
  return way < all.count ? outcome_of(all.list[way], attempt) : Outcome::Happens;
}

constexpr Operation kAcquire{.ways = acquire_alternatives,
                             .waits_for = owner_waited_for,
                             .times_out = times_out,
                             .outcome = acquire_outcome,
                             .waiting = waiting_text};

template <How H>
bool describe_acquire(NativeCall& c, Pending& p) {
  if (refused<H>(c)) return false;
  Vm& vm = c.vm;
  const Ref sync = sync_of(c);
  const Request r = request_of<H>(c);
  const bool shared = is_shared(vm, sync);
  const bool watched = r.interruptible && vm.multi() && lock_use(vm).interrupts;
  if constexpr (H.timed)
    if (!r.immediate && describe_begin_of_wait(c, p, asked<H>(c))) return true;
  const bool latch = Lock(vm, sync).shape().kind == LockKind::Latch;
  const Verb verb = latch                     ? Verb::Await
                    : H.timed                 ? (H.mode == Mode::Permits ? Verb::TryAcquire : Verb::TryLock)
                    : H.mode == Mode::Permits ? Verb::Acquire
                                              : Verb::Lock;
  describe_on(c, p, PendingKind::Lock, sync, !latch, verb);  // who waits for a latch changes nothing of it
  if (watched && vm.thread(c.thread).s.native_phase == kAtStart) {
    p.count = 0;  // sees only whether it was interrupted before
    p.verb = latch ? Verb::BeginsToAwait : H.mode == Mode::Permits ? Verb::BeginsToAcquire : Verb::BeginsToLock;
  }
  if (r.interruptible) p.add(kThreadLocation + c.thread, kThreadInterrupt, true);
  p.timed = r.timed && !r.immediate;
  p.acquires = !r.interruptible && !r.timed;
  if (p.timed && !r.endless) add_time_out(c, p);
  p.value = r.pack();
  p.operation = &kAcquire;
  const bool visible = shared || watched || acquire_alternatives(vm, c.thread, p) != 1;
  if (visible && vm.multi()) may_wait_for_lock(vm, c.thread);
  return visible;
}

template <How H>
NativeStatus acquire(NativeCall& c) {
  if (refused<H>(c)) return to_bytecode(c);
  Vm& vm = c.vm;
  const Ref sync = sync_of(c);
  const Request r = request_of<H>(c);
  if constexpr (H.timed)
    if (!r.immediate && begins_wait(c, asked<H>(c))) return NativeStatus::Again;
  const uint8_t phase = vm.thread(c.thread).s.native_phase;
  const Alternative alternative = chosen(vm, alternatives_of(vm, c.thread, sync, r));
  Lock lock(vm, sync);
  if (alternative == Alternative::Enter || alternative == Alternative::Arrive) {
    if (alternative == Alternative::Enter) vm.touch_thread(c.thread).native_phase = kEntered;
    else lock.queue().push(c.thread | (r.mode == Mode::Exclusive ? ThreadQueue::kExclusive : 0));
    return NativeStatus::Again;
  }
  if (phase != kAtStart) vm.touch_thread(c.thread).native_phase = kAtStart;
  if constexpr (H.timed)
    if (!r.immediate) vm.clock.end_wait(c.thread, asked<H>(c), alternative == Alternative::TimeOut);
  if (alternative == Alternative::Acquire) {
    if (const char* error = lock.acquire(c.thread, r)) return c.throw_new("java/lang/Error", error);
    return c.result(true);
  }
  lock.queue().remove(c.thread);
  if (alternative == Alternative::Interrupt) {
    if (phase == kAtStart) note_unforeseen_interrupt(vm);
    return throw_interrupted(c);
  }
  if (vm.memory) vm.memory->found_taken(sync);
  return c.result(false);
}

// --- trying: overtakes everybody, on fair locks too

bool try_fails(Vm& vm, ThreadId t, const Pending& p) {
  return !Lock(vm, static_cast<Ref>(p.expected)).available(t, Request::unpack(p.value));
}

constexpr Operation kTry{.only_reads = try_fails, .outcome = [](Vm& vm, ThreadId t, const Pending& p, uint32_t) {
                           return try_fails(vm, t, p) ? Outcome::Fails : Outcome::Succeeds;
                         }};

template <How H>
bool describe_try(NativeCall& c, Pending& p) {
  if (refused<H>(c)) return false;
  describe_on(c, p, PendingKind::Lock, sync_of(c), true, H.mode == Mode::Permits ? Verb::TryAcquire : Verb::TryLock);
  p.value = request_of<H>(c).pack();
  p.operation = &kTry;
  return is_shared(c.vm, static_cast<Ref>(p.expected));
}

template <How H>
NativeStatus try_acquire(NativeCall& c) {
  if (refused<H>(c)) return to_bytecode(c);
  Lock lock(c.vm, sync_of(c));
  const Request r = request_of<H>(c);
  if (!lock.available(c.thread, r)) {
    if (c.vm.memory) c.vm.memory->found_taken(lock.sync());
    return c.result(false);
  }
  if (const char* error = lock.acquire(c.thread, r)) return c.throw_new("java/lang/Error", error);
  return c.result(true);
}

// --- releasing

template <Mode M>
bool may_release(const Lock& lock, ThreadId t) {
  if (M == Mode::Permits) return true;
  return M == Mode::Shared ? lock.holds(t) > 0 : lock.owned_by(t);
}

template <Mode M>
bool describe_release(NativeCall& c, Pending& p) {
  if (M == Mode::Permits && c.method->descriptor == "(I)V" && c.i32(1) < 0) return false;
  const Ref sync = sync_of(c);
  // Whether the thread holds the lock is its own affair: then nobody else can see the exception, or bring it about.
  if (!may_release<M>(Lock(c.vm, sync), c.thread)) return false;
  describe_on(c, p, PendingKind::Unlock, sync, true, M == Mode::Permits ? Verb::Release : Verb::Unlock);
  return is_shared(c.vm, sync);
}

NativeStatus unlock_exclusive(NativeCall& c) {
  Lock lock(c.vm, sync_of(c));
  if (!lock.owned_by(c.thread)) return c.throw_new(kIllegalMonitorState);
  const bool last = (lock.shape().kind == LockKind::ReadWrite ? lock.writes() : lock.state()) == 1;
  lock.set_state(lock.state() - 1);
  if (last) c.vm.set_ref(lock.sync(), lock.shape().owner, kNull);
  if (c.vm.memory) c.vm.memory->unlocked(lock.sync());
  return c.done();
}

NativeStatus unlock_shared(NativeCall& c) {
  Lock lock(c.vm, sync_of(c));
  const int32_t holds = lock.holds(c.thread);
  if (holds <= 0) return c.throw_new(kIllegalMonitorState, "attempt to unlock read lock, not locked by current thread");
  lock.set_holds(c.thread, holds - 1);
  lock.set_state(lock.state() - lock.one_read());
  if (c.vm.memory) c.vm.memory->unlocked(lock.sync());
  return c.done();
}

NativeStatus release_permits(NativeCall& c) {
  const int32_t n = c.method->descriptor == "(I)V" ? c.i32(1) : 1;
  if (n < 0) return to_bytecode(c);
  Lock lock(c.vm, sync_of(c));
  if (lock.state() + n > INT32_MAX) return c.throw_new("java/lang/Error", "Maximum permit count exceeded");
  lock.set_state(lock.state() + n);
  if (c.vm.memory) c.vm.memory->unlocked(lock.sync());
  return c.done();
}

// --- counting down: at 0 it does nothing

bool is_open(Vm& vm, ThreadId, const Pending& p) { return Lock(vm, static_cast<Ref>(p.expected)).state() == 0; }

constexpr Operation kCountDown{.only_reads = is_open};

bool describe_count_down(NativeCall& c, Pending& p) {
  describe_on(c, p, PendingKind::Unlock, sync_of(c), true, Verb::CountDown);
  p.operation = &kCountDown;
  return is_shared(c.vm, static_cast<Ref>(p.expected));
}

NativeStatus count_down(NativeCall& c) {
  Lock lock(c.vm, sync_of(c));
  if (lock.state() == 0) return c.done();
  lock.set_state(lock.state() - 1);
  if (c.vm.memory) c.vm.memory->unlocked(lock.sync());
  return c.done();
}

// --- permits
// Semaphore.Sync: behind drainPermits() and reducePermits().

bool describe_permits(NativeCall& c, Pending& p) {
  describe_on(c, p, PendingKind::Other, c.ref(0), true,
              c.method->name == "drainPermits" ? Verb::DrainPermits : Verb::ReducePermits);
  return is_shared(c.vm, c.ref(0));
}

NativeStatus drain_permits(NativeCall& c) {
  Lock lock(c.vm, c.ref(0));
  const auto n = static_cast<int32_t>(lock.state());
  if (n) lock.set_state(0);
  if (c.vm.memory && n > 0) c.vm.memory->acquired(lock.sync());
  if (c.vm.memory && n <= 0) c.vm.memory->found_taken(lock.sync());
  return c.result(n);
}

NativeStatus reduce_permits(NativeCall& c) {
  Lock lock(c.vm, c.ref(0));
  if (lock.state() - c.i32(1) < INT32_MIN) return c.throw_new("java/lang/Error", "Permit count underflow");
  lock.set_state(lock.state() - c.i32(1));
  return c.done();
}

// --- tables

template <How H>
Entry acquiring(const char* key) {
  return single<acquire<H>, describe_acquire<H>>(key);
}
template <How H>
Entry trying(const char* key) {
  return single<try_acquire<H>, describe_try<H>>(key);
}

}  // namespace

void register_lock_operations(Vm& vm) {
  constexpr Mode X = Mode::Exclusive, S = Mode::Shared, P = Mode::Permits;
#define REENTRANT "java/util/concurrent/locks/ReentrantLock."
#define WRITE "java/util/concurrent/locks/ReentrantReadWriteLock$WriteLock."
#define READ "java/util/concurrent/locks/ReentrantReadWriteLock$ReadLock."
#define SEMAPHORE "java/util/concurrent/Semaphore."
#define UNIT "Ljava/util/concurrent/TimeUnit;"
  static const Entry table[] = {
      acquiring<How{X, false, false, false}>(REENTRANT "lock()V"),
      acquiring<How{X, true, false, false}>(REENTRANT "lockInterruptibly()V"),
      acquiring<How{X, true, true, false}>(REENTRANT "tryLock(J" UNIT ")Z"),
      trying<How{X, false, false, false}>(REENTRANT "tryLock()Z"),
      single<unlock_exclusive, describe_release<X>>(REENTRANT "unlock()V"),

      acquiring<How{X, false, false, false}>(WRITE "lock()V"),
      acquiring<How{X, true, false, false}>(WRITE "lockInterruptibly()V"),
      acquiring<How{X, true, true, false}>(WRITE "tryLock(J" UNIT ")Z"),
      trying<How{X, false, false, false}>(WRITE "tryLock()Z"),
      single<unlock_exclusive, describe_release<X>>(WRITE "unlock()V"),

      acquiring<How{S, false, false, false}>(READ "lock()V"),
      acquiring<How{S, true, false, false}>(READ "lockInterruptibly()V"),
      acquiring<How{S, true, true, false}>(READ "tryLock(J" UNIT ")Z"),
      trying<How{S, false, false, false}>(READ "tryLock()Z"),
      single<unlock_shared, describe_release<S>>(READ "unlock()V"),

      acquiring<How{P, true, false, false}>(SEMAPHORE "acquire()V"),
      acquiring<How{P, true, false, true}>(SEMAPHORE "acquire(I)V"),
      acquiring<How{P, false, false, false}>(SEMAPHORE "acquireUninterruptibly()V"),
      acquiring<How{P, false, false, true}>(SEMAPHORE "acquireUninterruptibly(I)V"),
      acquiring<How{P, true, true, false}>(SEMAPHORE "tryAcquire(J" UNIT ")Z"),
      acquiring<How{P, true, true, true}>(SEMAPHORE "tryAcquire(IJ" UNIT ")Z"),
      trying<How{P, false, false, false}>(SEMAPHORE "tryAcquire()Z"),
      trying<How{P, false, false, true}>(SEMAPHORE "tryAcquire(I)Z"),
      single<release_permits, describe_release<P>>(SEMAPHORE "release()V"),
      single<release_permits, describe_release<P>>(SEMAPHORE "release(I)V"),
      single<drain_permits, describe_permits>("java/util/concurrent/Semaphore$Sync.drainPermits()I"),
      single<reduce_permits, describe_permits>("java/util/concurrent/Semaphore$Sync.reducePermits(I)V"),

      acquiring<How{P, true, false, false}>("java/util/concurrent/CountDownLatch.await()V"),
      acquiring<How{P, true, true, false}>("java/util/concurrent/CountDownLatch.await(J" UNIT ")Z"),
      single<count_down, describe_count_down>("java/util/concurrent/CountDownLatch.countDown()V"),
  };
#undef REENTRANT
#undef WRITE
#undef READ
#undef SEMAPHORE
#undef UNIT
  register_table(vm, table);
}

}  // namespace jmc::natives
