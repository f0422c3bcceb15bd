// What the search of all programs at once rests on: choices against the enumeration of programs, what sequential
// executions can tell against the sequences themselves, and the monitor against explanations of whole histories.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <set>

#include "descriptions.hpp"
#include "histories.hpp"
#include "linearizability/choices.hpp"
#include "linearizability/monitor.hpp"
#include "linearizability/programs.hpp"
#include "linearizability/together.hpp"

namespace jmc::linearizability {
namespace {

// Who makes the next call, and which.
using Chosen = std::vector<std::pair<uint32_t, uint16_t>>;

// Every way to choose.
std::vector<Chosen> paths(Choices& choices, const Family& family) {
  std::vector<Chosen> out;
  Chosen now;
  const std::function<void(const Choices::Rest&)> go = [&](const Choices::Rest& rest) {
    bool any = false;
    for (uint32_t t = 0; t < family.lengths.size(); ++t) {
      const std::vector<uint16_t> calls = choices.at(rest, t);
      for (const uint16_t c : calls) {
        any = true;
        now.emplace_back(t, c);
        go(choices.after(rest, t, c));
        now.pop_back();
      }
    }
    EXPECT_EQ(any, rest.left > 0);
    if (!any) out.push_back(now);
  };
  go(choices.begin());
  return out;
}

// Calls `body` with each order in which the calls of the program may be chosen.
void each_schedule(const Calls& program, const std::function<void(const Chosen&)>& body) {
  Chosen now;
  std::vector<size_t> made(program.size());
  const std::function<void()> go = [&] {
    bool any = false;
    for (uint32_t t = 0; t < program.size(); ++t) {
      if (made[t] == program[t].size()) continue;
      any = true;
      now.emplace_back(t, program[t][made[t]++]);
      go();
      now.pop_back();
      --made[t];
    }
    if (!any) body(now);
  };
  go();
}

bool may_be_chosen(Choices& choices, const Chosen& wanted) {
  Choices::Rest rest = choices.begin();
  for (const auto& [thread, call] : wanted) {
    const std::vector<uint16_t>& calls = choices.at(rest, thread);
    if (!std::count(calls.begin(), calls.end(), call)) return false;
    rest = choices.after(rest, thread, call);
  }
  return rest.left == 0;
}

// With and without new names of values.
bool some_renaming_may_be_chosen(Choices& choices, const Chosen& wanted, const Instances& instances) {
  if (may_be_chosen(choices, wanted)) return true;
  return std::any_of(instances.renamed.begin(), instances.renamed.end(), [&](const std::vector<uint16_t>& names) {
    Chosen other = wanted;
    for (auto& [thread, call] : other) call = names[call];
    return may_be_chosen(choices, other);
  });
}

std::vector<uint16_t> in_a_row(const Calls& program) {
  std::vector<uint16_t> out;
  for (const auto& thread : program) out.insert(out.end(), thread.begin(), thread.end());
  return out;
}

// Of every family that has programs of the enumeration each of these may be chosen under every schedule, but for the
// names of values; where first calls are given, as it is. `given`: first calls; nothing: threads are of any length,
// too.
void compare(const char* json, const Bounds& bounds, std::optional<size_t> given) {
  const Description d = parse_description(json, "test");
  const Instances instances = instances_of(d, bounds.values);
  std::map<Family, std::set<Calls>> families;
  Programs programs(d, instances, bounds);
  for (Calls p; programs.next(p);) {
    Family f;
    const std::vector<uint16_t> row = in_a_row(p);
    f.total = static_cast<uint32_t>(row.size());
    if (given) {
      for (const auto& thread : p) f.lengths.push_back(static_cast<uint32_t>(thread.size()));
      f.prefix = row;
      f.prefix.resize(std::min(*given, f.prefix.size()));
    } else {
      f.lengths.assign(bounds.threads, bounds.calls);
    }
    f.calls.resize(f.lengths.size());
    for (auto& calls : f.calls) {
      calls.resize(instances.all.size());
      std::iota(calls.begin(), calls.end(), uint16_t{0});
    }
    families[f].insert(p);
  }
  EXPECT_GT(families.size(), 1u);
  for (const auto& [family, wanted] : families) {
    Choices choices(family, instances.renamed);
    for (const Calls& program : wanted)
      each_schedule(program, [&](const Chosen& c) {
        EXPECT_TRUE(given.value_or(0) ? may_be_chosen(choices, c) : some_renaming_may_be_chosen(choices, c, instances))
            << text_of(programs.named(program));
      });
  }
}

// A thread need not call anything: every program of two threads, under every schedule, is chosen where there are three.
TEST(Together, ProgramsOfFewerThreadsComeWithThoseOfMore) {
  const Description d = parse_description(kQueue, "test");
  const Instances instances = instances_of(d, 2);  // offer(1), offer(2), poll, size
  const Bounds bounds{3, 2, 2, 4, false, true};
  const Calls program{{0, 2}, {1}};
  Together together(d, instances, bounds, WorkLimit(), 3);
  EXPECT_EQ(together.look(program, {}), Together::Answer::Wait);
  const auto all = together.next();
  ASSERT_TRUE(all);
  EXPECT_EQ(all->family.lengths, (std::vector<uint32_t>{2, 2, 2}));
  EXPECT_EQ(all->family.total, 3u);
  Choices choices(all->family, instances.renamed);
  each_schedule(program, [&](const Chosen& c) { EXPECT_TRUE(some_renaming_may_be_chosen(choices, c, instances)); });
  // Proved, it answers for programs of both; not proved, for none: then those of two threads are asked for alone.
  Together other(d, instances, bounds, WorkLimit(), 3);
  EXPECT_EQ(other.look(program, {}), Together::Answer::Wait);
  together.answered(all->number, true);
  EXPECT_EQ(together.look(program, {}), Together::Answer::Proved);
  EXPECT_EQ(together.look({{0}, {1}, {2}}, {}), Together::Answer::Proved);
  EXPECT_FALSE(together.next());
  other.answered(other.next()->number, false);
  EXPECT_EQ(other.look(program, {}), Together::Answer::Wait);
  const auto fewer = other.next();
  ASSERT_TRUE(fewer);
  EXPECT_EQ(fewer->family.lengths, (std::vector<uint32_t>{2, 2}));
  // Where programs of more threads are not to be looked at, they are not asked for.
  Together two(d, instances, bounds, WorkLimit());
  EXPECT_EQ(two.look(program, {}), Together::Answer::Wait);
  EXPECT_EQ(two.next()->family.lengths, (std::vector<uint32_t>{2, 2}));
}

TEST(Choices, HaveEveryProgramUnderEverySchedule) {
  for (const std::optional<size_t> given : {std::optional<size_t>(), {0}, {1}, {2}, {3}}) {
    compare(kQueue, {2, 3, 2, 5, false, true}, given);
    compare(kQueue, {3, 2, 2, 4, false, true}, given);
    compare(kQueue, {3, 1, 3, 3, false, true}, given);
    compare(kQueue, {2, 2, 3, 4, false, true}, given);
    compare(kMap, {2, 2, 2, 3, false, true}, given);
    compare(kMap, {3, 2, 2, 4, false, true}, given);
  }
}

// Threads that may make different calls are not the same, and a renaming may lead out of what they may call.
TEST(Choices, StayWithinWhatEachThreadMayCall) {
  const Description d = parse_description(kQueue, "test");
  const Instances instances = instances_of(d, 2);  // offer(1), offer(2), poll, size
  const std::vector<std::vector<uint16_t>> few{{0, 2}, {1, 3}, {0, 1, 2, 3}};
  for (const uint32_t total : {2u, 3u, 4u})
    for (const auto& a : few)
      for (const auto& b : few) {
        const Family family{{2, 2}, total, {}, {a, b}};
        Choices choices(family, instances.renamed);
        for (const Chosen& path : paths(choices, family)) {
          EXPECT_EQ(path.size(), total);
          for (const uint32_t t : {0u, 1u}) {
            const auto of_thread = [&](const auto& step) { return step.first == t; };
            EXPECT_LE(std::count_if(path.begin(), path.end(), of_thread), 2);
          }
          for (const auto& [t, c] : path) EXPECT_TRUE(std::count((t ? b : a).begin(), (t ? b : a).end(), c));
        }
        for (const uint16_t x : a)
          for (const uint16_t y : a)
            for (const uint16_t z : b)
              for (const uint16_t w : b) {
                Calls program{{x, y}, {z, w}};
                if (total < 4) program[1].resize(total - 2);
                each_schedule(
                    program, [&](const Chosen& c) { EXPECT_TRUE(some_renaming_may_be_chosen(choices, c, instances)); });
              }
      }
}

// Nothing is chosen that a renaming makes smaller, and everything else is.
TEST(Choices, NameValuesInTheOrderInWhichTheyAreChosen) {
  const Description d = parse_description(kQueue, "test");
  const Instances instances = instances_of(d, 3);
  ASSERT_EQ(instances.renamed.size(), 5u);  // 3! without the identity
  std::vector<uint16_t> calls(instances.all.size());
  std::iota(calls.begin(), calls.end(), uint16_t{0});
  const Family family{{3, 1}, 4, {}, {calls, calls}};
  Choices choices(family, instances.renamed);
  std::set<Chosen> wanted;
  for (const uint16_t a : calls)
    for (const uint16_t b : calls)
      for (const uint16_t c : calls)
        for (const uint16_t z : calls)
          each_schedule({{a, b, c}, {z}}, [&](const Chosen& chosen) {
            for (const auto& names : instances.renamed) {
              Chosen other = chosen;
              for (auto& [thread, call] : other) call = names[call];
              if (other < chosen) return;
            }
            wanted.insert(chosen);
          });
  const auto all = paths(choices, family);
  EXPECT_EQ(std::set(all.begin(), all.end()), wanted);
  EXPECT_EQ(all.size(), wanted.size());
}

// So that a state in which they are exchanged is one.
TEST(Choices, AreTheSameForThreadsThatMayMakeTheSameCallsFromNowOn) {
  const std::vector<uint16_t> calls{0, 1};
  const std::vector<std::vector<uint16_t>> none;
  const auto after = [&](const Family& family, const std::vector<uint32_t>& threads) {
    auto choices = std::make_unique<Choices>(family, none);
    Choices::Rest rest = choices->begin();
    for (const uint32_t t : threads) rest = choices->after(rest, t, 1);
    return std::pair(std::move(choices), rest);
  };
  // One call is left to each.
  const auto [one, two] = after({{3, 2, 1}, 6, {}, {calls, calls, calls}}, {0, 0, 1});
  EXPECT_EQ(two.plans[0], two.plans[1]);
  EXPECT_EQ(two.plans[0], two.plans[2]);
  EXPECT_NE(two.plans[0], Choices::Rest::kNoCalls);
  // Nobody can make more than the one that is left; who is through makes none.
  const auto [three, four] = after({{3, 3, 1}, 4, {}, {calls, calls, calls}}, {0, 0, 2});
  EXPECT_EQ(four.plans[0], four.plans[1]);
  EXPECT_EQ(four.plans[2], Choices::Rest::kNoCalls);
  const auto [five, six] = after({{3, 3}, 4, {}, {calls, calls}}, {0, 1, 0, 1});
  EXPECT_EQ(six.left, 0u);
  EXPECT_EQ(six.plans[0], Choices::Rest::kNoCalls);
  EXPECT_TRUE(five->at(six, 0).empty());
}

// Results of all sequences of calls, as a text.
using Sequence = std::pair<std::vector<uint16_t>, std::vector<std::string>>;

void sequences(Relaxed& object, Sequential::State state, size_t left, const std::vector<uint16_t>& calls, Sequence& now,
               std::set<Sequence>& out) {
  out.insert(now);
  if (!left) return;
  for (const uint16_t c : calls) {
    const std::vector<Sequential::Answer> answers = object.answers(state, c);
    for (const Sequential::Answer& a : answers) {
      now.first.push_back(c);
      now.second.push_back(a.result);
      sequences(object, a.next, left - 1, calls, now, out);
      now.first.pop_back();
      now.second.pop_back();
    }
  }
}

void sequences(const Behaviours& b, Behaviours::Node node, size_t left, const std::vector<uint16_t>& calls,
               const std::map<Behaviours::Result, std::string>& texts, Sequence& now, std::set<Sequence>& out) {
  out.insert(now);
  if (!left) {
    EXPECT_EQ(node, Behaviours::kEnd);
    return;
  }
  for (const uint16_t c : calls)
    for (const Behaviours::Step& s : b.steps(node, c)) {
      now.first.push_back(c);
      now.second.push_back(texts.at(s.result));
      sequences(b, s.next, left - 1, calls, texts, now, out);
      now.first.pop_back();
      now.second.pop_back();
    }
}

TEST(Behaviours, AreTheSequencesOfCalls) {
  for (const std::vector<uint16_t>& calls : {std::vector<uint16_t>{0, 1, 2, 3}, {0, 2}, {3, 1}}) {
    Relaxed object;
    Behaviours b(object, calls);
    std::map<Behaviours::Node, std::set<Sequence>> by_node;
    for (size_t left = 0; left <= 4; ++left) {
      const Behaviours::Node start = b.start(static_cast<uint32_t>(left), [] { return false; });
      std::map<Behaviours::Result, std::string> texts;
      for (const std::string text : {"_", "0", "1", "2", "3", "4"})
        if (b.result(text) != Behaviours::kNoResult) texts[b.result(text)] = text;
      Sequence now;
      std::set<Sequence> wanted, got;
      sequences(object, Sequential::kInitial, left, calls, now, wanted);
      sequences(b, start, left, calls, texts, now, got);
      EXPECT_EQ(got, wanted);
      by_node[start] = wanted;
    }
    EXPECT_EQ(by_node.size(), 5u);
    EXPECT_EQ(b.result("no such result"), Behaviours::kNoResult);
  }
}

// States of the object that no calls tell apart are one, and others are not.
TEST(Behaviours, AreOneWhereNoCallTellsThemApart) {
  Relaxed object;
  Behaviours sizes(object, {0, 1, 3});
  const Behaviours::Node two = sizes.start(2, [] { return false; });
  EXPECT_EQ(sizes.steps(two, 0), sizes.steps(two, 1));  // which element is in it, no size tells
  EXPECT_NE(sizes.steps(two, 0), sizes.steps(two, 3));
  Behaviours takes(object, {0, 1, 2});
  const Behaviours::Node last = takes.start(2, [] { return false; });
  ASSERT_EQ(takes.steps(last, 0).size(), 1u);
  EXPECT_NE(takes.steps(last, 0)[0].next, takes.steps(last, 1)[0].next);
  EXPECT_TRUE(takes.steps(last, 2).empty());  // it waits
}

TEST(Behaviours, AreGivenUpWhenItIsEnough) {
  Relaxed object;
  Behaviours b(object, {0, 1, 2, 3});
  int asked = 0;
  const auto soon = [&] { return ++asked > 10; };
  EXPECT_THROW(b.start(8, soon), Behaviours::GivenUp);
  // What is known by then is right: it goes on from there.
  Relaxed other;
  Behaviours whole(other, {0, 1, 2, 3});
  const auto never = [] { return false; };
  const Behaviours::Node resumed = b.start(4, never), at_once = whole.start(4, never);
  for (const uint16_t c : {0, 1, 2, 3}) EXPECT_EQ(b.steps(resumed, c).size(), whole.steps(at_once, c).size());
}

struct Followed {
  bool explained;     // the monitor has not lost it
  History effective;  // with calls that begin where the monitor was told of their first step
};

// When the monitor is told that a call has taken its first step: at once, before it returns, not at all.
enum class Told { AtOnce, Later, Never };

Followed follow(const Behaviours& b, Behaviours::Node start, const History& h, const Relaxed& object, Told told,
                std::mt19937& random) {
  Followed out{true, h};
  const auto threads = static_cast<uint32_t>(h.calls.size());
  Monitor monitor(b, start, threads + 1);
  Monitor::State state = Monitor::kBegin;
  std::vector<int> moved_at(threads, -1);
  for (int m = 0; m < h.moments; ++m) {
    for (uint32_t t = 0; t < threads; ++t)
      if (m >= moved_at[t] && moved_at[t] >= 0) state = monitor.moved(state, t);
    for (size_t n = 0; n < h.intervals.size(); ++n) {
      const Interval& i = h.intervals[n];
      const auto t = static_cast<uint32_t>(i.thread);
      if (i.begin == m) {
        state = monitor.begun(state, t, h.calls[t][i.index]);
        const int length = (i.end < 0 ? h.moments : i.end) - i.begin;
        moved_at[t] = told == Told::AtOnce  ? m
                      : told == Told::Never ? -1
                                            : m + static_cast<int>(random() % static_cast<unsigned>(length + 1));
        if (told == Told::AtOnce) state = monitor.moved(state, t);
        // It counts from just before the moment at which that was told; one that is never told of when it returns.
        if (i.end >= 0) out.effective.intervals[n].begin = moved_at[t] < 0 ? i.end : std::min(moved_at[t], i.end);
      } else if (i.end == m) {
        state = monitor.returned(state, t, h.outcome.results[t][i.index]);
        moved_at[t] = -1;
      }
    }
  }
  // The order of calls that this means.
  for (const Interval& i : out.effective.intervals)
    for (size_t u = 0; u < threads; ++u) {
      uint32_t ended = 0;
      for (const Interval& other : out.effective.intervals)
        ended += other.thread == u && u != i.thread && other.end >= 0 && other.end < i.begin;
      out.effective.outcome.ended[i.thread][i.index][u] = ended;
    }
  if (h.outcome.results.size() > threads && !h.outcome.results.back().empty()) {
    state = monitor.begun(state, threads, object.last_[0]);
    state = monitor.returned(state, threads, h.outcome.results.back()[0]);
  }
  const bool waits = std::any_of(h.intervals.begin(), h.intervals.end(), [](const Interval& i) { return i.end < 0; });
  out.explained = state != Monitor::kLost && (!waits || monitor.all_wait(state));
  return out;
}

TEST(Monitor, FollowsWhatIsLinearizableAndNothingElse) {
  std::mt19937 random(11);
  std::map<Told, int> explained;
  std::map<Notion, int> weaker;
  for (int n = 0; n < 2500; ++n) {
    Relaxed object;
    if (n % 2) object.last_ = {3};
    const History h = draw(random, object);
    size_t calls = object.last_.size();
    for (const auto& thread : h.calls) calls += thread.size();
    Behaviours b(object, {0, 1, 2, 3});
    const Behaviours::Node start = b.start(static_cast<uint32_t>(calls), [] { return false; });
    for (const Told told : {Told::AtOnce, Told::Later, Told::Never}) {
      const Followed f = follow(b, start, h, object, told, random);
      const History& e = f.effective;
      EXPECT_EQ(f.explained, explains(object, e.calls, e.outcome, Notion::History)) << n << " " << int(told);
      explained[told] += f.explained;
      // Whatever it follows is explained, whichever the notion.
      for (const Notion notion : {Notion::Outcomes, Notion::History, Notion::Quiescent}) {
        Outcome seen = h.outcome;
        if (notion == Notion::Outcomes) seen.ended.clear();
        const bool is = explains(object, h.calls, seen, notion);
        EXPECT_TRUE(is || !f.explained) << n << " " << int(told) << " " << int(notion);
        if (told == Told::AtOnce) weaker[notion] += is && !f.explained;
      }
    }
  }
  // All kinds of answers are met: later beginnings are explained less often, weaker notions explain more.
  EXPECT_GT(explained[Told::Never], 80);
  EXPECT_GT(explained[Told::Later], explained[Told::Never]);
  EXPECT_GT(explained[Told::AtOnce], explained[Told::Later]);
  EXPECT_LT(explained[Told::AtOnce], 2300);
  EXPECT_EQ(weaker[Notion::History], 0);
  EXPECT_GT(weaker[Notion::Outcomes], 0);
  EXPECT_GT(weaker[Notion::Quiescent], 0);
}

// What can happen to a monitor next: of a thread, its next call begins, has moved, or returns something.
struct Event {
  enum : uint8_t { Begins, Moves, Returns } what;
  uint32_t thread;
  uint16_t call;
  std::string result;
};

// Events as they may come, from where each thread is.
std::vector<Event> draw_events(std::mt19937& random, std::vector<int>& calls_left, std::vector<bool>& open,
                               size_t most) {
  std::vector<Event> out;
  while (out.size() < most) {
    std::vector<uint32_t> live;
    for (uint32_t t = 0; t < open.size(); ++t)
      if (open[t] || calls_left[t] > 0) live.push_back(t);
    if (live.empty()) break;
    const uint32_t t = live[random() % live.size()];
    if (!open[t]) {
      --calls_left[t];
      open[t] = true;
      out.push_back({Event::Begins, t, static_cast<uint16_t>(random() % 4), {}});
    } else if (random() % 3 == 0) {
      out.push_back({Event::Moves, t, 0, {}});
    } else {
      open[t] = false;
      out.push_back({Event::Returns, t, 0, random() % 2 ? "_" : std::to_string(random() % 3)});
    }
  }
  return out;
}

Monitor::State follow(Monitor& monitor, Monitor::State state, const std::vector<Event>& events,
                      const std::vector<uint32_t>& names) {
  for (const Event& e : events)
    state = e.what == Event::Begins  ? monitor.begun(state, names[e.thread], e.call)
            : e.what == Event::Moves ? monitor.moved(state, names[e.thread])
                                     : monitor.returned(state, names[e.thread], e.result);
  return state;
}

TEST(Monitor, GoesByWhatThreadsAreCalled) {
  std::mt19937 random(5);
  Relaxed object;
  Behaviours b(object, {0, 1, 2, 3});
  const Behaviours::Node start = b.start(6, [] { return false; });
  Monitor monitor(b, start, 4);
  int lives = 0;
  for (int n = 0; n < 3000; ++n) {
    std::vector<int> left(3, 2);
    std::vector<bool> open(3);
    const std::vector<Event> events = draw_events(random, left, open, 1 + random() % 10);
    std::vector<uint32_t> same{0, 1, 2, 3}, names = same;
    std::shuffle(names.begin(), names.begin() + 3, random);
    const Monitor::State state = follow(monitor, Monitor::kBegin, events, same);
    EXPECT_EQ(monitor.renamed(state, names), follow(monitor, Monitor::kBegin, events, names));
    lives += state != Monitor::kLost;
  }
  EXPECT_GT(lives, 300);
}

// Two that have come to the same calls under way by other events: whatever comes then, the one that covers the other is
// lost later, if at all, and knows calls to wait where the other does.
TEST(Monitor, CoversWhatIsLostSooner) {
  std::mt19937 random(6);
  Relaxed object;
  Behaviours b(object, {0, 1, 2, 3});
  const Behaviours::Node start = b.start(6, [] { return false; });
  Monitor monitor(b, start, 4);
  const std::vector<uint32_t> names{0, 1, 2, 3};
  struct Met {
    Monitor::State state;
    std::vector<int> left;
    std::vector<bool> open;
  };
  std::vector<Met> met;
  for (int n = 0; n < 4000; ++n) {
    std::vector<int> left(3, 2);
    std::vector<bool> open(3);
    const std::vector<Event> events = draw_events(random, left, open, 2 + random() % 9);
    const Monitor::State state = follow(monitor, Monitor::kBegin, events, names);
    EXPECT_TRUE(monitor.covers(state, state));
    EXPECT_TRUE(monitor.covers(state, Monitor::kLost));
    if (state != Monitor::kLost) met.push_back({state, left, open});
  }
  int covering = 0, sooner = 0, not_covering = 0, otherwise = 0;
  for (const Met& more : met)
    for (const Met& less : met) {
      if (more.state == less.state || more.left != less.left || more.open != less.open) continue;
      const bool covers = monitor.covers(more.state, less.state);
      if (!covers && random() % 16) continue;
      (covers ? covering : not_covering)++;
      for (int n = 0; n < 8; ++n) {
        std::vector<int> left = more.left;
        std::vector<bool> open = more.open;
        const std::vector<Event> events = draw_events(random, left, open, random() % 8);
        const Monitor::State x = follow(monitor, more.state, events, names),
                             y = follow(monitor, less.state, events, names);
        const bool right =
            (x != Monitor::kLost || y == Monitor::kLost) && (monitor.all_wait(x) || !monitor.all_wait(y));
        EXPECT_TRUE(right || !covers);
        sooner += covers && x != Monitor::kLost && y == Monitor::kLost;
        otherwise += !right;
      }
    }
  EXPECT_GT(covering, 100);
  EXPECT_GT(sooner, 10);
  EXPECT_GT(not_covering, 100);
  EXPECT_GT(otherwise, 10);
}

}  // namespace
}  // namespace jmc::linearizability
