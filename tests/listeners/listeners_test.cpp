// Each listener on small programs that are searched in full; what it must say follows from the program.
#include <gtest/gtest.h>

#include <set>

#include "listeners/livelock.hpp"
#include "listeners/many_outcomes.hpp"
#include "listeners/multiplexer.hpp"
#include "listeners/outcomes.hpp"
#include "listeners/sources.hpp"
#include "listeners/story.hpp"
#include "listeners/swallowed.hpp"
#include "listeners/violations.hpp"
#include "tests/listeners/world.hpp"

namespace jmc::listeners::test {

namespace {

using por::ErrorKind;

class Listeners : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_jdk()) GTEST_SKIP() << "no JDK found";
  }
};

constexpr const char* kRace = R"(
  static volatile int x;
  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> { int old = x; x = old + 1; }, "other");
    t.start();
    int old = x;
    x = old + 1;
    t.join();
    System.out.print(x);
  }
)";

TEST_F(Listeners, OutcomesAreThoseOfCompleteExecutionsEachWithAPathToIt) {
  World world("Race", kRace);
  Outcomes outcomes(world.system());
  EXPECT_EQ(world.search(outcomes).end, por::SearchEnd::Complete);
  ASSERT_EQ(outcomes.set().size(), 2u);
  EXPECT_EQ(outcomes.threads(), 2u);
  for (const auto& [text, outcome] : outcomes.set()) {
    EXPECT_TRUE(text == "1" || text == "2") << text;
    EXPECT_GE(outcome.end_states, 1u);
    world.replay(outcome.witness.steps());
    EXPECT_TRUE(world.system().is_final());
    EXPECT_EQ(world.vm().output.text(1), text);
  }
}

TEST(ManyOutcomes, AreLeftOutOnceAndOnlyInALargeSearch) {
  constexpr uint64_t kStates = 500'000;  // as docs/options.md says
  constexpr size_t kTexts = 50;
  size_t texts = kTexts + 1;
  int left_out = 0;
  ManyOutcomes many([&] { return texts; }, [&] { ++left_out; });
  const auto states = [&](uint64_t n) {
    por::SearchStatistics s;
    s.states = n;
    many.progress(s);
    return left_out;
  };
  EXPECT_EQ(states(kStates), 0);
  texts = kTexts;
  EXPECT_EQ(states(kStates + 1), 0);
  texts = kTexts + 1;
  EXPECT_EQ(states(kStates + 2), 1);
  EXPECT_EQ(states(kStates + 3), 1);
}

TEST_F(Listeners, ADeadlockAndALivelockAreNoOutcomes) {
  for (const char* body : {"synchronized (Stuck.class) { Stuck.class.wait(); }", "while (true) Thread.onSpinWait();"}) {
    World world("Stuck",
                std::string("  static volatile int x;\n  public static void main(String[] args) throws Exception {\n"
                            "    new Thread(() -> x = 1).start();\n    System.out.print(x);\n    if (x == 1) { ") +
                    body + " }\n  }\n");
    Outcomes outcomes(world.system());
    world.search(outcomes);
    // "0" and an end; but "1" never comes to one. x may become 1 after it was printed, too.
    ASSERT_EQ(outcomes.set().size(), 1u) << body;
    EXPECT_EQ(outcomes.set().begin()->first, "0");
  }
}

struct Lengths : por::Listener {
  static constexpr unsigned kEvents = por::kViolationEvents;
  void violation(std::span<const por::PathStep> path, ErrorKind) override { seen.insert(path.size()); }
  std::multiset<size_t> seen;
};

TEST_F(Listeners, AViolationIsToldOnceWithTheShortestPathThatWasFound) {
  World world("Fails", R"(
  static volatile int x;
  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> { x = 1; x = 2; x = 3; });
    t.start();
    assert x == 0 : "changed";
    t.join();
  }
)");
  Lengths lengths;
  Violations violations(world.system());
  Multiplexer all;
  all.add(violations);
  all.add(lengths);
  world.search(all);
  ASSERT_EQ(violations.all().size(), 1u);
  const FoundViolation& v = violations.all().front();
  EXPECT_EQ(kind_name(v.kind), "assertion");
  EXPECT_EQ(v.thread, 0u);
  EXPECT_EQ(v.message, "java.lang.AssertionError: changed");
  EXPECT_EQ(v.count, lengths.seen.size());
  EXPECT_GT(*lengths.seen.rbegin(), *lengths.seen.begin());
  EXPECT_EQ(v.path.size(), *lengths.seen.begin());
}

