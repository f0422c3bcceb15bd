#include "por/stateful/polling.hpp"

#include <algorithm>

namespace jmc::por {

namespace {

constexpr uint32_t kShare = 8;
constexpr uint32_t kHops = 32;
constexpr uint32_t kFar = 200;

bool moves_clock(const Op& op) {
  if (op.kind != OpKind::Sleep || op.alternatives != 1) return false;
  for (int i = 0; i < op.access_count; ++i)
    if (op.accesses[i].write) return true;
  return false;
}

}  // namespace

// A sleep or a question changes nothing that a loop could wait for.
bool changes_nothing(const Op& op) {
  switch (op.kind) {
    case OpKind::Sleep:
    case OpKind::Question: return true;
    case OpKind::Read:
    case OpKind::Cas:
    case OpKind::Write:
    case OpKind::Invisible: break;
    default: return false;
  }
  for (int i = 0; i < op.access_count; ++i)
    if (op.accesses[i].write) return false;
  return true;
}

void PollingWatch::go_back(size_t length) {
  while (!steps_.empty() && steps_.size() + base_ > length) {
    set_last(steps_.back().thread, steps_.back().before);
    steps_.pop_back();
  }
}

uint32_t PollingWatch::since(ThreadId thread) const {
  if (steps_.empty()) return base_;
  const uint32_t wrote = steps_.back().writer == thread ? steps_.back().others : steps_.back().wrote;
  return wrote == kNone ? base_ : wrote + 1;
}

void PollingWatch::step(size_t length, ThreadId thread, const Op& op) {
  if (length < base_) return;
  go_back(length);
  // Steps that were not told of: writes of nobody.
  while (steps_.size() + base_ < length) {
    const uint32_t i = static_cast<uint32_t>(steps_.size()) + base_;
    steps_.push_back({kNone, i, i, last(thread), 0, 0, 0, 0, thread, thread, true, {}});
    set_last(thread, i);
  }
  const uint32_t now = static_cast<uint32_t>(length), since = this->since(thread);
  Step step{kNone, kNone, kNone, last(thread), 0, 0, 0, 0, thread, kNoThread, false, {}};
  if (!steps_.empty()) {
    const Step& b = steps_.back();
    step.moved = b.moved, step.wrote = b.wrote, step.others = b.others, step.writer = b.writer;
  }
  if (moves_clock(op)) step.moved = now;
  if (op.access_count != 0) step.where = op.accesses[0].where;
  if (step.before != kNone && step.before >= since) {
    const Step& b = at(step.before);
    step.reads = b.reads, step.variables = b.variables, step.sleeps = b.sleeps, step.allowed = b.allowed;
  }
  if (!changes_nothing(op)) {
    step.writes = true;
    if (step.writer != thread) step.others = step.wrote, step.writer = thread;
    step.wrote = now;
  } else if (op.kind == OpKind::Sleep) {
    ++step.sleeps;
  } else {
    if (seen_.empty()) seen_.assign(kSeen, kNone);
    const uint64_t hash = ((uint64_t{step.where.object} << 32 | step.where.field) ^ uint64_t{thread} << 58 ^
                           uint64_t{thread >> 6} << 24) *
                          0x9e3779b97f4a7c15u;
    uint32_t& seen = seen_[hash >> 52];
    bool known = seen != kNone && seen >= since && seen < now && at(seen).thread == thread &&
                 at(seen).where == step.where && !at(seen).writes;
    // The entry may be of a longer path that the search has come back from. A loop that polls has read it not long
    // ago. What it has written itself not long ago it does not wait for.
    bool own = false;
    uint32_t i = step.before;
    for (uint32_t hops = 0; !own && hops < kHops && i != kNone && i >= since; ++hops, i = at(i).before)
      if (at(i).where == step.where) {
        known = true;
        own = at(i).writes;
      }
    if (!own) {
      ++step.reads;
      if (!known) ++step.variables;
      seen = now;
    }
  }
  steps_.push_back(step);
  set_last(thread, now);
}

uint64_t PollingWatch::in_vain(size_t length, ThreadId thread) {
  if (length < size_t{base_} + limit_ / 2) return 0;
  go_back(length);
  if (steps_.empty() || steps_.size() + base_ != length) return 0;
  const uint32_t since = this->since(thread), last = this->last(thread);
  const uint32_t moved = steps_.back().moved;
  const uint64_t limit = uint64_t{limit_} * (!tries_ && moved != kNone && moved >= since ? kPieces : 1);
  if (last == kNone || last < since || length - since < limit) return 0;
  const Step& step = at(last);
  if (step.allowed >= uint64_t{step.reads} + step.sleeps && step.allowed != 0) return 0;
  const bool again = step.reads >= limit && uint64_t{step.reads} * kShare >= uint64_t{limit_} * step.variables;
  return again || (tries_ && uint64_t{step.sleeps} * kShare >= limit) ? limit : 0;
}

void PollingWatch::allow(ThreadId thread, uint32_t more) {
  Step& step = at(last(thread));
  const uint64_t polls = uint64_t{step.reads} + step.sleeps + more;
  step.allowed = static_cast<uint32_t>(std::min<uint64_t>(polls, ~0u));
}

bool PollingWatch::far_ahead(size_t length, ThreadId thread) {
  if (length < size_t{base_} + kFar) return false;
  go_back(length);
  if (steps_.empty() || steps_.size() + base_ != length) return false;
  const uint32_t last = this->last(thread);
  return last != kNone && last >= since(thread) && uint64_t{at(last).reads} + at(last).sleeps >= kFar;
}

}  // namespace jmc::por
