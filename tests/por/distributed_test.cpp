// One state space over several shares: the states, transitions, ends, deadlocks and livelocks of one search, whatever
// the number of shares, the sizes of batches, and the order in which messages of different senders arrive.
#include <gtest/gtest.h>

#include <deque>
#include <memory>

#include "por/distributed/conductor.hpp"
#include "por/seam/forwarding_system.hpp"
#include "tests/por/support.hpp"

namespace jmc::por::toy {
namespace {

// Fingerprints that depend on what the system has met: what each thread did last is a part of a state, by a number that
// it got when it was first done by anybody, on any path.
class NamingSystem final : public ForwardingSystem {
 public:
  explicit NamingSystem(TransitionSystem& to) : ForwardingSystem(to) {}
  StepResult step(ThreadId thread, uint32_t alternative) override {
    const auto what = std::pair(thread % 2, to_.pending(thread).kind);
    if (thread >= last_.size()) last_.resize(thread + 1);
    last_[thread] = names_.try_emplace(what, names_.size() + 1).first->second;
    return to_.step(thread, alternative);
  }
  Mark mark() override {
    const Mark m = to_.mark();
    saved_.emplace_back(m, last_);
    return m;
  }
  void undo(Mark m) override {
    to_.undo(m);
    while (saved_.back().first != m) saved_.pop_back();
    last_ = saved_.back().second;
  }
  void release(Mark m) override {
    to_.release(m);
    saved_.pop_back();
  }
  Fingerprint fingerprint() override {
    Fingerprint f = to_.fingerprint();
    for (const uint64_t name : last_) {
      f.lo = f.lo * 0x9e3779b97f4a7c15u + name;
      f.hi = (f.hi ^ name) * 0xbf58476d1ce4e5b9u;
    }
    return f;
  }
  uint64_t learnt() const override { return names_.size(); }
  uint64_t names() const override { return names_.size(); }

 private:
  std::map<std::pair<ThreadId, OpKind>, uint64_t> names_;
  std::vector<uint64_t> last_;
  std::vector<std::pair<Mark, std::vector<uint64_t>>> saved_;
};

// A system that can load: a form is the way to a state. Now and then it says that it cannot, also in the middle.
class LoadingSystem final : public ForwardingSystem {
 public:
  // `flawed`: states that were loaded, and those behind them, have other fingerprints.
  LoadingSystem(TransitionSystem& to, uint64_t seed, bool flawed)
      : ForwardingSystem(to), random_(seed), flawed_(flawed) {}
  StepResult step(ThreadId thread, uint32_t alternative) override {
    path_.push_back({thread, alternative});
    return to_.step(thread, alternative);
  }
  Mark mark() override {
    const Mark m = to_.mark();
    saved_.push_back({m, path_.size(), tainted_});
    return m;
  }
  void undo(Mark m) override {
    to_.undo(m);
    while (saved_.back().mark != m) saved_.pop_back();
    path_.resize(saved_.back().steps);
    tainted_ = saved_.back().tainted;
  }
  void release(Mark m) override {
    to_.release(m);
    saved_.pop_back();
  }
  std::string loadable_form(std::vector<uint8_t>& form) override {
    form.clear();
    if (random_.below(10) == 0) return "this one cannot";
    to_.fingerprint();
    for (const PathStep& s : path_) form.insert(form.end(), {uint8_t(s.thread), uint8_t(s.alternative)});
    return {};
  }
  std::string load(const std::vector<uint8_t>& form) override {
    size_t at = 0;
    for (; at < path_.size(); ++at) {
      if (2 * at >= form.size() || form[2 * at] != path_[at].thread || form[2 * at + 1] != path_[at].alternative) {
        ADD_FAILURE() << "the present state is no earlier one";
        return "it is no earlier one";
      }
    }
    const bool gives_up = random_.below(50) == 0;
    for (; at < form.size() / 2; ++at) {
      step(form[2 * at], form[2 * at + 1]);
      if (gives_up) return "it gave up";
    }
    tainted_ = flawed_;
    to_.fingerprint();
    return {};
  }
  Fingerprint fingerprint() override {
    Fingerprint f = to_.fingerprint();
    f.lo ^= tainted_;
    return f;
  }

