#include "vm/operation/threads.hpp"

#include "vm/vm.hpp"

namespace jmc::vm {

namespace {

using Life = Operation::Life;

bool interrupted(const Vm& vm, ThreadId t) { return vm.thread(t).s.interrupted; }

// The access to a part of the thread in p.object, and what races with its start.
Touched part_of_thread(const Vm& vm, const Pending& p, ThreadPart part, bool write, bool changes_unstarted = false) {
  Touched out;
  const ThreadId target = vm.thread_of(p.object);
  if (target != por::kNoThread) out.add(kThreadLocation + target, part, write);
  out.add(kCounterLocation, kThreadStarts, target == por::kNoThread && changes_unstarted);
  return out;
}

// --- join

// Where the clock is shared, a wait for a time begins before it waits.
bool begins_first(const Vm& vm, ThreadId t, const Pending& p) {
  return p.timed && vm.clock.shared() && !vm.clock.begun(t);
}

uint32_t join_ways(Vm& vm, ThreadId t, const Pending& p) {
  return !is_running(vm, p.object) || interrupted(vm, t) || may_time_out(vm, t, p) || begins_first(vm, t, p);
}

// What was described before its thread had started begins its wait first, if it still has to wait.
bool begins_late(const Vm& vm, ThreadId t, const Pending& p) {
  return p.unstarted && begins_first(vm, t, p) && vm.thread_of(p.object) != por::kNoThread;
}

por::OpKind join_as(Vm& vm, ThreadId t, const Pending& p) {
  return begins_late(vm, t, p) ? por::OpKind::Question : por::OpKind::Join;
}

Touched join_touches(Vm& vm, ThreadId t, const Pending& p) {
  Touched out;
  const ThreadId target = vm.thread_of(p.object);
  if (target != por::kNoThread) {
    const bool begins = begins_late(vm, t, p);
    if (begins) out.add(kClockLocation, 0, false);
    out.add(kThreadLocation + target, kThreadEnd, false);
    if (!begins) out.add(kThreadLocation + t, kThreadInterrupt, true);
  }
  // Before the start there is nothing to wait for.
  if (target == por::kNoThread || !vm.start_known(target, t)) out.add(kCounterLocation, kThreadStarts, false);
  return out;
}

// The thread has ended and nothing can make it wait again. Where a wait for an end may also time out or be interrupted,
// what happened instead of it must be seen.
bool join_invisible(Vm& vm, ThreadId t, const Pending& p) {
  const ThreadId target = vm.thread_of(p.object);
  return !vm.rules.ends_visible() && target != por::kNoThread && vm.thread(target).s.ended && vm.start_known(target, t);
}

ThreadId join_waits_for(Vm& vm, ThreadId, const Pending& p) {
  const bool may_give_up = vm.rules.ends_visible() || (p.by_clock && vm.options.timeouts != Timeouts::Never);
  return may_give_up ? por::kNoThread : vm.thread_of(p.object);
}

bool join_times_out(Vm& vm, ThreadId t, const Pending& p) { return is_running(vm, p.object) && !interrupted(vm, t); }

// --- others

// Its end while the initial state was made, where every end is an operation.
bool end_invisible(Vm& vm, ThreadId, const Pending&) {
  return vm.options.glue && !vm.rules.ends_visible() && !vm.visibility.stops_at_all();
}

Touched life_touches(Vm& vm, ThreadId, const Pending& p) { return part_of_thread(vm, p, kThreadEnd, false); }
// It is lost before the start.
Touched unpark_touches(Vm& vm, ThreadId, const Pending& p) { return part_of_thread(vm, p, kThreadPermit, true); }
// Before the start it is kept in a field of the object.
Touched interrupt_touches(Vm& vm, ThreadId, const Pending& p) {
  return part_of_thread(vm, p, kThreadInterrupt, true, true);
}

// Before the start it asks for the field of the object, and nobody's status.
Touched asked_interrupt_touches(Vm& vm, ThreadId t, const Pending& p) {
  Touched out = part_of_thread(vm, p, kThreadInterrupt, p.kind != PendingKind::Read);
  if (const ThreadId target = vm.thread_of(p.object); target != por::kNoThread && vm.start_known(target, t))
    --out.count;
  return out;
}

}  // namespace

const Operation kStart{.life = Life::Starts};
const Operation kStartOnceFree{
    .ways = once_monitor_free, .as = as_lock, .waits_for = monitor_owner, .life = Life::Starts};
const Operation kEnd{.invisible = end_invisible, .life = Life::Ends};
const Operation kEndOnceFree{.ways = once_monitor_free, .as = as_lock, .waits_for = monitor_owner, .life = Life::Ends};
const Operation kJoin{.ways = join_ways,
                      .as = join_as,
                      .touches = join_touches,
                      .invisible = join_invisible,
                      .waits_for = join_waits_for,
                      .times_out = join_times_out};
const Operation kUnpark{.touches = unpark_touches};
const Operation kInterrupt{.touches = interrupt_touches};
const Operation kAskLife{.as = as_question, .touches = life_touches};
const Operation kAskInterrupt{.as = as_question, .touches = asked_interrupt_touches};
const Operation kAskThread{.as = as_question};

// What a question about a thread looks at depends on whether that has started, and on the states of others: no plain
// read.
por::OpKind as_question(Vm& vm, ThreadId t, const Pending& p) {
  if (p.kind != PendingKind::Read) return kind_of(p);
  const ThreadId target = vm.thread_of(p.object);
  const bool depends =
      p.count && (p.accesses[0].object == kExitLocation || target == por::kNoThread || !vm.start_known(target, t));
  return depends ? por::OpKind::Question : por::OpKind::Read;
}

void announce(Vm& vm, ThreadId t, const Operation& operation, Pending& p) {
  p.operation = &operation;
  p.unstarted = vm.thread_of(p.object) == por::kNoThread;
  const Touched now = operation.touches(vm, t, p);
  for (int i = 0; i < now.count; ++i) p.accesses[p.count++] = now.list[i];
}

bool is_running(const Vm& vm, Ref thread) {
  const ThreadId t = vm.thread_of(thread);
  return t != por::kNoThread && !vm.thread(t).s.ended;
}

bool last_but_daemons(const Vm& vm, ThreadId t) {
  if (vm.thread(t).s.daemon) return false;
  for (ThreadId u = 0; u < vm.thread_count(); ++u)
    if (const ThreadState& s = vm.thread(u).s; u != t && !s.ended && !s.daemon) return false;
  return true;
}

}  // namespace jmc::vm
