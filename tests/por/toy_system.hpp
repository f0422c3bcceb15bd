// A small concurrent language and its TransitionSystem, to run every search on programs that fit on a line.
//
// Threads run straight code with jumps over locals (invisible), shared variables, heap objects, monitors with wait and
// notify, park permits, start and join. Invisible steps are glued to the visible operation before them, up to a limit.
// Heap objects are numbered in the order of a fixed traversal; fixed nodes keep their names. Marks are snapshots.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "por/seam/transition_system.hpp"

namespace jmc::por::toy {

// An integer, or a reference: kFirstReference + index into the heap. Null is 0.
using Value = int32_t;
inline constexpr Value kFirstReference = 1 << 20;
inline constexpr bool is_reference(Value v) { return v >= kFirstReference; }

inline constexpr int kMaxLocals = 10;
inline constexpr int kMaxFields = 3;
inline constexpr int kNone = -1;

enum class Code : uint8_t {
  // Invisible: d, a, b, c are locals.
  Const,   // d = imm
  Mov,     // d = a
  AddMod,  // d = (a + imm) % c
  New,     // d = new object with imm fields, all 0
  Init,    // a.field[imm] = b, on an object nobody else knows
  Jump,
  JumpZero,
  JumpNonZero,
  JumpEqual,  // to imm, by a (and b)
  Assert,     // a != 0, or the thread ends with an assertion error
  Yield,      // gives way to others
  // Visible. A variable is globals[imm + (a == kNone ? 0 : local a)].
  Read,
  Write,
  Cas,  // d = variable; variable = b; d = compare-and-set(variable, b, c)
  FieldRead,
  FieldWrite,
  FieldCas,  // the same on a.field[imm]; null ends the thread with an uncaught exception
  Lock,
  Unlock,
  TryLock,  // monitor imm; d = whether it was free
  Wait,
  TimedWait,  // monitor imm; d = whether notified
  Notify,
  NotifyAll,
  Park,
  TimedPark,  // own permit
  Unpark,
  Start,
  Join,  // body imm
};

struct Instruction {
  Code code;
  int d = kNone, a = kNone, b = kNone, c = kNone;
  int imm = 0;
};

struct Body {
  std::vector<Instruction> code;
  uint32_t keep = 0;  // locals that are part of an ended thread's state
  std::array<Value, kMaxLocals> initial{};
  std::vector<std::pair<int, int>> sealed;  // regions of straight code: from and to before

  // Writing code.
  int here() const { return static_cast<int>(code.size()); }
  int add(Instruction i) {
    code.push_back(i);
    return here() - 1;
  }
  void land(int jump) { code[jump].imm = here(); }  // the jump goes to what comes next
};

struct Program {
  std::vector<Body> bodies;
  int initial_threads = 0;  // bodies 0 .. initial_threads-1 run from the start
  std::vector<Value> globals;
  int locks = 0;
  std::vector<std::array<Value, kMaxFields>> nodes;  // heap objects with fixed names
  bool collect_nodes = false;                        // an unreachable node is all zero
  bool keep_locals = false;                          // dead locals are part of the state
  bool failing_cas_reads = false;                    // a CAS that would fail is labelled as a read
  bool same_value_reads = false;                     // a write of the value that is there is labelled as a read
  // Initial threads with equal bodies have places in a state (TransitionSystem::places). Nobody joins, unparks or parks
  // one of them then.
  bool exchanges = false;
  std::string text() const;
};

class ToySystem : public TransitionSystem {
 public:
  explicit ToySystem(const Program& program);

