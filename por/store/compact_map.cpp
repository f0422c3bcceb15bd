#include "por/store/compact_map.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <stdexcept>

namespace jmc::por {

namespace {

__extension__ using Wide = unsigned __int128;

constexpr int kDistanceBits = 7;
constexpr uint32_t kFarthest = (1u << kDistanceBits) - 1;
constexpr uint64_t kFirstSlots = 16;
constexpr uint64_t kFineGrowth = 1u << 8;  // slots, from which on a segment grows by a fifth instead of doubling
constexpr int kRounds = 3;
constexpr size_t kBeyond = 8;  // what is read is a word, wherever it begins

// Precondition: n < 64.
uint64_t low_bits(int n) { return (uint64_t{1} << n) - 1; }

// One half of a key from the other, in a round of the permutation (a Feistel network).
uint32_t scattered(uint32_t x, int round, int bits) {
  uint64_t h = (uint64_t{x} + static_cast<uint64_t>(round) + 1) * 0xd6e8feb86659fd93u;
  h = (h ^ h >> 31) * 0xbf58476d1ce4e5b9u;
  return static_cast<uint32_t>(h >> (64 - bits));
}

uint64_t word_at(const uint8_t* from) {
  uint64_t word = 0;
  std::memcpy(&word, from, sizeof word);
  return word;
}

}  // namespace

uint64_t CompactMap::mixed(Key key) const {
  auto [left, right] = key;
  for (int round = 0; round < kRounds; ++round) {
    left ^= scattered(right, round, half_);
    std::swap(left, right);
  }
  return (uint64_t{left} << half_ | right) << (64 - 2 * half_);
}

CompactMap::Key CompactMap::unmixed(uint64_t mixed) const {
  mixed >>= 64 - 2 * half_;
  uint32_t left = static_cast<uint32_t>(mixed >> half_), right = static_cast<uint32_t>(mixed & low_bits(half_));
  for (int round = kRounds; round-- > 0;) {
    std::swap(left, right);
    left ^= scattered(right, round, half_);
  }
  return {left, right};
}

// Of the product of what the segment does not say and the number of slots, the high word is the slot. Two keys with one
// slot are so far apart in the low word that its highest bits tell them apart.
CompactMap::Place CompactMap::place(const Segment& s, uint64_t mixed) {
  const Wide product = static_cast<Wide>(mixed << kSegmentBits) * s.slots;
  return {static_cast<uint64_t>(product >> 64),
          s.rest_bits == 0 ? 0 : static_cast<uint64_t>(product) >> (64 - s.rest_bits)};
}

// The least multiple of the keys' unit that has this slot and this rest, since there is one only.
uint64_t CompactMap::mixed_of(uint32_t segment, uint64_t at, const Entry& e) const {
  const Segment& s = segments_[segment];
  const Wide product = static_cast<Wide>(at + 1 - e.distance) << 64 | (s.rest_bits ? e.rest << (64 - s.rest_bits) : 0);
  const uint64_t least = static_cast<uint64_t>((product + s.slots - 1) / s.slots);
  const uint64_t unit = uint64_t{1} << (64 - 2 * half_ + kSegmentBits);
  return ((least + unit - 1) & ~(unit - 1)) >> kSegmentBits | uint64_t{segment} << (64 - kSegmentBits);
}

CompactMap::Key CompactMap::key_of(uint32_t segment, uint64_t at, const Entry& e) const {
  return unmixed(mixed_of(segment, at, e));
}

CompactMap::Entry CompactMap::read(const Segment& s, uint64_t at) {
  const uint8_t* from = s.bytes.data() + at * static_cast<uint64_t>(s.slot_bytes);
  const uint64_t word = word_at(from);
  const int value_at = kDistanceBits + s.rest_bits;
  return {static_cast<uint32_t>(word & low_bits(kDistanceBits)), word >> kDistanceBits & low_bits(s.rest_bits),
          static_cast<uint32_t>(word_at(from + value_at / 8) >> value_at % 8 & low_bits(s.value_bits))};
}

void CompactMap::write(Segment& s, uint64_t at, const Entry& e) {
  const int value_at = kDistanceBits + s.rest_bits;
  const Wide slot = Wide{e.distance} | Wide{e.rest} << kDistanceBits | Wide{e.value} << value_at;
  uint8_t* to = s.bytes.data() + at * static_cast<uint64_t>(s.slot_bytes);
  for (int i = 0; i < s.slot_bytes; ++i) to[i] = static_cast<uint8_t>(slot >> 8 * i);
}

bool CompactMap::probe(const Segment& s, const Place& p, uint64_t& at, uint32_t& distance) {
  const auto step = static_cast<uint64_t>(s.slot_bytes);
  const uint8_t* from = s.bytes.data() + p.slot * step;
  for (at = p.slot, distance = 1;; ++at, ++distance, from += step) {
    const uint64_t word = word_at(from);
    const auto there = static_cast<uint32_t>(word & low_bits(kDistanceBits));
    if (there < distance) return false;
    if (there == distance && (word >> kDistanceBits & low_bits(s.rest_bits)) == p.rest) return true;
  }
}

// Those behind it move by one, up to the next free slot. False: there is no room for that.
bool CompactMap::put(Segment& s, uint64_t at, const Entry& e) {
  const auto step = static_cast<uint64_t>(s.slot_bytes);
  uint8_t* const data = s.bytes.data();
  if (e.distance > kFarthest) return false;
  uint64_t free = at;
  for (uint32_t there = 0; free < s.end && (there = data[free * step] & kFarthest) != 0; ++free)
    if (there == kFarthest) return false;
  if (free + 1 >= s.end) return false;  // the last one stays free: where each search ends
  std::memmove(data + (at + 1) * step, data + at * step, (free - at) * step);
  for (uint64_t i = at + 1; i <= free; ++i) ++data[i * step];
  write(s, at, e);
  s.largest = std::max(s.largest, e.value);
  ++s.count;
  return true;
}

// The segment anew, with that many slots at least, and room for this value.
void CompactMap::lay_out(uint32_t segment, uint64_t slots, uint32_t value) {
  const Segment& old = segments_[segment];
  const uint64_t largest = std::max(value, old.largest);
  const auto next_value = static_cast<uint32_t>(std::min(largest * 9 / 8 + 1, low_bits(32)));
  for (;; slots += slots / 8 + 1) {
    Segment s;
    s.slots = slots;
    s.end = slots + std::min<uint64_t>(kFarthest, 8 + slots / 8);
    s.limit = slots * 92 / 100;
    s.rest_bits = std::max(0, 2 * half_ - kSegmentBits - static_cast<int>(std::bit_width(slots) - 1));
    s.slot_bytes = (kDistanceBits + s.rest_bits + static_cast<int>(std::bit_width(next_value)) + 7) / 8;
    s.value_bits = std::min(32, 8 * s.slot_bytes - kDistanceBits - s.rest_bits);
    s.bytes.assign(s.end * static_cast<uint64_t>(s.slot_bytes) + kBeyond, 0);
    bool fits = true;
    uint64_t next = 0, last = 0;  // behind all that is in it, and where the last one belongs
    for (uint64_t i = 0; fits && i < old.end; ++i) {
      const Entry e = read(old, i);
      if (!e.distance) continue;
      const Place p = place(s, mixed_of(segment, i, e));
      uint64_t at = std::max(next, p.slot);
      auto distance = static_cast<uint32_t>(std::min<uint64_t>(at - p.slot + 1, kFarthest + 1));
      // They come in the order of slots, but for those that have had the same.
      if (p.slot < last) probe(s, p, at, distance);
      else last = p.slot;
      fits = put(s, at, {distance, p.rest, e.value});
      next = p.slot < last ? next + (read(s, next).distance != 0) : at + 1;
    }
    if (!fits) continue;
    segments_[segment] = std::move(s);
    return;
  }
}

// One old segment after another is given back.
void CompactMap::widen(int half) {
  CompactMap wider;
  wider.half_ = half;
  for (uint32_t s = 0; s < kSegments; ++s)
    if (segments_[s].slots) wider.lay_out(s, segments_[s].slots, static_cast<uint32_t>(size_));
  for (uint32_t s = 0; s < kSegments; ++s) {
    for (uint64_t at = 0; at < segments_[s].end; ++at)
      if (const Entry e = entry(s, at); e.distance) wider.insert(key_of(s, at, e), e.value);
    segments_[s] = {};
  }
  *this = std::move(wider);
}

CompactMap::Result CompactMap::insert(Key key, uint32_t value) {
  if (const int needed = static_cast<int>(std::bit_width(key.first | key.second)); needed > half_) widen(needed);
  const uint64_t m = mixed(key);
  const auto segment = static_cast<uint32_t>(m >> (64 - kSegmentBits));
  Segment& s = segments_[segment];
  if (s.slots == 0) lay_out(segment, kFirstSlots + segment % kFirstSlots, value);
  for (;;) {
    const Place p = place(s, m);
    uint64_t at = 0;
    uint32_t distance = 0;
    if (probe(s, p, at, distance)) return {read(s, at).value, false};
    const bool fits = static_cast<int>(std::bit_width(value)) <= s.value_bits;
    if (fits && s.count < s.limit && put(s, at, {distance, p.rest, value})) {
      ++size_;
      return {value, true};
    }
    if (size_ >= kNone - 1) throw std::length_error("more than 4 * 10^9 entries of a table");
    lay_out(segment, !fits ? s.slots : s.slots + (s.slots < kFineGrowth ? s.slots : s.slots / 5), value);
  }
}

uint32_t CompactMap::find(Key key) const {
  if (static_cast<int>(std::bit_width(key.first | key.second)) > half_) return kNone;
  const uint64_t m = mixed(key);
  const Segment& s = segments_[m >> (64 - kSegmentBits)];
  if (s.slots == 0) return kNone;
  uint64_t at = 0;
  uint32_t distance = 0;
  return probe(s, place(s, m), at, distance) ? read(s, at).value : kNone;
}

uint64_t CompactMap::bytes() const {
  uint64_t total = 0;
  for (const Segment& s : segments_) total += s.bytes.capacity();
  return total;
}

void CompactMap::save(base::Saver& a) const {
  a(size_, half_);
  each([&](Key key, uint32_t value) { a(key.first, key.second, value); });
}

void CompactMap::load(base::Loader& a) {
  uint64_t size = 0;
  a(size, half_);
  if (half_ < kLeastHalf || half_ > 32 || size >= kNone) a.fail("no table of states");
  const std::span<const char> entries = a.view(size * 3 * sizeof(uint32_t));
  // They come in their order, and would crowd the beginning of a segment that is too small.
  for (uint32_t s = 0; s < kSegments; ++s)
    lay_out(s, kFirstSlots + size / kSegments * 6 / 5, static_cast<uint32_t>(size));
  for (uint64_t n = 0; n < size; ++n) {
    uint32_t entry[3];
    std::memcpy(entry, entries.data() + n * sizeof entry, sizeof entry);
    insert({entry[0], entry[1]}, entry[2]);
  }
}

}  // namespace jmc::por
