#include "por/optimal_dpor.hpp"

#include <algorithm>

#include "por/trace.hpp"
#include "por/wakeup_tree.hpp"

namespace jmc::por {

namespace {

class OptimalSearch {
 public:
  explicit OptimalSearch(SearchRun& run) : run_(run), system_(run.system), trace_(run) {}
  void explore();

 private:
  // A step that is explored from a state. Outcomes of one operation are steps of their own, in conflict with each other.
  struct Sleeper { ThreadId thread; uint32_t alternative; };
  struct Frame {
    TransitionSystem::Mark mark;
    WakeupTree::Node node;
    uint32_t sleepers;             // where its own begin
    bool leaf = false;             // nothing is explored from here
    bool below = false;            // the first child of the node is being explored
  };
  // An operation of `thread` to be executed before `step`: that of the step `last`, or with kNoStep the one pending at
  // the end of the path.
  struct Reversal {
    uint32_t step;
    ThreadId thread;
    uint32_t last;
    const Label& label() const { return *label_; }
    const Label* label_;
  };
  enum class Known : uint8_t { Yes, Impossible, No };

  void enter(WakeupTree::Node node);
  void inherit_sleepers();
  void choose(WakeupTree::Node node);
  bool descend(Frame& frame);
  void leave();
  void go_to(uint32_t state);
  void analyse();
  void reverse(const Trace::Race& race, ThreadId thread, uint32_t last, const Label& label);
  Known operation_before(const Reversal& r, bool certain, Label& out) const;
  void look(const Reversal& r);
  bool redundant(const Reversal& r, uint32_t alternative, const Label* label) const;
  void insert(const Reversal& r, uint32_t alternative, const Label& label);
  uint32_t sleepers_end(uint32_t state) const {
    return state + 1 < frames_.size() ? frames_[state + 1].sleepers : static_cast<uint32_t>(sleepers_.size());
  }

