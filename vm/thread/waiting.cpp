// What each thread that cannot go on waits for, in words.
#include "vm/jvm_system.hpp"
#include "vm/native.hpp"

namespace jmc::vm {

namespace {

// Thread t is inside of Thread.join().
bool joins(const Vm& vm, ThreadId t) {
  bool found = false;
  vm.walk_frames(t, [&](Method* m, uint32_t) {
    found = m->owner == vm.known->thread && m->name == "join";
    return m->owner == vm.known->object && !found;
  });
  return found;
}

// The thread whose end notifies t, which waits on the monitor of its Thread: in join(), or because it asks isAlive()
// itself.
ThreadId waits_for_end(const Vm& vm, ThreadId t) {
  const ThreadState& s = vm.thread(t).s;
  if (s.pending.kind != PendingKind::WaitReacquire || s.wait != WaitState::Waiting ||
      !vm.ends_by_monitor(vm.klass_of(s.pending.object)->thread_class ? s.pending.object : kNull))
    return por::kNoThread;
  const ThreadId target = vm.thread_of(s.pending.object);
  return target == por::kNoThread || vm.thread(target).s.ended ? por::kNoThread : target;
}

ThreadId waits_for(Vm& vm, ThreadId t) {
  const Pending& p = vm.thread(t).s.pending;
  if (!p.object || p.object < Heap::kFirstRef) return por::kNoThread;
  if (p.kind == PendingKind::Join) return vm.thread_of(p.object);
  const bool for_others = p.kind == PendingKind::WaitReacquire && vm.thread(t).s.wait == WaitState::Waiting;
  if (p.operation->waits_for && !for_others) return p.operation->waits_for(vm, t, p);
  if (const ThreadId ending = joins(vm, t) ? waits_for_end(vm, t) : por::kNoThread; ending != por::kNoThread)
    return ending;
  if (p.kind != PendingKind::Park) return por::kNoThread;
  const Field* owner = vm.klass_of(p.object)->find_field("exclusiveOwnerThread");  // of AbstractOwnableSynchronizer
  const Ref thread = owner && !owner->is_static() ? vm.heap.load<Ref>(p.object, owner->offset) : kNull;
  return thread ? vm.thread_of(thread) : por::kNoThread;
}

}  // namespace

std::vector<Waiting> waiting_threads(Vm& vm, const std::function<std::string(Ref)>& name) {
  std::vector<Waiting> out;
  for (por::ThreadId t = 0; t < vm.thread_count(); ++t) {
    const ThreadState& s = vm.thread(t).s;
    if (s.ended || s.pending.kind == PendingKind::None) continue;
    const Pending& p = s.pending;
    Waiting w{t, waits_for(vm, t), {}};
    std::string held;
    if (w.on != por::kNoThread) {
      const Ref n = vm.thread_name_of(vm.thread(w.on).s.object);
      held = ", held by thread " + std::to_string(w.on) + (n ? " \"" + vm.string_utf8(n) + "\"" : "");
    }
    switch (p.kind) {
      case PendingKind::MonitorEnter: w.what = "waits to lock " + name(p.object) + held; break;
      case PendingKind::WaitReacquire:
        if (joins(vm, t)) {
          w.what = s.wait == WaitState::Waiting ? "waits for the end of " + name(p.object) + ", in join()"
                                                : "waits to lock " + name(p.object) + " again in join()" + held;
          break;
        }
        if (waits_for_end(vm, t) != por::kNoThread) {
          w.what = "waits to be notified on " + name(p.object) + ", by the end of that thread or by others";
          break;
        }
        w.what = s.wait == WaitState::Waiting ? "waits to be notified on " + name(p.object)
                                              : "waits to lock " + name(p.object) + " again after wait()" + held;
        break;
      case PendingKind::Park:
        w.what = "is parked" + (p.object ? " for " + name(p.object) : std::string()) + held;
        break;
      case PendingKind::Join: w.what = "waits for the end of " + name(p.object); break;
      case PendingKind::Output:
        w.what = "waits to lock " + name(p.accesses[1].object) + " in order to print" + held;
        break;
      case PendingKind::Other:
        if (p.object && p.operation->waits_for) {  // what a monitor keeps from happening in one step
          w.what = "waits to lock " + name(p.object) +
                   (p.verb == Verb::End     ? " in order to end"
                    : p.verb == Verb::Start ? " in order to start it"
                                            : " for " + std::string(p.words()) + "()") +
                   held;
          break;
        }
        [[fallthrough]];
      default: w.what = "is at " + std::string(p.words().empty() ? "a blocked operation" : p.words()); break;
    }
    if (p.operation->waiting) w.what = p.operation->waiting(vm, t, p, name);
    out.push_back(std::move(w));
  }
  return out;
}

}  // namespace jmc::vm
