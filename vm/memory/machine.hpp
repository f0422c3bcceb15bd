// The memory of a program under the Java Memory Model: which values a read may see, and where a write may go.
//
// A view machine after Kang, Hur, Lahav, Vafeiadis and Dreyer, "A promising semantics for relaxed-memory concurrency"
// (POPL 2017), for the access modes that Bender and Palsberg describe ("A formalization of Java's
// concurrent access modes", OOPSLA 2019). docs/memory-model.md says what is covered.
//
// A location has a list of messages in modification order. A message is a value and the view that its writer released
// with it. A view says for each location the oldest message that may still be read: once for plain accesses, once for
// all others. A thread has three: its current one, what an acquire fence adds to it, and the current one at its last
// release fence. A location is known to the machine only while it is *unsettled*: while some thread may read more than
// one message, or its only message still passes on a view. Of all others the newest value, which the caller keeps (the
// heap), is what everybody reads. The same goes for what views say: absent is "the oldest message there is".
//
// Locations and locks are 64-bit keys of the caller's choosing, values are 64 bits. Nothing here knows what is behind
// them, and which location is newest-first: alternative 0 of a read is the newest message, of a write the end of the
// list, so that a caller who always takes 0 has sequential consistency.
//
// Ownership: plain data. Concurrency: none. mark() is cheap (what is not changed afterwards is shared).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace jmc::vm::memory {

using Key = uint64_t;
constexpr uint32_t kNobody = ~0u;

enum class Mode : uint8_t { Plain, Opaque, Acquire, Release, Volatile };
// What reads of a mode do, and what writes of it do.
constexpr bool acquires(Mode m) { return m == Mode::Acquire || m == Mode::Volatile; }
constexpr bool releases(Mode m) { return m == Mode::Release || m == Mode::Volatile; }
// A read-modify-write reads in the one mode and writes in the other: compareAndExchangeAcquire {Acquire, Plain}. To
// read in mode Release is to read coherently with plain accesses too, and to acquire nothing.
struct UpdateMode {
  Mode read = Mode::Volatile, write = Mode::Volatile;
};
enum class Fence : uint8_t { Acquire, Release, Full };
// What is kept of the messages of a location, and what the caller sees to for that. What the newest message passes on
// is kept in any case.
enum class Kept : uint8_t {
  Newest,   // the newest alone: all accesses are volatile
  Known,    // and who knows of it: all accesses are volatile, or by threads that know of it (knows())
  InOrder,  // all that may still be read: writes and updates are volatile, or by threads that know of the newest
            // (knows_last()). So none comes before another
  All
};

// Message numbers by location, in ascending order of keys. Entries of zero are left out.
struct ViewEntry {
  Key key;
  uint32_t plain, other;  // plain <= other
  uint32_t order = 0;     // with read_volatiles_apart() alone: a volatile access at that message comes before
  friend bool operator==(const ViewEntry&, const ViewEntry&) = default;
};

// Shared until it is changed: most views of a state are those of the state before.
class View {
 public:
  bool empty() const { return !entries_; }
  size_t size() const { return entries_ ? entries_->size() : 0; }
  const ViewEntry* begin() const { return entries_ ? entries_->data() : nullptr; }
  const ViewEntry* end() const { return begin() + size(); }
  void clear() { entries_.reset(); }
  // What the entry of the key says; 0 without one.
  uint32_t number(Key key, bool plain) const;
  uint32_t order(Key key) const;
  void raise(Key key, uint32_t plain, uint32_t other, uint32_t order = 0);
  void join(const View& other);
  // As far as it says which volatile accesses come before; whether it says anything of them.
  void join_order(const View& other);
  bool has_order() const;
  // Message numbers of this location from `from` on are higher by one now.
  void shift(Key key, uint32_t from);
  // Likewise those above `last` are lower by one: the message `last` + 1 has become one with that before it.
  void merge(Key key, uint32_t last);
  // They say the same of all locations but this one.
  bool same_elsewhere(const View& other, Key key) const;
  // All are lower by `count`, as far as they can be.
  void drop(Key key, uint32_t count);
  // Says nothing of the location any more.
  void forget(Key key) { drop(key, ~0u); }
  // The entries of which pred(key) holds.
  View part(const std::function<bool(Key)>& pred) const;
  // What both say; whether the other says all that this one does.
  View meet(const View& other) const;
  bool within(const View& other) const;

