#include "por/stateless/parsimonious_search.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "por/stateless/fruitless_rounds.hpp"

namespace jmc::por {

// --- the path

// Enters the current state, which the trace has entered. `from`: for a head, where its sequence began.
void ParsimoniousSearch::enter(StateNumber number, Came came, uint32_t from) {
  Frame frame;
  frame.state = number;
  frame.came = came;
  const uint32_t state = trace_.depth();
  if (state != 0) frame.unfree = came == Came::Free ? frames_.back().unfree : state;
  const ThreadSet enabled = trace_.enabled(state);
  if (enabled.empty()) {
    frame.leaf = true;
    if (!endless()) run_.arrive_at_end();
  } else if (run_.cut_off()) {
    frame.leaf = true;
    while (sequence_ != Planned::kNone) sequence_ = planned_.drop(sequence_);
  } else if (sequence_ == Planned::kNone) {
    if (came == Came::Head && enabled.contains(frames_[from].thread)) {
      frame.thread = frames_[from].thread;
      frame.from = from;
    } else {
      frame.thread = run_.order.pick(enabled);
    }
    frame.alternatives = trace_.pending(state, frame.thread).alternatives;
  }
  if (!frame.leaf) {
    frame.mark = system_.mark();
    live_ = state + 1;
  }
  frames_.push_back(frame);
  moved_ = false;
}

// Whether threads are left that would go on reading the same for ever, and nobody else can go on: no end is reached
// from here.
bool ParsimoniousSearch::endless() {
  const uint32_t state = trace_.depth();
  if (system_.is_final() || run_.polled()) return false;
  if (const auto rounds = dynamic_cast<FruitlessRounds*>(&system_); rounds && rounds->waits()) return false;
  bool waits = false;
  for (ThreadId t = 0; t < trace_.threads(state) && !waits; ++t) waits = trace_.pending(state, t).awaits;
  if (waits && run_.options.livelock != Livelock::Off) run_.violation(ErrorKind::NoEnd);
  return waits;
}

// The system into a state of the path.
void ParsimoniousSearch::go_to(uint32_t state) {
  moved_ = true;
  if (state < live_) {
    system_.undo(frames_[state].mark);
    live_ = state + 1;
    return;
  }
  system_.undo(frames_[live_ - 1].mark);
  for (; live_ <= state; ++live_) {
    system_.step(trace_.thread(live_ - 1), trace_.alternative(live_ - 1));
    frames_[live_].mark = system_.mark();
  }
}

// Takes a step from the last frame, which is in the state of the system afterwards. False: the search is over.
bool ParsimoniousSearch::step(PathStep step, Came came, uint32_t from) {
  const uint32_t state = trace_.depth();
  if (moved_) {
    go_to(state);
    run_.path.resize(state);
  }
  const StateNumber before = frames_.back().state;
  trace_.push(step.thread, step.alternative);
  if (!run_.step(step.thread, step.alternative)) return false;
  const StateNumber number = run_.arrive(before).state;
  if (run_.over()) return false;
  trace_.enter();
  enter(number, came, from);
  return true;
}

// Explores the next step from the last frame. False: there is none, or the search is over.
bool ParsimoniousSearch::advance() {
  Frame& frame = frames_.back();
  const uint32_t state = trace_.depth();
  if (sequence_ == Planned::kNone) {
    if (frame.leaf) return false;
    if (frame.alternative < frame.alternatives) {
      const uint32_t a = frame.alternative++;
      return step({frame.thread, a}, a == 0 ? Came::Free : Came::Choice, kNowhere);
    }
    if (frame.planned == Planned::kNone) return false;
    sequence_ = frame.planned;
    frame.planned = planned_[sequence_].sibling;
    begun_ = state;
  }
  const Planned::Entry next = planned_[sequence_];
  const Label& label = planned_.label(sequence_);
  if (frame.leaf || next.thread >= trace_.threads(state) || !(trace_.pending(state, next.thread) == label)) {
    if (run_.polled()) {  // its thread is not followed further on this path
      while (sequence_ != Planned::kNone) sequence_ = planned_.drop(sequence_);
      return true;
    }
    run_.defect(next.thread,
                "a reversal cannot be executed: " + label_text(label) + " was to come, and it is " +
                    (next.thread >= trace_.threads(state) ? std::string("a thread that has not started")
                                                          : label_text(trace_.pending(state, next.thread))));
    return false;
  }
  sequence_ = planned_.drop(sequence_);
  return step({next.thread, next.alternative}, sequence_ == Planned::kNone ? Came::Head : Came::Within, begun_);
}

void ParsimoniousSearch::pop() {
  frames_.pop_back();
  live_ = std::min(live_, static_cast<uint32_t>(frames_.size()));
  moved_ = true;
  if (!frames_.empty()) trace_.pop();
}

// Nothing is left to be explored from the last frame.
void ParsimoniousSearch::leave() {
  Frame& frame = frames_.back();
  if (frame.leaf && frame.next_pending < trace_.threads(trace_.depth())) {
    reverse_pending();
    return;
  }
  if (!frame.reversed) {
    frame.reversed = true;
    if (trace_.depth() != 0) reverse_step(trace_.depth() - 1);
    return;
  }
  run_.left(frame.state);
  pop();
}

void ParsimoniousSearch::explore() {
  const TransitionSystem::Mark initial = system_.mark();
  if (!trace_.begin()) return;
  enter(run_.arrive().state, Came::Free, kNowhere);
  uint32_t accounted = 0;
  while (!frames_.empty() && !run_.over()) {
    if (!left_.empty() && sequence_ == Planned::kNone && left_.back().at + 1 == frames_.size()) {
      if (!next_left()) continue;
    }
    if (!advance() && !run_.over()) leave();
    if ((++accounted & 1023) == 0)
      run_.extra_bytes = trace_.bytes() + planned_.bytes() + frames_.capacity() * sizeof(Frame);
  }
  trace_.end();
  system_.undo(initial);
  system_.release(initial);
}

// --- what waits

// What has been found of one operation: for later, or, where much waits already, for now.
void ParsimoniousSearch::settle() {
  if (found_.empty()) return;
  if (planned_.size() <= waiting_) {
    for (const Found& f : found_) {
      planned_.set_sibling(f.sequence, frames_[f.state].planned);
      frames_[f.state].planned = f.sequence;
    }
  } else {
    std::stable_sort(found_.begin(), found_.end(), [](const Found& a, const Found& b) { return a.state < b.state; });
    left_.push_back({{}, {}, found_, static_cast<uint32_t>(frames_.size() - 1)});
  }
  found_.clear();
}

// Begins the next reversal of those that are explored at once. False: there was none, and the search is back where it
// had found them.
bool ParsimoniousSearch::next_left() {
  Left& left = left_.back();
  if (left.reversals.empty()) {
    restore();
    return false;
  }
  const Found next = left.reversals.back();
  left.reversals.pop_back();
  while (frames_.size() > next.state + 1) {
    const uint32_t last = trace_.depth() - 1;
    left.steps.push_back({trace_.thread(last), trace_.alternative(last)});
    left.frames.push_back(frames_.back());
    pop();
  }
  left.at = next.state;
  sequence_ = next.sequence;
  begun_ = next.state;
  return true;
}

void ParsimoniousSearch::restore() {
  Left left = std::move(left_.back());
  left_.pop_back();
  if (left.frames.empty()) return;
  go_to(trace_.depth());
  run_.path.resize(trace_.depth());
  while (!left.frames.empty()) {
    const PathStep step = left.steps.back();
    Frame& frame = left.frames.back();
    trace_.push(step.thread, step.alternative);
    run_.retake(step);
    trace_.enter();
    if (!frame.leaf) {
      frame.mark = system_.mark();
      live_ = trace_.depth() + 1;
    }
    frames_.push_back(frame);
    left.frames.pop_back();
    left.steps.pop_back();
  }
  moved_ = false;
}

// --- reversals

// The races of a step of the path, the last one, with those before it.
void ParsimoniousSearch::reverse_step(uint32_t last) {
  const Came came = frames_[last + 1].came;
  if (came == Came::Within || trace_.alternative(last) != 0) return;
  const Label& label = trace_.label(last);
  possible_.clear();
  const Trace::Race* const end = trace_.races_end(last);
  for (const Trace::Race* r = trace_.races_begin(last); r != end && !run_.over(); ++r) {
    bool needed = false;  // whether those after it have to know if it can be reversed
    for (const Trace::Race* s = r + 1; s != end && !needed; ++s) needed = trace_.happens_before(s->step, r->step);
    reverse({r->step, trace_.thread(last), last, &label}, r->certain, needed);
  }
  settle();
}

// Those of the next operation that is pending where nothing follows.
void ParsimoniousSearch::reverse_pending() {
  const uint32_t depth = trace_.depth();
  const ThreadId thread = frames_.back().next_pending++;
  const Label& label = trace_.pending(depth, thread);
  if (label.count == 0) return;
  races_.clear();
  trace_.races(thread, label, races_);
  possible_.clear();
  for (size_t i = 0; i < races_.size() && !run_.over(); ++i) {
    bool needed = false;
    for (size_t j = i + 1; j < races_.size() && !needed; ++j)
      needed = trace_.happens_before(races_[j].step, races_[i].step);
    reverse({races_[i].step, thread, Trace::kNoStep, &label}, races_[i].certain, needed);
  }
  settle();
}

void ParsimoniousSearch::reverse(const Reversal& r, bool certain, bool needed) {
  for (const uint32_t p : possible_)
    if (trace_.happens_before(r.step, p)) return;  // where it comes before that one it is looked at
  const bool free = frames_[r.step + 1].came == Came::Free;
  if (!free && !needed) return;
  gather(r, *r.label);
  const bool one = free && all_free(r);
  if (!one && !needed) return;
  Label label;
  const Known known = operation_before(r, certain, label);
  if (known == Known::Impossible || (known == Known::No && !look(r, label))) return;
  possible_.push_back(r.step);
  if (!one || !dependent(trace_.label(r.step), label)) return;
  // The operation may be another one there. What does not come before it any more is not to be kept.
  if (!(label == *r.label) && !still_before(r, label)) return;
  if (!in_order(r, label)) return;
  for (uint32_t a = 0; a < label.alternatives; ++a) {
    uint32_t sequence = planned_.last(r.thread, a, label);
    for (const uint32_t s : past_)
      sequence = planned_.before(sequence, trace_.thread(s), trace_.alternative(s), trace_.label(s));
    found_.push_back({r.step, sequence});
  }
}

// past_: the steps after that of the race that happen before the operation, as it is there.
void ParsimoniousSearch::gather(const Reversal& r, const Label& label) {
  past_.clear();
  const bool pending = r.last == Trace::kNoStep;
  Clock clock = base(r);
  for (uint32_t s = pending ? trace_.depth() : r.last; s-- > r.step + 1;) {
    if (!trace_.kept(s, r.step)) continue;
    if (!clock.covers(trace_.thread(s), s) && !dependent(trace_.label(s), label)) continue;
    past_.push_back(s);
    clock.join(trace_.clock(s), trace_.width());
  }
}

// Whether all of past_ happens before the operation if that is `label`.
bool ParsimoniousSearch::still_before(const Reversal& r, const Label& label) const {
  Clock clock = base(r);
  for (const uint32_t s : past_) {
    if (!clock.covers(trace_.thread(s), s) && !dependent(trace_.label(s), label)) return false;
    clock.join(trace_.clock(s), trace_.width());
  }
  return true;
}

// Whether all that the reversal undoes was free. Precondition: gather().
bool ParsimoniousSearch::all_free(const Reversal& r) const {
  uint32_t unfree = frames_[r.last == Trace::kNoStep ? trace_.depth() : r.last].unfree;
  auto at = past_.begin();
  for (; unfree > r.step + 1; unfree = frames_[unfree - 1].unfree) {
    while (at != past_.end() && *at > unfree - 1) ++at;
    if (at == past_.end() || *at != unfree - 1) return false;
  }
  return true;
}

// What the operation of the reversal is after the steps of past_, without that of the race.
ParsimoniousSearch::Known ParsimoniousSearch::operation_before(const Reversal& r, bool certain, Label& out) const {
  const uint32_t first = trace_.first_step_after(r.step, r.thread);
  if (r.thread < trace_.threads(r.step) && (first == Trace::kNoStep || first == r.last)) {
    const Label& there = trace_.pending(r.step, r.thread);
    bool alone = there.enabled() || there.kind != OpKind::Join;  // a join may become possible by an end without a step
    for (size_t i = 0; i < past_.size() && alone; ++i) alone = !dependent(there, trace_.label(past_[i]));
    if (alone) {
      out = there;
      return there.enabled() ? Known::Yes : Known::Impossible;
    }
  }
  const Label& label = *r.label;
  if (!certain || can_block(label) || label.kind == OpKind::Question) return Known::No;
  out = label;
  if (out.alternatives == 0) out.alternatives = 1;  // the program had ended
  return trace_.same_without(r.step, label) ? Known::Yes : Known::No;
}

// The same, by going there. False: it is not possible.
bool ParsimoniousSearch::look(const Reversal& r, Label& out) {
  go_to(r.step);
  bool possible = true;
  for (size_t i = past_.size(); i-- > 0 && possible;) {
    const ThreadId thread = trace_.thread(past_[i]);
    const uint32_t alternative = trace_.alternative(past_[i]);
    if (thread >= system_.thread_count() || system_.ended(thread) || alternative >= system_.alternatives(thread)) {
      possible = false;
      if (!run_.polled())
        run_.defect(thread, "way " + std::to_string(alternative) + " of an operation cannot be taken in another order");
    } else if (system_.step(thread, alternative).stop) {
      run_.end(SearchEnd::Failure, system_.failure());
      possible = false;
    }
  }
  if (possible && !system_.is_final() && r.thread < system_.thread_count()) out = trace_.pending_now(r.thread, r.last);
  system_.undo(frames_[r.step].mark);
  return out.enabled();
}

// Whether the operation of the reversal, after the first steps of past_, disables what `held` is about to do. Where
// that has one location, all that conflicts with it is ordered anyway, and nobody asks.
bool ParsimoniousSearch::blocks(const Reversal& r, size_t steps, ThreadId held) {
  const Label& label = trace_.pending(r.step, held);
  if (label.count < 2 || !can_block(label)) return false;
  go_to(r.step);
  for (size_t i = steps; i-- > 0;) system_.step(trace_.thread(past_[i]), trace_.alternative(past_[i]));
  system_.step(r.thread, 0);
  const bool blocked = !system_.is_final() && system_.alternatives(held) == 0;
  system_.undo(frames_[r.step].mark);
  return blocked;
}

// Several operations may come before one step, one after the other and in either order. As far as nothing else orders
// them, one that blocks the step comes first, since then nobody can tell which others will come before it; and others
// come in the order of their threads. False: this one should have come before one of those that came before the step
// already.
bool ParsimoniousSearch::in_order(const Reversal& r, const Label& label) {
  if (frames_[r.step].from == kNowhere) return true;
  const ThreadId held = frames_[r.step].thread;
  Clock clock = base(r);
  for (const uint32_t s : past_) clock.join(trace_.clock(s), trace_.width());
  const size_t kept = past_.size();
  bool ordered = true;
  for (uint32_t state = r.step; ordered && frames_[state].from != kNowhere;) {
    const uint32_t begin = frames_[state].from;
    for (uint32_t s = state; s-- > begin;) {
      if (!clock.covers(trace_.thread(s), s) && !dependent(trace_.label(s), label)) continue;
      clock.join(trace_.clock(s), trace_.width());
      past_.push_back(s);
    }
    const Label& step = trace_.pending(begin, held);
    bool could = dependent(label, step);
    for (size_t i = 0; i < past_.size() && could; ++i) could = !dependent(trace_.label(past_[i]), step);
    ordered = !could || (r.thread > trace_.thread(state - 1) && !blocks(r, kept, held));
    state = begin;
  }
  past_.resize(kept);
  return ordered;
}

void run_parsimonious(SearchRun& run) { ParsimoniousSearch(run).explore(); }

}  // namespace jmc::por