  SearchRun& run_;
  TransitionSystem& system_;
  Trace trace_;
  WakeupTree tree_;
  std::vector<Frame> frames_;                // frames_[i] belongs to state i of trace_
  std::vector<Sleeper> sleepers_;
  uint32_t live_ = 0;                        // frames whose marks are valid
  bool moved_ = false;                       // the system is not in the state of the last frame
  std::vector<Reversal> unknown_;
  std::vector<Trace::Race> races_;
  std::vector<Event> sequence_;
};

// Who was asleep sleeps on until something dependent happens.
void OptimalSearch::inherit_sleepers() {
  const uint32_t before = trace_.depth() - 1;
  const Label& step = trace_.label(before);
  for (uint32_t i = frames_[before].sleepers, end = static_cast<uint32_t>(sleepers_.size()); i < end; ++i) {
    const Sleeper s = sleepers_[i];
    if (s.thread != trace_.thread(before) && !dependent(trace_.pending(before, s.thread), step)) sleepers_.push_back(s);
  }
}

// Enters the current state, which the trace has entered.
void OptimalSearch::enter(WakeupTree::Node node) {
  Frame frame{0, node, static_cast<uint32_t>(sleepers_.size())};
  const uint32_t state = trace_.depth();
  if (trace_.enabled(state) == 0) {
    frame.leaf = true;
    run_.arrive_at_end();
  } else if (run_.cut_off()) {
    frame.leaf = true;
  } else {
    if (state != 0) inherit_sleepers();
    if (tree_.first(node) == WakeupTree::kNone) {
      frames_.push_back(frame);
      choose(node);
      frames_.pop_back();
      if (tree_.first(node) == WakeupTree::kNone) {
        frame.leaf = true;
        ++run_.statistics.blocked_executions;
      }
    }
  }
  if (!frame.leaf) frame.mark = system_.mark();
  frames_.push_back(frame);
  moved_ = false;
  if (!frame.leaf) live_ = static_cast<uint32_t>(frames_.size());
  else if (!run_.over()) analyse();
}

// Nothing is prescribed: any step that does not sleep.
void OptimalSearch::choose(WakeupTree::Node node) {
  const uint32_t state = trace_.depth();
  for (ThreadSet left = trace_.enabled(state); left != 0;) {
    const ThreadId thread = run_.order.pick(left);
    left &= ~thread_bit(thread);
    const Label& label = trace_.pending(state, thread);
    for (uint32_t a = 0; a < label.alternatives; ++a) {
      const auto asleep = [&](const Sleeper& s) { return s.thread == thread && s.alternative == a; };
      if (std::none_of(sleepers_.begin() + frames_[state].sleepers, sleepers_.end(), asleep)) {
        tree_.append(node, {thread, a, label});
        return;
      }
    }
  }
}

// The system into a state of the path. Going back over several states and forth again costs steps, but no events.
void OptimalSearch::go_to(uint32_t state) {
  if (state >= live_) {
    system_.undo(frames_[live_ - 1].mark);
    for (; live_ <= state; ++live_) {
      system_.step(trace_.thread(live_ - 1), trace_.alternative(live_ - 1));
      frames_[live_].mark = system_.mark();
    }
  } else {
    system_.undo(frames_[state].mark);
    live_ = state + 1;
  }
}

// Executes the first step below the last frame and enters its state. False: the search is over.
bool OptimalSearch::descend(Frame& frame) {
  const uint32_t state = trace_.depth();
  if (moved_) {
    go_to(state);
    run_.path.resize(state);
  }
  const WakeupTree::Node child = tree_.first(frame.node);
  const Event& event = tree_.event(child);
  const PathStep step{event.thread, event.alternative};
  if (step.thread >= trace_.threads(state) || step.alternative >= trace_.pending(state, step.thread).alternatives ||
      !(trace_.pending(state, step.thread) == event.label)) {
    run_.end(SearchEnd::Failure, "internal error: a wakeup sequence cannot be executed");
    return false;
  }
  frame.below = true;
  trace_.push(step.thread, step.alternative);
  if (!run_.step(step.thread, step.alternative)) return false;
  run_.arrive();
  if (run_.over()) return false;
  trace_.enter();
  enter(child);      // invalidates `frame`
  return true;
}

void OptimalSearch::leave() {
  sleepers_.resize(frames_.back().sleepers);
  frames_.pop_back();
  live_ = std::min(live_, static_cast<uint32_t>(frames_.size()));
  moved_ = true;
  if (frames_.empty()) return;
  trace_.pop();
  Frame& frame = frames_.back();
  const Event& done = tree_.event(tree_.first(frame.node));
  sleepers_.push_back({done.thread, done.alternative});
  tree_.remove_first(frame.node);
  frame.below = false;
}

void OptimalSearch::explore() {
  const TransitionSystem::Mark initial = system_.mark();
  if (!trace_.begin()) return;
  run_.arrive();
  enter(tree_.root());
  uint32_t accounted = 0;
  while (!frames_.empty() && !run_.over()) {
    Frame& frame = frames_.back();
    if (frame.leaf || tree_.first(frame.node) == WakeupTree::kNone) leave();
    else if (!descend(frame)) break;
    if ((++accounted & 1023) == 0) run_.extra_bytes = trace_.bytes() + tree_.bytes() + frames_.capacity() * sizeof(Frame);
  }
  trace_.end();
  system_.undo(initial);
  system_.release(initial);
}

// All races of the path, which is complete: what does not happen after a step can only be told now.
void OptimalSearch::analyse() {
  const uint32_t depth = trace_.depth();
  unknown_.clear();
  for (uint32_t last = 0; last < depth; ++last) {
    const Label& label = trace_.label(last);
    for (const Trace::Race* r = trace_.races_begin(last); r != trace_.races_end(last); ++r) reverse(*r, trace_.thread(last), last, label);
    for (uint32_t a = 0; a < label.alternatives && label.alternatives > 1; ++a) {
      if (a == trace_.alternative(last)) continue;
      const Reversal other{last, trace_.thread(last), Trace::kNoStep, &label};
      if (!redundant(other, a, &label)) insert(other, a, label);
    }
  }
  for (ThreadId t = 0; t < trace_.threads(depth); ++t) {
    const Label& label = trace_.pending(depth, t);
    if (label.count == 0) continue;
    races_.clear();
    trace_.races(t, label, races_);
    for (const Trace::Race& race : races_) reverse(race, t, Trace::kNoStep, label);
  }
  if (unknown_.empty()) return;
  std::stable_sort(unknown_.begin(), unknown_.end(), [](const Reversal& a, const Reversal& b) { return a.step > b.step; });
  for (const Reversal& r : unknown_) {
    look(r);
    if (run_.over()) return;
  }
}

void OptimalSearch::reverse(const Trace::Race& race, ThreadId thread, uint32_t last, const Label& label) {
  const Reversal r{race.step, thread, last, &label};
  Label actual;
  switch (operation_before(r, race.certain, actual)) {
    case Known::Impossible: return;
    case Known::Yes:
      if (!redundant(r, 0, &actual)) insert(r, 0, actual);
      return;
    case Known::No: break;
  }
  // At most a write of the same location: independence of that is enough.
  const bool bounded = label.kind == OpKind::Cas || label.kind == OpKind::Write || label.kind == OpKind::Lock;
  actual = label;
  if (bounded) actual.access[0] |= 1;
  if (!redundant(r, 0, bounded ? &actual : nullptr)) unknown_.push_back(r);
}

// What the operation of the reversal is after everything that does not happen after its step, without that step.
OptimalSearch::Known OptimalSearch::operation_before(const Reversal& r, bool certain, Label& out) const {
  const uint32_t first = trace_.first_step_after(r.step, r.thread);
  if (r.thread < trace_.threads(r.step) && (first == Trace::kNoStep || first == r.last)) {
    const Label& there = trace_.pending(r.step, r.thread);
    // A join may become possible by an end that is no step of its own.
    if (trace_.independent_of_kept(there, r.step) && (there.enabled() || there.kind != OpKind::Join)) {
      out = there;
      return there.enabled() ? Known::Yes : Known::Impossible;
    }
  }
  if (!certain) return Known::No;
  const Label& label = r.label();
  out = label;
  if (label.kind == OpKind::Read || (label.kind == OpKind::Write && !label.may_weaken)) return Known::Yes;
  // A step that writes nothing of what the operation looks at does not change it.
  const Label& step = trace_.label(r.step);
  for (int i = 0; i < step.count; ++i)
    for (int j = 0; j < label.count; ++j)
      if (step.access[i] >> 1 == label.access[j] >> 1 && (step.access[i] & 1)) return Known::No;
  return Known::Yes;
}

void OptimalSearch::look(const Reversal& r) {
  if (redundant(r, 0, nullptr)) return;
  go_to(r.step);
  moved_ = true;
  for (uint32_t s = r.step + 1; s < trace_.depth(); ++s) {
    if (s == r.last || !trace_.kept(s, r.step)) continue;
    if (system_.step(trace_.thread(s), trace_.alternative(s)).stop) return run_.end(SearchEnd::Failure, system_.failure());
  }
  if (r.thread < system_.thread_count() && !system_.is_final()) {
    const Label actual = trace_.pending_now(r.thread);
    if (actual.enabled() && !redundant(r, 0, &actual)) insert(r, 0, actual);
  }
  system_.undo(frames_[r.step].mark);
}

// Whether what would be inserted begins, up to swaps of independent steps, with a step already explored from there.
// Without a label nothing is known about the last operation of it.
bool OptimalSearch::redundant(const Reversal& r, uint32_t alternative, const Label* label) const {
  const uint32_t step = r.step;
  if (label && trace_.thread(step) != r.thread && !dependent(trace_.label(step), *label)) return true;
  for (uint32_t i = frames_[step].sleepers, end = sleepers_end(step); i < end; ++i) {
    const Sleeper s = sleepers_[i];
    const uint32_t first = trace_.first_step_after(step, s.thread);
    if (first != Trace::kNoStep && trace_.kept(first, step)) {
      if (trace_.initial(first, step) && trace_.alternative(first) == s.alternative) return true;
      continue;
    }
    const Label& there = trace_.pending(step, s.thread);
    if (s.thread == r.thread ? s.alternative != alternative : !label || dependent(there, *label)) continue;
    if (trace_.independent_of_kept(there, step)) return true;
  }
  return false;
}

void OptimalSearch::insert(const Reversal& r, uint32_t alternative, const Label& label) {
  sequence_.clear();
  for (uint32_t s = r.step + 1; s < trace_.depth(); ++s)
    if (s != r.last && trace_.kept(s, r.step)) sequence_.push_back({trace_.thread(s), trace_.alternative(s), trace_.label(s)});
  sequence_.push_back({r.thread, alternative, label});
  const WakeupTree::Node node = frames_[r.step].node;
  tree_.insert(node, tree_.first(node), sequence_);
}

}  // namespace

void run_optimal_dpor(SearchRun& run) { OptimalSearch(run).explore(); }

}  // namespace jmc::por
