// Which thread to explore first from a state. Whatever conflicts later with the operation of that thread is explored
// from there, too: some operations draw in nobody, others everybody, and which of them do shows as a search goes on.
// So it keeps, for each kind of operation, how many others it has drawn in so far, and prefers what has drawn in the
// fewest. Source sets are what they are whichever thread they begin with: the order is no question of soundness.
//
// A kind is what an operation is and what it accesses: objects that are older than the initial state, and parts of
// whichever later ones. The table has a fixed size; kinds that share an entry share what is known of them.
#pragma once

#include <cstdint>
#include <vector>

#include "por/seam/transition_system.hpp"
#include "por/thread_order.hpp"

namespace jmc::por {

class LearntOrder {
 public:
  // What the operation has drawn in on average, as a share of the other threads that could run: 0 to kWhole.
  static constexpr uint32_t kWhole = 256;
  double expected(const Op& op) const;
  // Explored from a state in which `others` more threads could run, it has drawn in `drawn` of them, all if that is not
  // known. Precondition: there are others.
  void explored(const Op& op, uint32_t drawn, uint32_t others);
  // The one of `candidates` that is expected to draw in the fewest; of several `order` picks. `op(t)` is the pending
  // operation of t. Precondition: there are candidates.
  template <class F>
  ThreadId pick(const ThreadSet& candidates, F&& op, ThreadOrder& order) const {
    ThreadSet best;
    double least = kWhole;
    for (const ThreadId t : candidates) {
      const double now = expected(op(t));
      if (now > least) continue;
      if (now < least) best.clear();
      least = now;
      best.insert(t);
    }
    return order.pick(best);
  }
  template <class A>
  void archive(A& a) {
    a(kinds_);
  }

 private:
  struct Kind {
    uint32_t drawn = 0;  // in parts of kWhole
    uint32_t times = 0;
  };
  static constexpr uint32_t kKinds = 4096, kMany = 1u << 16;
  static uint32_t kind_of(const Op& op);
  std::vector<Kind> kinds_ = std::vector<Kind>(kKinds);
};

}  // namespace jmc::por
