#include "por/stateful/polling.hpp"

namespace jmc::por {

namespace {

constexpr uint32_t kShare = 8;
constexpr uint32_t kHops = 32;

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

void PollingWatch::step(size_t length, ThreadId thread, const Op& op) {
  if (length < base_) return;
  go_back(length);
  // Steps that were not told of.
  while (steps_.size() + base_ < length) {
    const uint32_t i = static_cast<uint32_t>(steps_.size()) + base_;
    steps_.push_back({kNone, i + 1, last(thread), 0, 0, thread, {}});
    set_last(thread, i);
  }
  const uint32_t now = static_cast<uint32_t>(length);
  Step step{steps_.empty() ? kNone : steps_.back().moved,
            steps_.empty() ? base_ : steps_.back().since,
            last(thread),
            0,
            0,
            thread,
            {}};
  if (moves_clock(op)) step.moved = now;
  if (!changes_nothing(op)) {
    step.since = now + 1;
  } else {
    if (step.before != kNone && step.before >= step.since) {
      step.reads = at(step.before).reads;
      step.variables = at(step.before).variables;
    }
    if (op.kind != OpKind::Sleep) {
      ++step.reads;
      if (op.access_count != 0) step.where = op.accesses[0].where;
      if (seen_.empty()) seen_.assign(kSeen, kNone);
      const uint64_t hash = ((uint64_t{step.where.object} << 32 | step.where.field) ^ uint64_t{thread} << 58 ^
                             uint64_t{thread >> 6} << 24) *
                            0x9e3779b97f4a7c15u;
      uint32_t& seen = seen_[hash >> 52];
      bool known = seen != kNone && seen >= step.since && seen < now && at(seen).thread == thread &&
                   at(seen).where == step.where;
      // The entry may be of a longer path that the search has come back from. A loop that polls has read it not long
      // ago.
      uint32_t i = step.before;
      for (uint32_t hops = 0; !known && hops < kHops && i != kNone && i >= step.since; ++hops, i = at(i).before)
        known = at(i).where == step.where;
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
  const uint32_t since = steps_.back().since, last = this->last(thread);
  const uint32_t moved = steps_.back().moved;
  const uint64_t limit = uint64_t{limit_} * (moved != kNone && moved >= since ? kPieces : 1);
  if (last == kNone || last < since || length - since < limit) return 0;
  const Step& step = at(last);
  const bool again = step.reads >= limit && uint64_t{step.reads} * kShare >= uint64_t{limit_} * step.variables;
  return again ? limit : 0;
}

}  // namespace jmc::por
