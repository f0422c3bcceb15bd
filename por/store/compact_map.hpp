// Numbers by pairs of numbers, in few bytes each: a hash table that keeps of a key only what its place does not say
// (J. Cleary, "Compact hash tables using bidirectional linear probing", 1984). The hash is a permutation of the keys,
// so that nothing is lost: the key of an entry follows from its segment, the slot it belongs to, and the rest that it
// keeps. An entry lies behind that slot, in the order of these (robin hood hashing), and knows how far.
//
// For n entries whose numbers are below 2^b, an entry has 2 b - log2(n) bits of key, log2(n) of value, and 7 for the
// distance; tables are 77 to 92 % full, each part at another time. 2 million entries over 2 million numbers take 8
// bytes each.
//
// Ownership: of one store. Nothing that is in it is ever taken out.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/archive.hpp"

namespace jmc::por {

class CompactMap {
 public:
  using Key = std::pair<uint32_t, uint32_t>;
  static constexpr uint32_t kNone = ~0u;

  struct Result {
    uint32_t value;
    bool is_new;
  };
  // The value that the key has, which is `value` if it had none.
  Result insert(Key key, uint32_t value);
  // kNone if the key has no value.
  uint32_t find(Key key) const;
  uint64_t size() const { return size_; }
  uint64_t bytes() const;
  void save(base::Saver& a) const;
  // Precondition: nothing is stored. Throws base::ArchiveError.
  void load(base::Loader& a);

  // Calls visit(key, value) for each entry, in no order that means anything.
  template <class F>
  void each(F&& visit) const {
    for (uint32_t s = 0; s < kSegments; ++s)
      for (uint64_t at = 0; at < segments_[s].end; ++at)
        if (const Entry e = entry(s, at); e.distance) visit(key_of(s, at, e), e.value);
  }

 private:
  static constexpr int kSegmentBits = 6;
  static constexpr uint32_t kSegments = 1u << kSegmentBits;
  static constexpr int kLeastHalf = 16;  // bits: with fewer the segments and their slots might say more than the key

  struct Segment {
    std::vector<uint8_t> bytes;
    uint64_t slots = 0, end = 0;  // those that a key can belong to, and the last ones' neighbours
    uint64_t count = 0, limit = 0;
    uint32_t largest = 0;  // value
    int slot_bytes = 0, rest_bits = 0, value_bits = 0;
  };
  struct Entry {
    uint32_t distance;  // from the slot it belongs to, plus one; 0: a free slot
    uint64_t rest;
    uint32_t value;
  };
  // Where a key belongs.
  struct Place {
    uint64_t slot, rest;
  };

  uint64_t mixed(Key key) const;  // a permutation, in the highest 2 * half_ bits
  Key unmixed(uint64_t mixed) const;
  static Place place(const Segment& s, uint64_t mixed);
  Key key_of(uint32_t segment, uint64_t at, const Entry& e) const;
  uint64_t mixed_of(uint32_t segment, uint64_t at, const Entry& e) const;
  Entry entry(uint32_t segment, uint64_t at) const { return read(segments_[segment], at); }
  static Entry read(const Segment& s, uint64_t at);
  static void write(Segment& s, uint64_t at, const Entry& e);
  // The slot of the equal entry, or the one where it is to be put in, at that distance.
  static bool probe(const Segment& s, const Place& p, uint64_t& at, uint32_t& distance);
  static bool put(Segment& s, uint64_t at, const Entry& e);
  void lay_out(uint32_t segment, uint64_t slots, uint32_t value);
  // All anew, for numbers of so many bits.
  void widen(int half);

  std::array<Segment, kSegments> segments_;
  uint64_t size_ = 0;
  int half_ = kLeastHalf;  // bits of each of the two numbers
};

}  // namespace jmc::por
