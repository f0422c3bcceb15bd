// How many states a search will come to, where that is known.
#include "por/sampling/size_estimate.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/por/programs.hpp"
#include "tests/por/support.hpp"

namespace jmc::por::toy {
namespace {

// Each thread writes a variable of its own `steps` times: (steps + 1)^threads states without a reduction.
Program strangers(int threads, int steps) {
  Program p;
  p.globals.assign(static_cast<size_t>(threads), 0);
  for (int t = 0; t < threads; ++t) {
    Body b;
    for (int i = 0; i < steps; ++i) {
      b.add({Code::Const, 9, kNone, kNone, kNone, i + 1});
      b.add({Code::Write, kNone, kNone, 9, kNone, t});
    }
    p.bodies.push_back(std::move(b));
  }
  p.initial_threads = threads;
  return p;
}

// Listens for the estimate, and asks it after each state.
struct Asked final : Listener {
  explicit Asked(const TransitionSystem& system) : estimate(system) {}
  Asked(const TransitionSystem& system, const ClosedTable& table) : estimate(system, table, 0) {}
  void state_new(std::span<const PathStep> path, uint64_t state) override {
    estimate.state_new(path, state);
    answers.push_back(estimate.now());
  }
  void state_left(uint64_t state) override { estimate.state_left(state); }
  SizeEstimate estimate;
  std::vector<SizeEstimate::Answer> answers;
};

struct Measured {
  double known = 0, within = 0, worst = 0;  // shares of the answers; the largest factor by which one is wrong
  SizeEstimate::Answer last;
};
// `from`: the share of the search from which on answers count.
Measured measure(const Program& program, SearchOptions options, double from) {
  ToySystem system(program);
  Asked asked(system);
  const SearchResult result = search(system, options, asked);
  EXPECT_EQ(result.end, SearchEnd::Complete);
  const double all = static_cast<double>(result.statistics.states);
  EXPECT_EQ(asked.answers.size(), result.statistics.states);
  Measured m;
  double asked_for = 0;
  for (size_t i = static_cast<size_t>(from * all); i < asked.answers.size(); ++i) {
    const SizeEstimate::Answer& a = asked.answers[i];
    ++asked_for;
    EXPECT_EQ(a.seen, i + 1);
    if (!a.known()) continue;
    EXPECT_LE(a.least, a.states);
    EXPECT_LE(a.states, a.most);
    EXPECT_GE(a.least, static_cast<double>(a.seen) * 0.999);
    ++m.known;
    m.within += a.least <= all && all <= a.most;
    m.worst = std::max(m.worst, std::exp(std::abs(std::log(a.states / all))));
  }
  m.within /= std::max(1.0, m.known);
  m.known /= asked_for;
  m.last = asked.estimate.now();
  EXPECT_EQ(m.last.states, all);
  EXPECT_EQ(m.last.seconds_left, 0);
  return m;
}

TEST(SizeEstimate, IndependentThreads) {
  SearchOptions options;
  options.strategy = "none";
  for (const auto& [threads, steps] : {std::pair{2, 20}, {3, 10}, {4, 7}}) {
    const Measured m = measure(strangers(threads, steps), options, 0.4);
    EXPECT_GT(m.known, 0.8) << threads;
    EXPECT_GT(m.within, 0.9) << threads;
    EXPECT_LT(m.worst, 1.6) << threads;
  }
}

TEST(SizeEstimate, WithoutMatchedStates) {
  SearchOptions options;
  options.strategy = "none";
  options.match_states = false;
  const Measured m = measure(strangers(2, 7), options, 0.4);  // the schedules of 7 and 7 steps
  EXPECT_GT(m.known, 0.9);
  EXPECT_GT(m.within, 0.8);
  EXPECT_LT(m.worst, 2.5);
}

// The last answer is the number of states whatever the search does.
TEST(SizeEstimate, EndsWithTheTruth) {
  for (const char* name : {"none", "s-por", "de-s-por", "dl-s-por", "o-dpor", "dpor", "source-dpor", "optimal-dpor"})
    for (const Program& p : {readers(4), last_zero(4), treiber(2, true, false), opposite_locks()}) {
      SearchOptions options;
      options.strategy = name;
      options.keep_going = true;
      if (find_strategy(name)->states == Strategy::States::Never) options.match_states = false;
      set_default_refinements(options);
      measure(p, options, 0);
    }
}

// Another search has closed a part, and was stopped: what it has closed counts from the start, and once.
TEST(SizeEstimate, WithWhatOthersHaveClosed) {
  for (const char* name : {"none", "s-por", "dl-s-por"})
    for (const Program& p : {strangers(3, 10), readers(4), treiber(2, true, false)}) {
      SearchOptions options;
      options.strategy = name;
      set_default_refinements(options);
      ToySystem alone(p);
      Listener nobody;
      const double all = static_cast<double>(search(alone, options, nobody).statistics.states);
      ClosedTable table(2);
      options.closed = &table;
      SearchOptions other = options;
      other.writer = 1;
      other.order = SearchOptions::Order::Random;
      other.max_states = static_cast<uint64_t>(all / 2);
      ToySystem there(p);
      search(there, other, nobody);
      const uint64_t closed = table.states();
      ToySystem here(p);
      Asked asked(here, table);
      EXPECT_EQ(asked.estimate.now().seen, closed);
      search(here, options, asked);
      // The last states that it has closed may not be published yet when the last one is left.
      const SizeEstimate::Answer last = asked.estimate.now();
      EXPECT_EQ(last.states, static_cast<double>(table.states())) << name;
      EXPECT_EQ(last.seen, table.states()) << name;
      if (std::string_view(name) == "none") {
        EXPECT_EQ(last.states, all);
        EXPECT_GT(closed, all / 4);
      }
      for (const SizeEstimate::Answer& a : asked.answers)
        if (a.known()) { EXPECT_GE(a.states, static_cast<double>(closed)); }
    }
}

TEST(SizeEstimate, SaysNothingBeforeItKnows) {
  const Program p = strangers(3, 10);
  ToySystem system(p);
  Asked asked(system);
  SearchOptions options;
  options.strategy = "none";
  search(system, options, asked);
  // 30 states down to the end of the first path, and none of the last thread's own run below them.
  for (size_t i = 0; i < 30; ++i) EXPECT_FALSE(asked.answers[i].known()) << i;
  // The thread whose steps come second is not done with before 11 * 11 states are known.
  for (size_t i = 0; i < 120; ++i) EXPECT_FALSE(asked.answers[i].known()) << i;
}

}  // namespace
}  // namespace jmc::por::toy
