// Fair loops of random graphs, against their definition by brute force: every closed walk, as far as walks differ in
// what they make of the writes of the state in which they begin.
#include "por/stateful/fair_loops.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <random>
#include <set>

#include "por/stateful/call_graph.hpp"

namespace jmc::por {
namespace {

constexpr uint32_t kGone = WriteFate::kGone;

struct Graph {
  uint32_t states = 0;
  std::vector<uint32_t> writes;  // by state
  std::vector<FairLoops::Edge> edges;
  std::vector<std::vector<WriteFate>> fates;  // by edge
  FairLoops::Writes numbers;

  void add(StateNumber from, StateNumber to, std::vector<WriteFate> f, uint8_t thread = 0) {
    edges.push_back({from, to, thread, 0, 0, numbers.number(f)});
    fates.push_back(std::move(f));
  }
};

// No two writes become the same.
void fill(Graph& g, std::mt19937& engine) {
  const auto random = [&] { return static_cast<uint32_t>(engine()); };
  g.states = 1 + random() % 6;
  for (StateNumber s = 0; s < g.states; ++s) g.writes.push_back(random() % 4);
  const uint32_t often = 2 + random() % 5;
  for (uint32_t n = 1 + random() % (3 * g.states); n; --n) {
    const StateNumber from = random() % g.states, to = random() % g.states;
    std::vector<uint32_t> places(g.writes[to]);
    for (uint32_t i = 0; i < places.size(); ++i) places[i] = i;
    std::shuffle(places.begin(), places.end(), engine);
    std::vector<WriteFate> f;
    for (uint32_t w = 0; w < g.writes[from]; ++w) {
      const bool gone = places.empty() || random() % 5 == 0;
      f.push_back({gone ? kGone : places.back(), random() % often == 0});
      if (!gone) places.pop_back();
    }
    g.add(from, to, std::move(f));
  }
}

// What a walk does to the writes of the state in which it begins.
struct Walk {
  StateNumber at;
  std::vector<WriteFate> fates;
  friend auto operator<=>(const Walk&, const Walk&) = default;
};

Walk longer(const Graph& g, Walk walk, size_t edge) {
  walk.at = g.edges[edge].to;
  for (WriteFate& f : walk.fates) {
    if (f.becomes == kGone) continue;
    const WriteFate next = g.fates[edge][f.becomes];
    f = {next.becomes, f.overlooked || next.overlooked};
  }
  return walk;
}

Walk nothing(const Graph& g, StateNumber at) {
  Walk walk{at, {}};
  for (uint32_t w = 0; w < g.writes[at]; ++w) walk.fates.push_back({w, false});
  return walk;
}

// Walked for ever. A write that comes into being on the way is, after a round, one of the first state that no write of
// that state becomes, so that it does not stay.
bool is_fair(const Walk& closed) {
  for (uint32_t w = 0; w < closed.fates.size(); ++w) {
    if (!closed.fates[w].overlooked) continue;
    uint32_t at = w;
    for (size_t round = 0; round <= closed.fates.size() && at != kGone; ++round) at = closed.fates[at].becomes;
    if (at != kGone) return false;
  }
  return true;
}

bool on_fair_loop(const Graph& g, size_t edge) {
  const StateNumber start = g.edges[edge].from;
  std::vector<Walk> open{longer(g, nothing(g, start), edge)};
  std::set<Walk> met{open[0]};
  for (size_t i = 0; i < open.size(); ++i) {
    if (open[i].at == start && is_fair(open[i])) return true;
    for (size_t e = 0; e < g.edges.size(); ++e)
      if (g.edges[e].from == open[i].at)
        if (Walk next = longer(g, open[i], e); met.insert(next).second) open.push_back(std::move(next));
  }
  return false;
}

TEST(FairLoops, AgreeWithTheDefinition) {
  std::mt19937 random(3);
  int fair = 0, unfair = 0, longer_than_shortest = 0;
  for (int n = 0; n < 4000; ++n) {
    Graph g;
    fill(g, random);
    const FairLoops loops(g.states, g.edges, g.numbers);
    const std::vector<bool> all(g.edges.size(), true);
    const std::vector<uint32_t> component = loops.components(all);
    const FairLoops::Part part = loops.fair(all);
    for (uint32_t e = 0; e < g.edges.size(); ++e) {
      const bool expected = on_fair_loop(g, e);
      ASSERT_EQ(part.loops(e, g.edges[e]), expected) << "graph " << n << ", edge " << e;
      const bool on_loop = component[g.edges[e].from] == component[g.edges[e].to];
      fair += expected;
      unfair += on_loop && !expected;
      if (!expected) continue;
      const std::vector<FairLoops::EdgeNumber> loop = loops.loop(e, part);
      ASSERT_EQ(loop[0], e);
      Walk walk = nothing(g, g.edges[e].from);
      for (const FairLoops::EdgeNumber step : loop) {
        ASSERT_EQ(g.edges[step].from, walk.at);
        walk = longer(g, walk, step);
      }
      ASSERT_EQ(walk.at, g.edges[e].from);
      ASSERT_TRUE(is_fair(walk)) << "graph " << n << ", edge " << e;
      std::set<FairLoops::EdgeNumber> once(loop.begin(), loop.end());
      longer_than_shortest += once.size() < loop.size();
    }
  }
  // Each is there often enough for this to mean something; loops with detours, too.
  EXPECT_GT(fair, 2000);
  EXPECT_GT(unfair, 500);
  EXPECT_GT(longer_than_shortest, 50);
}

TEST(FairLoops, WithoutWritesEachLoopIsFair) {
  Graph g;
  g.states = 3;
  g.writes = {0, 0, 0};
  g.add(0, 1, {});
  g.add(1, 2, {});
  g.add(2, 1, {});
  const FairLoops loops(g.states, g.edges, g.numbers);
  const FairLoops::Part part = loops.fair({true, true, true});
  EXPECT_FALSE(part.loops(0, g.edges[0]));
  EXPECT_TRUE(part.loops(1, g.edges[1]));
  EXPECT_EQ(loops.loop(1, part), (std::vector<FairLoops::EdgeNumber>{1, 2}));
}

// A thread in a call of kind 1 polls: it may see the old value (alternative 1) and goes on to poll, or the new one, and
// its call ends.
CallConditions polling(bool overlooked) {
  CallGraph graph(1);
  graph.add_state(0);
  graph.add_state(1);
  graph.in_call(0, 0, 1, false);
  const WriteFate seen[] = {{kGone, false}}, not_seen[] = {{0, overlooked}};
  ThreadSet ended;
  ended.insert(0);
  graph.add_step(0, {0, 0}, 1, ended, seen);
  graph.add_step(0, {0, 1}, 0, {}, not_seen);
  return graph.conditions().at(1);
}

TEST(FairLoops, APollOfAnOldValueEnds) {
  const CallConditions c = polling(true);
  EXPECT_FALSE(c.stuck || c.unproductive || c.starved);
  EXPECT_EQ(c.alone, CallConditions::kNoBound);
  EXPECT_EQ(c.own, CallConditions::kNoBound);
}

TEST(FairLoops, APollOfTheNewestValueMayNot) {
  const CallConditions c = polling(false);
  EXPECT_TRUE(c.stuck && c.unproductive && c.starved);
  EXPECT_EQ(c.stuck->loop.size(), 1u);
}

}  // namespace
}  // namespace jmc::por
