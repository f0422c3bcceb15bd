// Livelocks: what a search says about each state it visits, against backward reachability on the whole graph.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "por/stateful/polling.hpp"
#include "por/stateful/summary.hpp"
#include "tests/por/masks.hpp"
#include "tests/por/programs.hpp"
#include "tests/por/support.hpp"

namespace jmc::por::toy {
namespace {

using Form = std::vector<uint8_t>;

Form form_of(ToySystem& system) {
  Form form;
  system.canonical_form(form);
  return form;
}

// All states and steps of a program, walked here and not by a search.
struct Graph {
  struct Edge {
    ThreadId thread;
    uint32_t to;
  };
  std::map<Form, uint32_t> index;
  std::vector<std::vector<Edge>> edges;
  std::vector<Mask> enabled;
  std::vector<uint8_t> final, can_end;
  std::vector<uint32_t> component;
  uint32_t livelocks = 0,
           fair_loops = 0;  // components: without an end or a way out; with a fair loop and not among those

  Graph(const Program& program, size_t limit) : limit_(limit) {
    ToySystem system(program);
    walk(system);
    if (too_large()) return;
    find_ends();
    find_components();
    judge();
  }
  bool too_large() const { return edges.size() > limit_; }
  bool stuck() const {
    for (const uint8_t c : can_end)
      if (!c) return true;
    return false;
  }

 private:
  uint32_t walk(ToySystem& system) {
    const auto [at, fresh] = index.emplace(form_of(system), static_cast<uint32_t>(edges.size()));
    const uint32_t state = at->second;
    if (!fresh || too_large()) return state;
    edges.emplace_back();
    enabled.push_back(0);
    final.push_back(system.is_final());
    if (system.is_final()) return state;
    const auto mark = system.mark();
    for (ThreadId t = 0; t < system.thread_count(); ++t) {
      if (system.ended(t)) continue;
      system.fingerprint();
      const uint32_t alternatives = system.pending(t).alternatives;
      if (alternatives) enabled[state] |= mask_of(t);
      for (uint32_t a = 0; a < alternatives; ++a) {
        system.step(t, a);
        const uint32_t to = walk(system);
        edges[state].push_back({t, to});
        system.undo(mark);
      }
    }
    system.release(mark);
    return state;
  }
  void find_ends() {
    can_end.assign(final.begin(), final.end());
    for (bool change = true; change;) {
      change = false;
      for (size_t s = edges.size(); s-- > 0;)
        for (const Edge& e : edges[s])
          if (!can_end[s] && can_end[e.to]) can_end[s] = change = true;
    }
  }
  // By two walks (Kosaraju), unlike what is tested.
  void find_components() {
    const size_t n = edges.size();
    std::vector<std::vector<uint32_t>> back(n);
    for (uint32_t s = 0; s < n; ++s)
      for (const Edge& e : edges[s]) back[e.to].push_back(s);
    std::vector<uint8_t> seen(n);
    std::vector<uint32_t> order;
    std::vector<std::pair<uint32_t, size_t>> stack;
    for (uint32_t root = 0; root < n; ++root) {
      if (seen[root]) continue;
      seen[root] = 1;
      stack.push_back({root, 0});
      while (!stack.empty()) {
        auto& [s, i] = stack.back();
        if (i == edges[s].size()) {
          order.push_back(s);
          stack.pop_back();
          continue;
        }
        const uint32_t to = edges[s][i++].to;
        if (!seen[to]) {
          seen[to] = 1;
          stack.push_back({to, 0});
        }
      }
    }
    component.assign(n, ~0u);
    uint32_t count = 0;
    while (!order.empty()) {
      const uint32_t root = order.back();
      order.pop_back();
      if (component[root] != ~0u) continue;
      std::vector<uint32_t> work{root};
      component[root] = count;
      while (!work.empty()) {
        const uint32_t s = work.back();
        work.pop_back();
        for (const uint32_t from : back[s])
          if (component[from] == ~0u) component[from] = count, work.push_back(from);
      }
      ++count;
    }
    components_ = count;
  }
  void judge() {
    std::vector<Mask> always(components_, ~Mask{0}), moving(components_);
    std::vector<uint8_t> left(components_), ends(components_);
    for (size_t s = 0; s < edges.size(); ++s) {
      const uint32_t c = component[s];
      always[c] &= enabled[s];
      ends[c] |= can_end[s];
      for (const Edge& e : edges[s]) {
        if (component[e.to] == c) moving[c] |= mask_of(e.thread);
        else left[c] = 1;
      }
    }
    for (uint32_t c = 0; c < components_; ++c) {
      const bool livelock = !ends[c] && !left[c];
      livelocks += livelock;
      fair_loops += !livelock && moving[c] != 0 && (always[c] & ~moving[c]) == 0;
    }
  }

