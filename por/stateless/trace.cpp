#include "por/stateless/trace.hpp"

#include <algorithm>
#include <functional>

namespace jmc::por {

namespace {

const char* kind_text(OpKind kind) {
  switch (kind) {
    case OpKind::Invisible: return "an invisible step";
    case OpKind::Read: return "a read";
    case OpKind::Write: return "a write";
    case OpKind::Cas: return "a compare-and-set";
    case OpKind::Lock: return "a lock";
    case OpKind::Unlock: return "an unlock";
    case OpKind::Wait: return "a wait";
    case OpKind::Notify: return "a notify";
    case OpKind::Park: return "a park";
    case OpKind::Unpark: return "an unpark";
    case OpKind::Start: return "a start";
    case OpKind::Join: return "a join";
    case OpKind::Interrupt: return "an interrupt";
    case OpKind::Sleep: return "a sleep";
    case OpKind::Output: return "an output";
    case OpKind::End: return "an end";
    case OpKind::Question: return "a question";
  }
  return "";
}

}  // namespace

std::string label_text(const Label& label) {
  std::string out = kind_text(label.kind);
  for (int i = 0; i < label.count; ++i)
    out += (i ? " " : " of ") + std::string(label.access[i] & 1 ? "w" : "r") + std::to_string(label.access[i] >> 1);
  return out + (label.alternatives == 0   ? ", blocked"
                : label.alternatives == 1 ? ""
                                          : ", " + std::to_string(label.alternatives) + " ways");
}

bool can_block(OpKind kind) {
  switch (kind) {
    case OpKind::Lock:
    case OpKind::Wait:
    case OpKind::Park:
    case OpKind::Join:
    case OpKind::Sleep: return true;
    default: return false;
  }
}

uint32_t Trace::number(const Location& where) {
  const auto [at, fresh] = numbers_.try_emplace(where, static_cast<uint32_t>(touched_.size()));
  if (fresh) touched_.emplace_back();
  return at->second;
}

void Trace::fetch(ThreadId thread, Label& out, uint32_t last) {
  out = Label{};
  if (system_.ended(thread)) return;
  const Op op = run_.pending(thread);
  out.kind = op.kind;
  out.count = op.access_count;
  out.alternatives = op.alternatives;
  for (int i = 0; i < op.access_count; ++i) out.access[i] = number(op.accesses[i].where) << 1 | op.accesses[i].write;
  switch (op.kind) {
    case OpKind::Cas:
    case OpKind::Lock: out.may_weaken = run_.options.failing_reads; break;
    case OpKind::Write: out.may_weaken = run_.options.same_value_reads; break;
    default: break;
  }
  if (!awaits_ || !again(out, last)) return;
  out.awaits = true;
  bool reads = out.alternatives == 1;
  for (int i = 0; i < out.count; ++i) reads = reads && !writes(out.access[i]);
  if (reads && leads_back(thread)) out.alternatives = 0;
}

// Whether the thread's last step did the same.
bool Trace::again(const Label& label, uint32_t last) const {
  switch (label.kind) {
    case OpKind::Read:
    case OpKind::Write:
    case OpKind::Cas:
    case OpKind::Invisible: break;
    default: return false;
  }
  if (last == 0) return false;
  const Label& before = this->label(last - 1);
  if (before.kind != label.kind || before.count != label.count) return false;
  for (int i = 0; i < label.count; ++i)
    if ((before.access[i] ^ label.access[i]) >> 1) return false;
  return true;
}

// Whether the thread, which is about to read, comes back to the current state before it accesses anything else. Changes
// nothing but what the system has learnt.
bool Trace::leads_back(ThreadId thread) {
  constexpr int kMost = 8;  // steps that access nothing come where a loop is long, or sleeps
  const TransitionSystem::Mark mark = system_.mark();
  const Fingerprint here = system_.fingerprint();
  bool back = false;
  for (int n = 0; n < kMost && !back; ++n) {
    if (n != 0) {
      const Op op = system_.pending(thread);
      if (op.access_count != 0 || op.alternatives != 1) break;
    }
    const StepResult result = system_.step(thread, 0);
    if (result.error != ErrorKind::None || result.stop || system_.ended(thread) || system_.is_final()) break;
    back = system_.fingerprint() == here;
  }
  system_.undo(mark);
  system_.release(mark);
  return back;
}

uint32_t Trace::last_step_before(uint32_t step, ThreadId thread) const {
  if (thread >= own_.size()) return 0;
  const std::vector<uint32_t>& own = own_[thread];
  const auto at = std::lower_bound(own.begin(), own.end(), step);
  return at == own.begin() ? 0 : *(at - 1) + 1;
}

bool Trace::begin() {
  if (!system_.name_by_path(true)) {
    run_.end(SearchEnd::Failure,
             "this system cannot name its objects along a path, which " + run_.options.strategy + " needs");
    return false;
  }
  enter();
  return true;
}

void Trace::end() { system_.name_by_path(false); }

// Only what the step before could have changed is asked for again: operations that share a location with it, and those
// that starts and joins glued to it may have moved on.
void Trace::enter() {
  const ThreadId threads = system_.thread_count();
  const uint32_t at = static_cast<uint32_t>(labels_.size());
  labels_.resize(at + threads);
  if (width_ < threads) {
    width_ = threads;
    own_.resize(width_);
    next_.resize(width_);
    joined_.resize(width_);
  }
  State state{at, threads, {}};
  const bool final = system_.is_final();
  ThreadId known = 0;
  uint32_t before = 0;
  ThreadId mover = kNoThread;
  if (!steps_.empty()) {
    known = states_.back().threads;
    before = states_.back().labels;
    mover = steps_.back().thread;
  }
  const auto shares = [&](const Label& a, const Label& b) {
    for (int i = 0; i < a.count; ++i)
      for (int j = 0; j < b.count; ++j)
        if (a.access[i] >> 1 == b.access[j] >> 1) return true;
    return false;
  };
  // Before anybody's joins: who has started a thread may have joined others since, within the same step.
  for (ThreadId t = known; t < threads && mover != kNoThread; ++t) {
    const ThreadId starter = system_.starter(t);
    change(t);
    own_[t].clear();
    joined_[t].clear();
    next_[t] = next_[starter == kNoThread ? mover : starter];
    link(t, starter == kNoThread ? mover : starter);
  }
  for (ThreadId t = 0; t < threads; ++t) {
    Label& label = labels_[at + t];
    const bool old = t < known;
    if (old && t != mover) {
      const Label& was = labels_[before + t];
      const bool ended_before = !was.enabled() && was.kind == OpKind::Invisible && was.count == 0;
      const bool kept = was.awaits || (was.enabled() && was.kind != OpKind::Join && was.kind != OpKind::Invisible);
      if (ended_before || (kept && !shares(was, labels_[before + mover]))) {
        label = was;
        if (label.enabled() && !final) state.enabled.insert(t);
        continue;
      }
    }
    fetch(t, label, last_step(t));
    if (label.enabled() && !final) state.enabled.insert(t);
    // Joins that cost no step of their own.
    for (const ThreadId other : system_.joined(t) - joined_[t]) {
      change(t);
      next_[t].join(next_[other], width_);
      link(t, other);
      joined_[t].insert(other);
    }
  }
  states_.push_back(state);
}

// What `thread` does from here on happens after what `other` has done, or if it has done nothing, after what that would
// have happened after.
void Trace::link(ThreadId thread, ThreadId other) {
  if (const uint32_t last = last_step(other)) return links_.push_back({thread, depth(), last - 1});
  for (size_t i = 0, end = links_.size(); i < end; ++i)
    if (links_[i].thread == other) links_.push_back({thread, depth(), links_[i].step});
}

void Trace::push(ThreadId thread, uint32_t alternative) {
  const uint32_t step = depth();
  const Label& label = pending(step, thread);
  Step s{thread, alternative, 0, static_cast<uint32_t>(changes_.size()), races_.size()};
  races(thread, label, races_);
  Clock clock = next_[thread];
  for (int i = 0; i < label.count; ++i) {
    touched_[label.access[i] >> 1].for_unordered(writes(label.access[i]),
                                                 [&](uint32_t before) { clock.join(clocks_[before], width_); });
  }
  for (ThreadId t = 0; t < width_; ++t) s.after = std::max(s.after, std::as_const(clock).of[t]);
  clock.of[thread] = step + 1;
  change(thread);
  next_[thread] = clock;
  clocks_.push_back(clock);
  own_[thread].push_back(step);
  for (int i = 0; i < label.count; ++i) touched_[label.access[i] >> 1].push(step, writes(label.access[i]));
  steps_.push_back(s);
}

void Trace::pop() {
  const Step s = steps_.back();
  while (!links_.empty() && links_.back().at == depth()) links_.pop_back();
  const State& left = states_.back();
  labels_.resize(left.labels);
  states_.pop_back();
  const Label& label = pending(depth() - 1, s.thread);
  for (int i = label.count; i-- > 0;) touched_[label.access[i] >> 1].pop();
  own_[s.thread].pop_back();
  clocks_.pop_back();
  while (changes_.size() > s.changes) {
    const Change& c = changes_.back();
    next_[c.thread] = c.before;
    changes_.pop_back();
  }
  races_.resize(s.races);
  steps_.pop_back();
  for (ThreadId t = 0; t < left.threads; ++t) joined_[t].clear();  // asked for again, and joining twice does no harm
}

bool Trace::before_pending(uint32_t i, ThreadId thread, const Label& label) const {
  if (before_next(i, thread)) return true;
  for (int a = 0; a < label.count; ++a) {
    const Touches& touches = touched_[label.access[a] >> 1];
    const bool write = writes(label.access[a]);
    for (size_t j = touches.latest(write); j != 0 && touches[j].step >= i; j = touches.earlier(j, write))
      if (happens_before(i, touches[j].step)) return true;
  }
  return false;
}

bool Trace::same_without(uint32_t step, const Label& label) const {
  if (label.kind == OpKind::Read || (label.kind == OpKind::Write && !label.may_weaken)) return true;
  const Label& before = this->label(step);
  for (int i = 0; i < before.count; ++i)
    for (int j = 0; j < label.count; ++j)
      if (before.access[i] >> 1 == label.access[j] >> 1 && (before.access[i] & 1)) return false;
  return true;
}

uint32_t Trace::first_step_after(uint32_t step, ThreadId thread) const {
  const std::vector<uint32_t>& own = own_[thread];
  const auto at = std::upper_bound(own.begin(), own.end(), step);
  return at == own.end() ? kNoStep : *at;
}

Trace::Reversible Trace::reversible(uint32_t step, ThreadId thread, const Label& label) const {
  if (!can_block(label)) return Reversible::Yes;
  // Not pending there yet: what it could do then is not known.
  if (last_step(thread) > step + 1 || thread >= threads(step)) return Reversible::Perhaps;
  const Label& there = pending(step, thread);
  if (there.kind != label.kind || there.awaits != label.awaits || there.count != label.count ||
      (there.access[0] ^ label.access[0]) >> 1)
    return Reversible::Perhaps;
  if (there.enabled()) return Reversible::Yes;
  // Whoever else writes its location happens after the step. With several locations (a permit, an interrupt) another
  // step may enable it too.
  return there.count == 1 ? Reversible::No : Reversible::Perhaps;
}

// A step that is dependent with `label` and not otherwise ordered. If the operation was possible only because of it, or
// not possible before it either, those before it on all locations of the operation.
void Trace::race_at(uint32_t step, ThreadId thread, const Label& label, std::vector<Race>& out) {
  Reversible r = reversible(step, thread, label);
  if (r != Reversible::No) out.push_back({step, r == Reversible::Yes});
  if (r == Reversible::Yes) return;
  // What keeps it from coming before the step need not be what the two have in common: who exits with a lock stops who
  // waits for the lock by the exit.
  for (int i = 0; i < label.count; ++i) {
    const Touches& touches = touched_[label.access[i] >> 1];
    const bool write = writes(label.access[i]);
    for (size_t j = touches.latest(write); j != 0; j = touches.earlier(j, write)) {
      const uint32_t earlier = touches[j].step;
      if (earlier >= step) continue;
      if (before_next(earlier, thread)) {
        if (touches[j].write) break;
        continue;
      }
      r = reversible(earlier, thread, label);
      if (r != Reversible::No) out.push_back({earlier, r == Reversible::Yes});
      if (r == Reversible::Yes) break;
    }
  }
}

void Trace::races(ThreadId thread, const Label& label, std::vector<Race>& out) {
  candidates_.clear();
  for (int i = 0; i < label.count; ++i) {
    touched_[label.access[i] >> 1].for_unordered(writes(label.access[i]), [&](uint32_t step) {
      if (!before_next(step, thread)) candidates_.push_back(step);
    });
  }
  if (candidates_.empty()) return;
  if (candidates_.size() > 1) {
    std::sort(candidates_.begin(), candidates_.end(), std::greater<>());
    candidates_.erase(std::unique(candidates_.begin(), candidates_.end()), candidates_.end());
    // A step that happens before a later one of them is ordered by it.
    size_t left = 0;
    for (size_t i = 0; i < candidates_.size(); ++i) {
      bool between = false;
      for (size_t j = 0; j < left && !between; ++j) between = happens_before(candidates_[i], candidates_[j]);
      if (!between) candidates_[left++] = candidates_[i];
    }
    candidates_.resize(left);
  }
  const size_t first = out.size();
  for (const uint32_t step : candidates_) race_at(step, thread, label, out);
  if (out.size() > first + 1) {
    std::sort(out.begin() + static_cast<ptrdiff_t>(first), out.end(),
              [](const Race& a, const Race& b) { return a.step > b.step; });
    out.erase(std::unique(out.begin() + static_cast<ptrdiff_t>(first), out.end(),
                          [](const Race& a, const Race& b) { return a.step == b.step; }),
              out.end());
  }
}

bool Trace::last_is_initial(uint32_t step, ThreadId thread, const Label& label) const {
  // Kept steps of a thread come before those that happen after `step`, so its first one tells.
  for (ThreadId t = 0; t < width_; ++t) {
    if (next_[thread].of[t] <= step + 1) continue;
    const uint32_t first = first_step_after(step, t);
    if (first != kNoStep && next_[thread].of[t] > first && kept(first, step)) return false;
  }
  return independent_of_kept(label, step);
}

bool Trace::last_is_initial(uint32_t step, uint32_t s) const {
  if (steps_[s].after <= step + 1) return true;
  for (ThreadId t = 0; t < width_; ++t) {
    if (clocks_[s].of[t] <= step + 1) continue;
    const uint32_t first = first_step_after(step, t);
    if (first < s && clocks_[s].covers(t, first) && kept(first, step)) return false;
  }
  return true;
}

bool Trace::independent_of_kept(const Label& label, uint32_t step) const {
  for (int i = 0; i < label.count; ++i) {
    const Touches& touches = touched_[label.access[i] >> 1];
    const bool write = writes(label.access[i]);
    for (size_t j = touches.latest(write); j != 0 && touches[j].step > step; j = touches.earlier(j, write))
      if (kept(touches[j].step, step)) return false;
  }
  return true;
}

uint64_t Trace::bytes() const {
  return labels_.capacity() * sizeof(Label) + clocks_.capacity() * sizeof(Clock) + steps_.capacity() * sizeof(Step) +
         changes_.capacity() * sizeof(Change) + states_.capacity() * sizeof(State) + races_.capacity() * sizeof(Race) +
         numbers_.size() * 64;
}

}  // namespace jmc::por
