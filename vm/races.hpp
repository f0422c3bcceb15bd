// Data races (JLS 17.4.5): two accesses of one variable by different threads, one of them a write, not both volatile
// (or atomic operations of that strength), that happens-before does not order.
//
// Two parts. Collect: which variables can have one at all, by class and field, or class of array: two threads have
// accessed some such variable on any path, one has written, not both by volatile accesses. That is no question of paths
// and costs a few operations at each visible access. What it does not name is free of races. Track: for the variables
// that it names, what happens-before there is along the path, exactly. What is known of a past access is the set of
// those who know of it: threads, and what threads can learn it from (monitors, volatile variables, classes), as in T.
// Elmas, S. Qadeer, A. Tasiran, "Goldilocks: a race and transaction-aware Java runtime", PLDI 2007. An access by a
// thread that does not know of an earlier conflicting one is a race. There are no clocks in it, so that two paths that
// leave the same questions open lead to one state: the sets are part of the canonical form (write()), and a search that
// matches states decides the question for all paths. Independent operations change the sets independently, so that
// reductions need know nothing of them.
//
// An access of which all that can be said is said by another one (a later one of its thread, or one that fewer know of)
// is dropped; a variable that has turned out to be racy is no part of the form any more.
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
#include "vm/thread.hpp"
#include "vm/words.hpp"

namespace jmc::vm {

class Vm;

using memory::Mode;
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

class Races {
 public:
  explicit Races(Vm& vm) : vm_(vm) {}

  enum class Watch : uint8_t { Off, Collect, Track };
  // Track: of the variables that have been collected. Precondition: in the initial state of a search.
  void watch(Watch what);
  bool on() const { return watch_ != Watch::Off; }
  bool tracking() const { return watch_ == Watch::Track; }

  // --- what threads do; the running thread is about to execute a visible operation
  void executes(ThreadId t, const Pending& p);
  void started(ThreadId by, ThreadId t) {
    if (tracking()) learns(t, by);
  }
  void joined(ThreadId by, ThreadId ended) {
    if (tracking()) learns(by, ended);
  }
  void class_initialised(ThreadId by, const Klass* k);
  void class_seen(ThreadId by, const Klass* k);

  // --- state
  void mark() { marks_.push_back(entries_); }
  void undo(size_t mark) {
    entries_ = marks_[mark];
    marks_.resize(mark + 1);
  }
  void release(size_t mark) { marks_.resize(mark); }
  // Appends what is open to the canonical form. `name` gives the name of an object, or 0 if nobody can reach it.
  template <class F>
  void write(WordBuffer& out, F&& name);

  // --- what was found
  // Variables that may be racy, as far as has been seen; the rest is free of races once all schedules were explored.
  size_t candidates() const;
  // Those that are tracked and have not turned out to be racy.
  std::vector<std::string> undecided() const;
  // Each pair of places once. In the order in which they were found.
  const std::vector<DataRace>& found() const { return found_; }
  const std::vector<WeakerMode>& weaker_modes() const { return weaker_; }
  // Races that are known are told again, for replays.
  void tell_again(bool on) { again_ = on; }

 private:
  // A field, or the elements of arrays of a class.
  struct Variable {
    const Field* field = nullptr;
    const Klass* array = nullptr;
    uint64_t readers[2] = {}, writers[2] = {};  // threads, by whether the access was volatile
    bool tracked = false, racy = false;
  };
  using Member = uint64_t;  // a thread, or object << 32 | field of what it can be learnt from
  using Members = std::vector<Member>;
  struct Entry {
    Ref object;
    uint32_t offset;
    uint32_t variable;
    uint32_t site;
    ThreadId thread;
    bool write;
    Mode mode;
    std::shared_ptr<const Members> known;  // sorted
    bool strong() const { return mode == Mode::Volatile; }
  };
  using Entries = std::vector<Entry>;

  uint32_t variable_at(Ref object, uint32_t offset);
  void access(ThreadId t, Ref object, uint32_t offset, bool write, Mode mode);
  void elements(ThreadId t, Ref array, uint32_t from, uint32_t count, bool write);
  void bulk(ThreadId t, const Pending& p);
  void track(ThreadId t, uint32_t variable, Ref object, uint32_t offset, bool write, Mode mode);
  void note_weaker(ThreadId t, uint32_t variable, Mode mode);
  void synchronise(ThreadId t, const Pending& p);
  void learns(ThreadId t, Member from);  // whatever `from` knows
  void tells(ThreadId t, Member to);     // whatever t knows
  void forgets(Member m);
  static std::string name_of(const Variable& v);
  void race(const Entry& before, ThreadId t, bool write, Mode mode);
  static bool conflicting(const Variable& v);
  Entries& changing();
  AccessSite here(ThreadId t) const;
  uint32_t site_number(ThreadId t);
  RacyAccess described(ThreadId t, bool write, Mode mode, const AccessSite& site) const;
  void living(std::vector<Member>& out, std::vector<Member>& gone) const;
  // The form of the entries, as words.
  struct Open {
    uint32_t object, offset;
    uint8_t strength;
    Members known;
  };
  static void normalise(std::vector<Open>& open);
  static void append(WordBuffer& out, const std::vector<Open>& open);

  Vm& vm_;
  Watch watch_ = Watch::Off;
  bool again_ = false;
  std::vector<Variable> variables_;
  std::unordered_map<uint64_t, uint32_t> numbers_;  // by class and offset
  std::shared_ptr<Entries> entries_ = std::make_shared<Entries>();
  std::vector<std::shared_ptr<Entries>> marks_;
  std::vector<AccessSite> sites_;
  std::unordered_set<std::string> told_, told_weaker_;
  std::unordered_set<uint64_t> weak_places_;  // where weaker modes were met: a quick look
  std::vector<DataRace> found_;
  std::vector<WeakerMode> weaker_;
};

template <class F>
void Races::write(WordBuffer& out, F&& name) {
  std::vector<Member> living_now, gone;
  living(living_now, gone);
  std::vector<Open> open;
  for (const Entry& e : *entries_) {
    if (variables_[e.variable].racy) continue;
    const uint32_t object = name(e.object);
    if (!object) continue;  // nobody can access it again
    bool all = true;
    for (const Member t : living_now) all &= std::binary_search(e.known->begin(), e.known->end(), t);
    if (all) continue;
    Open o{object, e.offset, static_cast<uint8_t>(e.write << 1 | !e.strong()), {}};
    for (const Member m : *e.known) {
      if (m < por::kMaxThreads) {
        if (!std::binary_search(gone.begin(), gone.end(), m)) o.known.push_back(m);
      } else if (const uint32_t n = name(static_cast<Ref>(m >> 32))) {
        o.known.push_back(uint64_t{n} << 32 | (m & 0xffffffff));
      }
    }
    open.push_back(std::move(o));
  }
  normalise(open);
  append(out, open);
}

}  // namespace jmc::vm
