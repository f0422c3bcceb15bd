// A search that is kept, given up and resumed in another system, again and again, is the search that was never given
// up: the same counts and the same events.
#include <gtest/gtest.h>

#include <map>
#include <memory>

#include "por/stateful/checkpoints.hpp"
#include "por/support.hpp"
#include "tests/por/support.hpp"

namespace jmc::por::toy {
namespace {

// Its fingerprints have names that depend on the order in which the search comes to things, as those of classes do that
// are linked when they are first used; and what a step records depends on what was learnt before it.
class Learner final : public TransitionSystem {
 public:
  explicit Learner(const Program& program) : toy_(program) {}
  ThreadId thread_count() const override { return toy_.thread_count(); }
  bool ended(ThreadId t) const override { return toy_.ended(t); }
  Op pending(ThreadId t) const override {
    names_.try_emplace("asked " + std::to_string(t) + toy_.local_state(t), 1 + names_.size());
    return toy_.pending(t);
  }
  StepResult step(ThreadId t, uint32_t alternative) override {
    const StepResult result = toy_.step(t, alternative);
    known(t);
    return result;
  }
  Mark mark() override { return toy_.mark(); }
  void undo(Mark m) override { toy_.undo(m); }
  void release(Mark m) override { toy_.release(m); }
  Fingerprint fingerprint() override {
    Fingerprint f = toy_.fingerprint();
    for (ThreadId t = 0; t < toy_.thread_count(); ++t) f.hi = (f.hi ^ known(t)) * 0x9e3779b97f4a7c15u;
    return f;
  }
  void canonical_form(std::vector<uint8_t>& out) override {
    toy_.canonical_form(out);
    for (ThreadId t = 0; t < toy_.thread_count(); ++t) out.push_back(static_cast<uint8_t>(known(t)));
  }
  void renaming(std::vector<uint32_t>& out) const override { toy_.renaming(out); }
  bool landmark(ThreadId t) const override { return toy_.landmark(t); }
  bool is_final() const override { return toy_.is_final(); }
  bool deadlocked() const override { return toy_.deadlocked(); }
  uint64_t learnt() const override { return names_.size(); }
  void pass_over(bool on) { toy_.pass_over(on); }

 private:
  size_t known(ThreadId t) {
    if (toy_.ended(t)) return 0;
    return names_.try_emplace(std::to_string(t) + toy_.local_state(t), 1 + names_.size()).first->second;
  }
  ToySystem toy_;
  mutable std::map<std::string, size_t> names_;
};

// Counts, and what happened in the order in which it did.
class Record final : public Listener {
 public:
  void end_state(std::span<const PathStep> path) override { add("end", path); }
  void violation(std::span<const PathStep> path, ErrorKind kind) override {
    add("violation " + std::to_string(static_cast<int>(kind)), path);
  }
  void state_decided(uint64_t state, bool can_end) override {
    text += std::to_string(state) + (can_end ? " can end\n" : " cannot end\n");
  }
  void transition(uint64_t from, PathStep, uint64_t to) override { sum = (sum * 31 + from) * 31 + to; }
  std::string text;
  uint64_t sum = 0;

 private:
  void add(const std::string& what, std::span<const PathStep> path) {
    text += what;
    for (const PathStep s : path) text += " " + std::to_string(s.thread) + "." + std::to_string(s.alternative);
    text += "\n";
  }
};

// Gives the search up after so many looks.
class GivenUp final : public Checkpoints {
 public:
  GivenUp(const std::string& earlier, uint32_t after) : loader_(earlier), some_(!earlier.empty()), after_(after) {}
  Earlier begin() override { return {some_ ? &loader_ : nullptr, false}; }
  bool due() override {
    if (after_ != 0 && --after_ == 0) stop = true;
    return false;
  }
  void save(const Save& search) override {
    base::MemorySaver a;
    search(a);
    kept = std::move(a.content);
  }
  void over(const Save&) override {}
  std::string kept;
  std::atomic<bool> stop = false;

