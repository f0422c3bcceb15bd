// Threads, monitors, starting and ending.
#include <sys/mman.h>

#include <algorithm>

#include "vm/code/interpreter.hpp"
#include "vm/state/objects.hpp"

namespace jmc::vm {

namespace {
constexpr uint32_t kFirstSlot = 4;  // frame pointer 0 means "no frame"
}

void Vm::set_live(uint32_t n) {
  const bool shared = n > 1 || (options.last_thread_visible && threads_.count() > 1) || (n == 1 && unjoined_threads());
  threads_.set_live(n, shared ? uint32_t{kShared} : 0);
}

// Has a thread ended that the only living one has not joined?
bool Vm::unjoined_threads() const {
  for (ThreadId t = 0; t < threads_.count(); ++t) {
    if (threads_[t].s.ended) continue;
    for (ThreadId u = 0; u < threads_.count(); ++u)
      if (u != t && orders_.known(t, u) != ThreadOrders::kJoined) return true;
  }
  return false;
}

ThreadId Vm::thread_of(Ref object) const {
  for (ThreadId t = 0; t < threads_.count(); ++t)
    if (threads_[t].s.object == object) return t;
  return por::kNoThread;
}

ThreadId Vm::new_thread(Ref object, bool daemon, Method* bottom) {
  if (threads_.count() >= por::kMaxThreads)
    throw Unsupported("the program has started more than " + std::to_string(por::kMaxThreads) +
                      " threads, those that have ended included: check it with fewer (a smaller pool, fewer rounds); "
                      "one more is started");
  const ThreadId t = threads_.count();
  VThread& v = threads_.add();
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
  orders_.begin(t);
  set_live(threads_.live() + 1);
  return t;
}

ThreadId Vm::start_thread(Ref object, bool daemon) {
  if (!publishing_) start_publishing();
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
  for (ThreadId u = 0; u < threads_.count() && !rules.ends_visible() && object != shutdown_thread; ++u)
    for (ThreadId v = 0; v < threads_.count(); ++v)
      if (u != current_ && v != u &&
          orders_.known(u, v) > (v == current_ ? orders_.epoch(v) : orders_.known(current_, v)))
        rules.interrupt_seen();
  const ThreadId t = new_thread(object, daemon, thread_method_);
  // Everything the starter did so far, and what was ordered before that, is ordered before the new thread.
  orders_.set_epoch(current_, orders_.epoch(current_) + 1);
  threads_[t].s.starter = current_;
  threads_[t].s.start_epoch = orders_.epoch(current_);
  symmetry.started(t);
  races.started(current_, t);
  for (ThreadId u = 0; u < t; ++u)
    orders_.set(t, u, u == current_ ? orders_.epoch(current_) : orders_.known(current_, u));
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
  const ThreadId t = start_thread(shutdown_thread, false);
  for (ThreadId u = 0; u < t; ++u) {
    if (threads_[u].s.daemon) continue;
    races.joined(t, u);
    for (ThreadId v = 0; v < t; ++v) orders_.set(t, v, std::max(orders_.known(t, v), orders_.known(u, v)));
    orders_.set(t, u, ThreadOrders::kJoined);
    if (memory && threads_[u].s.ended) memory->machine.join(t, u);
  }
}

void Vm::joined(ThreadId ended) {
  races.joined(current_, ended);
  for (ThreadId u = 0; u < threads_.count(); ++u)
    if (orders_.known(ended, u) > orders_.known(current_, u)) orders_.set(current_, u, orders_.known(ended, u));
  orders_.set(current_, ended, ThreadOrders::kJoined);
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
void Vm::set_lock(Ref object, uint32_t word) {
  ObjectHeader* h = heap.header(object);
  heap.touch(object, reinterpret_cast<char*>(&h->lock));
  h->lock = word;
}

Ref Vm::thread_name_of(Ref thread) const {
  if (!known->thread_name) return kNull;
  const Ref r = heap.load<Ref>(thread, known->thread_name->offset);
  if (!r || known->thread_name->descriptor != "[C") return r;
  return kNull;
}

}  // namespace jmc::vm
