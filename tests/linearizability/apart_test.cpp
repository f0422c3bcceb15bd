// Explanations in which calls take effect as sets, or in two moments: random objects and histories, against all orders
// that the definitions name.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <random>

#include "histories.hpp"
#include "linearizability/explain.hpp"

namespace jmc::linearizability {
namespace {

using State = Sequential::State;

// What a drawn object does is decided when it is asked the first time.
class Drawn final : public Sequential {
 public:
  Drawn(std::mt19937& random, Notion notion) : random_(random), notion_(notion) {}

  const std::vector<Answer>& answers(State state, uint16_t number) override {
    const auto [it, fresh] = answers_.try_emplace({state, number});
    if (!fresh) return it->second;
    const bool begins = number >= kEnds && number < kEnds + 100;
    const size_t results = number >= kJoint && number < kEnds ? joint_calls_[number - kJoint].size() : 1;
    for (size_t n = random_() % (begins ? 2 : 3) + begins; n > 0; --n) {
      Answer a{"", static_cast<State>(random_() % 4)};
      for (size_t r = 0; r < results && !begins; ++r)
        a.result += (r ? std::string(1, kBetween) : "") + static_cast<char>('0' + random_() % 2);
      it->second.push_back(a);
    }
    return it->second;
  }
  const std::vector<Joint>& joint(const std::vector<uint16_t>& calls) const override {
    const auto [it, fresh] = joint_.try_emplace(calls);
    if (!fresh || notion_ != Notion::Set) return it->second;
    // None, or one or two, which have their results in some order.
    for (size_t n = random_() % 3; n > 0; --n) {
      std::vector<uint16_t> order = calls;
      std::shuffle(order.begin(), order.end(), random_);
      it->second.push_back({static_cast<uint16_t>(kJoint + joint_calls_.size()), order});
      joint_calls_.push_back(order);
    }
    return it->second;
  }
  std::optional<Ends> ends(uint32_t thread, uint16_t call) const override {
    if (notion_ != Notion::Interval || call % 2) return {};
    const auto at = static_cast<uint16_t>(kEnds + thread * 4 + call);
    return Ends{at, static_cast<uint16_t>(at + 100)};
  }
  const std::vector<uint16_t>& last() const override { return last_; }
  std::vector<uint16_t> last_;

 private:
  static constexpr uint16_t kJoint = 100, kEnds = 10000;
  std::mt19937& random_;
  Notion notion_;
  std::map<std::pair<State, uint16_t>, std::vector<Answer>> answers_;
  mutable std::map<std::vector<uint16_t>, std::vector<Joint>> joint_;
  mutable std::vector<std::vector<uint16_t>> joint_calls_;
};

// Its results are drawn, too.
History draw_binary(std::mt19937& random, bool last) {
  Relaxed any;
  if (last) any.last_ = {3};
  History h = draw(random, any, random() % 2 == 0);
  for (auto& thread : h.outcome.results)
    for (std::string& r : thread) r = std::string(1, static_cast<char>('0' + random() % 2));
  return h;
}

bool before(const Interval& a, const Interval& b) {
  return (a.thread == b.thread && a.index < b.index) || (a.end >= 0 && a.end < b.begin);
}

class Oracle {
 public:
  Oracle(Drawn& object, const History& h) : object_(object), h_(h) {
    for (const Interval& i : h.intervals) (i.end >= 0 ? made_ : waiting_).push_back(i);
    if (h.outcome.results.size() > h.calls.size())
      for (size_t i = 0; i < h.outcome.results.back().size(); ++i)
        made_.push_back(
            {h.calls.size(), i, h.moments + 2 * static_cast<int>(i), h.moments + 2 * static_cast<int>(i) + 1});
  }

  // Every row of sets which together are the calls that returned.
  bool in_sets() {
    std::vector<size_t> set(made_.size());
    return each_number(set, made_.size(), [&] {
      for (size_t a = 0; a < set.size(); ++a)
        for (size_t b = 0; b < set.size(); ++b)
          if (before(made_[a], made_[b]) && set[a] >= set[b]) return false;
      std::vector<State> states = {Sequential::kInitial};
      for (size_t s = 0; s < made_.size(); ++s) {
        std::vector<size_t> members;
        for (size_t c = 0; c < set.size(); ++c)
          if (set[c] == s) members.push_back(c);
        if (!members.empty()) states = after_set(states, members);
      }
      return std::any_of(states.begin(), states.end(), [&](State s) { return none_goes_on(s); });
    });
  }

