#include "por/stateless/optimal_trees.hpp"

#include <algorithm>

#include "por/stateless/wakeup_search.hpp"

namespace jmc::por {

namespace {

// What has been explored from a state sleeps there, and below until something dependent happens.
class OptimalSearch final : public WakeupSearch {
 public:
  explicit OptimalSearch(SearchRun& run) : WakeupSearch(run) {}

 private:
  // An operation of `thread` to be executed before `step`: that of the step `last`, or with kNoStep the one pending at
  // the end of the path.
  struct Reversal {
    uint32_t step;
    ThreadId thread;
    uint32_t last;
    const Label* label;
  };
  enum class Known : uint8_t { Yes, Impossible, No };

  void analyse() override;
  void inherit() override;
  void reverse(const Trace::Race& race, ThreadId thread, uint32_t last, const Label& label);
  Known operation_before(const Reversal& r, bool certain, Label& out) const;
  void look(const Reversal& r);
  bool redundant(const Reversal& r, uint32_t alternative, const Label* label) const;
  void insert(const Reversal& r, uint32_t alternative, const Label& label);

  std::vector<Reversal> unknown_;
  std::vector<Trace::Race> races_;
  std::vector<Event> sequence_;
};

// Who was asleep sleeps on until something dependent happens.
void OptimalSearch::inherit() {
  const uint32_t before = trace_.depth() - 1;
  const Label& step = trace_.label(before);
  for (uint32_t i = explored_begin(before), end = static_cast<uint32_t>(explored_.size()); i < end; ++i) {
    const Explored s = explored_[i];
    if (s.thread != trace_.thread(before) && !dependent(trace_.pending(before, s.thread), step)) explored_.push_back(s);
  }
}

// All races of the path, which is complete: what does not happen after a step can only be told now.
void OptimalSearch::analyse() {
  const uint32_t depth = trace_.depth();
  unknown_.clear();
  for (uint32_t last = 0; last < depth && !run_.over(); ++last) {
    const Label& label = trace_.label(last);
    for (const Trace::Race* r = trace_.races_begin(last); r != trace_.races_end(last); ++r)
      reverse(*r, trace_.thread(last), last, label);
    for (uint32_t a = 0; a < label.alternatives && label.alternatives > 1; ++a) {
      if (a == trace_.alternative(last)) continue;
      const Reversal other{last, trace_.thread(last), Trace::kNoStep, &label};
      if (!redundant(other, a, &label)) insert(other, a, label);
    }
  }
  for (ThreadId t = 0; t < trace_.threads(depth) && !run_.over(); ++t) {
    const Label& label = trace_.pending(depth, t);
    if (label.count == 0) continue;
    races_.clear();
    trace_.races(t, label, races_);
    for (const Trace::Race& race : races_) reverse(race, t, Trace::kNoStep, label);
  }
  if (unknown_.empty()) return;
  std::stable_sort(unknown_.begin(), unknown_.end(),
                   [](const Reversal& a, const Reversal& b) { return a.step > b.step; });
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
  if (!certain || can_block(r.label->kind) || r.label->kind == OpKind::Question) return Known::No;
  const Label& label = *r.label;
  out = label;
  if (out.alternatives == 0) out.alternatives = 1;  // the program had ended
  return trace_.same_without(r.step, label) ? Known::Yes : Known::No;
}

void OptimalSearch::look(const Reversal& r) {
  if (redundant(r, 0, nullptr)) return;
  go_to(r.step);
  bool possible = true;
  for (uint32_t s = r.step + 1; s < trace_.depth() && possible; ++s)
    if (s != r.last && trace_.kept(s, r.step)) possible = take(trace_.thread(s), trace_.alternative(s));
  if (run_.over()) return;
  if (possible && r.thread < system_.thread_count() && !system_.is_final()) {
    const Label actual = trace_.pending_now(r.thread);
    if (actual.enabled() && !redundant(r, 0, &actual)) insert(r, 0, actual);
  }
  system_.undo(mark(r.step));
}

// Whether what would be inserted begins, up to swaps of independent steps, with a step already explored from there.
// Without a label nothing is known about the last operation of it.
bool OptimalSearch::redundant(const Reversal& r, uint32_t alternative, const Label* label) const {
  const uint32_t step = r.step;
  if (label && trace_.thread(step) != r.thread && !dependent(trace_.label(step), *label)) return true;
  for (uint32_t i = explored_begin(step), end = explored_end(step); i < end; ++i) {
    const Explored s = explored_[i];
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
    if (s != r.last && trace_.kept(s, r.step))
      sequence_.push_back({trace_.thread(s), trace_.alternative(s), trace_.label(s)});
  sequence_.push_back({r.thread, alternative, label});
  add(r.step, sequence_);
}

}  // namespace

void run_optimal_trees(SearchRun& run) { OptimalSearch(run).explore(); }

}  // namespace jmc::por
