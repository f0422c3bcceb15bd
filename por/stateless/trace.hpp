// The path being explored, as a partial order: executed steps with their operations and vector clocks, and the pending
// operations of every state on it. What all searches by races (dynamic partial-order reduction) share.
//
// Happens-before is the smallest order that contains program order, the start of a thread before its first step, the
// end of a thread before what follows a join with it, and every pair of dependent steps in the order of the path.
// Two paths whose steps are ordered alike are one trace.
//
// Objects go by names that depend on the allocating thread and what it allocated before (TransitionSystem::
// name_by_path), so that labels of one path, and of equivalent paths, can be compared. Labels may depend on the state
// (a CAS that fails is a read): what changes a label then writes a location of it, so that swapping independent
// neighbours changes no label.
//
// Papers: dynamic partial-order reduction (2005), section 3; source sets and optimal reduction (2018), chapter 3.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <unordered_map>
#include <vector>

#include "por/search_run.hpp"
#include "por/stateful/source_set.hpp"
#include "por/stateless/happens_before.hpp"
#include "por/stateless/path_names.hpp"

namespace jmc::por {

// An operation with its locations replaced by small numbers that stay the same during a search.
struct Label {
  static constexpr int kMost = 6;
  uint32_t access[kMost];  // location number * 2, + 1 for a write
  OpKind kind = OpKind::Invisible;
  uint8_t count = 0;
  uint8_t alternatives = 0;  // 0: blocked, or ended
  bool may_weaken = false;  // access[0] may be a read in another state (a CAS that fails, a write that changes nothing)
  // The thread did the same before. Where that would lead back to the same state, it is blocked.
  bool awaits = false;

  bool enabled() const { return alternatives != 0; }
  friend bool operator==(const Label& a, const Label& b) {
    return a.kind == b.kind && a.count == b.count && a.alternatives == b.alternatives &&
           std::memcmp(a.access, b.access, a.count * sizeof a.access[0]) == 0;
  }
};

inline bool dependent(const Label& a, const Label& b) {
  for (int i = 0; i < a.count; ++i)
    for (int j = 0; j < b.count; ++j)
      if (a.access[i] >> 1 == b.access[j] >> 1 && ((a.access[i] | b.access[j]) & 1)) return true;
  return false;
}

// A kind of operation that can be disabled.
bool can_block(OpKind kind);
inline bool can_block(const Label& label) { return label.awaits || can_block(label.kind); }

// "a join of r4 w7, 2 ways": locations go by numbers of this search.
std::string label_text(const Label& label);

// The steps of a path are numbered from 0; state i is the one before step i, so that a path of n steps has n + 1
// states.
class Trace {
 public:
  explicit Trace(SearchRun& run) : run_(run), system_(run.system) {}

  // From now on threads wait where going on alone would take them back to the same state: an operation that only reads,
  // which is what the thread did last, is disabled where the step, and steps after it that access nothing, change
  // nothing at all. Whether they do depends on what is read alone: docs/why/loops.md, "Loops that wait".
  void await_loops() { awaits_ = true; }

  // Enters the initial state, the current one. False: the system cannot name objects, and the search has failed.
  bool begin();
  void end();
  // `thread` is about to take a step from the top state.
  void push(ThreadId thread, uint32_t alternative);
  // The system has taken it: enters the state it led to.
  void enter();
  // Takes back the top state and the step before it.
  void pop();

  uint32_t depth() const { return static_cast<uint32_t>(steps_.size()); }  // steps
  ThreadId thread(uint32_t step) const { return steps_[step].thread; }
  uint32_t alternative(uint32_t step) const { return steps_[step].alternative; }
  const Label& label(uint32_t step) const { return pending(step, steps_[step].thread); }
  // The pending operations of a state. Threads that have ended have no alternatives and no accesses.
  ThreadId threads(uint32_t state) const { return states_[state].threads; }
  // Its pending operation in whatever state the system is in now. `before`: the number of steps of the path before it
  // that are to be looked at for what the thread did last.
  Label pending_now(ThreadId thread, uint32_t before = kNoStep) {
    Label label;
    fetch(thread, label, last_step_before(before, thread));
    return label;
  }
  const Label& pending(uint32_t state, ThreadId thread) const { return labels_[states_[state].labels + thread]; }
  ThreadSet enabled(uint32_t state) const { return states_[state].enabled; }

  // The order that does not come from program order or conflicts: steps of `thread` from number `at` on happen after
  // `step`, which was the last one, so far, of who started it, or the last one of a thread that it has joined.
  struct Link {
    ThreadId thread;
    uint32_t at, step;
  };
  const std::vector<Link>& links() const { return links_; }

