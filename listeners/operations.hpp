// One operation of a replayed path: what is known of it before and after the step, and how it is said. Internal to
// listeners/.
//
// Records are made while the path is replayed; they are put into words at its end, when all objects of the path are
// known: only then is it clear which short names are unambiguous.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "listeners/names.hpp"
#include "listeners/own_frames.hpp"
#include "vm/jvm_system.hpp"

namespace jmc::listeners {

struct Record {
  por::ThreadId thread = 0;
  OwnFrames frames;  // before it
  std::string
      local;  // of an array, an atomic or a captured variable: what the program calls it there (local_names.hpp)
  vm::Pending op;
  uint32_t alternative = 0;  // which of those it had
  uint32_t width = 0;        // bytes of the cell at op.object and op.offset; 0 if it is none
  uint64_t before = 0, after = 0;
  // Under the memory model: it took another value than the newest, which `before` is and `writer` wrote, or wrote one
  // that was to be older than that.
  bool stale = false, late = false;
  // Its halves are of different writes: of a read, whose (kNoThread: the value before all of them). Of a write, one of
  // them is the newest alone, and `value` of the operation not.
  bool torn = false;
  por::ThreadId half_writers[2] = {por::kNoThread, por::kNoThread};  // of the lower half, of the upper half
  // Under the memory model with load buffering: the write in `op` is made ahead, before the thread comes to it at the
  // `site`; or the thread has come to what it wrote ahead, in step `written_in`.
  bool ahead = false, kept = false;
  std::string site;
  uint64_t seen = 0;
  por::ThreadId writer = por::kNoThread;
  uint32_t written_in = 0;  // step that wrote the newest; 0: none of this story
  vm::WaitState wait = vm::WaitState::None;
  bool permit = false, interrupted = false;
  bool target_ended = false;                               // of a join
  vm::InitStatus initialisation = vm::InitStatus::Loaded;  // of the class that is asked for
  std::vector<por::ThreadId> woken;                        // by a notify or a signal
  vm::Outcome outcome = vm::Outcome::Happens;              // of an operation on a lock
  uint32_t rounds = 0;  // done once more in the same step, so many times (vm/thread/bounded_polls.hpp)
};

inline bool is_access(vm::PendingKind k) {
  return k == vm::PendingKind::Read || k == vm::PendingKind::Write || k == vm::PendingKind::Cas;
}

// What the thread's pending operation is, before its outcome `alternative` is executed.
Record record_before(vm::Vm& vm, por::ThreadId t, uint32_t alternative);
// Of an access that is no operation.
Record record_access(vm::Vm& vm, por::ThreadId t, vm::Ref object, uint32_t offset, bool write);
void record_after(vm::Vm& vm, Record& r);
// Whether it is the end of a wait that nothing but its time-out ended.
bool timed_out(const Record& r);
// An attempt that has not got what it was for.
inline bool gave_up(const Record& r) { return r.outcome == vm::Outcome::Fails || r.outcome == vm::Outcome::TimesOut; }

class Wording {
 public:
  Wording(vm::Vm& vm, const std::vector<Record>& records);

  std::string say(const Record& r);
  // The variable that it reads or writes. Precondition: it has a width.
  std::string variable_of(const Record& r) { return variable(r.op.object, r.op.offset); }
  // For a sentence, where no column tells where the access is: a field of an object of the JDK with its class.
  std::string in_a_sentence(vm::Ref object, uint32_t offset);
  ObjectNames& names() { return names_; }
  // An object that an operation is on: a lock for what it keeps inside.
  std::string named(vm::Ref object) { return names_.object(lock_of(object)); }
  // Where objects with a number in their name are kept: in static fields of the program, and locks also in the one
  // field of an object that holds them.
  std::vector<std::string> legend();

 private:
  std::string once(const Record& r);
  // The variable of an access: the object that owns it (null for statics) and its name there. Of an element `klass` is
  // the name of the local variable that holds the array, if it has one.
  struct Variable {
    vm::Ref owner = vm::kNull;
    std::string klass, name;
    bool element = false;
  };
  void find_locals(const std::vector<Record>& records);
  Variable variable_of(vm::Ref object, uint32_t offset);
  std::string variable(vm::Ref object, uint32_t offset);
  std::string staleness(const Record& r);
  void find_holders();
  template <class Visit>
  void for_each_object(Visit&& visit) const;
  vm::Ref lock_of(vm::Ref sync) const;

  vm::Vm& vm_;
  ObjectNames names_;
  std::map<std::string, std::set<std::pair<vm::Ref, std::string>>> owners_;  // of a variable's short name: who has one
  std::set<vm::Ref> values_;                                                 // objects that are passed around
  std::unordered_map<vm::Ref, Variable> holders_;    // of atomics and arrays: the field that holds them
  std::unordered_map<vm::Ref, std::string> locals_;  // the local variables that hold objects, where all agree
  std::set<vm::Ref> spoken_;
};

}  // namespace jmc::listeners