  // Every order of all beginnings and returns.
  bool in_two_moments() {
    struct Event {
      size_t call;
      bool begins, returns;
    };
    std::vector<Interval> all = made_;
    std::vector<Event> events;
    for (size_t c = 0; c < made_.size(); ++c) {
      if (!ends(all[c])) events.push_back({c, true, true});
      else events.insert(events.end(), {{c, true, false}, {c, false, true}});
    }
    for (const Interval& w : waiting_)
      if (ends(w)) events.push_back({all.size(), true, false}), all.push_back(w);
    std::vector<size_t> order(events.size());
    std::iota(order.begin(), order.end(), size_t{0});
    do {
      std::vector<int> begins(all.size(), -1), returns(all.size(), 1000);
      for (size_t at = 0; at < order.size(); ++at) {
        const Event& e = events[order[at]];
        if (e.begins) begins[e.call] = static_cast<int>(at);
        if (e.returns) returns[e.call] = static_cast<int>(at);
      }
      bool keeps = true;
      for (size_t a = 0; a < all.size() && keeps; ++a) {
        keeps &= begins[a] <= returns[a];
        for (size_t b = 0; b < all.size(); ++b) keeps &= !before(all[a], all[b]) || returns[a] < begins[b];
      }
      if (!keeps) continue;
      std::vector<State> states = {Sequential::kInitial};
      for (const size_t o : order) {
        const Event& e = events[o];
        const Interval& i = all[e.call];
        const uint16_t call = call_of(i);
        const uint16_t number = e.begins && e.returns ? call : e.begins ? ends(i)->begin : ends(i)->end;
        std::vector<State> next;
        for (const State s : states)
          for (const Sequential::Answer& a : std::vector<Sequential::Answer>(object_.answers(s, number)))
            if (!e.returns || a.result == result_of(i)) next.push_back(a.next);
        states = next;
      }
      if (std::any_of(states.begin(), states.end(), [&](State s) { return none_goes_on(s); })) return true;
    } while (std::next_permutation(order.begin(), order.end()));
    return false;
  }

 private:
  template <class Body>
  static bool each_number(std::vector<size_t>& digits, size_t base, Body&& body, size_t from = 0) {
    if (from == digits.size()) return body();
    for (digits[from] = 0; digits[from] < base; ++digits[from])
      if (each_number(digits, base, body, from + 1)) return true;
    return false;
  }
  uint16_t call_of(const Interval& i) const {
    return i.thread < h_.calls.size() ? h_.calls[i.thread][i.index] : object_.last_[i.index];
  }
  const std::string& result_of(const Interval& i) const { return h_.outcome.results[i.thread][i.index]; }
  std::optional<Sequential::Ends> ends(const Interval& i) const {
    return object_.ends(static_cast<uint32_t>(i.thread), call_of(i));
  }
  // Of calls in any order that is the one of the results.
  std::vector<State> after_set(const std::vector<State>& states, std::vector<size_t> members) {
    std::vector<State> out;
    std::sort(members.begin(), members.end());
    do {
      std::vector<uint16_t> calls;
      std::string results;
      for (const size_t m : members) {
        results += (calls.empty() ? "" : std::string(1, Sequential::kBetween)) + result_of(made_[m]);
        calls.push_back(call_of(made_[m]));
      }
      std::vector<uint16_t> sorted = calls, numbers;
      std::sort(sorted.begin(), sorted.end());
      if (calls.size() == 1) numbers.push_back(calls[0]);
      else
        for (const Sequential::Joint& j : object_.joint(sorted))
          if (j.calls == calls) numbers.push_back(j.number);
      for (const State s : states)
        for (const uint16_t n : numbers)
          for (const Sequential::Answer& a : std::vector<Sequential::Answer>(object_.answers(s, n)))
            if (a.result == results) out.push_back(a.next);
    } while (std::next_permutation(members.begin(), members.end()));
    return out;
  }
  // The calls that wait do so for ever.
  bool none_goes_on(State s) {
    for (size_t set = 1; set < size_t{1} << waiting_.size(); ++set) {
      std::vector<uint16_t> calls;
      for (size_t w = 0; w < waiting_.size(); ++w)
        if (set >> w & 1) calls.push_back(call_of(waiting_[w]));
      std::sort(calls.begin(), calls.end());
      if (calls.size() == 1) {
        const Interval& w = waiting_[static_cast<size_t>(std::countr_zero(set))];
        if (!object_.answers(s, ends(w) ? ends(w)->end : calls[0]).empty()) return false;
        continue;
      }
      for (const Sequential::Joint& j : object_.joint(calls))
        if (!object_.answers(s, j.number).empty()) return false;
    }
    if (!waiting_.empty() || h_.outcome.results.size() <= h_.calls.size()) return true;
    return h_.outcome.results.back().size() == object_.last_.size();
  }

