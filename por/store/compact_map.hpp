// Numbers by keys, in few bytes each: a hash table that keeps of a key only what its home does not say (J. Cleary,
// "Compact hash tables using bidirectional linear probing", 1984). A key is a word of 32 bits and up to 96 more. Given
// these, the hash is a permutation of the words, so that nothing is lost: the word follows from an entry's segment, the
// slot it belongs to, and the rest of it that the entry keeps; the more bits it keeps whole. An entry lies behind its
// slot, in the order of these (robin hood hashing), and knows how far.
//
// For n entries whose keys have b bits, an entry has b - log2(n) bits of key, log2(n) of value, and 7 for the distance;
// tables are 61 to 92 % full, each part at another time. 2 million entries of 44 bits take 9 or 10 bytes each. Where
// keys get longer, or values larger, the segment of the table that has one of these is laid out anew.
//
// Ownership: of one store. Nothing that is in it is ever taken out.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/archive.hpp"

namespace jmc::por {

class CompactMap {
 public:
  __extension__ using More = unsigned __int128;
  struct Key {
    uint32_t word = 0;
    More more = 0;
  };
  static constexpr uint32_t kNone = ~0u;
  static constexpr int kWordBits = 32;
  static constexpr int kMostMore = 96;

  struct Result {
    uint32_t value;
    bool is_new;
  };
  // The value that the key has, which is `value` if it had none. Precondition: at most kMostMore more bits.
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
    for (uint32_t s = 0; s < kSegments; ++s) each_of(s, visit);
  }

 private:
  static constexpr int kSegmentBits = 6;
  static constexpr uint32_t kSegments = 1u << kSegmentBits;
  static constexpr int kDistanceBits = 7;
  static constexpr uint32_t kFarthest = (1u << kDistanceBits) - 1;
  static constexpr int kPlaceBits = kWordBits - kSegmentBits;  // of a word, besides its segment

  struct Segment {
    std::vector<uint8_t> bytes;
    uint64_t slots = 0, end = 0;  // those that a key can belong to, and the last ones' neighbours
    uint64_t count = 0, limit = 0;
    uint64_t inverse = 0;  // 2^64 / slots
    uint32_t largest = 0;  // value
    int longest = 0;       // more bits of a key
    int slot_bytes = 0, rest_bits = 0, more_bits = 0, value_bits = 0;
  };
  struct Entry {
    uint32_t distance;  // from the slot it belongs to, plus one; 0: a free slot
    uint32_t rest;
    More more;
    uint32_t value;
  };
  // Where a key belongs.
  struct Home {
    uint64_t slot;
    uint32_t rest;
    More more;
  };

  struct Moved {
    Home home;
    uint32_t value;
  };

  template <class F>
  void each_of(uint32_t segment, F&& visit) const {
    const Segment& s = segments_[segment];
    for (uint64_t at = 0; at < s.end; ++at)
      if (const Entry e = read(s, at); e.distance) visit(unmixed(mixed_of(segment, at, e), e.more), e.value);
  }
  static uint32_t mixed(const Key& key);
  static Key unmixed(uint32_t mixed, More more);
  static Home home(const Segment& s, uint32_t mixed, More more);
  uint32_t mixed_of(uint32_t segment, uint64_t at, const Entry& e) const;
  static Entry read(const Segment& s, uint64_t at);
  static void write(Segment& s, uint64_t at, const Entry& e);
  static More more_of(const Segment& s, const uint8_t* slot);
  static uint32_t value_of(const Segment& s, uint64_t at);
  // The slot of the equal entry, or the one where it is to be put in, at that distance.
  static bool probe(const Segment& s, const Home& p, uint64_t& at, uint32_t& distance);
  static bool put(Segment& s, uint64_t at, const Entry& e);
  static bool append(Segment& s, uint64_t at, const Entry& e);
  void lay_out(uint32_t segment, uint64_t slots, int more_bits, uint32_t value);

  std::array<Segment, kSegments> segments_;
  uint64_t size_ = 0;
};

}  // namespace jmc::por
