// Threads of the program under test: stacks, status, pending operations. Part of the state; saved by Vm::touch_thread()
// and the stack-saving rule in state.cpp before they change.
#pragma once

#include <cstdint>
#include <string_view>

#include "por/seam/transition_system.hpp"
#include "vm/class/klass.hpp"
#include "vm/memory/machine.hpp"
#include "vm/operation/operation.hpp"

namespace jmc::vm {

using ThreadId = por::ThreadId;

// Instead of the number of a thread that has ended, which the one who asks knows: nobody depends on its number
// (Vm::thread_of).
inline constexpr ThreadId kOver = por::kMaxThreads;

// Fixed location names (below Heap::kFirstRef).
enum FixedLocation : uint32_t {
  kOutputLocation = 16,     // field: file descriptor
  kCounterLocation = 17,    // VM-wide counters of the program (thread numbers)
  kExitLocation = 19,       // written by System.exit, read by every visible operation if the program may call it
  kClassInitLocation = 18,  // field: Klass::id
  kFenceLocation = 21,      // full fences, under the memory model
  kExecutorLocation = 22,   // written by sections of executors (vm/visibility/sections.hpp)
  kClockLocation = 20,      // the clock, if it is shared: see vm/thread/clock.hpp
  kThreadLocation = 64,     // + thread number; field: ThreadPart
};
inline constexpr uint32_t kLiveThreads = 1;  // field of kExitLocation: which threads keep the program going
enum ThreadPart : uint32_t {
  kThreadEnd = 1,
  kThreadPermit = 2,
  kThreadInterrupt = 3,
  kThreadClock = 4,
  kThreadChance = 5,
  kThreadGroup = 6
};
// "Fields" of objects; real ones start at kHeaderSize.
// Of a Thread object: a ThreadPart, where those are named by it.
inline constexpr uint32_t kPartOfThread = 1u << 30;
inline constexpr uint32_t kLockField = 1;      // of an object's monitor
inline constexpr uint32_t kWholeArray = 2;     // read by every element access, written by operations on a whole array
inline constexpr uint32_t kHashField = 3;      // the identity hash code, which the first who asks draws
inline constexpr uint32_t kLoadedClasses = 4;  // of a class loader: which classes it has defined

// An access in terms of this path's Refs; the adapter renames it for the search.
struct RawAccess {
  uint32_t object;
  uint32_t field;
  bool write;
};

enum class PendingKind : uint8_t {
  None,       // running, or ended
  Start,      // has not run yet
  StepLimit,  // parked in the middle of an invisible run
  Read,
  Write,
  Cas,
  MonitorEnter,
  MonitorExit,
  Wait,
  WaitReacquire,
  Notify,
  Park,
  Unpark,
  Join,
  Sleep,
  Interrupt,
  Output,
  ClassInit,
  ClassInitEnd,  // asking for a class (offset: its id), which may begin its initialisation; the end of one (value: it
                 // failed)
  Lock,
  Unlock,
  Other,
};

// What some execution met, as a bit for each kind of operation that a native describes, and of what else the report
// speaks of only where it mattered.
inline constexpr uint32_t met_bit(PendingKind k) { return 1u << static_cast<int>(k); }
// kMetAtomicLocks: an operation of a lock on which others depend was one step, for which the JDK makes several.
inline constexpr uint32_t kMetAtomicLocks = 1u << 28, kMetSections = 1u << 29, kMetTimedWait = 1u << 30,
                          kMetProcessors = 1u << 31;
static_assert(static_cast<int>(PendingKind::Other) < 28);

// Raw accesses of an operation (Operation::touches).
struct Touched {
  uint8_t count = 0;
  RawAccess list[4] = {};
  void add(uint32_t object, uint32_t field, bool write) { list[count++] = {object, field, write}; }
};

// The operation before which a thread stopped: its kind and its operands, fixed by the thread's own stack. What follows
// from them in the state as it is, `operation` says.
struct Pending {
  PendingKind kind = PendingKind::None;
  uint8_t count = 0;
  bool safe_unlock = false;
  bool timed = false;
  bool daemon = false;    // Other, a start: of a daemon
  bool section = false;   // of an executor, which begins with this operation (vm/visibility/sections.hpp)
  bool bulk = false;      // copies elements of arrays in one step,
  bool simple = false;    // see settle()
  Ref target = kNull;     // to this array, if that is visible;
  bool on_stack = false;  // what is copied lies on the thread's stack, as the arguments of System.arraycopy: else all
                          // elements of `object` are read
  bool only_writes = false;  // Cas: of a part of what is accessed, whose value it does not ask for
  bool unstarted = false;    // what it accesses has to be asked again once the Thread in `object` has started
  bool by_clock = false;     // a wait with a time, which goes by the shared clock (Operation::times_out)
  const Operation* operation = &kPlain;
  // Of the memory model (vm/memory/memory_model.hpp): an operation on the variable in object and offset, in these
  // modes; of this width, which unlike `width` says nothing to the search; a Cas that may fail.
  bool modelled = false, conditional = false;
  bool in_order = false;  // of it, too: an access to bytes that are no variable (MemoryModel::Bytes)
  bool may_fail = false;  // of it, a weak compare-and-set: also where it could succeed
  bool acquires = false;  // does nothing before it has the lock of the object in `expected`, held by waits_for() now
  uint8_t model_width = 0;
  bool described = false;  // by the call of a VarHandle that the thread is at, which makes it of nothing else
  memory::UpdateMode mode;
  uint8_t width = 0;  // Read, Write, Cas: bytes; 0 if the object is no heap object
  char type = 0;      // and type letter of the value
  RawAccess accesses[4] = {};
  Ref object = kNull;  // what is locked, waited on, accessed; the Thread joined or unparked
  uint32_t offset = 0;
  uint32_t rules = 0;                // of a native: ProgramRules::of_operations() then
  uint64_t value = 0, expected = 0;  // Write: value; Cas: expected and new value
  Verb verb = Verb::None;            // for stories: "getAndAdd", "lock"
  const char* about = nullptr;       // for stories, instead of the verb's text: what names a file or a socket; lives on
  const Method* within = nullptr;    // of a section: the executor's method that the thread is in