  Drawn& object_;
  const History& h_;
  std::vector<Interval> made_, waiting_;
};

TEST(Explanations, AreThoseOfTheDefinitionsInSetsAndIntervals) {
  std::mt19937 random(11);
  std::map<Notion, int> explained;
  std::map<Notion, int> only_here;
  for (const Notion notion : {Notion::Set, Notion::Interval})
    for (int n = 0; n < 2000; ++n) {
      Drawn object(random, notion);
      if (n % 3 == 0) object.last_ = {static_cast<uint16_t>(n % 2)};
      const History h = draw_binary(random, n % 3 == 0);
      size_t events = 0;
      for (const Interval& i : h.intervals) events += i.end >= 0 ? 2 : 1;
      if (events > 8) continue;
      Oracle oracle(object, h);
      const bool found = explains(object, h.calls, h.outcome, notion);
      EXPECT_EQ(found, notion == Notion::Set ? oracle.in_sets() : oracle.in_two_moments())
          << n << " " << static_cast<int>(notion);
      explained[notion] += found;
      only_here[notion] += found && !explains(object, h.calls, h.outcome, Notion::History);
    }
  for (const Notion notion : {Notion::Set, Notion::Interval}) {
    EXPECT_GT(explained[notion], 150) << static_cast<int>(notion);
    EXPECT_LT(explained[notion], 1500) << static_cast<int>(notion);
    EXPECT_GT(only_here[notion], 50) << static_cast<int>(notion);
  }
}

// What explore() asks is all that explains() will ask.
TEST(Explanations, AskNothingThatWasNotExplored) {
  struct Closed final : Sequential {
    Sequential& object;
    std::map<std::pair<State, uint16_t>, std::vector<Answer>> known;
    bool open = true;
    explicit Closed(Sequential& o) : object(o) {}
    const std::vector<Answer>& answers(State state, uint16_t number) override {
      const auto it = known.find({state, number});
      if (it != known.end()) return it->second;
      EXPECT_TRUE(open) << state << " " << number;
      return known[{state, number}] = object.answers(state, number);
    }
    const std::vector<uint16_t>& last() const override { return object.last(); }
    const std::vector<Joint>& joint(const std::vector<uint16_t>& c) const override { return object.joint(c); }
    std::optional<Ends> ends(uint32_t t, uint16_t c) const override { return object.ends(t, c); }
  };
  std::mt19937 random(12);
  for (const Notion notion : {Notion::Outcomes, Notion::History, Notion::Quiescent, Notion::Set, Notion::Interval})
    for (int n = 0; n < 500; ++n) {
      Drawn object(random, notion);
      if (n % 3 == 0) object.last_ = {static_cast<uint16_t>(n % 2)};
      const History h = draw_binary(random, n % 3 == 0);
      Closed closed(object);
      explore(closed, h.calls, notion);
      closed.open = false;
      explains(closed, h.calls, h.outcome, notion);
    }
}

// An outcome is admitted if some history with these results is explained, all calls having overlapped.
TEST(Explanations, AdmitWhatTheyExplain) {
  std::mt19937 random(13);
  size_t some = 0;
  for (const Notion notion : {Notion::Set, Notion::Interval})
    for (int n = 0; n < 300; ++n) {
      Drawn object(random, notion);
      const Calls calls = {{static_cast<uint16_t>(random() % 4)},
                           {static_cast<uint16_t>(random() % 4), static_cast<uint16_t>(random() % 4)}};
      const Admitted admitted = linearizability::admitted(object, calls, notion, 100000);
      ASSERT_TRUE(admitted.all);
      for (int bits = 0; bits < 8; ++bits) {
        const auto r = [&](int i) { return std::string(1, static_cast<char>('0' + (bits >> i & 1))); };
        Outcome outcome;
        outcome.results = {{r(0)}, {r(1), r(2)}};
        EXPECT_EQ(explains(object, calls, outcome, notion), admitted.outcomes.contains({r(0), r(1), r(2)})) << n;
        some += admitted.outcomes.contains({r(0), r(1), r(2)});
      }
    }
  EXPECT_GT(some, 200u);
}

}  // namespace
}  // namespace jmc::linearizability
