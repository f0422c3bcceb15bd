#include "por/store/state_store.hpp"

#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "por/thread_order.hpp"

namespace jmc::por {
namespace {

TEST(StateStore, NumbersInOrderOfInsertion) {
  StateStore store;
  EXPECT_EQ(store.find({1, 2}), kNoState);
  EXPECT_EQ(store.insert({1, 2}).state, 0u);
  EXPECT_EQ(store.insert({1, 3}).state, 1u);
  auto again = store.insert({1, 2});
  EXPECT_EQ(again.state, 0u);
  EXPECT_FALSE(again.is_new);
  EXPECT_EQ(store.find({1, 3}), 1u);
  EXPECT_EQ(store.size(), 2u);
}

TEST(StateStore, AgreesWithAMapWhileGrowing) {
  StateStore store;
  std::map<std::pair<uint64_t, uint64_t>, StateNumber> expected;
  RandomSource random(1);
  for (int i = 0; i < 300000; ++i) {
    // Few distinct low bits: probe sequences run into each other, tags are often equal.
    Fingerprint f{random.below(30000), random.below(2) << 30 | random.below(4)};
    auto [at, is_new] = expected.try_emplace({f.lo, f.hi}, static_cast<StateNumber>(expected.size()));
    auto result = store.insert(f);
    ASSERT_EQ(result.is_new, is_new);
    ASSERT_EQ(result.state, at->second);
  }
  EXPECT_EQ(store.size(), expected.size());
  for (auto [f, n] : expected) ASSERT_EQ(store.find({f.first, f.second}), n);
}

TEST(StateStore, GivesBackWhatIsKept) {
  StateStore store;
  RandomSource random(3);
  std::vector<Fingerprint> all;
  for (int i = 0; i < 50000; ++i) {
    all.push_back({random.next(), random.next()});
    store.insert(all.back());
  }
  for (StateNumber n = 0; n < all.size(); ++n) {
    ASSERT_EQ(store.fingerprint_of(n), kept(all[n]));
    ASSERT_EQ(store.insert(store.fingerprint_of(n)).state, n);
  }
}

TEST(StateStore, StaysSmall) {
  StateStore store;
  RandomSource random(2);
  for (int i = 0; i < 1000000; ++i) store.insert({random.next(), random.next()});
  EXPECT_LE(store.bytes(), 21u * store.size());
  EXPECT_GT(store.omission_probability(), 0);
  EXPECT_LT(store.omission_probability(), 1e-16);
  EXPECT_GT(store.omission_probability(), 1e-18);
}

TEST(StateStore, ExactModeTellsEqualFingerprintsApart) {
  StateStore store(true);
  std::vector<uint8_t> a(100, 1), b(100, 2), large(3 << 20, 7);
  EXPECT_TRUE(store.insert({5, 5}, a).is_new);
  auto other = store.insert({5, 5}, b);
  EXPECT_TRUE(other.is_new);
  EXPECT_EQ(other.state, 1u);
  EXPECT_EQ(store.find({5, 5}, a), 0u);
  EXPECT_EQ(store.find({5, 5}, b), 1u);
  EXPECT_EQ(store.find({5, 5}, large), kNoState);
  EXPECT_TRUE(store.insert({5, 5}, large).is_new);
  EXPECT_FALSE(store.insert({5, 5}, large).is_new);
  EXPECT_EQ(store.omission_probability(), 0);
}

}  // namespace
}  // namespace jmc::por
