#include "por/stateless/wakeup_search.hpp"

#include <algorithm>
#include <string>

namespace jmc::por {

// Enters the current state, which the trace has entered.
void WakeupSearch::enter(StateNumber number, WakeupTree::Node node) {
  Frame frame{0, node, static_cast<uint32_t>(explored_.size()), number};
  const uint32_t state = trace_.depth();
  if (trace_.enabled(state).empty()) {
    frame.leaf = true;
    run_.arrive_at_end();
  } else if (run_.cut_off()) {
    frame.leaf = true;
  } else {
    if (state != 0) inherit();
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

// Nothing is prescribed: any step that is not known already.
void WakeupSearch::choose(WakeupTree::Node node) {
  const uint32_t state = trace_.depth();
  for (ThreadSet left = trace_.enabled(state); !left.empty();) {
    const ThreadId thread = run_.order.pick(left);
    left.erase(thread);
    const Label& label = trace_.pending(state, thread);
    for (uint32_t a = 0; a < label.alternatives; ++a) {
      const auto known = [&](const Explored& s) { return s.thread == thread && s.alternative == a; };
      if (std::none_of(explored_.begin() + frames_[state].explored, explored_.end(), known)) {
        tree_.append(node, {thread, a, label});
        return;
      }
    }
  }
}

// The system into a state of the path. Going back over several states and forth again costs steps, but no events.
void WakeupSearch::go_to(uint32_t state) {
  moved_ = true;
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

bool WakeupSearch::take(ThreadId thread, uint32_t alternative) {
  if (thread >= system_.thread_count() || system_.ended(thread) || alternative >= system_.alternatives(thread)) {
    if (!run_.polled())
      run_.defect(thread, "way " + std::to_string(alternative) + " of an operation cannot be taken in another order" +
                              (thread >= system_.thread_count() ? ": the thread has not started"
                               : system_.ended(thread)          ? ": the thread has ended"
                                                       : ", where it is " + label_text(trace_.pending_now(thread))));
    return false;
  }
  if (!system_.step(thread, alternative).stop) return true;
  run_.end(SearchEnd::Failure, system_.failure());
  return false;
}

// Executes the first step below the last frame and enters its state. False: the search is over.
bool WakeupSearch::descend(const Frame& frame) {
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
    if (run_.polled()) {  // its thread is not followed further on this path
      explored_.push_back({step.thread, step.alternative});
      tree_.remove_first(frame.node);
      return true;
    }
    run_.defect(step.thread,
                "a wakeup sequence cannot be executed: " + label_text(event.label) + " was to come, and it is " +
                    (step.thread >= trace_.threads(state) ? std::string("a thread that has not started")
                                                          : label_text(trace_.pending(state, step.thread))));
    return false;
  }
  trace_.push(step.thread, step.alternative);
  if (!run_.step(step.thread, step.alternative)) return false;
  const StateNumber number = run_.arrive(frame.state).state;
  if (run_.over()) return false;
  trace_.enter();
  enter(number, child);  // invalidates `frame`
  return true;
}

void WakeupSearch::leave() {
  run_.left(frames_.back().state);
  explored_.resize(frames_.back().explored);
  frames_.pop_back();
  live_ = std::min(live_, static_cast<uint32_t>(frames_.size()));
  moved_ = true;
  if (frames_.empty()) return;
  trace_.pop();
  const Frame& frame = frames_.back();
  const Event& done = tree_.event(tree_.first(frame.node));
  explored_.push_back({done.thread, done.alternative});
  tree_.remove_first(frame.node);
}

void WakeupSearch::explore() {
  const TransitionSystem::Mark initial = system_.mark();
  if (!trace_.begin()) return;
  enter(run_.arrive().state, tree_.root());
  uint32_t accounted = 0;
  while (!frames_.empty() && !run_.over()) {
    const Frame& frame = frames_.back();
    if (frame.leaf || tree_.first(frame.node) == WakeupTree::kNone) leave();
    else if (!descend(frame)) break;
    if ((++accounted & 1023) == 0)
      run_.extra_bytes = trace_.bytes() + tree_.bytes() + frames_.capacity() * sizeof(Frame);
  }
  trace_.end();
  system_.undo(initial);
  system_.release(initial);
}

}  // namespace jmc::por