  // i happens before j, or is j.
  bool happens_before(uint32_t i, uint32_t j) const { return clocks_[j].covers(steps_[i].thread, i); }
  // i happens before whatever the thread does next, whatever that is.
  bool before_next(uint32_t i, ThreadId thread) const { return next_[thread].covers(steps_[i].thread, i); }
  // i happens before `label`, pending for `thread` at the end of the path.
  bool before_pending(uint32_t i, ThreadId thread, const Label& label) const;
  const Clock& clock(uint32_t step) const { return clocks_[step]; }
  // What happens before a step whatever its operation is: by its thread's earlier steps, starts and joins. The same of
  // what a thread does next.
  const Clock& clock_before(uint32_t step) const { return changes_[steps_[step].changes].before; }
  const Clock& clock_of_next(ThreadId thread) const { return next_[thread]; }
  // Threads that have existed on any path: what clocks are as wide as.
  ThreadId width() const { return width_; }
  // 1 + the latest step that happens strictly before this one; 0 if there is none.
  uint32_t after(uint32_t step) const { return steps_[step].after; }
  // 1 + the thread's last step; 0 if it has none.
  uint32_t last_step(ThreadId thread) const { return own_[thread].empty() ? 0 : own_[thread].back() + 1; }
  // The thread's first step later than `step`, or kNoStep.
  uint32_t first_step_after(uint32_t step, ThreadId thread) const;
  // Whether an operation that can be executed is the same without this step before it: the step writes nothing that
  // could change what the operation is.
  bool same_without(uint32_t step, const Label& label) const;
  // 1 + its last step before `step`; 0 if it has none.
  uint32_t last_step_before(uint32_t step, ThreadId thread) const;
  // The thread's own steps, in order.
  const std::vector<uint32_t>& steps_of(ThreadId thread) const { return own_[thread]; }
  static constexpr uint32_t kNoStep = ~0u;

  // Whether `thread` could do `label`, its operation at the end of the path, in place of `step` once everything that
  // does not happen after `step` is done. Precondition: the two are dependent and `step` is not before_next(thread).
  // Perhaps: only trying can tell.
  enum class Reversible : uint8_t { No, Yes, Perhaps };
  struct Race {
    uint32_t step;
    bool certain;  // the reversed order can be executed
  };
  // The steps that race with `label`, pending for `thread` at the end of the path, latest first: dependent, unordered
  // but for the dependence, no other step between them, and reversible. Where a step only enabled the operation (an
  // unlock), the step before it that could have come later instead (the lock).
  void races(ThreadId thread, const Label& label, std::vector<Race>& out);
  // The same for a step of the path, as it was when it was the last.
  const Race* races_begin(uint32_t step) const { return races_.data() + steps_[step].races; }
  const Race* races_end(uint32_t step) const {
    return races_.data() + (step + 1 < depth() ? steps_[step + 1].races : races_.size());
  }

  // For wakeup sequences. Reversing a race with `step` keeps the steps after it that do not happen after it.
  bool kept(uint32_t s, uint32_t step) const { return !clocks_[s].covers(steps_[step].thread, step); }
  // A kept step that nothing kept happens before. Precondition: kept(s, step).
  bool initial(uint32_t s, uint32_t step) const { return steps_[s].after <= step; }
  // Nothing kept happens before `label` of `thread`, which is pending at the end of the path.
  bool last_is_initial(uint32_t step, ThreadId thread, const Label& label) const;
  // Nothing kept happens before the step s, which happens after `step`.
  bool last_is_initial(uint32_t step, uint32_t s) const;
  // `label`, pending before `step` of a thread that has no kept step, is independent of all that is kept.
  bool independent_of_kept(const Label& label, uint32_t step) const;

  uint64_t bytes() const;

 private:
  struct Step {
    ThreadId thread;
    uint32_t alternative, after, changes;
    size_t races;
  };
  struct State {
    uint32_t labels;
    ThreadId threads;
    ThreadSet enabled;
  };
  struct Change {
    ThreadId thread;
    Clock before;
  };

  void change(ThreadId thread) { changes_.push_back({thread, next_[thread]}); }
  // `last`: 1 + the thread's last step, or 0.
  void fetch(ThreadId thread, Label& out, uint32_t last);
  bool again(const Label& label, uint32_t last) const;
  bool leads_back(ThreadId thread);
  void link(ThreadId thread, ThreadId other);
  Reversible reversible(uint32_t step, ThreadId thread, const Label& label) const;
  void race_at(uint32_t step, ThreadId thread, const Label& label, std::vector<Race>& out);
  uint32_t number(const Location& where);
  static bool writes(uint32_t access) { return access & 1; }

  SearchRun& run_;
  TransitionSystem& system_;
  bool awaits_ = false;
  ThreadId width_ = 0;  // threads that have existed on any path
  std::unordered_map<Location, uint32_t, LocationHash> numbers_;
  std::vector<Touches> touched_;  // by location number, along the path
  std::vector<Step> steps_;
  std::vector<State> states_;
  std::vector<Label> labels_;
  std::vector<Clock> clocks_;  // by step
  std::vector<Race> races_;
  std::vector<Change> changes_;
  std::vector<Link> links_;
  // By thread, width_ of them.
  std::vector<std::vector<uint32_t>> own_;  // its steps
  std::vector<Clock> next_;                 // what happens before its next step, apart from dependences
  std::vector<ThreadSet> joined_;           // in the top state: ends it has seen
  std::vector<uint32_t> candidates_;
};

}  // namespace jmc::por
