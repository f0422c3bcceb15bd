// Optimal reduction in the memory of a path, against wakeup trees: the same traces, each once, whether reversals wait
// or not.
#include <gtest/gtest.h>

#include "por/stateless/optimal_trees.hpp"
#include "por/stateless/parsimonious_search.hpp"
#include "tests/por/programs.hpp"
#include "tests/por/support.hpp"
#include "tests/por/traces.hpp"

namespace jmc::por::toy {
namespace {

struct Paths final : Listener {
  explicit Paths(const Program& p) : program(p) {}
  void end_state(std::span<const PathStep> path) override { ++count[trace_of(program, {path.begin(), path.end()})]; }
  const Program& program;
  std::map<std::string, int> count;
};

struct Explored {
  std::map<std::string, int> traces;
  SearchResult result;
  uint64_t most_bytes = 0;
};

template <class F>
Explored explore(const Program& program, SearchOptions options, F&& run_search) {
  options.strategy = "optimal-dpor";
  set_default_refinements(options);
  options.match_states = false;
  options.keep_going = true;
  ToySystem system(program);
  Paths paths(program);
  SearchRun run(system, options, paths);
  run_search(run);
  Explored out;
  out.most_bytes = run.extra_bytes;
  out.result = run.finish();
  out.traces = paths.count;
  return out;
}

Explored with_trees(const Program& p, const SearchOptions& o = {}) { return explore(p, o, run_optimal_trees); }
Explored parsimonious(const Program& p, size_t waiting, const SearchOptions& o = {}) {
  return explore(p, o, [&](SearchRun& run) { ParsimoniousSearch(run, waiting).explore(); });
}

void expect_same(const Explored& trees, const Explored& other, const std::string& what) {
  EXPECT_EQ(other.result.end, trees.result.end) << what << other.result.detail;
  EXPECT_EQ(other.traces, trees.traces) << what;
  EXPECT_EQ(other.result.statistics.executions, trees.result.statistics.executions) << what;
  EXPECT_EQ(other.result.statistics.blocked_executions, 0u) << what;
}

// Whatever comes first in each state, and if nothing may wait.
TEST(Parsimonious, TheTracesOfWakeupTrees) {
  uint64_t traces = 0;
  for (uint64_t seed = 0; seed < (long_tests() ? 100'000u : 1500u) && !HasFailure(); ++seed) {
    const Program p = random_program(seed + 1'000'000, shape(seed % 16));  // no loops
    SearchOptions options;
    options.max_states = 20'000;
    const Explored trees = with_trees(p, options);
    if (trees.result.end != SearchEnd::Complete) continue;
    for (const auto& [trace, times] : trees.traces) EXPECT_EQ(times, 1);
    traces += trees.traces.size();
    const std::string text = ", seed " + std::to_string(seed) + "\n" + p.text();
    options.max_states = 0;
    expect_same(trees, parsimonious(p, ParsimoniousSearch::kWaiting, options), "waiting" + text);
    expect_same(trees, parsimonious(p, 0, options), "at once" + text);
    options.order = SearchOptions::Order::Random;
    options.seed = seed;
    expect_same(trees, parsimonious(p, seed % 8, options), "in random order" + text);
    options.order = SearchOptions::Order::Sequential;
    options.permutation = {3, 1, 0, 2};
    expect_same(trees, parsimonious(p, 3, options), "permuted" + text);
  }
  EXPECT_GT(traces, 10'000u);
}

TEST(Parsimonious, PublishedCountsWithNothingWaiting) {
  const auto executions = [](const Program& p) { return parsimonious(p, 0).result.statistics.executions; };
  EXPECT_EQ(executions(readers(8)), 256u);
  EXPECT_EQ(executions(last_zero(5)), 64u);
  EXPECT_EQ(executions(indexer(12)), 8u);
  EXPECT_EQ(executions(filesystem(16)), 8u);
  EXPECT_EQ(executions(writers(5)), 120u);
  EXPECT_EQ(executions(opposite_locks()), 3u);
}

// With a bound on what waits, memory grows with the length of a path only. The tree holds all that is left to do.
TEST(Parsimonious, MemoryIsThatOfAPath) {
  const Program p = last_zero(long_tests() ? 13 : 10);
  const uint64_t trees = with_trees(p).most_bytes;
  EXPECT_LT(parsimonious(p, 0).most_bytes * 4, trees);
  EXPECT_LT(parsimonious(p, 1000).most_bytes * 4, trees);
}

// Threads wait in loops. Whether they do so in vain is known without states that are compared.
void expect_loops_end(const std::string& strategy, uint64_t first, uint64_t seeds) {
  uint64_t compared = 0, endless = 0, livelocks = 0;
  for (uint64_t seed = first; seed < first + seeds && !testing::Test::HasFailure(); ++seed) {
    const Shape shape{.locks = seed % 3 == 1,
                      .signals = seed % 7 == 3,
                      .threads = seed % 11 == 5,
                      .heap = seed % 5 == 2,
                      .small = seed % 2 == 0,
                      .spin = true,
                      .spin_locks = seed % 4 < 2,
                      .yields = seed % 13 == 6};
    const Program p = random_program(seed, shape);
    SearchOptions options;
    options.strategy = "none";
    options.max_states = 400;
    const Observed full = observe(p, options);
    if (full.result.end != SearchEnd::Complete) continue;
    options = {};
    options.strategy = strategy;
    set_default_refinements(options);
    options.trees = seed % 7 == 3;  // who is notified is a choice
    options.depth_bound = 60;
    options.max_states = 2000;
    const Observed found = observe(p, options);
    if (found.result.end == SearchEnd::DepthBound || found.result.end == SearchEnd::StateLimit) {
      ++endless;
      continue;
    }
    ++compared;
    livelocks += full.livelock;
    const std::string text = ", seed " + std::to_string(seed) + "\n" + p.text();
    EXPECT_EQ(found.result.end, SearchEnd::Complete) << found.result.detail << text;
    EXPECT_TRUE(same_behaviour(full, found)) << difference(full, found) << text;
    EXPECT_EQ(found.livelock, full.livelock) << text;
  }
  testing::Test::RecordProperty("compared", static_cast<int>(compared));
  testing::Test::RecordProperty("endless", static_cast<int>(endless));
  testing::Test::RecordProperty("livelocks", static_cast<int>(livelocks));
  EXPECT_GT(compared, seeds / 2);
  EXPECT_GT(livelocks, seeds / 5);
}

TEST(Parsimonious, LoopsThatWaitEnd) { expect_loops_end("optimal-dpor", 0, long_tests() ? 50'000 : 500); }
TEST(SourceDpor, LoopsThatWaitEnd) { expect_loops_end("source-dpor", 1000, long_tests() ? 50'000 : 300); }
TEST(Dpor, LoopsThatWaitEnd) { expect_loops_end("dpor", 2000, long_tests() ? 50'000 : 300); }

}  // namespace
}  // namespace jmc::por::toy
