// Reductions that match no states: how many executions, and that each trace is among them.
#include <gtest/gtest.h>

#include "tests/por/programs.hpp"
#include "tests/por/support.hpp"
#include "tests/por/traces.hpp"

namespace jmc::por::toy {
namespace {

SearchOptions with(const char* strategy) {
  SearchOptions options;
  options.strategy = strategy;
  set_default_refinements(options);
  return options;
}

SearchStatistics counts(const Program& program, const char* strategy) {
  const Observed o = observe(program, with(strategy));
  EXPECT_EQ(o.result.end, SearchEnd::Complete) << o.result.detail;
  return o.result.statistics;
}
uint64_t executions(const Program& program, const char* strategy) { return counts(program, strategy).executions; }

TEST(Dpor, Readers) {
  // As published: abandoned paths included.
  for (const auto& [n, published] : {std::pair{2, 5u}, {8, 3281u}}) {
    const SearchStatistics s = counts(readers(n), "dpor");
    EXPECT_EQ(s.executions, 1u << n);
    EXPECT_EQ(s.executions + s.blocked_executions, published);
  }
  EXPECT_EQ(executions(readers(2), "source-dpor"), 4u);
  EXPECT_EQ(executions(readers(8), "source-dpor"), 256u);
  EXPECT_EQ(executions(readers(13), "source-dpor"), 8192u);
}

TEST(Dpor, LastZero) {
  EXPECT_EQ(executions(last_zero(5), "source-dpor"), 64u);
  EXPECT_GT(counts(last_zero(5), "source-dpor").blocked_executions, 0u);
}

TEST(Dpor, Indexer) {
  for (const char* name : {"dpor", "source-dpor"}) EXPECT_EQ(executions(indexer(11), name), 1u);
  EXPECT_EQ(executions(indexer(12), "source-dpor"), 8u);
}

// Complete executions and nothing else.
uint64_t optimal(const Program& program) {
  const SearchStatistics s = counts(program, "optimal-dpor");
  EXPECT_EQ(s.blocked_executions, 0u);
  return s.executions;
}

TEST(Dpor, OptimalCounts) {
  EXPECT_EQ(optimal(readers(2)), 4u);
  EXPECT_EQ(optimal(readers(8)), 256u);
  EXPECT_EQ(optimal(readers(13)), 8192u);
  EXPECT_EQ(optimal(last_zero(5)), 64u);
  EXPECT_EQ(optimal(last_zero(10)), 3328u);
  EXPECT_EQ(optimal(indexer(11)), 1u);
  EXPECT_EQ(optimal(indexer(12)), 8u);
  EXPECT_EQ(optimal(indexer(13)), 64u);
  EXPECT_EQ(optimal(indexer(15)), 4096u);
  if (!long_tests()) return;
  EXPECT_EQ(optimal(last_zero(15)), 147456u);
}

TEST(Dpor, FileSystem) {
  for (const char* name : {"dpor", "source-dpor", "optimal-dpor"})
    EXPECT_EQ(executions(filesystem(13), name), 1u) << name;
  for (const auto& [n, published] : {std::pair{14, 2u}, {16, 8u}, {18, 32u}, {19, 64u}}) {
    EXPECT_EQ(optimal(filesystem(n)), published);
    EXPECT_EQ(executions(filesystem(n), "source-dpor"), published);
  }
}

TEST(Dpor, SmallPrograms) {
  // Six ways to interleave the outer locks, three traces, one of them a deadlock.
  EXPECT_EQ(optimal(opposite_locks()), 3u);
  EXPECT_EQ(observe(opposite_locks(), with("optimal-dpor")).deadlocks.size(), 1u);
  EXPECT_EQ(optimal(overwritten()), 3u);
  EXPECT_EQ(observe(overwritten(), with("optimal-dpor")).ends.size(), 2u);
  for (const auto& [n, factorial] : {std::pair{2, 2u}, {3, 6u}, {4, 24u}, {5, 120u}})
    EXPECT_EQ(optimal(writers(n)), factorial);
}

TEST(Dpor, EveryTraceOfRandomPrograms) {
  uint64_t compared = 0, all_traces = 0, all_paths = 0;
  for (uint64_t seed = 0; seed < (long_tests() ? 100000u : 2000u) && !HasFailure(); ++seed) {
    const Program p = random_program(seed, shape(seed % 16));  // no loops
    SearchOptions full = with("none");
    full.match_states = false;
    full.max_states = long_tests() ? 20000 : 2500;
    const Traces all = traces(p, full);
    if (all.result.end != SearchEnd::Complete) continue;
    ++compared;
    all_traces += all.count.size();
    all_paths += all.result.statistics.executions;
    for (const auto& [name, sleep] : {std::pair{"dpor", false},
                                      {"dpor", true},
                                      {"source-dpor", false},
                                      {"source-dpor", true},
                                      {"optimal-dpor", true}}) {
      SearchOptions options = with(name);
      options.sleep_sets = sleep;
      const Traces found = traces(p, options);
      EXPECT_EQ(found.result.end, SearchEnd::Complete) << found.result.detail << name << ", seed " << seed << "\n"
                                                       << p.text();
      EXPECT_EQ(found.count.size(), all.count.size()) << name << ", seed " << seed << "\n" << p.text();
      if (!sleep) continue;
      EXPECT_EQ(found.result.statistics.executions, all.count.size()) << name << ", seed " << seed << "\n" << p.text();
      if (name == std::string("optimal-dpor")) {
        EXPECT_EQ(found.result.statistics.blocked_executions, 0u) << "seed " << seed << "\n" << p.text();
      }
    }
  }
  EXPECT_GT(compared, 1200u);
  RecordProperty("programs", static_cast<int>(compared));
  RecordProperty("traces", static_cast<int>(all_traces));
  EXPECT_LT(all_traces * 3, all_paths);
}

}  // namespace
}  // namespace jmc::por::toy
