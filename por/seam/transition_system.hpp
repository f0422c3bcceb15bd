// The seam between the search and what is searched.
//
// A TransitionSystem is a concurrent program in one current state. The search sees numbered threads, the pending
// operation of each, and can step, mark, undo and fingerprint; it never sees a bytecode, an object or a class. The VM
// implements it, and so do the toy systems of the tests.
//
// Concurrency: none; a system and the search on it belong to one thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "por/seam/form_parts.hpp"
#include "por/seam/thread_set.hpp"

namespace jmc::por {

// What an access touches, in the canonical numbering of the CURRENT state. `object` below kFirstNumbered is a fixed
// name (statics, objects older than the initial state, threads, output) and means the same in every state; from
// kFirstNumbered on it is the canonical number of a heap object plus kFirstNumbered, and must be renamed when it is
// compared with a label of another state (see renaming()).
struct Location {
  uint32_t object = 0;
  uint32_t field = 0;
  friend bool operator==(const Location&, const Location&) = default;
  friend auto operator<=>(const Location&, const Location&) = default;
};
inline constexpr uint32_t kFirstNumbered = 0x8000'0000u;
// An object that the last numbered state did not have; see pending().
inline constexpr uint32_t kNewObject = kFirstNumbered - 1;
inline constexpr bool is_numbered(const Location& l) { return l.object >= kFirstNumbered; }

struct Access {
  Location where;
  bool write = false;
  friend bool operator==(const Access&, const Access&) = default;
};

enum class OpKind : uint8_t {
  Invisible,  // local to its thread: a step nobody can see (parked there by the step limit, or a start)
  // What changes nothing in the current state may be labelled as a read (accesses[0].write == false): a CAS or tryLock
  // that fails, a write of the value that is there. Whoever could make it a write then writes its location.
  Read,
  Write,
  Cas,
  Lock,
  Unlock,  // one write of the lock
  Wait,
  Notify,
  Park,
  Unpark,
  Start,
  Join,
  Interrupt,
  Sleep,
  Output,
  End,
  // Its alternatives, or even its accesses, depend on where the others stand, whatever they are about to do, and it
  // changes nothing. Where that is anything at all, it writes a location that every visible operation reads.
  Question,
};

// The next operation of a thread in the current state. Dependent operations share a location with at least one write;
// everything that can enable or disable another operation is expressed as such accesses (a lock is written by lock and
// unlock, a thread's end is written by its last step and read by join, a park permit is written by park and unpark, and
// so on), but for what an operation with `stops` disables.
// Two starts of threads do not commute, since threads are numbered by them: each writes one common location. What stops
// all threads at once writes a location that every visible operation reads.
struct Op {
  OpKind kind = OpKind::Invisible;
  uint8_t access_count = 0;
  uint8_t alternatives = 0;  // ways in which it can go now (a timed wait: 1 or 2; notify: one per waiter); 0 = blocked
  // An unlock that only enables others (no tryLock on this lock can tell): may be explored alone.
  bool safe_unlock = false;
  // Nobody runs after it, though others may be left, whose operations that are independent of it nobody can tell it
  // from: the end of the last thread that is no daemon. What it is dependent with is what shows in a final state.
  // (Strategy::ends_apart; else what stops all threads is dependent with everything.)
  bool stops = false;
  // Blocked: the thread that owns what is waited for, provided nothing but a step of that thread can end the wait (an
  // interrupt or a time-out by somebody else could: then none).
  ThreadId waits_for = kNoThread;
  Access accesses[6];

