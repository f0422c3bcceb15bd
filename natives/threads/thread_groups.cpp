// Groups of threads, and lists of all that run.
#include <algorithm>
#include <vector>

#include "natives/support.hpp"
#include "natives/threads/thread_status.hpp"
#include "vm/operation/threads.hpp"
#include "vm/visibility/doubts.hpp"

namespace jmc::natives {

using namespace vm;

namespace {

Ref group_of(Vm& vm, Ref thread) {
  const Ref holder = get_ref(vm, thread, "holder");
  return get_ref(vm, holder ? holder : thread, "group");
}

bool inside(Vm& vm, Ref group, Ref ancestor) {
  for (; group; group = get_ref(vm, group, "parent"))
    if (group == ancestor) return true;
  return false;
}

// In the order of their starts: all, or those in the group, and in its subgroups if `recursive`. Before 19 a group is
// left before the end.
std::vector<Ref> live_threads(Vm& vm, Ref group, bool recursive = true) {
  std::vector<Ref> result;
  vm.symmetry.tell_apart();
  vm.rules.numbers_told();
  for (ThreadId t = 0; t < vm.thread_count(); ++t) {
    const ThreadState& s = vm.thread(t).s;
    if (s.ended || !s.object || s.object == vm.shutdown_thread || !vm.locks_as_thread(s.object))
      continue;  // virtual threads are in no list
    if (group &&
        (s.left_group || !(recursive ? inside(vm, group_of(vm, s.object), group) : group_of(vm, s.object) == group)))
      continue;
    result.push_back(s.object);
  }
  return result;
}

// Which threads there are depends on all starts and ends; a class of the program that asks makes every operation read
// kExitLocation.
bool describe_list(NativeCall& c, Pending& p) {
  if (!c.vm.multi()) return false;
  if (!c.vm.rules.threads_listed())
    add_doubt(
        c.vm,
        "a count or list of running threads, asked for by the JDK or by reflection: not every answer is explored");
  p.kind = PendingKind::Read;
  p.verb = c.method->name == "getThreads"    ? Verb::ListOfThreads
           : c.method->name == "activeCount" ? Verb::ActiveCount
                                             : Verb::Enumerate;
  p.add(kExitLocation, 0, true);
  return true;
}

NativeStatus active_count(NativeCall& c) { return c.result(static_cast<int32_t>(live_threads(c.vm, c.ref(0)).size())); }

NativeStatus get_threads(NativeCall& c) {
  const Ref a = ref_array(c.vm, c.vm.known->thread, live_threads(c.vm, kNull));
  return a ? c.result(a) : NativeStatus::Throw;
}

// Before 19: enumerate(Thread[] list, int n, boolean recurse) of a group, its own threads first.
NativeStatus enumerate(NativeCall& c) {
  Vm& vm = c.vm;
  const Ref list = c.ref(1);
  if (!list) return c.throw_new("java/lang/NullPointerException");
  std::vector<Ref> threads = live_threads(vm, c.ref(0), c.i32(3) != 0);
  std::stable_partition(threads.begin(), threads.end(), [&](Ref t) { return group_of(vm, t) == c.ref(0); });
  uint32_t n = static_cast<uint32_t>(c.i32(2));
  for (size_t i = 0; i < threads.size() && n < vm.array_length(list); ++i) set_element(vm, list, n++, threads[i]);
  return c.result(static_cast<int32_t>(n));
}

// Before 19: ThreadGroup.interrupt(), one thread after the other. The first operation looks whether there is one, each
// interrupt looks for the next. ThreadState::native_phase is 1 + the thread whose turn it is: which one an operation is
// about must not depend on what others do before it (on whether that thread has ended, for instance).
bool group_done(NativeCall& c, ThreadId from) {
  c.vm.symmetry.tell_apart();
  c.vm.rules.numbers_told();
  for (ThreadId t = from; t < c.vm.thread_count(); ++t) {
    const Ref thread = c.vm.thread(t).s.object;
    if (!thread || !inside(c.vm, group_of(c.vm, thread), c.ref(0))) continue;
    if (t >= 255) c.unsupported("before 19, for a group with thread " + std::to_string(t) + " (up to 254)");
    c.vm.touch_thread(c.thread).native_phase = static_cast<uint8_t>(t + 1);
    return false;
  }
  c.vm.touch_thread(c.thread).native_phase = 0;
  return true;
}

bool describe_group_interrupt(NativeCall& c, Pending& p) {
  if (!c.vm.multi()) return false;
  p.add(kCounterLocation, kThreadStarts, false);
  if (const ThreadId next = c.vm.thread(c.thread).s.native_phase) {
    p.kind = PendingKind::Interrupt;
    p.verb = Verb::Interrupt;
    p.object = c.vm.thread(next - 1).s.object;
    p.add(kThreadLocation + next - 1, kThreadInterrupt, true);
    p.add(kThreadLocation + next - 1, kThreadGroup, false);
    p.add(kThreadLocation + next - 1, kThreadEnd, false);
  } else {
    p.kind = PendingKind::Read;
    p.verb = Verb::ListOfThreads;
  }
  return true;
}

NativeStatus group_interrupt(NativeCall& c) {
  const ThreadId next = c.vm.thread(c.thread).s.native_phase;
  if (next) {
    const ThreadState& s = c.vm.thread(next - 1).s;
    c.vm.rules.interrupt_seen();
    if (!s.ended && !s.left_group) set_interrupted(c.vm, next - 1);
  }
  return group_done(c, next) ? c.done() : NativeStatus::Again;
}

// Until 18 a thread that has ended has no group: its exit() cleared the field.
NativeStatus get_thread_group(NativeCall& c) {
  const ThreadId t = c.vm.thread_of(c.ref(0), c.thread);
  const bool ended = t != por::kNoThread && c.vm.thread(t).s.ended;
  return c.result(ended ? kNull : group_of(c.vm, c.ref(0)));
}

constexpr Entry kThreadGroupsNatives[] = {
    {"java/lang/Thread.getThreads()[Ljava/lang/Thread;", get_threads, describe_list},
    {"jmc/internal/StackTraces.getThreads()[Ljava/lang/Thread;", get_threads, describe_list},
    {"sun/management/ThreadImpl.getThreads()[Ljava/lang/Thread;", get_threads, describe_list},
    {"java/lang/ThreadGroup.addUnstarted()V", nothing},
    {"java/lang/ThreadGroup.add(Ljava/lang/Thread;)V", nothing},
    {"java/lang/ThreadGroup.threadStartFailed(Ljava/lang/Thread;)V", nothing},
    {"java/lang/ThreadGroup.threadTerminated(Ljava/lang/Thread;)V", nothing},
};

}  // namespace

void register_thread_groups(Vm& vm) {
  register_table(vm, kThreadGroupsNatives);
  if (vm.jdk.release >= 19) return;
  vm.register_native("java/lang/Thread.getThreadGroup()Ljava/lang/ThreadGroup;", get_thread_group, describe_liveness);
  // From 19 on these are made of getThreads.
  vm.register_native("java/lang/ThreadGroup.activeCount()I", active_count, describe_list);
  vm.register_native("java/lang/ThreadGroup.enumerate([Ljava/lang/Thread;IZ)I", enumerate, describe_list);
  vm.register_native("java/lang/ThreadGroup.interrupt()V", group_interrupt, describe_group_interrupt);
}

}  // namespace jmc::natives