  ThreadId thread_count() const override { return static_cast<ThreadId>(now_.threads.size()); }
  bool ended(ThreadId thread) const override { return now_.threads[thread].status == Status::Ended; }
  Op pending(ThreadId thread) const override;
  StepResult step(ThreadId thread, uint32_t alternative) override;
  Mark mark() override;
  void undo(Mark mark) override;
  void release(Mark mark) override;
  Fingerprint fingerprint() override;
  void canonical_form(std::vector<uint8_t>& out) override;
  void renaming(std::vector<uint32_t>& out) const override;
  void places(std::vector<ThreadId>& out) const override;
  bool name_by_path(bool on) override {
    by_path_ = on;
    return true;
  }
  // 1: the thread of the last step was in one of its sealed regions before it, and still is.
  // About every third state of a thread, by where it is and what it holds.
  bool landmark(ThreadId thread) const override;
  // A search passes over states and asks there for numbers of an earlier one. Without it they are nonsense, so that it
  // shows where a search relies on them.
  void pass_over(bool on) { pass_over_ = on; }
  uint64_t tags(ThreadId thread) const override { return thread == sealed_; }
  bool is_final() const override;
  bool deadlocked() const override;

  // Canonical number -> order of allocation on the current path. Precondition: fingerprint() was called in this state.
  std::vector<uint32_t> objects() const;
  // The smallest form that the state has if threads with equal bodies are exchanged, whatever Program::exchanges says.
  std::vector<uint8_t> form_up_to_exchange();
  // The first of the bodies that are equal to that of the thread.
  int kind(ThreadId thread) const { return kind_[now_.threads[thread].body]; }
  // Where a thread is and what its live locals hold, references up to null or not.
  std::string local_state(ThreadId thread) const;

 private:
  enum class Status : uint8_t { Running, Starting, Waiting, TimedWaiting, Notified, TimedNotified, Ended };
  struct Thread {
    int16_t body = 0, pc = 0;
    Status status = Status::Running;
    bool failed = false;
    uint16_t allocated = 0;  // objects; no part of the canonical state
    std::array<Value, kMaxLocals> locals{};
  };
  struct Object {
    std::array<Value, kMaxFields> fields{};
    uint32_t name = 0;  // by thread and order of allocation; no part of the canonical state
  };
  enum class Life : uint8_t { None, Running, Ended };
  struct State {
    std::vector<Thread> threads;
    std::vector<Value> globals;
    std::vector<Object> heap;      // fixed nodes first
    std::vector<ThreadId> owner;   // per lock
    std::vector<uint8_t> permit;   // per body
    std::vector<Life> life;        // per body
    std::vector<uint32_t> number;  // per object, as of `numbered`
    std::vector<ThreadId> at;      // by place, as of `numbered`
    uint32_t numbers = 0;
    bool numbered = false;  // fingerprint() was called in this very state
    bool since = false;     // ... or in an earlier one, and only steps have been taken since
  };

  StepResult take(ThreadId thread, uint32_t alternative);
  int region(const Thread& t) const;  // sealed one that the thread is in, or -1
  const Instruction& instruction(const Thread& t) const { return program_.bodies[t.body].code[t.pc]; }
  uint32_t live(const Thread& t) const;
  void run_invisible(ThreadId thread, StepResult& result);
  void end_thread(Thread& t, bool failed);
  void fail(Thread& t, StepResult& result, ErrorKind kind);
  size_t variable(const Thread& t, const Instruction& i) const;
  Location object_location(Value reference, int field) const;
  ThreadId thread_of_body(int body) const;
  void build_form(std::vector<uint8_t>& out);
  void build_form(std::vector<uint8_t>& out, const std::vector<ThreadId>& at);

  Program program_;
  std::vector<std::vector<uint32_t>> live_;  // per body and pc
  std::vector<int> kind_;                    // per body
  std::vector<uint8_t> joined_;              // per body: somebody may join it
  std::vector<uint8_t> tried_;               // per lock: somebody may tryLock it
  State now_;
  std::vector<State> marks_;
  size_t marks_used_ = 0;
  bool by_path_ = false, pass_over_ = false;
  ThreadId sealed_ = kNoThread;
  std::vector<uint8_t> form_;
};

}  // namespace jmc::por::toy
