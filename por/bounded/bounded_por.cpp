#include "por/bounded/bounded_por.hpp"

#include <algorithm>
#include <unordered_map>

#include "por/bounded/bounded_path.hpp"
#include "por/stateless/happens_before.hpp"

namespace jmc::por {

namespace {

class BoundedPor {
 public:
  explicit BoundedPor(SearchRun& run)
      : run_(run),
        system_(run.system),
        path_(run),
        depth_(path_.bounds().has(BoundKind::Depth)),
        context_(path_.bounds().has(BoundKind::Context)),
        preemption_(path_.bounds().has(BoundKind::Preemption)),
        delay_(path_.bounds().has(BoundKind::Delay)),
        fair_(path_.bounds().has(BoundKind::Fair)),
        sealed_(run.options.sealed != 0) {
    for (const Bound& b : run.options.bounds)
      if (b.kind == BoundKind::Divergence) divergences_ = b.limit;
  }
  void explore();

 private:
  struct Frame {
    StateNumber state;
    TransitionSystem::Mark mark;
    ThreadSet backtrack;   // what the races ask for
    ThreadSet pending;     // what only the bound asks for
    ThreadSet done;        // explored, or over the bound
    uint64_t divergences;  // of the path to here from the first schedules below its states
    uint32_t block;        // depth at which the thread of the step to here began to run without interruption
    ThreadId thread;       // being explored
    uint16_t alternative, alternatives;
    bool moved;     // the system is no longer in this state
    bool exceeded;  // something below was over the bound
    bool taken;     // some thread has been explored
    bool diverged;  // it was not the first
  };

  void push(StateNumber state);
  void pop();
  bool next_step(Frame& frame);
  ThreadId choose(Frame& frame);
  void initialise(Frame& frame);
  void stepped();

  void find_races(size_t depth);
  void races_of(ThreadId thread, const Op& op);
  void race(uint32_t step, ThreadId thread, const Op& op);
  ThreadId add(uint32_t depth, ThreadId thread, uint32_t race, const Op& op, bool conservative);
  bool reaches(uint32_t step, ThreadId thread, const Op& op) const;
  void conservatively(Frame& frame, const ThreadSet& threads) {
    (run_.options.bound_optimisation ? frame.pending : frame.backtrack) |= threads;
  }

  ThreadId thread_at(uint32_t step) const { return frames_[step].thread; }

