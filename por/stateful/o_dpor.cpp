// O-DPOR: the comparison algorithm of "A Pragmatic Approach to Stateful Partial Order Reduction" (2023): source sets
// from races under happens-before (Source-DPOR, 2014), on top of s-por, with state matching and without wakeup trees.
//
// Each step of the path has a vector clock. A step that races with an earlier one makes the search try a first step of
// the reversed order in the state before the earlier one. What is reachable from a known state has no clocks: its
// actions count as racing with every dependent step of the path that does not happen before the acting thread. Cycles
// expand fully. No sleep sets: they are not sound here. Nor are safe unlocks: the race of two acquisitions is seen only
// where the second one is blocked, which an unlock explored alone may prevent.
//
// Guarantee: every end state, every deadlock, every thread-local state. Proven by test only.
// Preconditions: see source_set_search.hpp.
#include <algorithm>
#include <functional>
#include <unordered_map>

#include "por/stateful/source_set_search.hpp"
#include "por/stateless/happens_before.hpp"
#include "por/stateless/path_names.hpp"
#include "por/strategy.hpp"

namespace jmc::por {

namespace {

class HappensBeforeSearch final : public SourceSetSearch {
 public:
  explicit HappensBeforeSearch(SearchRun& run) : SourceSetSearch(run) {}

 private:
  template <class A>
  void archive_own(A& a) {
    a(names_, clocks_, touched_, last_, previous_);
  }
  void archive_rest(base::Saver& a) override { archive_own(a); }
  void archive_rest(base::Loader& a) override { archive_own(a); }

  uint32_t depth() const { return static_cast<uint32_t>(frames_.size() - 1); }
  ThreadId thread_at(uint32_t step) const { return frames_[step].thread; }

  void entered(Frame& frame) override {
    names_.enter(depth(), depth() == 0 ? numbered_in_labels(frame) : 0);
    if (clocks_.size() < frames_.size()) clocks_.resize(frames_.size());
    previous_.resize(clocks_.size());
    if (!frame.safe.empty()) frame.back = thread_bit(run_.order.pick(frame.safe));
    for (ThreadId t = 0; t < frame.threads; ++t)
      if (!frame.enabled.contains(t)) race(t, op(frame, t));
  }

  void thread_chosen(Frame& frame) override {
    const Op& label = op(frame, frame.thread);
    clocks_[depth()] = race(frame.thread, label);
    clocks_[depth()].of[frame.thread] = depth() + 1;
    previous_[depth()] = last_[frame.thread];
    last_[frame.thread] = depth() + 1;
    for (int i = 0; i < label.access_count; ++i)
      touched_[names_.in_state(label.accesses[i].where, depth())].push(depth(), label.accesses[i].write);
  }

  void thread_done(Frame& frame) override {
    const Op& label = op(frame, frame.thread);
    last_[frame.thread] = previous_[depth()];
    for (int i = label.access_count; i-- > 0;) touched_[names_.in_state(label.accesses[i].where, depth())].pop();
  }

  void stepped(Frame&, const std::vector<uint32_t>& renaming) override { names_.step(depth(), renaming); }

  void returned(Frame&, Key successor, bool was_new) override {
    if (was_new) return;
    if (graph_.open(successor)) {
      for (uint32_t i = depth() + 1; i-- > 0 && graph_.position(frames_[i].state) >= graph_.boundary();) {
        frames_[i].top.insert(thread_at(i));
        if (frames_[i].safe == frames_[i].enabled) frames_[i].back = frames_[i].safe;
      }
      return;
    }
    const Summary& after = graph_.summary(successor);
    auto meet_all = [this](const Action& action) { meet(action, names_.in_successor(action.where, depth())); };
    graph_.fixed().for_each(after.fixed, meet_all);
    graph_.numbered().for_each(after.numbered, meet_all);
  }

  ThreadSet candidates(Frame& frame) override {
    // A thread explored alone led back to the path: everybody else has to run.
    if (frame.top.meets(frame.done)) frame.back = frame.safe;
    return (frame.back & frame.safe) - frame.done;
  }

  // The clock of the last step of a thread on the path, or null.
  const Clock* last_clock(ThreadId thread) const { return last_[thread] ? &clocks_[last_[thread] - 1] : nullptr; }

  // A thread is about to do (or waits to do) `label` after the steps below the top frame: handles its races with them
  // and returns the clock of what happens before it.
  Clock race(ThreadId thread, const Op& label) {
    steps_.clear();
    Clock clock;
    if (const Clock* last = last_clock(thread)) clock = *last;
    for (int i = 0; i < label.access_count; ++i) {
      auto found = touched_.find(names_.in_state(label.accesses[i].where, depth()));
      if (found == touched_.end()) continue;
      const Touches& touches = found->second;
      const bool write = label.accesses[i].write;
      for (size_t j = touches.latest(write); j != 0; j = touches.earlier(j, write)) {
        const bool ordered = clock.covers(thread_at(touches[j].step), touches[j].step);
        if (ordered && touches[j].write) break;  // everything before is ordered by this write
        if (!ordered) steps_.push_back(touches[j].step);
      }
    }
    // Latest first: a step that happens before a later dependent one is ordered by it and does not race.
    std::sort(steps_.begin(), steps_.end(), std::greater<>());
    for (uint32_t step : steps_) {
      if (clock.covers(thread_at(step), step)) continue;
      clock.join(clocks_[step], frames_.back().threads);
      races_.push_back(step);
    }
    for (uint32_t step : races_) reverse(step, thread);
    races_.clear();
    return clock;
  }

  // The thread itself has to be tried before the step. That some thread that could begin the reversed order is to be
  // explored already is not enough here: with threads that are blocked, end states were lost when states are matched.
  void reverse(uint32_t step, ThreadId thread) {
    Frame& frame = frames_[step];
    if (!(frame.safe == frame.enabled)) return;  // explored alone: nothing can come before
    frame.back |= frame.safe.contains(thread) ? thread_bit(thread) : frame.safe;
  }

  // An action reachable from the known state at the end of the path.
  void meet(const Action& action, const Location& where) {
    auto found = touched_.find(where);
    if (found == touched_.end()) return;
    for (const ThreadId x : action.readers | action.writers) {
      const bool writes = action.writers.contains(x);
      const Clock* last = last_clock(x);
      const Touches& touches = found->second;
      for (size_t j = touches.latest(writes); j != 0; j = touches.earlier(j, writes)) {
        Frame& frame = frames_[touches[j].step];
        if (frame.thread == x || !(frame.safe == frame.enabled)) continue;
        if (last && last->covers(frame.thread, touches[j].step)) continue;
        frame.back |= frame.safe.contains(x) ? thread_bit(x) : frame.safe;
      }
    }
  }

  PathNames names_;
  std::vector<Clock> clocks_;  // by depth
  std::unordered_map<Location, Touches, LocationHash> touched_;
  uint32_t last_[kMaxThreads] = {};  // by thread: 1 + depth of its last step, or 0
  std::vector<uint32_t> previous_;   // by depth: what last_ was before this step
  std::vector<uint32_t> steps_, races_;
};

}  // namespace

extern const Strategy kODpor{
    .name = "o-dpor",
    .description = "s-por and source sets from races under happens-before, for comparison",
    .guarantee = "every end state, deadlock and thread-local state",
    .run = [](SearchRun& run) { HappensBeforeSearch(run).explore(); },
    .safe_unlocks = Strategy::Support::Unsound,
    .visited_first = true,
    .checkpoints = true,
};

}  // namespace jmc::por
