// java.lang.Thread: identity, start, status, interrupts; numbers and seeds that a JVM draws from shared counters.
//
// A thread's status lives in ThreadState, not in the Java object: the methods that read it are replaced. Numbers of new
// threads are drawn from counters of the creating thread, so that creating a thread is no operation on shared state.
#include <algorithm>

#include "natives/sockets/sockets.hpp"
#include "natives/threads/before_start.hpp"
#include "natives/threads/thread_status.hpp"
#include "vm/operation/threads.hpp"
#include "vm/visibility/doubts.hpp"

namespace jmc::natives {

using namespace vm;

namespace {

bool started(const NativeCall& c) { return c.vm.thread_of(c.ref(0), c.thread) != por::kNoThread; }

NativeStatus current_thread(NativeCall& c) { return c.result(c.vm.thread(c.thread).s.object); }

NativeStatus holds_lock(NativeCall& c) {
  if (!c.ref(0)) return c.throw_new("java/lang/NullPointerException");
  return c.result(c.vm.holds_lock(c.ref(0), c.thread));
}

// --- start

// Threads of the JDK that serve the garbage collector or signals: there is nothing for them to do.
bool is_service_thread(Vm& vm, Ref thread) {
  const std::string& name = vm.klass_of(thread)->name;
  return name == "java/lang/ref/Reference$ReferenceHandler" || name == "java/lang/ref/Finalizer$FinalizerThread";
}

bool is_daemon(Vm& vm, Ref thread) {
  const Ref holder = get_ref(vm, thread, "holder");
  return get_int(vm, holder ? holder : thread, "daemon") != 0;
}

// Only a thread that others know already can be asked whether it has started. But where several threads start others,
// the order of the starts shows (see Vm::start_thread).
//
// start() holds the monitor of the Thread while the thread begins, and waits for nothing meanwhile: one step, once the
// monitor is free.
bool describe_start(NativeCall& c, Pending& p) {
  if (!is_shared(c.vm, c.ref(0)) && !(c.vm.rules.ends_visible() && c.vm.multi())) return false;
  p.kind = PendingKind::Other;
  p.verb = Verb::Start;
  p.object = c.ref(0);
  p.daemon = is_daemon(c.vm, c.ref(0));
  p.add(kCounterLocation, kThreadStarts, true);
  const bool locks = c.vm.ends_by_monitor(c.ref(0));
  p.operation = locks ? &kStartOnceFree : &kStart;
  if (locks) p.add(c.ref(0), kLockField, true);
  return true;
}

NativeStatus start(NativeCall& c) {
  Vm& vm = c.vm;
  const Ref thread = c.ref(0);
  if (is_service_thread(vm, thread)) return c.done();
  if (started(c)) return c.throw_new("java/lang/IllegalThreadStateException");
  const bool daemon = is_daemon(vm, thread);
  const int64_t before = get_int(vm, thread, "interrupted");
  const ThreadId t = vm.start_thread(thread, daemon);
  if (before && t != por::kNoThread) {
    ThreadState& s = vm.touch_thread(t);
    s.interrupted = before & kInterruptedEarly;
    s.permit = before & kPermitEarly;
    s.permit_of_interrupt = s.interrupted && !vm.locks_as_thread(thread);
  }
  return c.done();
}

// What Thread.exit does to the object itself; the rest of it is bookkeeping of thread groups.
NativeStatus thread_exit(NativeCall& c) {
  for (const char* f : {"target", "threadLocals", "inheritableThreadLocals", "inheritedAccessControlContext"})
    put_ref(c.vm, c.ref(0), f, kNull);
  return c.done();
}

// --- status

// What the thread did happens before any answer that it is over (JLS 17.4.4: "any action that detects" it).
bool seen_ended(Vm& vm, ThreadId t) {
  if (t == por::kNoThread || !vm.thread(t).s.ended) return false;
  vm.joined(t);
  return true;
}

NativeStatus is_alive(NativeCall& c) {
  const ThreadId t = c.vm.thread_of(c.ref(0), c.thread);
  return c.result(!seen_ended(c.vm, t) && t != por::kNoThread);
}

NativeStatus is_terminated(NativeCall& c) { return c.result(seen_ended(c.vm, c.vm.thread_of(c.ref(0), c.thread))); }

// A running thread on its way to an operation that has to wait is RUNNABLE until it gets there: a branch of the search,
// until it was seen there.
uint32_t state_alternatives(Vm& vm, ThreadId asker, const Pending& p) {
  const ThreadId t = vm.thread_of(p.object, asker);
  if (t == por::kNoThread || t == asker || vm.thread(t).s.ended || status_at_operation(vm, t) == kRunnable) return 1;
  return maybe_there(vm, t) && !surely_there(vm, t) ? 2 : 1;
}

constexpr Operation kGetState{.ways = state_alternatives, .as = as_question};

// The state of a thread depends on every operation; a class of the program that asks for it makes all of them read
// kExitLocation.
bool describe_state(NativeCall& c, Pending& p) {
  Vm& vm = c.vm;
  const ThreadId t = vm.thread_of(c.ref(0), c.thread);
  p.kind = PendingKind::Read;
  p.verb = Verb::GetState;
  p.object = c.ref(0);
  if (!vm.multi() || t == c.thread || (t == por::kNoThread && !is_shared(vm, c.ref(0)))) return false;
  p.add(kExitLocation, 0, true);
  p.operation = &kGetState;
  return true;
}

NativeStatus state_constant(NativeCall& c, int status) {
  Vm& vm = c.vm;
  Klass* k = vm.find_class("jdk/internal/misc/VM");
  if (!k) k = vm.require_class("sun/misc/VM");
  if (!vm.ensure_initialised(k)) return NativeStatus::Again;
  return call(c, k->find_method("toThreadState", "(I)Ljava/lang/Thread$State;"), Args().i32(status));
}

NativeStatus get_state(NativeCall& c) {
  Vm& vm = c.vm;
  const ThreadId t = vm.thread_of(c.ref(0), c.thread);
  if (t == por::kNoThread) return state_constant(c, kNew);
  if (t == c.thread) return state_constant(c, kRunnable);
  // Also of one that has ended: which paths are explored does not depend on that it had not.
  if (vm.multi() && !vm.rules.states_asked())
    add_doubt(vm, "Thread.getState of a thread, asked by the JDK or by reflection: not every answer is explored");
  if (seen_ended(vm, t)) return state_constant(c, kTerminated);
  note_shown(vm, t);
  const int there = status_at_operation(vm, t);
  if (there == kRunnable || !maybe_there(vm, t)) return state_constant(c, kRunnable);
  if (!surely_there(vm, t)) {
    if (vm.granted_alternative == 1) return state_constant(c, kRunnable);
    vm.touch_thread(t).arrived = true;
  }
  return state_constant(c, there);
}

// The JDK itself only asks whether a thread is new or has ended.
NativeStatus internal_state(NativeCall& c) {
  const ThreadId t = c.vm.thread_of(c.ref(0), c.thread);
  return state_constant(c, t == por::kNoThread ? kNew : seen_ended(c.vm, t) ? kTerminated : kRunnable);
}

// --- interrupts

// Whether a thread that has ended is interrupted is kept with its number.
ThreadId interruptible(NativeCall& c, Ref thread) {
  const ThreadId t = c.vm.thread_of(thread, c.thread);
  if (t == kOver) c.vm.rules.numbers_told();
  return t;
}

// An interrupt closes the channel, or wakes the selector, that its thread waits in: the JDK's bytecode does that, under
// the lock that a thread takes to say what it waits in. A thread that has not said so yet looks at its interrupt status
// when it has.
bool may_wait_in_channel(NativeCall& c) {
  if (c.method->name != "interrupt") return false;
  for (const char* name :
       {"java/nio/channels/spi/AbstractInterruptibleChannel", "java/nio/channels/spi/AbstractSelector"})
    if (const Klass* k = c.vm.find_class(name); k && c.vm.init_status(k) != InitStatus::Loaded) return true;
  return false;
}

bool describe_interrupt(NativeCall& c, Pending& p) {
  Vm& vm = c.vm;
  const ThreadId t = interruptible(c, c.ref(0));
  if (t == kOver) return false;
  if (!vm.multi()) return false;
  p.verb = Verb::Interrupt;
  p.object = c.ref(0);
  if (t != por::kNoThread && may_wait_in_channel(c)) {
    // That the bytecode goes on from here is because the thread has started.
    p.kind = PendingKind::Read;
    p.verb = Verb::SeeStart;
    p.operation = &kAskThread;
    p.add(kCounterLocation, kThreadStarts, false);
    return true;
  }
  if (t == por::kNoThread && !is_shared(vm, c.ref(0))) return false;
  p.kind = PendingKind::Interrupt;
  announce(vm, c.thread, kInterrupt, p);
  return true;
}

NativeStatus interrupt(NativeCall& c) {
  Vm& vm = c.vm;
  const ThreadId t = interruptible(c, c.ref(0));
  if (t == kOver) return c.done();
  // One that has not started waits in none. What the bytecode writes into its field, start() would see before the
  // operation in interrupt0() says so.
  if (t != por::kNoThread && may_wait_in_channel(c)) return to_bytecode(c);
  vm.rules.interrupt_seen();
  // Before 14 an interrupt of a thread that has not started is lost; the field came with the change.
  if (t == por::kNoThread)
    put_int(vm, c.ref(0), "interrupted", get_int(vm, c.ref(0), "interrupted") | kInterruptedEarly);
  else set_interrupted(vm, t);
  return c.done();
}

bool describe_interrupt_query(NativeCall& c, Pending& p) {
  Vm& vm = c.vm;
  if (!vm.multi()) return false;
  const Ref thread = c.method->is_static() ? vm.thread(c.thread).s.object : c.ref(0);
  const ThreadId t = interruptible(c, thread);
  if (t == kOver) return false;
  const bool clears = c.method->name != "isInterrupted";
  p.kind = clears ? PendingKind::Other : PendingKind::Read;
  p.verb = clears ? Verb::Interrupted : Verb::IsInterrupted;
  p.object = thread;
  if (t == por::kNoThread && !is_shared(vm, thread)) return false;
  announce(vm, c.thread, kAskInterrupt, p);
  return true;
}

NativeStatus is_interrupted(NativeCall& c) {
  const ThreadId t = interruptible(c, c.ref(0));
  if (t == kOver) return c.result(false);
  if (t == por::kNoThread) return c.result((get_int(c.vm, c.ref(0), "interrupted") & kInterruptedEarly) != 0);
  note_interrupt_asked(c, t);
  return c.result(see_interrupt(c.vm, t));
}

NativeStatus clear_interrupted(NativeCall& c) { return c.result(take_interrupt(c.vm, c.thread)); }

// JDK 8: private native boolean isInterrupted(boolean clear)
NativeStatus is_interrupted_clear(NativeCall& c) {
  const ThreadId t = interruptible(c, c.ref(0));
  if (t == por::kNoThread || t == kOver) return c.result(false);
  return c.result(c.i32(1) ? take_interrupt(c.vm, t) : see_interrupt(c.vm, t));
}

bool describe_interrupt_clear(NativeCall& c, Pending& p) {
  const ThreadId t = interruptible(c, c.ref(0));
  if (!c.vm.multi() || t == por::kNoThread || t == kOver) return false;
  p.kind = PendingKind::Other;
  p.verb = c.i32(1) ? Verb::Interrupted : Verb::IsInterrupted;
  p.object = c.ref(0);
  p.add(kThreadLocation + t, kThreadInterrupt, c.i32(1));
  if (!c.vm.start_known(t, c.thread)) p.add(kCounterLocation, kThreadStarts, false);
  return true;
}

// --- numbers and seeds

// Main's threads are numbered as java numbers them; those of other threads from a range of their own.
uint64_t next_number(Vm& vm, ThreadId t, Counter which) {
  if (t == 0) {
    const uint64_t n = vm.counter(which);
    vm.set_counter(which, n + 1);
    return n;
  }
  const uint64_t each = vm.rules.foresees(kNumbersReturn) ? 2'000'000 : 10'000;
  return t * each + vm.touch_thread(t).random_seed++;
}

NativeStatus next_thread_number(NativeCall& c) {
  return c.result(static_cast<int32_t>(next_number(c.vm, c.thread, kThreadNumber)));
}
NativeStatus next_thread_id(NativeCall& c) {
  return c.result(static_cast<int64_t>(next_number(c.vm, c.thread, kThreadId) + 1));
}

uint64_t mix(uint64_t z) {  // splitmix64
  z += 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

NativeStatus local_random_init(NativeCall& c) {
  const Ref thread = c.vm.thread(c.thread).s.object;
  if (c.thread) c.vm.symmetry.tell_apart();
  uint64_t seed = c.thread + 1;
  // Who had the number before has drawn from it.
  if (c.vm.rules.foresees(kNumbersReturn)) seed += uint64_t{c.vm.touch_thread(c.thread).random_seed++} << 32;
  put_int(c.vm, thread, "threadLocalRandomSeed", static_cast<int64_t>(mix(seed)));
  put_int(c.vm, thread, "threadLocalRandomProbe", static_cast<int32_t>(mix(seed) >> 32 | 1));
  return c.done();
}

NativeStatus random_long(NativeCall& c) { return c.result(static_cast<int64_t>(thread_random(c.vm))); }

// Spread like the sequence of one shared counter (multiples of the golden ratio), which is what ThreadLocalMap counts
// on.
NativeStatus next_hash_code(NativeCall& c) {
  const uint64_t seed = c.vm.next_seed(false);
  return c.result(static_cast<int32_t>(((seed >> 32) * 4096 + (seed & 0xffff'ffff)) * 0x61c88647u));
}

// --- handlers

// Until 18 a thread that has ended has none; what it had before is in its field.
NativeStatus get_uncaught_handler(NativeCall& c) {
  const ThreadId t = c.vm.thread_of(c.ref(0), c.thread);
  return t != por::kNoThread && c.vm.thread(t).s.ended ? c.result(kNull) : to_bytecode(c);
}

NativeStatus register_container(NativeCall& c) { return c.result(c.ref(0)); }

// Of one thread, or of all.
NativeStatus set_handler(NativeCall& c) {
  if (c.vm.multi()) c.vm.rules.uses(vm::kHandlersSet);
  return to_bytecode(c);
}

constexpr Entry kThreadsNatives[] = {
    {"java/lang/Thread.registerNatives()V", nothing},
    {"java/lang/VirtualThread.registerNatives()V", nothing},
    {"jdk/internal/vm/Continuation.registerNatives()V", nothing},
    {"java/lang/Thread.currentThread()Ljava/lang/Thread;", current_thread},
    {"java/lang/Thread.currentCarrierThread()Ljava/lang/Thread;", current_thread},
    {"java/lang/Thread.holdsLock(Ljava/lang/Object;)Z", holds_lock},
    {"java/lang/Thread.start()V", start, describe_start},
    {"java/lang/Thread.start0()V", start, describe_start},
    {"java/lang/Thread.exit()V", thread_exit},
    {"java/lang/Thread.isAlive()Z", is_alive, describe_liveness},
    {"java/lang/Thread.alive()Z", is_alive, describe_liveness},
    {"java/lang/Thread.isTerminated()Z", is_terminated, describe_liveness},
    {"java/lang/Thread.getState()Ljava/lang/Thread$State;", get_state, describe_state},
    {"java/lang/Thread.threadState()Ljava/lang/Thread$State;", internal_state, describe_liveness},
    {"java/lang/Thread.interrupt()V", interrupt, describe_interrupt},
    {"java/lang/Thread.interrupt0()V", interrupt, describe_interrupt},
    {"java/lang/Thread.isInterrupted()Z", is_interrupted, describe_interrupt_query},
    {"java/lang/Thread.interrupted()Z", clear_interrupted, describe_interrupt_query},
    {"java/lang/Thread.getAndClearInterrupt()Z", clear_interrupted, describe_interrupt_query},
    {"java/lang/Thread.isInterrupted(Z)Z", is_interrupted_clear, describe_interrupt_clear},
    {"java/lang/Thread.clearInterruptEvent()V", nothing},
    {"java/lang/Thread.setPriority0(I)V", nothing},
    {"java/lang/Thread.setNativeName(Ljava/lang/String;)V", nothing},
    {"java/lang/Thread.ensureMaterializedForStackWalk(Ljava/lang/Object;)V", nothing},
    {"java/lang/Thread.scopedValueCache()[Ljava/lang/Object;", zero},
    {"java/lang/Thread.setScopedValueCache([Ljava/lang/Object;)V", nothing},
    {"java/lang/ScopedValue$Cache.put(Ljava/lang/ScopedValue;Ljava/lang/Object;)V", nothing},
    {"java/lang/Thread.setUncaughtExceptionHandler(Ljava/lang/Thread$UncaughtExceptionHandler;)V", set_handler},
    {"java/lang/Thread.setDefaultUncaughtExceptionHandler(Ljava/lang/Thread$UncaughtExceptionHandler;)V", set_handler},
    {"java/lang/Thread.nextThreadNum()I", next_thread_number},
    {"java/lang/Thread$ThreadNumbering.next()I", next_thread_number},
    {"java/lang/Thread.nextThreadID()J", next_thread_id},
    {"java/lang/Thread$ThreadIdentifiers.next()J", next_thread_id},
    {"java/lang/Thread.getNextThreadIdOffset()J", zero},
    {"java/util/Random.seedUniquifier()J", random_long},
    // Virtual threads are platform threads: the JDK has a class for JVMs without continuations.
    {"jdk/internal/vm/ContinuationSupport.isSupported0()Z", zero},
    {"jdk/internal/vm/ThreadContainers.registerContainer(Ljdk/internal/vm/ThreadContainer;)Ljava/lang/Object;",
     register_container},
    {"jdk/internal/vm/ThreadContainers.deregisterContainer(Ljava/lang/Object;)V", nothing},
    {"jdk/internal/ref/CleanerImpl.start(Ljava/lang/ref/Cleaner;Ljava/util/concurrent/ThreadFactory;)V", nothing},
};

// The JDK counts these for all threads together, so that they depend on the schedule.
constexpr Entry kCounters[] = {
    {"java/lang/ThreadLocal.nextHashCode()I", next_hash_code},
    {"java/util/concurrent/ThreadLocalRandom.localInit()V", local_random_init},
};

}  // namespace

bool describe_liveness(NativeCall& c, Pending& p) {
  Vm& vm = c.vm;
  const ThreadId t = vm.thread_of(c.ref(0), c.thread);
  if (t == kOver) return false;
  p.kind = PendingKind::Read;
  p.verb = Verb::IsAlive;
  p.object = c.ref(0);
  if (vm.ends_by_monitor(c.ref(0)) && vm.holds_lock(c.ref(0), c.thread))
    return false;  // the thread can neither start nor end now
  if (t == por::kNoThread) {
    if (!is_shared(vm, c.ref(0))) return false;
    announce(vm, c.thread, kAskLife, p);
    return true;
  }
  if (!vm.multi() || t == c.thread) return false;
  // That the thread has ended is news where the end is an operation of its own: from now on, or in the next search. The
  // classes of the program tell that it asks (Linker::look_for_observers), but not what the JDK asks for it: pipes,
  // Thread.toString, setDaemon, reflection.
  vm.rules.interrupt_seen();
  if (vm.thread(t).s.ended && !vm.rules.ends_visible()) return false;
  announce(vm, c.thread, kAskLife, p);
  return true;
}

void set_interrupted(Vm& vm, ThreadId t) {
  // As on HotSpot, where an interrupt makes the permit available, too, and Thread.interrupted() does not take it. One
  // that has not started has none.
  const ThreadState& s = vm.thread(t).s;
  if (!s.interrupted || !s.permit_of_interrupt) {
    ThreadState& changed = vm.touch_thread(t);
    changed.interrupted = true;
    changed.permit_of_interrupt = !s.ended;
  }
  if (vm.memory) vm.memory->interrupts(t);
}

int status_at_operation(const Vm& vm, ThreadId t) {
  const ThreadState& s = vm.thread(t).s;
  const Pending& p = s.pending;
  switch (p.kind) {
    case PendingKind::MonitorEnter: return kBlocked;
    case PendingKind::WaitReacquire: return s.wait == WaitState::Waiting ? (p.timed ? kTimed : kWaiting) : kBlocked;
    case PendingKind::Sleep: return p.verb == Verb::PollsClock ? kRunnable : kTimed;
    case PendingKind::Park:
    case PendingKind::Join:
    case PendingKind::Lock: return p.timed ? kTimed : kWaiting;
    case PendingKind::Other:
      if (parks_in_poller(vm, p)) return p.timed ? kTimed : kWaiting;
      [[fallthrough]];
    case PendingKind::Output: return p.operation->waits_for ? kBlocked : kRunnable;
    default: return kRunnable;
  }
}

void note_shown(Vm& vm, ThreadId t) {
  const Pending& p = vm.thread(t).s.pending;
  const bool in_lock = p.kind == PendingKind::Lock || (p.kind == PendingKind::Wait && p.operation->waiting);
  if (in_lock && vm.atomic_locks()) vm.rules.met(kRealLocks);
}

bool surely_there(const Vm& vm, ThreadId t) {
  const ThreadState& s = vm.thread(t).s;
  return s.arrived || s.pending.kind == PendingKind::WaitReacquire;
}
bool maybe_there(Vm& vm, ThreadId t) {
  const ThreadState& s = vm.thread(t).s;
  const Pending& p = s.pending;
  if (surely_there(vm, t) || s.was_blocked || p.timed || p.kind == PendingKind::Park || p.kind == PendingKind::Sleep)
    return true;
  // It parks, and another thread of the JDK finds out that there is something.
  if (parks_in_poller(vm, p)) return true;
  return !p.ways(vm, t);
}

uint64_t thread_random(Vm& vm) { return mix(vm.next_seed(false)); }

void register_threads(Vm& vm) {
  register_thread_dumps(vm);
  register_table(vm, kThreadsNatives);
  if (!(vm.options.distinguish & kDistinguishSeeds)) register_table(vm, kCounters);
  register_thread_groups(vm);
  if (vm.jdk.release >= 19) return;
  vm.register_native("java/lang/Thread.getUncaughtExceptionHandler()Ljava/lang/Thread$UncaughtExceptionHandler;",
                     get_uncaught_handler, describe_liveness);
}

}  // namespace jmc::natives