 private:
  std::vector<ViewEntry>& own();
  const ViewEntry* find(Key key) const;
  std::shared_ptr<std::vector<ViewEntry>> entries_;  // null: empty
};

struct Message {
  uint64_t value = 0;
  View view;
  bool glued = false;   // directly behind the one before for ever: a read-modify-write took that
  bool whole = false;   // of a half (write_halves()): written together with the other one
  bool strong = false;  // by a volatile access; with read_volatiles_apart() alone
  uint32_t writer = 0;  // thread that wrote it, for reports: no part of what a state is
  uint64_t name = 0;    // kept along a path, for those who follow it (overlooked()): likewise
  View readers;         // what comes before its volatile reads, likewise as `strong`
  // The thread that has promised to write it, and has not come to that yet (Machine::promise).
  uint32_t promised = kNobody;
};

struct Location {
  Key key = 0;
  std::vector<Message> messages;
  View before;  // what comes before the volatile accesses at messages that have been dropped

  // Where a message goes that is written at the place-th place from the newest, 0 behind all: none is between a message
  // and one that is glued to it.
  uint32_t at_place(uint32_t place) const {
    auto at = static_cast<uint32_t>(messages.size());
    while (place) place -= !messages[--at].glued;
    return at;
  }
};

// What the thread has got to know of by the load of this reference, for accesses through it alone.
struct Dependent {
  uint32_t object = 0;
  View view;
};

struct ThreadViews {
  bool live = false;
  // It does nothing before it has joined this thread, or acquired this lock.
  uint32_t awaits = ~0u;
  Key awaits_lock = 0;
  uint8_t past = 0;                  // LoadBuffering::Past
  View current, acquire, release;    // of a thread that has ended: what its joiners get, in `current`
  std::vector<Dependent> dependent;  // by object; with order_dependent_loads() alone
};

struct LockView {
  Key key = 0;
  View view;
};

struct HeldLock {
  Key key = 0;
  uint32_t holder = 0;
};

struct MachineState {
  std::vector<ThreadViews> threads;
  std::vector<Location> locations;  // by key
  std::vector<LockView> locks;      // by key; those whose view is empty are left out
  std::vector<HeldLock> held;       // locks that somebody awaited while they were held
  View fences;                      // what full fences have in common
};

class Machine {
 public:
  // `track_fences`: without it a thread's acquire view is not kept, so that states that differ in nothing else are one.
  // Fences that need it must not be executed then.
  explicit Machine(bool track_fences = true);
  ~Machine();
  bool tracks_fences() const { return track_fences_; }
  void track_fences() { track_fences_ = true; }
  // From now on a volatile access is a full fence (but for later plain writes) and then one that uses any message that
  // this leaves, after RC11 (Lahav, Vafeiadis, Kang, Hur, Dreyer, "Repairing sequential consistency in C/C++11", PLDI
  // 2017). Otherwise it uses the newest message and is a fence for no other location.
  void mix() { mixed_ = track_fences_ = true; }
  // From now on volatile accesses are in an order of their own, the synchronisation order of JLS 17.4.4 (apart.cpp): a
  // volatile read uses any message that this leaves. Not together with mix().
  void read_volatiles_apart() { apart_ = true; }
  bool reads_volatiles_apart() const { return apart_; }
  // From now on an access to a location of an object (the upper half of its key) sees what depends() says of it.
  void order_dependent_loads() { dependent_loads_ = true; }
  bool orders_dependent_loads() const { return dependent_loads_; }

  // --- threads. `parent` >= 64: none
  void start(uint32_t thread, uint32_t parent);
  void end(uint32_t thread);
  void join(uint32_t thread, uint32_t ended);
  // The thread will do nothing before it has joined the other: what that knows it may be taken to know.
  void await(uint32_t thread, uint32_t other);
  // Likewise before it has acquired the lock, which `holder` holds now (or nobody: >= 64): it may be taken to know what
  // that one knows, and what those left who had the lock before.
  void await_lock(uint32_t thread, Key lock, uint32_t holder);

  // --- reads. Number of messages that may be read; the value of the `alternative`-th, newest first.
  uint32_t readable(uint32_t thread, Key key, Mode mode) const;
  uint64_t read(uint32_t thread, Key key, Mode mode, uint32_t alternative, uint64_t newest);
  // The message that read() would take: null if the location is settled.
  const Message* peek(uint32_t thread, Key key, Mode mode, uint32_t alternative) const;

