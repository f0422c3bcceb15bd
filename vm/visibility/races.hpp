// Data races (JLS 17.4.5): two accesses of one variable by different threads, one of them a write, not both volatile
// (or atomic operations of that strength), that happens-before does not order.
//
// Three parts. Collect: which variables can have one at all, by class and field, or class of array: two threads have
// accessed some such variable on any path, one has written, not both by volatile accesses. That is no question of paths
// and costs a few operations at each visible access. What it does not name is free of races. Track: for the variables
// that it names, what happens-before there is along the path, exactly (vm/visibility/knowledge.hpp), as a part of the
// canonical form (write()), so that a search that matches states decides the question for all paths. Independent
// operations change the record independently, so that reductions need know nothing of it. A variable that has turned
// out to be racy is no part of the form any more. While races are only collected, the same record without a part in the
// form finds many of them on the way.
//
// Order: the same for accesses that are no operations because it is assumed that happens-before orders them (Level).
// One that it does not order shows that the assumption is wrong.
//
// What orders: program order; unlock before later locks, whichever locks they are (--locks=atomic: each operation
// stands for the JDK's CAS on the state of the lock); a volatile write before later reads, release and acquire modes
// alike; a start before the thread, its end before a join; the end of a class initialisation before those who find it
// ended; an interrupt before the one who learns of it. Not: park and unpark.
//
// Ownership: part of a Vm. Marks nest with those of the Vm.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "vm/memory/machine.hpp"
#include "vm/state/words.hpp"
#include "vm/thread/thread.hpp"
#include "vm/visibility/knowledge.hpp"

namespace jmc::vm {

class Vm;

std::string_view mode_name(Mode mode);
// Of a method of Unsafe, VarHandle and their like: getIntAcquire, setOpaque, lazySet, compareAndSet.
Mode mode_of_method(std::string_view method);

// Where an access is made: its innermost frame that says something, and the innermost one of the program.
struct AccessSite {
  const Method* method = nullptr;
  uint32_t pc = 0;
  const Method* caller = nullptr;  // null: the method is the program's own, or there is none
  uint32_t caller_pc = 0;
  friend bool operator==(const AccessSite&, const AccessSite&) = default;
};

struct RacyAccess {
  ThreadId thread = 0;
  std::string thread_name;
  bool write = false;
  Mode mode = Mode::Plain;
  AccessSite site;
};

struct DataRace {
  std::string variable;     // "pkg.Client.ready", "elements of int[]"
  std::string owner, name;  // class and field; no name for elements of arrays
  bool in_program = false;  // the variable, or code that accesses it, is the program's own
  RacyAccess first, second;
};

// A use of an access mode weaker than volatile on a variable that threads share.
struct WeakerMode {
  std::string variable, method;  // "pkg.Client.flag", "setOpaque"
  AccessSite site;
  bool in_program = false;
};

// What Java allows of accesses and vm/memory does not explore (docs/memory-model.md), as far as these could show it.
struct Unexplored {
  bool volatile_reads = false;    // one behind a read by a race may miss the newest value
  bool load_buffering = false;    // loads behind later stores of their threads, in a cycle of threads
  std::vector<std::string> torn;  // long and double variables with races, of which halves may be seen
};

// What is assumed of the accesses to a field, or to the elements of arrays of a class. Joined: starts and joins order
// them (Vm::record_access). Ordered: happens-before does. Visible: nothing, they are operations.
enum class Level : uint8_t { Joined, Ordered, Visible };

class Races {
 public:
  explicit Races(Vm& vm);
  ~Races();

  enum class Watch : uint8_t { Off, Collect, Track };
  // Track: of the variables that have been collected. Precondition: in the initial state of a search.
  void watch(Watch what);
  bool on() const { return watch_ != Watch::Off || ordering_; }
  // What the canonical form has a part for.
  bool recording() const { return watch_ == Watch::Track || ordering_; }
  // Collect: races that paths happen to show are kept, too.
  void witness(bool on) { witness_ = on; }

