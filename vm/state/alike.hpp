// Whether main has started threads that are the same, which --symmetry=auto asks: of one class, that run the same code
// on the same arguments.
//
// Two Threads are compared when the later one starts, before it has run: their classes, what they run, and what either
// comes to from there. The same object on both sides is one argument for both; different ones have to hold the same,
// each in its place. What tells all threads apart (name, id) and what belongs to a running thread are passed over.
//
// An answer decides about cost alone: whether states are compared up to such threads (vm/state/symmetry.hpp), which is
// right for any threads. So no answer is certain: where much would have to be looked at, it is no.
//
// Ownership: a part of a Vm. No part of the state: it keeps nothing but its last comparison.
#pragma once

#include <utility>
#include <vector>

#include "vm/state/heap.hpp"

namespace jmc::vm {

class Vm;

class Alike {
 public:
  explicit Alike(Vm& vm) : vm_(vm) {}

  enum class Answer : uint8_t {
    No,
    Owned,  // if nobody else has what only one of them comes to: owned()
    Yes,
  };
  // Of two Threads of which one has just been started.
  Answer compare(Ref a, Ref b);
  // What the last comparison that was Owned found different on the two sides.
  const std::vector<Ref>& owned() const { return owned_; }
  // Whether a static of the program or a frame of main leads to one of these, and not through a Thread. Precondition:
  // between two steps.
  bool known_elsewhere(const std::vector<Ref>& objects);

 private:
  struct Pair {
    Ref a, b;
    bool of_thread;  // it belongs to what the JDK has of every Thread
  };
  bool enter(Ref a, Ref b, bool of_thread);
  bool same_content(const Pair& pair);
  bool passed_over(Ref object, uint32_t offset);
  static constexpr size_t kMostPairs = 64, kMostBytes = 4096, kMostReached = 1024;

  Vm& vm_;
  std::vector<Pair> pairs_;
  std::vector<Ref> owned_;
};

}  // namespace jmc::vm