  // --- writes. Number of places in modification order; true: the value is the newest now (alternative 0).
  uint32_t places(uint32_t thread, Key key, Mode mode) const;
  bool write(uint32_t thread, Key key, Mode mode, uint32_t alternative, uint64_t newest, uint64_t value,
             Kept kept = Kept::All);

  // --- read-modify-writes. One that writes whatever it reads (`update`), and a compare-and-set, which is a read where
  // it finds something else. updates() and attempts() count what may be read; take() says what the alternative-th is;
  // then exactly one of replace() (same alternative) and, for a compare-and-set that fails, fail().
  uint32_t updates(uint32_t thread, Key key, UpdateMode mode) const;
  using Equals = std::function<bool(uint64_t)>;  // whether this value is what a compare-and-set expects
  uint32_t attempts(uint32_t thread, Key key, UpdateMode mode, uint64_t newest, const Equals& expected) const;
  struct Taken {
    uint32_t message;  // position in the list
    uint64_t value;
    uint32_t upper = 0;  // of halves: in the list of the upper one
  };
  Taken take_update(uint32_t thread, Key key, UpdateMode mode, uint32_t alternative, uint64_t newest) const;
  Taken take_attempt(uint32_t thread, Key key, UpdateMode mode, uint32_t alternative, uint64_t newest,
                     const Equals& expected) const;
  bool replace(uint32_t thread, Key key, UpdateMode mode, const Taken& taken, uint64_t value, Kept kept = Kept::All);
  void fail(uint32_t thread, Key key, UpdateMode mode, const Taken& taken);

  // --- variables of 64 bits whose plain accesses tear (JLS 17.7): two locations, `key` with the low 32 bits and
  // upper_half(key). A plain access is one of each, made at one moment, and free in each. All others are one access:
  // of two such ones of a variable that are not both reads, one comes wholly before the other, in both halves. As
  // above otherwise, with 64-bit values; what writes returns the newest value. `newest`: that of the caller, always.
  static constexpr Key upper_half(Key key) { return key + 4; }
  uint32_t readable_halves(uint32_t thread, Key key, Mode mode, uint64_t newest) const;
  Taken take_halves(uint32_t thread, Key key, Mode mode, uint32_t alternative, uint64_t newest) const;  // of a read
  uint64_t read_halves(uint32_t thread, Key key, Mode mode, uint32_t alternative, uint64_t newest);
  uint32_t places_halves(uint32_t thread, Key key, Mode mode) const;
  uint64_t write_halves(uint32_t thread, Key key, Mode mode, uint32_t alternative, uint64_t newest, uint64_t value,
                        Kept kept = Kept::All);
  // Null: it writes whatever it reads.
  uint32_t attempts_halves(uint32_t thread, Key key, UpdateMode mode, uint64_t newest, const Equals* expected) const;
  Taken take_attempt_halves(uint32_t thread, Key key, UpdateMode mode, uint32_t alternative, uint64_t newest,
                            const Equals* expected) const;
  uint64_t replace_halves(uint32_t thread, Key key, UpdateMode mode, const Taken& taken, uint64_t newest,
                          uint64_t value, Kept kept = Kept::All);
  void fail_halves(uint32_t thread, Key key, UpdateMode mode, const Taken& taken, uint64_t newest);

  // --- promises (vm/memory/load_buffering.hpp): a plain or opaque write that the thread has not come to. Others see
  // it; the thread itself does not, and has to write it, by fulfil(). Where it goes is as for write(): true, it is the
  // newest now. All messages of the location have to be kept (Kept::All), and it is no half.
  bool promise(uint32_t thread, Key key, uint32_t place, uint64_t newest, uint64_t value);
  // Those of the thread that are open: of all locations, of this one.
  uint32_t promises(uint32_t thread) const;
  uint32_t promises(uint32_t thread, Key key) const;
  // The thread writes this value, which its `which`-th open promise of the location says. False: it does not say so, or
  // the thread knows already of something later than that.
  bool fulfil(uint32_t thread, Key key, uint32_t which, uint64_t value);
  uint8_t past(uint32_t thread) const { return thread < state_->threads.size() ? state_->threads[thread].past : 0; }
  void set_past(uint32_t thread, uint8_t past);

