// Conditions of progress on random graphs, against their definitions by brute force: closures of relations and least
// fixed points on matrices, not components. And every lasso is walked.
#include "por/stateful/call_graph.hpp"
#include "tests/por/masks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace jmc::por {
namespace {

struct Edge {
  StateNumber from, to;
  ThreadId thread;
  uint32_t alternative;
  Mask ended;
};
struct Graph {
  uint32_t states = 0;
  std::vector<std::vector<CallGraph::Kind>> kind;  // by state and thread
  std::vector<Mask> blocked;
  std::vector<Edge> edges;
};
constexpr ThreadId kThreads = 3;

// Threads are in calls of the kinds 1 to 3, or in none; who takes no step in a state may be blocked. All states can be
// reached.
Graph random_graph(std::mt19937& engine) {
  const auto random = [&] { return static_cast<uint32_t>(engine()); };
  Graph g;
  g.states = 2 + random() % 9;
  const uint32_t ends = 1 + random() % 6;
  g.blocked.assign(g.states, 0);
  for (StateNumber s = 0; s < g.states; ++s) {
    auto& kinds = g.kind.emplace_back();
    for (ThreadId t = 0; t < kThreads; ++t) kinds.push_back(static_cast<CallGraph::Kind>(random() % 4));
  }
  std::vector<std::vector<uint32_t>> used(g.states, std::vector<uint32_t>(kThreads));
  const auto add = [&](StateNumber from, StateNumber to) {
    const ThreadId t = random() % kThreads;
    Mask ended = 0;
    if (g.kind[from][t] != CallGraph::kNoCall && random() % ends == 0) ended |= mask_of(t);
    if (random() % 12 == 0) ended |= mask_of(random() % kThreads);
    g.edges.push_back({from, to, t, used[from][t]++, ended});
  };
  for (StateNumber s = 1; s < g.states; ++s) add(random() % s, s);
  for (uint32_t n = random() % (2 * g.states); n; --n) add(random() % g.states, random() % g.states);
  for (StateNumber s = 0; s < g.states; ++s)
    for (ThreadId t = 0; t < kThreads; ++t)
      if (!used[s][t] && g.kind[s][t] != CallGraph::kNoCall && random() % 3 == 0) g.blocked[s] |= mask_of(t);
  return g;
}

CallGraph build(const Graph& g) {
  CallGraph graph(kThreads);
  for (StateNumber s = 0; s < g.states; ++s) {
    graph.add_state(s);
    for (ThreadId t = 0; t < kThreads; ++t)
      if (g.kind[s][t] != CallGraph::kNoCall) graph.in_call(s, t, g.kind[s][t], (g.blocked[s] & mask_of(t)) != 0);
  }
  for (const Edge& e : g.edges) graph.add_step(e.from, {e.thread, e.alternative}, e.to, set_of(e.ended));
  return graph;
}

// reach[a][b]: from a to b by at least one of these edges.
template <class With>
std::vector<std::vector<bool>> closure(const Graph& g, With&& with) {
  std::vector<std::vector<bool>> reach(g.states, std::vector<bool>(g.states));
  for (const Edge& e : g.edges)
    if (with(e)) reach[e.from][e.to] = true;
  for (StateNumber k = 0; k < g.states; ++k)
    for (StateNumber a = 0; a < g.states; ++a)
      for (StateNumber b = 0; b < g.states; ++b)
        if (reach[a][k] && reach[k][b]) reach[a][b] = true;
  return reach;
}

struct Expected {
  bool stuck = false, unproductive = false, starved = false;
  uint64_t alone = 0, own = 0;
};

std::map<CallGraph::Kind, Expected> by_definition(const Graph& g) {
  std::map<CallGraph::Kind, Expected> out;
  const auto kind = [&](const Edge& e) { return g.kind[e.from][e.thread]; };
  for (const auto& kinds : g.kind)
    for (const CallGraph::Kind k : kinds)
      if (k != CallGraph::kNoCall) out[k];
  for (ThreadId t = 0; t < kThreads; ++t) {
    // Ends alone: the least set of states from which every step of t alone ends the call or stays in the set.
    std::vector<bool> ends(g.states);
    std::vector<uint64_t> alone(g.states);
    for (bool changed = true; changed;) {
      changed = false;
      for (StateNumber s = 0; s < g.states; ++s) {
        if (ends[s] || (g.blocked[s] & mask_of(t))) continue;
        bool all = true;
        uint64_t steps = 0;
        for (const Edge& e : g.edges) {
          if (e.from != s || e.thread != t) continue;
          const bool over = (e.ended & mask_of(t)) != 0;
          all &= over || ends[e.to];
          steps = std::max<uint64_t>(steps, over ? 1 : alone[e.to] + 1);
        }
        if (all) ends[s] = changed = true, alone[s] = steps;
      }
    }
    // The most steps of t on a path that ends no call of it: relaxed until nothing changes, or for ever.
    std::vector<uint64_t> own(g.states);
    const uint64_t most = g.edges.size() + 1;
    for (uint64_t round = 0; round < g.states * most; ++round)
      for (const Edge& e : g.edges) {
        const uint64_t step = e.thread == t;
        const uint64_t rest = (e.ended & mask_of(t)) ? 0 : own[e.to];
        own[e.from] = std::min(most, std::max(own[e.from], step + rest));
      }
    const auto not_over = closure(g, [&](const Edge& e) { return !(e.ended & mask_of(t)); });
    for (StateNumber s = 0; s < g.states; ++s) {
      if (g.kind[s][t] == CallGraph::kNoCall) continue;
      Expected& x = out[g.kind[s][t]];
      if (!ends[s]) x.stuck = true;
      else x.alone = std::max(x.alone, alone[s]);
      x.own = std::max(x.own, own[s]);
      x.starved |= (g.blocked[s] & mask_of(t)) != 0;
    }
    for (const Edge& e : g.edges)
      if (e.thread == t && !(e.ended & mask_of(t)) && kind(e) != CallGraph::kNoCall &&
          (e.from == e.to || not_over[e.to][e.from]))
        out[kind(e)].starved = true;
  }
  const auto silent = closure(g, [](const Edge& e) { return e.ended == 0; });
  for (const Edge& e : g.edges)
    if (e.ended == 0 && kind(e) != CallGraph::kNoCall && (e.from == e.to || silent[e.to][e.from]))
      out[kind(e)].unproductive = true;
  // A blocked thread runs in vain; so does one that is stuck, be it in a call that comes after (a loop may lie in
  // states where the thread is in no call in these graphs, not in those of programs).
  for (auto& [k, x] : out) x.unproductive |= x.stuck, x.starved |= x.stuck;
  return out;
}

// Follows the steps; the state at their end.
const Edge* edge_of(const Graph& g, StateNumber s, const PathStep& step) {
  for (const Edge& e : g.edges)
    if (e.from == s && e.thread == step.thread && e.alternative == step.alternative) return &e;
  return nullptr;
}

enum Promise { Alone, Silent, NotOver };

void walk_lasso(const Graph& g, const Lasso& lasso, Promise promise) {
  StateNumber s = 0;
  for (const PathStep& step : lasso.stem) {
    const Edge* e = edge_of(g, s, step);
    ASSERT_TRUE(e);
    s = e->to;
  }
  const StateNumber start = s;
  if (lasso.loop.empty()) {
    EXPECT_TRUE(g.blocked[s] & mask_of(lasso.thread));
    return;
  }
  bool moves = false;
  for (const PathStep& step : lasso.loop) {
    const Edge* e = edge_of(g, s, step);
    ASSERT_TRUE(e);
    moves |= e->thread == lasso.thread;
    EXPECT_FALSE(e->ended & mask_of(lasso.thread));
    EXPECT_TRUE(promise != Alone || e->thread == lasso.thread);
    EXPECT_TRUE(promise != Silent || e->ended == 0u);
    s = e->to;
  }
  EXPECT_EQ(s, start);
  EXPECT_TRUE(moves);
}

TEST(CallGraph, AgreesWithTheDefinitions) {
  std::mt19937 random(1);
  int stuck = 0, unproductive = 0, starved = 0, wait_free = 0;
  for (int n = 0; n < 3000; ++n) {
    const Graph g = random_graph(random);
    const std::map<CallGraph::Kind, CallConditions> found = build(g).conditions();
    const std::map<CallGraph::Kind, Expected> expected = by_definition(g);
    ASSERT_EQ(found.size(), expected.size());
    for (const auto& [kind, x] : expected) {
      const CallConditions& c = found.at(kind);
      ASSERT_EQ(c.stuck.has_value(), x.stuck) << "graph " << n << ", kind " << kind;
      ASSERT_EQ(c.unproductive.has_value(), x.unproductive) << "graph " << n << ", kind " << kind;
      ASSERT_EQ(c.starved.has_value(), x.starved) << "graph " << n << ", kind " << kind;
      if (!x.stuck) { ASSERT_EQ(c.alone, x.alone) << "graph " << n << ", kind " << kind; }
      if (!x.starved && x.own <= g.edges.size()) { ASSERT_EQ(c.own, x.own) << "graph " << n << ", kind " << kind; }
      if (c.stuck) walk_lasso(g, *c.stuck, Alone);
      if (c.unproductive) walk_lasso(g, *c.unproductive, x.stuck ? NotOver : Silent);
      if (c.starved) walk_lasso(g, *c.starved, NotOver);
      stuck += x.stuck;
      unproductive += x.unproductive && !x.stuck;
      starved += x.starved && !x.unproductive;
      wait_free += !x.starved;
    }
  }
  // Each of the four is there often enough for this to mean something.
  EXPECT_GT(stuck, 200);
  EXPECT_GT(unproductive, 200);
  EXPECT_GT(starved, 100);
  EXPECT_GT(wait_free, 200);
}

}  // namespace
}  // namespace jmc::por
