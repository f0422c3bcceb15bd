// Threads, monitors, starting and ending.
#include <sys/mman.h>

#include <algorithm>
#include <bit>

#include "vm/code/interpreter.hpp"
#include "vm/state/objects.hpp"

namespace jmc::vm {

void Vm::set_live(uint32_t n) {
  const bool shared = n > 1 || (options.last_thread_visible && threads_.count() > 1) || (n == 1 && unjoined_threads());
  threads_.set_live(n, shared ? uint32_t{kShared} : 0);
}

// Has a thread ended that the only living one has not joined?
bool Vm::unjoined_threads() const {
  for (ThreadId t = 0; t < threads_.count(); ++t) {
    if (threads_[t].s.ended) continue;
    for (ThreadId u = 0; u < threads_.count(); ++u)
      if (u != t && !orders_.joined(t, u)) return true;
  }
  return false;
}

ThreadId Vm::thread_of(Ref object) const {
  for (ThreadId t = 0; t < threads_.count(); ++t)
    if (threads_[t].s.object == object) return t;
  return por::kNoThread;
}

ThreadId Vm::thread_of(Ref object, ThreadId by) const {
  const ThreadId t = thread_of(object);
  if (!rules.foresees(kNumbersReturn)) return t;
  if (t == por::kNoThread) return gave_back(object) ? kOver : t;
  return rules.numbers_return() && threads_[t].s.ended && orders_.joined(by, t) ? kOver : t;
}

// --- numbers that are given back

namespace {
constexpr int64_t kGaveBack = -1;  // Thread.eetop, which is 0 of one that has not started or has ended
}

bool Vm::gave_back(Ref object) const { return heap.load<int64_t>(object, known->thread_eetop->offset) == kGaveBack; }

// Whether the number of t, which has ended, may be that of a thread that the current one starts: the current one knows
// of its end, and so does every other thread that it does not know to be over, from its own start on. All of that lies
// before this start, so that the number which the new thread gets does not depend on what others do meanwhile. It
// follows that all living threads know, those included that others have started since.
bool Vm::may_give_back(ThreadId t) const {
  if (!threads_[t].s.ended || threads_[t].s.read_locks || !orders_.joined(current_, t)) return false;
  for (ThreadId u = 0; u < threads_.count(); ++u)
    if (u != t && u != current_ && !orders_.joined(current_, u) && !orders_.inherited(u, t)) return false;
  return true;
}

// The number for a thread that the current one starts. That of one that has ended, if numbers are given back: to the
// search the two are one thread, and to whoever knew the first its Thread object says that it is over.
ThreadId Vm::free_number() {
  const ThreadId count = threads_.count();
  if (rules.numbers_return()) {
    for (ThreadId t = 1; t < count; ++t)
      if (may_give_back(t)) return t;
  } else if (worth_giving_back()) {
    rules.met(kNumbersReturn);
    exit(0);  // this path ends here: the search is repeated
    return por::kNoThread;
  }
  if (count >= por::kMaxThreads)
    throw Unsupported(Failure::StepLimit,
                      "thread limit: the program has started more than " + std::to_string(por::kMaxThreads) +
                          " threads, " +
                          (rules.numbers_return() ? "not counting those of whose end all others know"
                                                  : "those that have ended included" + options.numbers_kept) +
                          ": check it with fewer (a smaller pool, fewer rounds); one more is started");
  return count;
}

// Looked at whenever there are twice as many.
bool Vm::worth_giving_back() const {
  const ThreadId count = threads_.count(), from = options.thread_numbers;
  if (!from || count < from || rules.foresees(kNumbersReturn | kNumbersKept) || !known->thread_eetop || !marked())
    return false;
  if (count != por::kMaxThreads && (count % from || !std::has_single_bit(count / from))) return false;
  ThreadId over = 0;
  for (ThreadId t = 1; t < count; ++t) over += may_give_back(t);
  return over && (2 * over >= count || count == por::kMaxThreads);
}

VThread& Vm::thread_for(ThreadId number) {
  if (number == threads_.count()) {
    VThread& v = threads_.add();
    orders_.begin(number);
    return v;
  }
  remark("numbers",
         "a thread that starts has the number of one that is over and known to be, if there is one: thread 1 "
         "may be one thread after the other");
  heap.store<int64_t>(threads_[number].s.object, known->thread_eetop->offset, kGaveBack);
  // Whoever it has started has started before its end, of which all know.
  for (ThreadId t = 0; t < threads_.count(); ++t)
    if (threads_[t].s.starter == number) touch_thread(t).starter = por::kNoThread;
  orders_.give_back(number);
  return threads_.give_back(number);
}

ThreadId Vm::new_thread(Ref object, bool daemon, Method* bottom) {
  const ThreadId t = threads_.count() ? free_number() : 0;
  if (t == por::kNoThread) return t;
  VThread& v = thread_for(t);
  uint32_t* stack = v.stack;
  v.s.object = object;
  v.s.daemon = daemon;
  v.s.kind = symmetry.kind_of(object);
  v.s.pending.kind = PendingKind::Start;
  const uint32_t fp = kFirstSlot + bottom->max_locals;
  stack[kFirstSlot] = object;
  *reinterpret_cast<FrameHeader*>(stack + fp) = {bottom->id, 0, 0, kNull, 0};
  v.s.fp = fp;
  v.s.sp = fp + kFrameSlots;
  set_live(threads_.live() + 1);
  return t;
}

ThreadId Vm::start_thread(Ref object, bool daemon) {
  // Where the search has gone back to before the first start, the marks of what is shared are gone again.
  if (!publishing_ || threads_.count() == 1) start_publishing();
  if (memory && visibility.stops_at_all() && !multi()) memory->share_all();
  if (threads_[current_].s.initialising)
    initialiser_told("starts a thread", true);  // the new thread may ask for the class
  if (daemon) rules.daemon_seen();
  // A monitor that was taken when it was nobody else's business; but Thread.start(ThreadContainer), through which pools
  // start their threads from JDK 21 on, holds it for a moment and waits for nothing.
  const uint32_t lock = heap.header(object)->lock;
  const bool by_start =
      lock_count(lock) == 1 && method(frame(current_, threads_[current_].s.fp)->method)->owner == known->thread;
  if (lock && !by_start && locks_as_thread(object)) rules.uses(kThreadMonitors);
  // Threads are numbered by their starts, so that starts in either order have to be steps in conflict: not only those
  // of threads that others know already. What is ordered before the start of u is ordered before this one, or u's start
  // may not be.
  for (ThreadId u = 0; u < threads_.count() && !rules.ends_visible() && object != shutdown_thread; ++u) {
    if (u == current_ || orders_.joined(current_, u)) continue;  // knows all that u knew
    bool more = orders_.known(u, current_) > orders_.epoch(current_);
    const auto look = [&](ThreadId from, ThreadId to) {
      for (ThreadId v = from; v < to; ++v)
        more |= std::min(orders_.known(u, v), ThreadOrders::kJoined) > orders_.known(current_, v);
    };
    const ThreadId first = std::min(u, current_), second = std::max(u, current_);
    look(0, first), look(first + 1, second), look(second + 1, threads_.count());
    if (more) rules.interrupt_seen();
  }
  const ThreadId t = new_thread(object, daemon, thread_method_);
  if (t == por::kNoThread) return t;
  // Everything the starter did so far, and what was ordered before that, is ordered before the new thread.
  orders_.set_epoch(current_, orders_.epoch(current_) + 1);
  threads_[t].s.starter = current_;
  threads_[t].s.start_epoch = orders_.epoch(current_);
  symmetry.started(t);
  races.started(current_, t);
  for (ThreadId u = 0; u < threads_.count(); ++u) {
    const uint32_t epoch = u == current_ ? orders_.epoch(current_) : u == t ? 0 : orders_.known(current_, u);
    orders_.set(t, u, epoch >= ThreadOrders::kJoined ? ThreadOrders::kInherited : epoch);
  }
  inherit_initialisations(current_, t);
  publish(object);
  if (memory) memory->begun(t, current_);
  return t;
}

// The hooks run after the end of all threads that are no daemons, whichever of them is the last.
void Vm::begin_shutdown() {
  if (!has_shutdown_hooks() || thread_of(shutdown_thread) != por::kNoThread) return;
  for (ThreadId u = 0; u < threads_.count(); ++u)
    if (const ThreadState& s = threads_[u].s; u != current_ && !s.ended && !s.daemon) return;
  if (threads_[current_].s.daemon) return;
  const ThreadId t = start_thread(shutdown_thread, false), count = threads_.count();
  for (ThreadId u = 0; u < count && t != por::kNoThread; ++u) {
    if (u == t || threads_[u].s.daemon) continue;
    races.joined(t, u);
    for (ThreadId v = 0; v < count; ++v)
      if (v != u && v != t) orders_.set(t, v, std::max(orders_.known(t, v), orders_.known(u, v)));
    orders_.set(t, u, ThreadOrders::kJoined);
    if (memory && threads_[u].s.ended) memory->machine.join(t, u);
  }
}

void Vm::joined(ThreadId ended) {
  if (ended == kOver) return;
  races.joined(current_, ended);
  for (ThreadId u = 0; u < threads_.count(); ++u) {
    const uint32_t epoch = std::min(orders_.known(ended, u), ThreadOrders::kJoined);
    if (u != ended && epoch > orders_.known(current_, u)) orders_.set(current_, u, epoch);
  }
  if (!orders_.joined(current_, ended)) orders_.set(current_, ended, ThreadOrders::kJoined);
  inherit_initialisations(ended, current_);
  if (memory) memory->machine.join(current_, ended);
  set_live(threads_.live());
}

// From now on there may be two threads: everything that statics and constants reach is shared.
void Vm::start_publishing() {
  publishing_ = true;
  const auto from = [&](Ref root) { for_each_ref(root, [&](Ref r) { publish(r); }); };
  for (size_t i = 0; i < klasses_.size(); ++i) {
    const Klass& k = *klasses_[i];
    if (k.statics && init_status(&k) != InitStatus::InProgress) from(k.statics);
    if (k.mirror) from(k.mirror);
  }
  for (const auto& [text, r] : strings_) publish(r);
}

void Vm::end_thread(ThreadId t) {
  ThreadState& s = touch_thread(t);
  s.ended = true;
  s.pending = Pending{};
  s.fp = s.sp = 0;
  s.exception = kNull;
  if (ends_by_monitor(s.object)) notify_end(s.object);
  if (known->thread_eetop) heap.store<int64_t>(s.object, known->thread_eetop->offset, 0);
  if (memory) memory->machine.end(t);
  set_live(threads_.live() - 1);
}

// --- monitors

bool Vm::lock_free_for(Ref object, ThreadId t) const {
  const uint32_t lock = heap.header(object)->lock;
  return !lock || lock_holder(lock) == t;
}
bool Vm::holds_lock(Ref object, ThreadId t) const { return lock_holder(heap.header(object)->lock) == t; }
ThreadId Vm::lock_owner(Ref object) const { return lock_holder(heap.header(object)->lock); }
void Vm::lock_enter(Ref object, ThreadId t) {
  ObjectHeader* h = heap.header(object);
  heap.touch(object, reinterpret_cast<char*>(&h->lock));
  const uint32_t count = lock_count(h->lock) + 1;
  if (count > kLockCount) throw Unsupported("a thread enters one monitor more than a million times");
  h->lock = (t + 1) << kLockOwnerShift | count;
  if (memory && count == 1) memory->locked(object);
}
bool Vm::lock_exit(Ref object, ThreadId t) {
  if (!holds_lock(object, t)) return false;
  ObjectHeader* h = heap.header(object);
  heap.touch(object, reinterpret_cast<char*>(&h->lock));
  h->lock = lock_count(h->lock) == 1 ? 0 : h->lock - 1;
  if (memory && !h->lock) memory->unlocked(object);
  return true;
}

Ref Vm::thread_name_of(Ref thread) const {
  if (!known->thread_name) return kNull;
  const Ref r = heap.load<Ref>(thread, known->thread_name->offset);
  if (!r || known->thread_name->descriptor != "[C") return r;
  return kNull;
}

}  // namespace jmc::vm
