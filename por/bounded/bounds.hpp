// Bound functions: what a path costs, and whether one more step is still affordable (thesis of 2013, sections 2.7, 7.3
// and 7.4).
//
// A bound makes a step too expensive, never disabled: a state in which every enabled step costs too much is no
// deadlock. All bounds grow along a path, so a path that costs too much need not be followed.
//
//   depth          one per step
//   context        one per step by another thread than the last one
//   preemption     the same, while the last thread could have gone on; the first step is free
//   delay          enabled threads that are passed over, counted round robin from the thread that ran last
//   fair           the most that the thread of a step has yielded more often than another thread enabled there
//   local-depth    the most steps that the end of a step depends on (itself and what happens before it)
//   local-context  the most flows from thread to thread that the end of a step depends on
//
// The last two are functions of the partial order: equivalent paths cost the same. local-context is the published
// definition made stable: a read does not look at the variable's clock if its thread wrote the variable last, whoever
// else has read it since; and the cheapest path costs 0, not 1.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "por/seam/transition_system.hpp"
#include "por/search_options.hpp"
#include "por/stateful/summary.hpp"

namespace jmc::por {

// A state of the path as bounds see it. `ops` holds the pending operation of each thread, with locations that are
// comparable along the path; a thread that has ended has an operation that is not enabled.
struct BoundState {
  ThreadId threads = 0;
  ThreadSet enabled;
  const Op* ops = nullptr;
};

class BoundFunction {
 public:
  virtual ~BoundFunction() = default;
  // Of the path followed by the pending operation of `thread`. Precondition: it is enabled in `state`, the end of the
  // path.
  virtual uint64_t cost(const BoundState& state, ThreadId thread) const = 0;
  // That step is taken. `yielded`: the thread said (or showed, by polling) that it waits for others; `threads`: how
  // many there are after it.
  virtual void step(const BoundState& state, ThreadId thread, bool yielded, ThreadId threads) = 0;
  virtual void undo() = 0;  // the last step
  // Appends what the cost of any continuation depends on, besides the state itself: paths that agree in both have the
  // same future. False: that is not known.
  virtual bool residue(std::vector<uint64_t>& out) const = 0;
};

// Null for divergence.
std::unique_ptr<BoundFunction> make_bound_function(BoundKind kind);
// The threads that come before `thread` in a round that begins with `from` (kNoThread: with thread 0).
ThreadSet passed_over(ThreadId from, ThreadId thread, ThreadId threads);

// "preemption"; and what a bound limits, "preemptions".
std::string_view bound_name(BoundKind kind);
// False if there is none of that name.
bool find_bound(std::string_view name, BoundKind& kind);
// "at most 2 preemptions".
std::string bound_text(const Bound& bound);

// Several bounds at once. Divergence is none of them: it belongs to the tree that a search explores, not to a path.
class BoundSet {
 public:
  explicit BoundSet(const std::vector<Bound>& bounds);
  bool empty() const { return bounds_.empty(); }
  bool has(BoundKind kind) const;
  bool within(const BoundState& state, ThreadId thread) const;
  // For comparisons: the sum of all costs.
  uint64_t cost(const BoundState& state, ThreadId thread) const;
  void step(const BoundState& state, ThreadId thread, bool yielded, ThreadId threads);
  void undo();
  bool residue(std::vector<uint64_t>& out) const;
  // The thread of the last step, or kNoThread.
  ThreadId last() const { return lasts_.back(); }

 private:
  struct Member {
    std::unique_ptr<BoundFunction> function;
    Bound bound;
  };
  std::vector<Member> bounds_;
  std::vector<ThreadId> lasts_{kNoThread};
};

}  // namespace jmc::por
