#include "vm/operation/operation.hpp"

#include "vm/native.hpp"
#include "vm/operation/threads.hpp"
#include "vm/state/end_state.hpp"
#include "vm/thread/late_time_outs.hpp"
#include "vm/visibility/section_threads.hpp"

namespace jmc::vm {

namespace {

using Life = Operation::Life;

bool is_variable(PendingKind k) { return k == PendingKind::Read || k == PendingKind::Write || k == PendingKind::Cas; }

// A CAS whose expected value is not there now and a write of the value that is there now change nothing: they read.
// Not so where the access is to more than the one variable that is compared (an unaligned view of an array).
bool finds_its_value(const Vm& vm, const Pending& p) {
  if (vm.memory || !p.width || !p.count || p.accesses[0].object != p.object || p.accesses[0].field != p.offset)
    return false;
  if (p.kind == PendingKind::Cas) return !vm.holds_now(p, p.expected);
  // A write of what is there already may still order others.
  return p.kind == PendingKind::Write && !vm.races.recording() && vm.holds_now(p, p.value);
}

bool only_reads(Vm& vm, ThreadId t, const Pending& p) {
  const auto ask = p.operation->only_reads;
  return ask ? !p.section && ask(vm, t, p) : finds_its_value(vm, p);
}

// What the end of the program depends on, in a program that may end at any time. The end of the last thread that is no
// daemon ends it. Which one is the last depends on the ends of the others, and on what daemons start.
void add_end_of_program(const Vm& vm, ThreadId t, const Pending& p, por::Op& op) {
  const Life life = p.operation->life;
  const bool daemons = vm.rules.daemons(), end = life == Life::Ends;
  // Whether a thread was blocked when a lock was given up or a thread ended can be told by its state for a moment
  // longer.
  const bool frees = vm.rules.states_asked() && (end || p.kind == PendingKind::MonitorExit ||
                                                 p.kind == PendingKind::Wait || p.kind == PendingKind::Unlock);
  op.accesses[op.access_count++] = {{kExitLocation, 0}, frees || (daemons && end && last_but_daemons(vm, t))};
  if (daemons && life == (vm.thread(t).s.daemon ? Life::Starts : Life::Ends))
    op.accesses[op.access_count++] = {{kExitLocation, kLiveThreads}, true};
}

// The same where only its last thread ends it: of the ends of threads that are no daemons the last is the end of the
// program. Which one that is depends on the others, and on such threads that daemons start. What shows in it is what
// has been printed.
void add_end_apart(const Vm& vm, ThreadId t, const Pending& p, por::Op& op) {
  const bool daemon = vm.thread(t).s.daemon, end = p.operation->life == Life::Ends;
  if (daemon ? p.operation->life == Life::Starts && !p.daemon : end)
    op.accesses[op.access_count++] = {{kExitLocation, kLiveThreads}, true};
  if (!end || daemon || !last_but_daemons(vm, t)) return;
  op.stops = op.enabled();
  op.accesses[op.access_count++] = {{kOutputLocation, 1}, false};
}

void add_accesses(Vm& vm, ThreadId t, const Pending& p, por::Op& op) {
  const Operation& o = *p.operation;
  // Sections set or take the status of this thread, too (SectionThreads).
  const auto location = [&](const RawAccess& a) {
    if (!SectionThreads::is_part(a)) return vm.location(a);
    const SectionThreads& threads = facility<SectionThreads>(vm);
    const bool of_sections = threads.asked(a) || (p.unstarted && p.within && threads.own(a));
    return of_sections ? por::Location{kExecutorLocation, 0} : vm.location(a);
  };
  if (p.unstarted && vm.thread_of(p.object) != por::kNoThread) {
    const Touched now = o.touches(vm, t, p);
    for (; op.access_count < now.count; ++op.access_count)
      op.accesses[op.access_count] = {location(now.list[op.access_count]), now.list[op.access_count].write};
    return;
  }
  op.access_count = p.count;
  for (int i = 0; i < p.count; ++i) {
    const RawAccess& a = p.accesses[i];
    const bool moves = a.object != kClockLocation || !p.by_clock || !o.times_out || o.times_out(vm, t, p);
    op.accesses[i] = {location(a), a.write && moves};
  }
}

// What label() makes of most operations there are, as long as none depends on the end of the program.
por::Op label_of_simple(Vm& vm, const Pending& p) {
  por::Op op;
  op.kind = kind_of(p);
  op.alternatives = !vm.exited();
  op.access_count = p.count;
  for (int i = 0; i < p.count; ++i) {
    const RawAccess& a = p.accesses[i];
    const bool old = a.object >= Heap::kFirstRef && (vm.heap.header(a.object)->flags & kBase);
    op.accesses[i] = {old ? por::Location{a.object, a.field} : vm.location(a), a.write};
  }
  if (finds_its_value(vm, p)) op.accesses[0].write = false;
  return op;
}

}  // namespace

const Operation kOnceMonitorFree{.ways = once_monitor_free, .as = as_lock, .waits_for = monitor_owner};

por::OpKind as_lock(Vm&, ThreadId, const Pending&) { return por::OpKind::Lock; }
uint32_t once_monitor_free(Vm& vm, ThreadId t, const Pending& p) { return vm.lock_free_for(p.object, t); }
ThreadId monitor_owner(Vm& vm, ThreadId, const Pending& p) { return vm.lock_owner(p.object); }

bool may_time_out(Vm& vm, ThreadId t, const Pending& p) {
  return p.timed && p.value != kEndless && vm.options.timeouts != Timeouts::Never && time_may_be_over(vm, t);
}

por::OpKind kind_of(const Pending& p) {
  switch (p.kind) {
    case PendingKind::Read: return por::OpKind::Read;
    case PendingKind::Write: return por::OpKind::Write;
    case PendingKind::Cas: return por::OpKind::Cas;
    case PendingKind::MonitorEnter:
    case PendingKind::WaitReacquire:
    case PendingKind::Lock:
    case PendingKind::ClassInit: return por::OpKind::Lock;
    case PendingKind::MonitorExit:
    case PendingKind::Unlock:
    case PendingKind::ClassInitEnd: return por::OpKind::Unlock;
    case PendingKind::Wait: return por::OpKind::Wait;
    case PendingKind::Notify: return por::OpKind::Notify;
    case PendingKind::Park: return por::OpKind::Park;
    case PendingKind::Unpark: return por::OpKind::Unpark;
    case PendingKind::Join: return por::OpKind::Join;
    case PendingKind::Sleep: return por::OpKind::Sleep;
    case PendingKind::Interrupt: return por::OpKind::Interrupt;
    case PendingKind::Output: return por::OpKind::Output;
    case PendingKind::Start:
    case PendingKind::StepLimit:
    case PendingKind::None: return por::OpKind::Invisible;
    case PendingKind::Other: return por::OpKind::End;
  }
  return por::OpKind::Write;
}

bool only_asks_clock(const Pending& p) { return p.count == 1 && p.accesses[0].object == kClockLocation; }

uint32_t ways_of(Vm& vm, ThreadId t) {
  const ThreadState& s = vm.thread(t).s;
  if (s.ended || vm.exited()) return 0;
  return s.pending.simple || vm.stale(s.pending) ? 1 : s.pending.ways(vm, t);
}

bool invisible_now(Vm& vm, ThreadId t) {
  const Pending& p = vm.thread(t).s.pending;
  if (p.simple) return false;
  const bool early = vm.visibility.stops_at_all();  // the initial state ends where anybody might notice anything
  if (only_asks_clock(p) && !vm.clock.shared() && !early) return true;
  if (p.count == 0 || vm.stale(p)) return true;
  // It came to a field where the initial state had to end, and that no round has made an operation.
  if ((p.kind == PendingKind::Read || p.kind == PendingKind::Write) && p.count == 1 && !early)
    if (const Field* f = vm.field_at(p.object, p.offset); f && (f->visibility & kFinalField)) return true;
  return p.operation->invisible && p.operation->invisible(vm, t, p);
}

por::Op label(Vm& vm, ThreadId t) {
  const Pending& p = vm.thread(t).s.pending;
  const bool may_exit = vm.rules.may_exit(), daemons = vm.rules.daemons();
  if (p.simple && !may_exit && !daemons) return label_of_simple(vm, p);
  const Operation& o = *p.operation;
  por::Op op;
  if (p.section && is_variable(p.kind)) op.kind = por::OpKind::Write;
  else op.kind = o.as ? o.as(vm, t, p) : kind_of(p);
  const uint32_t ways = ways_of(vm, t);
  if (ways > 255)
    throw Unsupported("an operation of one thread can go in " + std::to_string(ways) +
                      " ways (a notify with that many waiters), at most 255 are supported: notifyAll has one");
  op.alternatives = static_cast<uint8_t>(ways);
  op.safe_unlock = p.safe_unlock;
  if (!ways && o.waits_for && p.object >= Heap::kFirstRef) op.waits_for = o.waits_for(vm, t, p);
  const auto over = [&] { return !vm.named_by_path() && cut_short(vm); };
  if (!may_exit && over()) return op;  // it will never be
  if (invisible_now(vm, t)) {
    if (ways) op.kind = por::OpKind::Invisible;
    if (over()) op.accesses[op.access_count++] = {{kExitLocation, 0}, false};
    return op;
  }
  add_accesses(vm, t, p, op);
  if (op.access_count && may_exit && p.accesses[0].object != kExitLocation) add_end_of_program(vm, t, p, op);
  if (op.access_count && daemons && !may_exit) add_end_apart(vm, t, p, op);
  if (only_reads(vm, t, p)) op.accesses[0].write = false;
  return op;
}

}  // namespace jmc::vm
