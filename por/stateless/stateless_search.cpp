#include "por/stateless/stateless_search.hpp"

namespace jmc::por {

// Enters the current state, which the trace has entered.
void StatelessSearch::enter(StateNumber number) {
  Frame frame{};
  frame.state = number;
  const uint32_t state = trace_.depth();
  frame.enabled = trace_.enabled(state);
  frame.leaf = frame.enabled.empty();
  if (frame.leaf) run_.arrive_at_end();
  else if (run_.cut_off()) frame.leaf = true;
  if (sleep_sets_ && state != 0) {
    // Who was asleep sleeps on until something dependent happens.
    const Frame& parent = frames_.back();
    for (const ThreadId t : parent.sleep& frame.enabled) {
      if (!dependent(trace_.pending(state - 1, t), trace_.label(state - 1))) frame.sleep.insert(t);
    }
  }
  if (!frame.leaf) {
    const ThreadSet awake = frame.enabled - frame.sleep;
    if (!awake.empty()) {
      frame.backtrack = thread_bit(run_.order.pick(awake));
    } else {
      frame.leaf = true;
      ++run_.statistics.blocked_executions;
    }
  }
  if (!frame.leaf) frame.mark = system_.mark();
  frames_.push_back(std::move(frame));
  arrived(frames_.back());
}

ThreadSet StatelessSearch::initials(uint32_t step, ThreadId thread, uint32_t last, bool leading) const {
  const bool pending = last == Trace::kNoStep;
  const Label& label = pending ? trace_.pending(trace_.depth(), thread) : trace_.label(last);
  ThreadSet set;
  if (pending ? trace_.last_is_initial(step, thread, label) : trace_.last_is_initial(step, last)) set.insert(thread);
  for (ThreadId t = 0; t < trace_.threads(step); ++t) {
    const uint32_t first = trace_.first_step_after(step, t);
    if (first == Trace::kNoStep || first == last || !trace_.kept(first, step) || !trace_.initial(first, step)) continue;
    if (leading && !(pending ? trace_.before_pending(first, thread, label) : trace_.happens_before(first, last)))
      continue;
    set.insert(t);
  }
  return set & trace_.enabled(step);
}

bool StatelessSearch::next_step(Frame& frame) {
  if (frame.leaf) return false;
  if (frame.alternative == frame.alternatives) {
    if (frame.alternatives != 0) {
      frame.done.insert(frame.thread);
      if (sleep_sets_) frame.sleep.insert(frame.thread);
    }
    const ThreadSet left = frame.backtrack - frame.done - frame.sleep;
    if (left.empty()) return false;
    frame.thread = run_.order.pick(left);
    frame.alternative = 0;
    frame.alternatives = trace_.pending(trace_.depth(), frame.thread).alternatives;
  }
  if (frame.moved) run_.go_back(frame.mark, frames_.size() - 1);
  frame.moved = true;
  return true;
}

void StatelessSearch::explore() {
  const TransitionSystem::Mark initial = system_.mark();
  if (!trace_.begin()) return;
  enter(run_.arrive().state);
  uint32_t accounted = 0;
  while (!frames_.empty() && !run_.over()) {
    Frame& frame = frames_.back();
    if (!next_step(frame)) {
      run_.left(frame.state);
      frames_.pop_back();
      if (!frames_.empty()) trace_.pop();
      continue;
    }
    const PathStep step{frame.thread, frame.alternative++};
    trace_.push(step.thread, step.alternative);
    stepping();
    if (!run_.step(step.thread, step.alternative)) break;
    const StateNumber state = run_.arrive(frame.state).state;
    if (run_.over()) break;
    trace_.enter();
    enter(state);  // invalidates `frame`
    if ((++accounted & 1023) == 0) run_.extra_bytes = trace_.bytes() + frames_.capacity() * sizeof(Frame);
  }
  trace_.end();
  system_.undo(initial);
  system_.release(initial);
}

}  // namespace jmc::por
