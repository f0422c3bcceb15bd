// Where entries lie that are stored once each, by their hashes: open addressing, half to two thirds full (a third while
// it is small).
//
// Ownership: of whoever has the entries, which it never sees: it is told how to hash them, and asks whether they are
// the same.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace jmc::por {

class HashIndex {
 public:
  static constexpr uint32_t kNone = ~0u;

  // The slot of the entry that is wanted, which has its number; or kNone: the caller writes the number of the new one
  // into it. `stored`: how many there are. hash(kNone) is of what is wanted, hash(n) of the entry n; same(n): is it
  // what is wanted?
  template <class Hash, class Same>
  uint32_t* find(size_t stored, Hash hash, Same same) {
    if (stored * 3 >= slots_.size() * 2) grow(hash);
    return &slots_[slot_of(hash(kNone), same)];
  }
  uint64_t bytes() const { return slots_.capacity() * sizeof(uint32_t); }
  template <class A>
  void archive(A& a) {
    a(slots_);
  }

 private:
  static constexpr size_t kFirst = 256, kSmall = 4096;

  template <class Stop>
  size_t slot_of(uint64_t hash, const Stop& stop) const {
    // By the high bits of a product, so that any number of slots will do.
    const uint64_t high = hash * 0x9e3779b97f4a7c15u >> 32;
    size_t slot = high * slots_.size() >> 32;
    while (slots_[slot] != kNone && !stop(slots_[slot])) slot = slot + 1 == slots_.size() ? 0 : slot + 1;
    return slot;
  }
  template <class Hash>
  void grow(Hash hash) {
    const size_t now = slots_.size();
    std::vector<uint32_t> old(std::max(kFirst, now < kSmall ? 2 * now : now + now / 4), kNone);
    old.swap(slots_);
    for (const uint32_t entry : old)
      if (entry != kNone) slots_[slot_of(hash(entry), [](uint32_t) { return false; })] = entry;
  }

  std::vector<uint32_t> slots_;
};

}  // namespace jmc::por
