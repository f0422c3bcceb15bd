// What the search of all programs at once rests on: choices against the enumeration of programs, what sequential
// executions can tell against the sequences themselves, and the monitor against explanations of whole histories.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <set>

#include "descriptions.hpp"
#include "histories.hpp"
#include "linearizability/choices.hpp"
#include "linearizability/monitor.hpp"
#include "linearizability/programs.hpp"

namespace jmc::linearizability {
namespace {

// Every path: first calls, then the others of each thread.
std::vector<Calls> paths(const Choices& choices, const Family& family) {
  const size_t n = family.lengths.size();
  std::vector<Calls> out;
  Calls p;
  Choices::Node chosen = 0;
  const std::function<void(size_t, Choices::Node)> others = [&](size_t t, Choices::Node node) {
    if (t == n) return out.push_back(p);
    const auto& all = choices.at(static_cast<uint32_t>(t), node);
    if (all.empty()) {
      EXPECT_EQ(p[t].size(), family.lengths[t]);
      return others(t + 1, choices.begin(static_cast<uint32_t>(t + 1), chosen));
    }
    for (const Choices::Alternative& a : all) {
      p[t].push_back(a.call);
      others(t, a.next);
      p[t].pop_back();
    }
  };
  const std::function<void(Choices::Node)> first = [&](Choices::Node node) {
    if (p.size() == n) {
      chosen = node;
      return others(0, choices.begin(0, chosen));
    }
    for (const Choices::Alternative& a : choices.first(node)) {
      p.emplace_back();
      if (a.call != Choices::kLater) p.back().push_back(a.call);
      first(a.next);
      p.pop_back();
    }
  };
  first(Choices::kFirst);
  return out;
}

// All that differ from a program in the order of threads of the same length and the names of values.
std::set<Calls> orbit(const Calls& program, const Instances& instances) {
  std::set<Calls> out;
  std::vector<std::vector<uint16_t>> renamings = instances.renamed;
  renamings.emplace_back(instances.all.size());
  std::iota(renamings.back().begin(), renamings.back().end(), uint16_t{0});
  for (const auto& names : renamings) {
    std::vector<size_t> order(program.size());
    std::iota(order.begin(), order.end(), size_t{0});
    do {
      Calls other;
      for (size_t t = 0; t < order.size(); ++t) {
        auto& calls = other.emplace_back();
        for (const uint16_t c : program[order[t]]) calls.push_back(names[c]);
      }
      bool lengths = true;
      for (size_t t = 0; t < order.size(); ++t) lengths &= other[t].size() == program[t].size();
      if (lengths) out.insert(other);
    } while (std::next_permutation(order.begin(), order.end()));
  }
  return out;
}

std::vector<uint16_t> in_a_row(const Calls& program) {
  std::vector<uint16_t> out;
  for (const auto& thread : program) out.insert(out.end(), thread.begin(), thread.end());
  return out;
}

// Of every family that has programs of the enumeration: each of these is a path of the choices, or one that is the same
// but for the order of threads and the names of values; no program is two paths, or not of the family. Returns how many
// paths there are for a program, on average.
double compare(const char* json, const Bounds& bounds, size_t given) {
  const Description d = parse_description(json, "test");
  const Instances instances = instances_of(d, bounds.values);
  std::map<Family, std::set<Calls>> families;
  Programs programs(d, instances, bounds);
  size_t count = 0;
  for (Calls p; programs.next(p); ++count) {
    Family f;
    for (const auto& thread : p) {
      f.lengths.push_back(static_cast<uint32_t>(thread.size()));
      auto& calls = f.calls.emplace_back(instances.all.size());
      std::iota(calls.begin(), calls.end(), uint16_t{0});
    }
    f.prefix = in_a_row(p);
    f.prefix.resize(std::min(given, f.prefix.size()));
    families[f].insert(p);
  }
  EXPECT_GT(families.size(), 1u);
  size_t all_paths = 0;
  for (const auto& [family, wanted] : families) {
    const Choices choices(family, instances.renamed);
    const std::vector<Calls> list = paths(choices, family);
    const std::set<Calls> all(list.begin(), list.end());
    EXPECT_EQ(all.size(), list.size());
    for (const Calls& path : list) {
      EXPECT_EQ(path.size(), family.lengths.size());
      const auto row = in_a_row(path);
      EXPECT_TRUE(std::equal(family.prefix.begin(), family.prefix.end(), row.begin()));
    }
    for (const Calls& program : wanted) {
      const std::set<Calls> same = orbit(program, instances);
      const auto met = std::count_if(same.begin(), same.end(), [&](const Calls& p) { return all.contains(p); });
      EXPECT_GE(met, 1) << text_of(programs.named(program));
      EXPECT_TRUE(given <= 1 || all.contains(program)) << text_of(programs.named(program));
    }
    all_paths += list.size();
  }
  return static_cast<double>(all_paths) / static_cast<double>(count);
}

TEST(Choices, HaveEveryProgramOfTheEnumeration) {
  for (const size_t given : {0, 1, 2, 3}) {
    compare(kQueue, {2, 3, 2, 5, false, true}, given);
    compare(kQueue, {3, 2, 2, 4, false, true}, given);
    compare(kQueue, {3, 1, 3, 3, false, true}, given);
    compare(kQueue, {2, 2, 3, 4, false, true}, given);
    compare(kMap, {2, 2, 2, 3, false, true}, given);
    compare(kMap, {3, 2, 2, 4, false, true}, given);
  }
  // Few of those that are the same are left: of three threads and two values there may be twelve.
  const double three = compare(kQueue, {3, 2, 2, 5, false, true}, 0),
               two = compare(kQueue, {2, 3, 2, 6, false, true}, 0);
  EXPECT_LT(three, 1.6);
  EXPECT_LT(two, 2.0);
}

// Threads that may make different calls are not the same, and a renaming may lead out of what they may call.
TEST(Choices, StayWithinWhatEachThreadMayCall) {
  const Description d = parse_description(kQueue, "test");
  const Instances instances = instances_of(d, 2);  // offer(1), offer(2), poll, size
  const std::vector<std::vector<uint16_t>> few{{0, 2}, {1, 3}, {0, 1, 2, 3}};
  for (const auto& a : few)
    for (const auto& b : few) {
      const Family family{{2, 2}, {}, {a, b}};
      const Choices choices(family, instances.renamed);
      const std::vector<Calls> list = paths(choices, family);
      const auto within = [&](const Calls& p) {
        return std::all_of(p[0].begin(), p[0].end(), [&](uint16_t c) { return std::count(a.begin(), a.end(), c); }) &&
               std::all_of(p[1].begin(), p[1].end(), [&](uint16_t c) { return std::count(b.begin(), b.end(), c); });
      };
      for (const Calls& p : list) EXPECT_TRUE(within(p));
      for (const uint16_t x : a)
        for (const uint16_t y : a)
          for (const uint16_t z : b)
            for (const uint16_t w : b) {
              const std::set<Calls> same = orbit({{x, y}, {z, w}}, instances);
              EXPECT_TRUE(std::any_of(list.begin(), list.end(), [&](const Calls& p) { return same.contains(p); }));
            }
    }
}

TEST(Choices, OfTheFirstThreadAreNoRenamingsOfSmallerOnes) {
  const Description d = parse_description(kQueue, "test");
  const Instances instances = instances_of(d, 3);
  ASSERT_EQ(instances.renamed.size(), 5u);  // 3! without the identity
  std::vector<uint16_t> calls(instances.all.size());
  std::iota(calls.begin(), calls.end(), uint16_t{0});
  const Family family{{3, 1}, {}, {calls, calls}};
  const Choices choices(family, instances.renamed);
  std::set<Calls> wanted;
  for (const uint16_t a : calls)
    for (const uint16_t b : calls)
      for (const uint16_t c : calls) {
        const std::vector<uint16_t> thread{a, b, c};
        std::vector<uint16_t> least = thread;
        for (const auto& names : instances.renamed) least = std::min(least, {names[a], names[b], names[c]});
        for (const uint16_t z : calls)
          if (thread == least) wanted.insert({thread, {z}});
      }
  const auto all = paths(choices, family);
  EXPECT_EQ(std::set(all.begin(), all.end()), wanted);
  EXPECT_EQ(all.size(), wanted.size());
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

}  // namespace
}  // namespace jmc::linearizability