 private:
  RandomSource random_;
  const bool flawed_;
  std::vector<PathStep> path_;
  struct Saved {
    Mark mark;
    size_t steps;
    bool tainted;
  };
  std::vector<Saved> saved_;
  bool tainted_ = false;
};

// What all of them have learnt, as schedules in one order.
using Lessons = std::vector<std::vector<PathStep>>;

void walk(TransitionSystem& system, const std::vector<PathStep>& path) {
  const TransitionSystem::Mark start = system.mark();
  for (const PathStep step : path) system.step(step.thread, step.alternative);
  system.undo(start);
  system.release(start);
}

class Told final : public Listener {
 public:
  Told(ToySystem& system, Lessons& lessons) : system_(system), lessons_(lessons) {}
  void learnt(std::span<const PathStep> path) override { lessons_.emplace_back(path.begin(), path.end()); }
  void state_new(std::span<const PathStep>, uint64_t) override {
    ++states;
    for (ThreadId t = 0; t < system_.thread_count(); ++t)
      observed.locals.insert(std::to_string(t) + '/' + system_.local_state(t));
  }
  void end_state(std::span<const PathStep>) override {
    std::vector<uint8_t> form;
    system_.canonical_form(form);
    if (system_.deadlocked()) observed.deadlocks.insert(form);
    observed.ends.insert(std::move(form));
  }
  Observed observed;
  uint64_t states = 0;

 private:
  ToySystem& system_;
  Lessons& lessons_;
};

// Shares of one process, and what is under way between them: lists by sender and receiver, of which any may be next.
class Machines {
 public:
  // Names: the systems name what they meet, and have to be brought to agree. Else they can load states.
  enum class Kind { Load, LoadWrongly, Names };
  Machines(const Program& program, const SearchOptions& options, uint32_t count, uint64_t seed, Kind kind = Kind::Load)
      : kind_(kind),
        random_(seed),
        conductor_box_(*this, Post::kConductor),
        conductor_(count, options, conductor_box_) {
    for (uint32_t i = 0; i < count; ++i) {
      Share::Size size;
      size.leaves = 1 + static_cast<uint32_t>(random_.below(20));
      size.batch = 1 + static_cast<uint32_t>(random_.below(20));
      size.load = 1 + static_cast<uint32_t>(random_.below(4));
      One& one = *all_.emplace_back(std::make_unique<One>(*this, i, program));
      one.share.emplace(i, count, options, one.box, size);
      stand(one);
    }
  }
  void run() {
    conductor_.start();
    while (!conductor_.over()) {
      if (conductor_.renamed()) {
        for (const auto& one : all_) stand(*one);
        ++agreed;
        conductor_.redo();
      }
      // Half of the time somebody works, if somebody can.
      const uint32_t who = static_cast<uint32_t>(random_.below(all_.size()));
      if (random_.below(2) && all_[who]->share->work()) continue;
      if (!deliver())
        for (const auto& one : all_) one->share->work();
    }
  }
  Observed observed() const {
    Observed all;
    for (const auto& one : all_) {
      const Observed& o = one->told.observed;
      all.ends.insert(o.ends.begin(), o.ends.end());
      all.deadlocks.insert(o.deadlocks.begin(), o.deadlocks.end());
      all.locals.insert(o.locals.begin(), o.locals.end());
    }
    all.result = conductor_.result();
    all.livelock = !conductor_.stuck().empty();
    return all;
  }
  uint64_t explored() const {
    uint64_t n = 0;
    for (const auto& one : all_) n += one->told.states;
    return n;
  }
  const Conductor& conductor() const { return conductor_; }
  uint64_t agreed = 0;  // how often they had to be

