// Depth-first search over all threads (none) or over safe sets (s-por).
//
// S-POR is algorithm 1 of "A Pragmatic Approach to Stateful Partial Order Reduction" (2023) with a cycle rule: where an
// enabled thread's pending operation is invisible, that thread is explored alone, provided its successor is not on
// the path being explored; otherwise all enabled threads are.
//
// With sleep sets (Godefroid 1996, the version for state matching: a state stores the sleep set it was explored with,
// and a visit with a smaller one explores the difference) the same states are visited over fewer transitions.
//
// Where states are matched, the components of the graph say from which states no end can be reached (components.hpp).
// With sleep sets, steps that sleep are looked at for that, uncounted, where no other step is known to lead to an end:
// they lead to states that are known.
//
// Guarantee of none: every reachable state. Of s-por: every end state, every deadlock, every thread-local state.
// Preconditions: an invisible operation is independent of every operation of other threads; without state matching the
// program has no infinite path, or a depth bound cuts it.
#include <vector>

#include "por/bounded/bounded_search.hpp"
#include "por/search_run.hpp"
#include "por/stateful/components.hpp"
#include "por/stateful/stored_sleep.hpp"
#include "por/strategy.hpp"

namespace jmc::por {

namespace {

using Mark = TransitionSystem::Mark;

class DepthFirstSearch {
 public:
  DepthFirstSearch(SearchRun& run, bool safe_sets) : run_(run), system_(run.system), safe_sets_(safe_sets) {}
  void explore();
  template <class A>
  void archive(A& a) {
    a(frames_, on_path_, sleeping_, sleep_, ops_, livelocks_, components_);
  }

 private:
  static constexpr uint32_t kNoOps = ~0u;
  struct Frame {
    ThreadSet remaining;  // threads still to be explored
    ThreadSet sleep;      // threads whose steps from here are covered elsewhere, those explored here included
    ThreadSet alone;      // of those, the ones that may be explored alone; none: everything in remaining is explored
    StateNumber state;
    Mark mark;
    uint32_t depth;   // steps of the path that lead here
    uint32_t lone;    // states in a row, with this one, in which one thread alone can run and has nothing to choose
    ThreadId thread;  // being explored
    uint16_t alternative;   // next one
    uint16_t alternatives;  // 0: no thread chosen
    bool marked;
    bool moved;        // the system is no longer in this state
    bool on_path;      // an explored successor of `thread` is on the path: it may not be explored alone
    bool end;          // it is final
    bool again;        // the state was on the path already
    bool revisit;      // with sleep sets: the state was entered before, and its component knows all of its steps
    ThreadSet asleep;  // threads whose steps that component has still to be told of
    uint32_t ops;      // its pending operations, in ops_; kNoOps: none of its threads is put to sleep

    template <class A>
    void archive(A& a) {
      a(remaining, sleep, alone, state, mark, depth, lone, thread, alternative, alternatives, marked, moved, on_path,
        end, again, revisit, asleep, ops);
    }
  };

  bool next_step(Frame& frame);
  void push(StateNumber state, bool is_new, const ThreadSet& sleep, const ThreadSet* explore);
  StoredSleep::Mask sleep_after(const Frame& frame) const;
  void pop();
  void closed();
  void return_to_top();
  void account();
  void publish(bool end);
  bool wakes(Frame& frame);
  bool on_path(StateNumber state) const { return state < on_path_.size() && on_path_[state]; }
  void set_on_path(StateNumber state, bool value) {
    if (!track_path_) return;
    if (state >= on_path_.size()) on_path_.resize(state + state / 2 + 64);
    on_path_[state] = value;
  }

