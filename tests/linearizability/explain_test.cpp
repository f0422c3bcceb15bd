// Explanations of random histories, against all permutations of their calls and the words of each notion's definition.
#include "linearizability/explain.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>

namespace jmc::linearizability {
namespace {

// A queue from which one of the two oldest elements is taken, and none is waited for. Calls: 0, 1: offer; 2: take; 3:
// size.
class Relaxed final : public Sequential {
 public:
  const std::vector<Answer>& answers(State state, uint16_t call) override {
    const std::string items = state_[state];
    answers_.clear();
    if (call < 2) answers_.push_back({"_", number(items + static_cast<char>('0' + call))});
    if (call == 3) answers_.push_back({std::to_string(items.size()), state});
    for (size_t i = 0; call == 2 && i < std::min<size_t>(2, items.size()); ++i)
      answers_.push_back({items.substr(i, 1), number(items.substr(0, i) + items.substr(i + 1))});
    return answers_;
  }
  const std::vector<uint16_t>& last() const override { return last_; }
  std::vector<uint16_t> last_;

 private:
  State number(const std::string& items) {
    const auto [it, fresh] = numbers_.emplace(items, static_cast<State>(state_.size()));
    if (fresh) state_.push_back(items);
    return it->second;
  }
  std::vector<std::string> state_ = {""};
  std::map<std::string, State> numbers_ = {{"", 0}};
  std::vector<Answer> answers_;
};

struct Interval {
  size_t thread, index;
  int begin = -1, end = -1;  // moments; no end: it waits for ever
};

struct History {
  Calls calls;
  Outcome outcome;
  std::vector<Interval> intervals;
  int moments = 0;
};

// Threads take turns at random; what they return is drawn, too.
History draw(std::mt19937& random, const Relaxed& object) {
  History h;
  const auto below = [&](size_t n) { return random() % n; };
  const size_t threads = 2 + below(2);
  for (size_t t = 0; t < threads; ++t) {
    auto& calls = h.calls.emplace_back();
    for (size_t n = 1 + below(threads == 2 ? 3 : 2); n > 0; --n) calls.push_back(static_cast<uint16_t>(below(4)));
  }
  h.outcome.results.resize(threads);
  h.outcome.ended.resize(threads);
  std::vector<size_t> open(threads), over(threads);
  for (;;) {
    std::vector<size_t> live;
    for (size_t t = 0; t < threads; ++t)
      if (!over[t] && h.outcome.results[t].size() < h.calls[t].size()) live.push_back(t);
    if (live.empty()) break;
    const size_t t = live[below(live.size())], i = h.outcome.results[t].size();
    if (!open[t]) {
      std::vector<uint32_t> ended;
      for (size_t u = 0; u < threads; ++u)
        ended.push_back(u == t ? 0 : static_cast<uint32_t>(h.outcome.results[u].size()));
      h.outcome.ended[t].push_back(ended);
      h.intervals.push_back({t, i, h.moments++});
      open[t] = h.intervals.size();
    } else if (h.calls[t][i] == 2 && below(8) == 0) {
      over[t] = 1;
    } else {
      h.intervals[open[t] - 1].end = h.moments++;
      const uint16_t call = h.calls[t][i];
      h.outcome.results[t].push_back(call < 2 ? "_" : call == 2 ? std::to_string(below(2)) : std::to_string(below(3)));
      open[t] = 0;
    }
  }
  if (!object.last_.empty()) {
    h.outcome.results.emplace_back();
    if (std::all_of(over.begin(), over.end(), [](size_t o) { return !o; }))
      h.outcome.results.back() = {std::to_string(below(3))};
  }
  return h;
}

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