TEST_F(Listeners, WhatIsSettledKeepsItsPath) {
  World world("Race", kRace);
  Violations violations(world.system());
  const std::vector<por::PathStep> longer(5, {0, 0}), shorter(2, {0, 0});
  vm::Violation met;
  met.kind = ErrorKind::Assertion;
  met.message = "m";
  world.vm().add_violation(met);
  violations.violation(longer, ErrorKind::Assertion);
  violations.settle();
  violations.violation(shorter, ErrorKind::Assertion);
  ASSERT_EQ(violations.all().size(), 1u);
  EXPECT_EQ(violations.all()[0].path.size(), 5u);
  EXPECT_EQ(violations.all()[0].count, 2u);
}

TEST_F(Listeners, ADeadlockNamesWhoWaits) {
  World world("Locks", R"(
  static final Object a = new Object(), b = new Object();
  static void both(Object first, Object second) { synchronized (first) { synchronized (second) { } } }
  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> both(b, a), "pay");
    t.start();
    both(a, b);
    t.join();
  }
)");
  Violations violations(world.system());
  world.search(violations);
  ASSERT_EQ(violations.all().size(), 1u);
  EXPECT_EQ(kind_name(violations.all()[0].kind), "deadlock");
  EXPECT_EQ(violations.all()[0].message, "thread 0 \"main\" and thread 1 \"pay\" wait for ever");
  EXPECT_FALSE(violations.drop_livelocks());
  EXPECT_EQ(violations.all().size(), 1u);
}

TEST_F(Listeners, ALivelockNamesItsLoopAndIsDroppedOnRequest) {
  World world("Spins", R"(
  static volatile boolean go;
  static void spin() { while (!go) Thread.onSpinWait(); }
  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> spin(), "spinner");
    t.start();
    t.join();
  }
)");
  Violations violations(world.system());
  world.search(violations);
  ASSERT_EQ(violations.all().size(), 1u);
  EXPECT_EQ(violations.all()[0].kind, ErrorKind::NoEnd);
  EXPECT_NE(violations.all()[0].message.find("thread 1 \"spinner\" in Spins.spin (Spins.java:4) loops for ever"),
            std::string::npos)
      << violations.all()[0].message;
  world.replay(violations.all()[0].path.steps());
  const Lasso lasso = find_lasso(world.system(), false);
  EXPECT_FALSE(lasso.ends);
  EXPECT_TRUE(lasso.explored);
  EXPECT_EQ(lasso.loops.count(1), 1u);
  EXPECT_EQ(loop_place(world.vm(), 1).method->name, "spin");
  EXPECT_TRUE(violations.drop_livelocks());
  EXPECT_TRUE(violations.all().empty());
}

TEST_F(Listeners, AnErrorThatNobodyLooksAtIsSwallowed) {
  World world("Loses", R"(
  static volatile int x;
  static void check() { assert x != 0 : "lost"; }
  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> {
      try { check(); } catch (Throwable e) { }
    }, "loser");
    t.start();
    x = 1;
    t.join();
  }
)");
  Swallowed swallowed(world.system());
  world.search(swallowed);
  ASSERT_EQ(swallowed.all().size(), 1u);
  const FoundSwallowed& found = swallowed.all()[0];
  EXPECT_NE(found.error.error.find("AssertionError: lost"), std::string::npos) << found.error.error;
  EXPECT_EQ(found.thread, "thread 1 \"loser\"");
  EXPECT_GE(found.count, 1u);
  world.replay(found.path);
  EXPECT_TRUE(world.system().is_final());
  EXPECT_TRUE(world.vm().any_unexamined());
}

