#include "por/stateless/observers.hpp"

#include <algorithm>

#include "por/stateless/wakeup_search.hpp"

namespace jmc::por {

namespace {

// A plain write may be overtaken by another one of its variable, its first access; whatever else it accesses it reads.
bool plain_write(const Label& l) {
  if (l.kind != OpKind::Write || l.count == 0 || !(l.access[0] & 1)) return false;
  for (int i = 1; i < l.count; ++i)
    if (l.access[i] & 1) return false;
  return true;
}
// Its accesses depend on no state, and nothing can block it.
bool constant(const Label& l) {
  return l.kind == OpKind::Read || l.kind == OpKind::Write || l.kind == OpKind::Cas || l.kind == OpKind::Output;
}
bool overwrites(const Label& a, const Label& b) {
  return plain_write(a) && plain_write(b) && a.access[0] == b.access[0];
}

// See WakeupTree::insert. What overtakes a write of the sequence does so only if nobody observes it there.
size_t begins(const Event& step, const std::vector<Event>& sequence) {
  const auto at =
      std::find_if(sequence.begin(), sequence.end(), [&](const Event& e) { return e.thread == step.thread; });
  if (at != sequence.end() && at->alternative != step.alternative) return WakeupTree::kNowhere;
  bool observed = false;
  if (at != sequence.end())
    for (auto e = at + 1; e != sequence.end() && !observed && !overwrites(at->label, e->label); ++e)
      observed = dependent(at->label, e->label);
  for (auto e = sequence.begin(); e != at; ++e)
    if (dependent(e->label, step.label) && (observed || !overwrites(e->label, step.label))) return WakeupTree::kNowhere;
  return static_cast<size_t>(at - sequence.begin());
}

class ObserverSearch final : public WakeupSearch {
 public:
  explicit ObserverSearch(SearchRun& run) : WakeupSearch(run) {}

 private:
  // A sequence of steps with its order. Steps go by their number in the path; what is pending at its end comes after.
  struct Sequence {
    std::vector<uint32_t> steps;
    std::vector<Label> labels;
    std::vector<uint8_t> observed;
    std::vector<uint32_t> clocks;  // per step, by thread: 1 + place of the latest step that happens before it, or is it
    std::vector<uint32_t>
        base;  // the same without its own conflicts: what happens before whatever the thread does there
    std::vector<uint32_t> after;  // 1 + the latest place that happens strictly before
    uint32_t size() const { return static_cast<uint32_t>(steps.size()); }
    void clear() {
      steps.clear();
      labels.clear();
    }
    void add(uint32_t step, const Label& label) {
      steps.push_back(step);
      labels.push_back(label);
    }
  };

  void analyse() override;
  ThreadId thread_of(uint32_t step) const {
    return step < trace_.depth() ? trace_.thread(step) : step - trace_.depth();
  }
  uint32_t alternative_of(uint32_t step) const { return step < trace_.depth() ? trace_.alternative(step) : 0; }
  void order(Sequence& s);
  bool before(const Sequence& s, uint32_t i, uint32_t j) const {
    return s.clocks[j * width_ + thread_of(s.steps[i])] > i;
  }
  bool before_anyway(const Sequence& s, uint32_t i, uint32_t j) const {
    return s.base[j * width_ + thread_of(s.steps[i])] > i;
  }
  bool conflict(const Sequence& s, uint32_t i, uint32_t j) const {
    return dependent(s.labels[i], s.labels[j]) && (s.observed[j] || !overwrites(s.labels[i], s.labels[j]));
  }
  void races_with(uint32_t last);
  void reverse(uint32_t first, uint32_t last);
  void reverse_observed(uint32_t first, uint32_t last);
  void try_alternatives(uint32_t step);
  void offer(uint32_t state, Label last, uint32_t alternative, bool certain);
  bool look(uint32_t state, Label& last);
  bool redundant(uint32_t state, uint32_t alternative);

