// The components of a Vm's state that have no file of their own: the heap as one of them, what the natives count, how
// the program has ended, Errors that nobody has looked at; and what the Vm still holds itself (threads, the memory
// model's machine, open races).
//
// Ownership: parts of a Vm.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "vm/state/heap.hpp"
#include "vm/state/state_component.hpp"
#include "vm/thread/thread.hpp"

namespace jmc::vm {

class Races;
class StateDecoder;
class StateEncoder;
class Symmetry;
class Vm;

// The heap with the statics of classes, which lie in it: the Threads, what has changed since the base image, and what
// can be reached from these. What threads alone hold follows where they are written. Monitors, park blockers,
// definitions of classes, files and memory outside of the heap are objects of it, too.
class HeapState {
 public:
  HeapState(Vm& vm, Heap& heap) : vm_(vm), heap_(heap) {}
  static constexpr bool kParts = true;
  using Mark = Heap::Mark;
  Mark mark() { return heap_.mark(); }
  void undo(const Mark& m) { heap_.undo(m); }
  void release(const Mark&, const Mark* below) { heap_.set_current(below); }
  void encode(StateEncoder& encoder);
  void decode(StateDecoder& decoder);
  // Classes outside the JDK that have a static block: roots. The JDK's count where they differ from the base image.
  std::vector<uint32_t>& user_statics() { return user_statics_; }

 private:
  void roots(StateEncoder& encoder);

  Vm& vm_;
  Heap& heap_;
  std::vector<uint32_t> user_statics_;
  std::vector<Ref> dirty_, threads_;  // scratch
};

// Vm::counter: numbers that the natives count up for all threads.
class Counters {
 public:
  static constexpr uint32_t kCount = 4;
  uint64_t get(uint32_t which) const { return values_[which]; }
  void set(uint32_t which, uint64_t value) {
    log_.save({which, values_[which]});
    values_[which] = value;
  }
  using Saved = std::pair<uint32_t, uint64_t>;
  using Mark = UndoLog<Saved>::Mark;
  Mark mark() { return log_.mark(); }
  void undo(Mark m) {
    log_.undo(m, [&](const Saved& old) { values_[old.first] = old.second; });
  }
  void release(Mark m, const Mark* below) { log_.release(m, below); }
  void encode(StateEncoder& encoder) const;
  void decode(StateDecoder& decoder);

 private:
  uint64_t values_[kCount] = {};
  UndoLog<Saved> log_;
};

// Whether the program has called System.exit or its like, and with what.
struct Ending {
  bool exited = false;
  int status = 0;
};
class ExitState : public Copied<Ending> {
 public:
  void encode(StateEncoder& encoder) const;
  void decode(StateDecoder& decoder);
};

// Errors that a handler took and nobody has looked at since (swallowed.cpp). Grows along a path; what was looked at
// stays in it, without the mark on the object (kUnexamined).
class UnexaminedErrors {
 public:
  struct Entry {
    Ref error;
    uint32_t method, pc;  // the handler
    ThreadId thread;
  };
  explicit UnexaminedErrors(Vm& vm);
  ~UnexaminedErrors();
  const std::vector<Entry>& entries() const { return entries_; }
  void add(const Entry& e) { entries_.push_back(e); }
  using Mark = size_t;
  Mark mark() const { return entries_.size(); }
  void undo(Mark m) { entries_.resize(m); }
  void release(Mark, const Mark*) const {}
  void encode(StateEncoder& encoder) const;
  void decode(StateDecoder& decoder);

 private:
  Vm& vm_;
  std::vector<Entry> entries_;
};

// The machine of the Java Memory Model, if there is one, and open races: both number their marks themselves.
class MemoryState {
 public:
  explicit MemoryState(Vm& vm) : vm_(vm) {}
  using Mark = size_t;
  Mark mark();
  void undo(Mark m);
  void release(Mark m, const Mark* below);
  void encode(StateEncoder& encoder);  // memory_form.cpp
  void decode(StateDecoder& decoder);  // there is nothing to read without a machine

 private:
  Vm& vm_;
  size_t marks_ = 0;
};

class RacesState {
 public:
  RacesState(Races& races, const Symmetry& symmetry) : races_(races), symmetry_(symmetry) {}
  using Mark = size_t;
  Mark mark();
  void undo(Mark m);
  void release(Mark m, const Mark* below);
  void encode(StateEncoder& encoder);
  void decode(StateDecoder& decoder);

 private:
  Races& races_;
  const Symmetry& symmetry_;
  size_t marks_ = 0;
};

}  // namespace jmc::vm
