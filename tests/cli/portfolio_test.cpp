// The parts of a portfolio that need no processes: its specification, and the answer that follows from what members
// said.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "check/options/configuration.hpp"
#include "check/portfolio/answer.hpp"
#include "check/portfolio/spec.hpp"

namespace jmc::check {

namespace {

using Names = std::vector<std::string>;

Names names(const std::vector<PortfolioMember>& members) {
  Names out;
  for (const PortfolioMember& m : members) out.push_back(m.name());
  return out;
}

Names all(const std::string& spec, SeenThreads threads) { return names(all_members(parse_portfolio(spec), threads)); }

TEST(PortfolioSpec, ItemsTakeTurns) {
  EXPECT_EQ(all("dl-s-por:random*3,s-por,none:random:7*2", {}),
            (Names{"dl-s-por random:0", "s-por sequential", "none random:7", "dl-s-por random:1", "none random:8",
                   "dl-s-por random:2"}));
}

TEST(PortfolioSpec, CommasOfAPermutationBelongToIt) {
  EXPECT_EQ(all("s-por:sequential:2,0,1,dl-s-por:sequential:1,0", {}),
            (Names{"s-por sequential:2,0,1", "dl-s-por sequential:1,0"}));
}

TEST(PortfolioSpec, NoMemberTwice) {
  EXPECT_EQ(all("s-por,s-por:permutations,s-por:random,s-por:random:0*2", {3, false}),
            (Names{"s-por sequential", "s-por random:0", "s-por sequential:0,2,1", "s-por random:1"}));
}

TEST(PortfolioSpec, AllPermutationsOfTheThreadsThatWork) {
  const Names three = permutations({4, false}, 24);
  EXPECT_EQ(three, (Names{"0,1,2,3", "0,2,1,3", "0,3,1,2", "0,1,3,2", "0,2,3,1", "0,3,2,1"}));
  const Names four = permutations({4, true}, 24);
  EXPECT_EQ(std::set<std::string>(four.begin(), four.end()).size(), 24u);
  EXPECT_EQ(four.front(), "0,1,2,3");
  for (const std::string& p : four) {
    std::string sorted = p;
    std::sort(sorted.begin(), sorted.end());
    EXPECT_EQ(sorted, ",,,0123");
  }
  EXPECT_EQ(permutations({20, true}, 24).size(), 24u);
  EXPECT_EQ(permutations({1, true}, 24), Names{"0"});
  EXPECT_EQ(permutations({2, false}, 24), Names{"0,1"});
  EXPECT_EQ(permutations({2, true}, 24), (Names{"0,1", "1,0"}));
}

TEST(PortfolioSpec, Samplers) {
  EXPECT_EQ(all("s-por,pos,pct:4*2,random:7*2,pct:2:9", {}),
            (Names{"s-por sequential", "pos:0", "pct:4:0", "random:7", "pct:2:9", "pct:4:1", "random:8"}));
  const PortfolioMember pos = first_members(parse_portfolio("pos:5")).front();
  EXPECT_TRUE(pos.samples());
  EXPECT_EQ(pos.options(), (Names{"--search=pos:5"}));
  for (const char* spec : {"pos:", "pos:x", "pos:1:2", "pct:0", "pct:3:4:5", "pct::4", "random:permutations", "pos*0",
                           "pos:1*", "random:*2"})
    EXPECT_THROW(parse_portfolio(spec), UsageError) << spec;
  // Where bugs are looked for and where proofs are: both are among the first.
  const Names first = names(first_members(parse_portfolio("default")));
  for (const char* member : {"pos:0", "optimal-dpor sequential", "pct:3:0", "random:0"})
    EXPECT_LT(std::find(first.begin(), first.end(), member) - first.begin(), 5) << member;
}

TEST(PortfolioSpec, TheFirstMembersAreKnownWithoutTheThreads) {
  const auto items = parse_portfolio("default");
  const Names first = names(first_members(items)), later = names(all_members(items, {5, true}));
  ASSERT_LE(first.size(), later.size());
  EXPECT_TRUE(std::equal(first.begin(), first.end(), later.begin()));
}

TEST(PortfolioSpec, Refuses) {
  for (const char* spec :
       {"", ",", "s-por,", ",s-por", "s-por:", ":random", "s-por:fast", "s-por:random*0", "s-por:random*x",
        "s-por:random*1001", "s-por:random:x", "s-por:random:-1", "s-por:permutations:3", "s-por:permutations*0",
        "s-por:sequential:", "s-por:sequential*2", "s-por:sequential:1,0*2", "s-por,1,0", "s-por:random:1*"})
    EXPECT_THROW(parse_portfolio(spec), UsageError) << spec;
}

MemberResult reported(const char* por, Verdict verdict, bool complete, Names outcomes = {}, Names violations = {}) {
  MemberResult r;
  r.member = {por, "sequential"};
  r.end = jobs::JobEnd::Reported;
  r.reported = true;
  r.verdict = verdict;
  r.complete = complete;
  r.outcomes = std::move(outcomes);
  r.violations = std::move(violations);
  return r;
}

MemberResult died(const char* por) {
  MemberResult r;
  r.member = {por, "sequential"};
  r.end = jobs::JobEnd::Died;
  r.verdict = Verdict::Verified;  // whatever it wrote before
  r.complete = true;
  r.reason = "died: killed by SIGSEGV";
  return r;
}

TEST(PortfolioAnswer, WhatEndsIt) {
  EXPECT_TRUE(conclusive(reported("a", Verdict::Verified, true), false));
  EXPECT_TRUE(conclusive(reported("a", Verdict::Violated, false), false));
  EXPECT_FALSE(conclusive(reported("a", Verdict::Violated, false), true));
  EXPECT_TRUE(conclusive(reported("a", Verdict::Violated, true), true));
  EXPECT_FALSE(conclusive(reported("a", Verdict::Inconclusive, false), false));
  EXPECT_TRUE(conclusive(reported("a", Verdict::Inconclusive, true), false));  // holes: the others have them too
  EXPECT_FALSE(conclusive(reported("a", Verdict::Error, false), false));
  EXPECT_FALSE(conclusive(died("a"), false));
}

TEST(PortfolioAnswer, WhoDiedSaidNothing) {
  const PortfolioAnswer a = answer_of({died("a"), died("b")}, -1, {});
  EXPECT_EQ(a.winner, -1);
  EXPECT_EQ(a.verdict, Verdict::Inconclusive);
  EXPECT_NE(a.reason.find("a sequential died: killed by SIGSEGV; b sequential died"), std::string::npos) << a.reason;
  const PortfolioAnswer b = answer_of({died("a"), reported("b", Verdict::Violated, false)}, 1, {});
  EXPECT_EQ(b.winner, 1);
  EXPECT_TRUE(b.contradiction.empty());
}

TEST(PortfolioAnswer, WithoutAnAnswerTheBestReport) {
  const MemberResult error = reported("e", Verdict::Error, false), open = reported("i", Verdict::Inconclusive, false),
                     found = reported("v", Verdict::Violated, false);
  EXPECT_EQ(answer_of({error, open}, -1, {}).winner, 1);
  EXPECT_EQ(answer_of({error, open, found}, -1, {.keep_going = true}).winner, 2);
  EXPECT_EQ(answer_of({error, died("d")}, -1, {}).verdict, Verdict::Error);
  MemberResult far = open;
  far.transitions = 5;
  EXPECT_EQ(answer_of({open, far}, -1, {}).winner, 1);
}

TEST(PortfolioAnswer, AViolationOutweighsVerified) {
  for (const bool turned : {false, true}) {
    std::vector<MemberResult> both{reported("a", Verdict::Verified, true), reported("b", Verdict::Violated, false)};
    if (turned) std::swap(both[0], both[1]);
    const PortfolioAnswer a = answer_of(both, 0, {});
    EXPECT_EQ(a.verdict, Verdict::Violated);
    EXPECT_EQ(both[static_cast<size_t>(a.winner)].member.por, "b");
    EXPECT_EQ(a.contradiction, "a sequential says verified, b sequential says violated");
  }
}

TEST(PortfolioAnswer, DifferentOutcomesAreNoAnswer) {
  const auto one = reported("a", Verdict::Verified, true, {"1"}),
             two = reported("b", Verdict::Verified, true, {"1", "2"});
  const PortfolioAnswer a = answer_of({one, two}, 0, {});
  EXPECT_EQ(a.verdict, Verdict::Error);
  EXPECT_EQ(a.winner, -1);
  EXPECT_NE(a.reason.find("b sequential has the outcome \"2\", a sequential has not"), std::string::npos) << a.reason;
  EXPECT_TRUE(answer_of({one, one}, 0, {}).contradiction.empty());
  // What was seen until a limit or a first violation need not be the same.
  EXPECT_TRUE(
      answer_of({reported("a", Verdict::Violated, false, {"1"}), reported("b", Verdict::Violated, false, {"2"})}, 0, {})
          .contradiction.empty());
  EXPECT_TRUE(answer_of({one, reported("b", Verdict::Inconclusive, false, {})}, 0, {}).contradiction.empty());
  const auto some = reported("a", Verdict::Violated, true, {"1"}, {"assertion"}),
             others = reported("b", Verdict::Violated, true, {"1"}, {"deadlock"});
  EXPECT_EQ(answer_of({some, others}, 0, {.keep_going = true}).contradiction,
            "b sequential has the violation \"deadlock\", a sequential has not");
}

// What a complete search does not have, nobody may have seen, however early it was stopped.
TEST(PortfolioAnswer, AnIncompleteSearchCanContradictACompleteOne) {
  const auto whole = reported("a", Verdict::Verified, true, {"1", "3"});
  EXPECT_TRUE(answer_of({whole, reported("b", Verdict::Inconclusive, false, {"3"})}, 0, {}).contradiction.empty());
  EXPECT_EQ(answer_of({whole, reported("b", Verdict::Inconclusive, false, {"2\n", "3"})}, 0, {}).contradiction,
            "b sequential has the outcome \"2\\n\", a sequential has not");
  // Doubt after a complete search is none of these: what it hides may be what differs.
  EXPECT_TRUE(answer_of({whole, reported("b", Verdict::Inconclusive, true, {"2"})}, 0, {}).contradiction.empty());
}

TEST(PortfolioAnswer, ComparedAnswersThatDifferAreAnError) {
  const auto fine = reported("a", Verdict::Verified, true, {"1"}),
             bad = reported("b", Verdict::Violated, true, {"1"}, {"assertion"});
  for (const int first : {0, 1}) {
    const PortfolioAnswer a = answer_of({fine, bad, fine}, first, {.keep_going = true, .compare = true});
    EXPECT_EQ(a.verdict, Verdict::Error);
    EXPECT_EQ(a.winner, -1);
    EXPECT_EQ(a.complete, 3u);
    EXPECT_NE(a.reason.find("a sequential says verified, b sequential says violated (assertion)"), std::string::npos)
        << a.reason;
  }
  // The first pair that agrees hides no later one.
  EXPECT_EQ(
      answer_of({fine, fine, reported("c", Verdict::Verified, true, {})}, 0, {.keep_going = true, .compare = true})
          .verdict,
      Verdict::Error);
  EXPECT_EQ(answer_of({fine, fine, fine}, 0, {.keep_going = true, .compare = true}).verdict, Verdict::Verified);
  EXPECT_EQ(
      answer_of({fine, reported("c", Verdict::Inconclusive, false)}, 0, {.keep_going = true, .compare = true}).complete,
      1u);
}

TEST(PortfolioAnswer, WhoSeesNoLivelocksDeniesNone) {
  MemberResult blind = reported("a", Verdict::Verified, true, {"1"}),
               sees = reported("b", Verdict::Violated, true, {"1"}, {"livelock"});
  EXPECT_NE(answer_of({blind, sees}, 0, {.keep_going = true, .compare = true}).contradiction, "");
  blind.livelocks_seen = false;
  EXPECT_EQ(answer_of({blind, sees}, 0, {.keep_going = true, .compare = true}).contradiction, "");
  EXPECT_EQ(answer_of({blind, sees}, 0, {.keep_going = true, .compare = true}).winner, 1);
  sees.violations = {"assertion", "livelock"};
  EXPECT_NE(answer_of({blind, sees}, 0, {.keep_going = true, .compare = true}).contradiction, "");
}

}  // namespace
}  // namespace jmc::check
