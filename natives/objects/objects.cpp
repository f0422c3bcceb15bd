// java.lang.Object: identity, clone, monitors.
//
// wait() is two operations. The first gives up the monitor; the second waits until it may be had again and there is a
// reason to (notified, interrupted, timed out). One more comes in between where the thread is interrupted: it leaves
// the wait set, for which it needs no monitor. Until then a notify may choose it; it then returns normally and keeps
// its interrupt status. From then on no notify reaches it, and it throws, whatever others do before it has the monitor.
//
// Whoever times out leaves the wait set in the same way. That is no operation, since it returns as if it were notified,
// but for an interrupt that comes after it has left: see kLate.
#include "natives/memory/atomics.hpp"
#include "natives/support.hpp"

namespace jmc::natives {

using namespace vm;

namespace {

constexpr const char* kNotOwner = "current thread is not owner";

NativeStatus get_class(NativeCall& c) { return c.result(c.vm.klass_of(c.ref(0))->mirror); }

// On a JVM they differ from run to run, and with them what goes by their order: lists of a HashMap, locks that are
// taken by it. Told where the program asks for that of an object of its own, or a collection does for it: what the JDK
// asks for otherwise (to print a trace, to write objects) it asks for in order to find the object again.
void remark_hash_code(NativeCall& c, Ref o) {
  constexpr std::string_view kTopic = "hash codes";
  const Klass* k = c.vm.klass_of(o);
  if ((k->boot && k->name != "java/lang/Object") || c.vm.heap.has_hash(o)) return;
  for (const auto& remark : c.vm.remarks())
    if (remark.first == kTopic) return;
  const Method* callee = nullptr;
  bool own = false;
  c.vm.walk_frames(c.thread, [&](Method* m, uint32_t) {
    if (m->internal || !m->file) return true;
    own = !m->owner->boot;
    if (!own) callee = m;
    return !own;
  });
  if (own && (!callee || callee->owner->name.starts_with("java/util/")))
    c.vm.remark(kTopic,
                "of objects without one of their own (" + k->external_name() +
                    ") are the same in every run: what goes by their order is seen in one order; asked for at " +
                    c.vm.place_of(c.thread));
}

NativeStatus hash_code(NativeCall& c) {
  if (!c.ref(0)) return c.result(0);
  remark_hash_code(c, c.ref(0));
  return c.result(c.vm.identity_hash(c.ref(0)));
}

constexpr Operation kDrawHash{
    .only_reads = [](Vm& vm, ThreadId, const Pending& p) { return vm.heap.has_hash(p.object); }};

// Who asks first decides which it is.
bool describe_hash_code(NativeCall& c, Pending& p) {
  const Ref o = c.ref(0);
  if (!o || c.vm.hash_is_settled(o)) return false;
  p.kind = PendingKind::Other;
  p.object = o;
  p.verb = Verb::IdentityHashCode;
  p.add(o, kHashField, true);
  p.operation = &kDrawHash;
  return true;
}

// --- wait and notify

// Notified, or its time was over before: nobody can tell, unless it is interrupted before it has the monitor again. A
// thread that was notified then returns; one whose time was over throws.
constexpr WaitState kLate = WaitState::Interrupted;

// Left the wait set because of an interrupt.
bool has_left(const ThreadState& s) { return s.native_phase == 1 && s.wait == WaitState::None; }
bool leaves_now(const ThreadState& s) { return s.wait == WaitState::Waiting && s.interrupted; }

bool is_timed(const NativeCall& c) { return c.method->descriptor != "()V" && c.i64(1) != 0; }

uint32_t reacquire_alternatives(Vm& vm, ThreadId t, const Pending& p) {
  const ThreadState& s = vm.thread(t).s;
  if (leaves_now(s)) return 1;
  if (!vm.lock_free_for(p.object, t)) return 0;
  if (s.wait == kLate) return s.interrupted ? 2 : 1;
  if (s.wait == WaitState::Notified || has_left(s) || vm.options.spurious_wakeups) return 1;
  return may_time_out(vm, t, p);
}

bool wait_times_out(Vm& vm, ThreadId t, const Pending&) {
  return vm.thread(t).s.wait == WaitState::Waiting && !vm.thread(t).s.interrupted;
}

constexpr Operation kReacquire{.ways = reacquire_alternatives, .waits_for = monitor_owner, .times_out = wait_times_out};

int64_t asked_of_wait(const NativeCall& c) { return nanos_of(c.i64(1), 1'000'000); }

bool describe_wait(NativeCall& c, Pending& p) {
  Vm& vm = c.vm;
  const Ref o = c.ref(0);
  p.object = o;
  p.timed = is_timed(c);
  p.value = p.timed && is_endless(asked_of_wait(c)) ? kEndless : 0;
  p.add(o, kLockField, true);
  p.add(kThreadLocation + c.thread, kThreadInterrupt, true);
  if (vm.thread(c.thread).s.native_phase == 1) {
    p.kind = PendingKind::WaitReacquire;
    p.operation = &kReacquire;
    if (p.timed && !p.value) add_time_out(c, p);
    return true;
  }
  p.kind = PendingKind::Wait;
  if (p.timed && vm.clock.holds_operation()) p.add(kClockLocation, 0, false);
  return vm.holds_lock(o, c.thread) && (is_shared(vm, o) || (p.timed && vm.clock.holds_operation()));
}

NativeStatus wait(NativeCall& c) {
  Vm& vm = c.vm;
  const Ref o = c.ref(0);
  ThreadState& s = vm.touch_thread(c.thread);
  if (s.native_phase == 1) {
    if (leaves_now(s)) {
      s.wait = WaitState::None;
      return NativeStatus::Again;
    }
    const bool notified =
        s.wait == WaitState::Notified || (s.wait == kLate && (!s.interrupted || !vm.granted_alternative));
    for (uint32_t i = 0; i < s.wait_count; ++i) vm.lock_enter(o, c.thread);
    s.native_phase = 0;
    s.wait_count = 0;
    s.wait = WaitState::None;
    s.waiting_on = kNull;
    if (is_timed(c)) vm.clock.end_wait(c.thread, asked_of_wait(c), !notified && !s.interrupted);
    if (!notified && s.interrupted) return throw_interrupted(c);
    return c.done();
  }
  if (c.method->descriptor != "()V" && c.i64(1) < 0)
    return c.throw_new("java/lang/IllegalArgumentException", "timeout value is negative");
  if (!vm.holds_lock(o, c.thread)) return c.throw_new(kIllegalMonitorState, kNotOwner);
  if (s.interrupted) return throw_interrupted(c);
  uint32_t count = 0;
  for (; vm.holds_lock(o, c.thread); ++count) vm.lock_exit(o, c.thread);
  s.native_phase = 1;
  s.wait_count = count;
  s.wait = WaitState::Waiting;
  s.waiting_on = o;
  if (is_timed(c)) vm.clock.begin_wait(c.thread, asked_of_wait(c));
  return NativeStatus::Again;
}

bool waits_on(Vm& vm, ThreadId t, Ref o) {
  const ThreadState& s = vm.thread(t).s;
  if (vm.options.timeouts == Timeouts::Always && may_time_out(vm, t, s.pending))
    return false;  // its time will be over before anybody notifies it
  return s.wait == WaitState::Waiting && s.waiting_on == o;
}

// Where there is another one whom a notify could have chosen instead, a time that is over decides nothing: then t was
// waiting.
void wake(Vm& vm, ThreadId t, bool another) {
  const bool late = !another && may_time_out(vm, t, vm.thread(t).s.pending);
  vm.touch_thread(t).wait = late ? kLate : WaitState::Notified;
}

uint32_t notify_alternatives(Vm& vm, ThreadId, const Pending& p) {
  uint32_t waiters = 0;
  for (ThreadId t = 0; t < vm.thread_count(); ++t) waiters += waits_on(vm, t, p.object);
  return waiters ? waiters : 1;
}

constexpr Operation kNotify{.ways = notify_alternatives};

bool describe_notify(NativeCall& c, Pending& p) {
  const Ref o = c.ref(0);
  if (!is_shared(c.vm, o) || !c.vm.holds_lock(o, c.thread)) return false;
  p.kind = PendingKind::Notify;
  p.object = o;
  p.add(o, kLockField, true);
  if (c.method->name == "notify") p.operation = &kNotify;
  else p.verb = Verb::NotifyAll;
  return true;
}

NativeStatus notify(NativeCall& c) {
  Vm& vm = c.vm;
  const Ref o = c.ref(0);
  if (!vm.holds_lock(o, c.thread)) return c.throw_new(kIllegalMonitorState, kNotOwner);
  uint32_t choice = is_shared(vm, o) ? vm.granted_alternative : 0, waiters = 0;
  ThreadId chosen = por::kNoThread;
  for (ThreadId t = 0; t < vm.thread_count(); ++t) {
    if (!waits_on(vm, t, o)) continue;
    ++waiters;
    if (choice-- == 0) chosen = t;
  }
  if (waiters) wake(vm, chosen, waiters > 1);
  return c.done();
}

NativeStatus notify_all(NativeCall& c) {
  Vm& vm = c.vm;
  const Ref o = c.ref(0);
  if (!vm.holds_lock(o, c.thread)) return c.throw_new(kIllegalMonitorState, kNotOwner);
  for (ThreadId t = 0; t < vm.thread_count(); ++t)
    if (waits_on(vm, t, o)) wake(vm, t, false);
  return c.done();
}

constexpr Entry kObjectsNatives[] = {
    {"java/lang/Object.registerNatives()V", nothing},
    {"java/lang/Object.getClass()Ljava/lang/Class;", get_class},
    {"java/lang/Object.hashCode()I", hash_code, describe_hash_code},
    {"java/lang/System.identityHashCode(Ljava/lang/Object;)I", hash_code, describe_hash_code},
    {"java/lang/Object.notify()V", notify, describe_notify},
    {"java/lang/Object.notifyAll()V", notify_all, describe_notify},
    {"java/lang/Object.wait0(J)V", wait, describe_wait},
};

}  // namespace

void register_objects(Vm& vm) {
  register_table(vm, kObjectsNatives);
  // From 19 on wait(long) is bytecode that checks its argument and calls wait0.
  if (vm.jdk.release < 19) vm.register_native("java/lang/Object.wait(J)V", wait, describe_wait);
}

}  // namespace jmc::natives