  bool enabled() const { return alternatives != 0; }
  bool visible() const { return access_count != 0; }
};

// Two operations of different threads, both in the numbering of the same state.
inline bool dependent(const Op& a, const Op& b) {
  for (int i = 0; i < a.access_count; ++i)
    for (int j = 0; j < b.access_count; ++j)
      if (a.accesses[i].where == b.accesses[j].where && (a.accesses[i].write || b.accesses[j].write)) return true;
  return false;
}

struct Fingerprint {
  uint64_t lo = 0, hi = 0;
  friend bool operator==(const Fingerprint&, const Fingerprint&) = default;
};

// Livelock is a step that never comes to its end. NoEnd and FairLoop are found by the search, not by a step: no end can
// be reached from the state; the state lies on a loop that every thread takes part in.
// DataRace: the step accessed what another thread has accessed, and nothing orders the two.
enum class ErrorKind : uint8_t {
  None,
  Assertion,
  UncaughtException,
  Deadlock,
  Livelock,
  ExitStatus,
  NoEnd,
  FairLoop,
  DataRace
};

// What a step ran into. The system keeps the details (exception, stack, message) until the next step or undo.
struct StepResult {
  ErrorKind error = ErrorKind::None;
  bool stop = false;     // the system cannot go on at all (unsupported feature, memory limit): see failure()
  bool yielded = false;  // the thread gave way to others within the step: yield, sleep, a time-out
};

class TransitionSystem {
 public:
  virtual ~TransitionSystem() = default;

  // Threads that have started on this path, ended ones included: one more than the greatest number.
  virtual ThreadId thread_count() const = 0;
  virtual bool ended(ThreadId thread) const = 0;
  // Pending operation; precondition: !ended(thread). Locations are numbered as of the last fingerprint() call, which
  // must have happened in this state if any location is numbered. A search asks for numbered locations only before it
  // steps or goes back; after undo() and the steps that follow, until the next fingerprint(), it asks only how many
  // alternatives there are and whether the operation is visible.
  virtual Op pending(ThreadId thread) const = 0;
  // Op::alternatives of it.
  virtual uint32_t alternatives(ThreadId thread) const { return pending(thread).alternatives; }

  // For searches that pass over states: after steps without a fingerprint() in between, pending() names objects as the
  // last numbered state did, and kNewObject those that it did not have. landmark(): whether the search should stop and
  // look at the current state, in which `thread` alone can run. Depends on nothing but the canonical state, and is true
  // every now and then, so that paths that come into one run of a thread at different points meet again soon. A system
  // whose every state is one is never passed over.
  virtual bool landmark(ThreadId thread) const {
    (void)thread;
    return true;
  }

  // Executes the pending operation of `thread` (its `alternative`-th enabled alternative) and all invisible steps after
  // it. Precondition: alternative < pending(thread).alternatives.
  virtual StepResult step(ThreadId thread, uint32_t alternative) = 0;

  // Marks nest like a stack. undo(m) returns to the state in which m was taken, drops the marks above it and keeps m;
  // release(m) drops m (the topmost) without changing the state.
  using Mark = uint32_t;
  virtual Mark mark() = 0;
  virtual void undo(Mark mark) = 0;
  virtual void release(Mark mark) = 0;

  // Canonical fingerprint of the current state; numbers its objects.
  virtual Fingerprint fingerprint() = 0;
  // The canonical form behind the fingerprint, for --exact-states. Appends to `out`.
  virtual void canonical_form(std::vector<uint8_t>& out) = 0;
  // For a store of whole states, instead of fingerprint() and canonical_form(): numbers the objects of the current
  // state, and gives its form in parts; without any it is one. Runs that are known may be left out. Precondition:
  // `form` and `parts` are empty. Whoever changes one of the other two for a system it forwards to changes this, too.
  virtual void whole_form(const KnownRuns& known, std::vector<uint8_t>& form, FormParts& parts) {
    (void)known, (void)parts;
    fingerprint();
    canonical_form(form);
  }
  // To go to a state without the steps that lead there.
  //
  // loadable_form(): sets `form` to a form of the current state from which load() makes it again. Returns why that
  // cannot be done, in a few words, where something that counts is in no form; else nothing. It numbers the objects as
  // fingerprint() does, and takes as long.
  // load(): the current state becomes that of a form, in the time that the form takes to read, as if by one step: marks
  // stay, and undo() takes it back. The form is one of this system, made since it has last changed what it takes for
  // granted (names()). The current state is one from which steps lead to that of the form, or it is that state. Objects
  // are numbered then as in the form. Returns why it could not be done; the current state is to be undone then.
  virtual std::string loadable_form(std::vector<uint8_t>& form) {
    form.clear();
    return "this system has no such form";
  }
  virtual std::string load(const std::vector<uint8_t>& form) { return (void)form, "this system cannot load states"; }
  // After step() and fingerprint(): out[n] is the number, in the state that the topmost mark was taken in, of the
  // object that is number n now, or kGone if it did not exist (or was garbage) there. Preconditions: fingerprint() was
  // called in both states, in the marked one before mark() (its numbering belongs to the mark: it is not called again
  // after an undo), and exactly one step lies between them.
  static constexpr uint32_t kGone = ~0u;
  virtual void renaming(std::vector<uint32_t>& out) const = 0;