  SearchRun& run_;
  TransitionSystem& system_;
  const bool safe_sets_;
  const bool track_path_ = safe_sets_ && run_.options.match_states;
  const bool lone_runs_ = run_.options.lone_runs;
  Mark initial_ = 0;
  std::vector<Frame> frames_;
  std::vector<bool> on_path_;  // by state
  // A sleep set may always be smaller than it is, so that they can begin at any time.
  bool sleeping_ = run_.options.sleep_sets;
  StoredSleep sleep_;
  std::vector<Op> ops_;
  // What is shared with others are states of complete components.
  bool livelocks_ = run_.looks_for_livelocks() || run_.shared;
  Components components_;
};

// Enters the current state. Of its threads, those in `explore` (null: all) are explored, `sleep` excepted.
void DepthFirstSearch::push(StateNumber state, bool is_new, const ThreadSet& sleep, const ThreadSet* explore) {
  const uint32_t lone = frames_.empty() ? 0 : frames_.back().lone;
  Frame& frame = frames_.emplace_back();
  frame.state = state;
  frame.sleep = sleep;
  frame.again = on_path(state);
  frame.depth = static_cast<uint32_t>(run_.path.size());
  frame.revisit = !is_new;
  frame.ops = sleeping_ ? static_cast<uint32_t>(ops_.size()) : kNoOps;
  ThreadSet enabled;
  bool open_ended = true;  // an end, or something was left out here
  if (is_new && system_.is_final()) {
    run_.arrive_at_end();
    frame.end = true;
  } else if (!run_.cut_off()) {
    const uint64_t not_followed = run_.not_followed();
    const ThreadId threads = system_.thread_count();
    for (ThreadId t = 0; t < threads; ++t) {
      if (system_.ended(t)) {
        if (sleeping_) ops_.emplace_back();
        continue;
      }
      const Op op = run_.pending(t);
      if (sleeping_) ops_.push_back(op);
      if (!op.enabled()) continue;
      frame.remaining.insert(t);
      if (safe_sets_ && (!op.visible() || (op.safe_unlock && run_.options.safe_unlocks))) frame.alone.insert(t);
    }
    enabled = frame.remaining;
    if (lone_runs_ && enabled.single() && system_.alternatives(enabled.first()) == 1) frame.lone = lone + 1;
    frame.remaining -= sleep;
    if (explore) frame.remaining &= *explore;
    frame.alone &= frame.remaining;
    if (frame.remaining.empty()) ++run_.statistics.blocked_executions;
    open_ended = run_.not_followed() != not_followed;
  }
  if (livelocks_ && is_new) {
    components_.enter(state, enabled);
    if (open_ended) components_.may_end();
    frame.asleep = enabled & sleep;
  }
  set_on_path(state, true);
}

// The threads that sleep in the successor being explored: no step of theirs has been overtaken by a dependent one.
StoredSleep::Mask DepthFirstSearch::sleep_after(const Frame& frame) const {
  StoredSleep::Mask sleep = 0;
  if (frame.ops == kNoOps) return sleep;
  for (const ThreadId t : frame.sleep) {
    if (t >= StoredSleep::kThreads) break;
    if (!dependent(ops_[frame.ops + t], ops_[frame.ops + frame.thread])) sleep |= StoredSleep::Mask{1} << t;
  }
  return sleep;
}

// Brings the system back to the state of the top frame, which may have no mark of its own.
void DepthFirstSearch::return_to_top() {
  size_t from = frames_.size() - 1;
  while (from != 0 && !frames_[from].marked) --from;
  const std::vector<PathStep> steps(run_.path.begin() + static_cast<std::ptrdiff_t>(frames_[from].depth),
                                    run_.path.begin() + static_cast<std::ptrdiff_t>(frames_.back().depth));
  run_.go_back(frames_[from].marked ? frames_[from].mark : initial_, frames_[from].depth);
  for (const PathStep step : steps) run_.retake(step);
}

// The component that begins with the state of the top frame is complete.
void DepthFirstSearch::closed() {
  const Components::Closed& component = components_.closed();
  if (!run_.looks_for_livelocks()) return;
  for (const Components::Range& range : components_.members())
    for (StateNumber state = range.begin; state < range.end; ++state)
      run_.listener.state_decided(state, component.can_end);
  const bool fair = component.fair_loop && run_.options.livelock == Livelock::Fair;
  // What a stuck component leads to was a livelock before it.
  if (component.can_end ? !fair : component.left && !fair) return;
  return_to_top();
  run_.violation(component.can_end || component.left ? ErrorKind::FairLoop : ErrorKind::NoEnd);
}

void DepthFirstSearch::publish(bool end) {
  for (const Components::Range& range : components_.members())
    for (StateNumber state = range.begin; state < range.end && !run_.over(); ++state)
      run_.publish(state, components_.closed().can_end, end);
}

// Steps that sleep are explored from elsewhere, but the component of the top frame may have to know where they lead:
// to find that it can reach an end, if it is not known to by its other steps, and to find its fair loops. True: there
// is one that leads to a state nobody has entered; its thread is awake now.
bool DepthFirstSearch::wakes(Frame& frame) {
  if (components_.can_end() && run_.options.livelock != Livelock::Fair) return false;
  if (!frame.asleep.empty() && !frame.marked) {
    if (frame.moved) return_to_top();
    frame.mark = run_.mark();
    frame.marked = true;
  }
  for (; !frame.asleep.empty(); frame.asleep.erase(frame.asleep.first())) {
    const ThreadId t = frame.asleep.first();
    for (uint32_t a = 0; a < ops_[frame.ops + t].alternatives; ++a) {
      run_.go_back(frame.mark, frame.depth);
      frame.moved = true;
      if (!run_.peek_step(t, a)) return false;
      const StateNumber successor = run_.look_up();
      if (successor != kNoState) {
        components_.edge(t, successor);
        continue;
      }
      frame.asleep.erase(t);
      frame.sleep.erase(t);
      sleep_.set(frame.state, sleep_.of(frame.state) & ~(StoredSleep::Mask{1} << t));
      frame.remaining.insert(t);
      return true;
    }
  }
  return false;
}

void DepthFirstSearch::pop() {
  const Frame& frame = frames_.back();
  const StateNumber state = frame.state;
  const bool entered = livelocks_ && !frame.revisit;
  if (entered && components_.leave(state)) {
    closed();
    if (run_.shared) publish(frame.end);
  }
  set_on_path(state, frame.again);
  if (frame.ops != kNoOps) ops_.resize(frame.ops);
  run_.left(state);
  frames_.pop_back();
  if (frames_.empty()) return;
  frames_.back().moved = true;
  if (entered) components_.edge(frames_.back().thread, state);
}

// Chooses the next step of `frame` and brings the system back to it. False: the frame is done.
bool DepthFirstSearch::next_step(Frame& frame) {
  bool choose = frame.alternative == frame.alternatives;
  if (choose) {
    if (sleeping_ && frame.alternatives != 0) frame.sleep.insert(frame.thread);
    if (frame.alternatives != 0 && !frame.alone.empty()) {
      // A thread from `alone` has been explored; was that enough?
      if (frame.on_path) {
        frame.alone.erase(frame.thread);
      } else {
        frame.alone.clear();
        frame.remaining.clear();
        frame.asleep.clear();
      }
    }
    if (frame.remaining.empty()) return false;
  }
  if (frame.moved) {
    run_.go_back(frame.mark, frame.depth);
    frame.moved = false;
  }
  if (choose) {
    frame.thread =
        run_.order.pick(!frame.alone.empty() ? frame.alone : run_.others_first(frame.remaining, frame.depth));
    frame.remaining.erase(frame.thread);
    frame.alternative = 0;
    frame.alternatives = static_cast<uint16_t>(system_.alternatives(frame.thread));
    frame.on_path = false;
    // No way back is needed to a state with a single step.
    if (!frame.marked && (!frame.remaining.empty() || frame.alternatives > 1)) {
      frame.mark = run_.mark();
      frame.marked = true;
    }
  }
  return true;
}

void DepthFirstSearch::account() {
  run_.extra_bytes = frames_.capacity() * sizeof(Frame) + on_path_.size() / 8 + sleep_.bytes() +
                     ops_.capacity() * sizeof(Op) + components_.bytes();
}

void DepthFirstSearch::explore() {
  initial_ = system_.mark();
  if (run_.resumes()) {
    run_.resume(*this);
    run_.way_to(frames_);
  } else {
    const StateNumber first = run_.arrive().state;
    if (!run_.adopted) push(first, true, {}, nullptr);
  }
  uint32_t accounted = 0;
  while (!frames_.empty() && run_.goes_on(*this, frames_.back().depth)) {
    Frame& frame = frames_.back();
    if (!next_step(frame)) {
      if (livelocks_ && wakes(frame)) continue;
      if (run_.over()) break;
      pop();
      continue;
    }
    const PathStep step{frame.thread, frame.alternative++};
    if (!run_.step(step.thread, step.alternative)) break;
    const bool ran_on = frame.lone > run_.options.lone_stored;
    if (ran_on && !run_.run_on(nullptr)) break;
    StateStore::Result successor = run_.arrive(frame.state);
    if (run_.over()) break;
    if (run_.adopted) components_.adopt(successor.state, run_.shared->can_end());
    ThreadSet sleep, explore;
    if (sleeping_) {
      StoredSleep::Mask asleep = ran_on ? 0 : sleep_after(frame);
      if (!successor.is_new) {
        // What slept in all visits so far and is awake in this one has not been explored yet.
        const StoredSleep::Mask stored = sleep_.of(successor.state);
        explore = StoredSleep::threads(stored & ~asleep);
        asleep &= stored;
      }
      sleep_.set(successor.state, asleep);
      sleep = StoredSleep::threads(asleep);
    } else {
      sleeping_ = run_.options.late_sleep_sets && run_.store.size() >= run_.options.sleep_sets_from;
    }
    if (livelocks_ && !successor.is_new && !frame.revisit) components_.edge(step.thread, successor.state);
    const bool known_path = !successor.is_new && on_path(successor.state);
    if (successor.is_new || !explore.empty()) {
      if (!frame.alone.empty() && known_path) frame.on_path = true;
      push(successor.state, successor.is_new, sleep, successor.is_new ? nullptr : &explore);  // invalidates `frame`
    } else {
      frame.moved = true;
      run_.path.resize(frame.depth);
      if (!frame.alone.empty() && known_path) frame.on_path = true;
    }
    if ((++accounted & 1023) == 0) account();
  }
  account();
  system_.undo(initial_);
  system_.release(initial_);
}

}  // namespace

extern const Strategy kFullSearch{
    .name = "none",
    .description = "all enabled threads in every state",
    .guarantee = "every reachable state",
    .run = [](SearchRun& run) { DepthFirstSearch(run, false).explore(); },
    .full = true,
    .renames = false,
    .sleep_sets = Strategy::Support::Sound,
    .checkpoints = true,
    .places = true,
    .numbers_return = true,
    .shares = true,
    .older_values = true,
    .distributes = true,
    .run_bounded = run_bounded_search,
    .refuse_bounds = refuse_bounded_search,
    .best_first = Strategy::BestFirst::AllExecutions,
};
// Sleep sets compare the operations of one state, so that no renaming is needed for them either.
extern const Strategy kSPor{
    .name = "s-por",
    .description = "one thread alone while its next operation is invisible",
    .guarantee = "every end state, deadlock and thread-local state",
    .run = [](SearchRun& run) { DepthFirstSearch(run, !run.options.no_safe_sets).explore(); },
    .renames = false,
    .sleep_sets = Strategy::Support::Sound,
    .safe_unlocks = Strategy::Support::Sound,
    .lone_runs = true,
    .checkpoints = true,
    .places = true,
    .numbers_return = true,
    .shares = true,
    .older_values = true,
    .distributes = true,
    .run_bounded = run_bounded_search,
    .refuse_bounds = refuse_bounded_search,
    .best_first = Strategy::BestFirst::AllExecutions,
};

}  // namespace jmc::por
