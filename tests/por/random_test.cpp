// Random programs: every reduction, in every configuration, against the full search.
#include <gtest/gtest.h>

#include <functional>

#include "tests/por/support.hpp"

namespace jmc::por::toy {
namespace {

struct Configuration {
  const char* name;
  const char* strategy;
  void (*set)(SearchOptions&);
};

const Configuration kConfigurations[] = {
    {"s_por", "s-por", [](SearchOptions&) {}},
    {"s_por_safe_unlocks", "s-por", [](SearchOptions& o) { o.safe_unlocks = true; }},
    {"s_por_sleep", "s-por", [](SearchOptions& o) { o.sleep_sets = o.safe_unlocks = true; }},
    {"s_por_sleep_random", "s-por",
     [](SearchOptions& o) {
       o.sleep_sets = true;
       o.order = SearchOptions::Order::Random;
       o.seed = 11;
     }},
    {"s_por_sleep_late", "s-por",
     [](SearchOptions& o) {
       o.late_sleep_sets = o.safe_unlocks = o.failing_reads = o.same_value_reads = true;
       o.sleep_sets_from = 9;
     }},
    {"s_por_sleep_lone", "s-por",
     [](SearchOptions& o) {
       o.sleep_sets = o.lone_runs = true;
       o.lone_stored = 0;
     }},
    {"s_por_sleep_late_lone", "s-por",
     [](SearchOptions& o) {
       o.late_sleep_sets = o.lone_runs = true;
       o.sleep_sets_from = 5;
       o.lone_stored = 1;
       o.permutation = {3, 1, 0, 2};
     }},
    {"de", "de-s-por", [](SearchOptions&) {}},
    {"de_no_safe_sets", "de-s-por", [](SearchOptions& o) { o.no_safe_sets = true; }},
    {"de_refined", "de-s-por",
     [](SearchOptions& o) {
       o.owner_for_blocked = o.safe_unlocks = o.visited_first = true;
       o.permutation = {2, 0, 1};
     }},
    {"de_random", "de-s-por",
     [](SearchOptions& o) {
       o.owner_for_blocked = true;
       o.order = SearchOptions::Order::Random;
       o.seed = 5;
     }},
    {"dl", "dl-s-por", [](SearchOptions&) {}},
    {"dl_no_safe_sets", "dl-s-por", [](SearchOptions& o) { o.no_safe_sets = true; }},
    {"dl_known_successors", "dl-s-por", [](SearchOptions& o) { o.known_successors = true; }},
    {"dl_visited_first", "dl-s-por", [](SearchOptions& o) { o.visited_first = true; }},
    {"dl_fewest_conflicts", "dl-s-por", [](SearchOptions& o) { o.fewest_conflicts = o.visited_first = true; }},
    {"de_fewest_conflicts_random", "de-s-por",
     [](SearchOptions& o) {
       o.fewest_conflicts = o.visited_first = o.owner_for_blocked = true;
       o.order = SearchOptions::Order::Random;
       o.seed = 2;
     }},
    {"dl_learnt_order", "dl-s-por", [](SearchOptions& o) { o.learnt_order = true; }},
    {"dl_learnt_order_held_back", "dl-s-por",
     [](SearchOptions& o) {
       o.learnt_order = o.held_back = o.owner_for_blocked = o.failing_reads = o.same_value_reads = o.lone_runs = true;
       o.lone_stored = 0;
     }},
    {"de_learnt_order", "de-s-por", [](SearchOptions& o) { o.learnt_order = o.owner_for_blocked = true; }},
    {"dl_plain_labels", "dl-s-por", [](SearchOptions& o) { o.failing_reads = o.same_value_reads = false; }},
    {"dl_held_back", "dl-s-por", [](SearchOptions& o) { o.held_back = true; }},
    {"dl_held_back_refined", "dl-s-por",
     [](SearchOptions& o) {
       o.held_back = o.owner_for_blocked = o.failing_reads = o.same_value_reads = true;
       o.order = SearchOptions::Order::Random;
       o.seed = 21;
     }},
    {"dl_held_back_all", "dl-s-por",
     [](SearchOptions& o) {
       o.held_back = o.owner_for_blocked = o.safe_unlocks = o.visited_first = o.exact_states = o.lone_runs = true;
       o.lone_stored = 0;
       o.permutation = {3, 1, 0, 2};
     }},
    {"dl_held_back_no_safe_sets", "dl-s-por",
     [](SearchOptions& o) {
       o.held_back = o.no_safe_sets = true;
       o.permutation = {1, 0};
     }},
    {"dl_owners", "dl-s-por", [](SearchOptions& o) { o.owner_for_blocked = true; }},
    {"dl_refined", "dl-s-por",
     [](SearchOptions& o) {
       o.owner_for_blocked = o.safe_unlocks = o.visited_first = o.exact_states = true;
       o.permutation = {3, 1, 0, 2};
     }},
    {"dl_random", "dl-s-por",
     [](SearchOptions& o) {
       o.owner_for_blocked = o.safe_unlocks = true;
       o.order = SearchOptions::Order::Random;
       o.seed = 9;
     }},
    {"s_por_lone", "s-por",
     [](SearchOptions& o) {
       o.lone_runs = true;
       o.lone_stored = 0;
     }},
    {"dl_lone", "dl-s-por",
     [](SearchOptions& o) {
       o.lone_runs = o.failing_reads = o.same_value_reads = true;
       o.lone_stored = 0;
     }},
    {"dl_lone_refined", "dl-s-por",
     [](SearchOptions& o) {
       o.lone_runs = o.owner_for_blocked = o.safe_unlocks = o.visited_first = o.exact_states = true;
       o.lone_stored = 1;
       o.permutation = {3, 1, 0, 2};
     }},
    {"dl_lone_no_safe_sets", "dl-s-por",
     [](SearchOptions& o) {
       o.lone_runs = o.no_safe_sets = true;
       o.lone_stored = 0;
       o.order = SearchOptions::Order::Random;
       o.seed = 3;
     }},
    {"o_dpor", "o-dpor", [](SearchOptions&) {}},
    {"o_dpor_random", "o-dpor",
     [](SearchOptions& o) {
       o.visited_first = true;
       o.order = SearchOptions::Order::Random;
       o.seed = 4;
     }},
};

// Calls `check` with programs whose full search is small enough, and what it observed.
void for_random_programs(uint64_t count, const std::function<void(uint64_t, const Program&, const Observed&)>& check) {
  for (uint64_t seed = 0; seed < count && !testing::Test::HasFailure(); ++seed) {
    const Program program = random_program(seed, shape(seed % 32));
    SearchOptions options;
    options.strategy = "none";
    options.max_states = long_tests() ? 20000 : 3000;
    const Observed full = observe(program, options);
    if (full.result.end == SearchEnd::Complete) check(seed, program, full);
  }
}

TEST(RandomPrograms, ReductionsLoseNothing) {
  uint64_t programs = 0, full_states = 0, reduced_states[std::size(kConfigurations)] = {};
  for_random_programs(long_tests() ? 64000 : 1500, [&](uint64_t seed, const Program& program, const Observed& full) {
    full_states += full.states();
    ++programs;
    for (size_t i = 0; i < std::size(kConfigurations); ++i) {
      const Configuration& configuration = kConfigurations[i];
      SearchOptions options;
      options.strategy = configuration.strategy;
      configuration.set(options);
      const Observed reduced = observe(program, options);
      EXPECT_EQ(reduced.result.end, SearchEnd::Complete) << reduced.result.detail;
      EXPECT_LE(reduced.states(), full.states());
      EXPECT_TRUE(same_behaviour(full, reduced))
          << configuration.name << ", seed " << seed << ": " << difference(full, reduced) << "\n"
          << program.text();
      reduced_states[i] += reduced.states();
    }
  });
  RecordProperty("programs", static_cast<int>(programs));
  EXPECT_GE(programs, long_tests() ? 50000u : 1200u);
  // A reduction that does not reduce would pass all of the above.
  for (size_t i = 0; i < std::size(kConfigurations); ++i) {
    if (kConfigurations[i].strategy[0] == 's') continue;
    EXPECT_LT(reduced_states[i] * 10, full_states * 8) << kConfigurations[i].name;
  }
}

TEST(RandomPrograms, SleepSetsKeepAllStates) {
  for_random_programs(long_tests() ? 50000 : 2000, [](uint64_t seed, const Program& program, const Observed& full) {
    SearchOptions options;
    options.strategy = "none";
    options.sleep_sets = true;
    const Observed slept = observe(program, options);
    EXPECT_EQ(slept.states(), full.states()) << "seed " << seed;
    EXPECT_LE(slept.transitions(), full.transitions()) << "seed " << seed;
  });
}

// Three ways to find the actions that may follow: summaries, summaries told at once, traversal of the graph.
TEST(RandomPrograms, EagerLazyAndTraversalAgree) {
  for_random_programs(long_tests() ? 50000 : 2500, [](uint64_t seed, const Program& program, const Observed&) {
    SearchOptions options;
    options.strategy = "de-s-por";
    const Observed eager = observe(program, options);
    options.strategy = "dl-s-por";
    const Observed lazy = observe(program, options);
    options.retraverse = true;
    const Observed traversed = observe(program, options);
    EXPECT_EQ(eager.states(), lazy.states()) << "seed " << seed;
    EXPECT_EQ(eager.transitions(), lazy.transitions()) << "seed " << seed;
    EXPECT_EQ(traversed.states(), lazy.states()) << "seed " << seed;
    EXPECT_EQ(traversed.transitions(), lazy.transitions()) << "seed " << seed;
    EXPECT_TRUE(same_behaviour(eager, lazy) && same_behaviour(traversed, lazy)) << "seed " << seed;
  });
}

// A second implementation, by plain recursion. Where threads loop silently, the search finds out by a step that it must
// not run such a thread alone, and the recursion by looking first: these programs are left out.
TEST(RandomPrograms, PlainRecursionAgrees) {
  for_random_programs(long_tests() ? 50000 : 2000, [](uint64_t seed, const Program& program, const Observed& full) {
    if (full.states() > 400 || shape(seed % 32).spin) return;
    const bool heap = shape(seed % 32).heap;
    const Observed lazy = observe(program, "dl-s-por");
    const Observed printed = observe_printed(program, Printed::Lazy, {});
    EXPECT_EQ(printed.states(), lazy.states()) << "seed " << seed;
    EXPECT_EQ(printed.transitions(), lazy.transitions()) << "seed " << seed;
    if (heap) return;  // the eager recursion does not follow objects
    const Observed eager = observe_printed(program, Printed::Eager, {});
    EXPECT_EQ(eager.states(), lazy.states()) << "seed " << seed;
    EXPECT_EQ(eager.transitions(), lazy.transitions()) << "seed " << seed;
  });
}

// The comparison above must be able to fail: each flaw that is frequent enough shows within the first programs.
TEST(RandomPrograms, FlawsAreNoticed) {
  struct Mutant {
    const char* name;
    Printed algorithm;
    Flaws flaws;
    int noticed = 0;
  };
  Mutant mutants[] = {
      {"eager, as printed",
       Printed::Eager,
       {.last_dependent_only = true,
        .blocked_ignored = true,
        .disabled_kept = true,
        .cycles_ignored = true,
        .safe_set_on_path = true}},
      {"lazy, as printed",
       Printed::Lazy,
       {.blocked_ignored = true,
        .disabled_kept = true,
        .cycles_ignored = true,
        .safe_set_on_path = true,
        .objects_by_counter = true}},
      {"eager, blocked", Printed::Eager, {.blocked_ignored = true}},
      {"lazy, blocked", Printed::Lazy, {.blocked_ignored = true}},
      {"eager, empty set", Printed::Eager, {.empty_set_closes = true}},
      {"lazy, empty set", Printed::Lazy, {.empty_set_closes = true}},
      {"eager, cycles", Printed::Eager, {.cycles_ignored = true}},
      {"lazy, cycles", Printed::Lazy, {.cycles_ignored = true}},
      {"s-por, safe set on the path", Printed::SPor, {.safe_set_on_path = true}},
  };
  for_random_programs(1500, [&](uint64_t seed, const Program& program, const Observed& full) {
    if (full.states() > 300) return;
    for (Mutant& m : mutants)
      if (m.algorithm != Printed::Eager || !shape(seed % 32).heap)
        m.noticed += !same_behaviour(full, observe_printed(program, m.algorithm, m.flaws));
  });
  for (const Mutant& m : mutants) {
    EXPECT_GT(m.noticed, 0) << m.name;
    RecordProperty(m.name, m.noticed);
  }
}

// The same seed gives the same search; another seed may give another one, with the same answer.
TEST(RandomPrograms, RandomOrderIsReproducible) {
  for_random_programs(300, [](uint64_t, const Program& program, const Observed&) {
    SearchOptions options;
    options.strategy = "dl-s-por";
    options.order = SearchOptions::Order::Random;
    options.seed = 3;
    const Observed first = observe(program, options), second = observe(program, options);
    EXPECT_EQ(first.states(), second.states());
    EXPECT_EQ(first.transitions(), second.transitions());
  });
}

}  // namespace
}  // namespace jmc::por::toy