  // --- what threads do; the running thread is about to execute a visible operation
  void executes(ThreadId t, const Pending& p);
  void started(ThreadId by, ThreadId t) {
    if (!knowledge_.empty()) knowledge_.learns_from(t, by);
  }
  void joined(ThreadId by, ThreadId ended) {
    if (!knowledge_.empty()) knowledge_.learns_from(by, ended);
  }
  void class_initialised(ThreadId by, const Klass* k);
  void class_seen(ThreadId by, const Klass* k);

  // --- accesses that are no operations
  // The running thread accesses a variable of which it is assumed that happens-before orders its accesses. False: it
  // does not.
  bool ordered(ThreadId t, Ref object, uint32_t offset, bool write);
  // What is assumed of the variable has turned out to be too little.
  void needs(Ref object, uint32_t offset, Level level);
  void needs(const void* variable, Level level);  // by its Field, or the Klass of its arrays, if it is known
  // The level from the next search on of a variable, given by its Field, or the Klass of its arrays, for which needs()
  // has been called since the last one; at `least` this.
  Level adopt(const void* variable, Level least);
  // From the next search on: the guards that the accesses so far suggest, of the variables at Ordered.
  void adopt_guards();
  // Calls `f` with the Field, or the Klass of arrays, of each variable at Ordered that adopt_guards() would give one.
  template <class F>
  void guards_wanted(F&& f) const;
  bool wants_guards() const {
    bool any = false;
    guards_wanted([&](const Field*, const Klass*) { any = true; });
    return any;
  }
  // Those at Ordered, in words.
  std::vector<std::string> ordered_variables() const;

  // --- state
  void mark() { knowledge_.mark(); }
  void undo(size_t mark) { knowledge_.undo(mark); }
  void release(size_t mark) { knowledge_.release(mark); }
  // Appends what is open to the canonical form. `name` gives the name of an object, or 0 if nobody can reach it.
  template <class F>
  void write(WordBuffer& out, const Symmetry& symmetry, F&& name);
  // The state is being written, and what it reaches has a name: what nobody can reach may be forgotten.
  template <class F>
  void tidy(F&& name) {
    if (on() && knowledge_.crowded()) knowledge_.forget_unreachable([&](Ref r) { return name(r) != 0; });
  }

  // --- what was found
  // Variables that may be racy and of which that is not known, as far as has been seen; the rest is free of races once
  // all schedules were explored.
  size_t candidates() const;
  // Those that are tracked and have not turned out to be racy.
  std::vector<std::string> undecided() const;
  // Each pair of places once. In the order in which they were found.
  const std::vector<DataRace>& found() const { return found_; }
  const std::vector<WeakerMode>& weaker_modes() const { return weaker_; }
  // After a search with Collect under the memory model. `older`: variables of which it could read older values, by
  // their names; who reads others does so by no race.
  Unexplored unexplored(const std::vector<std::string>& older) const;
  uint64_t learnt() const {
    return changes_ + numbers_.size() + variables_.size() + sites_.size() + pairs_.size() + weak_places_.size();
  }
  // Races that are known are told again, and as violations: for replays. Before watch(Track).
  void tell_again(bool on) { again_ = on; }

 private:
  // What the pairs of accesses in conflict have had in common: whether both held a lock, for the fields of the object
  // from which the second thread could have learnt of the first access, those that all pairs had.
  // Pairs of which all living threads know are not asked: there may be any number. Each change of it is one of
  // changes_, so that walks over what has taught something find the same.
  struct Evidence {
    bool pairs = false, locks = false, no_lock = false;
    std::vector<uint32_t> fields;
    bool hopeless() const { return no_lock && fields.empty(); }  // there will be no guard
  };
  // A field, or the elements of arrays of a class.
  struct Variable {
    const Field* field = nullptr;
    const Klass* array = nullptr;
    por::ThreadSet readers[2], writers[2];  // threads, by whether the access was volatile
    bool tracked = false, racy = false, candidate = false;
    Level level = Level::Joined, needed = Level::Joined;
    Evidence evidence;
    bool unguarded = false;  // the guard that was assumed does not order all accesses
    Knowledge::Guard guard = Knowledge::Guard::None;
    uint32_t guard_field = 0;
    bool ordered() const { return level == Level::Ordered; }
  };
  using Entry = Knowledge::Entry;
  using Place = Knowledge::Place;

