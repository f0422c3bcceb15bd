// Searches that share what they have closed: together they find what one full search finds, whoever is stopped when.
#include <gtest/gtest.h>

#include <thread>

#include "por/store/closed_table.hpp"
#include "tests/por/support.hpp"

namespace jmc::por::toy {
namespace {

struct SharedSearch {
  const char* name;
  const char* strategy;
  void (*set)(SearchOptions&);
};

const SharedSearch kSharedSearches[] = {
    {"none", "none", [](SearchOptions&) {}},
    {"s_por", "s-por", [](SearchOptions& o) { o.safe_unlocks = true; }},
    {"s_por_lone", "s-por",
     [](SearchOptions& o) {
       o.lone_runs = true;
       o.lone_stored = 0;
     }},
    {"de", "de-s-por", [](SearchOptions& o) { o.owner_for_blocked = true; }},
    {"dl", "dl-s-por", [](SearchOptions& o) { o.owner_for_blocked = true; }},
    {"dl_held_back", "dl-s-por", [](SearchOptions& o) { o.held_back = o.owner_for_blocked = true; }},
    {"dl_lone", "dl-s-por",
     [](SearchOptions& o) {
       o.held_back = o.owner_for_blocked = o.lone_runs = o.visited_first = true;
       o.lone_stored = 0;
     }},
};

SearchOptions options_of(const SharedSearch& c, uint32_t writer, uint64_t seed, ClosedTable& table) {
  SearchOptions o;
  o.strategy = c.strategy;
  c.set(o);
  o.closed = &table;
  o.writer = writer;
  if (writer != 0) {
    o.order = SearchOptions::Order::Random;
    o.seed = seed + writer;
  }
  return o;
}

Observed both(Observed a, const Observed& b) {
  a.ends.insert(b.ends.begin(), b.ends.end());
  a.deadlocks.insert(b.deadlocks.begin(), b.deadlocks.end());
  a.locals.insert(b.locals.begin(), b.locals.end());
  a.livelock |= b.livelock;
  return a;
}

class Sharing : public testing::TestWithParam<SharedSearch> {
 protected:
  template <class F>
  void for_programs(F&& f) {
    const uint64_t count = long_tests() ? 20'000 : 250;
    for (uint64_t seed = 0; seed < count; ++seed) {
      const Program program = random_program(seed, shape(static_cast<uint32_t>(seed)));
      SearchOptions full;
      full.strategy = "none";
      full.max_states = 3000;
      const Observed expected = observe(program, full);
      if (expected.result.end != SearchEnd::Complete) continue;
      f(program, seed, expected);
      if (HasFailure()) { FAIL() << "seed " << seed << "\n" << program.text(); }
    }
  }
  void compare(const Observed& expected, const Observed& found, const ClosedTable& table) {
    EXPECT_TRUE(same_behaviour(expected, found)) << difference(expected, found);
    if (std::string_view(GetParam().strategy) == "none") { EXPECT_EQ(table.states(), expected.states()); }
  }
};

// A search that is stopped somewhere leaves what it has closed to the next one, and so on.
TEST_P(Sharing, OneAfterTheOther) {
  uint64_t closed_before = 0;
  for_programs([&](const Program& program, uint64_t seed, const Observed& expected) {
    ClosedTable table(3);
    Observed all;
    for (uint32_t writer = 0; writer < 3; ++writer) {
      SearchOptions o = options_of(GetParam(), writer, seed, table);
      if (writer != 2) o.max_states = 1 + (seed * 7 + writer * 13) % (expected.states() + 1);
      const Observed one = observe(program, o);
      all = both(std::move(all), one);
      if (writer == 0) closed_before += table.states();
      if (writer == 2 || one.result.end == SearchEnd::Complete) {
        EXPECT_EQ(one.result.end, SearchEnd::Complete);
        compare(expected, all, table);
      }
    }
    EXPECT_EQ(all.livelock, expected.livelock);
  });
  EXPECT_GT(closed_before, 500u);
}

TEST_P(Sharing, SideBySide) {
  for_programs([&](const Program& program, uint64_t seed, const Observed& expected) {
    ClosedTable table(3);
    Observed found[3];
    std::vector<std::thread> threads;
    for (uint32_t writer = 0; writer < 3; ++writer)
      threads.emplace_back(
          [&, writer] { found[writer] = observe(program, options_of(GetParam(), writer, seed, table)); });
    for (std::thread& t : threads) t.join();
    const Observed all = both(both(std::move(found[0]), found[1]), found[2]);
    compare(expected, all, table);
    EXPECT_EQ(all.livelock, expected.livelock);
  });
}

INSTANTIATE_TEST_SUITE_P(All, Sharing, testing::ValuesIn(kSharedSearches),
                         [](const auto& c) { return std::string(c.param.name); });

TEST(ClosedTableTest, KeepsWhatWasPublished) {
  ClosedTable table(2);
  constexpr uint64_t kStates = 300'000;
  const auto state = [](uint64_t i) { return Fingerprint{i, i * 0x9e3779b97f4a7c15u}; };
  // Both publish two thirds of the states, at the same time: the third in the middle is published twice.
  const auto publish = [&](uint32_t writer) {
    for (uint64_t i = writer * kStates / 3; i < (writer + 2) * kStates / 3; ++i)
      ASSERT_NE(table.publish(writer, state(i), i + 1), ClosedTable::Published::Full);
  };
  std::thread other([&] { publish(1); });
  publish(0);
  other.join();
  EXPECT_EQ(table.states(), kStates);
  EXPECT_EQ(table.again(), kStates / 3);
  ClosedTable::Found found{};
  for (uint64_t i = 0; i < kStates; ++i) {
    ASSERT_TRUE(table.find(state(i), found)) << i;
    ASSERT_EQ(found.value, i + 1);
  }
  EXPECT_FALSE(table.find(state(kStates), found));
}

}  // namespace
}  // namespace jmc::por::toy
