// Best-first search: whatever comes first, everything comes.
#include <gtest/gtest.h>

#include "por/bounded/bounds.hpp"
#include "por/thread_order.hpp"
#include "tests/por/naive_bounds.hpp"
#include "tests/por/support.hpp"

namespace jmc::por::toy {
namespace {

using Keys = std::vector<SearchKey>;

const std::pair<const char*, Keys> kKeys[] = {
    {"preemptions", {{SearchKey::Preemptions}}},
    {"backtrack", {{SearchKey::Backtrack}}},
    {"awake", {{SearchKey::Awake}}},
    {"random", {{SearchKey::Random}}},
    {"backtrack, preemptions", {{SearchKey::Backtrack}, {SearchKey::Preemptions}}},
    {"awake, tag, random", {{SearchKey::Awake}, {SearchKey::Tag, 0}, {SearchKey::Random}}},
};

// Threads that read and write; the first fails if two reads of one variable differ.
Program two_reads(uint64_t seed) {
  RandomSource random(seed);
  Program p;
  p.globals.assign(2, 0);
  for (int t = 0; t < 3; ++t) {
    Body b;
    for (int i = 0; i < (t == 0 ? 3 : 2); ++i) {
      const int variable = static_cast<int>(random.below(2));
      if (t == 0 ? i != 1 || random.below(2) : random.below(3) == 0) {
        b.keep |= 1u << i;
        b.add({Code::Read, i, kNone, kNone, kNone, t == 0 ? 0 : variable});
      } else {
        b.add({Code::Const, 9, kNone, kNone, kNone, 10 * t + i + 1});
        b.add({Code::Write, kNone, kNone, 9, kNone, t == 0 ? 1 : variable});
      }
    }
    if (t == 0) {
      const int same = b.add({Code::JumpEqual, kNone, 0, 2, kNone, 0});
      b.add({Code::Const, 9, kNone, kNone, kNone, 0});
      b.add({Code::Assert, kNone, 9});
      b.land(same);
    }
    p.bodies.push_back(std::move(b));
  }
  p.initial_threads = 3;
  return p;
}

SearchOptions best_first(const char* strategy, const Keys& keys, std::vector<Bound> bounds = {}) {
  SearchOptions options;
  options.strategy = strategy;
  options.match_states = false;
  options.exploration = Exploration::BestFirst;
  options.keys = keys;
  options.bounds = std::move(bounds);
  return options;
}

TEST(BestFirst, RandomPrograms) {
  uint64_t whole = 0, reduced = 0;
  int compared = 0;
  for (uint64_t seed = 0; seed < (long_tests() ? 4000u : 200u); ++seed) {
    Shape s = shape(seed % 16);
    s.small = true;
    s.yields = seed % 2;
    const Program p = seed % 3 == 0 ? two_reads(seed) : random_program(seed, s);
    SearchOptions full;
    full.strategy = "none";
    full.match_states = false;
    full.max_states = 3000;
    const Observed all = observe(p, full);
    if (all.result.end != SearchEnd::Complete) continue;
    ++compared;
    full.bounds = {{BoundKind::Preemption, seed % 4}};
    const Observed few = observe(p, full);
    for (const auto& [name, keys] : kKeys) {
      const Observed everything = observe(p, best_first("none", keys));
      EXPECT_EQ(everything.result.end, SearchEnd::Complete);
      EXPECT_TRUE(same_behaviour(all, everything)) << name << ", seed " << seed << ": " << difference(all, everything);
      EXPECT_EQ(everything.result.statistics.executions, all.result.statistics.executions) << name << ", seed " << seed;
      const Observed bounded = observe(p, best_first("none", keys, full.bounds));
      EXPECT_TRUE(same_behaviour(few, bounded)) << name << ", seed " << seed << ": " << difference(few, bounded);
      EXPECT_EQ(bounded.result.end, few.result.end) << name << ", seed " << seed;
      const Observed asked = observe(p, best_first("dpor", keys));
      EXPECT_EQ(asked.result.end, SearchEnd::Complete);
      EXPECT_TRUE(same_behaviour(all, asked))
          << name << ", dpor, seed " << seed << ": " << difference(all, asked) << "\n"
          << p.text();
      whole += everything.result.statistics.executions;
      reduced += asked.result.statistics.executions;
    }
  }
  EXPECT_GT(compared, 80);
  EXPECT_LT(reduced * 2, whole);
}

class FirstPath final : public Listener {
 public:
  void violation(std::span<const PathStep> path, ErrorKind) override {
    if (schedule.empty())
      for (PathStep s : path) schedule.push_back(s.thread);
  }
  std::vector<ThreadId> schedule;
};

// The first violation that is found needs no more preemptions than the bound at which bounded search finds one.
TEST(BestFirst, FewestPreemptionsFirst) {
  int violated[4] = {};
  for (uint64_t seed = 0; seed < 400; ++seed) {
    const Program p = two_reads(seed);
    for (const char* strategy : {"none", "s-por"}) {
      FirstPath first;
      ToySystem system(p);
      const SearchResult result = search(system, best_first(strategy, kKeys[0].second), first);
      uint64_t least = 0;
      for (;; ++least) {
        SearchOptions options;
        options.strategy = "none";
        options.bounds = {{BoundKind::Preemption, least}};
        FirstPath any;
        ToySystem again(p);
        const SearchResult bounded = search(again, options, any);
        if (bounded.end == SearchEnd::Bounded) continue;
        ASSERT_EQ(bounded.end, result.end) << "seed " << seed;
        break;
      }
      if (result.end != SearchEnd::FirstViolation) continue;
      EXPECT_EQ(cost_of(p, *make_bound_function(BoundKind::Preemption), first.schedule), least) << "seed " << seed;
      ++violated[std::min<uint64_t>(least, 3)];
    }
  }
  EXPECT_GT(violated[1], 20);
}

TEST(BestFirst, Budget) {
  const Program p = two_reads(1);
  SearchOptions options = best_first("none", kKeys[0].second);
  options.executions = 5;
  const Observed five = observe(p, options);
  EXPECT_EQ(five.result.end, SearchEnd::Sampled);
  EXPECT_EQ(five.result.statistics.executions, 5u);
}

TEST(BestFirst, Refusals) {
  const Keys keys = kKeys[0].second;
  EXPECT_NE(check_options(best_first("dl-s-por", keys)), "");
  EXPECT_NE(check_options(best_first("dpor", keys, {{BoundKind::Preemption, 1}})), "");
  EXPECT_NE(check_options(best_first("none", {})), "");
  SearchOptions matched = best_first("none", keys);
  matched.match_states = true;
  EXPECT_NE(check_options(matched), "");
  EXPECT_EQ(check_options(best_first("none", keys, {{BoundKind::LocalDepth, 1}})), "");
}

}  // namespace
}  // namespace jmc::por::toy
