// Every engine tells of what it counts: the events add up to the statistics, and each speaks of the state that its path
// leads to.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "por/search.hpp"
#include "tests/por/random_program.hpp"
#include "tests/por/support.hpp"

namespace jmc::por::toy {
namespace {

// Replays every path it is told of.
class Replayer final : public Listener {
 public:
  Replayer(const Program& program, ToySystem& system) : program_(program), system_(system) {}
  void state_new(std::span<const PathStep> path, uint64_t state) override {
    check(path);
    EXPECT_EQ(state, states++);
    arrived_ = {path.empty() ? PathStep{} : path.back(), state};
  }
  void state_revisited(std::span<const PathStep> path, uint64_t state) override {
    check(path);
    ASSERT_LT(state, states);
    ++revisits;
    arrived_ = {path.back(), state};
  }
  void state_left(uint64_t state) override {
    ASSERT_LT(state, states);
    ++left_[state];
  }
  void transition(uint64_t from, PathStep step, uint64_t to) override {
    ++transitions;
    EXPECT_LT(from, states);
    EXPECT_EQ(to, arrived_.state) << "a transition leads to the state just told of";
    EXPECT_EQ(step.thread, arrived_.step.thread);
    EXPECT_EQ(step.alternative, arrived_.step.alternative);
  }
  void end_state(std::span<const PathStep> path) override {
    check(path);
    EXPECT_TRUE(system_.is_final());
    ++ends;
  }
  void violation(std::span<const PathStep> path, ErrorKind kind) override {
    ++violations[kind];
    ToySystem replay(program_);
    StepResult result;
    for (PathStep s : path) result = replay.step(s.thread, s.alternative);
    if (kind == ErrorKind::Deadlock) {
      EXPECT_TRUE(replay.is_final() && replay.deadlocked());
    } else if (kind == ErrorKind::NoEnd) {
      EXPECT_TRUE(!replay.is_final() && replay.fingerprint() == system_.fingerprint());
    } else {
      EXPECT_EQ(result.error, kind);
    }
  }
  void progress(const SearchStatistics& s) override { last = s; }

  // Each state was left, with sleep sets perhaps several times.
  void check_left(bool once) const {
    EXPECT_EQ(left_.size(), states);
    if (!once) return;
    for (const auto& [state, times] : left_) EXPECT_EQ(times, 1u) << "state " << state;
  }

  uint64_t states = 0, revisits = 0, transitions = 0, ends = 0;
  SearchStatistics last;
  std::map<ErrorKind, uint64_t> violations;

 private:
  struct Arrival {
    PathStep step;
    uint64_t state;
  };
  void check(std::span<const PathStep> path) {
    ToySystem replay(program_);
    for (PathStep s : path) replay.step(s.thread, s.alternative);
    EXPECT_EQ(replay.fingerprint(), system_.fingerprint());
  }
  const Program& program_;
  ToySystem& system_;
  Arrival arrived_{};
  std::map<uint64_t, uint64_t> left_;
};

struct Engine {
  std::string name;
  SearchOptions options;
};

std::vector<Engine> engines() {
  std::vector<Engine> all;
  const auto add = [&](const std::string& what, const Strategy& s, auto set) {
    SearchOptions options;
    options.strategy = s.name;
    set(options);
    set_default_refinements(options);
    if (check_options(options).empty()) all.push_back({std::string(s.name) + " " + what, options});
  };
  for (const Strategy* s : strategies()) {
    add("", *s, [&](SearchOptions& o) { o.match_states = s->states != Strategy::States::Never; });
    add("stateless", *s, [](SearchOptions& o) { o.match_states = false; });
    add("observers", *s, [](SearchOptions& o) {
      o.match_states = false;
      o.observers = true;
    });
    for (const bool match : {true, false})
      add(match ? "bounded" : "bounded stateless", *s, [&](SearchOptions& o) {
        o.match_states = match;
        o.bounds = {{BoundKind::Preemption, 2}};
      });
    add("best first", *s, [](SearchOptions& o) {
      o.match_states = false;
      o.exploration = Exploration::BestFirst;
      o.keys = {{SearchKey::Preemptions}, {SearchKey::Random}};
    });
  }
  for (const Exploration drawn :
       {Exploration::Random, Exploration::Pct, Exploration::Pos, Exploration::Surw, Exploration::Feedback})
    add("drawn", *find_strategy("s-por"), [&](SearchOptions& o) {
      o.match_states = false;
      o.exploration = drawn;
      o.executions = 5;
    });
  return all;
}

TEST(Events, AddUpToTheStatisticsOfEveryEngine) {
  const std::vector<Engine> all = engines();
  EXPECT_GE(all.size(), 25u);
  for (const Engine& engine : all) {
    uint64_t complete = 0;
    for (uint64_t seed = 0; seed < 60 && !testing::Test::HasFailure(); ++seed) {
      SCOPED_TRACE(engine.name + ", seed " + std::to_string(seed));
      // Loops only where states are matched.
      const Program p =
          random_program(seed, shape(static_cast<uint32_t>(seed % (engine.options.match_states ? 32 : 16))));
      ToySystem system(p);
      const Fingerprint initial = system.fingerprint();
      Replayer told(p, system);
      SearchOptions options = engine.options;
      options.keep_going = true;
      options.max_states = 400;
      const SearchResult result = search(system, options, told);
      EXPECT_EQ(system.fingerprint(), initial) << "the search leaves the system where it was";
      EXPECT_EQ(result.statistics.states, told.states);
      EXPECT_EQ(result.statistics.transitions, told.transitions);
      EXPECT_EQ(result.statistics.transitions, told.last.transitions);
      EXPECT_EQ(result.statistics.revisits, told.revisits);
      EXPECT_EQ(result.statistics.executions, told.ends);
      uint64_t violations = 0;
      for (const auto& [kind, count] : told.violations) violations += count;
      EXPECT_EQ(result.violations, violations);
      if (result.end != SearchEnd::Complete && result.end != SearchEnd::Bounded && result.end != SearchEnd::Sampled)
        continue;
      told.check_left(!(options.sleep_sets && options.match_states));
      ++complete;
    }
    EXPECT_GT(complete, 10u) << engine.name;
  }
}

// The same with the refinement that enters states again.
TEST(Events, StatesThatAreEnteredAgainAreLeftAgain) {
  SearchOptions options;
  options.strategy = "s-por";
  options.sleep_sets = options.keep_going = true;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    const Program p = random_program(seed, shape(seed % 32));
    ToySystem system(p);
    Replayer told(p, system);
    options.max_states = 400;
    const SearchResult result = search(system, options, told);
    if (result.end != SearchEnd::Complete) continue;
    EXPECT_EQ(result.statistics.states, told.states);
    EXPECT_EQ(result.statistics.transitions, told.transitions);
    told.check_left(false);
  }
}

}  // namespace
}  // namespace jmc::por::toy
