// Searches that match no states: every path counts.
#include <gtest/gtest.h>

#include "por/seam/forwarding_system.hpp"
#include "por/strategy.hpp"
#include "tests/por/programs.hpp"
#include "tests/por/support.hpp"

namespace jmc::por::toy {
namespace {

SearchOptions stateless(const char* strategy) {
  SearchOptions options;
  options.strategy = strategy;
  options.match_states = false;
  return options;
}

TEST(Stateless, FullSearchCountsMaximalPaths) {
  auto paths = [](const Program& p) { return observe(p, stateless("none")).result.statistics.executions; };
  EXPECT_EQ(paths(readers(2)), 30u);
  EXPECT_EQ(paths(readers(4)), 22680u);
  EXPECT_EQ(paths(last_zero(2)), 35u);
  EXPECT_EQ(paths(last_zero(3)), 920u);
  EXPECT_EQ(paths(indexer(2)), 70u);
  EXPECT_EQ(paths(indexer(3)), 34650u);
  EXPECT_EQ(paths(treiber(2, false, false)), 81930u);
  if (!long_tests()) return;
  EXPECT_EQ(paths(last_zero(5)), 3487880u);
  EXPECT_EQ(paths(michael_scott(2, false)), 8978312u);
}

TEST(Stateless, ReductionsKeepEndsAndExploreFewerPaths) {
  for (const Program& p : {readers(3), last_zero(3), indexer(3), treiber(2, false, false), reader_behind_flag(),
                           two_lockers(), disabled_leftover(), renamed_object()}) {
    const Observed full = observe(p, "none");
    for (const char* name : {"s-por", "de-s-por", "dl-s-por", "o-dpor"}) {
      const Observed reduced = observe(p, stateless(name));
      EXPECT_TRUE(same_behaviour(full, reduced)) << name << ": " << difference(full, reduced);
    }
  }
  EXPECT_EQ(observe(indexer(8), stateless("dl-s-por")).result.statistics.executions, 1u);
}

TEST(Stateless, RandomProgramsLoseNothing) {
  uint64_t compared = 0;
  for (uint64_t seed = 0; seed < (long_tests() ? 50000u : 3000u) && !HasFailure(); ++seed) {
    Shape s = shape(seed % 16);  // no loops
    const Program p = random_program(seed, s);
    SearchOptions options;
    options.strategy = "none";
    options.max_states = 60;
    const Observed full = observe(p, options);
    if (full.result.end != SearchEnd::Complete) continue;
    for (const char* name : {"s-por", "de-s-por", "dl-s-por", "o-dpor", "dpor", "source-dpor", "optimal-dpor"}) {
      SearchOptions reduction = stateless(name);
      if (find_strategy(name)->states == Strategy::States::Never) set_default_refinements(reduction);
      reduction.depth_bound = 1000;  // there are no loops, so this ends nothing
      const Observed reduced = observe(p, reduction);
      EXPECT_EQ(reduced.result.end, SearchEnd::Complete) << "seed " << seed;
      EXPECT_TRUE(same_behaviour(full, reduced)) << name << ", seed " << seed << ": " << difference(full, reduced);
    }
    ++compared;
  }
  EXPECT_GT(compared, 1000u);
}

TEST(Stateless, DepthBoundCutsInfinitePaths) {
  for (const char* name : {"none", "s-por", "de-s-por", "dl-s-por", "o-dpor", "dpor", "source-dpor", "optimal-dpor"}) {
    SearchOptions options = stateless(name);
    if (find_strategy(name)->states == Strategy::States::Never) set_default_refinements(options);
    options.depth_bound = 12;
    const Observed o = observe(spin_on_flag(), options);
    EXPECT_EQ(o.ends.size(), 1u) << name;
    if (find_strategy(name)->states == Strategy::States::Never) {  // waits instead
      EXPECT_EQ(o.result.end, SearchEnd::Complete);
      EXPECT_LT(o.result.statistics.max_depth, 12u);
      continue;
    }
    EXPECT_EQ(o.result.end, SearchEnd::DepthBound) << name;
    EXPECT_EQ(o.result.statistics.max_depth, 12u) << name;
  }
}

// Says of an operation of thread 1 that it is another one once thread 0 is over, though they share no location.
class BrokenContract final : public ForwardingSystem {
 public:
  explicit BrokenContract(TransitionSystem& to) : ForwardingSystem(to) {}
  Op pending(ThreadId thread) const override {
    Op op = to_.pending(thread);
    if (thread == 1 && op.kind == OpKind::Write && to_.ended(0)) op.kind = OpKind::Cas;
    return op;
  }
};

// Where thread 0 comes later, thread 1 does not do what was announced. A listener is told of the thread there.
TEST(Stateless, AnOperationThatIsNotWhatWasAnnouncedIsADefect) {
  struct Told final : Listener {
    void contradicted(ThreadId thread) override { threads.push_back(thread); }
    std::vector<ThreadId> threads;
  } told;
  Body reader;  // what it reads first of others comes before thread 0, too, where it reads earlier
  reader.add({Code::Read, 0, kNone, kNone, kNone, 1});
  reader.add({Code::Read, 0, kNone, kNone, kNone, 0});
  const auto writer = [](int value, int variable) {
    Body b;
    b.add({Code::Const, 0, kNone, kNone, kNone, value});
    b.add({Code::Write, kNone, kNone, 0, kNone, variable});
    return b;
  };
  Program program;
  program.bodies = {writer(1, 0), writer(2, 1), writer(3, 1), reader};
  program.initial_threads = 4;
  program.globals.assign(2, 0);
  ToySystem toy(program);
  BrokenContract broken(toy);
  SearchOptions options = stateless("optimal-dpor");
  options.sleep_sets = true;
  const SearchResult honest = search(toy, options, told);
  EXPECT_EQ(honest.end, SearchEnd::Complete);
  EXPECT_TRUE(told.threads.empty());
  const SearchResult wrong = search(broken, options, told);
  EXPECT_EQ(wrong.end, SearchEnd::Defect);
  EXPECT_EQ(told.threads, std::vector<ThreadId>{1});
  for (const char* said : {"--por=optimal-dpor", "of an execution, by thread 1", "a compare-and-set of", "a write of"})
    EXPECT_NE(wrong.detail.find(said), std::string::npos) << said << " in " << wrong.detail;
}

// What other tests of what follows a defect ask for, under every strategy.
TEST(Stateless, ADefectCanBeAskedForByTests) {
  for (const Strategy* strategy : strategies()) {
    SearchOptions options;
    options.strategy = strategy->name;
    set_default_refinements(options);
    options.contradicts = true;
    const Observed found = observe(readers(2), options);
    EXPECT_EQ(found.result.end, SearchEnd::Defect) << strategy->name;
    EXPECT_TRUE(found.ends.empty()) << strategy->name;
  }
}

}  // namespace
}  // namespace jmc::por::toy