  ThreadId width_ = 0;
  Sequence whole_;  // the path and one operation pending at its end
  Sequence other_;  // the path up to a state, and what is to be explored from there
  std::vector<Event> events_;
};

// Happens-before of a sequence, as far as it goes: what nobody in it observes is not observed.
void ObserverSearch::order(Sequence& s) {
  const uint32_t n = s.size();
  s.observed.assign(n, false);
  s.clocks.assign(size_t{n} * width_, 0);
  s.base.assign(size_t{n} * width_, 0);
  s.after.assign(n, 0);
  std::vector<uint32_t> place_of_thread(width_);            // 1 + its latest place
  std::vector<uint32_t> place(trace_.depth() + width_, 0);  // 1 + place, by step
  for (uint32_t k = 0; k < n; ++k) {
    if (!plain_write(s.labels[k])) {
      s.observed[k] = true;  // always ordered with what it conflicts with
      continue;
    }
    for (uint32_t j = k + 1; j < n; ++j) {
      if (overwrites(s.labels[k], s.labels[j])) break;
      if (dependent(s.labels[k], s.labels[j])) {
        s.observed[k] = true;
        break;
      }
    }
  }
  for (uint32_t k = 0; k < n; ++k) {
    uint32_t* clock = s.clocks.data() + size_t{k} * width_;
    const ThreadId t = thread_of(s.steps[k]);
    const auto join = [&](uint32_t with) {
      const uint32_t* from = s.clocks.data() + size_t{with} * width_;
      for (ThreadId u = 0; u < width_; ++u) clock[u] = std::max(clock[u], from[u]);
    };
    if (place_of_thread[t]) join(place_of_thread[t] - 1);
    for (const Trace::Link& link : trace_.links())
      if (link.thread == t && link.at <= s.steps[k] && place[link.step]) join(place[link.step] - 1);
    std::copy(clock, clock + width_, s.base.data() + size_t{k} * width_);
    for (uint32_t j = k; j-- > 0;)
      if (clock[thread_of(s.steps[j])] <= j && conflict(s, j, k)) join(j);
    for (ThreadId u = 0; u < width_; ++u) s.after[k] = std::max(s.after[k], clock[u]);
    clock[t] = k + 1;
    place_of_thread[t] = k + 1;
    place[s.steps[k]] = k + 1;
  }
}

void ObserverSearch::analyse() {
  const uint32_t depth = trace_.depth();
  width_ = trace_.threads(depth);
  whole_.clear();
  for (uint32_t s = 0; s < depth; ++s) whole_.add(s, trace_.label(s));
  order(whole_);
  for (uint32_t last = 0; last < depth && !run_.over(); ++last) {
    races_with(last);
    try_alternatives(last);
  }
  for (ThreadId t = 0; t < width_ && !run_.over(); ++t) {
    if (trace_.pending(depth, t).count == 0) continue;
    whole_.add(depth + t, trace_.pending(depth, t));
    order(whole_);
    races_with(depth);
    whole_.steps.pop_back();
    whole_.labels.pop_back();
  }
}

// Those of the step at a place with earlier ones: in conflict, and not ordered by anything between them.
void ObserverSearch::races_with(uint32_t last) {
  std::vector<uint32_t> direct;
  for (uint32_t first = last; first-- > 0;) {
    if (before_anyway(whole_, first, last) || !conflict(whole_, first, last)) continue;
    bool between = false;
    for (uint32_t k = first + 1; k < last && !between; ++k)
      between = before(whole_, first, k) && before(whole_, k, last);
    if (between) continue;
    direct.push_back(first);
  }
  for (const uint32_t first : direct) {
    if (overwrites(whole_.labels[first], whole_.labels[last])) reverse_observed(first, last);
    else reverse(first, last);
    if (run_.over()) return;
  }
}

// The order of two operations is changed by executing the later one before `first`, after all that does not happen
// after it.
void ObserverSearch::reverse(uint32_t first, uint32_t last) {
  const Label& label = whole_.labels[last];
  const bool blocking = can_block(label.kind);
  // Where a step only enabled the operation, those before it on what they share could have come later instead.
  for (uint32_t at = first + 1; at-- > 0;) {
    if (at != first && (before_anyway(whole_, at, last) || !conflict(whole_, at, last))) continue;
    other_.clear();
    for (uint32_t k = 0; k < at; ++k) other_.add(whole_.steps[k], whole_.labels[k]);
    for (uint32_t k = at + 1; k < whole_.size(); ++k)
      if (k != last && !before(whole_, at, k) && whole_.steps[k] < trace_.depth())
        other_.add(whole_.steps[k], whole_.labels[k]);
    other_.add(whole_.steps[last], label);
    offer(at, label, 0, constant(label));
    if (!blocking || run_.over()) return;
  }
}

// Both happen, the later write first, and then the first one is observed instead. What depends on the observer is left
// out.
void ObserverSearch::reverse_observed(uint32_t first, uint32_t last) {
  uint32_t observer = last + 1;
  while (observer < whole_.size() && !dependent(whole_.labels[last], whole_.labels[observer])) ++observer;
  std::vector<uint8_t> later(whole_.size(), false);
  for (uint32_t k = observer; k < whole_.size(); ++k) {
    const bool observes = conflict(whole_, last, k) && !overwrites(whole_.labels[last], whole_.labels[k]);
    if (k == observer || observes || before(whole_, observer, k)) later[k] = true;
    else
      for (uint32_t j = observer + 1; j < k && !later[k]; ++j) later[k] = later[j] && before(whole_, j, k);
  }
  // Without observers nothing orders other writes before `last`.
  Sequence rest;
  for (uint32_t k = 0; k < whole_.size(); ++k)
    if (!later[k] && whole_.steps[k] < trace_.depth()) rest.add(whole_.steps[k], whole_.labels[k]);
  order(rest);
  other_.clear();
  for (uint32_t k = 0; k < rest.size(); ++k)
    if (k < first || !(k == first || before(rest, first, k))) other_.add(rest.steps[k], rest.labels[k]);
  for (uint32_t k = first; k < rest.size(); ++k)
    if (k == first || before(rest, first, k)) other_.add(rest.steps[k], rest.labels[k]);
  other_.add(whole_.steps[observer], whole_.labels[observer]);
  offer(first, whole_.labels[observer], alternative_of(whole_.steps[observer]), constant(whole_.labels[observer]));
}

// The other alternatives of a step.
void ObserverSearch::try_alternatives(uint32_t step) {
  const Label& label = whole_.labels[step];
  if (label.alternatives < 2) return;
  for (uint32_t a = 0; a < label.alternatives; ++a) {
    if (a == trace_.alternative(step)) continue;
    other_.clear();
    for (uint32_t k = 0; k < step; ++k) other_.add(k, whole_.labels[k]);
    for (uint32_t k = step + 1; k < whole_.size(); ++k)
      if (!before(whole_, step, k)) other_.add(whole_.steps[k], whole_.labels[k]);
    other_.add(step, label);
    offer(step, label, a, true);
  }
}

// other_ is to be explored, from a state of the path on, with this alternative of its last step. Unless it is certain
// that it can be executed, the search goes there and looks.
void ObserverSearch::offer(uint32_t state, Label last, uint32_t alternative, bool certain) {
  if (!certain && !look(state, last)) return;
  if (last.alternatives == 0) last.alternatives = 1;  // the program had ended
  other_.labels.back() = last;
  if (redundant(state, alternative)) return;
  events_.clear();
  for (uint32_t k = state; k < other_.size(); ++k)
    events_.push_back({thread_of(other_.steps[k]), alternative_of(other_.steps[k]), other_.labels[k]});
  events_.back().alternative = alternative;
  add(state, events_, begins);
}

bool ObserverSearch::look(uint32_t state, Label& last) {
  go_to(state);
  bool possible = true;
  for (uint32_t k = state; k + 1 < other_.size() && possible; ++k)
    possible = take(thread_of(other_.steps[k]), alternative_of(other_.steps[k]));
  if (run_.over()) return false;
  const ThreadId thread = thread_of(other_.steps.back());
  if (thread >= system_.thread_count() || system_.is_final()) possible = false;
  if (possible) {
    last = trace_.pending_now(thread);
    possible = last.enabled();
  }
  system_.undo(mark(state));
  return possible;
}

// Whether other_ begins, up to its order, with a step that has been explored from any state before it: all executions
// that begin so have been.
bool ObserverSearch::redundant(uint32_t state, uint32_t alternative) {
  order(other_);
  const uint32_t n = other_.size();
  const auto overtaken = [&](uint32_t at, ThreadId thread, uint32_t choice) {
    for (uint32_t k = at; k < n; ++k) {
      if (thread_of(other_.steps[k]) != thread) continue;
      return other_.after[k] > at || (k + 1 == n ? alternative : alternative_of(other_.steps[k])) != choice;
    }
    const Label& label = trace_.pending(at, thread);
    for (uint32_t k = at; k < n; ++k)
      if (dependent(label, other_.labels[k]) && !overwrites(label, other_.labels[k])) return true;
    return false;
  };
  for (uint32_t at = 0; at <= state; ++at)
    for (uint32_t i = explored_begin(at), end = explored_end(at); i < end; ++i)
      if (!overtaken(at, explored_[i].thread, explored_[i].alternative)) return true;
  return !overtaken(state, trace_.thread(state), trace_.alternative(state));
}

}  // namespace

void run_observers(SearchRun& run) { ObserverSearch(run).explore(); }

}  // namespace jmc::por
