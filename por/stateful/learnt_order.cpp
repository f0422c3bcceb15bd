#include "por/stateful/learnt_order.hpp"

namespace jmc::por {

LearntOrder::Kind LearntOrder::kind_of(const Op& op) {
  uint64_t h = uint64_t{static_cast<uint8_t>(op.kind)} << 8 | op.access_count;
  const auto mix = [&h](uint64_t v) {
    h = (h ^ v) * 0x9e3779b97f4a7c15u;
    h ^= h >> 29;
  };
  for (int i = 0; i < op.access_count; ++i) {
    const Access& access = op.accesses[i];
    mix(uint64_t{access.where.field} << 1 | access.write);
    if (!is_numbered(access.where)) mix(access.where.object);
  }
  for (size_t slot = h >> 32;; ++slot) {
    Number& n = numbers_[slot % kNumbers];
    if (n.used && n.hash == h) return n.kind;
    if (n.used) continue;
    if (count_ == kKinds) return kKinds - 1;
    n = {h, count_++, 1};
    return n.kind;
  }
}

// What was never explored is taken to draw in half of the others.
double LearntOrder::expected(std::span<const Kind> kinds, ThreadId t) const {
  const double alone = alone_[kinds[t]].share(0.5);
  double sum = 0;
  for (ThreadId u = 0; u < kinds.size(); ++u)
    if (u != t && kinds[u] != kNone)
      sum += kinds.size() > kFewThreads ? alone : pairs_[pair_of(kinds[t], kinds[u])].share(alone);
  return sum;
}

void LearntOrder::explored(std::span<const Kind> kinds, ThreadId t, const ThreadSet& drawn) {
  for (ThreadId u = 0; u < kinds.size(); ++u) {
    if (u == t || kinds[u] == kNone) continue;
    alone_[kinds[t]].add(drawn.contains(u));
    if (kinds.size() <= kFewThreads) pairs_[pair_of(kinds[t], kinds[u])].add(drawn.contains(u));
  }
}

ThreadId LearntOrder::pick(const ThreadSet& candidates, std::span<const Kind> kinds, ThreadOrder& order) const {
  ThreadSet best;
  double least = 0;
  for (const ThreadId t : candidates) {
    const double now = expected(kinds, t);
    if (!best.empty() && now > least) continue;
    if (now < least) best.clear();
    least = now;
    best.insert(t);
  }
  return order.pick(best);
}

}  // namespace jmc::por
