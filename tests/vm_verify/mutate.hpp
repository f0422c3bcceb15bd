// Damages class files, always the same way for the same number.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace jmc::vm::test {

struct Random {
  uint64_t state;
  explicit Random(uint64_t seed) : state(seed * 0x9e3779b97f4a7c15u + 1) {}
  uint64_t next() {
    uint64_t x = state += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
  }
  uint32_t below(uint64_t n) { return n ? static_cast<uint32_t>(next() % n) : 0; }
  bool one_in(uint32_t n) { return below(n) == 0; }
};

// Where the parts of a class file lie that are worth damaging.
struct Anatomy {
  struct Code {
    uint32_t start, length, end;
    std::vector<uint32_t> instructions;
  };  // end: of the Code attribute's exception table
  struct Text {
    uint32_t start, length;
  };
  uint32_t pool_start = 0, pool_end = 0, pool_size = 0;
  std::vector<Code> codes;
  std::vector<Text> descriptors;       // Utf8 entries that look like descriptors or class names
  std::vector<uint32_t> pool_indices;  // where pool entries name others
  explicit Anatomy(const std::vector<uint8_t>& file);
};

std::vector<uint8_t> mutate(const std::vector<uint8_t>& file, const Anatomy& anatomy, uint64_t number);

}  // namespace jmc::vm::test
