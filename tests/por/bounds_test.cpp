// Bounded search: what the bounds cost, and bounded partial-order reduction against bounded search without reduction.
#include <gtest/gtest.h>

#include "por/bounded/bounds.hpp"
#include "por/thread_order.hpp"
#include "tests/por/naive_bounds.hpp"
#include "tests/por/programs.hpp"
#include "tests/por/support.hpp"

namespace jmc::por::toy {
namespace {

SearchOptions bounded(const char* strategy, std::vector<Bound> bounds) {
  SearchOptions options;
  options.strategy = strategy;
  options.match_states = false;
  options.bounds = std::move(bounds);
  return options;
}

constexpr BoundKind kKinds[] = {BoundKind::Depth, BoundKind::Context,    BoundKind::Preemption,  BoundKind::Delay,
                                BoundKind::Fair,  BoundKind::LocalDepth, BoundKind::LocalContext};

struct Refined {
  const char* name;
  bool transitive, alternative, optimised;
};
constexpr Refined kRefinements[] = {
    {"plain", false, false, false},    {"transitive", true, false, false}, {"alternative", false, true, false},
    {"optimised", false, false, true}, {"all", true, true, true},
};

// Bodies of reads and writes of variables: "rx" is a read of variable 0, "wy" a write of variable 1. What is read is
// kept, and each write writes another value.
Program accesses(std::initializer_list<std::initializer_list<const char*>> bodies) {
  Program p;
  p.globals.assign(4, 0);
  int value = 0;
  for (const auto& steps : bodies) {
    Body b;
    int local = 0;
    for (const char* step : steps) {
      const int variable = std::string_view("xyza").find(step[1]) % 4;
      if (step[0] == 'r') {
        b.keep |= 1u << local;
        b.add({Code::Read, local++, kNone, kNone, kNone, variable});
      } else {
        b.add({Code::Const, 9, kNone, kNone, kNone, ++value});
        b.add({Code::Write, kNone, kNone, 9, kNone, variable});
      }
    }
    p.bodies.push_back(std::move(b));
  }
  p.initial_threads = static_cast<int>(p.bodies.size());
  return p;
}

uint64_t cost(const Program& p, BoundKind kind, const std::vector<ThreadId>& schedule) {
  return cost_of(p, *make_bound_function(kind), schedule);
}

TEST(Bounds, CostsOfSchedules) {
  const Program p = accesses({{"rx", "rx"}, {"ry", "ry"}, {"rz", "rz"}});
  EXPECT_EQ(cost(p, BoundKind::Depth, {0, 0, 1, 1}), 4u);
  EXPECT_EQ(cost(p, BoundKind::Context, {0, 0, 1, 1, 2, 2}), 2u);
  EXPECT_EQ(cost(p, BoundKind::Context, {2, 0, 2, 0, 1, 1}), 4u);
  EXPECT_EQ(cost(p, BoundKind::Preemption, {0, 0, 1, 1, 2, 2}), 0u);  // the first thread has ended
  EXPECT_EQ(cost(p, BoundKind::Preemption, {2, 0, 2, 0, 1, 1}), 2u);
  EXPECT_EQ(cost(p, BoundKind::Delay, {0, 0, 1, 1, 2, 2}), 0u);
  EXPECT_EQ(cost(p, BoundKind::Delay, {2}), 2u);          // 0 and 1 are passed over
  EXPECT_EQ(cost(p, BoundKind::Delay, {2, 1}), 4u);       // 2 and 0: the round begins with 2
  EXPECT_EQ(cost(p, BoundKind::Delay, {0, 0, 2}), 1u);    // 0 has ended
  EXPECT_EQ(cost(p, BoundKind::Fair, {0, 1, 2, 0}), 0u);  // each has polled once
  EXPECT_EQ(cost(p, BoundKind::LocalDepth, {0, 1, 2, 0}), 2u);
  EXPECT_EQ(cost(p, BoundKind::LocalContext, {0, 1, 2, 0}), 0u);
}

TEST(Bounds, FairBoundCountsYieldsAheadOfOthers) {
  Program p = accesses({{}, {"rx"}});
  for (int i = 0; i < 3; ++i) {
    p.bodies[0].add({Code::Write, kNone, kNone, 0, kNone, 1});
    p.bodies[0].add({Code::Yield});
  }
  p.bodies[0].add({Code::Write, kNone, kNone, 0, kNone, 1});
  EXPECT_EQ(cost(p, BoundKind::Fair, {0}), 0u);
  EXPECT_EQ(cost(p, BoundKind::Fair, {0, 0}), 1u);
  EXPECT_EQ(cost(p, BoundKind::Fair, {0, 0, 0}), 2u);
  EXPECT_EQ(cost(p, BoundKind::Fair, {0, 0, 1, 0, 0}), 1u);  // who has ended waits no more
}

TEST(Bounds, FlowsBetweenThreads) {
  // Through x from 0 to 1, and back through y.
  const Program p = accesses({{"wx", "ry"}, {"rx", "wy"}});
  EXPECT_EQ(cost(p, BoundKind::LocalContext, {0, 0, 1, 1}), 1u);  // 1 need run only once 0 has run
  EXPECT_EQ(cost(p, BoundKind::LocalContext, {0, 1, 1, 0}), 2u);
  EXPECT_EQ(cost(p, BoundKind::LocalDepth, {0, 1, 1, 0}), 4u);
}

// An order of independent steps must not change what a local bound says. The published local context bound does.
TEST(Bounds, PublishedLocalContextIsNotStable) {
  const Program p = accesses({{"wx", "rx", "wa"}, {"rx", "ra"}});
  const std::vector<ThreadId> one{0, 0, 0, 1, 1}, other{0, 1, 0, 0, 1};
  auto printed = printed_local_context();
  EXPECT_EQ(cost_of(p, *printed, one), 1u);
  EXPECT_EQ(cost_of(p, *printed, other), 2u);
  EXPECT_EQ(cost(p, BoundKind::LocalContext, one), 1u);
  EXPECT_EQ(cost(p, BoundKind::LocalContext, other), 1u);
}

// u: r x; w z and v: r z without preemptions. Plain DPOR starts with u, never preempts it, and never learns that v
// could have read z first.
TEST(BoundedPor, PlainReductionLosesStates) {
  const Program p = accesses({{"rx", "wz"}, {"rz"}});
  auto preemptions = make_bound_function(BoundKind::Preemption);
  const Observed full = observe(p, bounded("none", {{BoundKind::Preemption, 0}}));
  EXPECT_EQ(full.locals.size(), 6u);
  EXPECT_EQ(full.ends.size(), 2u);  // locals: three of u, v before, and v with either value
  const Observed naive = naive_bounded_por(p, *preemptions, 0);
  EXPECT_EQ(naive.locals.size(), 5u);
  EXPECT_EQ(naive.ends.size(), 1u);
  EXPECT_EQ(naive.result.statistics.executions, 1u);
  for (const Refined& r : kRefinements) {
    SearchOptions options = bounded("dpor", {{BoundKind::Preemption, 0}});
    options.transitive_reduction = r.transitive;
    options.alternative_thread = r.alternative;
    options.bound_optimisation = r.optimised;
    const Observed reduced = observe(p, options);
    EXPECT_TRUE(same_behaviour(full, reduced)) << r.name << ": " << difference(full, reduced);
    EXPECT_EQ(reduced.result.statistics.executions, 2u) << r.name;
    EXPECT_EQ(reduced.result.end, SearchEnd::Bounded) << r.name;
  }
}

TEST(BoundedPor, RandomPrograms) {
  uint64_t compared = 0;
  int shown = 0;
  uint64_t saved = 0, whole_transitions = 0;
  for (uint64_t seed = 0; seed < (long_tests() ? 60000u : 800u) && shown < 5; ++seed) {
    Shape s = shape(seed % 16);
    s.small = seed % 3 == 0;
    s.yields = seed % 2;
    const Program p = random_program(seed, s);
    SearchOptions unbounded = bounded("none", {});
    unbounded.max_states = long_tests() ? 6000 : 1000;
    const Observed all = observe(p, unbounded);
    if (all.result.end != SearchEnd::Complete) continue;
    for (BoundKind kind : kKinds)
      for (uint64_t limit = 0; limit <= 3; ++limit) {
        const uint64_t n = kind == BoundKind::Depth || kind == BoundKind::LocalDepth ? 2 * limit + 1 : limit;
        const std::string name =
            std::string(bound_name(kind)) + ":" + std::to_string(n) + ", seed " + std::to_string(seed);
        const Observed full = observe(p, bounded("none", {{kind, n}}));
        if (kind != BoundKind::LocalDepth && kind != BoundKind::LocalContext) {
          SearchOptions matched = bounded("none", {{kind, n}});
          matched.match_states = true;
          const Observed stateful = observe(p, matched);
          EXPECT_TRUE(same_behaviour(full, stateful)) << "matched, " << name << ": " << difference(full, stateful);
          EXPECT_EQ(full.result.end, stateful.result.end) << name;
          EXPECT_LE(stateful.transitions(), full.transitions()) << name;
        }
        for (const Refined& r : kRefinements) {
          SearchOptions options = bounded("dpor", {{kind, n}});
          options.transitive_reduction = r.transitive;
          options.alternative_thread = r.alternative;
          options.bound_optimisation = r.optimised;
          const Observed reduced = observe(p, options);
          if (same_behaviour(full, reduced)) {
            whole_transitions += full.transitions();
            saved += full.transitions() - reduced.transitions();
          } else {
            ADD_FAILURE() << name << ", " << r.name << ": " << difference(full, reduced) << "\n" << p.text();
            ++shown;
          }
          // A search that was not cut off has seen everything.
          if (reduced.result.end == SearchEnd::Complete)
            EXPECT_TRUE(same_behaviour(all, reduced)) << name << ", " << r.name;
          else EXPECT_EQ(reduced.result.end, SearchEnd::Bounded) << name << ", " << r.name;
        }
      }
    ++compared;
  }
  RecordProperty("compared", static_cast<int>(compared));
  EXPECT_GT(compared, 500u);
  EXPECT_GT(saved * 5, whole_transitions);  // a reduction that reduces nothing would pass the rest
}

// Threads that only read and write, and give way now and then.
Program random_accesses(uint64_t seed, bool yields = false) {
  RandomSource random(seed);
  Program p;
  p.globals.assign(2, 0);
  const int threads = 2 + static_cast<int>(random.below(2));
  for (int t = 0; t < threads; ++t) {
    Body b;
    for (int steps = 2 + static_cast<int>(random.below(threads == 2 ? 3 : 2)), local = 0; steps > 0; --steps) {
      const int variable = static_cast<int>(random.below(2));
      if (random.below(2)) {
        b.keep |= 1u << local;
        b.add({Code::Read, local++, kNone, kNone, kNone, variable});
      } else {
        b.add({Code::Const, 9, kNone, kNone, kNone, 10 * t + steps});
        b.add({Code::Write, kNone, kNone, 9, kNone, variable});
      }
      if (yields && random.below(2)) b.add({Code::Yield});
    }
    p.bodies.push_back(std::move(b));
  }
  p.initial_threads = threads;
  return p;
}

// Against bounded search without reduction. Three threads that race on two variables find what the larger language of
// random programs finds rarely: the fair bound as published loses states in one of 600 of these.
TEST(BoundedPor, RandomAccesses) {
  int shown = 0;
  for (uint64_t seed = 0; seed < (long_tests() ? 40000u : 250u) && shown < 5; ++seed) {
    const Program p = random_accesses(seed, seed % 2);
    for (BoundKind kind : kKinds)
      for (uint64_t limit = 0; limit <= 3; ++limit) {
        const uint64_t n = kind == BoundKind::Depth || kind == BoundKind::LocalDepth ? 2 * limit + 1 : limit;
        const Observed full = observe(p, bounded("none", {{kind, n}}));
        for (const Refined& r : {kRefinements[0], kRefinements[4]}) {
          SearchOptions options = bounded("dpor", {{kind, n}});
          options.transitive_reduction = r.transitive;
          options.alternative_thread = r.alternative;
          options.bound_optimisation = r.optimised;
          const Observed reduced = observe(p, options);
          if (same_behaviour(full, reduced)) continue;
          ADD_FAILURE() << bound_name(kind) << ":" << n << ", " << r.name << ", seed " << seed << ": "
                        << difference(full, reduced) << "\n"
                        << p.text();
          ++shown;
        }
      }
  }
}

// Every schedule in which nobody is interrupted inside a sealed region that they have begun, by brute force.
void undisturbed(ToySystem& system, ThreadId last, std::pair<int, int> inside, const Program& p,
                 std::vector<int>& steps, std::set<std::vector<uint8_t>>& ends) {
  system.fingerprint();
  if (system.is_final()) {
    std::vector<uint8_t> form;
    system.canonical_form(form);
    ends.insert(form);
    return;
  }
  const auto mark = system.mark();
  for (ThreadId t = 0; t < system.thread_count(); ++t) {
    if (system.ended(t) || !system.pending(t).enabled()) continue;
    // Steps of `last` from the first of a region to before its end are one block, as long as it can go on.
    if (last != kNoThread && last != t && steps[last] > inside.first && steps[last] < inside.second &&
        !system.ended(last) && system.pending(last).enabled())
      continue;
    std::pair<int, int> region{0, 0};
    for (auto r : p.bodies[t].sealed) {
      // In steps: each visible instruction is one.
      auto visible = [&](int pc) {
        int n = 0;
        for (int i = 0; i < pc; ++i)
          n += p.bodies[t].code[i].code == Code::Read || p.bodies[t].code[i].code == Code::Write;
        return n;
      };
      if (steps[t] >= visible(r.first) && steps[t] < visible(r.second)) region = {visible(r.first), visible(r.second)};
    }
    ++steps[t];
    system.step(t, 0);
    undisturbed(system, t, region, p, steps, ends);
    system.undo(mark);
    --steps[t];
  }
  system.release(mark);
}

TEST(BoundedPor, Seals) {
  int shown = 0, fewer = 0;
  uint64_t saved = 0;
  for (uint64_t seed = 0; seed < (long_tests() ? 20000u : 400u) && shown < 5; ++seed) {
    Program p = random_accesses(seed);
    RandomSource random(seed + 99);
    for (Body& b : p.bodies) {
      const int from = static_cast<int>(random.below(b.code.size() - 1));
      b.sealed.push_back({from, from + 1 + static_cast<int>(random.below(b.code.size() - from))});
    }
    ToySystem system(p);
    std::vector<int> steps(p.bodies.size());
    std::set<std::vector<uint8_t>> ends;
    undisturbed(system, kNoThread, {0, 0}, p, steps, ends);
    for (bool preemptions : {false, true}) {
      SearchOptions options = bounded("none", {});
      if (preemptions) options.bounds = {{BoundKind::Preemption, seed % 3}};
      options.sealed = 1;
      const Observed full = observe(p, options);
      options.match_states = true;
      const Observed matched = observe(p, options);
      options.strategy = "dpor";
      const Observed reduced = observe(p, options);
      if (!preemptions) {
        EXPECT_EQ(full.ends, ends) << "seed " << seed << "\n" << p.text();
        fewer += full.ends.size() < observe(p, "none").ends.size();
      }
      saved += full.transitions() - reduced.transitions();
      for (const Observed* other : {&matched, &reduced}) {
        if (same_behaviour(full, *other)) continue;
        ADD_FAILURE() << "seed " << seed << ", " << (other == &matched ? "matched" : "reduced") << ": "
                      << difference(full, *other) << "\n"
                      << p.text();
        ++shown;
      }
    }
  }
  EXPECT_GT(fewer, 10);  // a seal that seals nothing would pass the rest
  EXPECT_GT(saved, 1000u);
}

// Equivalent schedules cost the same: from the end of a schedule, adjacent independent steps are swapped.
TEST(Bounds, LocalBoundsAreStable) {
  int printed_differs = 0;
  for (uint64_t seed = 0; seed < 3000; ++seed) {
    const Program p = random_accesses(seed);
    RandomSource random(seed + 1);
    ToySystem system(p);
    std::vector<ThreadId> schedule;
    std::vector<Op> ops;
    while (!system.is_final()) {
      ThreadId t = static_cast<ThreadId>(random.below(system.thread_count()));
      if (system.ended(t)) continue;
      ops.push_back(system.pending(t));
      schedule.push_back(t);
      system.step(t, 0);
    }
    auto printed = printed_local_context();
    const uint64_t depth = cost(p, BoundKind::LocalDepth, schedule),
                   context = cost(p, BoundKind::LocalContext, schedule), before = cost_of(p, *printed, schedule);
    for (int swaps = 0; swaps < 20; ++swaps) {
      const size_t i = random.below(schedule.size() - 1);
      if (schedule[i] == schedule[i + 1] || dependent(ops[i], ops[i + 1])) continue;
      std::swap(schedule[i], schedule[i + 1]);
      std::swap(ops[i], ops[i + 1]);
      ASSERT_EQ(cost(p, BoundKind::LocalDepth, schedule), depth) << "seed " << seed;
      ASSERT_EQ(cost(p, BoundKind::LocalContext, schedule), context) << "seed " << seed;
      printed_differs += cost_of(p, *printed, schedule) != before;
    }
  }
  EXPECT_GT(printed_differs, 0);
}

// What the naive variants lose shows in the comparison of thread-local states and ends.
TEST(BoundedPor, NaiveVariantsLoseStates) {
  int lost[std::size(kKinds)] = {}, printed_lost = 0;
  for (uint64_t seed = 0; seed < 400; ++seed) {
    Shape s = shape(seed % 4);
    s.small = seed % 3 == 0;
    s.yields = seed % 2;
    const Program p = random_program(seed, s);
    SearchOptions unbounded = bounded("none", {});
    unbounded.max_states = 800;
    if (observe(p, unbounded).result.end != SearchEnd::Complete) continue;
    for (size_t k = 0; k < std::size(kKinds); ++k)
      for (uint64_t n : {0, 1, 4}) {
        auto bound = make_bound_function(kKinds[k]);
        lost[k] += !same_behaviour(plain_bounded(p, *bound, n), naive_bounded_por(p, *bound, n));
      }
  }
  for (uint64_t seed = 0; seed < 500; ++seed) {
    const Program p = random_accesses(seed), q = random_accesses(seed, true);
    for (uint64_t n = 0; n < 4; ++n) {
      auto printed = printed_local_context(), context = make_bound_function(BoundKind::LocalContext),
           fair = make_bound_function(BoundKind::Fair);
      printed_lost += !same_behaviour(plain_bounded(p, *printed, n), naive_bounded_por(p, *printed, n));
      EXPECT_TRUE(same_behaviour(plain_bounded(p, *context, n), naive_bounded_por(p, *context, n))) << "seed " << seed;
      lost[4] += !same_behaviour(plain_bounded(q, *fair, n), naive_bounded_por(q, *fair, n));
    }
  }
  for (size_t k = 0; k < std::size(kKinds); ++k) {
    RecordProperty("lost_" + std::string(bound_name(kKinds[k])), lost[k]);
    if (kKinds[k] == BoundKind::LocalDepth || kKinds[k] == BoundKind::LocalContext)
      EXPECT_EQ(lost[k], 0) << bound_name(kKinds[k]);  // they need nothing beyond DPOR
    else EXPECT_GT(lost[k], 0) << bound_name(kKinds[k]);
  }
  EXPECT_GT(printed_lost, 0);
}

}  // namespace
}  // namespace jmc::por::toy