  SearchRun& run_;
  TransitionSystem& system_;
  BoundedPath path_;
  const bool depth_, context_, preemption_, delay_, fair_, sealed_;
  uint64_t divergences_ = ~uint64_t{0};
  std::vector<Frame> frames_;
  std::vector<Clock> clocks_;          // by depth, of the step from there
  std::vector<uint32_t> last_before_;  // by depth: what last_ of the stepping thread was
  PerThread last_;  // by thread: 1 + depth of its last step on the path, or of the one that started it
  std::unordered_map<Location, Touches, LocationHash> touched_;
};

// --- races

// The state at `depth` was entered: what is new in it since the state before.
void BoundedPor::find_races(size_t depth) {
  const ThreadId threads = path_.threads(depth);
  const ThreadId last = path_.last();
  for (ThreadId t = 0; t < threads; ++t) {
    const Op& op = path_.op(depth, t);
    if (!op.visible()) continue;
    bool changed = depth == 0 || t == last || t >= path_.threads(depth - 1);
    if (!changed) {
      // Another thread's step can change what an operation is (a CAS that fails now), not what it touched before.
      const Op& before = path_.op(depth - 1, t);
      changed = before.kind != op.kind || before.access_count != op.access_count;
      for (int i = 0; !changed && i < op.access_count; ++i) changed = !(before.accesses[i] == op.accesses[i]);
    }
    if (changed) {
      races_of(t, op);
    } else if (depth != 0 && dependent(path_.op(depth - 1, last), op)) {
      race(static_cast<uint32_t>(depth - 1), t, op);
    }
  }
}

// The last step of each other thread that is dependent with the operation.
void BoundedPor::races_of(ThreadId thread, const Op& op) {
  PerThread latest;  // 1 + depth
  ThreadSet seen;
  for (int i = 0; i < op.access_count; ++i) {
    auto found = touched_.find(op.accesses[i].where);
    if (found == touched_.end()) continue;
    ThreadSet here;
    const Touches& touches = found->second;
    const bool write = op.accesses[i].write;
    for (size_t j = touches.latest(write); j != 0; j = touches.earlier(j, write)) {
      const Touches::Touch& touch = touches[j];
      const ThreadId other = thread_at(touch.step);
      if (other != thread && !here.contains(other)) {
        here.insert(other);
        if (!seen.contains(other) || latest[other] < touch.step + 1) latest[other] = touch.step + 1;
        seen.insert(other);
      }
      if (touch.write && run_.options.transitive_reduction) break;  // what is earlier lies in its past
    }
  }
  for (const ThreadId t : seen) race(latest[t] - 1, thread, op);
}

// Whether `step` happens before the pending operation of `thread` through a later step.
bool BoundedPor::reaches(uint32_t step, ThreadId thread, const Op& op) const {
  const ThreadId stepper = thread_at(step);
  if (last_[thread] != 0 && last_[thread] > step + 1 && clocks_[last_[thread] - 1].covers(stepper, step)) return true;
  for (int i = 0; i < op.access_count; ++i) {
    auto found = touched_.find(op.accesses[i].where);
    if (found == touched_.end()) continue;
    const Touches& touches = found->second;
    const bool write = op.accesses[i].write;
    for (size_t j = touches.latest(write); j != 0 && touches[j].step > step; j = touches.earlier(j, write))
      if (clocks_[touches[j].step].covers(stepper, step)) return true;
  }
  return false;
}

void BoundedPor::race(uint32_t step, ThreadId thread, const Op& op) {
  if (run_.options.transitive_reduction && reaches(step, thread, op)) return;
  const ThreadId added = add(step, thread, step, op, false);
  Frame& frame = frames_[step];
  const ThreadSet enabled = path_.enabled(step);
  if (context_) conservatively(frame, enabled);
  if (delay_ && added != kNoThread) {
    const ThreadId from = step == 0 ? kNoThread : thread_at(step - 1);
    conservatively(frame, enabled & passed_over(from, added, path_.threads(step)));
  }
  const bool continues = step != 0 && thread_at(step - 1) == thread_at(step);
  const uint32_t block = continues ? frame.block : step;
  if (preemption_) add(block, added == kNoThread ? thread : added, step, op, true);
  // Where the thread could have been interrupted, up to the race.
  for (uint32_t at = step + 1; sealed_ && at-- > block;)
    if (path_.keeper(at) == kNoThread) add(at, added == kNoThread ? thread : added, step, op, true);
}

// `thread`, whose operation races with the step at `race`, is to be tried at `depth`; if it cannot run there, another
// thread that leads to it, or all. Returns the thread, or kNoThread for all.
ThreadId BoundedPor::add(uint32_t depth, ThreadId thread, uint32_t race, const Op& op, bool conservative) {
  Frame& frame = frames_[depth];
  const ThreadSet enabled = path_.enabled(depth);
  ThreadSet& set = conservative && run_.options.bound_optimisation ? frame.pending : frame.backtrack;
  if (enabled.contains(thread)) {
    set.insert(thread);
    return thread;
  }
  if (run_.options.alternative_thread && !conservative && !context_) {
    ThreadSet leading;
    for (uint32_t j = race + 1; j < frames_.size() - 1; ++j) {
      const ThreadId t = thread_at(j);
      if (enabled.contains(t) && !leading.contains(t) && reaches(j, thread, op)) leading.insert(t);
    }
    if (!leading.empty()) {
      const ThreadSet ready = leading & set;
      const ThreadId t = !ready.empty() ? ready.first() : run_.order.pick(leading);
      set.insert(t);
      return t;
    }
  }
  set |= enabled;
  return kNoThread;
}

// --- the path

void BoundedPor::initialise(Frame& frame) {
  const size_t depth = path_.depth();
  const ThreadSet enabled = path_.enabled(depth);
  if (enabled.empty()) return;
  frame.backtrack = thread_bit(run_.order.pick(path_.cheapest(enabled)));
  const ThreadId last = path_.last();
  if (depth_ || (context_ && !(last != kNoThread && enabled.contains(last)))) conservatively(frame, enabled);
}

void BoundedPor::push(StateNumber state) {
  const uint32_t depth = static_cast<uint32_t>(path_.depth());
  Frame frame{};
  frame.state = state;
  if (depth != 0) frame.block = depth > 1 && thread_at(depth - 2) == path_.last() ? frames_.back().block : depth - 1;
  if (depth != 0) frame.divergences = frames_.back().divergences + frames_.back().diverged;
  frames_.push_back(frame);
  Frame& top = frames_.back();
  find_races(depth);
  if (system_.is_final()) {
    run_.arrive_at_end();
  } else if (run_.cut_off()) {
    top.exceeded = true;
  } else {
    initialise(top);
  }
  top.mark = system_.mark();
}

// The step from the top frame was taken and recorded, its successor is not entered yet.
void BoundedPor::stepped() {
  const uint32_t depth = static_cast<uint32_t>(path_.depth() - 1);
  Frame& frame = frames_[depth];
  const ThreadId thread = frame.thread;
  const Op& op = path_.op(depth, thread);
  if (clocks_.size() <= depth) {
    clocks_.resize(depth + 1);
    last_before_.resize(depth + 1);
  }
  Clock& clock = clocks_[depth];
  clock = last_[thread] != 0 ? clocks_[last_[thread] - 1] : Clock{};
  for (int i = 0; i < op.access_count; ++i) {
    touched_[op.accesses[i].where].for_unordered(op.accesses[i].write, [&](uint32_t before) {
      if (!clock.covers(thread_at(before), before)) clock.join(clocks_[before], path_.threads(depth));
    });
  }
  clock.of[thread] = depth + 1;
  for (int i = 0; i < op.access_count; ++i) { touched_[op.accesses[i].where].push(depth, op.accesses[i].write); }
  last_before_[depth] = last_[thread];
  last_[thread] = depth + 1;
  for (ThreadId t = path_.threads(depth); t < path_.threads(depth + 1); ++t) last_[t] = depth + 1;
  if (delay_ || fair_) {
    ThreadSet freed = path_.enabled(depth + 1) - path_.enabled(depth);
    freed.erase(thread);
    bool release = path_.threads(depth) != path_.threads(depth + 1) || system_.ended(thread) || !freed.empty();
    switch (op.kind) {
      case OpKind::Unlock:
      case OpKind::Wait:
      case OpKind::Notify:
      case OpKind::Unpark:
      case OpKind::Start:
      case OpKind::Interrupt:
      case OpKind::End: release = true; break;
      default: break;
    }
    if (release) conservatively(frame, path_.enabled(depth));
  }
}

void BoundedPor::pop() {
  const Frame left = frames_.back();
  const size_t depth = path_.depth();
  if (!left.taken && !path_.enabled(depth).empty()) ++run_.statistics.blocked_executions;
  frames_.pop_back();
  path_.leave();
  if (frames_.empty()) return;
  Frame& frame = frames_.back();
  frame.exceeded |= left.exceeded;
  const uint32_t step = static_cast<uint32_t>(depth - 1);
  const Op& op = path_.op(step, frame.thread);
  for (int i = op.access_count; i-- > 0;) touched_[op.accesses[i].where].pop();
  last_[frame.thread] = last_before_[step];
}

// --- the search

ThreadId BoundedPor::choose(Frame& frame) {
  for (;;) {
    ThreadSet left = frame.backtrack - frame.done;
    if (left.empty() && frame.exceeded) left = frame.pending - frame.done;
    if (left.empty()) return kNoThread;
    const ThreadId t = run_.order.pick(path_.cheapest(left));
    frame.done.insert(t);
    frame.diverged = frame.taken;
    if (path_.within(t) && frame.divergences + frame.diverged <= divergences_) return t;
    frame.exceeded = true;
    run_.bound_hit();
    // The yields of others may make it affordable before the step it is to overtake.
    if (fair_) conservatively(frame, path_.enabled(path_.depth()));
  }
}

bool BoundedPor::next_step(Frame& frame) {
  if (frame.alternative == frame.alternatives) {
    const ThreadId t = choose(frame);
    if (t == kNoThread) return false;
    frame.thread = t;
    frame.alternative = 0;
    frame.alternatives = path_.op(path_.depth(), t).alternatives;
    frame.taken = true;
  }
  if (frame.moved) run_.go_back(frame.mark, frames_.size() - 1);
  frame.moved = true;
  return true;
}

void BoundedPor::explore() {
  const TransitionSystem::Mark initial = system_.mark();
  StateStore::Result arrived = path_.begin();
  push(arrived.state);
  while (!frames_.empty() && !run_.over()) {
    Frame& frame = frames_.back();
    if (!next_step(frame)) {
      run_.left(frame.state);
      pop();
      continue;
    }
    const PathStep step{frame.thread, frame.alternative++};
    if (!path_.step(frame.state, step, arrived)) break;
    stepped();
    push(arrived.state);  // invalidates `frame`
  }
  system_.undo(initial);
  system_.release(initial);
}

}  // namespace

void run_bounded_por(SearchRun& run) { BoundedPor(run).explore(); }

std::string refuse_reduction(const std::vector<Bound>& bounds) {
  if (bounds.size() < 2) return {};
  bool depth = false, local = true;
  for (const Bound& b : bounds) {
    depth |= b.kind == BoundKind::Depth;
    local &= b.kind == BoundKind::LocalDepth || b.kind == BoundKind::LocalContext;
  }
  if (depth || local) return {};
  std::string names;
  for (const Bound& b : bounds) names += (names.empty() ? "" : " and ") + std::string(bound_name(b.kind));
  return "no reduction is known to be sound under the bounds " + names + " together";
}

}  // namespace jmc::por