  // Threads that are the same. The canonical form may name threads by places that depend on nothing but the state, so
  // that states which differ in which of such threads is which are one. out[t]: the place of thread t in the form of
  // the last fingerprint(); empty: every thread has the place of its number. A permutation of the threads that have
  // started. Then a location that means a part of a thread is renamed like an object. What the search calls a thread in
  // a path and in the present state is its number; what is kept of a state that is found again goes by places.
  virtual void places(std::vector<ThreadId>& out) const { out.clear(); }

  // For searches that match no states and compare operations along a path. After name_by_path(true), pending() names
  // heap objects (from kFirstNumbered on) so that an object keeps its name along a path, and has the same one on every
  // path on which the allocating thread did the same before: by that thread and what it allocated. fingerprint() and
  // renaming() have nothing to do with these names. False: not possible here, nothing has changed.
  virtual bool name_by_path(bool on) {
    (void)on;
    return false;
  }
  // The threads whose end `thread` has seen by joins that were no steps of their own (part of an invisible run). Others
  // show in its operations.
  virtual ThreadSet joined(ThreadId thread) const { return (void)thread, ThreadSet(); }
  // A thread that starts may get the number of one that has ended, which all that live know. To a search the two are
  // one thread, which waits in between: what the second does happens after what the first has done.
  virtual bool numbers_return() const { return false; }
  // Who has started `thread`. kNoThread: the thread whose step it was. Another one may have gone on within that step,
  // since its join had become possible, and started threads.
  virtual ThreadId starter(ThreadId thread) const { return (void)thread, kNoThread; }

  // A final state has no enabled thread. deadlocked(): some thread that matters (no daemon) has not ended.
  virtual bool is_final() const = 0;
  virtual bool deadlocked() const = 0;

  // What the user named and the pending operation of `thread` lies in or touches, one bit per name; a search only
  // passes on what the bits mean. Precondition: !ended(thread).
  virtual uint64_t tags(ThreadId thread) const { return (void)thread, 0; }

  // A number that changes whenever a step, or a fingerprint, has taught the system something that is no part of a state
  // and that later steps, fingerprints or answers depend on: classes that were linked, what threads contend for. Who
  // takes the steps that changed it again, in their order, in another system of the same program, has the same.
  virtual uint64_t learnt() const { return 0; }
  // For searches that share what they find with others on copies of the same system: changes when something has got a
  // name in fingerprints or locations that a copy may have given to something else, or give it another one.
  virtual uint64_t names() const { return 0; }

  // Where a read may see an older write than the newest. overlookable(): the writes that some thread may still overlook
  // in the current state, of which the last fingerprint() was taken, each by a name that it keeps along a path, in an
  // order that depends on the canonical state alone. overlooked(): those that the last step has: it read an older one
  // of the same variable, or wrote one that comes before it.
  virtual void overlookable(std::vector<uint64_t>& writes) const { writes.clear(); }
  virtual std::vector<uint64_t> overlooked() const { return {}; }

  // Why step() said stop; one line.
  virtual std::string failure() const { return {}; }
};

}  // namespace jmc::por
