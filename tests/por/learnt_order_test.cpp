// Which thread comes first: what each kind of operation has drawn in, by hand; that nothing is lost is compared with
// full search in random_test.cpp.
#include "por/learnt_order.hpp"

#include <gtest/gtest.h>


namespace jmc::por {
namespace {

Op access(OpKind kind, uint32_t object, uint32_t field) {
  Op op;
  op.kind = kind;
  op.access_count = op.alternatives = 1;
  op.accesses[0] = {{object, field}, kind == OpKind::Write};
  return op;
}

TEST(LearntOrder, WhatHasDrawnInTheFewestComesFirst) {
  const Op ops[] = {access(OpKind::Write, 20, 1), access(OpKind::Read, 20, 2), access(OpKind::Read, 20, 3)};
  const auto op = [&](ThreadId t) -> const Op& { return ops[t]; };
  ThreadSet all;
  for (ThreadId t = 0; t < 3; ++t) all.insert(t);
  ThreadOrder order{SearchOptions{}};
  LearntOrder learnt;
  // Nothing is known of any: as the order of threads says.
  EXPECT_EQ(learnt.pick(all, op, order), 0u);
  EXPECT_EQ(learnt.expected(ops[0]), LearntOrder::kWhole / 2.0);
  // The first draws in both others: (1/2 + 1) / 2 of them from now on. The others are still expected to take a half.
  learnt.explored(ops[0], 2, 2);
  EXPECT_EQ(learnt.expected(ops[0]), LearntOrder::kWhole * 0.75);
  EXPECT_EQ(learnt.pick(all, op, order), 1u);
  // The second draws in one of two, which is what was expected; the third nobody.
  learnt.explored(ops[1], 1, 2);
  EXPECT_EQ(learnt.expected(ops[1]), LearntOrder::kWhole / 2.0);
  learnt.explored(ops[2], 0, 2);
  EXPECT_EQ(learnt.pick(all, op, order), 2u);
  EXPECT_EQ(learnt.pick(all - thread_bit(2), op, order), 1u);
}

TEST(LearntOrder, KindsAreTheSameForObjectsOfAPath) {
  LearntOrder learnt;
  learnt.explored(access(OpKind::Read, kFirstNumbered + 3, 5), 0, 1);
  const double known = learnt.expected(access(OpKind::Read, kFirstNumbered + 3, 5));
  EXPECT_EQ(known, LearntOrder::kWhole / 4.0);
  EXPECT_EQ(learnt.expected(access(OpKind::Read, kFirstNumbered + 8, 5)), known);
  for (const Op& other : {access(OpKind::Read, kFirstNumbered + 3, 6), access(OpKind::Write, kFirstNumbered + 3, 5),
                          access(OpKind::Read, 40, 5)})
    EXPECT_EQ(learnt.expected(other), LearntOrder::kWhole / 2.0);
}

// The oldest of very many weigh less, and the average stays.
TEST(LearntOrder, ManyTimes) {
  LearntOrder learnt;
  const Op op = access(OpKind::Read, 20, 2);
  for (int i = 0; i < 300'000; ++i) learnt.explored(op, i % 4 == 0 ? 4 : 0, 4);
  EXPECT_NEAR(learnt.expected(op), LearntOrder::kWhole / 4.0, 0.5);
  for (int i = 0; i < 300'000; ++i) learnt.explored(op, 4, 4);
  EXPECT_GT(learnt.expected(op), LearntOrder::kWhole * 0.9);
}

}  // namespace
}  // namespace jmc::por