  uint32_t variable_at(Ref object, uint32_t offset);
  // Of elements of an array: so many.
  void access(ThreadId t, Ref object, uint32_t offset, bool write, Mode mode, uint32_t count = 1);
  bool holds(ThreadId t, Place lock);
  uint32_t locks_held(ThreadId t);
  bool looks_for_guard(const Variable& v) const;
  void learn_guard(Variable& v, const Entry& before, uint32_t locks);
  static Knowledge::Guard guard_of(const Variable& v);
  void elements(ThreadId t, Ref array, uint32_t from, uint32_t count, bool write);
  void bulk(ThreadId t, const Pending& p);
  void track(ThreadId t, uint32_t variable, Ref object, uint32_t offset, bool write, Mode mode, uint32_t count);
  void note_weaker(ThreadId t, uint32_t variable, Mode mode);
  void interrupt(ThreadId t, const Pending& p, const RawAccess& a);
  void synchronise(ThreadId t, const Pending& p);
  static std::string name_of(const Variable& v);
  void race(const Entry& before, ThreadId t, bool write, Mode mode);
  static bool conflicting(const Variable& v);
  bool may_see_volatile_before_written(const Variable& v) const;
  AccessSite here(ThreadId t) const;
  uint32_t site_number(ThreadId t);
  RacyAccess described(ThreadId t, bool write, Mode mode, const AccessSite& site) const;
  // Threads that can still do something, and those of whom all of these know all that they ever did.
  por::ThreadSet living() const;
  por::ThreadSet gone(const por::ThreadSet& living) const;
  std::vector<Knowledge::Coming> coming() const;

  Vm& vm_;
  Watch watch_ = Watch::Off;
  bool again_ = false, witness_ = false, ordering_ = false;
  std::vector<Variable> variables_;
  std::unordered_map<uint64_t, uint32_t> numbers_;      // by class and offset
  std::unordered_map<const void*, uint32_t> by_place_;  // by Field or Klass
  Knowledge knowledge_;
  por::ThreadSet locking_;                                       // threads that have used locks of any kind
  std::unordered_map<const Klass*, const Field*> owner_fields_;  // of locks: where the thread is that holds one
  std::vector<AccessSite> sites_;
  std::unordered_map<uint64_t, uint32_t> site_numbers_;  // by a hash of the frames
  uint64_t changes_ = 0;                                 // within a Variable
  std::unordered_set<std::string> told_, told_weaker_;
  std::unordered_set<uint64_t> pairs_;        // of places, as numbers: a quick look
  std::unordered_set<uint64_t> weak_places_;  // where weaker modes were met: a quick look
  std::vector<DataRace> found_;
  std::vector<WeakerMode> weaker_;
};

template <class F>
void Races::guards_wanted(F&& f) const {
  for (const Variable& v : variables_)
    if (v.ordered() && v.needed == v.level && v.guard == Knowledge::Guard::None &&
        guard_of(v) != Knowledge::Guard::None)
      f(v.field, v.array);
}

template <class F>
void Races::write(WordBuffer& out, const Symmetry& symmetry, F&& name) {
  const por::ThreadSet now = living();
  knowledge_.write(
      out, now, gone(now), coming(), name,
      [&](uint32_t v) { return !variables_[v].racy && variables_[v].needed <= variables_[v].level; }, symmetry);
}

}  // namespace jmc::vm