TEST_F(Listeners, AStoryHasTheStepsOfThePathWithTheirLines) {
  World world("Tale", R"(
  static volatile int x;
  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> x = 7, "writer");
    t.start();
    assert x == 0 : "seen";
  }
)");
  Violations violations(world.system());
  world.search(violations);
  ASSERT_EQ(violations.all().size(), 1u);
  world.system().undo(world.initial);
  world.initial = world.system().mark();
  Sources sources(world.vm(), world.folder);
  const Story story = tell(world.system(), world.initial, violations.all()[0], {}, sources);
  std::vector<std::string> operations;
  for (const StoryStep& s : story.steps)
    if (!s.effect) operations.push_back(std::to_string(s.thread) + " " + s.operation);
  EXPECT_EQ(operations, (std::vector<std::string>{"1 write x 0 -> 7", "0 read x = 7"}));
  for (const StoryStep& s : story.steps) {
    if (s.operation != "read x = 7") continue;
    EXPECT_EQ(s.place.file, "Tale.java");
    EXPECT_EQ(s.place.source, "assert x == 0 : \"seen\";");
    EXPECT_EQ(sources.line(*world.vm().find_class("Tale"), s.place.line), s.place.source);
  }
  EXPECT_EQ(sources.line(*world.vm().find_class("Tale"), 1000), "");
}

// Which events reach a listener is what it says that it wants; each reaches it once.
struct Recorder : por::Listener {
  std::multiset<std::string> seen;
  void state_new(std::span<const por::PathStep>, uint64_t) override { seen.insert("new"); }
  void state_passed(std::span<const por::PathStep>) override { seen.insert("passed"); }
  void state_revisited(std::span<const por::PathStep>, uint64_t) override { seen.insert("revisited"); }
  void state_left(uint64_t) override { seen.insert("left"); }
  void state_decided(uint64_t, bool) override { seen.insert("decided"); }
  void transition(uint64_t, por::PathStep, uint64_t) override { seen.insert("transition"); }
  void end_state(std::span<const por::PathStep>) override { seen.insert("end"); }
  void violation(std::span<const por::PathStep>, ErrorKind) override { seen.insert("violation"); }
  void polled_in_vain(std::span<const por::PathStep>, por::ThreadId, uint64_t) override { seen.insert("polled"); }
  void end_state_first() override { seen.insert("first"); }
  void learnt(std::span<const por::PathStep>) override { seen.insert("learnt"); }
  void progress(const por::SearchStatistics&) override { seen.insert("progress"); }
};
template <unsigned Events>
struct Wants : Recorder {
  static constexpr unsigned kEvents = Events;
};

TEST(Multiplexer, SendsEachEventToWhoWantsIt) {
  Wants<por::kStateEvents> states;
  Wants<por::kTransitionEvents> transitions;
  Wants<por::kEndStateEvents | por::kProgressEvents> ends;
  Wants<por::kViolationEvents | por::kPollingEvents | por::kLearntEvents> violations;
  Wants<0> nothing;
  Multiplexer all;
  all.add(states);
  all.add(transitions);
  all.add(ends);
  all.add(violations);
  all.add(nothing);
  por::Listener& out = all;
  out.state_new({}, 0);
  out.state_passed({});
  out.state_revisited({}, 0);
  out.state_left(0);
  out.state_decided(0, true);
  out.transition(0, {0, 0}, 1);
  out.end_state({});
  out.violation({}, ErrorKind::Deadlock);
  out.polled_in_vain({}, 0, 0);
  out.end_state_first();
  out.learnt({});
  out.progress({});
  using Seen = std::multiset<std::string>;
  EXPECT_EQ(states.seen, (Seen{"new", "passed", "revisited", "left", "decided"}));
  EXPECT_EQ(transitions.seen, (Seen{"transition"}));
  EXPECT_EQ(ends.seen, (Seen{"end", "first", "progress"}));
  EXPECT_EQ(violations.seen, (Seen{"violation", "polled", "learnt"}));
  EXPECT_TRUE(nothing.seen.empty());
}

}  // namespace

}  // namespace jmc::listeners::test
