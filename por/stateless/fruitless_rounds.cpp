#include "por/stateless/fruitless_rounds.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "por/strategy.hpp"
#include "por/support.hpp"

namespace jmc::por {

namespace {

// Whether the thread, which did `before`, may be about to begin the same anew. Only a first look.
bool alike(const Op& before, const Op& now) {
  return before.kind == now.kind &&
         (before.access_count == 0 || now.access_count == 0 || before.accesses[0].where == now.accesses[0].where);
}

// What nobody takes back.
bool lasting(OpKind kind) { return kind == OpKind::Output || kind == OpKind::Start || kind == OpKind::End; }

}  // namespace

bool waits_in_rounds(const SearchOptions& options) {
  const Strategy* const strategy = find_strategy(options.strategy);
  return strategy && strategy->states == Strategy::States::Never && !bounded(options) && !options.observers &&
         options.exploration == Exploration::DepthFirst;
}

bool notices_livelocks(const SearchOptions& options) {
  return options.livelock != Livelock::Off && (options.match_states || waits_in_rounds(options));
}

StepResult FruitlessRounds::step(ThreadId thread, uint32_t alternative) {
  if (!named_) return to_.step(thread, alternative);
  if (threads_.size() <= thread) threads_.resize(thread + 1);
  const Op op = thread == ahead_ ? next_ : to_.pending(thread);
  ahead_ = kNoThread;
  steps_.push_back({thread, to_.thread_count(), alternative, threads_[thread].last, op});
  threads_[thread].last = depth();
  const StepResult result = to_.step(thread, alternative);
  if (result.error == ErrorKind::None && !result.stop && in_vain(thread)) threads_[thread].stopped = depth();
  return result;
}

TransitionSystem::Mark FruitlessRounds::mark() {
  marks_.push_back({to_.mark(), depth()});
  return static_cast<Mark>(marks_.size() - 1);
}

void FruitlessRounds::undo(Mark mark) {
  ahead_ = kNoThread;
  marks_.resize(mark + 1);
  to_.undo(marks_[mark].mark);
  cut(marks_[mark].depth);
}

void FruitlessRounds::release(Mark mark) {
  to_.release(marks_[mark].mark);
  marks_.resize(mark);
}

bool FruitlessRounds::name_by_path(bool on) {
  named_ = to_.name_by_path(on) && on;
  return named_ || !on;
}

void FruitlessRounds::cut(uint32_t depth) {
  while (steps_.size() > depth) {
    threads_[steps_.back().thread].last = steps_.back().before;
    steps_.pop_back();
  }
  for (Thread& t : threads_)
    if (t.stopped > depth) t.stopped = 0;
}

bool FruitlessRounds::waits() const {
  if (to_.is_final()) return false;
  return std::any_of(threads_.begin(), threads_.end(), [](const Thread& t) { return t.stopped != 0; });
}

// Whether the last steps of the thread, the last of which has just been taken, were a round in vain.
bool FruitlessRounds::in_vain(ThreadId thread) {
  if (to_.ended(thread) || to_.is_final()) return false;
  const Op& now = next_ = to_.pending(thread);
  ahead_ = thread;
  uint32_t tried = 0, length = 0;
  for (uint32_t at = threads_[thread].last; at != 0 && length < kMost; at = steps_[at - 1].before) {
    const Step& first = steps_[at - 1];
    if (lasting(first.op.kind)) return false;
    if (++length < least_ || !alike(first.op, now)) continue;
    if (at_once(thread, at - 1) && leads_back(thread, at - 1)) return true;
    if (++tried == kTries) return false;
  }
  return false;
}

// Whether nothing has to come between the steps of the thread from `first` on: no step of another thread happens after
// one of them and before a later one. That, and so who is stopped, depends on what happens before the last one alone,
// and not on the order in which the path has independent steps.
bool FruitlessRounds::at_once(ThreadId thread, uint32_t first) {
  std::vector<uint32_t> own;  // steps of the round so far
  later_.clear();
  const auto depends = [&](const Op& op, const std::vector<uint32_t>& on) {
    return std::any_of(on.begin(), on.end(), [&](uint32_t s) { return dependent(steps_[s].op, op); });
  };
  // The thread of `step` was started by one of those that happen after the round has begun.
  const auto started = [&](const Step& step) {
    return std::any_of(later_.begin(), later_.end(), [&](uint32_t s) {
      return steps_[s].threads <= step.thread && s + 1 < depth() && steps_[s + 1].threads > step.thread;
    });
  };
  // It has seen the end of one of them.
  const auto joined = [&](const Step& step) {
    const ThreadSet ends = to_.ended(step.thread) ? ThreadSet() : to_.joined(step.thread);
    return !ends.empty() &&
           std::any_of(later_.begin(), later_.end(), [&](uint32_t l) { return ends.contains(steps_[l].thread); });
  };
  for (uint32_t s = first; s < depth(); ++s) {
    const Step& step = steps_[s];
    if (step.thread == thread) {
      if (depends(step.op, later_)) return false;
      own.push_back(s);
    } else if (depends(step.op, own) || depends(step.op, later_) || started(step) || joined(step) ||
               std::any_of(later_.begin(), later_.end(), [&](uint32_t l) { return steps_[l].thread == step.thread; })) {
      later_.push_back(s);
    }
  }
  return true;
}

// Whether the round that begins at `first` leads from a state to itself. What happens after it is left out: it may hide
// what the round has changed. Precondition: at_once().
bool FruitlessRounds::leads_back(ThreadId thread, uint32_t first) {
  size_t mark = marks_.size();
  while (mark != 0 && marks_[mark - 1].depth > first) --mark;
  if (mark == 0) return false;
  --mark;
  // What is learnt on the way may change how states are told apart: then both are looked at again.
  for (int look = 0;; ++look) {
    const uint64_t learnt = to_.learnt();
    bool possible = later_.empty() || go(mark, first, kNoThread), same = false;
    if (possible) {
      const Fingerprint with = to_.fingerprint();
      possible = go(mark, first, thread);
      same = possible && to_.fingerprint() == with;
    }
    come_back(mark);
    if (!possible || same || look != 0 || learnt == to_.learnt()) return same;
  }
}

// From a mark along the path, without what happens after the round, and from `first` on without a thread.
bool FruitlessRounds::go(size_t mark, uint32_t first, ThreadId without) {
  to_.undo(marks_[mark].mark);
  auto later = later_.begin();
  for (uint32_t s = marks_[mark].depth; s < depth(); ++s) {
    const Step& step = steps_[s];
    if (later != later_.end() && *later == s) {
      ++later;
      continue;
    }
    if (s >= first && step.thread == without) continue;
    if (step.thread >= to_.thread_count() || to_.ended(step.thread) ||
        step.alternative >= to_.alternatives(step.thread) || to_.step(step.thread, step.alternative).stop)
      return false;
  }
  return true;
}

// To the end of the path again, from a mark on, with all marks on the way.
void FruitlessRounds::come_back(size_t mark) {
  to_.undo(marks_[mark].mark);
  uint32_t at = marks_[mark].depth;
  for (size_t next = mark + 1;; ++at) {
    for (; next < marks_.size() && marks_[next].depth == at; ++next) marks_[next].mark = to_.mark();
    if (at == depth()) return;
    to_.step(steps_[at].thread, steps_[at].alternative);
  }
}

FruitlessRounds::Future FruitlessRounds::future() {
  struct Visit {
    Mark mark;
    uint32_t state;
    ThreadId thread = 0;
    uint32_t alternative = 0;
  };
  std::map<std::pair<uint64_t, uint64_t>, uint32_t> known;
  std::vector<std::vector<uint32_t>> before;  // by state: those that a step leads from to it
  std::vector<Visit> visits;
  Future answer = Future::Endless;
  const auto enter = [&](uint32_t from) {
    const Fingerprint here = to_.fingerprint();
    const auto [at, fresh] = known.try_emplace({here.lo, here.hi}, static_cast<uint32_t>(before.size()));
    if (fresh) before.emplace_back();
    before[at->second].push_back(from);
    if (!fresh) return;
    if (to_.is_final()) answer = Future::Elsewhere;
    else if (known.size() > kStates) answer = Future::Unknown;
    else visits.push_back({to_.mark(), at->second});
  };
  enter(0);
  while (answer == Future::Endless && !visits.empty()) {
    Visit& v = visits.back();
    to_.undo(v.mark);
    while (v.thread < to_.thread_count() && (to_.ended(v.thread) || v.alternative >= to_.alternatives(v.thread)))
      ++v.thread, v.alternative = 0;
    if (v.thread < to_.thread_count()) {
      const uint32_t from = v.state;
      if (to_.step(v.thread, v.alternative++).stop) answer = Future::Unknown;
      else enter(from);
    } else if (visits.size() > 1) {
      to_.release(v.mark);
      visits.pop_back();
    } else {
      break;
    }
  }
  if (!visits.empty()) {
    to_.undo(visits.front().mark);
    to_.release(visits.front().mark);
  }
  if (answer != Future::Endless) return answer;
  // From which states the first one is come to again.
  std::vector<bool> back(before.size());
  std::vector<uint32_t> work{0};
  back[0] = true;
  size_t count = 1;
  while (!work.empty()) {
    const uint32_t state = work.back();
    work.pop_back();
    for (const uint32_t s : before[state])
      if (!back[s]) back[s] = true, ++count, work.push_back(s);
  }
  return count == before.size() ? Future::Endless : Future::Elsewhere;
}

}  // namespace jmc::por
