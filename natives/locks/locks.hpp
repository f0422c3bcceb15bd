// --locks=atomic: the synchronizers of java.util.concurrent.locks, each operation as one visible step. Internal to
// natives/.
//
// The state of a lock lives in fields that the JDK's own classes have, so that undo, the canonical form and methods
// that are not replaced see it:
//   AbstractQueued(Long)Synchronizer.state                  hold count; readers and writers; permits; count
//   AbstractOwnableSynchronizer.exclusiveOwnerThread        owner
//   AbstractQueued(Long)Synchronizer.head                   an int[]: who has arrived and must be served in order (see
//   Lock::may_arrive) ReentrantReadWriteLock.Sync.cachedHoldCounter           an int[] by thread number: read holds
//   ConditionObject.firstWaiter                             an int[]: who waits, the longest waiting first
// The arrays hold thread numbers, so positions in them are the ranks of the threads: nothing absolute is in the state.
// A field is null while its array would be empty. No bytecode reads these fields, since every method that would is
// replaced.
#pragma once

#include "natives/support.hpp"

namespace jmc::natives {

enum class LockKind : uint8_t { None, Reentrant, ReadWrite, Semaphore, Latch };

// What the class of a synchronizer (the object behind the field `sync`) says about it.
struct LockShape {
  bool known = false;
  LockKind kind = LockKind::None;
  bool fair = false;
  bool wide = false;  // the state is a long: readers in its upper half (JDK 25)
  vm::Field *state = nullptr, *owner = nullptr, *queue = nullptr, *holds = nullptr;
};

using vm::kAsksLockQueues, vm::kInterruptsLocks;

// What the program does with its locks, as far as the classes say that it has loaded when the first of them is used by
// several threads, or an earlier search has found.
struct LockUse {
  bool known = false;
  bool queues = false;  // asks who is queued: every arrival at a lock that is taken is a step of its own
  bool interrupts =
      false;  // interrupts threads: the check at the start of an interruptible operation is a step of its own
};
LockUse& lock_use(Vm& vm);

// The thread comes to an operation on a lock in which it may wait, which the JDK's does by parking
// (natives/threads/park.cpp).
void may_wait_for_lock(Vm& vm, ThreadId t);

// Locks have turned out not to be single steps (vm::kRealLocks): the JDK's bytecode runs. Throws Unsupported where the
// receiver, or the thread, is in a state that only single steps know.
bool as_bytecode(NativeCall& c);

// An entry for an operation that is one step, or the JDK's bytecode.
template <auto Run>
vm::NativeStatus one_step(NativeCall& c) {
  return as_bytecode(c) ? to_bytecode(c) : Run(c);
}
template <auto Describe>
bool describe_one_step(NativeCall& c, Pending& p) {
  return !as_bytecode(c) && Describe(c, p);
}
template <auto Run, auto Describe = nullptr>
Entry single(const char* key) {
  if constexpr (Describe == nullptr) return {key, one_step<Run>};
  else return {key, one_step<Run>, describe_one_step<Describe>};
}

// What an operation asks of a lock. Packed into Pending::value.
struct Request {
  enum Mode : uint8_t { Exclusive, Shared, Permits };
  Mode mode = Exclusive;
  bool interruptible = false;
  bool timed = false;
  bool immediate = false;  // a time-out that is zero or negative
  int32_t permits = 1;
  bool endless = false;  // a time-out that never comes (vm/thread/end_of_time.hpp)

  uint64_t pack() const {
    return mode | interruptible << 8 | timed << 9 | immediate << 10 | endless << 11 |
           uint64_t{static_cast<uint32_t>(permits)} << 32;
  }
  // Whether its time may be over before it has what it waits for.
  bool may_time_out(vm::Vm& vm, ThreadId t) const {
    return timed &&
           (immediate || (!endless && vm.options.timeouts != vm::Timeouts::Never && vm::time_may_be_over(vm, t)));
  }
  static Request unpack(uint64_t v) {
    return {static_cast<Mode>(v & 3),      (v >> 8 & 1) != 0, (v >> 9 & 1) != 0, (v >> 10 & 1) != 0,
            static_cast<int32_t>(v >> 32), (v >> 11 & 1) != 0};
  }
};

// ThreadState::native_phase of a thread in the middle of an operation.
enum LockPhase : uint8_t {
  kAtStart = 0,
  kEntered,      // not interrupted at the start
  kAtCondition,  // on a condition
  kSignalled,    // from here on: wants the lock again
  kCancelledByInterrupt,
  kCancelledByTime,
};

// The array of an int[] field, from the longest waiting thread on.
class ThreadQueue {
 public:
  ThreadQueue(Vm& vm, Ref object, const vm::Field* field)
      : vm_(vm), object_(object), field_(field), array_(vm.get_ref(object, field)) {}

