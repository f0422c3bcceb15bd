// Limits, events, orders, refusals.
#include <gtest/gtest.h>

#include "por/thread_order.hpp"
#include "tests/por/programs.hpp"
#include "tests/por/support.hpp"

namespace jmc::por::toy {
namespace {

constexpr const char* kAll[] = {"none", "s-por", "de-s-por", "dl-s-por", "o-dpor"};

SearchResult run(const Program& p, const SearchOptions& options) {
  ToySystem system(p);
  Listener silent;
  return search(system, options, silent);
}

Program asserting() {  // x=1 | assert x==0
  Program p;
  p.initial_threads = 2;
  p.globals = {0};
  p.bodies.resize(2);
  p.bodies[0].code = {{Code::Const, 0, kNone, kNone, kNone, 1}, {Code::Write, kNone, kNone, 0, kNone, 0}};
  p.bodies[1].code = {{Code::Read, 0, kNone, kNone, kNone, 0},
                      {Code::Const, 1, kNone, kNone, kNone, 0},
                      {Code::JumpEqual, kNone, 0, 1, kNone, 4},
                      {Code::Assert, kNone, 1}};
  return p;
}

TEST(Search, StopsAtTheFirstViolationUnlessToldToGoOn) {
  for (const char* name : kAll) {
    const Program p = asserting();
    SearchOptions options;
    options.strategy = name;
    SearchResult first = run(p, options);
    EXPECT_EQ(first.end, SearchEnd::FirstViolation) << name;
    EXPECT_EQ(first.violations, 1u) << name;
    options.keep_going = true;
    SearchResult all = run(p, options);
    EXPECT_EQ(all.end, SearchEnd::Complete) << name;
    EXPECT_EQ(all.violations, 1u) << name;
    EXPECT_EQ(all.statistics.executions, 2u) << name;
  }
}

// Every reduction keeps all final states: when it has seen all of them, so has the share that is told.
TEST(Search, WhatWasSeenIsToldByFinalStates) {
  for (const char* name : kAll) {
    SearchOptions options;
    options.strategy = name;
    options.seen_share_steps = 20'000;
    const Program p = readers(4);
    const SearchResult whole = run(p, options);
    EXPECT_EQ(whole.end, SearchEnd::Complete) << name;
    EXPECT_EQ(whole.seen.drawn, 0u) << name;
    options.max_states = whole.statistics.states;
    const SearchResult all = run(p, options);
    EXPECT_EQ(all.end, SearchEnd::StateLimit) << name;
    EXPECT_GT(all.seen.drawn, 100u) << name;
    EXPECT_EQ(all.seen.known, all.seen.drawn) << name;
    options.max_states = 20;  // some of the 16 final states
    const SearchResult few = run(p, options);
    EXPECT_GT(few.seen.drawn, 100u) << name;
    EXPECT_LT(few.seen.known, few.seen.drawn) << name;
  }
}

TEST(Search, DeadlocksAreViolations) {
  for (const char* name : kAll) {
    SearchOptions options;
    options.strategy = name;
    EXPECT_EQ(run(two_lockers(), options).end, SearchEnd::FirstViolation) << name;
    options.keep_going = true;
    EXPECT_EQ(run(two_lockers(), options).violations, 2u) << name;
  }
}

// while (x) n = (n + 1) mod `numbers`; y = 1  |  x = 0
// `own`: it writes its count where others could see it, too.
Program counting_poll(int32_t numbers, bool own = false) {
  Program p;
  p.globals = {1, 0, 0};
  p.initial_threads = 2;
  p.bodies.resize(2);
  Body& poll = p.bodies[0];
  poll.keep = 2;
  const int top = poll.here();
  poll.add({.code = Code::Read, .d = 0, .imm = 0});
  const int out = poll.add({.code = Code::JumpZero, .a = 0});
  poll.add({.code = Code::AddMod, .d = 1, .a = 1, .c = numbers, .imm = 1});
  if (own) poll.add({.code = Code::Write, .b = 1, .imm = 2});
  poll.add({.code = Code::Jump, .imm = top});
  poll.land(out);
  poll.add({.code = Code::Write, .b = 1, .imm = 1});
  Body& writer = p.bodies[1];
  writer.add({.code = Code::Write, .b = 0, .imm = 0});
  return p;
}

// A thread that counts while it polls never comes back to a state. What another thread does next must be found all the
// same, from every state that the limit lets the first one reach.
TEST(Search, PollingInVainEnds) {
  Program p;
  p.globals = {0, 0};
  p.initial_threads = 2;
  p.bodies.resize(2);
  Body& poll = p.bodies[0];
  poll.keep = 2;
  const int top = poll.here();
  poll.add({.code = Code::Read, .d = 0, .imm = 0});
  const int out = poll.add({.code = Code::JumpNonZero, .a = 0});
  poll.add({.code = Code::AddMod, .d = 1, .a = 1, .c = 1 << 19, .imm = 1});
  poll.add({.code = Code::Jump, .imm = top});
  poll.land(out);
  poll.add({.code = Code::Write, .b = 1, .imm = 1});
  Body& writer = p.bodies[1];
  writer.initial[0] = 1;
  writer.add({.code = Code::Write, .b = 0, .imm = 0});
  for (const char* name : kAll) {
    SearchOptions options;
    options.strategy = name;
    options.spin_limit = 40;
    const SearchResult cut = run(p, options);
    EXPECT_EQ(cut.end, SearchEnd::SpinLimit) << name;
    EXPECT_EQ(cut.statistics.executions, 61u)
        << name;  // the writer comes after 0 to 60 reads: the first 20 steps of a path do not count
  }
}

// What it writes itself is nothing that it waits for.
TEST(Search, PollingInVainEndsAlsoWhereTheCountIsWritten) {
  for (const char* name : kAll) {
    SearchOptions options;
    options.strategy = name;
    options.spin_limit = 40;
    EXPECT_EQ(run(counting_poll(1 << 19, true), options).end, SearchEnd::SpinLimit) << name;
  }
}

TEST(Search, LimitsEndTheSearchAndSayWhich) {
  for (const char* name : kAll) {
    SearchOptions options;
    options.strategy = name;
    options.max_states = 10;
    EXPECT_EQ(run(readers(6), options).end, SearchEnd::StateLimit) << name;
    EXPECT_EQ(run(readers(6), options).statistics.states, 10u) << name;
    options = {};
    options.strategy = name;
    options.depth_bound = 5;
    SearchResult cut = run(readers(6), options);
    EXPECT_EQ(cut.end, SearchEnd::DepthBound) << name;
    EXPECT_EQ(cut.statistics.max_depth, 5u) << name;
    options.depth_bound = 12;
    EXPECT_EQ(run(readers(6), options).end, SearchEnd::DepthBound) << name;
    options.depth_bound = 13;  // end states lie at the limit, uncut
    EXPECT_EQ(run(readers(6), options).end, SearchEnd::Complete) << name;
    options = {};
    options.strategy = name;
    options.memory_limit_bytes = 1;
    options.progress_interval = 1;
    EXPECT_EQ(run(readers(6), options).end, SearchEnd::MemoryLimit) << name;
    options = {};
    options.strategy = name;
    options.time_limit_seconds = 1e-9;
    options.progress_interval = 1;
    EXPECT_EQ(run(readers(6), options).end, SearchEnd::TimeLimit) << name;
    std::atomic<bool> stop = true;
    options = {};
    options.strategy = name;
    options.stop = &stop;
    EXPECT_EQ(run(readers(6), options).end, SearchEnd::Interrupted) << name;
  }
}

TEST(Search, FailureOfTheSystemIsReported) {
  class Broken final : public TransitionSystem {
   public:
    ThreadId thread_count() const override { return 1; }
    bool ended(ThreadId) const override { return false; }
    Op pending(ThreadId) const override {
      Op op;
      op.alternatives = 1;
      return op;
    }
    StepResult step(ThreadId, uint32_t) override { return {ErrorKind::None, true}; }
    Mark mark() override { return marks++; }
    void undo(Mark m) override { marks = m + 1; }
    void release(Mark) override { --marks; }
    Fingerprint fingerprint() override { return {1, 1}; }
    void canonical_form(std::vector<uint8_t>&) override {}
    void renaming(std::vector<uint32_t>& out) const override { out.clear(); }
    bool is_final() const override { return false; }
    bool deadlocked() const override { return false; }
    std::string failure() const override { return "unknown native method f"; }
    Mark marks = 0;
  };
  for (const char* name : kAll) {
    Broken broken;
    Listener silent;
    SearchOptions options;
    options.strategy = name;
    SearchResult result = search(broken, options, silent);
    EXPECT_EQ(result.end, SearchEnd::Failure) << name;
    EXPECT_EQ(result.detail, "unknown native method f") << name;
  }
}

// A path of a million steps must not need a million stack frames.
TEST(Search, DeepPathsAreNoRecursion) {
  Program p;
  p.initial_threads = 1;
  p.globals = {0};
  p.bodies.resize(1);
  Body& b = p.bodies[0];  // for (i = 1; i != 0; i = (i+1) % 60000) x = i
  b.initial[0] = 1;
  int again = b.add({Code::Write, kNone, kNone, 0, kNone, 0});
  b.add({Code::AddMod, 0, 0, kNone, 60000, 1});
  b.add({Code::JumpNonZero, kNone, 0, kNone, kNone, again});
  for (const char* name : kAll) {
    SearchOptions options;
    options.strategy = name;
    SearchResult result = run(p, options);
    EXPECT_EQ(result.end, SearchEnd::Complete);
    EXPECT_EQ(result.statistics.max_depth, 59999u);
  }
}

TEST(Search, ExactStatesGiveTheSameCounts) {
  for (const char* name : kAll) {
    SearchOptions options;
    options.strategy = name;
    const Observed compact = observe(last_zero(3), options);
    options.exact_states = true;
    const Observed exact = observe(last_zero(3), options);
    EXPECT_EQ(compact.states(), exact.states());
    EXPECT_EQ(compact.transitions(), exact.transitions());
  }
}

// All states have one fingerprint: nothing rests on it if whole states are compared, and all does otherwise.
TEST(Search, ExactStatesNeedNoFingerprints) {
  struct OneFingerprint : ToySystem {
    using ToySystem::ToySystem;
    Fingerprint fingerprint() override {
      ToySystem::fingerprint();  // numbers the objects
      return {1, 1};
    }
  };
  for (const char* name : kAll) {
    SearchOptions options;
    options.strategy = name;
    const uint64_t states = observe(last_zero(3), options).states();
    const auto found = [&](bool exact) {
      options.exact_states = exact;
      OneFingerprint system(last_zero(3));
      Listener silent;
      return search(system, options, silent).statistics.states;
    };
    EXPECT_EQ(found(true), states) << name;
    EXPECT_EQ(found(false), 1u) << name;
  }
}

TEST(Search, SleepSetsSaveTransitions) {
  SearchOptions options;
  options.strategy = "s-por";
  const Observed plain = observe(michael_scott(3, false), options);
  options.sleep_sets = true;
  const Observed slept = observe(michael_scott(3, false), options);
  EXPECT_EQ(slept.states(), plain.states());
  EXPECT_LT(slept.transitions() * 10, plain.transitions() * 8);
}

TEST(Search, PermutationsOfThreadsContinueCyclically) {
  SearchOptions options;
  options.permutation = {2, 0, 1};
  ThreadOrder order(options);
  std::vector<ThreadId> picked;
  for (ThreadSet left = ThreadSet::below(7); !left.empty(); left.erase(picked.back()))
    picked.push_back(order.pick(left));
  EXPECT_EQ(picked, (std::vector<ThreadId>{2, 0, 1, 5, 3, 4, 6}));
}

TEST(Search, MeaninglessOptionsAreRefused) {
  auto refused = [](auto set) {
    SearchOptions options;
    set(options);
    return check_options(options);
  };
  EXPECT_EQ(refused([](SearchOptions&) {}), "");
  EXPECT_NE(refused([](SearchOptions& o) { o.strategy = "best"; }).find("unknown strategy best"), std::string::npos);
  EXPECT_NE(refused([](SearchOptions& o) { o.permutation = {0, 2}; }), "");
  EXPECT_NE(refused([](SearchOptions& o) { o.permutation = {0, 0}; }), "");
  EXPECT_NE(refused([](SearchOptions& o) { o.visited_first = true; }), "");
  EXPECT_NE(refused([](SearchOptions& o) { o.retraverse = true; }), "");
  EXPECT_NE(refused([](SearchOptions& o) { o.strategy = "dl-s-por", o.sleep_sets = true; }), "");
  EXPECT_NE(refused([](SearchOptions& o) { o.match_states = false, o.exact_states = true; }), "");
  EXPECT_NE(refused([](SearchOptions& o) { o.strategy = "o-dpor", o.safe_unlocks = true; }), "");
  SearchOptions options;
  options.strategy = "best";
  EXPECT_EQ(run(two_lockers(), options).end, SearchEnd::Failure);
}

}  // namespace
}  // namespace jmc::por::toy
