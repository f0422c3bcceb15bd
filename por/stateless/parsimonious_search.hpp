// Optimal dynamic partial-order reduction in the memory of a path: every trace once, nothing abandoned, no wakeup tree.
//
// After P. Abdulla, M. Atig, S. Das, B. Jonsson, K. Sagonas: Parsimonious optimal dynamic partial order reduction, CAV
// 2024, and M. Kokologiannakis, I. Marmanis, V. Gladstein, V. Vafeiadis: Truly stateless, optimal dynamic partial order
// reduction, POPL 2022. How it is done here, for operations of any kind, and why that is enough: docs/why/stateless.md,
// "One reversal for each trace".
//
// Each state of the path has a thread that goes on from it. Its step is the free one. Everything else that is explored
// from there is the reversal of a race with that step: a sequence of what happens before the later operation, and that
// operation, its head. A race is reversed on one path only: on the one where all that is undone was free. So no
// reversal needs to know of others, and it does not matter when it is explored: at once, or, as long as little waits,
// when the search comes back to the state.
//
// Guarantee and preconditions: those of optimal_trees.hpp.
#pragma once

#include <vector>

#include "por/stateless/planned.hpp"
#include "por/stateless/trace.hpp"

namespace jmc::por {

class ParsimoniousSearch {
 public:
  // At most so many steps of sequences wait to be explored later, but for those of one step's races.
  static constexpr size_t kWaiting = 1u << 15;

  explicit ParsimoniousSearch(SearchRun& run, size_t waiting = kWaiting)
      : run_(run), system_(run.system), trace_(run), waiting_(waiting) {
    trace_.await_loops();
  }
  // Explores from the current state and comes back to it.
  void explore();

 private:
  static constexpr uint32_t kNowhere = ~0u;
  enum class Came : uint8_t { Free, Within, Head, Choice };
  struct Frame {
    TransitionSystem::Mark mark = 0;
    StateNumber state = 0;
    ThreadId thread = kNoThread;  // who goes on from here; kNoThread: nobody, or the sequence being executed
    uint32_t alternative = 0, alternatives = 0;  // of its operation: the next, and how many
    uint32_t planned = Planned::kNone;           // a list of sequences
    uint32_t from = kNowhere;  // a head has led here, in place of a step of `thread` from this state, which is still
                               // the one to go on
    uint32_t unfree = 0;       // 1 + the latest step up to here that was not free
    Came came = Came::Free;
    bool leaf = false, reversed = false;  // races of the step that led here are dealt with
    ThreadId next_pending = 0;            // leaf: whose races come next
  };
  // A reversal being looked at: the operation of `thread` before `step`. `last`: the step that it is, or with kNoStep
  // it is pending at the end of the path.
  struct Reversal {
    uint32_t step;
    ThreadId thread;
    uint32_t last;
    const Label* label;
  };
  struct Found {
    uint32_t state, sequence;
  };
  // What the search comes back to when it has explored reversals of what it has found on a path.
  struct Left {
    std::vector<Frame> frames;     // last first
    std::vector<PathStep> steps;   // that led to them
    std::vector<Found> reversals;  // that are not explored yet, latest state last
    uint32_t at;                   // the state that is being explored from
  };

  void enter(StateNumber number, Came came, uint32_t from);
  bool endless();
  bool advance();
  bool step(PathStep step, Came came, uint32_t from);
  void leave();
  void pop();
  bool next_left();
  void restore();
  void go_to(uint32_t state);

  void reverse_step(uint32_t last);
  void reverse_pending();
  void reverse(const Reversal& r, bool certain, bool needed);
  bool all_free(const Reversal& r) const;
  // What happens before the operation whatever it is.
  const Clock& base(const Reversal& r) const {
    return r.last == Trace::kNoStep ? trace_.clock_of_next(r.thread) : trace_.clock_before(r.last);
  }
  void gather(const Reversal& r, const Label& label);
  bool still_before(const Reversal& r, const Label& label) const;
  enum class Known : uint8_t { Yes, Impossible, No };
  Known operation_before(const Reversal& r, bool certain, Label& out) const;
  bool look(const Reversal& r, Label& out);
  bool in_order(const Reversal& r, const Label& label);
  bool blocks(const Reversal& r, size_t steps, ThreadId held);
  void settle();

  SearchRun& run_;
  TransitionSystem& system_;
  Trace trace_;
  const size_t waiting_;
  Planned planned_;
  std::vector<Frame> frames_;  // frames_[i] belongs to state i of trace_
  std::vector<Left> left_;
  uint32_t live_ = 0;                               // frames whose marks are valid
  bool moved_ = false;                              // the system is not in the state of the last frame
  uint32_t sequence_ = Planned::kNone, begun_ = 0;  // what is left of the sequence being executed, and where it began
  // Of the reversal being looked at.
  std::vector<Trace::Race> races_;
  std::vector<uint32_t> past_;      // steps to be kept, latest first
  std::vector<uint32_t> possible_;  // of the same operation: steps that it could come before
  std::vector<Found> found_;
};

void run_parsimonious(SearchRun& run);

}  // namespace jmc::por
