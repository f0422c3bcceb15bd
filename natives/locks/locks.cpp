// The state of a lock, who may have it, and what can happen next to a thread that wants it. See docs/locks.md for why
// that is enough.
#include "natives/locks/locks.hpp"

#include <algorithm>
#include <array>
#include <deque>

namespace jmc::natives {

using namespace vm;

namespace {

// Facts about classes; no program state.
struct LockFacts {
  LockUse use;
  std::deque<LockShape> shapes;  // by Klass::id of the synchronizer; a Lock refers to its own
  std::unordered_map<const Klass*, Field*>
      links;  // class that declares the method -> field that leads to the synchronizer
  // What the classes say depends on which of them are there when it is asked for.
  uint64_t learnt() const { return uint64_t{use.known} + use.queues + use.interrupts; }
};

LockFacts& facts(const Vm& vm) { return vm::facility<LockFacts>(vm); }

LockShape make_shape(Klass* k) {
  LockShape s;
  s.known = true;
  const std::string_view name = k->name;
  constexpr std::string_view kReentrant = "java/util/concurrent/locks/ReentrantLock$",
                             kReadWrite = "java/util/concurrent/locks/ReentrantReadWriteLock$",
                             kSemaphore = "java/util/concurrent/Semaphore$",
                             kLatch = "java/util/concurrent/CountDownLatch$";
  if (name.starts_with(kReentrant)) s.kind = LockKind::Reentrant;
  else if (name.starts_with(kReadWrite)) s.kind = LockKind::ReadWrite;
  else if (name.starts_with(kSemaphore)) s.kind = LockKind::Semaphore;
  else if (name.starts_with(kLatch)) s.kind = LockKind::Latch;
  else return s;
  s.fair = name.ends_with("$FairSync");
  s.state = k->find_field("state");
  s.owner = k->find_field("exclusiveOwnerThread");
  s.queue = k->find_field("head");
  s.holds = k->find_field("cachedHoldCounter");
  if (!s.state || !s.owner || !s.queue || (s.kind == LockKind::ReadWrite && !s.holds))
    throw Unsupported("--locks=atomic: " + k->external_name() +
                      " of this JDK lacks a field that it had in others; use --locks=real");
  s.wide = s.state->wide();
  return s;
}

const LockShape& shape_of(Vm& vm, Ref sync) {
  Klass* k = vm.klass_of(sync);
  auto& shapes = facts(vm).shapes;
  if (k->id >= shapes.size()) shapes.resize(k->id + 1);
  if (!shapes[k->id].known) shapes[k->id] = make_shape(k);
  return shapes[k->id];
}

// Does the class name a method or a text that is one of `names`?
template <size_t N>
bool mentions(const Klass& k, const std::array<std::string_view, N>& names) {
  const auto& pool = k.file->pool;
  for (uint16_t i = 1; i < pool.size(); ++i)
    if (pool.tag(i) == classfile::Tag::Utf8 && std::find(names.begin(), names.end(), pool.utf8(i)) != names.end())
      return true;
  return false;
}

int find_waiter_of(Vm& vm, Ref sync) {
  for (ThreadId t = 0; t < vm.thread_count(); ++t) {
    const ThreadState& s = vm.thread(t).s;
    if (s.native_phase == kAtCondition && s.waiting_on && s.pending.kind == PendingKind::Lock &&
        static_cast<Ref>(s.pending.expected) == sync)
      return static_cast<int>(t);
  }
  return -1;
}

}  // namespace

LockUse& lock_use(Vm& vm) {
  LockUse& use = facts(vm).use;
  use.queues = use.queues || vm.rules.foresees(kAsksLockQueues);
  use.interrupts = use.interrupts || vm.rules.foresees(kInterruptsLocks);
  if (use.known) return use;
  use.known = true;
  constexpr std::array<std::string_view, 6> kQueues = {"hasQueuedThreads",       "hasQueuedThread",
                                                       "getQueueLength",         "getQueuedThreads",
                                                       "getQueuedWriterThreads", "getQueuedReaderThreads"};
  constexpr std::array<std::string_view, 6> kInterrupts = {"interrupt", "shutdown",  "shutdownNow",
                                                           "cancel",    "invokeAny", "invokeAll"};
  for (uint32_t id = 0; id < vm.class_count(); ++id) {
    const Klass& k = *vm.klass(id);
    if (k.boot || !k.file) continue;
    use.queues = use.queues || mentions(k, kQueues);
    use.interrupts = use.interrupts || mentions(k, kInterrupts);
  }
  return use;
}

// --- ThreadQueue

void ThreadQueue::assign(const std::vector<uint32_t>& entries) {
  array_ = kNull;
  if (!entries.empty()) {
    array_ = vm_.new_array(vm_.known->int_array, static_cast<uint32_t>(entries.size()));
    if (!array_) throw Unsupported("--locks=atomic: no room in the program's heap for the queue of a lock (--heap)");
    // Younger than any mark: no need to log.
    std::memcpy(vm_.heap.address(array_, kHeaderSize), entries.data(), entries.size() * 4);
    vm_.heap.header(array_)->flags |= kHoldsThreads;
  }
  vm_.set_ref(object_, field_, array_);
}

void ThreadQueue::push(uint32_t added) {
  std::vector<uint32_t> entries;
  for (uint32_t i = 0, n = size(); i < n; ++i) entries.push_back(entry(i));
  entries.push_back(added);
  assign(entries);
}

void ThreadQueue::remove(ThreadId t) {
  if (position(t) < 0) return;
  std::vector<uint32_t> entries;
  for (uint32_t i = 0, n = size(); i < n; ++i)
    if (thread(i) != t) entries.push_back(entry(i));
  assign(entries);
}

// --- Lock

Lock::Lock(Vm& vm, Ref sync) : vm_(vm), sync_(sync), shape_(shape_of(vm, sync)) {}

void Lock::set_state(int64_t v) {
  if (shape_.wide) vm_.heap.store<int64_t>(sync_, shape_.state->offset, v);
  else vm_.heap.store<int32_t>(sync_, shape_.state->offset, static_cast<int32_t>(v));
}

ThreadId Lock::owner() const {
  const Ref o = shape_.owner ? vm_.get_ref(sync_, shape_.owner) : kNull;
  return o ? vm_.thread_of(o) : por::kNoThread;
}

int32_t Lock::holds(ThreadId t) const {
  const Ref a = vm_.get_ref(sync_, shape_.holds);
  return a && t < vm_.array_length(a) ? vm_.heap.load<int32_t>(a, kHeaderSize + 4 * t) : 0;
}

// Arrays grow in steps and vanish when nobody reads, so that they say little about the past. Where threads have places
// that are not their numbers, nearly all of them fit into one step (Symmetry::object_form).
void Lock::set_holds(ThreadId t, int32_t count) {
  const uint32_t step = vm_.symmetry.active() ? 64 : 8;
  const Ref old = vm_.get_ref(sync_, shape_.holds);
  const uint32_t old_length = old ? vm_.array_length(old) : 0;
  std::vector<int32_t> counts(std::max(old_length, (t / step + 1) * step));
  for (uint32_t i = 0; i < old_length; ++i) counts[i] = vm_.heap.load<int32_t>(old, kHeaderSize + 4 * i);
  if (vm_.rules.foresees(kNumbersReturn)) vm_.touch_thread(t).read_locks += count - counts[t];
  counts[t] = count;
  while (counts.size() > step && std::all_of(counts.end() - step, counts.end(), [](int32_t n) { return n == 0; }))
    counts.resize(counts.size() - step);
  Ref a = kNull;
  if (std::any_of(counts.begin(), counts.end(), [](int32_t n) { return n != 0; })) {
    a = vm_.new_array(vm_.known->int_array, static_cast<uint32_t>(counts.size()));
    if (!a) throw Unsupported("--locks=atomic: no room in the program's heap for the holds of a read lock (--heap)");
    std::memcpy(vm_.heap.address(a, kHeaderSize), counts.data(), counts.size() * 4);
    vm_.heap.header(a)->flags |= kByThread;
  }
  vm_.set_ref(sync_, shape_.holds, a);
}

bool Lock::available(ThreadId t, const Request& r) const {
  switch (shape_.kind) {
    case LockKind::Reentrant: return state() == 0 || owned_by(t);
    case LockKind::ReadWrite:
      if (r.mode == Request::Shared) return writes() == 0 || owned_by(t);
      return state() == 0 || (writes() != 0 && owned_by(t));
    case LockKind::Semaphore:  // wraps around as the JDK's does
      return static_cast<int32_t>(static_cast<uint32_t>(state()) - static_cast<uint32_t>(r.permits)) >= 0;
    case LockKind::Latch: return state() == 0;
    case LockKind::None: break;
  }
  return false;
}

bool Lock::may_acquire(ThreadId t, const Request& r) const {
  if (!available(t, r)) return false;
  const ThreadQueue q = queue();
  if (q.size() == 0) return true;
  if (shape_.kind != LockKind::Semaphore) {
    if (state() != 0 && owned_by(t)) return true;
    if (r.mode == Request::Shared && holds(t)) return true;
  }
  const int at = q.position(t);
  if (at >= 0) return at == 0;
  if (shape_.fair) return false;
  // Not queued: it may overtake those who are. Readers do not overtake a writer at the head.
  return r.mode != Request::Shared || !(q.entry(0) & ThreadQueue::kExclusive);
}

// In a queue, order binds. Where any order of service is possible anyway, arriving is no step: a thread that has not
// been served may just as well not have arrived. It must be one where the queue makes somebody wait who need not wait
// otherwise:
//   fair locks;
//   a writer that waits for readers: readers that come later wait behind it;
//   a request for several permits: those who arrive later wait behind it, even if there are enough for them;
//   anyone who arrives at a read-write lock before a waiter of its condition is signalled (which puts the waiter into
//   the queue);
// and where the program can ask who is queued.
bool Lock::may_arrive(ThreadId t, const Request& r) const {
  // Whoever waits for a latch goes on when it is open, which it stays: the order does not matter, and nobody can ask
  // for it.
  if (r.immediate || !vm_.multi() || shape_.kind == LockKind::Latch) return false;
  const ThreadQueue q = queue();
  if (q.position(t) >= 0) return false;
  if (shape_.fair || lock_use(vm_).queues) return true;
  switch (shape_.kind) {
    case LockKind::Semaphore: return r.permits > 1 || q.size() != 0;
    case LockKind::ReadWrite: return (r.mode == Request::Exclusive && writes() == 0) || find_waiter_of(vm_, sync_) >= 0;
    default: return false;
  }
}

const char* Lock::acquire(ThreadId t, const Request& r) {
  constexpr const char* kTooMany = "Maximum lock count exceeded";
  const int64_t limit = shape_.kind == LockKind::ReadWrite && !shape_.wide ? 65535 : INT32_MAX;
  switch (shape_.kind) {
    case LockKind::Reentrant:
      if (state() == limit) return kTooMany;
      set_state(state() + 1);
      break;
    case LockKind::ReadWrite:
      if ((r.mode == Request::Shared ? reads() : writes()) == limit) return kTooMany;
      if (r.mode == Request::Shared) {
        set_state(state() + one_read());
        set_holds(t, holds(t) + 1);
      } else {
        set_state(state() + 1);
      }
      break;
    case LockKind::Semaphore:
      set_state(static_cast<int32_t>(static_cast<uint32_t>(state()) - static_cast<uint32_t>(r.permits)));
      break;
    case LockKind::Latch:
    case LockKind::None: break;
  }
  if (shape_.kind != LockKind::Semaphore && r.mode == Request::Exclusive && !owned_by(t))
    vm_.set_ref(sync_, shape_.owner, vm_.thread(t).s.object);
  queue().remove(t);
  if (vm_.memory) {
    // Who waited for a latch has changed nothing of it that others could learn from it.
    if (shape_.kind == LockKind::Latch) vm_.memory->locked(sync_);
    else vm_.memory->acquired(sync_);
  }
  return nullptr;
}

void Lock::release_all(ThreadId, uint32_t& saved) {
  if (shape_.kind == LockKind::ReadWrite) {
    if (writes() > 0xffff || reads() > 0xffff) throw Unsupported("--locks=atomic: await() with more than 65535 holds");
    saved = static_cast<uint32_t>(reads() << 16 | writes());
  } else {
    saved = static_cast<uint32_t>(state());
  }
  set_state(0);
  vm_.set_ref(sync_, shape_.owner, kNull);
  if (vm_.memory) vm_.memory->unlocked(sync_);
}

void Lock::reacquire(ThreadId t, uint32_t saved) {
  if (shape_.kind == LockKind::ReadWrite) set_state(static_cast<int64_t>(saved >> 16) * one_read() + (saved & 0xffff));
  else set_state(saved);
  vm_.set_ref(sync_, shape_.owner, vm_.thread(t).s.object);
  queue().remove(t);
  if (vm_.memory) vm_.memory->acquired(sync_);
}

// --- operations

Ref sync_of(NativeCall& c) {
  Klass* k = c.method->owner;
  if (k->super && k->name.ends_with("Sync")) return c.ref(0);
  Field*& f = facts(c.vm).links[k];
  if (!f) f = k->find_field("sync");
  if (!f) f = k->find_field("this$0");
  if (!f) c.unsupported("--locks=atomic: this JDK's class has no field sync; use --locks=real");
  return c.vm.get_ref(c.ref(0), f);
}

Ref lock_object_of(Vm& vm, Ref sync) {
  for (uint64_t at = Heap::kImmortalLimit; at < vm.heap.top();) {
    const Ref r = static_cast<Ref>(at >> 3);
    for (Klass* k = vm.klass_of(r); k; k = k->super)
      if (k->name == "java/util/concurrent/locks/ReentrantLock" ||
          k->name == "java/util/concurrent/locks/ReentrantReadWriteLock" ||
          k->name == "java/util/concurrent/Semaphore" || k->name == "java/util/concurrent/CountDownLatch") {
        const Field* f = k->find_field("sync");
        if (f && vm.get_ref(r, f) == sync) return r;
      }
    at += (vm.object_size(r) + 7) & ~uint64_t{7};
  }
  return sync;
}

void note_unforeseen_interrupt(Vm& vm) {
  // An operation would have shown the interrupt at its start only.
  if (vm.multi() && !lock_use(vm).interrupts) vm.rules.met(kInterruptsLocks);
}

int64_t in_nanos(const NativeCall& c, int64_t time, Ref unit) {
  constexpr int64_t kUnits[] = {
      1, 1'000, 1'000'000, 1'000'000'000, 60'000'000'000, 3'600'000'000'000, 86'400'000'000'000};
  const int64_t ordinal = unit ? get_int(c.vm, unit, "ordinal") : 0;
  return nanos_of(time, kUnits[ordinal < 0 || ordinal > 6 ? 0 : ordinal]);
}

Alternatives without_early_time_outs(Vm& vm, const Request& r, const Alternatives& all) {
  const LateTimeOuts& late = facility<LateTimeOuts>(vm);
  if (!late.on || r.immediate || late.asked == LateTimeOuts::Asked::WithTime) return all;
  Alternatives others;
  for (uint8_t i = 0; i < all.count; ++i)
    if (all.list[i] != Alternative::TimeOut && all.list[i] != Alternative::AcquireLate) others.add(all.list[i]);
  return others.count ? others : all;
}

Alternatives alternatives_of(Vm& vm, ThreadId t, Ref sync, const Request& r) {
  Alternatives out;
  const ThreadState& s = vm.thread(t).s;
  const bool interrupted = r.interruptible && s.interrupted;
  if (r.interruptible && s.native_phase == kAtStart) {
    if (interrupted) {
      out.add(Alternative::Interrupt);
      return out;
    }
    if (vm.multi() && lock_use(vm).interrupts) {
      out.add(Alternative::Enter);
      return out;
    }
  }
  const Lock lock(vm, sync);
  if (lock.may_acquire(t, r)) {
    out.add(Alternative::Acquire);
    if (interrupted) out.add(Alternative::Interrupt);
    // It has last found the lock taken, and is about to give up; until it does, others queue behind it.
    if (r.may_time_out(vm, t) && !r.immediate && lock.queue().position(t) >= 0) out.add(Alternative::TimeOut);
    return without_early_time_outs(vm, r, out);
  }
  if (interrupted) out.add(Alternative::Interrupt);
  // A ReentrantLock that was found taken is tried again, and before that the status is looked at once more: who fails
  // has found it taken when it was not interrupted yet.
  const bool looks_again = lock.shape().kind == LockKind::Reentrant && vm.jdk.release >= 17;
  if (!interrupted || !looks_again) {
    if (r.immediate) out.add(Alternative::Fail);
    else if (r.may_time_out(vm, t)) out.add(Alternative::TimeOut);
  }
  if (lock.may_arrive(t, r)) out.add(Alternative::Arrive);
  return without_early_time_outs(vm, r, out);
}

// Several alternatives: the call was a scheduling point, so one of them was granted.
Alternative chosen(Vm& vm, const Alternatives& alternatives) {
  return alternatives.list[alternatives.count > 1 ? vm.granted_alternative : 0];
}

void may_wait_for_lock(Vm& vm, ThreadId t) {
  if (!vm.thread(t).s.waits_in_locks) vm.touch_thread(t).waits_in_locks = true;
  if (vm.thread(t).s.parks) vm.rules.met(kRealLocks);
}

bool as_bytecode(NativeCall& c) {
  Vm& vm = c.vm;
  if (!vm.rules.foresees(vm::kRealLocks)) return false;  // the natives are there where locks are atomic at first
  const auto single = [&](Ref object, const char* field) {
    const Field* f = vm.klass_of(object)->find_field(field);
    const Ref r = f ? vm.get_ref(object, f) : kNull;
    return r && vm.klass_of(r) == vm.known->int_array;
  };
  const Ref sync = sync_of(c);
  if (single(sync, "head") || single(sync, "cachedHoldCounter") || single(c.ref(0), "firstWaiter") ||
      vm.thread(c.thread).s.native_phase != kAtStart)
    c.unsupported("of a lock whose first operations were taken as single steps; use --locks=real");
  return true;
}

void describe_on(NativeCall& c, Pending& p, PendingKind kind, Ref sync, bool write, Verb verb) {
  p.kind = kind;
  p.object = c.ref(0);
  p.expected = sync;
  p.verb = verb;
  p.add(sync, kLockField, write);
  if (kind != PendingKind::Read && is_shared(c.vm, sync)) c.vm.met |= kMetAtomicLocks;
}

// Whoever waits without a way out waits for the owner, if there is one; first things first: readers and permits have no
// owner.
ThreadId owner_waited_for(Vm& vm, ThreadId t, const Pending& p) {
  const Request r = Request::unpack(p.value);
  if (r.interruptible || r.timed || vm.thread(t).s.native_phase == kAtCondition) return por::kNoThread;
  const ThreadId owner = Lock(vm, static_cast<Ref>(p.expected)).owner();
  return owner == t ? por::kNoThread : owner;
}

std::string waiting_text(Vm& vm, ThreadId t, const Pending& p, const std::function<std::string(Ref)>& name) {
  const Lock lock(vm, static_cast<Ref>(p.expected));
  const Request r = Request::unpack(p.value);
  const std::string object = name(lock_object_of(vm, lock.sync()));
  const uint8_t phase = vm.thread(t).s.native_phase;
  const auto label = [&](ThreadId u) {
    const Ref n = vm.thread_name_of(vm.thread(u).s.object);
    return "thread " + std::to_string(u) + (n ? " \"" + vm.string_utf8(n) + "\"" : "");
  };
  if (phase == kAtCondition) return "waits on a condition of " + object;
  std::string out;
  if (lock.shape().kind == LockKind::Latch)
    out = "waits for " + object + ", which is at " + std::to_string(lock.state());
  else if (r.mode == Request::Permits)
    out = "waits for " + std::to_string(r.permits) + (r.permits == 1 ? " permit of " : " permits of ") + object +
          ", which has " + std::to_string(lock.state());
  else if (lock.shape().kind == LockKind::ReadWrite)
    out = (r.mode == Request::Shared ? "waits to read-lock " : "waits to write-lock ") + object;
  else out = "waits to lock " + object;
  if (phase >= kSignalled) out += " again after await()";
  if (const ThreadId owner = lock.owner(); owner != por::kNoThread) out += ", held by " + label(owner);
  else if (lock.shape().kind == LockKind::ReadWrite)
    for (ThreadId u = 0, first = 1; u < vm.thread_count(); ++u)
      if (lock.holds(u)) {
        out += (first ? ", held for reading by " : ", ") + label(u);
        first = 0;
      }
  if (const ThreadQueue q = lock.queue(); q.size() && q.thread(0) != t && lock.available(t, r))
    out += ", behind " + label(q.thread(0));
  return out;
}

void register_locks(Vm& vm) {
  if (!vm.atomic_locks()) return;
  register_lock_operations(vm);
  register_conditions(vm);
  register_lock_queries(vm);
}

}  // namespace jmc::natives
