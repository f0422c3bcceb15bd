#include "por/store/compact_map.hpp"

#include <gtest/gtest.h>

#include <map>

#include "por/thread_order.hpp"

namespace jmc::por {
namespace {

using Key = CompactMap::Key;

void expect_same(const CompactMap& map, const std::map<Key, uint32_t>& expected) {
  ASSERT_EQ(map.size(), expected.size());
  std::map<Key, uint32_t> found;
  map.each([&](Key key, uint32_t value) { EXPECT_TRUE(found.try_emplace(key, value).second); });
  EXPECT_TRUE(found == expected);
  for (const auto& [key, value] : expected) ASSERT_EQ(map.find(key), value);
}

// Each key has what it was given first, while the table grows and numbers need more bits; nothing else is in it, and
// the keys can be read off again.
TEST(CompactMap, AgreesWithAMap) {
  for (const uint64_t numbers : {uint64_t{300}, uint64_t{60'000}, uint64_t{1} << 32}) {
    CompactMap map;
    std::map<Key, uint32_t> expected;
    RandomSource random(numbers);
    EXPECT_EQ(map.find({1, 2}), CompactMap::kNone);
    for (uint32_t i = 0; i < 150'000; ++i) {
      // From small numbers on, as names are given.
      const uint64_t below = std::min<uint64_t>(numbers, 10 + uint64_t{i} * i * 8);
      const Key key{static_cast<uint32_t>(random.below(below)), static_cast<uint32_t>(random.below(below))};
      const auto [at, is_new] = expected.try_emplace(key, i);
      const CompactMap::Result result = map.insert(key, i);
      ASSERT_EQ(result.is_new, is_new);
      ASSERT_EQ(result.value, at->second);
      const Key other{static_cast<uint32_t>(random.below(below)), static_cast<uint32_t>(random.below(below))};
      const auto there = expected.find(other);
      ASSERT_EQ(map.find(other), there == expected.end() ? CompactMap::kNone : there->second);
    }
    expect_same(map, expected);
  }
}

TEST(CompactMap, TakesAnyValueAndTheLargestKeys) {
  CompactMap map;
  std::map<Key, uint32_t> expected;
  for (uint32_t i = 0; i < 5000; ++i) {
    const Key key{~i, i % 7 ? i : ~uint32_t{0}};
    const uint32_t value = i % 3 ? 0xfffffffe - i : i;
    map.insert(key, value);
    expected[key] = value;
  }
  expect_same(map, expected);
}

// Keys of all pairs below a number: what is left of a key is nothing for some, and the hash has to spread them.
TEST(CompactMap, SpreadsKeysThatAreDense) {
  CompactMap map;
  uint32_t next = 0;
  for (uint32_t left = 0; left < 1000; ++left)
    for (uint32_t right = 0; right < 1000; ++right) ASSERT_TRUE(map.insert({left, right}, next++).is_new);
  next = 0;
  for (uint32_t left = 0; left < 1000; ++left)
    for (uint32_t right = 0; right < 1000; ++right) ASSERT_EQ(map.find({left, right}), next++);
}

// 2 * 22 bits of a key, less log2(n), and log2(n) of a value, with 7 for the distance: 51 bits, in tables that are not
// full.
TEST(CompactMap, StaysSmall) {
  CompactMap map;
  RandomSource random(3);
  for (uint32_t i = 0; i < 2'000'000; ++i) {
    map.insert({static_cast<uint32_t>(random.below(1 << 22)), static_cast<uint32_t>(random.below(1 << 22))}, i);
    if (i > 100'000 && i % 10'007 == 0) { ASSERT_LE(map.bytes(), 9 * map.size()) << i; }
  }
}

}  // namespace
}  // namespace jmc::por
