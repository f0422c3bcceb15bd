// Threads with equal bodies have places in a state: the counts that this must give, and every search that knows places
// against full search without them.
#include <gtest/gtest.h>

#include "tests/por/support.hpp"

namespace jmc::por::toy {
namespace {

uint64_t binomial(uint64_t n, uint64_t k) {
  uint64_t result = 1;
  for (uint64_t i = 1; i <= k; ++i) result = result * (n - k + i) / i;
  return result;
}

// n threads that each write k times what is there already: only where they are makes states.
Program equal_writers(int n, int k) {
  Program program;
  program.globals = {0};
  program.initial_threads = n;
  for (int i = 0; i < n; ++i) {
    Body body;
    body.add({Code::Const, 0, kNone, kNone, kNone, 1});
    for (int step = 0; step < k; ++step) body.add({Code::Write, kNone, kNone, 0, kNone, 0});
    program.bodies.push_back(body);
  }
  program.globals = {1};
  return program;
}

TEST(Exchange, SameThreadsHaveBinomiallyManyStates) {
  for (const auto& [n, k] : {std::pair{2, 1}, {2, 5}, {3, 1}, {3, 4}, {3, 7}, {4, 3}, {5, 2}, {6, 3}}) {
    Program program = equal_writers(n, k);
    uint64_t all = 1;
    for (int i = 0; i < n; ++i) all *= static_cast<uint64_t>(k) + 1;
    for (const char* strategy : {"none", "s-por"}) {
      program.exchanges = false;
      EXPECT_EQ(observe(program, strategy).states(), all) << n << " threads, " << k << " steps, " << strategy;
      program.exchanges = true;
      const uint64_t steps = static_cast<uint64_t>(k), threads = static_cast<uint64_t>(n);
      EXPECT_EQ(observe(program, strategy).states(), binomial(threads + steps, steps))
          << n << " threads, " << k << " steps, " << strategy;
    }
  }
}

// A random program of which some of the initial threads are the same.
Program with_same_threads(uint64_t seed) {
  Shape s = shape(seed % 32);
  s.threads = false;
  s.spin_locks = seed % 7 == 0;
  Program program = random_program(seed, s);
  const size_t first = seed / 32 % program.bodies.size();
  const size_t same = 2 + seed / 128 % 2;
  for (size_t i = 0, made = 1; i < program.bodies.size() && made < same; ++i)
    if (i != first) program.bodies[i] = program.bodies[first], ++made;
  // Permits have the numbers of threads for names.
  for (Body& body : program.bodies)
    for (Instruction& i : body.code)
      if (i.code == Code::Park || i.code == Code::TimedPark || i.code == Code::Unpark) i = {Code::Yield};
  return program;
}

struct Reduction {
  const char* name;
  const char* strategy;
  void (*set)(SearchOptions&);
};
const Reduction kReductions[] = {
    {"none", "none", [](SearchOptions&) {}},
    {"none exact", "none", [](SearchOptions& o) { o.exact_states = true; }},
    {"s-por", "s-por", [](SearchOptions& o) { o.safe_unlocks = true; }},
    {"s-por lone", "s-por", [](SearchOptions& o) { o.lone_runs = true, o.lone_stored = 0; }},
    {"de", "de-s-por", [](SearchOptions&) {}},
    {"de refined", "de-s-por",
     [](SearchOptions& o) {
       o.owner_for_blocked = o.safe_unlocks = o.visited_first = true;
       o.permutation = {2, 0, 1};
     }},
    {"de random", "de-s-por",
     [](SearchOptions& o) {
       o.owner_for_blocked = true;
       o.order = SearchOptions::Order::Random;
       o.seed = 5;
     }},
    {"dl", "dl-s-por", [](SearchOptions&) {}},
    {"dl random", "dl-s-por",
     [](SearchOptions& o) {
       o.owner_for_blocked = o.safe_unlocks = true;
       o.order = SearchOptions::Order::Random;
       o.seed = 9;
     }},
    {"dl held back", "dl-s-por", [](SearchOptions& o) { o.held_back = o.owner_for_blocked = true; }},
    {"dl all", "dl-s-por",
     [](SearchOptions& o) {
       o.held_back = o.owner_for_blocked = o.safe_unlocks = o.visited_first = o.exact_states = o.lone_runs = true;
       o.lone_stored = 0;
       o.permutation = {3, 1, 0, 2};
     }},
    {"dl lone", "dl-s-por",
     [](SearchOptions& o) {
       o.lone_runs = o.failing_reads = o.same_value_reads = true;
       o.lone_stored = 0;
     }},
};

TEST(Exchange, NoSearchLosesAnything) {
  uint64_t programs = 0, all_states = 0, states[std::size(kReductions)] = {};
  for (uint64_t seed = 0; seed < (long_tests() ? 64000 : 1000) && !HasFailure(); ++seed) {
    Program program = with_same_threads(seed);
    SearchOptions options;
    options.strategy = "none";
    options.max_states = long_tests() ? 20000 : 2000;
    const Observed full = observe_up_to_exchange(program, options);
    if (full.result.end != SearchEnd::Complete) continue;
    ++programs;
    all_states += full.states();
    program.exchanges = true;
    for (size_t i = 0; i < std::size(kReductions); ++i) {
      SearchOptions with;
      with.strategy = kReductions[i].strategy;
      kReductions[i].set(with);
      const Observed reduced = observe_up_to_exchange(program, with);
      EXPECT_EQ(reduced.result.end, SearchEnd::Complete) << reduced.result.detail;
      EXPECT_TRUE(same_behaviour(full, reduced) && full.livelock == reduced.livelock)
          << kReductions[i].name << ", seed " << seed << ": " << difference(full, reduced) << "\n"
          << program.text();
      states[i] += reduced.states();
    }
  }
  EXPECT_GE(programs, long_tests() ? 40000u : 750u);
  for (size_t i = 0; i < std::size(kReductions); ++i) EXPECT_LT(states[i] * 10, all_states * 8) << kReductions[i].name;
}

}  // namespace
}  // namespace jmc::por::toy
