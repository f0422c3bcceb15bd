// Threads that are the same (--symmetry): which of them can take each other's place in a state, and the order in which
// the canonical form has them.
//
// Nobody in the program sees the numbers that the VM gives to threads. So the canonical form may name threads by places
// that depend on the state alone, as it names objects: any permutation of numbers, applied to everything that holds
// one, gives a state in which the same can happen. Whatever order is chosen, two states with the same form differ in
// numbers only; a bad order recognises fewer of them. Threads of one kind (the class of the Thread and of what it runs)
// are put in order by a hash of what each of them is about to do.
//
// What would tell such threads apart for nothing is left out of the form as long as nobody looks at it: their names and
// ids. Who looks (tell_apart()), or asks for a number that depends on the number of the running thread, makes the
// search repeat without.
//
// Objects of the base image that belong to one of several such threads are not named by address but numbered like later
// ones (find_numbered()).
//
// Ownership: a part of a Vm. Nothing of it is undone: what it keeps follows from the present state, but for lone_,
// which makes the search repeat where it changes. docs/why/threads.md has the proof.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "vm/state/heap.hpp"
#include "vm/thread/join_ahead.hpp"
#include "vm/thread/thread.hpp"

namespace jmc::vm {

class Vm;

class Symmetry {
 public:
  explicit Symmetry(Vm& vm);
  ~Symmetry();

  // Threads have places in the forms of this search.
  bool active() const { return active_; }
  // They do, and names are no part of a state.
  bool on() const;
  // The base image is taken: decides about active(), and has the image accordingly.
  void begin_image();
  // --symmetry=auto. Nobody looks: what a search has found will be told to ProgramRules (a witness has it). For the
  // hash codes of objects that threads have for themselves depend on it.
  void is_told() { told_ = true; }
  // A thread was started by the present one.
  void started(ThreadId t);
  // Whether it is like others is still to be found out, between two steps.
  bool asks() const { return asks_; }
  void answer();
  // What is known of threads now asks for another answer than active(): the base image is to be taken anew.
  bool changes() const { return wanted() != active_; }
  // Takes it. Precondition: the state is that of the first time.
  void change();
  // Threads keep their numbers while one of these lives: for loops that have to come back to a state itself.
  class Suspended {
   public:
    explicit Suspended(Symmetry& s) : s_(s), before_(std::exchange(s.suspended_, true)) {}
    ~Suspended() { s_.suspended_ = before_; }
    Suspended(const Suspended&) = delete;

   private:
    Symmetry& s_;
    bool before_;
  };

  // What threads that can take each other's place have in common; 0: nobody can take the place of this one.
  uint32_t kind_of(Ref thread_object) const;
  // Of a Thread: its name and id are left out.
  bool nameless(Ref thread_object) const;
  // The program looks at something that tells threads apart: at a name, or at a number made from a thread's.
  void tell_apart();
  void looked_at(Ref thread_object, uint32_t offset);  // a field is read beside the bytecode

  // --- the places of the present state
  void arrange();
  void forget() { place_.clear(), at_.clear(); }                      // every thread has the place of its number
  const std::vector<ThreadId>& all_places() const { return place_; }  // empty: not moved()
  bool moved() const { return !place_.empty(); }
  ThreadId place(ThreadId t) const { return t < place_.size() ? place_[t] : t; }
  ThreadId at(ThreadId place) const { return place < at_.size() ? at_[place] : place; }
  por::ThreadSet places(const por::ThreadSet& threads) const;  // of a set
  // A lock word (ObjectHeader::lock) with the place of the owner.
  uint32_t lock_word(uint32_t lock) const {
    return lock && moved() ? (place(lock_holder(lock)) + 1) << kLockOwnerShift | lock_count(lock) : lock;
  }
  // Rewrites the words, from behind the header, of an array with the flag kHoldsThreads or kByThread, of a Thread, and
  // of a block of statics.
  void object_form(Ref object, uint32_t* words, uint32_t count);
  void statics_form(uint32_t* words) const;

  // --- joins that are about to come (vm/thread/join_ahead.hpp)
  const JoinAhead::Ahead* ahead(ThreadId t) { return ahead_.of(t); }

  // Of the JDK's own in the base image, those that refer to what is numbered.
  const std::vector<Ref>& referring() const { return referring_; }

 private:
  bool wanted() const;
  // In a heap of which every object has been told to be of the base image and whether it is the program's: takes out
  // those that belong to one of several threads of a kind, and marks those that refer to one of these (kNamesNumbered).
  void find_numbered();
  uint64_t shallow_key(ThreadId t);
  uint64_t deep_key(ThreadId t);
  uint64_t queue_key(ThreadId t) const;
  uint64_t rank_key(ThreadId t, Ref array) const;

  Vm& vm_;
  JoinAhead ahead_;
  bool suspended_ = false, active_ = false, asks_ = false, told_ = false;
  uint32_t lone_ = 0;  // states that are like no other
  std::vector<ThreadId> place_, at_;
  std::vector<Ref> referring_;
  mutable uint32_t name_ = 0, tid_ = 0;  // offsets in a Thread; 0: not looked for
  struct Keyed {
    uint32_t kind;
    ThreadId thread;
    uint64_t key;
  };
  std::vector<Keyed> keyed_, sorted_;
  std::vector<Ref> seen_;        // scratch of deep_key()
  std::vector<uint32_t> words_;  // of object_form()
};

}  // namespace jmc::vm