  // --- dependent loads. The thread has read a reference to the object out of a variable of `from`, and with it
  // `released`: its accesses to locations of the object, and what it reads there and goes through in turn, come after
  // that. `held`: it may have had the reference before, and go through that one. Who has read it in several ways is
  // taken to go through the one that says least.
  void depends(uint32_t thread, uint32_t from, uint32_t object, const View& released, bool held);

  // --- what orders
  void fence(uint32_t thread, Fence kind);
  void acquire_lock(uint32_t thread, Key lock);
  void release_lock(uint32_t thread, Key lock);
  // Who has the lock leaves what it knows there, and who finds it taken learns that.
  void leave(uint32_t thread, Key lock);
  void look(uint32_t thread, Key lock);
  // As release_lock(), but leaves only what the thread knows of these locations.
  void release_part(uint32_t thread, Key lock, const std::function<bool(Key)>& of);

  // --- knowledge. The thread may not read anything but the newest message of the location; nor write but behind it.
  bool knows(uint32_t thread, Key key) const;
  bool knows_last(uint32_t thread, Key key) const;
  // From now on the thread knows of the location what it would if it had read the newest message.
  void learn(uint32_t thread, Key key);

  // --- memory fairness. The messages, by name, that accesses since begin_step() have passed over: they read an older
  // one, or wrote before it in modification order. Of an update that has become one with the message before it the name
  // is gone, for who reads the two reads the later one. No part of the state.
  void begin_step() { overlooked_.clear(); }
  const std::vector<uint64_t>& overlooked() const { return overlooked_; }

  bool settled() const { return state_->locations.empty(); }
  const MachineState& state() const { return *state_; }
  const Location* find(Key key) const;

  // --- going back. Marks nest like a stack.
  void mark();
  void undo(size_t mark);
  void release(size_t mark);
  size_t marks() const { return marks_.size(); }

 private:
  MachineState& change();
  Location& unsettle(MachineState& s, Key key, uint64_t newest);
  void see(ThreadViews& t, Key key, Mode mode, uint32_t message, const View& released);
  // Returns where it is now.
  uint32_t insert(MachineState& s, Location& l, uint32_t at, Message m, Kept kept);
  void settle(MachineState& s);
  void begin_volatile(uint32_t thread, bool is);
  bool newest_only(Mode m) const { return m == Mode::Volatile && !mixed_ && !apart_; }
  bool fits(uint32_t thread, const Location& l, uint32_t at, Mode mode) const;
  void take_place(MachineState& s, uint32_t thread, Key key, uint32_t at, bool writes);
  static void keep_order_of_dropped(Location& l, uint32_t count);
  template <class F>
  static void for_each_view(MachineState& s, F&& visit);
  void overlook(const Location& l, uint32_t from);
  static void merge_updates(MachineState& s, Location& l);
  uint32_t oldest_for(const MachineState& s, uint32_t thread, Key key, size_t depth = 0) const;
  uint32_t first(const ThreadViews& t, const Location& l, Mode mode) const;
  uint32_t number(const ThreadViews& t, Key key, bool plain) const;
  std::vector<Taken> pairs(uint32_t thread, Key key, Mode mode, uint64_t newest) const;
  std::vector<std::pair<uint32_t, uint32_t>> places_of_halves(uint32_t thread, Key key, Mode mode) const;
  std::vector<Taken> taken_halves(uint32_t thread, Key key, UpdateMode mode, uint64_t newest,
                                  const Equals* expected) const;
  void see_half(uint32_t thread, Key key, Mode mode, uint32_t message);
  template <class F>
  uint32_t count(uint32_t thread, const Location& l, Mode mode, F&& allowed) const;

  bool track_fences_, mixed_ = false, dependent_loads_ = false, apart_ = false;
  std::shared_ptr<MachineState> state_;
  std::vector<std::shared_ptr<MachineState>> marks_;
  uint64_t names_ = 0;
  std::vector<uint64_t> overlooked_;
};

template <class F>
void Machine::for_each_view(MachineState& s, F&& visit) {
  for (ThreadViews& t : s.threads) {
    visit(t.current), visit(t.acquire), visit(t.release);
    for (Dependent& d : t.dependent) visit(d.view);
  }
  for (Location& l : s.locations) {
    for (Message& m : l.messages) visit(m.view), visit(m.readers);
    visit(l.before);
  }
  for (LockView& l : s.locks) visit(l.view);
  visit(s.fences);
}

}  // namespace jmc::vm::memory
