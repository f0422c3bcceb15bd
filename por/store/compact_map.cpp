#include "por/store/compact_map.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <stdexcept>

namespace jmc::por {

namespace {

using More = CompactMap::More;

constexpr uint64_t kFirstSlots = 16;
constexpr uint64_t kFineGrowth = 1u << 8;  // slots, from which on a segment grows by a half instead of doubling
constexpr size_t kBeyond = 16;             // what is read is two words, wherever they begin

// Precondition: n < 64.
uint64_t low_bits(int n) { return (uint64_t{1} << n) - 1; }
More more_low_bits(int n) { return (More{1} << n) - 1; }

int width_of(More x) {
  const auto high = static_cast<uint64_t>(x >> 64);
  return high ? 64 + static_cast<int>(std::bit_width(high))
              : static_cast<int>(std::bit_width(static_cast<uint64_t>(x)));
}

// A permutation of words (the last steps of MurmurHash3), and the inverse.
uint32_t scattered(uint32_t x) {
  x = (x ^ x >> 16) * 0x85ebca6bu;
  x = (x ^ x >> 13) * 0xc2b2ae35u;
  return x ^ x >> 16;
}
uint32_t gathered(uint32_t x) {
  constexpr uint32_t kFirst = 0xa5cb9243u, kSecond = 0x7ed1b41du;
  static_assert(kFirst * 0x85ebca6bu == 1 && kSecond * 0xc2b2ae35u == 1);
  x = (x ^ x >> 16) * kSecond;
  x = (x ^ x >> 13 ^ x >> 26) * kFirst;
  return x ^ x >> 16;
}

// What the other bits of a key do to its word.
uint32_t hash_of_more(More more) {
  const uint64_t h =
      (static_cast<uint64_t>(more) ^ static_cast<uint64_t>(more >> 64) * 0x9e3779b97f4a7c15u) * 0xd6e8feb86659fd93u;
  return static_cast<uint32_t>((h ^ h >> 31) * 0xbf58476d1ce4e5b9u >> 32);
}

uint64_t word_at(const uint8_t* from) {
  uint64_t word = 0;
  std::memcpy(&word, from, sizeof word);
  return word;
}

}  // namespace

uint32_t CompactMap::mixed(const Key& key) { return scattered(key.word ^ hash_of_more(key.more)); }

CompactMap::Key CompactMap::unmixed(uint32_t mixed, More more) { return {gathered(mixed) ^ hash_of_more(more), more}; }

// Of the product of what the segment does not say and the number of slots, the high bits are the slot. Two words with
// one slot are so far apart in the low ones that the highest of these tell them apart.
CompactMap::Home CompactMap::home(const Segment& s, uint32_t mixed, More more) {
  const uint64_t product = (mixed & low_bits(kPlaceBits)) * s.slots;
  return {product >> kPlaceBits, static_cast<uint32_t>((product & low_bits(kPlaceBits)) >> (kPlaceBits - s.rest_bits)),
          more};
}

// The least word that has this slot and this rest, since there is one only.
uint32_t CompactMap::mixed_of(uint32_t segment, uint64_t at, const Entry& e) const {
  const Segment& s = segments_[segment];
  const uint64_t product = (at + 1 - e.distance) << kPlaceBits | uint64_t{e.rest} << (kPlaceBits - s.rest_bits);
  // The quotient by a multiplication, which may be one too small: half of the time of laying a segment out were
  // divisions.
  auto least = static_cast<uint64_t>(More{product} * s.inverse >> 64);
  while (least * s.slots < product) ++least;
  return static_cast<uint32_t>(least) | segment << kPlaceBits;
}

CompactMap::More CompactMap::more_of(const Segment& s, const uint8_t* slot) {
  const int bit = kDistanceBits + s.rest_bits;
  More words = 0;
  std::memcpy(&words, slot + bit / 8, sizeof words);
  return words >> bit % 8 & more_low_bits(s.more_bits);
}

uint32_t CompactMap::value_of(const Segment& s, uint64_t at) {
  const int bit = kDistanceBits + s.rest_bits + s.more_bits;
  const uint8_t* from = s.bytes.data() + at * static_cast<uint64_t>(s.slot_bytes) + bit / 8;
  return static_cast<uint32_t>(word_at(from) >> bit % 8 & low_bits(s.value_bits));
}

CompactMap::Entry CompactMap::read(const Segment& s, uint64_t at) {
  const uint8_t* from = s.bytes.data() + at * static_cast<uint64_t>(s.slot_bytes);
  const uint64_t word = word_at(from);
  return {static_cast<uint32_t>(word & low_bits(kDistanceBits)),
          static_cast<uint32_t>(word >> kDistanceBits & low_bits(s.rest_bits)), more_of(s, from), value_of(s, at)};
}

// Distance and what is left of the key have 7 + 22 + 96 bits at most.
void CompactMap::write(Segment& s, uint64_t at, const Entry& e) {
  const int more_at = kDistanceBits + s.rest_bits, value_at = more_at + s.more_bits;
  More slot = e.distance | More{e.rest} << kDistanceBits | e.more << more_at;
  uint8_t* to = s.bytes.data() + at * static_cast<uint64_t>(s.slot_bytes);
  constexpr int kWords = sizeof slot;
  if (s.slot_bytes < kWords) {
    More there = 0;
    std::memcpy(&there, to, sizeof there);
    slot |= More{e.value} << value_at;
    const More mask = more_low_bits(8 * s.slot_bytes);
    slot = (slot & mask) | (there & ~mask);
    return void(std::memcpy(to, &slot, sizeof slot));
  }
  uint8_t bytes[2 * kWords] = {};
  std::memcpy(bytes, &slot, sizeof slot);
  const uint64_t value = word_at(bytes + value_at / 8) | uint64_t{e.value} << value_at % 8;
  std::memcpy(bytes + value_at / 8, &value, sizeof value);
  std::memcpy(to, bytes, static_cast<size_t>(s.slot_bytes));
}

bool CompactMap::probe(const Segment& s, const Home& p, uint64_t& at, uint32_t& distance) {
  const auto step = static_cast<uint64_t>(s.slot_bytes);
  const uint8_t* from = s.bytes.data() + p.slot * step;
  for (at = p.slot, distance = 1;; ++at, ++distance, from += step) {
    const uint64_t word = word_at(from);
    const auto there = static_cast<uint32_t>(word & low_bits(kDistanceBits));
    if (there < distance) return false;
    if (there == distance && (word >> kDistanceBits & low_bits(s.rest_bits)) == p.rest && more_of(s, from) == p.more)
      return true;
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
  s.longest = std::max(s.longest, width_of(e.more));
  ++s.count;
  return true;
}

// Behind all that is in it. False: there is no room for that.
bool CompactMap::append(Segment& s, uint64_t at, const Entry& e) {
  if (e.distance > kFarthest || at + 1 >= s.end) return false;
  write(s, at, e);
  s.largest = std::max(s.largest, e.value);
  s.longest = std::max(s.longest, width_of(e.more));
  ++s.count;
  return true;
}

// The segment anew, with that many slots at least, and room for so many more bits and this value.
void CompactMap::lay_out(uint32_t segment, uint64_t slots, int more_bits, uint32_t value) {
  const Segment& old = segments_[segment];
  const uint64_t largest = std::max(value, old.largest);
  const auto next_value = static_cast<uint32_t>(std::min(largest * 9 / 8 + 1, low_bits(32)));
  for (;; slots += slots / 8 + 1) {
    Segment s;
    s.slots = slots;
    s.inverse = ~uint64_t{0} / slots;
    s.end = slots + std::min<uint64_t>(kFarthest, 8 + slots / 8);
    s.limit = slots * 92 / 100;
    s.rest_bits = std::max(0, kPlaceBits - static_cast<int>(std::bit_width(slots) - 1));
    s.more_bits = more_bits;
    const int key_bits = kDistanceBits + s.rest_bits + s.more_bits;
    s.slot_bytes = (key_bits + static_cast<int>(std::bit_width(next_value)) + 7) / 8;
    // What is left of the last byte is for whichever grows.
    const int spare = 8 * s.slot_bytes - key_bits - static_cast<int>(std::bit_width(next_value));
    s.more_bits = std::min(kMostMore, s.more_bits + spare / 2);
    s.value_bits = std::min(32, 8 * s.slot_bytes - kDistanceBits - s.rest_bits - s.more_bits);
    s.bytes.assign(s.end * static_cast<uint64_t>(s.slot_bytes) + kBeyond, 0);
    // They come in the order of slots, but for those that have had the same one.
    bool fits = true;
    uint64_t next = 0;  // behind all that is in it
    Moved alike[kFarthest];
    size_t count = 0;
    const auto move = [&] {
      for (size_t n = 0; fits && n < count; ++n) {
        const Home& p = alike[n].home;
        const uint64_t at = std::max(next, p.slot);
        fits = append(s, at, {static_cast<uint32_t>(at - p.slot + 1), p.rest, p.more, alike[n].value});
        next = at + 1;
      }
      count = 0;
    };
    uint64_t slot = 0;
    for (uint64_t i = 0; fits && i < old.end; ++i) {
      const Entry e = read(old, i);
      if (!e.distance) continue;
      if (i + 1 - e.distance != slot) move();
      slot = i + 1 - e.distance;
      const Moved moved{home(s, mixed_of(segment, i, e), e.more), e.value};
      size_t n = count++;
      for (; n != 0 && alike[n - 1].home.slot > moved.home.slot; --n) alike[n] = alike[n - 1];
      alike[n] = moved;
    }
    move();
    if (!fits) continue;
    segments_[segment] = std::move(s);
    return;
  }
}

CompactMap::Result CompactMap::insert(Key key, uint32_t value) {
  const uint32_t m = mixed(key);
  const uint32_t segment = m >> kPlaceBits;
  Segment& s = segments_[segment];
  const int more_bits = width_of(key.more);
  if (more_bits > kMostMore) throw std::length_error("keys of more than 128 bits");
  if (s.slots == 0) lay_out(segment, kFirstSlots + segment % kFirstSlots, more_bits, value);
  for (;;) {
    const Home p = home(s, m, key.more);
    uint64_t at = 0;
    uint32_t distance = 0;
    if (probe(s, p, at, distance)) return {value_of(s, at), false};
    const bool fits = more_bits <= s.more_bits && static_cast<int>(std::bit_width(value)) <= s.value_bits;
    if (fits && s.count < s.limit && put(s, at, {distance, p.rest, p.more, value})) {
      ++size_;
      return {value, true};
    }
    if (size_ >= kNone - 1) throw std::length_error("more than 4 * 10^9 entries of a table");
    lay_out(segment, !fits ? s.slots : s.slots + (s.slots < kFineGrowth ? s.slots : s.slots / 2),
            std::max(more_bits, s.longest), value);
  }
}

uint32_t CompactMap::find(Key key) const {
  const uint32_t m = mixed(key);
  const Segment& s = segments_[m >> kPlaceBits];
  if (s.slots == 0) return kNone;
  uint64_t at = 0;
  uint32_t distance = 0;
  return probe(s, home(s, m, key.more), at, distance) ? value_of(s, at) : kNone;
}

uint64_t CompactMap::bytes() const {
  uint64_t total = 0;
  for (const Segment& s : segments_) total += s.bytes.capacity();
  return total;
}

void CompactMap::save(base::Saver& a) const {
  a(size_);
  each([&](Key key, uint32_t value) { a(key.more, key.word, value); });
}

void CompactMap::load(base::Loader& a) {
  uint64_t size = 0;
  a(size);
  Key key;
  uint32_t value = 0;
  constexpr size_t kEntry = sizeof key.more + sizeof key.word + sizeof value;
  if (size >= kNone) a.fail("no table of states");
  const std::span<const char> entries = a.view(size * kEntry);
  // They come in their order, and would crowd the beginning of a segment that is too small.
  for (uint32_t s = 0; s < kSegments; ++s)
    lay_out(s, kFirstSlots + size / kSegments * 6 / 5, 0, static_cast<uint32_t>(size));
  base::Loader entry(entries);
  for (uint64_t n = 0; n < size; ++n) {
    entry(key.more, key.word, value);
    if (width_of(key.more) > kMostMore) a.fail("a key that is too long, in a table of states");
    insert(key, value);
  }
}

}  // namespace jmc::por
