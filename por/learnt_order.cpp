#include "por/learnt_order.hpp"

namespace jmc::por {

uint32_t LearntOrder::kind_of(const Op& op) {
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
  return static_cast<uint32_t>(h >> 32) % kKinds;
}

// What was never explored is taken to draw in half of the others, and what was, to have done so once more.
double LearntOrder::expected(const Op& op) const {
  const Kind& kind = kinds_[kind_of(op)];
  return (kind.drawn + kWhole / 2.0) / (kind.times + 1.0);
}

void LearntOrder::explored(const Op& op, uint32_t drawn, uint32_t others) {
  Kind& kind = kinds_[kind_of(op)];
  if (kind.times == kMany) kind.times /= 2, kind.drawn /= 2;
  ++kind.times;
  kind.drawn += drawn * kWhole / others;
}

}  // namespace jmc::por