 private:
  struct Box final : Post {
    Box(Machines& m, uint32_t f) : machines(m), from(f) {}
    void send(uint32_t to, std::string message) override {
      machines.under_way_[{from, to}].push_back(std::move(message));
    }
    Machines& machines;
    const uint32_t from;
  };
  struct One {
    One(Machines& m, uint32_t i, const Program& program) : system(program), told(system, m.lessons_), box(m, i) {}
    ToySystem system;
    std::optional<NamingSystem> naming;
    std::optional<LoadingSystem> loading;
    Told told;
    Box box;
    std::optional<Share> share;
  };
  // On a system that has learnt nothing but what all have.
  void stand(One& one) {
    one.share->step_down();
    if (kind_ != Kind::Names) {
      one.loading.emplace(one.system, random_.below(1000), kind_ == Kind::LoadWrongly);
      return one.share->stand_on(*one.loading, one.told);
    }
    one.naming.emplace(one.system);
    for (const auto& path : lessons_) walk(*one.naming, path);
    one.share->stand_on(*one.naming, one.told);
  }
  bool deliver() {
    std::vector<std::pair<uint32_t, uint32_t>> some;
    for (const auto& [between, messages] : under_way_)
      if (!messages.empty()) some.push_back(between);
    if (some.empty()) return false;
    const auto [from, to] = some[random_.below(some.size())];
    std::deque<std::string>& messages = under_way_[{from, to}];
    const std::string message = std::move(messages.front());
    messages.pop_front();
    if (to == Post::kConductor) conductor_.take(from, message);
    else all_[to]->share->take(from, message);
    return true;
  }

