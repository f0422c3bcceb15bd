// Which thread comes first: what each kind of operation has drawn in, by hand. That nothing is lost is compared with
// full search in random_test.cpp.
#include "por/stateful/learnt_order.hpp"

#include <gtest/gtest.h>

namespace jmc::por {
namespace {

using Kind = LearntOrder::Kind;
constexpr Kind kA = 1, kB = 2, kC = 3;

ThreadSet threads(std::initializer_list<ThreadId> list) {
  ThreadSet out;
  for (const ThreadId t : list) out.insert(t);
  return out;
}

TEST(LearntOrder, WhatHasDrawnInTheFewestComesFirst) {
  const std::vector<Kind> kinds = {kA, kB, kC};
  ThreadOrder order{SearchOptions{}};
  LearntOrder learnt;
  // Nothing is known of any, so that half of the two others are expected: as the order of threads says.
  for (ThreadId t = 0; t < 3; ++t) EXPECT_DOUBLE_EQ(learnt.expected(kinds, t), 1);
  EXPECT_EQ(learnt.pick(threads({0, 1, 2}), kinds, order), 0u);
  // The first draws in both: whatever another was about to do, (2 + 1/2) / 3; of each kind, once and that.
  learnt.explored(kinds, 0, threads({0, 1, 2}));
  EXPECT_DOUBLE_EQ(learnt.expected(kinds, 0), 2 * (1 + 2.5 / 3) / 2);
  EXPECT_EQ(learnt.pick(threads({0, 1, 2}), kinds, order), 1u);
  // The second draws in one of two, which is what was expected; the third nobody.
  learnt.explored(kinds, 1, threads({0, 1}));
  EXPECT_DOUBLE_EQ(learnt.expected(kinds, 1), (1 + 0.5) / 2 + 0.5 / 2);
  learnt.explored(kinds, 2, threads({2}));
  EXPECT_DOUBLE_EQ(learnt.expected(kinds, 2), 2 * (0.5 / 3) / 2);
  EXPECT_EQ(learnt.pick(threads({0, 1, 2}), kinds, order), 2u);
  EXPECT_EQ(learnt.pick(threads({0, 1}), kinds, order), 1u);
}

TEST(LearntOrder, WhoIsDrawnInDependsOnWhatItIsAboutToDo) {
  LearntOrder learnt;
  learnt.explored(std::vector<Kind>{kA, kB}, 0, threads({0, 1}));
  learnt.explored(std::vector<Kind>{kA, kC}, 0, threads({0}));
  EXPECT_DOUBLE_EQ(learnt.expected(std::vector<Kind>{kA, kB}, 0), (1 + 0.5) / 2);
  EXPECT_DOUBLE_EQ(learnt.expected(std::vector<Kind>{kA, kC}, 0), 0.5 / 2);
  EXPECT_DOUBLE_EQ(learnt.expected(std::vector<Kind>{kA, LearntOrder::kNone}, 0), 0);
}

TEST(LearntOrder, WithManyThreadsKindsCountAlone) {
  std::vector<Kind> kinds(40, kB);
  kinds[0] = kA;
  kinds[39] = LearntOrder::kNone;
  LearntOrder learnt;
  learnt.explored(kinds, 0, threads({0, 1}));
  EXPECT_DOUBLE_EQ(learnt.expected(kinds, 0), 38 * 1.5 / 39);
}

TEST(LearntOrder, KindsAreTheSameForObjectsOfAPath) {
  LearntOrder learnt;
  const auto kind = [&](OpKind what, uint32_t object, uint32_t field) {
    Op op;
    op.kind = what;
    op.access_count = op.alternatives = 1;
    op.accesses[0] = {{object, field}, what == OpKind::Write};
    return learnt.kind_of(op);
  };
  const Kind read = kind(OpKind::Read, kFirstNumbered + 3, 5);
  EXPECT_EQ(kind(OpKind::Read, kFirstNumbered + 8, 5), read);
  EXPECT_NE(kind(OpKind::Read, kFirstNumbered + 3, 6), read);
  EXPECT_NE(kind(OpKind::Write, kFirstNumbered + 3, 5), read);
  EXPECT_NE(kind(OpKind::Read, 40, 5), read);
  EXPECT_NE(kind(OpKind::Read, 40, 5), kind(OpKind::Read, 41, 5));
}

// Numbered as they are met; when there are too many, the rest is of one kind.
TEST(LearntOrder, ManyKinds) {
  LearntOrder learnt;
  Op op;
  op.access_count = op.alternatives = 1;
  const auto kind = [&](uint32_t field) { return op.accesses[0].where.field = field, learnt.kind_of(op); };
  for (uint32_t n = 0; n < 1024; ++n) ASSERT_EQ(kind(7 * n), n);
  for (uint32_t n = 0; n < 1024; ++n) ASSERT_EQ(kind(7 * n), n);
  EXPECT_EQ(kind(1), 1023u);
  EXPECT_EQ(kind(2), 1023u);
}

// The oldest of very many weigh less, and the average stays.
TEST(LearntOrder, ManyTimes) {
  const std::vector<Kind> kinds = {kA, kB};
  LearntOrder learnt;
  for (int i = 0; i < 300'000; ++i) learnt.explored(kinds, 0, i % 4 == 0 ? threads({0, 1}) : threads({0}));
  EXPECT_NEAR(learnt.expected(kinds, 0), 0.25, 0.01);
  for (int i = 0; i < 300'000; ++i) learnt.explored(kinds, 0, threads({0, 1}));
  EXPECT_GT(learnt.expected(kinds, 0), 0.9);
}

}  // namespace
}  // namespace jmc::por
