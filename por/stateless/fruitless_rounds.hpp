// Loops that wait, for searches that recognise no states: a thread whose last steps were a round in vain goes no
// further on this path.
//
// A round in vain: without these steps of the thread the path leads to the same state, and they could all have come at
// once. So the thread could take them for ever, and a search would never end. Whoever leaves such a loop does so in an
// execution without the round, which the search comes to as well: what the round has read is reversed with what others
// write later. After M. Kokologiannakis, X. Ren, V. Vafeiadis, Dynamic partial order reductions for spinloops, FMCAD
// 2021. Why nothing is lost: docs/why/loops.md, "Loops that wait".
//
// To a search it is a system in which such a thread has ended, but for that others cannot join it. Preconditions: the
// search names objects along its path (name_by_path) and marks the state that it begins in; nobody steps the other
// system meanwhile.
//
// Ownership: refers to the other system, which must outlive it.
#pragma once

#include <cstdint>
#include <vector>

#include "por/seam/forwarding_system.hpp"
#include "por/search_options.hpp"

namespace jmc::por {

// Whether a search by races with these options waits like this.
bool waits_in_rounds(const SearchOptions& options);
// Whether a search with these options finds every state from which no end can be reached, once it is complete.
bool notices_livelocks(const SearchOptions& options);

class FruitlessRounds final : public ForwardingSystem {
 public:
  // Rounds of at least so many steps: a search may know by itself what to do with short ones.
  FruitlessRounds(TransitionSystem& to, uint32_t least) : ForwardingSystem(to), least_(least) {}

  Op pending(ThreadId thread) const override {
    return stopped(thread) ? Op{} : thread == ahead_ ? next_ : to_.pending(thread);
  }
  uint32_t alternatives(ThreadId thread) const override { return stopped(thread) ? 0 : to_.alternatives(thread); }
  StepResult step(ThreadId thread, uint32_t alternative) override;
  Mark mark() override;
  void undo(Mark mark) override;
  void release(Mark mark) override;
  bool name_by_path(bool on) override;

  // Whether a thread goes no further in the current state for this reason.
  bool waits() const;
  // What becomes of the current state, in which no thread goes on here, if those that wait do. Endless: no end is
  // reached, and they come back to it, whatever they do. Elsewhere: an end is reached, or a state from which they do
  // not come back; what comes of that comes of other paths, too. Unknown: there are too many states. Changes nothing
  // but what the system has learnt.
  enum class Future : uint8_t { Elsewhere, Endless, Unknown };
  Future future();

 private:
  static constexpr uint32_t kMost = 32;        // steps of a round
  static constexpr uint32_t kTries = 3;        // beginnings of a round that are tried after a step
  static constexpr size_t kStates = 1u << 12;  // of those that wait
  struct Step {
    ThreadId thread, threads;  // threads: that had started before it
    uint32_t alternative;
    uint32_t before;  // 1 + the last step of the same thread; 0: none
    Op op;
  };
  struct Marked {
    Mark mark;  // of the other system
    uint32_t depth;
  };
  struct Thread {
    uint32_t last = 0;     // 1 + its last step
    uint32_t stopped = 0;  // the length of the path on which it was stopped, or 0
  };

  bool stopped(ThreadId thread) const { return thread < threads_.size() && threads_[thread].stopped != 0; }
  uint32_t depth() const { return static_cast<uint32_t>(steps_.size()); }
  void cut(uint32_t depth);
  bool in_vain(ThreadId thread);
  bool at_once(ThreadId thread, uint32_t first);
  bool leads_back(ThreadId thread, uint32_t first);
  bool go(size_t mark, uint32_t first, ThreadId without);
  void come_back(size_t mark);

  const uint32_t least_;
  bool named_ = false;
  // What the thread that took the last step does next: it is asked for at once.
  ThreadId ahead_ = kNoThread;
  Op next_;
  std::vector<Step> steps_;
  std::vector<Marked> marks_;
  std::vector<Thread> threads_;
  std::vector<uint32_t> later_;  // of the round being looked at: what others did that happens after its beginning
};

}  // namespace jmc::por