  static constexpr uint32_t kExclusive = 1 << 16;  // flag of an entry
  uint32_t size() const { return array_ ? vm_.array_length(array_) : 0; }
  uint32_t entry(uint32_t i) const {
    return static_cast<uint32_t>(vm_.heap.load<int32_t>(array_, vm::kHeaderSize + 4 * i));
  }
  ThreadId thread(uint32_t i) const { return entry(i) & vm::kThreadOfElement; }
  int position(ThreadId t) const {
    for (uint32_t i = 0, n = size(); i < n; ++i)
      if (thread(i) == t) return static_cast<int>(i);
    return -1;
  }
  void push(uint32_t entry);
  void remove(ThreadId t);  // if it is there

 private:
  void assign(const std::vector<uint32_t>& entries);
  Vm& vm_;
  Ref object_;
  const vm::Field* field_;
  Ref array_;
};

// A view of one synchronizer.
class Lock {
 public:
  Lock(Vm& vm, Ref sync);
  const LockShape& shape() const { return shape_; }
  Ref sync() const { return sync_; }
  bool known() const { return shape_.kind != LockKind::None; }

  int64_t state() const {
    return shape_.wide ? vm_.heap.load<int64_t>(sync_, shape_.state->offset)
                       : vm_.heap.load<int32_t>(sync_, shape_.state->offset);
  }
  void set_state(int64_t v);
  bool owned_by(ThreadId t) const { return shape_.owner && vm_.get_ref(sync_, shape_.owner) == vm_.thread(t).s.object; }
  ThreadId owner() const;  // kNoThread if there is none
  // ReadWrite.
  int64_t writes() const { return shape_.wide ? state() & 0xffffffff : state() & 0xffff; }
  int64_t reads() const {
    return shape_.wide ? state() >> 32 : static_cast<int64_t>(static_cast<uint32_t>(state()) >> 16);
  }
  int64_t one_read() const { return shape_.wide ? int64_t{1} << 32 : 1 << 16; }
  int32_t holds(ThreadId t) const;
  void set_holds(ThreadId t, int32_t count);
  ThreadQueue queue() const { return {vm_, sync_, shape_.queue}; }

  // Could `t` have it, but for those who came before?
  bool available(ThreadId t, const Request& r) const;
  // Can it have it now?
  bool may_acquire(ThreadId t, const Request& r) const;
  // May the arrival of `t`, which cannot have it now, be a step of its own?
  bool may_arrive(ThreadId t, const Request& r) const;
  // Preconditions: available(). Null, or the message of the Error that the JDK throws.
  const char* acquire(ThreadId t, const Request& r);
  void release_all(ThreadId t, uint32_t& saved);  // await(): the state as one word
  void reacquire(ThreadId t, uint32_t saved);

 private:
  Vm& vm_;
  Ref sync_;
  const LockShape& shape_;
};

// The synchronizer behind the receiver: its field `sync`, or the enclosing object of a condition.
Ref sync_of(NativeCall& c);
// The object that the program knows (a ReentrantLock, ...) behind a synchronizer; a walk over the heap, for reports.
Ref lock_object_of(Vm& vm, Ref sync);
// An interrupt that lock_use() does not foresee: an answer may be missing.
void note_unforeseen_interrupt(Vm& vm);

// What can happen next in an operation.
enum class Alternative : uint8_t { Enter, Acquire, AcquireLate, Interrupt, TimeOut, Fail, Arrive };
struct Alternatives {
  uint8_t count = 0;
  Alternative list[6] = {};
  void add(Alternative o) { list[count++] = o; }
};
// Of a request for a lock, by a thread in phase kAtStart or kEntered.
Alternatives alternatives_of(Vm& vm, ThreadId t, Ref sync, const Request& r);
// Of a wait for a condition that has begun.
Alternatives await_alternatives(Vm& vm, ThreadId t, Ref sync, const Request& r);
// With late time-outs a thread that finds what it waits for takes it, even if its time has passed meanwhile, as the
// JDK's code looks once more before it gives up.
Alternatives without_early_time_outs(Vm& vm, const Request& r, const Alternatives& all);
// The one that was granted.
Alternative chosen(Vm& vm, const Alternatives& alternatives);

// Pending of any operation on a lock: its location, and texts for reports.
void describe_on(NativeCall& c, Pending& p, PendingKind kind, Ref sync, bool write, vm::Verb verb);
ThreadId owner_waited_for(Vm& vm, ThreadId t, const Pending& p);
vm::Outcome outcome_of(Alternative a, bool attempt);
std::string waiting_text(Vm& vm, ThreadId t, const Pending& p, const std::function<std::string(Ref)>& name);

int64_t in_nanos(const NativeCall& c, int64_t time, Ref unit);  // of a java.util.concurrent.TimeUnit

void register_lock_operations(Vm& vm);
void register_conditions(Vm& vm);
void register_lock_queries(Vm& vm);

}  // namespace jmc::natives