  const Kind kind_;
  Lessons lessons_;
  RandomSource random_;
  std::map<std::pair<uint32_t, uint32_t>, std::deque<std::string>> under_way_;
  Box conductor_box_;
  Conductor conductor_;
  std::vector<std::unique_ptr<One>> all_;
};

SearchOptions options_of(const char* strategy) {
  SearchOptions o;
  o.strategy = strategy;
  o.keep_going = true;
  return o;
}

// From the state at the end of the schedule no end can be reached: by a full search that begins there.
void expect_stuck(const Program& program, const std::vector<PathStep>& path) {
  ToySystem system(program);
  for (const PathStep step : path) {
    ASSERT_LT(step.thread, system.thread_count());
    ASSERT_LT(step.alternative, system.pending(step.thread).alternatives);
    system.step(step.thread, step.alternative);
  }
  Listener nobody;
  SearchOptions full = options_of("none");
  full.livelock = Livelock::Off;
  const SearchResult below = search(system, full, nobody);
  EXPECT_EQ(below.end, SearchEnd::Complete);
  EXPECT_EQ(below.statistics.executions, 0u);
}

void compare(const Program& program, uint64_t seed, const char* strategy, bool safe_unlocks, uint64_t& livelocks,
             uint64_t& more, uint64_t& loaded) {
  SearchOptions full = options_of("none");
  full.max_states = 3000;
  const Observed expected = observe(program, full);
  if (expected.result.end != SearchEnd::Complete) return;
  SearchOptions options = options_of(strategy);
  options.safe_unlocks = safe_unlocks;
  const Observed one = observe(program, options);
  for (uint32_t count = 1; count <= 4; ++count) {
    Machines machines(program, options, count, seed * 4 + count);
    machines.run();
    const Observed found = machines.observed();
    EXPECT_TRUE(same_behaviour(expected, found)) << difference(expected, found);
    EXPECT_EQ(found.livelock, expected.livelock);
    EXPECT_EQ(found.result.end, SearchEnd::Complete);
    EXPECT_EQ(machines.explored(), found.states());
    const SearchStatistics &a = one.result.statistics, &b = found.result.statistics;
    // Where steps that one thread takes alone make a cycle, another of its states may be the one that is left by all.
    if (a.states == b.states && a.transitions == b.transitions) {
      EXPECT_EQ(a.executions, b.executions);
      EXPECT_EQ(a.revisits, b.revisits);
    } else {
      EXPECT_TRUE(std::string_view(strategy) == "s-por") << a.states << " " << b.states;
      ++more;
    }
    for (const auto& path : machines.conductor().stuck()) expect_stuck(program, path);
    livelocks += found.livelock;
    loaded += machines.conductor().traffic().loaded;
    if (testing::Test::HasFailure()) { FAIL() << "seed " << seed << ", " << count << " shares\n" << program.text(); }
  }
}

class Distributed : public testing::TestWithParam<std::tuple<const char*, bool>> {};

TEST_P(Distributed, FindsWhatOneSearchFinds) {
  const auto [strategy, safe_unlocks] = GetParam();
  uint64_t livelocks = 0, more = 0, loaded = 0, all = 0;
  for (uint64_t seed = 0; seed < (long_tests() ? 20'000u : 250u); ++seed) {
    compare(random_program(seed, shape(static_cast<uint32_t>(seed))), seed, strategy, safe_unlocks, livelocks, more,
            loaded);
    if (HasFatalFailure()) return;
    all += 4;
  }
  EXPECT_GT(livelocks, 20u);
  EXPECT_GT(loaded, 10'000u);
  EXPECT_LT(more, all / 20);
  RecordProperty("other_counts", static_cast<int>(more));
}

INSTANTIATE_TEST_SUITE_P(All, Distributed,
                         testing::Values(std::tuple("none", false), std::tuple("s-por", false),
                                         std::tuple("s-por", true)));

// A load that makes another state is noticed by what is counted.
TEST(DistributedLoads, AreNoticedWhereTheyAreWrong) {
  uint64_t noticed = 0, loads = 0;
  for (uint64_t seed = 0; seed < 40; ++seed) {
    const Program program = random_program(seed, shape(static_cast<uint32_t>(seed)));
    SearchOptions options = options_of("none");
    options.max_states = 3000;
    const Observed one = observe(program, options);
    if (one.result.end != SearchEnd::Complete) continue;
    Machines machines(program, options, 2, seed, Machines::Kind::LoadWrongly);
    machines.run();
    loads += machines.conductor().traffic().loaded != 0;
    const SearchStatistics &a = one.result.statistics, b = machines.conductor().result().statistics;
    noticed += a.states != b.states || a.transitions != b.transitions || a.executions != b.executions;
  }
  EXPECT_GT(loads, 10u);
  EXPECT_GT(noticed, loads / 2);
}

// Systems that call things by other names, each in the order in which it has met them, have the same states in the end.
TEST(DistributedNames, AreTheSameEverywhere) {
  uint64_t agreed = 0, several = 0;
  for (uint64_t seed = 0; seed < (long_tests() ? 5'000u : 150u); ++seed) {
    const Program program = random_program(seed, shape(static_cast<uint32_t>(seed)));
    SearchOptions options = options_of("none");
    options.max_states = 20'000;
    ToySystem toy(program);
    NamingSystem naming(toy);
    Listener nobody;
    const SearchResult one = search(naming, options, nobody);
    if (one.end != SearchEnd::Complete) continue;
    for (uint32_t count = 2; count <= 4; ++count) {
      Machines machines(program, options, count, seed * 4 + count, Machines::Kind::Names);
      machines.run();
      const SearchStatistics found = machines.conductor().result().statistics;
      EXPECT_EQ(found.states, one.statistics.states);
      EXPECT_EQ(found.transitions, one.statistics.transitions);
      EXPECT_EQ(found.executions, one.statistics.executions);
      agreed += machines.agreed;
      several += machines.agreed > 1;
      if (HasFailure()) FAIL() << "seed " << seed << ", " << count << " shares\n" << program.text();
    }
  }
  EXPECT_GT(agreed, 100u);
  EXPECT_GT(several, 20u);
}

}  // namespace
}  // namespace jmc::por::toy