 private:
  base::Loader loader_;
  bool some_;
  uint32_t after_;
};

struct Case {
  const char* strategy;
  void (*set)(SearchOptions&);
};
const Case kCases[] = {
    {"none", [](SearchOptions&) {}},
    {"none", [](SearchOptions& o) { o.sleep_sets = true; }},
    {"s-por", [](SearchOptions& o) { o.lone_runs = true, o.lone_stored = 1; }},
    {"s-por",
     [](SearchOptions& o) { o.lone_runs = o.late_sleep_sets = true, o.lone_stored = 1, o.sleep_sets_from = 10; }},
    {"s-por", [](SearchOptions& o) { o.sleep_sets = o.safe_unlocks = o.exact_states = true; }},
    {"de-s-por", [](SearchOptions& o) { o.owner_for_blocked = o.visited_first = true; }},
    {"dl-s-por", [](SearchOptions& o) { o.held_back = o.lone_runs = o.learnt_order = true, o.lone_stored = 1; }},
    {"dl-s-por",
     [](SearchOptions& o) {
       o.owner_for_blocked = o.visited_first = o.exact_states = true;
       o.order = SearchOptions::Order::Random;
       o.seed = 3;
     }},
    {"o-dpor", [](SearchOptions& o) { o.visited_first = true; }},
};

class Checkpointed : public ::testing::TestWithParam<size_t> {};

TEST_P(Checkpointed, GivenUpAgainAndAgain) {
  const Case& c = kCases[GetParam()];
  SearchOptions options;
  options.strategy = c.strategy;
  options.keep_going = true;
  options.progress_interval = 16;
  options.max_states = 20'000;
  c.set(options);
  uint32_t resumed = 0;
  const uint64_t seeds = long_tests() ? 2'000 : 150;
  for (uint64_t seed = 0; seed < seeds; ++seed) {
    const Program program = random_program(seed, shape(static_cast<uint32_t>(seed % 32)));
    Learner whole_system(program);
    whole_system.pass_over(options.lone_runs);
    Record whole;
    const SearchResult expected = search(whole_system, options, whole);

    Record record;
    std::string kept;
    SearchResult found;
    for (uint32_t runs = 0;; ++runs) {
      ASSERT_LT(runs, 10'000u);
      Learner system(program);
      system.pass_over(options.lone_runs);
      GivenUp checkpoints(kept, 1 + static_cast<uint32_t>((seed + runs) % 5));
      SearchOptions with = options;
      with.checkpoints = &checkpoints;
      with.stop = &checkpoints.stop;
      found = search(system, with, record);
      if (found.end != SearchEnd::Interrupted) break;
      kept = checkpoints.kept;
      ++resumed;
    }
    ASSERT_EQ(found.detail, expected.detail) << c.strategy << " " << seed << "\n" << program.text();
    ASSERT_EQ(found.end, expected.end) << c.strategy << " " << seed;
    const SearchStatistics &a = found.statistics, &b = expected.statistics;
    ASSERT_EQ(a.states, b.states) << c.strategy << " " << seed;
    ASSERT_EQ(a.transitions, b.transitions) << c.strategy << " " << seed;
    ASSERT_EQ(a.executions, b.executions) << c.strategy << " " << seed;
    ASSERT_EQ(a.blocked_executions, b.blocked_executions) << c.strategy << " " << seed;
    ASSERT_EQ(a.revisits, b.revisits) << c.strategy << " " << seed;
    ASSERT_EQ(a.max_depth, b.max_depth) << c.strategy << " " << seed;
    ASSERT_EQ(found.violations, expected.violations) << c.strategy << " " << seed;
    ASSERT_EQ(record.text, whole.text) << c.strategy << " " << seed;
    ASSERT_EQ(record.sum, whole.sum) << c.strategy << " " << seed;
  }
  EXPECT_GT(resumed, seeds / 2);
}

INSTANTIATE_TEST_SUITE_P(Searches, Checkpointed, ::testing::Range(size_t{0}, std::size(kCases)));

TEST(Checkpoints, WhatIsNoSearchIsNotResumed) {
  SearchOptions options;
  options.strategy = "dl-s-por";
  const Program program = random_program(7, shape(31));
  Learner system(program);
  GivenUp first({}, 3);
  options.checkpoints = &first;
  options.stop = &first.stop;
  options.keep_going = true;
  Record record;
  ASSERT_EQ(search(system, options, record).end, SearchEnd::Interrupted);
  ASSERT_FALSE(first.kept.empty());
  // Whatever is missing at its end, or too much.
  for (size_t size = 0; size <= first.kept.size() + 1; size += size < 200 ? 1 : 37) {
    if (size == first.kept.size() || size == 0) continue;
    std::string cut = first.kept;
    cut.resize(size, '\0');
    GivenUp second(cut, 0);
    Learner again(program);
    options.checkpoints = &second;
    options.stop = nullptr;
    EXPECT_THROW(search(again, options, record), base::ArchiveError) << size;
  }
  // Of another program: the path is none of it, or what it teaches is something else.
  const Program other = random_program(8, shape(31));
  GivenUp second(first.kept, 0);
  Learner again(other);
  options.checkpoints = &second;
  const SearchResult refused = search(again, options, record);
  EXPECT_EQ(refused.end, SearchEnd::Failure);
  EXPECT_TRUE(refused.detail.starts_with("the search cannot be resumed")) << refused.detail;
}

TEST(Checkpoints, RefusedWhereNoStatesAreMatched) {
  for (const char* strategy : {"dpor", "source-dpor", "optimal-dpor"}) {
    SearchOptions options;
    options.strategy = strategy;
    EXPECT_FALSE(refusal(Purpose::Checkpoints, options).empty()) << strategy;
  }
  SearchOptions options;
  options.match_states = false;
  EXPECT_FALSE(refusal(Purpose::Checkpoints, options).empty());
}

}  // namespace
}  // namespace jmc::por::toy
