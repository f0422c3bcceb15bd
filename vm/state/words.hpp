// Two containers of the state's canonical form and of its bookkeeping: words written in one go, and small sets that may
// err on one side.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace jmc::vm {

// Words written one after another without initialising what is to be overwritten.
struct WordBuffer {
  uint32_t* begin = nullptr;
  uint32_t* end = nullptr;
  uint32_t* limit = nullptr;
  WordBuffer() = default;
  WordBuffer(const WordBuffer&) = delete;
  ~WordBuffer() { std::free(begin); }
  size_t size() const { return static_cast<size_t>(end - begin); }
  void clear() { end = begin; }
  void reserve(size_t words) {
    if (static_cast<size_t>(limit - end) >= words) return;
    const size_t used = size(), capacity = 2 * (used + words) + 1024;
    auto* p = static_cast<uint32_t*>(std::realloc(begin, capacity * 4));
    if (!p) throw std::bad_alloc();
    begin = p;
    end = p + used;
    limit = p + capacity;
  }
};

// A set of numbers, each of some group, that may hold more than was put in: Bloom filters with one hash function, of
// the numbers and of the groups. Where there are many numbers, the first say little.
struct ReachSet {
  uint64_t words[4] = {}, groups[2] = {};
  void add(size_t number, size_t group) {
    words[number / 64 % 4] |= uint64_t{1} << number % 64;
    groups[group / 64 % 2] |= uint64_t{1} << group % 64;
  }
  bool merge(const ReachSet& other) {  // true: this set has grown
    uint64_t grown = 0;
    for (int i = 0; i < 4; ++i) grown |= other.words[i] & ~words[i], words[i] |= other.words[i];
    for (int i = 0; i < 2; ++i) grown |= other.groups[i] & ~groups[i], groups[i] |= other.groups[i];
    return grown != 0;
  }
  bool meets(const ReachSet& other) const {
    if (!(groups[0] & other.groups[0]) && !(groups[1] & other.groups[1])) return false;
    uint64_t common = 0;
    for (int i = 0; i < 4; ++i) common |= words[i] & other.words[i];
    return common != 0;
  }
};

}  // namespace jmc::vm
