// What a search that has no end has covered: the words for it, and what is accepted.
#include <gtest/gtest.h>

#include "check/answers/result.hpp"
#include "check/beside/covered.hpp"
#include "check/beside/pairs_seen.hpp"
#include "check/beside/share.hpp"
#include "check/options/command_line.hpp"

namespace jmc::check {
namespace {

CoveredReport covered(std::vector<CoveredBound> bounds, uint64_t drawn, uint64_t pairs, uint64_t both) {
  CoveredReport out;
  out.bounds = std::move(bounds);
  out.drawn = drawn, out.pairs = pairs, out.both = both;
  return out;
}

TEST(Covered, Words) {
  EXPECT_EQ(covered_text({}), "");
  EXPECT_EQ(covered_text(covered({}, 1, 0, 0)), "nothing found in 1 drawn execution");
  EXPECT_EQ(covered_text(covered({{0, true}, {1, true}, {2, true}}, 41200, 40, 31)),
            "nothing found in any schedule with at most 2 preemptions (complete), nor in 41 200 drawn ones; 31 of 40 "
            "pairs of conflicting places seen in both orders");
  EXPECT_EQ(covered_text(covered({{0, true}}, 0, 0, 0)),
            "nothing found in any schedule without preemptions (complete)");
  EXPECT_EQ(covered_text(covered({{0, true}, {1, false}}, 0, 0, 0)),
            "nothing found in any schedule with at most 1 preemption (complete; none has more)");
}

TEST(Covered, Growth) {
  CoveredReport c = covered({}, 5000, 40, 31);
  EXPECT_NE(growth_text(c).find("no pair"), std::string::npos);
  EXPECT_EQ(growth_text(c).find("nothing new"), std::string::npos);
  c.nothing_new = 4200;
  EXPECT_TRUE(growth_text(c).ends_with("; the last 4 200 of 5 000 nothing new")) << growth_text(c);
  c.nothing_new = 999;  // too few to say
  c.late_pairs = 2, c.late_both = 1;
  EXPECT_NE(growth_text(c).find("2 new pairs of conflicting places and 1 pair in both orders"), std::string::npos);
  EXPECT_TRUE(growth_text(c).ends_with("there is more to be seen"));
  c.nothing_new = 1000;
  EXPECT_TRUE(growth_text(c).ends_with("; the last 1 000 of 5 000 nothing new"));
  c.drawn = 10;
  EXPECT_EQ(growth_text(c), "");  // too few to say
}

// A search that goes on leaves what runs beside it enough for an answer, on a machine that others use, too.
TEST(Covered, ShareOfAProcessor) {
  const Share usual, ten{false, 10}, asked{true, 0};
  EXPECT_TRUE(usual.yields(4.9));
  EXPECT_FALSE(usual.yields(5));
  EXPECT_FALSE(ten.yields(2.5));  // a quarter of ten seconds
  EXPECT_TRUE((Share{false, 600}.yields(4.9)));
  EXPECT_GT(usual.niceness(1), usual.niceness(5));
  EXPECT_EQ(asked.niceness(1), 0);
  EXPECT_LT(usual.part(1), usual.part(5));
  EXPECT_EQ(asked.part(1), 1);
  // Begun in the second second: of the four seconds since then it has had a tenth, or nearly all.
  EXPECT_TRUE(usual.begin_anew(1, 5, 0.4));
  EXPECT_FALSE(usual.begin_anew(1, 5, 3.8));
  EXPECT_FALSE(usual.begin_anew(1, 4.9, 0.4));  // it is to yield
  EXPECT_FALSE(usual.begin_anew(5, 50, 0.4));   // it does not yield
  EXPECT_FALSE(asked.begin_anew(1, 5, 0.4));
}

TEST(Covered, Accepted) {
  const CoveredReport c = covered({{0, true}, {1, true}}, 999, 40, 31);
  EXPECT_TRUE(parse_accept("preemption:1").met(c));
  EXPECT_FALSE(parse_accept("preemption:2").met(c));
  EXPECT_TRUE(parse_accept("preemption:7").met(covered({{0, true}, {1, false}}, 0, 0, 0)));  // there are no more
  EXPECT_TRUE(parse_accept("samples:999").met(c));
  EXPECT_FALSE(parse_accept("samples:1000").met(c));
  EXPECT_TRUE(parse_accept("pairs:77%").met(c));
  EXPECT_FALSE(parse_accept("pairs:78%").met(c));
  // What was not looked at is not covered.
  for (const char* any : {"preemption:0", "samples:1", "pairs:1%"}) EXPECT_FALSE(parse_accept(any).met({})) << any;
  EXPECT_FALSE(Accept{}.met(c));
  CoveredReport full = covered({}, 9, 40, 40);
  full.pairs_full = true;  // there are more than are counted
  EXPECT_FALSE(parse_accept("pairs:50%").met(full));
}

TEST(Covered, WrongValues) {
  for (const char* wrong : {"", "preemption", "preemption:", "preemption:x", "preemption:2%", "samples:0", "samples:-1",
                            "pairs:90", "pairs:0%", "pairs:101%", "delay:2", "pairs:%"})
    EXPECT_THROW(parse_accept(wrong), UsageError) << wrong;
}

// Nothing but "inconclusive" becomes "accepted", and that passes.
TEST(Covered, Verdicts) {
  Result r;
  r.accepted = true;
  r.cause = Cause::TimeLimit;
  EXPECT_EQ(r.verdict(), Verdict::Accepted);
  EXPECT_EQ(r.exit_code(), 0);
  r.cause = Cause::None;
  EXPECT_EQ(r.verdict(), Verdict::Verified);
  r.cause = Cause::Error;
  EXPECT_EQ(r.verdict(), Verdict::Error);
  EXPECT_EQ(r.exit_code(), 2);
  r.cause = Cause::TimeLimit;
  r.violations.emplace_back();
  EXPECT_EQ(r.verdict(), Verdict::Violated);
  EXPECT_EQ(r.exit_code(), 1);
}

TEST(Pairs, BothOrdersAreCountedOnce) {
  const std::shared_ptr<PairTable> table = PairTable::make();
  ASSERT_TRUE(table);
  table->saw(7, PairTable::kForth);
  table->saw(7, PairTable::kForth);
  table->saw(9, PairTable::kBack);
  EXPECT_EQ(table->counts().pairs, 2u);
  EXPECT_EQ(table->counts().both, 0u);
  // As another process has it.
  const std::unique_ptr<PairTable> other = PairTable::open(table->fd());
  ASSERT_TRUE(other);
  other->saw(7, PairTable::kBack);
  other->saw(0, PairTable::kBack);  // no number is lost
  EXPECT_EQ(table->counts().pairs, 3u);
  EXPECT_EQ(table->counts().both, 1u);
  EXPECT_FALSE(table->counts().full);
}

TEST(Pairs, OutcomesOfAnotherProcessAreThere) {
  const std::shared_ptr<PairTable> table = PairTable::make();
  ASSERT_TRUE(table);
  EXPECT_TRUE(table->outcomes().empty());
  const std::unique_ptr<PairTable> other = PairTable::open(table->fd());
  ASSERT_TRUE(other);
  const std::vector<std::string> texts{"", "a", "abcd", "two\nlines\n", std::string("\0x", 2), std::string(4096, 'y')};
  for (const std::string& text : texts) other->printed(text);
  table->printed(std::string(4097, 'z'));  // too long for anybody to read
  EXPECT_EQ(table->outcomes(), texts);
}

TEST(Pairs, WhatOutcomesHaveNoRoomIsDropped) {
  const std::shared_ptr<PairTable> table = PairTable::make();
  ASSERT_TRUE(table);
  for (int i = 0; i < 1'000; ++i) table->printed(std::to_string(i) + std::string(1'000, 'x'));
  const std::vector<std::string> kept = table->outcomes();
  EXPECT_GT(kept.size(), 200u);
  EXPECT_LT(kept.size(), 262u);  // 256 KiB
  for (size_t i = 0; i < kept.size(); ++i) EXPECT_EQ(kept[i], std::to_string(i) + std::string(1'000, 'x'));
}

TEST(Pairs, AFullTableSaysSo) {
  const std::shared_ptr<PairTable> table = PairTable::make();
  ASSERT_TRUE(table);
  for (uint64_t pair = 1; pair <= 70'000; ++pair) table->saw(pair, PairTable::kForth);
  EXPECT_TRUE(table->counts().full);
  EXPECT_LT(table->counts().pairs, 70'000u);
  EXPECT_FALSE(PairTable::open(0));  // no table
}

}  // namespace
}  // namespace jmc::check