  // When a thread stops at it. Simple: an access to the heap that the thread can make now and in every later state, in
  // one way, and that stays an operation whatever rules the search finds. Nothing about it has to be looked at again
  // but what the variable holds. `for_all`: where the initial state has to end, at what later may be no operation.
  void settle(bool for_all) {
    simple = !for_all && kind >= PendingKind::Read && kind <= PendingKind::Cas && count && !section && !safe_unlock &&
             accesses[0].object >= Heap::kFirstRef && operation == &kPlain;
  }
  // In how many ways it can go now.
  uint32_t ways(Vm& vm, ThreadId t) const { return operation->ways ? operation->ways(vm, t, *this) : 1; }
  std::string_view words() const { return about ? about : text_of(verb); }
  void add(uint32_t obj, uint32_t field, bool write) { accesses[count++] = {obj, field, write}; }
  void add_element(uint32_t array, uint32_t element_offset, bool write) {
    add(array, element_offset, write);
    add(array, kWholeArray, false);
  }
};

enum FrameFlags : uint32_t {
  kReexecute = 1,  // on return the caller runs its current instruction again (class initialisation)
  kBoundary = 2,   // on return run() comes back to its C++ caller (boot only)
};

constexpr uint32_t kFirstSlot = 4;  // of the lowest frame's locals: frame pointer 0 means "no frame"
// A frame in a thread's stack of 32-bit slots: locals, this header, operand stack.
struct FrameHeader {
  uint32_t method;   // Method::id
  uint32_t pc;       // instruction index: of the call, or of the instruction to run next
  uint32_t prev;     // slot index of the caller's header, 0 for the bottom
  uint32_t lock;     // Ref of the monitor that a synchronized method holds, else 0
  uint32_t scratch;  // FrameFlags
  // The frame below is in a call, which has taken its arguments. Else its instruction has all of its operands still.
  bool called() const { return !(scratch & kReexecute); }
};
inline constexpr uint32_t kFrameSlots = sizeof(FrameHeader) / 4;

enum class WaitState : uint8_t { None, Waiting, Notified, Interrupted };

// Everything about a thread except the contents of its stack. Plain data: saved and restored by copying.
struct ThreadState {
  Ref object = kNull;                 // java.lang.Thread
  uint32_t kind = 0;                  // Symmetry::kind_of
  ThreadId starter = por::kNoThread;  // who started it, none for main,
  uint32_t start_epoch = 0;           // and that thread's epoch from then on
  bool ended = false, daemon = false, interrupted = false, permit = false;
  // What an interrupt leaves is a permit, too. Kept apart, since only parks of the program's own can tell
  // (natives/threads/park.cpp): part of a state, as the next two are, where there is one (kOwnParks).
  bool permit_of_interrupt = false;
  bool parks = false,
       waits_in_locks = false;  // it has: by code of the program; in an operation of a lock that is one step
  uint32_t read_locks = 0;    // that it holds of those which count by the numbers of threads (natives/locks/locks.hpp)
  uint16_t initialising = 0;  // class initialisers that are frames of it
  bool arrived = false;  // somebody was told that the thread is blocked in its pending operation: then it is no more on
                         // its way there
  bool was_blocked = false;  // where states of threads are asked for: another thread's step has ended what kept the
                             // pending operation from happening
  bool left_group =
      false;  // before 19, where the program asks for the threads of a group: not among them any more, but still alive
  bool dispatching = false;  // an uncaught exception is being handled by the program's handler
  WaitState wait = WaitState::None;
  uint8_t native_phase = 0;  // of a native that blocks in the middle
  uint32_t wait_count = 0;   // recursion count given up by wait()
  Ref waiting_on = kNull;
  uint32_t fp = 0, sp = 0;   // slot indices
  Ref exception = kNull;     // being thrown across a step boundary: never set while suspended
  uint32_t hash_seed = 0;    // identity hash codes handed out
  uint32_t random_seed = 0;  // thread-local randoms handed out
  // Time (vm/thread/clock.hpp).
  int64_t timer = 0;           // nanoseconds that its own waits have taken
  int64_t wait_until = -1;     // on the clock: when the wait that it has begun is over; -1: none, or not told
  uint32_t poll_place = 0;     // where it asked for the time: a hash; 0: nowhere since its last wait
  uint8_t polls = 0;           // how often it came back there
  uint8_t poll_since = 0;      // questions elsewhere since
  uint8_t poll_readings = 0;   // all questions since its last wait, up to a limit
  uint8_t poll_steps = 0;      // how often time has passed while it polled
  uint8_t timer_readings = 0;  // questions to its timer since its last wait, up to three
  uint32_t stack_saved = 0;    // slots at and above this index (up to `stack_top` at the mark) are saved
  uint64_t ran = 0;      // names what is on its stack: another number whenever it has run (ThreadTable::touch_stack)
  uint64_t changed = 0;  // names all of it: another number whenever it was about to change (ThreadTable::touch)
  Pending pending;
};

struct VThread {
  ThreadState s;
  uint32_t* stack = nullptr;  // reserved once per thread number, reused by later paths
  uint32_t saved_at = 0;      // serial of the mark at which `s` was last saved
};

}  // namespace jmc::vm