  const size_t limit_;
  uint32_t components_ = 0;
};

// What a search says of the states it visits.
class Decisions final : public Listener {
 public:
  Decisions(ToySystem& system) : system_(system) {}
  void state_new(std::span<const PathStep>, uint64_t state) override {
    EXPECT_EQ(state, forms.size());
    forms.push_back(form_of(system_));
  }
  void state_decided(uint64_t state, bool can_end) override {
    EXPECT_TRUE(decided.emplace(state, can_end).second) << "decided twice";
  }
  void violation(std::span<const PathStep> path, ErrorKind kind) override {
    if (kind != ErrorKind::NoEnd && kind != ErrorKind::FairLoop) return;
    (kind == ErrorKind::NoEnd ? livelocks : fair_loops).push_back(form_of(system_));
    paths.emplace_back(path.begin(), path.end());
  }
  std::vector<Form> forms, livelocks, fair_loops;
  std::vector<std::vector<PathStep>> paths;
  std::map<uint64_t, bool> decided;

 private:
  ToySystem& system_;
};

struct LivelockSearch {
  const char* name;
  const char* strategy;
  void (*set)(SearchOptions&);
};
const LivelockSearch kLivelockSearches[] = {
    {"none", "none", [](SearchOptions&) {}},
    {"none, sleep sets", "none", [](SearchOptions& o) { o.sleep_sets = true; }},
    {"s-por", "s-por", [](SearchOptions&) {}},
    {"s-por, random order", "s-por", [](SearchOptions& o) { o.order = SearchOptions::Order::Random, o.seed = 3; }},
    {"s-por, sleep sets", "s-por", [](SearchOptions& o) { o.sleep_sets = o.safe_unlocks = true; }},
    {"s-por, sleep sets, random order", "s-por",
     [](SearchOptions& o) { o.sleep_sets = true, o.order = SearchOptions::Order::Random, o.seed = 11; }},
    {"s-por, late sleep sets", "s-por",
     [](SearchOptions& o) { o.late_sleep_sets = o.safe_unlocks = true, o.sleep_sets_from = 7; }},
    {"s-por, late sleep sets, random order", "s-por",
     [](SearchOptions& o) {
       o.late_sleep_sets = true, o.sleep_sets_from = 3, o.order = SearchOptions::Order::Random, o.seed = 12;
     }},
    {"s-por, lone runs", "s-por", [](SearchOptions& o) { o.lone_runs = true, o.lone_stored = 0; }},
    {"s-por, sleep sets, lone runs", "s-por",
     [](SearchOptions& o) { o.sleep_sets = o.lone_runs = true, o.lone_stored = 0; }},
    {"de", "de-s-por", [](SearchOptions& o) { o.owner_for_blocked = true; }},
    {"de, refined", "de-s-por",
     [](SearchOptions& o) {
       o.owner_for_blocked = o.safe_unlocks = o.visited_first = true, o.permutation = {2, 0, 1};
     }},
    {"dl", "dl-s-por", [](SearchOptions& o) { o.owner_for_blocked = true; }},
    {"dl, plain", "dl-s-por", [](SearchOptions& o) { o.failing_reads = o.same_value_reads = false; }},
    {"dl, no safe sets", "dl-s-por", [](SearchOptions& o) { o.no_safe_sets = true; }},
    {"dl, known successors", "dl-s-por", [](SearchOptions& o) { o.known_successors = true; }},
    {"dl, refined", "dl-s-por",
     [](SearchOptions& o) {
       o.owner_for_blocked = o.safe_unlocks = o.visited_first = o.fewest_conflicts = o.exact_states = true;
     }},
    {"dl, random order", "dl-s-por",
     [](SearchOptions& o) { o.owner_for_blocked = true, o.order = SearchOptions::Order::Random, o.seed = 9; }},
    {"dl, re-traversal", "dl-s-por", [](SearchOptions& o) { o.retraverse = true; }},
    {"s-por, lone runs", "s-por", [](SearchOptions& o) { o.lone_runs = true, o.lone_stored = 0; }},
    {"dl, learnt order", "dl-s-por", [](SearchOptions& o) { o.learnt_order = o.held_back = true; }},
    {"dl, lone runs", "dl-s-por",
     [](SearchOptions& o) { o.lone_runs = o.owner_for_blocked = true, o.lone_stored = 0; }},
    {"dl, lone runs, random order", "dl-s-por",
     [](SearchOptions& o) {
       o.lone_runs = true, o.lone_stored = 1, o.order = SearchOptions::Order::Random, o.seed = 5;
     }},
    {"o-dpor", "o-dpor", [](SearchOptions&) {}},
    {"o-dpor, random order", "o-dpor",
     [](SearchOptions& o) { o.visited_first = true, o.order = SearchOptions::Order::Random, o.seed = 4; }},
};

Shape stuck_shape(uint64_t seed) {
  Shape s = shape(static_cast<uint32_t>(seed % 16));
  s.spin = true;
  s.spin_locks = seed % 3 != 0;
  return s;
}

void compare(const Program& program, const Graph& graph, const LivelockSearch& configuration,
             const std::string& where) {
  SearchOptions options;
  options.strategy = configuration.strategy;
  configuration.set(options);
  options.keep_going = true;
  ToySystem system(program);
  system.pass_over(options.lone_runs);
  Decisions said(system);
  const SearchResult result = search(system, options, said);
  ASSERT_EQ(result.end, SearchEnd::Complete) << result.detail;
  ASSERT_EQ(said.decided.size(), said.forms.size()) << where;
  for (const auto& [state, can_end] : said.decided)
    ASSERT_EQ(can_end, graph.can_end[graph.index.at(said.forms[state])]) << where << "state " << state << "\n"
                                                                         << program.text();
  EXPECT_EQ(said.livelocks.empty(), !graph.stuck()) << where << program.text();
  for (size_t i = 0; i < said.livelocks.size(); ++i) {
    EXPECT_FALSE(graph.can_end[graph.index.at(said.livelocks[i])]) << where;
    ToySystem replay(program);
    for (const PathStep s : said.paths[i]) replay.step(s.thread, s.alternative);
    EXPECT_EQ(form_of(replay), said.livelocks[i]) << where << "the path leads elsewhere";
  }
  if (options.strategy == "none") { EXPECT_EQ(said.livelocks.size(), graph.livelocks) << where << program.text(); }
}

TEST(Livelocks, EveryStateAsOnTheWholeGraph) {
  uint64_t programs = 0, with_livelock = 0, both = 0;
  const uint64_t count = long_tests() ? 60000 : 400;
  for (uint64_t seed = 0; seed < count && !testing::Test::HasFailure(); ++seed) {
    const Program program = random_program(seed, stuck_shape(seed));
    const Graph graph(program, long_tests() ? 10000 : 1000);
    if (graph.too_large()) continue;
    ++programs;
    with_livelock += graph.stuck();
    both += graph.stuck() && graph.can_end[0];
    for (const LivelockSearch& configuration : kLivelockSearches)
      compare(program, graph, configuration, std::string(configuration.name) + ", seed " + std::to_string(seed) + ": ");
  }
  RecordProperty("programs", static_cast<int>(programs));
  RecordProperty("with_livelock", static_cast<int>(with_livelock));
  // Both answers are frequent, and so are programs that end in some schedules only.
  EXPECT_GT(programs, count / 2);
  EXPECT_GT(with_livelock * 10, programs);
  EXPECT_GT((programs - with_livelock) * 5, programs);
  EXPECT_GT(both * 20, programs);
}

TEST(Livelocks, FairLoopsAsOnTheWholeGraph) {
  uint64_t with_loop = 0, programs = 0;
  for (uint64_t seed = 0; seed < (long_tests() ? 60000u : 1500u) && !testing::Test::HasFailure(); ++seed) {
    const Program program = random_program(seed, stuck_shape(seed));
    const Graph graph(program, 1000);
    if (graph.too_large()) continue;
    ++programs;
    with_loop += graph.fair_loops != 0;
    SearchOptions options;
    options.strategy = "none";
    options.livelock = Livelock::Fair;
    options.keep_going = true;
    ToySystem system(program);
    Decisions said(system);
    search(system, options, said);
    EXPECT_EQ(said.livelocks.size(), graph.livelocks) << "seed " << seed;
    EXPECT_EQ(said.fair_loops.size(), graph.fair_loops) << "seed " << seed << "\n" << program.text();
  }
  EXPECT_GT(with_loop * 400, programs);
}

// Under a bound that cuts, and where threads are not followed further, nothing is said that is not true.
TEST(Livelocks, CutOffSearchesSayNothingUntrue) {
  uint64_t found = 0, stuck = 0;
  for (uint64_t seed = 0; seed < (long_tests() ? 10000u : 80u) && !testing::Test::HasFailure(); ++seed) {
    const Program program = random_program(seed, stuck_shape(seed));
    const Graph graph(program, 1000);
    if (graph.too_large()) continue;
    stuck += graph.stuck();
    const auto check = [&](SearchOptions options, const char* what) {
      options.keep_going = true;
      options.max_states = 5000;
      ToySystem system(program);
      Decisions said(system);
      const SearchResult result = search(system, options, said);
      for (const auto& [state, can_end] : said.decided)
        if (!can_end) {
          EXPECT_FALSE(graph.can_end[graph.index.at(said.forms[state])]) << what << ", seed " << seed << "\n"
                                                                         << program.text();
        }
      for (const Form& form : said.livelocks)
        EXPECT_FALSE(graph.can_end[graph.index.at(form)]) << what << ", seed " << seed;
      if (result.end == SearchEnd::Complete) {
        EXPECT_EQ(said.livelocks.empty(), !graph.stuck()) << what << ", seed " << seed;
      }
      found += !said.livelocks.empty();
    };
    for (const char* strategy : {"none", "s-por"})
      for (const uint64_t limit : {1, 3})
        for (const BoundKind kind : {BoundKind::Preemption, BoundKind::Context, BoundKind::Delay, BoundKind::Fair}) {
          SearchOptions options;
          options.strategy = strategy;
          options.bounds = {{kind, limit}};
          check(options, "bounded");
        }
    for (const char* strategy : {"none", "s-por", "de-s-por", "dl-s-por", "o-dpor"}) {
      SearchOptions options;
      options.strategy = strategy;
      options.depth_bound = 8;
      check(options, "depth");
      options.depth_bound = 0;
      options.spin_limit = 6;
      check(options, "spin limit");
      options.sleep_sets = strategy == std::string("none") || strategy == std::string("s-por");
      check(options, "spin limit and sleep sets");
      options.spin_limit = 0;
      options.depth_bound = 8;
      check(options, "depth and sleep sets");
    }
  }
  EXPECT_GT(found, stuck);  // not by never finding any
}

Program spinning_for_nobody() {  // while (x == 0); | y = 1
  Program p = spin_on_flag();
  p.globals = {0, 0};
  p.bodies[1].code.back().imm = 1;
  return p;
}

TEST(Livelocks, StopAtTheFirst) {
  for (const char* strategy : {"none", "s-por", "de-s-por", "dl-s-por", "o-dpor"}) {
    SearchOptions options;
    options.strategy = strategy;
    ToySystem system(spinning_for_nobody());
    Decisions said(system);
    EXPECT_EQ(search(system, options, said).end, SearchEnd::FirstViolation) << strategy;
    EXPECT_EQ(said.livelocks.size(), 1u) << strategy;
    options.livelock = Livelock::Off;
    Decisions off(system);
    EXPECT_EQ(search(system, options, off).end, SearchEnd::Complete) << strategy;
    EXPECT_TRUE(off.decided.empty()) << strategy;
    ToySystem ends(spin_on_flag());
    Decisions none(ends);
    options.livelock = Livelock::Report;
    EXPECT_EQ(search(ends, options, none).end, SearchEnd::Complete) << strategy;
  }
}

TEST(Livelocks, RefusedCombinations) {
  SearchOptions options;
  options.livelock = Livelock::Fair;
  for (const char* strategy : {"s-por", "de-s-por", "dl-s-por", "o-dpor", "dpor", "source-dpor", "optimal-dpor"}) {
    options.strategy = strategy;
    options.sleep_sets = strategy == std::string("optimal-dpor");
    EXPECT_NE(check_options(options).find("--livelock=fair"), std::string::npos) << strategy;
  }
  options.strategy = "none";
  options.sleep_sets = false;
  EXPECT_EQ(check_options(options), "");
  options.bounds = {{BoundKind::Preemption, 2}};
  EXPECT_NE(check_options(options), "");
  options.bounds.clear();
  options.match_states = false;
  EXPECT_NE(check_options(options), "");
  options.match_states = true;
  options.sleep_sets = true;
  EXPECT_NE(check_options(options), "");
  options.sleep_sets = false;
  options.exploration = Exploration::Random;
  EXPECT_NE(check_options(options), "");
}

Op reading(uint32_t variable) {
  Op op;
  op.kind = OpKind::Read;
  op.access_count = op.alternatives = 1;
  op.accesses[0] = {{variable, 0}, false};
  return op;
}

TEST(Polling, AScanIsNone) {
  PollingWatch watch(80, false);
  size_t length = 0;
  for (uint32_t i = 0; i < 3000; ++i) {
    watch.step(length++, 0, reading(i));
    ASSERT_FALSE(watch.in_vain(length, 0)) << i;
  }
  for (int pass = 0; pass < 3; ++pass)  // a table is searched again and again, and comes to an end
    for (uint32_t i = 0; i < 500; ++i) {
      watch.step(length++, 0, reading(10'000 + i));
      ASSERT_FALSE(watch.in_vain(length, 0)) << pass << " " << i;
    }
}

TEST(Polling, RepeatedReadsAre) {
  for (const uint32_t variables : {1u, 3u, 30u}) {
    PollingWatch watch(40, false);
    size_t length = 0;
    uint32_t reads = 0;
    for (; reads < 1000 && !watch.in_vain(length, 1); ++reads) {
      watch.step(length++, 1, reading(reads % variables));
      watch.step(length++, 0, reading(100 + reads));  // what another thread reads does not help it
    }
    EXPECT_GE(reads, std::max(40u, 5 * variables));
    EXPECT_LE(reads, std::max(40u, 5 * variables) + 10);  // each step of a path up to half the limit is not looked at
    EXPECT_FALSE(watch.in_vain(length, 0));
    // A write by anybody begins a new count; so does going back before the reads.
    Op write = reading(7);
    write.accesses[0].write = true;
    watch.step(length++, 0, write);
    EXPECT_FALSE(watch.in_vain(length, 1));
    length -= 1;
    EXPECT_TRUE(watch.in_vain(length, 1));
    EXPECT_FALSE(watch.in_vain(6, 1));
    watch.step(6, 1, reading(0));
    EXPECT_FALSE(watch.in_vain(7, 1));
  }
}

// A search that comes back from long branches at each step still sees what the path polls.
TEST(Polling, BranchesDoNotHideIt) {
  PollingWatch watch(40, false);
  size_t length = 20;
  for (; length < 200 && !watch.in_vain(length, 0); ++length) {
    for (size_t branch = length; branch < length + 50; ++branch)
      watch.step(branch, branch % 2, branch % 3 ? reading(1) : reading(2));
    watch.step(length, 0, reading(1));
  }
  EXPECT_LT(length, 80u);
}

}  // namespace
}  // namespace jmc::por::toy
