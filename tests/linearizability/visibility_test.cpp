// What calls see: against every order and every relation of visibility, and the words of the definitions.
#include "linearizability/visibility.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>

#include "histories.hpp"

namespace jmc::linearizability {
namespace {

struct Made {
  size_t thread, index;
  uint16_t call;
  std::string result;
};

// sees[a] has b: call a sees call b.
using Sees = std::vector<std::vector<bool>>;

// The definitions, set by set.
bool keeps(Visibility level, const std::vector<Made>& made, const std::vector<size_t>& order, const Sees& sees,
           size_t a) {
  const auto earlier = [&](size_t x, size_t y) {  // in the same thread
    return made[x].thread == made[y].thread && made[x].index < made[y].index;
  };
  const size_t n = made.size();
  const auto all = [&](const auto& must) {
    for (size_t b = 0; b < n; ++b)
      if (must(b) && !sees[a][b]) return false;
    return true;
  };
  const auto some = [&](const auto& is) {
    for (size_t q = 0; q < n; ++q)
      if (is(q)) return true;
    return false;
  };
  switch (level) {
    case Visibility::Complete: {
      const auto place = [&](size_t x) { return std::find(order.begin(), order.end(), x) - order.begin(); };
      return all([&](size_t b) { return place(b) < place(a); });
    }
    case Visibility::Causal:
      if (!all([&](size_t b) { return some([&](size_t q) { return sees[a][q] && sees[q][b]; }); })) return false;
      [[fallthrough]];
    case Visibility::Peer:
      if (!all([&](size_t b) { return some([&](size_t q) { return sees[a][q] && earlier(b, q); }); })) return false;
      [[fallthrough]];
    case Visibility::Monotonic:
      if (!all([&](size_t b) { return some([&](size_t q) { return earlier(q, a) && sees[q][b]; }); })) return false;
      [[fallthrough]];
    case Visibility::Basic:
      if (!all([&](size_t b) { return earlier(b, a); })) return false;
      [[fallthrough]];
    default: return true;
  }
}

// The call waits after some of the calls made that it may see. The object has one answer at most.
bool may_wait(Relaxed& object, std::vector<Made> made, std::vector<size_t> order, Sees sees, const Made& call,
              Visibility level) {
  const size_t n = made.size();
  made.push_back(call);
  order.push_back(n);
  for (auto& row : sees) row.push_back(false);
  for (size_t bits = 0; bits < size_t{1} << n; ++bits) {
    sees.resize(n);
    auto& seen = sees.emplace_back(n + 1);
    for (size_t b = 0; b < n; ++b) seen[b] = bits >> b & 1;
    if (!keeps(level, made, order, sees, n)) continue;
    Sequential::State state = Sequential::kInitial;
    bool explained = true;
    for (const size_t b : order) {
      if (!seen[b] || !explained) continue;
      const auto& answers = object.answers(state, made[b].call);
      explained = !answers.empty();
      if (explained) state = answers[0].next;
    }
    if (explained && object.answers(state, call.call).empty()) return true;
  }
  return false;
}

bool explained_by_some_relation(Relaxed& object, const std::vector<Made>& made, const std::vector<Made>& waiting,
                                const std::vector<bool>& relaxed, Visibility level) {
  const size_t n = made.size();
  std::vector<size_t> order(n);
  std::iota(order.begin(), order.end(), size_t{0});
  do {
    bool in_threads = true;
    for (size_t x = 0; x < n; ++x)
      for (size_t y = x + 1; y < n; ++y)
        in_threads &= made[order[x]].thread != made[order[y]].thread || made[order[x]].index < made[order[y]].index;
    if (!in_threads) continue;
    for (size_t bits = 0; bits < size_t{1} << (n * (n - 1) / 2); ++bits) {
      Sees sees(n, std::vector<bool>(n));
      size_t bit = 0;
      for (size_t y = 1; y < n; ++y)
        for (size_t x = 0; x < y; ++x) sees[order[y]][order[x]] = bits >> bit++ & 1;
      bool good = true;
      for (size_t a = 0; a < n && good; ++a)
        good = keeps(relaxed[made[a].call] ? level : Visibility::Complete, made, order, sees, a);
      for (size_t a = 0; a < n && good; ++a) {
        Sequential::State state = Sequential::kInitial;
        for (const size_t b : order) {
          if (!sees[a][b]) continue;
          const auto& answers = object.answers(state, made[b].call);
          if (answers.empty()) good = false;
          else state = answers[0].next;
        }
        const auto& answers = object.answers(state, made[a].call);
        good = good && !answers.empty() && answers[0].result == made[a].result;
      }
      for (const Made& w : waiting)
        good = good && may_wait(object, made, order, sees, w, relaxed[w.call] ? level : Visibility::Complete);
      if (good) return true;
    }
  } while (std::next_permutation(order.begin(), order.end()));
  return false;
}

TEST(Visibilities, AreThoseOfTheDefinitions) {
  std::mt19937 random(5);
  std::map<Visibility, int> met, met_waiting;
  const std::vector<std::vector<bool>> kinds{
      {false, false, false, true}, {false, false, true, true}, {true, true, true, true}};
  for (int n = 0; n < 2000; ++n) {
    Relaxed object(1);
    const History h = draw(random, object);
    std::vector<Made> made, waiting;
    for (size_t t = 0; t < h.calls.size(); ++t) {
      const size_t returned = h.outcome.results[t].size();
      for (size_t i = 0; i < returned; ++i) made.push_back({t, i, h.calls[t][i], h.outcome.results[t][i]});
      if (returned < h.calls[t].size()) waiting.push_back({t, returned, h.calls[t][returned], ""});
    }
    if (made.size() > 4) continue;
    const std::vector<bool>& relaxed = kinds[static_cast<size_t>(n) % kinds.size()];
    const Visibility found = strongest(object, h.calls, h.outcome, relaxed).value();
    for (int level = 1; level <= static_cast<int>(Visibility::Complete); ++level)
      EXPECT_EQ(explained_by_some_relation(object, made, waiting, relaxed, static_cast<Visibility>(level)),
                static_cast<int>(found) >= level)
          << n << " " << name_of(found) << " " << level;
    EXPECT_EQ(found == Visibility::Complete, explains(object, h.calls, h.outcome, Notion::Outcomes));
    ++(waiting.empty() ? met : met_waiting)[found];
  }
  for (const Visibility level : {Visibility::None, Visibility::Weak, Visibility::Basic, Visibility::Complete})
    EXPECT_GT(met[level], 0) << name_of(level);
  for (const Visibility level : {Visibility::None, Visibility::Weak, Visibility::Complete})
    EXPECT_GT(met_waiting[level], 0) << name_of(level);
}

// A slot for one of two things that look the same. Calls: 0: put either; 1, 2: take the first, the second.
class Slot final : public Sequential {
 public:
  const std::vector<Answer>& answers(State state, uint16_t call) override {
    answers_.clear();
    if (call == 0) answers_ = {{"t", 1}, {"t", 2}};
    else if (call == state) answers_ = {{"taken", kInitial}};
    return answers_;
  }
  const std::vector<uint16_t>& last() const override { return last_; }
  std::vector<uint16_t> last_;

