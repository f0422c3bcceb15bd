// Thread.join, sleep and yield: what a thread waits for other than monitors and permits.
#include "natives/support.hpp"
#include "vm/operation/threads.hpp"

namespace jmc::natives {

using namespace vm;

namespace {

bool interrupted(Vm& vm, ThreadId t) { return vm.thread(t).s.interrupted; }

// --- join
// join(), join(long), join(long, int), join(Duration): the time, in the unit of the first argument. Where somebody
// locks Thread objects the JDK's bytecode runs, which locks the Thread and waits on it; otherwise, and for virtual
// threads always, a join is one operation.

int64_t later_of(int64_t a, int64_t b) { return a > INT64_MAX - b ? INT64_MAX : a + b; }

bool is_timed(NativeCall& c) {
  if (c.method->descriptor == "()V") return false;
  if (c.method->descriptor.starts_with("(L")) return true;
  return c.i64(1) != 0 || (c.method->descriptor == "(JI)V" && c.i32(3) != 0);
}

// Null, or the message of the IllegalArgumentException.
const char* bad_time(NativeCall& c) {
  if (!c.method->descriptor.starts_with("(J")) return nullptr;
  if (c.i64(1) < 0) return "timeout value is negative";
  if (c.method->descriptor == "(JI)V" && (c.i32(3) < 0 || c.i32(3) > 999999))
    return "nanosecond timeout value out of range";
  return nullptr;
}

int64_t asked_of_join(NativeCall& c) {
  if (c.method->descriptor.starts_with("(L")) {
    const Ref d = c.ref(1);
    if (!d) return 0;
    const int64_t seconds = get_int(c.vm, d, "seconds");
    return seconds < 0 ? 0 : later_of(nanos_of(seconds, 1'000'000'000), get_int(c.vm, d, "nanos"));
  }
  // The JDK waits for whole milliseconds: nanoseconds count as one more.
  const bool more = c.method->descriptor == "(JI)V" && c.i32(3) > 0 && c.i64(1) != INT64_MAX;
  return nanos_of(c.i64(1) + more, 1'000'000);
}

bool describe_join(NativeCall& c, Pending& p) {
  Vm& vm = c.vm;
  const Ref thread = c.ref(0);
  if (vm.ends_by_monitor(thread)) return describe_synchronized(c, p);
  if (bad_time(c)) return false;
  p.kind = PendingKind::Join;
  p.object = thread;
  p.timed = is_timed(c);
  p.value = p.timed && is_endless(asked_of_join(c)) ? kEndless : 0;
  const ThreadId t = vm.thread_of(thread, c.thread);
  if (t == kOver) return false;
  // What may also give up waiting is no mere consequence of the end.
  if (p.timed && vm.multi() && vm.options.timeouts != Timeouts::Never) vm.rules.interrupt_seen();
  // Nor is what might come before the start of the thread, when there is nothing to wait for.
  if (vm.multi() && (t == por::kNoThread ? is_shared(vm, thread) : !vm.start_known(t, c.thread)))
    vm.rules.interrupt_seen();
  if (t == por::kNoThread) {
    if (!is_shared(vm, thread)) return false;
    announce(vm, c.thread, kJoin, p);
    return true;
  }
  if (vm.thread(t).s.ended && !vm.rules.ends_visible() && vm.start_known(t, c.thread)) return false;
  if (Pending begin; p.timed && describe_begin_of_wait(c, begin, asked_of_join(c))) {
    begin.object = thread;
    begin.operation = &kAskThread;
    // It begins no wait if the thread is over, or has not started (vm/operation/threads.cpp).
    if (vm.clock.shared()) {
      begin.add(kThreadLocation + t, kThreadEnd, false);
      if (!vm.start_known(t, c.thread)) begin.add(kCounterLocation, kThreadStarts, false);
    }
    p = begin;
    return true;
  }
  announce(vm, c.thread, kJoin, p);
  if (p.timed && !p.value) add_time_out(c, p);
  return true;
}

NativeStatus join(NativeCall& c) {
  Vm& vm = c.vm;
  if (vm.ends_by_monitor(c.ref(0))) return to_bytecode(c);
  if (const char* message = bad_time(c)) return c.throw_new("java/lang/IllegalArgumentException", message);
  const bool duration = c.method->descriptor.starts_with("(L");
  if (duration) {
    if (!c.ref(1)) return c.throw_new("java/lang/NullPointerException");
    if (vm.thread_of(c.ref(0), c.thread) == por::kNoThread)
      return c.throw_new("java/lang/IllegalThreadStateException", "Thread not started");
  }
  const bool alive = is_running(vm, c.ref(0));
  if (alive && is_timed(c) && begins_wait(c, asked_of_join(c))) return NativeStatus::Again;
  const bool late = alive && !interrupted(vm, c.thread);
  if (is_timed(c)) vm.clock.end_wait(c.thread, asked_of_join(c), late);
  if (alive && interrupted(vm, c.thread)) return throw_interrupted(c);
  if (alive) return duration ? c.result(false) : c.done();
  if (const ThreadId t = vm.thread_of(c.ref(0)); t != por::kNoThread) vm.joined(t);
  return duration ? c.result(!alive) : c.done();
}

// --- sleep and yield

int64_t asked_of_sleep(const NativeCall& c) {
  return nanos_of(c.i64(0), c.method->name == "sleepNanos0" ? 1 : 1'000'000);
}

uint32_t endless_alternatives(Vm& vm, ThreadId t, const Pending&) { return interrupted(vm, t); }

constexpr Operation kSleep{.times_out = [](Vm& vm, ThreadId t, const Pending&) { return !interrupted(vm, t); }};
constexpr Operation kSleepForEver{
    .ways = endless_alternatives,
    .waiting = [](Vm&, ThreadId, const Pending&, const auto&) { return std::string("sleeps for ever"); }};

// A sleeping thread may go on at any moment, and may be interrupted before; unless it sleeps for ever.
bool describe_sleep(NativeCall& c, Pending& p) {
  const bool endless = is_endless(asked_of_sleep(c));
  if ((!c.vm.multi() && !endless) || c.i64(0) < 0) return false;
  if (c.i64(0) && describe_begin_of_wait(c, p, asked_of_sleep(c))) return true;
  p.kind = PendingKind::Sleep;
  p.timed = true;
  p.operation = endless ? &kSleepForEver : &kSleep;
  if (endless) p.value = kEndless;
  p.add(kThreadLocation + c.thread, kThreadInterrupt, true);
  if (c.i64(0) && !endless) add_time_out(c, p);
  return true;
}

NativeStatus sleep(NativeCall& c) {
  if (c.i64(0) < 0) return c.throw_new("java/lang/IllegalArgumentException", "timeout value is negative");
  if (c.i64(0) && begins_wait(c, asked_of_sleep(c))) return NativeStatus::Again;
  const bool early = interrupted(c.vm, c.thread);
  if (c.i64(0)) c.vm.clock.end_wait(c.thread, asked_of_sleep(c), !early);
  else c.vm.gave_way = true;
  return early ? throw_interrupted(c, "sleep interrupted") : c.done();
}

// Others may run before its next visible operation anyway. That it asked for it is news to bounds and samplers.
NativeStatus give_way(NativeCall& c) {
  c.vm.gave_way = true;
  return c.done();
}

constexpr Entry kBlockingNatives[] = {
    {"java/lang/Thread.join()V", join, describe_join},
    {"java/lang/Thread.join(J)V", join, describe_join},
    {"java/lang/Thread.join(JI)V", join, describe_join},
    {"java/lang/Thread.join(Ljava/time/Duration;)Z", join, describe_join},
    {"java/lang/Thread.sleep0(J)V", sleep, describe_sleep},
    {"java/lang/Thread.sleepNanos0(J)V", sleep, describe_sleep},
    {"java/lang/Thread.yield()V", give_way},
    {"java/lang/Thread.yield0()V", give_way},
    {"java/lang/Thread.onSpinWait()V", give_way},
};

}  // namespace

void register_blocking(Vm& vm) {
  register_table(vm, kBlockingNatives);
  if (vm.jdk.release < 19) vm.register_native("java/lang/Thread.sleep(J)V", sleep, describe_sleep);
}

}  // namespace jmc::natives
