// What is drawn to know the number of executions: the tree that is drawn from, against what explores it, and the mean.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/por/programs.hpp"
#include "tests/por/support.hpp"

namespace jmc::por::toy {
namespace {

SearchOptions probes(const char* strategy, uint32_t paths) {
  SearchOptions options;
  options.strategy = strategy;
  options.match_states = false;
  options.exploration = Exploration::Probes;
  options.probe_paths = paths;
  options.probe_seconds = 1000;
  options.executions = 1;
  return options;
}

TraceEstimate estimate(const Program& program, const SearchOptions& options) {
  return observe(program, options).result.traces;
}

// With a path for everybody nothing is left to chance.
double all(const Program& program, const char* strategy) {
  const TraceEstimate e = estimate(program, probes(strategy, 4'000'000));
  EXPECT_TRUE(e.exact);
  EXPECT_EQ(e.least, e.expected);
  EXPECT_EQ(e.most, e.expected);
  return e.expected;
}

TEST(Probes, TheTreeHasOneCompletePathForEachTrace) {
  EXPECT_EQ(all(readers(2), "optimal-dpor"), 4);
  EXPECT_EQ(all(readers(6), "source-dpor"), 64);
  EXPECT_EQ(all(last_zero(3), "dpor"), 12);
  EXPECT_EQ(all(last_zero(5), "optimal-dpor"), 64);
  EXPECT_EQ(all(indexer(2), "optimal-dpor"), 1);
  EXPECT_EQ(all(opposite_locks(), "optimal-dpor"), 3);
  EXPECT_EQ(all(overwritten(), "optimal-dpor"), 3);
  EXPECT_EQ(all(writers(4), "optimal-dpor"), 24);
}

TEST(Probes, WithoutAReductionItIsTheNumberOfSchedules) {
  EXPECT_EQ(all(readers(2), "none"), 30);
  EXPECT_EQ(all(readers(4), "none"), 22680);
  EXPECT_EQ(all(last_zero(3), "none"), 920);
  EXPECT_EQ(all(indexer(2), "none"), 70);
}

TEST(Probes, RandomProgramsHaveAsManyAsTheSearchesExplore) {
  uint64_t compared = 0;
  for (uint64_t seed = 0; seed < (long_tests() ? 20000u : 1500u) && !HasFailure(); ++seed) {
    const Program p = random_program(seed, shape(seed % 16));  // no loops
    SearchOptions options;
    options.strategy = "none";
    options.max_states = 60;
    if (observe(p, options).result.end != SearchEnd::Complete) continue;
    for (const char* name : {"optimal-dpor", "source-dpor", "none", "s-por"}) {
      SearchOptions reduction;
      reduction.strategy = name;
      reduction.match_states = false;
      if (find_strategy(name)->states == Strategy::States::Never) set_default_refinements(reduction);
      EXPECT_EQ(all(p, name), static_cast<double>(observe(p, reduction).result.statistics.executions))
          << name << ", seed " << seed;
    }
    ++compared;
  }
  EXPECT_GT(compared, 500u);
}

// The mean of n independent draws is off by more than five of its standard deviations once in 1.7 million.
TEST(Probes, TheMeanOfManyDrawsIsTheNumber) {
  struct Case {
    Program program;
    const char* strategy;
    double number;
  };
  for (const Case& c :
       {Case{readers(3), "optimal-dpor", 8}, Case{last_zero(4), "optimal-dpor", 28},
        Case{last_zero(5), "source-dpor", 64}, Case{writers(4), "optimal-dpor", 24}, Case{readers(4), "none", 22680}})
    for (const uint32_t paths : {1u, 2u, 5u}) {
      constexpr int kDraws = 2000;
      double sum = 0, squares = 0;
      for (int seed = 0; seed < kDraws; ++seed) {
        SearchOptions options = probes(c.strategy, paths);
        options.seed = static_cast<uint64_t>(seed);
        const double x = estimate(c.program, options).expected;
        sum += x;
        squares += x * x;
      }
      const double mean = sum / kDraws, deviation = std::sqrt((squares / kDraws - mean * mean) / kDraws);
      EXPECT_LT(std::abs(mean - c.number), 5 * deviation + 1e-9) << c.strategy << " " << c.number << ", " << paths;
      EXPECT_GT(deviation, 0) << "nothing was left to chance";
    }
}

// It is to hold nine times of ten: less than 13 of 20 have a probability of 0.0004.
TEST(Probes, TheIntervalComesFromTheBatches) {
  int within = 0;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    SearchOptions options = probes("optimal-dpor", 16);
    options.executions = 40;
    options.seed = seed;
    const TraceEstimate e = estimate(last_zero(8), options);
    EXPECT_EQ(e.batches, 40u);
    EXPECT_FALSE(e.exact);
    EXPECT_LT(e.least, e.expected);
    EXPECT_GT(e.most, e.expected);
    within += e.least <= 704 && 704 <= e.most;  // 2^6 * 11
  }
  EXPECT_GE(within, 13);
}

TEST(Probes, PathsWithoutEndAreToldAndNotCounted) {
  SearchOptions options = probes("optimal-dpor", 8);
  options.depth_bound = 3;
  options.executions = 20;
  const TraceEstimate e = estimate(spin_on_flag(), options);
  EXPECT_GT(e.unended, 0u);
  EXPECT_FALSE(e.exact);
}

// A thread that polls has an execution for each number of its turns, of which few are drawn: nothing is known, and
// that is known soon.
TEST(Probes, PollingIsNoticed) {
  for (const char* name : {"optimal-dpor", "source-dpor", "none"}) {
    SearchOptions options = probes(name, 64);
    options.executions = 1000;
    const TraceEstimate e = estimate(spin_on_flag(), options);
    EXPECT_TRUE(e.polls) << name;
    EXPECT_FALSE(e.exact) << name;
    EXPECT_EQ(e.expected, 0) << name;
    EXPECT_LT(e.batches, 5u) << name;
  }
}

// The body, beside a thread that writes the first of two globals.
Program beside_a_write(const Body& body) {
  Body writer;
  writer.add({Code::Const, 0, kNone, kNone, kNone, 1});
  writer.add({Code::Write, kNone, kNone, 0, kNone, 0});
  Program p;
  p.globals = {0, 0};
  p.bodies = {body, writer};
  p.initial_threads = 2;
  return p;
}

// One that reads the same many times, and then goes on: the number is that of what is drawn often, and the answer says
// so. Where nobody is left who could write, it has one way only.
TEST(Probes, ManyReadsOfTheSameAreDrawnSeldom) {
  for (const int reads : {4, 40}) {
    Body reader;
    for (int i = 0; i < reads; ++i) reader.add({Code::Read, 0, kNone, kNone, kNone, 0});
    Program p = beside_a_write(reader);
    SearchOptions options = probes("optimal-dpor", 16);
    options.executions = 200;
    const TraceEstimate e = estimate(p, options);
    EXPECT_FALSE(e.polls) << reads;
    EXPECT_EQ(e.few, reads == 40);
    EXPECT_EQ(e.exact, reads == 4);
    if (reads == 4) { EXPECT_EQ(e.expected, 5); }
    p.bodies = {reader};
    p.initial_threads = 1;
    EXPECT_EQ(estimate(p, options).expected, 1) << reads;
  }
}

// One that writes in its loop, too, and looks at the same: it may stop after each of its turns, as many ways as those.
TEST(Probes, ManyTurnsThatWriteAreDrawnSeldom) {
  for (const int turns : {3, 40}) {
    Body reader;
    for (int i = 0; i < turns; ++i) {
      reader.add({Code::Const, 1, kNone, kNone, kNone, i});
      reader.add({Code::Write, kNone, kNone, 1, kNone, 1});
      reader.add({Code::Read, 0, kNone, kNone, kNone, 0});
    }
    SearchOptions options = probes("optimal-dpor", 16);
    options.executions = 200;
    const TraceEstimate e = estimate(beside_a_write(reader), options);
    EXPECT_FALSE(e.polls) << turns;
    EXPECT_EQ(e.few, turns == 40);
    if (turns == 3) { EXPECT_EQ(e.expected, 4); }
  }
}

// What is drawn seldom and not known of shows nowhere: docs/estimates.md warns of it. The reader goes on only if it
// comes between each two writes of the other, once of a million times, and most orders are what it does then.
TEST(Probes, WhatIsDrawnSeldomShowsNowhere) {
  Body reader, writer;
  std::vector<int> exits;
  for (int i = 0; i < 10; ++i) {
    reader.add({Code::Read, 0, kNone, kNone, kNone, 0});
    reader.add({Code::Const, 1, kNone, kNone, kNone, i});
    const int same = reader.add({Code::JumpEqual, kNone, 0, 1, kNone, 0});
    exits.push_back(reader.add({Code::Jump, kNone, kNone, kNone, kNone, 0}));
    reader.land(same);
    writer.add({Code::Const, 0, kNone, kNone, kNone, i + 1});
    writer.add({Code::Write, kNone, kNone, 0, kNone, 0});
  }
  for (int i = 0; i < 6; ++i)
    for (Body* b : {&reader, &writer}) {
      b->add({Code::Const, 0, kNone, kNone, kNone, 2 * i + (b == &reader)});
      b->add({Code::Write, kNone, kNone, 0, kNone, 1});
    }
  for (const int exit : exits) reader.land(exit);
  Program p;
  p.globals = {0, -1};
  p.bodies = {reader, writer};
  p.initial_threads = 2;
  SearchOptions search;
  search.strategy = "optimal-dpor";
  search.match_states = false;
  set_default_refinements(search);
  const double all = static_cast<double>(observe(p, search).result.statistics.executions);
  SearchOptions options = probes("optimal-dpor", 64);
  options.executions = 100;
  const TraceEstimate e = estimate(p, options);
  EXPECT_LT(e.most, all / 5);
  EXPECT_FALSE(e.few);
}

// What a path runs into is a violation like any other.
TEST(Probes, ViolationsAreFound) {
  EXPECT_EQ(observe(opposite_locks(), probes("optimal-dpor", 100)).deadlocks.size(), 1u);
}

}  // namespace
}  // namespace jmc::por::toy
