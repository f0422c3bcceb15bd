// Stack traces of other threads, and what the bean for threads tells of them: where they stand before their next
// operations, who waits for whom.
//
// A thread between two operations may stand anywhere in between on a JVM. Of one that was seen to wait that is no
// matter. One that has to wait may still be on its way there, or not even have begun. That the trace of one on its way
// was looked at is a hole (Visibility::add_hole).
#include "natives/threads/thread_status.hpp"

#include <algorithm>

#include "vm/code/insn.hpp"
#include "vm/jvm_system.hpp"
#include "vm/operation/threads.hpp"
#include "vm/visibility/doubts.hpp"

namespace jmc::natives {

using namespace vm;

namespace {

bool blocked(Vm& vm, ThreadId t) { return !vm.thread(t).s.pending.ways(vm, t); }

// What the dump of a thread shows; RUNNABLE if it may still be on its way.
int status_of(Vm& vm, ThreadId t, ThreadId asker) {
  if (t == asker) return kRunnable;
  const int there = status_at_operation(vm, t);
  return there != kRunnable && (surely_there(vm, t) || blocked(vm, t)) ? there : kRunnable;
}

bool on_its_way(Vm& vm, ThreadId t, ThreadId asker) {
  return t != asker && !vm.thread(t).s.ended && !surely_there(vm, t);
}

void note_looked_at(Vm& vm) {
  add_doubt(
      vm,
      "the stack trace or status of another thread that was not seen to wait: it is shown before its next operation, "
      "not at every place that it comes through");
}

void note_uncertain(Vm& vm, ThreadId t, ThreadId asker) {
  if (on_its_way(vm, t, asker)) note_looked_at(vm);
}

// A native that a thread stands in has no frame.
const Method* native_at(const Method& m, uint32_t pc) {
  if (!m.code || pc >= m.code_length) return nullptr;
  const Insn& insn = m.code[pc];
  switch (insn.op) {
    case Opc::InvokeVirtual:
    case Opc::InvokeDirect:
    case Opc::InvokeStatic:
    case Opc::InvokeStaticInit: return insn.method && insn.method->native ? insn.method : nullptr;
    default: return nullptr;
  }
}

// StackTraceElement[]; kNull with an exception pending. `most`: elements, -1: all. A JVM leaves it to the JDK to say
// what of loaders and modules a text of them leaves out, and of dumps the JDK does not.
Ref trace_of(Vm& vm, ThreadId t, ThreadId asker, int32_t most, bool dump = true) {
  if (t != asker && most) note_shown(vm, t);
  std::vector<std::pair<const Method*, uint32_t>> frames;
  vm.walk_frames(t, [&](Method* m, uint32_t pc) {
    if (frames.empty())
      if (const Method* native = native_at(*m, pc); native && t != asker) frames.emplace_back(native, 0);
    if (!m->hidden_frame && !m->internal && m->file) frames.emplace_back(m, pc);
    return true;
  });
  if (most >= 0 && frames.size() > static_cast<size_t>(most)) frames.resize(static_cast<size_t>(most));
  std::vector<Ref> elements;
  for (const auto& [m, pc] : frames) {
    const Ref e = vm.new_object(vm.known->stack_trace_element);
    if (!e) return kNull;
    fill_element(vm, e, m, pc);
    if (dump) put_int(vm, e, "format", 0);
    elements.push_back(e);
  }
  return ref_array(vm, vm.known->stack_trace_element, elements);
}

// Where all stand depends on every operation, as the state of a thread does.
bool describe_dump(NativeCall& c, Pending& p) {
  if (!c.vm.multi()) return false;
  p.kind = PendingKind::Read;
  p.verb = Verb::DumpOfThreads;
  p.object = c.vm.thread(c.thread).s.object;
  p.operation = &kAskThread;
  p.add(kExitLocation, 0, true);
  return true;
}

// That threads are asked for was not known when the steps so far were described.
void unforeseen(Vm& vm, const char* what) {
  if (vm.multi() && !vm.rules.states_asked())
    add_doubt(vm, std::string(what) + ", asked for by the JDK or by reflection: not every answer is explored");
}

void asked_for_threads(NativeCall& c) {
  c.vm.symmetry.tell_apart();
  unforeseen(c.vm, "stack traces of other threads");
}

// Thread.dumpThreads(Thread[]); StackTraces.dump(Thread[], boolean[]), where the second says whose trace is in doubt.
NativeStatus dump_threads(NativeCall& c) {
  Vm& vm = c.vm;
  const bool told_later = c.method->arg_slots > 1;
  if (!c.ref(0)) return c.throw_new("java/lang/NullPointerException");
  asked_for_threads(c);
  std::vector<Ref> traces;
  for (uint32_t i = 0; i < vm.array_length(c.ref(0)); ++i) {
    const Ref thread = element(vm, c.ref(0), i);
    if (!thread) return c.throw_new("java/lang/NullPointerException");
    const ThreadId t = vm.thread_of(thread);
    Ref trace = kNull;
    if (t != por::kNoThread && !vm.thread(t).s.ended) {
      if (!told_later) note_uncertain(vm, t, c.thread);
      else if (on_its_way(vm, t, c.thread)) vm.heap.store<uint8_t>(c.ref(1), kHeaderSize + i, 1);
      trace = trace_of(vm, t, c.thread, -1);
      if (!trace) return NativeStatus::Throw;
    }
    traces.push_back(trace);
  }
  const Ref all = ref_array(vm, vm.array_of(vm.known->stack_trace_element), traces);
  return all ? c.result(all) : NativeStatus::Throw;
}

NativeStatus looked_at(NativeCall& c) {
  note_looked_at(c.vm);
  return c.done();
}

// Thread.getAllStackTraces()
NativeStatus all_traces(NativeCall& c) {
  return call(c, c.vm.require_class("jmc/internal/StackTraces")->find_method("all", "()Ljava/util/Map;"), Args());
}

// Thread.getStackTrace0(), from 19 on
NativeStatus one_trace(NativeCall& c) {
  asked_for_threads(c);
  const ThreadId t = c.vm.thread_of(c.ref(0));
  if (t == por::kNoThread || c.vm.thread(t).s.ended) return c.result(kNull);
  note_uncertain(c.vm, t, c.thread);
  const Ref trace = trace_of(c.vm, t, c.thread, -1, false);
  return trace ? c.result(trace) : NativeStatus::Throw;
}

// --- deadlocks

// Threads that wait in circles for monitors, and for locks that know their owners if `locks`.
std::vector<ThreadId> deadlocked(Vm& vm, bool locks) {
  const ThreadId n = vm.thread_count();
  std::vector<ThreadId> next(n, por::kNoThread);
  for (const Waiting& w : waiting_threads(vm, [](Ref) { return std::string(); })) {
    const ThreadState& s = vm.thread(w.thread).s;
    if (w.on == por::kNoThread || !blocked(vm, w.thread)) continue;
    const PendingKind kind = s.pending.kind;
    const bool monitor =
        kind == PendingKind::MonitorEnter || (kind == PendingKind::WaitReacquire && s.wait != WaitState::Waiting);
    const bool lock = kind == PendingKind::Park || kind == PendingKind::Lock;
    if (monitor || (locks && lock)) next[w.thread] = w.on;
  }
  std::vector<ThreadId> found;
  for (ThreadId t = 0; t < n; ++t) {
    ThreadId u = next[t];
    for (ThreadId steps = 0; steps < n && u != por::kNoThread && u != t; ++steps) u = next[u];
    if (u == t) found.push_back(t);
  }
  return found;
}

// A thread that was not seen to wait may still be on its way into the circle.
template <bool Locks>
uint32_t deadlock_alternatives(Vm& vm, ThreadId, const Pending&) {
  const std::vector<ThreadId> found = deadlocked(vm, Locks);
  return std::all_of(found.begin(), found.end(), [&](ThreadId t) { return surely_there(vm, t); }) ? 1 : 2;
}

template <bool Locks>
constexpr Operation kSearchForDeadlocked{.ways = deadlock_alternatives<Locks>, .as = as_question};

template <bool Locks>
bool describe_deadlock(NativeCall& c, Pending& p) {
  if (!describe_dump(c, p)) return false;
  p.verb = Verb::SearchForDeadlocked;
  p.operation = &kSearchForDeadlocked<Locks>;
  return true;
}

template <bool Locks>
NativeStatus find_deadlocked(NativeCall& c) {
  Vm& vm = c.vm;
  asked_for_threads(c);  // and told in the order of their numbers
  std::vector<Ref> threads;
  if (vm.granted_alternative == 0)
    for (const ThreadId t : deadlocked(vm, Locks)) {
      if (!vm.thread(t).s.arrived) vm.touch_thread(t).arrived = true;
      threads.push_back(vm.thread(t).s.object);
    }
  if (threads.empty()) return c.result(kNull);
  const Ref all = ref_array(vm, vm.known->thread, threads);
  return all ? c.result(all) : NativeStatus::Throw;
}

// --- java.lang.management.ThreadInfo

Klass* initialised_class(NativeCall& c, const char* name) {
  Klass* k = c.vm.require_class(name);
  return c.vm.ensure_initialised(k) ? k : nullptr;
}

const char* name_of(int status) {
  switch (status) {
    case kBlocked: return "BLOCKED";
    case kWaiting: return "WAITING";
    case kTimed: return "TIMED_WAITING";
    default: return "RUNNABLE";
  }
}

// kNull with an exception pending. `most`: elements of the trace, -1: all.
Ref info_of(NativeCall& c, ThreadId t, int32_t most, Klass* info_class, Klass* states) {
  Vm& vm = c.vm;
  note_uncertain(vm, t, c.thread);
  const ThreadState& s = vm.thread(t).s;
  const Ref info = vm.new_object(info_class);
  if (!info) return kNull;
  const int status = status_of(vm, t, c.thread);
  const Ref holder = get_ref(vm, s.object, "holder");
  const Ref fields = holder ? holder : s.object;
  put_ref(vm, info, "threadName", vm.thread_name_of(s.object));
  put_int(vm, info, "threadId", get_int(vm, s.object, "tid"));
  put_int(vm, info, "blockedTime", -1);  // as where contention is not monitored
  put_int(vm, info, "waitedTime", -1);
  put_int(vm, info, "lockOwnerId", -1);
  put_int(vm, info, "daemon", s.daemon);
  put_int(vm, info, "priority", get_int(vm, fields, "priority"));
  put_ref(vm, info, "threadState", get_static(vm, states, name_of(status)));
  if (const Ref on = status == kRunnable ? kNull : s.pending.object; on && s.pending.kind != PendingKind::Sleep) {
    const Ref lock = vm.new_object(vm.require_class("java/lang/management/LockInfo"));
    if (!lock) return kNull;
    const std::string name = vm.klass_of(on)->external_name();
    const int32_t hash = vm.identity_hash(on);
    const Ref class_name = vm.new_string_utf8(name);
    char hex[16];
    std::snprintf(hex, sizeof hex, "@%x", static_cast<uint32_t>(hash));
    const Ref text = vm.new_string_utf8(name + hex);
    if (!class_name || !text) return kNull;
    put_ref(vm, lock, "className", class_name);
    put_int(vm, lock, "identityHashCode", hash);
    put_ref(vm, info, "lock", lock);
    put_ref(vm, info, "lockName", text);
    for (const Waiting& w : waiting_threads(vm, [](Ref) { return std::string(); }))
      if (w.thread == t && w.on != por::kNoThread && s.pending.kind != PendingKind::Join) {
        const Ref owner = vm.thread(w.on).s.object;
        put_int(vm, info, "lockOwnerId", get_int(vm, owner, "tid"));
        put_ref(vm, info, "lockOwnerName", vm.thread_name_of(owner));
      }
  }
  const Ref trace = trace_of(vm, t, c.thread, most);
  if (!trace) return kNull;
  put_ref(vm, info, "stackTrace", trace);
  put_ref(vm, info, "lockedMonitors", get_static(vm, info_class, "EMPTY_MONITORS"));
  put_ref(vm, info, "lockedSynchronizers", get_static(vm, info_class, "EMPTY_SYNCS"));
  return info;
}

ThreadId thread_of_id(Vm& vm, int64_t id) {
  for (ThreadId t = 0; t < vm.thread_count(); ++t)
    if (const ThreadState& s = vm.thread(t).s; !s.ended && s.object && get_int(vm, s.object, "tid") == id) return t;
  return por::kNoThread;
}

// Into an array of ThreadInfo: of these threads, null for one that does not live.
bool fill_infos(NativeCall& c, Ref ids, Ref out, int32_t most, Klass* info_class, Klass* states) {
  for (uint32_t i = 0; i < c.vm.array_length(ids); ++i) {
    const ThreadId t = thread_of_id(c.vm, c.vm.heap.load<int64_t>(ids, kHeaderSize + 8 * i));
    if (t == por::kNoThread) continue;
    const Ref info = info_of(c, t, most, info_class, states);
    if (!info) return false;
    set_element(c.vm, out, i, info);
  }
  return true;
}

// ThreadImpl.getThreadInfo1(long[] ids, int maxDepth, ThreadInfo[] result); -1: the whole trace
NativeStatus thread_infos(NativeCall& c) {
  Klass* info = initialised_class(c, "java/lang/management/ThreadInfo");
  Klass* states = info ? initialised_class(c, "java/lang/Thread$State") : nullptr;
  if (!states) return NativeStatus::Again;
  asked_for_threads(c);
  return fill_infos(c, c.ref(0), c.ref(2), c.i32(1), info, states) ? c.done() : NativeStatus::Throw;
}

// ThreadImpl.dumpThreads0(long[] ids, boolean lockedMonitors, boolean lockedSynchronizers, int maxDepth); null: all
NativeStatus dump_infos(NativeCall& c) {
  Vm& vm = c.vm;
  if (c.i32(1) || c.i32(2)) c.unsupported("which monitors and locks the threads of a dump hold (pass false, false)");
  Klass* info_class = initialised_class(c, "java/lang/management/ThreadInfo");
  Klass* states = info_class ? initialised_class(c, "java/lang/Thread$State") : nullptr;
  if (!states) return NativeStatus::Again;
  asked_for_threads(c);
  const int32_t most = c.i32(3) == INT32_MAX ? -1 : c.i32(3);
  std::vector<Ref> infos;
  if (c.ref(0)) {
    infos.resize(vm.array_length(c.ref(0)));
  } else {
    for (ThreadId t = 0; t < vm.thread_count(); ++t) {
      const ThreadState& s = vm.thread(t).s;
      if (s.ended || !s.object || !vm.locks_as_thread(s.object)) continue;
      infos.push_back(info_of(c, t, most, info_class, states));
      if (!infos.back()) return NativeStatus::Throw;
    }
  }
  const Ref all = ref_array(vm, info_class, infos);
  if (!all || (c.ref(0) && !fill_infos(c, c.ref(0), all, most, info_class, states))) return NativeStatus::Throw;
  return c.result(all);
}

// --- counts

template <bool Daemons>
NativeStatus count_threads(NativeCall& c) {
  unforeseen(c.vm, "the number of threads");
  int32_t n = 0;
  for (ThreadId t = 0; t < c.vm.thread_count(); ++t)
    if (const ThreadState& s = c.vm.thread(t).s; !s.ended && (!Daemons || s.daemon)) ++n;
  c.vm.remark("management", "the JVM has no threads of its own; threads were counted at " + c.vm.place_of(c.thread));
  return c.result(n);
}

NativeStatus supported(NativeCall& c) {
  for (const char* what : {"objectMonitorUsageSupport", "synchronizerUsageSupport"})
    put_static_int(c.vm, c.method->owner, what, 1);
  return c.done();
}

// MemoryImpl.getMemoryUsage0(heap): what Runtime says.
NativeStatus memory_usage(NativeCall& c) {
  Vm& vm = c.vm;
  vm.remark("management", "of memory the limit is known (--heap); asked at " + vm.place_of(c.thread));
  const Ref usage = vm.new_object(vm.require_class("java/lang/management/MemoryUsage"));
  if (!usage) return NativeStatus::Throw;
  const int64_t limit = c.i32(1) ? static_cast<int64_t>(vm.options.heap_limit) : 0;
  put_int(vm, usage, "init", limit);
  put_int(vm, usage, "used", limit / 2);
  put_int(vm, usage, "committed", limit);
  put_int(vm, usage, "max", c.i32(1) ? limit : -1);
  return c.result(usage);
}

constexpr Entry kThreadDumpsNatives[] = {
    {"java/lang/Thread.dumpThreads([Ljava/lang/Thread;)[[Ljava/lang/StackTraceElement;", dump_threads, describe_dump},
    {"java/lang/Thread.getAllStackTraces()Ljava/util/Map;", all_traces},
    {"jmc/internal/StackTraces.dump([Ljava/lang/Thread;[Z)[[Ljava/lang/StackTraceElement;", dump_threads,
     describe_dump},
    {"jmc/internal/StackTraces.looked()V", looked_at},
    {"java/lang/Thread.getStackTrace0()Ljava/lang/Object;", one_trace, describe_dump},
    {"sun/management/ThreadImpl.findMonitorDeadlockedThreads0()[Ljava/lang/Thread;", find_deadlocked<false>,
     describe_deadlock<false>},
    {"sun/management/ThreadImpl.findDeadlockedThreads0()[Ljava/lang/Thread;", find_deadlocked<true>,
     describe_deadlock<true>},
    {"sun/management/ThreadImpl.getThreadInfo1([JI[Ljava/lang/management/ThreadInfo;)V", thread_infos, describe_dump},
    {"sun/management/ThreadImpl.dumpThreads0([JZZI)[Ljava/lang/management/ThreadInfo;", dump_infos, describe_dump},
    {"sun/management/VMManagementImpl.initOptionalSupportFields()V", supported},
    {"sun/management/VMManagementImpl.getLiveThreadCount()I", count_threads<false>, describe_dump},
    {"sun/management/VMManagementImpl.getDaemonThreadCount()I", count_threads<true>, describe_dump},
    {"sun/management/MemoryImpl.getMemoryUsage0(Z)Ljava/lang/management/MemoryUsage;", memory_usage},
};

}  // namespace

void register_thread_dumps(Vm& vm) { register_table(vm, kThreadDumpsNatives); }

}  // namespace jmc::natives
