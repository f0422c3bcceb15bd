// What programs ask of the atomic locks: reads of one location. Those of a lock's own state are replaced below the
// public methods, in the Sync classes, so that toString() and the like see them too.
#include "natives/locks/locks.hpp"

namespace jmc::natives {

using namespace vm;

namespace {

template <Verb V>
bool describe_query(NativeCall& c, Pending& p) {
  const Ref sync = sync_of(c);
  describe_on(c, p, PendingKind::Read, sync, false, V);
  return is_shared(c.vm, sync);
}

// --- the state

// The lock of a question that the JDK answers from the lock's volatile state: what came before the last change of it is
// known to who asks.
Lock looked_at(NativeCall& c) {
  const Lock lock(c.vm, c.ref(0));
  if (c.vm.memory) c.vm.memory->found_taken(lock.sync());
  return lock;
}

// The JDK sets the owner after the state, and clears it before: who asks in between finds a lock that is taken, and is
// told of no owner.
NativeStatus get_owner(NativeCall& c) {
  Vm& vm = c.vm;
  if (vm.multi() && is_shared(vm, c.ref(0)) && vm.atomic_locks() && vm.options.locks != vm::Locks::Atomic)
    vm.rules.met(kRealLocks);
  const Lock lock = looked_at(c);
  return c.result(c.vm.get_ref(lock.sync(), lock.shape().owner));
}
NativeStatus is_held_exclusively(NativeCall& c) { return c.result(Lock(c.vm, c.ref(0)).owned_by(c.thread)); }
NativeStatus is_locked(NativeCall& c) { return c.result(looked_at(c).state() != 0); }
NativeStatus hold_count(NativeCall& c) {
  const Lock lock(c.vm, c.ref(0));
  return c.result(static_cast<int32_t>(lock.owned_by(c.thread) ? lock.state() : 0));
}
NativeStatus read_lock_count(NativeCall& c) { return c.result(static_cast<int32_t>(looked_at(c).reads())); }
NativeStatus is_write_locked(NativeCall& c) { return c.result(looked_at(c).writes() != 0); }
NativeStatus write_hold_count(NativeCall& c) {
  const Lock lock(c.vm, c.ref(0));
  return c.result(static_cast<int32_t>(lock.owned_by(c.thread) ? lock.writes() : 0));
}
NativeStatus read_hold_count(NativeCall& c) { return c.result(Lock(c.vm, c.ref(0)).holds(c.thread)); }
NativeStatus count(NativeCall& c) {
  const Lock lock = looked_at(c);
  return lock.shape().wide ? c.result(lock.state()) : c.result(static_cast<int32_t>(lock.state()));
}
NativeStatus permits(NativeCall& c) { return c.result(static_cast<int32_t>(looked_at(c).state())); }

// --- who is queued

// A thread of the JDK's is in the queue for some steps after it has got the lock, and before it waits. Who asks for a
// queue beside others can tell.
ThreadQueue queue_of(NativeCall& c) {
  Vm& vm = c.vm;
  const Lock lock(vm, sync_of(c));
  if (vm.multi() && !lock.shape().fair && !lock_use(vm).queues) vm.rules.met(kAsksLockQueues);
  if (vm.multi() && vm.atomic_locks() && vm.options.locks != vm::Locks::Atomic) vm.rules.met(kRealLocks);
  return lock.queue();
}

NativeStatus has_queued_threads(NativeCall& c) { return c.result(queue_of(c).size() != 0); }
NativeStatus queue_length(NativeCall& c) { return c.result(static_cast<int32_t>(queue_of(c).size())); }
NativeStatus has_queued_thread(NativeCall& c) {
  if (!c.ref(1)) return c.throw_new("java/lang/NullPointerException");
  const ThreadId t = c.vm.thread_of(c.ref(1));
  return c.result(t != por::kNoThread && queue_of(c).position(t) >= 0);
}

NativeStatus list_of(NativeCall& c, const std::vector<Ref>& threads) {
  Klass* arrays = c.vm.require_class("java/util/Arrays");
  if (!c.vm.ensure_initialised(arrays)) return NativeStatus::Again;
  const Ref a = ref_array(c.vm, c.vm.known->thread, threads);
  if (!a) return NativeStatus::Throw;
  return call(c, arrays->find_method("asList", "([Ljava/lang/Object;)Ljava/util/List;"), Args().ref(a));
}

// The last to arrive comes first, as in the JDK.
NativeStatus queued_threads(NativeCall& c) {
  const ThreadQueue q = queue_of(c);
  std::vector<Ref> threads;
  for (uint32_t i = q.size(); i-- > 0;) {
    const bool writer = q.entry(i) & ThreadQueue::kExclusive;
    if ((c.method->name == "getQueuedWriterThreads" && !writer) ||
        (c.method->name == "getQueuedReaderThreads" && writer))
      continue;
    threads.push_back(c.vm.thread(q.thread(i)).s.object);
  }
  return list_of(c, threads);
}

// --- who waits on a condition

// True: `out` is the condition's waiters. False: an exception is pending.
bool waiters(NativeCall& c, std::vector<Ref>& out) {
  Vm& vm = c.vm;
  const Ref condition = c.ref(1);
  if (!condition) return vm.throw_new("java/lang/NullPointerException"), false;
  const Ref sync = sync_of(c);
  const Klass* k = vm.klass_of(condition);
  const bool own = k->name.starts_with("java/util/concurrent/locks/AbstractQueued") &&
                   k->name.ends_with("$ConditionObject") && get_ref(vm, condition, "this$0") == sync;
  const bool other_kind = !k->name.ends_with("$ConditionObject");
  if (!own) return vm.throw_new("java/lang/IllegalArgumentException", other_kind ? "not owner" : "Not owner"), false;
  if (!Lock(vm, sync).owned_by(c.thread)) return vm.throw_new("java/lang/IllegalMonitorStateException"), false;
  const ThreadQueue q(vm, condition, k->find_field("firstWaiter"));
  for (uint32_t i = 0; i < q.size(); ++i) out.push_back(vm.thread(q.thread(i)).s.object);
  return true;
}

NativeStatus has_waiters(NativeCall& c) {
  std::vector<Ref> w;
  return waiters(c, w) ? c.result(!w.empty()) : NativeStatus::Throw;
}
NativeStatus wait_queue_length(NativeCall& c) {
  std::vector<Ref> w;
  return waiters(c, w) ? c.result(static_cast<int32_t>(w.size())) : NativeStatus::Throw;
}
NativeStatus waiting_threads(NativeCall& c) {
  std::vector<Ref> w;
  return waiters(c, w) ? list_of(c, w) : NativeStatus::Throw;
}

#define LOCKS "java/util/concurrent/locks/"
#define SYNC "$Sync."
const Entry kLockQueriesNatives[] = {
    // Whether a thread is the owner, and how often, is its own affair: no operation on shared state.
    single<get_owner, describe_query<Verb::GetOwner>>(LOCKS "ReentrantLock" SYNC "getOwner()Ljava/lang/Thread;"),
    single<is_held_exclusively>(LOCKS "ReentrantLock" SYNC "isHeldExclusively()Z"),
    single<is_locked, describe_query<Verb::IsLocked>>(LOCKS "ReentrantLock" SYNC "isLocked()Z"),
    single<hold_count>(LOCKS "ReentrantLock" SYNC "getHoldCount()I"),
    single<get_owner, describe_query<Verb::GetOwner>>(LOCKS "ReentrantReadWriteLock" SYNC
                                                            "getOwner()Ljava/lang/Thread;"),
    single<is_held_exclusively>(LOCKS "ReentrantReadWriteLock" SYNC "isHeldExclusively()Z"),
    single<read_lock_count, describe_query<Verb::GetReadLockCount>>(LOCKS "ReentrantReadWriteLock" SYNC
                                                                          "getReadLockCount()I"),
    single<is_write_locked, describe_query<Verb::IsWriteLocked>>(LOCKS "ReentrantReadWriteLock" SYNC
                                                                       "isWriteLocked()Z"),
    single<write_hold_count>(LOCKS "ReentrantReadWriteLock" SYNC "getWriteHoldCount()I"),
    single<read_hold_count>(LOCKS "ReentrantReadWriteLock" SYNC "getReadHoldCount()I"),
    single<count, describe_query<Verb::ToString>>(LOCKS "ReentrantReadWriteLock" SYNC "getCount()I"),
    single<count, describe_query<Verb::ToString>>(LOCKS "ReentrantReadWriteLock" SYNC "getCount()J"),
    single<permits, describe_query<Verb::AvailablePermits>>("java/util/concurrent/Semaphore" SYNC "getPermits()I"),
    single<permits, describe_query<Verb::GetCount>>("java/util/concurrent/CountDownLatch" SYNC "getCount()I"),
};
#undef SYNC
#undef LOCKS

}  // namespace

void register_lock_queries(Vm& vm) {
  register_table(vm, kLockQueriesNatives);
  for (const char* owner : {"java/util/concurrent/locks/ReentrantLock.",
                            "java/util/concurrent/locks/ReentrantReadWriteLock.", "java/util/concurrent/Semaphore."}) {
    const std::string k = owner, list = "()Ljava/util/Collection;",
                      condition = "(Ljava/util/concurrent/locks/Condition;)";
    vm.register_native(k + "hasQueuedThreads()Z", one_step<has_queued_threads>,
                       describe_one_step<describe_query<Verb::HasQueuedThreads>>);
    vm.register_native(k + "getQueueLength()I", one_step<queue_length>,
                       describe_one_step<describe_query<Verb::GetQueueLength>>);
    vm.register_native(k + "getQueuedThreads" + list, one_step<queued_threads>,
                       describe_one_step<describe_query<Verb::GetQueuedThreads>>);
    vm.register_native(k + "getQueuedWriterThreads" + list, one_step<queued_threads>,
                       describe_one_step<describe_query<Verb::GetQueuedThreads>>);
    vm.register_native(k + "getQueuedReaderThreads" + list, one_step<queued_threads>,
                       describe_one_step<describe_query<Verb::GetQueuedThreads>>);
    vm.register_native(k + "hasQueuedThread(Ljava/lang/Thread;)Z", one_step<has_queued_thread>,
                       describe_one_step<describe_query<Verb::HasQueuedThread>>);
    // Only the owner may ask, and only the owner could change the answer, but for those who give up waiting.
    vm.register_native(k + "hasWaiters" + condition + "Z", one_step<has_waiters>,
                       describe_one_step<describe_query<Verb::GetQueueLength>>);
    vm.register_native(k + "getWaitQueueLength" + condition + "I", one_step<wait_queue_length>,
                       describe_one_step<describe_query<Verb::GetQueueLength>>);
    vm.register_native(k + "getWaitingThreads" + condition + "Ljava/util/Collection;", one_step<waiting_threads>,
                       describe_one_step<describe_query<Verb::GetQueueLength>>);
  }
}

}  // namespace jmc::natives
