// Optimal-DPOR with observers: published counts, every class of executions, and what cannot be combined with it.
#include <gtest/gtest.h>

#include "tests/por/programs.hpp"
#include "tests/por/support.hpp"
#include "tests/por/traces.hpp"

namespace jmc::por::toy {
namespace {

SearchOptions with_observers() {
  SearchOptions options;
  options.strategy = "optimal-dpor";
  options.observers = true;
  set_default_refinements(options);
  return options;
}

SearchStatistics counts(const Program& program) {
  const Observed o = observe(program, with_observers());
  EXPECT_EQ(o.result.end, SearchEnd::Complete) << o.result.detail;
  EXPECT_EQ(o.result.statistics.blocked_executions, 0u);
  return o.result.statistics;
}

TEST(Observers, OnlyTheLastWriteBeforeTheReadMatters) {
  for (int n = 1; n <= 7; ++n) EXPECT_EQ(counts(writers(n)).executions, static_cast<uint64_t>(n));
}

TEST(Observers, WritesThatNobodyReads) {
  // x=1; x=2 | y=1; x=3: without observers three traces.
  EXPECT_EQ(counts(overwritten()).executions, 1u);
}

TEST(Observers, ProgramsWithoutWritesThatOverwrite) {
  EXPECT_EQ(counts(readers(8)).executions, 256u);
  EXPECT_EQ(counts(last_zero(5)).executions, 64u);
  EXPECT_EQ(counts(indexer(12)).executions, 8u);
  EXPECT_EQ(counts(opposite_locks()).executions, 3u);
}

TEST(Observers, EveryClassOfRandomPrograms) {
  uint64_t compared = 0, classes = 0, all_traces = 0, repeated = 0;
  for (uint64_t seed = 0; seed < (long_tests() ? 100000u : 1200u) && !HasFailure(); ++seed) {
    const Program p = random_program(seed, shape(seed % 16));  // no loops
    SearchOptions full = with_observers();
    full.strategy = "none";
    full.match_states = full.observers = false;
    full.max_states = long_tests() ? 20000 : 2500;
    const Traces all = traces(p, full, observed_trace_of);
    if (all.result.end != SearchEnd::Complete) continue;
    ++compared;
    const Traces found = traces(p, with_observers(), observed_trace_of);
    EXPECT_EQ(found.result.end, SearchEnd::Complete) << found.result.detail << "seed " << seed << "\n" << p.text();
    EXPECT_EQ(found.count.size(), all.count.size()) << "seed " << seed << "\n" << p.text();
    EXPECT_EQ(found.result.statistics.blocked_executions, 0u) << "seed " << seed;
    repeated += found.result.statistics.executions - found.count.size();
    classes += all.count.size();
    all_traces += traces(p, full, strong_trace_of).count.size();
    const Observed one = observe(p, full), other = observe(p, with_observers());
    EXPECT_EQ(one.locals, other.locals) << "seed " << seed << "\n" << p.text();
    EXPECT_EQ(one.deadlocks.empty(), other.deadlocks.empty()) << "seed " << seed << "\n" << p.text();
  }
  EXPECT_GT(compared, 700u);
  EXPECT_LT(classes, all_traces);
  EXPECT_EQ(repeated, 0u);
  RecordProperty("programs", static_cast<int>(compared));
  RecordProperty("traces", static_cast<int>(all_traces));
  RecordProperty("classes", static_cast<int>(classes));
}

TEST(Observers, WhatCannotBeCombined) {
  SearchOptions options = with_observers();
  EXPECT_EQ(check_options(options), "");
  options.sleep_sets = true;
  EXPECT_NE(check_options(options), "");
  options = with_observers();
  options.failing_reads = true;
  EXPECT_NE(check_options(options), "");
  for (const char* name : {"none", "s-por", "dl-s-por", "dpor", "source-dpor"}) {
    options = with_observers();
    options.strategy = name;
    EXPECT_NE(check_options(options), "") << name;
  }
}

}  // namespace
}  // namespace jmc::por::toy
