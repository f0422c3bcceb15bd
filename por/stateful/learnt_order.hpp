// Which thread to explore first from a state. Whatever conflicts later with the operation of that thread is explored
// from there, too: some operations draw in nobody, others everybody, and which of them do shows as a search goes on.
// So it keeps how often each kind of operation has drawn in a thread that was about to do something of each other kind,
// and prefers what is expected to draw in the fewest. Source sets are what they are whichever thread they begin with:
// the order is no question of soundness.
//
// A kind is what an operation is and what it accesses: objects that are older than the initial state, and parts of
// whichever later ones. Kinds are numbered as they are met, so that nothing depends on how objects are named. The
// tables have a fixed size; kinds that share an entry share what is known of them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "por/seam/transition_system.hpp"
#include "por/thread_order.hpp"

namespace jmc::por {

class LearntOrder {
 public:
  using Kind = uint32_t;
  static constexpr Kind kNone = ~0u;  // of a thread that has ended
  Kind kind_of(const Op& op);

  // `kinds` are those of the pending operations of all threads, by thread.

  // How many of the others are expected to be drawn in. Precondition: t has not ended.
  double expected(std::span<const Kind> kinds, ThreadId t) const;
  // The operation of t was explored and has drawn in these, among others.
  void explored(std::span<const Kind> kinds, ThreadId t, const ThreadSet& drawn);
  // The one of `candidates` that is expected to draw in the fewest; of several `order` picks. Precondition: there are
  // candidates, and none has ended.
  ThreadId pick(const ThreadSet& candidates, std::span<const Kind> kinds, ThreadOrder& order) const;
  template <class A>
  void archive(A& a) {
    a(numbers_, count_, alone_, pairs_);
  }

 private:
  struct Seen {
    uint32_t drawn = 0, times = 0;
    // Of `before` an observation is worth as much as one that was made.
    double share(double before) const { return (drawn + before) / (times + 1.0); }
    void add(bool was_drawn) {
      if (times == 1u << 16) times /= 2, drawn /= 2;
      ++times;
      drawn += was_drawn;
    }
  };
  struct Number {
    uint64_t hash = 0;
    uint32_t kind = 0;
    uint32_t used = 0;
  };
  static constexpr uint32_t kKinds = 1u << 10, kPairs = 1u << 14;
  static constexpr size_t kFewThreads = 16;  // of more, who is about to do what is not looked at
  static uint32_t pair_of(Kind a, Kind b) {
    return static_cast<uint32_t>((uint64_t{a} << 32 | b) * 0x9e3779b97f4a7c15u >> 40) % kPairs;
  }
  static constexpr size_t kNumbers = size_t{2} * kKinds;
  std::vector<Number> numbers_ = std::vector<Number>(kNumbers);  // open addressing
  uint32_t count_ = 0;
  std::vector<Seen> alone_ = std::vector<Seen>(kKinds);  // whatever the other was about to do
  std::vector<Seen> pairs_ = std::vector<Seen>(kPairs);
};

}  // namespace jmc::por