 private:
  std::vector<Answer> answers_;
};

TEST(Visibilities, OfCallsThatWaitForOneChoice) {
  Slot object;
  const Calls calls{{0, 1}, {2}};
  const Outcome neither{{{"t"}, {}}, {}}, one{{{"t"}, {"taken"}}, {}};
  // Whatever was put, one of the two takes it.
  EXPECT_FALSE(explains(object, calls, neither, Notion::Outcomes));
  EXPECT_EQ(strongest(object, calls, neither, {false, false, false}), Visibility::None);
  EXPECT_EQ(strongest(object, calls, one, {false, false, false}), Visibility::Complete);
  // A relaxed one need not see the put, or sees another choice of it.
  EXPECT_EQ(strongest(object, calls, neither, {false, true, false}), Visibility::Causal);
  EXPECT_EQ(strongest(object, {{0}, {1}, {2}}, {{{"t"}, {}, {}}, {}}, {false, true, true}), Visibility::Causal);
  // At the end one waits for one choice.
  object.last_ = {1};
  EXPECT_EQ(strongest(object, {{0}, {0}}, {{{"t"}, {"t"}, {}}, {}}, {false, false, false}), Visibility::Complete);
  EXPECT_EQ(strongest(object, {{0}, {2}}, {{{"t"}, {"taken"}, {}}, {}}, {false, false, false}), Visibility::Complete);
  object.last_ = {0, 1, 0, 2, 2};
  EXPECT_EQ(
      strongest(object, {{0}, {2}}, {{{"t"}, {"taken"}, {"t", "taken", "t", "taken"}}, {}}, {false, false, false}),
      Visibility::Complete);
}

// Also of an object that chooses, and of calls that wait.
TEST(Visibilities, AreCompleteForWhatASequentialExecutionExplains) {
  std::mt19937 random(6);
  int explained = 0, waited = 0;
  for (int n = 0; n < 1500; ++n) {
    Relaxed object(1 + static_cast<size_t>(n) % 2);
    if (n % 3) object.last_ = {3};
    const History h = draw(random, object);
    const bool is = explains(object, h.calls, h.outcome, Notion::Outcomes);
    EXPECT_EQ(strongest(object, h.calls, h.outcome, std::vector<bool>(4)) >= Visibility::Complete, is) << n;
    const Visibility relaxed = strongest(object, h.calls, h.outcome, {false, false, true, true}).value();
    EXPECT_EQ(relaxed == Visibility::Complete, is) << n;
    explained += is;
    for (size_t t = 0; t < h.calls.size(); ++t) waited += is && h.outcome.results[t].size() < h.calls[t].size();
  }
  EXPECT_GT(explained, 100);
  EXPECT_GT(waited, 5);
}

// A program for each level, by hand. Calls: 0, 1: offer; 2: take the oldest; 3: size.
TEST(Visibilities, AreToldApart) {
  using enum Visibility;
  const std::vector<bool> size{false, false, false, true}, take{false, false, true, false};
  const auto of = [&](const std::vector<bool>& relaxed, const Calls& calls,
                      std::vector<std::vector<std::string>> results) {
    Relaxed object(1);
    return strongest(object, calls, {std::move(results), {}}, relaxed);
  };
  EXPECT_EQ(of(size, {{0, 3}}, {{"_", "1"}}), Complete);
  EXPECT_EQ(of(size, {{0, 3}}, {{"_", "2"}}), None);
  // The offer of its own thread is overlooked.
  EXPECT_EQ(of(size, {{0, 3}}, {{"_", "0"}}), Weak);
  // The second size overlooks what the first one saw.
  EXPECT_EQ(of(size, {{0}, {3, 3}}, {{"_"}, {"1", "0"}}), Basic);
  // The second offer is seen, but not the first one of that thread.
  EXPECT_EQ(of(take, {{0, 1}, {2}}, {{"_", "_"}, {"1"}}), Monotonic);
  // The second offer is seen, but not the first one, which it saw: the size between them is 1.
  EXPECT_EQ(of(take, {{0}, {3, 1}, {2}}, {{"_"}, {"1", "_"}, {"1"}}), Peer);
  // Two take the same: neither sees the other.
  EXPECT_EQ(of(take, {{0}, {2}, {2}}, {{"_"}, {"0"}, {"0"}}), Causal);
  // Neither do calls that are not relaxed.
  EXPECT_EQ(of(size, {{0}, {2}, {2}}, {{"_"}, {"0"}, {"0"}}), None);
}

TEST(Visibilities, AreNotLookedForOnceItIsEnough) {
  const Calls calls{std::vector<uint16_t>(10), {3}};
  const Outcome never{{std::vector<std::string>(10, "_"), {"99"}}, {}};
  const std::vector<bool> size{false, false, false, true};
  Relaxed object(1);
  int asked = 0;
  EXPECT_EQ(strongest(object, calls, never, size, [&] { return ++asked == 10; }), std::nullopt);
  EXPECT_EQ(asked, 10);
  EXPECT_EQ(strongest(object, calls, never, size, [&] { return ++asked == 0; }), Visibility::None);
  EXPECT_GT(asked, 20);
}

}  // namespace
}  // namespace jmc::linearizability
