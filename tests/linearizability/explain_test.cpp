// Explanations of random histories, against all permutations of their calls and the words of each notion's definition.
#include "linearizability/explain.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>

#include "histories.hpp"

namespace jmc::linearizability {
namespace {

bool in_order(const History& h, const Interval& a, const Interval& b, Notion notion) {
  if (notion != Notion::Quiescent && a.thread == b.thread && a.index < b.index) return true;
  if (notion == Notion::History) return a.end >= 0 && a.end < b.begin;
  for (int m = 0; notion == Notion::Quiescent && m < h.moments; ++m) {
    // Just before moment m.
    const bool quiet = std::none_of(h.intervals.begin(), h.intervals.end(),
                                    [&](const Interval& i) { return i.begin < m && (i.end < 0 || i.end >= m); });
    if (quiet && a.end >= 0 && a.end < m && b.begin >= m) return true;
  }
  return false;
}

bool explained_by_a_permutation(Relaxed& object, const History& h, Notion notion) {
  std::vector<Interval> made;
  for (const Interval& i : h.intervals)
    if (i.end >= 0) made.push_back(i);
  std::vector<size_t> order(made.size());
  std::iota(order.begin(), order.end(), size_t{0});
  do {
    bool keeps = true;
    for (size_t x = 0; x < order.size(); ++x)
      for (size_t y = x + 1; y < order.size(); ++y) keeps &= !in_order(h, made[order[y]], made[order[x]], notion);
    if (!keeps) continue;
    std::vector<Sequential::State> states = {Sequential::kInitial};
    const auto step = [&](uint16_t call, const std::string& result) {
      std::vector<Sequential::State> next;
      for (const Sequential::State s : states)
        for (const Sequential::Answer& a : std::vector<Sequential::Answer>(object.answers(s, call)))
          if (a.result == result) next.push_back(a.next);
      states = next;
    };
    for (const size_t c : order) {
      const Interval& i = made[c];
      step(h.calls[i.thread][i.index], h.outcome.results[i.thread][i.index]);
    }
    if (h.outcome.results.size() > h.calls.size() && !h.outcome.results.back().empty())
      step(object.last_[0], h.outcome.results.back()[0]);
    for (const Sequential::State s : states) {
      bool all_wait = true;
      for (const Interval& i : h.intervals)
        if (i.end < 0) all_wait &= object.answers(s, h.calls[i.thread][i.index]).empty();
      if (all_wait) return true;
    }
  } while (std::next_permutation(order.begin(), order.end()));
  return false;
}

TEST(Explanations, AreThoseOfTheDefinitions) {
  std::mt19937 random(7);
  std::map<Notion, int> explained;
  for (int n = 0; n < 6000; ++n) {
    Relaxed object;
    if (n % 2) object.last_ = {3};
    const History h = draw(random, object);
    for (const Notion notion : {Notion::Outcomes, Notion::History, Notion::Quiescent}) {
      Outcome seen = h.outcome;
      if (notion == Notion::Outcomes) seen.ended.clear();
      const bool found = explains(object, h.calls, seen, notion);
      EXPECT_EQ(found, explained_by_a_permutation(object, h, notion)) << n << " " << static_cast<int>(notion);
      explained[notion] += found;
    }
  }
  // All kinds of answers are met, and no two notions are the same.
  EXPECT_GT(explained[Notion::History], 500);
  EXPECT_GT(explained[Notion::Outcomes], explained[Notion::History]);
  EXPECT_GT(explained[Notion::Quiescent], explained[Notion::History]);
  EXPECT_LT(explained[Notion::Quiescent], 5500);
}

}  // namespace
}  // namespace jmc::linearizability
