// Numbers by tuples of numbers, in few bytes each (compact_map.hpp): a key has as many bits of each place as its
// numbers have needed so far. Numbers that are given out one after another, by place, make small keys.
//
// Ownership: of one store. Nothing that is in it is ever taken out.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/archive.hpp"
#include "por/store/compact_map.hpp"

namespace jmc::por {

template <size_t kPlaces>
class TupleMap {
  static_assert(kPlaces == 2 || kPlaces == 4, "a key has 128 bits");

 public:
  using Tuple = std::array<uint32_t, kPlaces>;

  // The value that the tuple has, which is `value` if it had none.
  CompactMap::Result insert(const Tuple& tuple, uint32_t value) {
    for (size_t i = 0; i < kPlaces; ++i)
      while (uint64_t{tuple[i]} >> widths_[i]) widen(i);
    return map_.insert(packed(tuple), value);
  }
  // kNone if the tuple has no value.
  uint32_t find(const Tuple& tuple) const {
    for (size_t i = 0; i < kPlaces; ++i)
      if (uint64_t{tuple[i]} >> widths_[i]) return CompactMap::kNone;
    return map_.find(packed(tuple));
  }
  uint64_t size() const { return map_.size(); }
  uint64_t bytes() const { return map_.bytes(); }

  // Calls visit(tuple, value) for each entry, in no order that means anything.
  template <class F>
  void each(F&& visit) const {
    map_.each([&](const CompactMap::Key& key, uint32_t value) { visit(unpacked(key), value); });
  }

  void save(base::Saver& a) const {
    a(pieces_);
    map_.save(a);
  }
  // Precondition: nothing is stored. Throws base::ArchiveError.
  void load(base::Loader& a) {
    a(pieces_);
    widths_ = kFirst;
    int at = 0;
    for (const Piece& p : pieces_) {
      if (p.place >= kPlaces || p.from != widths_[p.place] || p.at != at || p.bits > 32 - p.from)
        a.fail("numbers that are not cut as they are, in a table of states");
      widths_[p.place] = static_cast<uint8_t>(p.from + p.bits);
      at += p.bits;
    }
    map_.load(a);
  }

 private:
  // Bits that numbers have had no need of in the beginning: where in the number, and where in the key.
  struct Piece {
    uint8_t place, from, bits, at;
  };
  using Widths = std::array<uint8_t, kPlaces>;
  // Those of the word; a place that is never used costs least if it is the third.
  static constexpr Widths first_widths() {
    if constexpr (kPlaces == 2) return {16, 16};
    else return {12, 12, 0, 8};
  }
  static constexpr Widths kFirst = first_widths();
  static_assert([] {
    int bits = 0;
    for (const uint8_t width : kFirst) bits += width;
    return bits;
  }() == CompactMap::kWordBits);
  static constexpr int kPiece = 2;

  static uint32_t low(uint32_t number, int bits) { return static_cast<uint32_t>(number & ((uint64_t{1} << bits) - 1)); }
  CompactMap::Key packed(const Tuple& tuple) const {
    CompactMap::Key key;
    for (size_t i = 0; i < kPlaces; ++i)
      key.word = static_cast<uint32_t>(uint64_t{key.word} << kFirst[i]) | low(tuple[i], kFirst[i]);
    for (const Piece& p : pieces_) key.more |= CompactMap::More{low(tuple[p.place] >> p.from, p.bits)} << p.at;
    return key;
  }
  Tuple unpacked(CompactMap::Key key) const {
    Tuple tuple;
    for (size_t i = kPlaces; i-- > 0; key.word = static_cast<uint32_t>(uint64_t{key.word} >> kFirst[i]))
      tuple[i] = low(key.word, kFirst[i]);
    for (const Piece& p : pieces_) tuple[p.place] |= low(static_cast<uint32_t>(key.more >> p.at), p.bits) << p.from;
    return tuple;
  }
  // All that is in it has zeros there, so that its keys are what they were.
  void widen(size_t place) {
    const auto bits = static_cast<uint8_t>(std::min<int>(kPiece, 32 - widths_[place]));
    const auto at = static_cast<uint8_t>(pieces_.empty() ? 0 : pieces_.back().at + pieces_.back().bits);
    if (!pieces_.empty() && pieces_.back().place == place) pieces_.back().bits += bits;
    else pieces_.push_back({static_cast<uint8_t>(place), widths_[place], bits, at});
    widths_[place] = static_cast<uint8_t>(widths_[place] + bits);
  }

  Widths widths_ = kFirst;  // bits
  std::vector<Piece> pieces_;
  CompactMap map_;
};

}  // namespace jmc::por
