#include "por/store/tuple_map.hpp"

#include <gtest/gtest.h>

#include <map>

#include "por/thread_order.hpp"

namespace jmc::por {
namespace {

template <size_t kPlaces>
using Tuple = typename TupleMap<kPlaces>::Tuple;

template <size_t kPlaces>
void expect_same(const TupleMap<kPlaces>& map, const std::map<Tuple<kPlaces>, uint32_t>& expected) {
  ASSERT_EQ(map.size(), expected.size());
  std::map<Tuple<kPlaces>, uint32_t> found;
  map.each([&](const Tuple<kPlaces>& key, uint32_t value) { EXPECT_TRUE(found.try_emplace(key, value).second); });
  EXPECT_TRUE(found == expected);
  for (const auto& [key, value] : expected) ASSERT_EQ(map.find(key), value);
}

template <size_t kPlaces>
Tuple<kPlaces> random_tuple(RandomSource& random, const std::array<uint64_t, kPlaces>& below) {
  Tuple<kPlaces> tuple;
  for (size_t i = 0; i < kPlaces; ++i) tuple[i] = static_cast<uint32_t>(random.below(below[i]));
  return tuple;
}

// Each key has what it was given first, while the table grows and numbers need more bits; nothing else is in it, and
// the keys can be read off again, from a saved table, too.
template <size_t kPlaces>
void expect_a_map(const std::array<uint64_t, kPlaces>& numbers) {
  TupleMap<kPlaces> map;
  std::map<Tuple<kPlaces>, uint32_t> expected;
  RandomSource random(numbers[0]);
  Tuple<kPlaces> first{};
  first[1] = 2;
  EXPECT_EQ(map.find(first), CompactMap::kNone);
  for (uint32_t i = 0; i < 40'000; ++i) {
    // From small numbers on, as names are given.
    std::array<uint64_t, kPlaces> below = numbers;
    for (uint64_t& most : below) most = std::min<uint64_t>(most, 10 + uint64_t{i} * i * 8);
    const auto key = random_tuple<kPlaces>(random, below), other = random_tuple<kPlaces>(random, below);
    const auto [at, is_new] = expected.try_emplace(key, i);
    const CompactMap::Result result = map.insert(key, i);
    ASSERT_EQ(result.is_new, is_new);
    ASSERT_EQ(result.value, at->second);
    const auto there = expected.find(other);
    ASSERT_EQ(map.find(other), there == expected.end() ? CompactMap::kNone : there->second);
  }
  expect_same<kPlaces>(map, expected);

  base::MemorySaver saved;
  map.save(saved);
  TupleMap<kPlaces> again;
  base::Loader loader(saved.content);
  again.load(loader);
  EXPECT_TRUE(loader.done());
  expect_same<kPlaces>(again, expected);
  for (const size_t cut : {saved.content.size() - 1, saved.content.size() / 2, size_t{9}}) {
    TupleMap<kPlaces> none;
    base::Loader short_one(std::span(saved.content).first(cut));
    EXPECT_THROW(none.load(short_one), base::ArchiveError);
  }
}

TEST(CompactMap, AgreesWithAMap) {
  constexpr uint64_t kAll = uint64_t{1} << 32;
  for (const uint64_t numbers : {uint64_t{300}, uint64_t{60'000}, kAll}) expect_a_map<2>({numbers, numbers});
  expect_a_map<2>({kAll, 7});
  expect_a_map<4>({300, 50, 20, 1});          // 32 bits: its last place takes none
  expect_a_map<4>({70'000, 300, 9000, 200});  // below 64
  expect_a_map<4>({1 << 22, 1 << 15, 1 << 14, 1 << 14});
  expect_a_map<4>({kAll, kAll, 100'000, 3});  // above
  expect_a_map<4>({kAll, kAll, kAll, kAll});  // 128
}

TEST(CompactMap, TakesAnyValueAndTheLargestKeys) {
  TupleMap<2> pairs;
  TupleMap<4> fours;
  std::map<Tuple<2>, uint32_t> expected_pairs;
  std::map<Tuple<4>, uint32_t> expected_fours;
  for (uint32_t i = 0; i < 5000; ++i) {
    const uint32_t value = i % 3 ? 0xfffffffe - i : i;
    const Tuple<2> pair{~i, i % 7 ? i : ~uint32_t{0}};
    pairs.insert(pair, value);
    expected_pairs[pair] = value;
    const Tuple<4> four{i % 5 ? ~uint32_t{0} : i, ~uint32_t{0}, i % 7 ? i : ~uint32_t{0}, ~i};
    fours.insert(four, value);
    expected_fours[four] = value;
  }
  expect_same<2>(pairs, expected_pairs);
  expect_same<4>(fours, expected_fours);
}

// Keys of all pairs below a number: what is left of a key is nothing for some, and the hash has to spread them.
TEST(CompactMap, SpreadsKeysThatAreDense) {
  TupleMap<2> map;
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
  TupleMap<2> map;
  RandomSource random(3);
  for (uint32_t i = 0; i < 2'000'000; ++i) {
    map.insert({static_cast<uint32_t>(random.below(1 << 22)), static_cast<uint32_t>(random.below(1 << 22))}, i);
    if (i > 100'000 && i % 10'007 == 0) { ASSERT_LE(map.bytes(), 11 * map.size()) << i; }
  }
}

}  // namespace
}  // namespace jmc::por
