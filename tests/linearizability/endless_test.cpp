// What a search of any number of calls rests on: the automaton of an object against its sequences of calls, the monitor
// on it against explanations of whole histories, and what is offered where the content is bounded against all orders in
// which calls may take effect. Objects are random automata.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <random>
#include <set>

#include "linearizability/content.hpp"
#include "linearizability/endless.hpp"
#include "linearizability/monitor.hpp"

namespace jmc::linearizability {
namespace {

constexpr uint16_t kCalls = 3;

// Of up to `states` states; a call has no answer, one or two.
class Automaton final : public Sequential {
 public:
  Automaton(std::mt19937& random, uint32_t states, bool waits) : table_(states) {
    for (auto& row : table_) {
      row.resize(kCalls);
      for (auto& answers : row) {
        const size_t n = waits && random() % 8 == 0 ? 0 : random() % 8 == 0 ? 2 : 1;
        for (size_t i = 0; i < n; ++i)
          answers.push_back({std::to_string(random() % 2), static_cast<State>(random() % states)});
      }
    }
  }
  const std::vector<Answer>& answers(State state, uint16_t call) override { return table_[state][call]; }
  const std::vector<uint16_t>& last() const override { return last_; }

 private:
  std::vector<std::vector<std::vector<Answer>>> table_;
  std::vector<uint16_t> last_;
};

// Likewise; two or three calls may take effect in one moment, some of them only so.
class Sets final : public Sequential {
 public:
  Sets(std::mt19937& random, uint32_t states) : alone_(random, states, true), only_(random() % (2 * kCalls)) {
    for (uint16_t a = 0; a < kCalls; ++a)
      for (uint16_t b = a; b < kCalls; ++b) {
        add(random, states, {a, b});
        for (uint16_t c = b; c < kCalls; ++c) add(random, states, {a, b, c});
      }
  }
  const std::vector<Answer>& answers(State state, uint16_t call) override {
    return call >= kJoint ? table_[call - kJoint][state] : call == only_ ? none_ : alone_.answers(state, call);
  }
  const std::vector<Joint>& joint(const std::vector<uint16_t>& calls) const override {
    const auto at = joint_.find(calls);
    return at == joint_.end() ? nothing_ : at->second;
  }
  const std::vector<uint16_t>& last() const override { return alone_.last(); }

 private:
  static constexpr uint16_t kJoint = 50;
  void add(std::mt19937& random, uint32_t states, const std::vector<uint16_t>& calls) {
    for (size_t ways = random() % 5 / 2; ways > 0; --ways) {
      std::vector<uint16_t> order = calls;
      std::shuffle(order.begin(), order.end(), random);
      joint_[calls].push_back({static_cast<uint16_t>(kJoint + table_.size()), order});
      auto& rows = table_.emplace_back(states);
      for (auto& row : rows)
        for (size_t n = random() % 3; n > 0; --n) {
          Answer a{"", static_cast<State>(random() % states)};
          for (size_t i = 0; i < order.size(); ++i)
            a.result += (i ? std::string(1, kBetween) : "") + std::to_string(random() % 2);
          row.push_back(a);
        }
    }
  }
  Automaton alone_;
  size_t only_;  // a call that never takes effect alone
  std::map<std::vector<uint16_t>, std::vector<Joint>> joint_;
  std::vector<std::vector<std::vector<Answer>>> table_;
  std::vector<Answer> none_;
  std::vector<Joint> nothing_;
};

// Likewise; some calls take effect in two moments, in which what a thread does differs.
class Moments final : public Sequential {
 public:
  Moments(std::mt19937& random, uint32_t states) : alone_(random, states, true), apart_(random() % 8) {
    for (uint16_t n = 0; n < 2 * kThreads * kCalls; ++n)
      for (auto& row : table_.emplace_back(states))
        for (size_t ways = random() % 8 == 0 ? 0 : random() % 4 == 0 ? 2 : 1; ways > 0; --ways)
          row.push_back({n % 2 ? std::to_string(random() % 2) : "", static_cast<State>(random() % states)});
  }
  const std::vector<Answer>& answers(State state, uint16_t call) override {
    return call >= kMoment ? table_[call - kMoment][state] : alone_.answers(state, call);
  }
  std::optional<Ends> ends(uint32_t thread, uint16_t call) const override {
    if (!(apart_ >> call & 1)) return {};
    const auto begin = static_cast<uint16_t>(kMoment + 2 * (thread * kCalls + call));
    return Ends{begin, static_cast<uint16_t>(begin + 1)};
  }
  const std::vector<uint16_t>& last() const override { return alone_.last(); }
  static constexpr uint16_t kThreads = 3;

 private:
  static constexpr uint16_t kMoment = 50;
  Automaton alone_;
  size_t apart_;  // a bit per call
  std::vector<std::vector<std::vector<Answer>>> table_;
};

bool never() { return false; }
std::vector<uint16_t> all_calls() { return {0, 1, 2}; }

// Sets of results that the sequences of calls may have, from a node and from a state.
using Results = std::set<std::vector<std::string>>;
Results results(const Behaviours& b, Behaviours::Node node, const std::vector<uint16_t>& calls, size_t at,
                const std::vector<std::string>& names) {
  if (at == calls.size()) return {{}};
  Results out;
  for (const Behaviours::Step& s : b.steps(node, calls[at]))
    for (std::vector<std::string> rest : results(b, s.next, calls, at + 1, names)) {
      rest.insert(rest.begin(), names[s.result]);
      out.insert(std::move(rest));
    }
  return out;
}
Results results(Sequential& object, Sequential::State state, const std::vector<uint16_t>& calls, size_t at) {
  if (at == calls.size()) return {{}};
  Results out;
  const auto answers = object.answers(state, calls[at]);
  for (const Sequential::Answer& a : answers)
    for (std::vector<std::string> rest : results(object, a.next, calls, at + 1)) {
      rest.insert(rest.begin(), a.result);
      out.insert(std::move(rest));
    }
  return out;
}

TEST(Endless, AutomataHaveTheSequencesOfTheirObjects) {
  std::mt19937 random(7);
  for (int n = 0; n < 300; ++n) {
    Automaton object(random, 1 + random() % 6, true);
    Behaviours behaviours(object, all_calls());
    const Behaviours::Endless found = behaviours.endless([](Sequential::State) { return true; }, 1000, never);
    EXPECT_LE(found.nodes, found.states.size());
    std::vector<std::string> names(2);
    for (const char* text : {"0", "1"})
      if (behaviours.result(text) != Behaviours::kNoResult) names[behaviours.result(text)] = text;
    for (int m = 0; m < 50; ++m) {
      std::vector<uint16_t> calls(random() % 8);
      for (uint16_t& c : calls) c = static_cast<uint16_t>(random() % kCalls);
      EXPECT_EQ(results(behaviours, found.start, calls, 0, names), results(object, 0, calls, 0));
    }
  }
}

// A history as it goes on: per call its thread, number, and moments.
struct MadeCall {
  uint32_t thread;
  uint16_t call;
  int begin, end = -1;
  std::string result;
};

// Every order in which calls may have taken effect, alone or as sets: those that returned, with their results, and any
// of the others, in an order that keeps that of calls which do not overlap. `visit(state, taken)`.
void each_order(Sequential& object, const std::vector<MadeCall>& made,
                const std::function<void(Sequential::State, const std::vector<bool>&)>& visit) {
  std::vector<bool> taken(made.size());
  const auto may_be = [&](size_t i, const std::string& result) { return made[i].end < 0 || made[i].result == result; };
  const std::function<void(Sequential::State)> go = [&](Sequential::State state) {
    bool all = true;
    for (size_t i = 0; i < made.size(); ++i) all &= taken[i] || made[i].end < 0;
    if (all) visit(state, taken);
    std::vector<size_t> next;
    for (size_t i = 0; i < made.size(); ++i) {
      if (taken[i]) continue;
      bool first = true;
      for (size_t j = 0; j < made.size(); ++j) first &= taken[j] || made[j].end < 0 || made[j].end > made[i].begin;
      if (first) next.push_back(i);
    }
    for (const size_t i : next) {
      const auto answers = object.answers(state, made[i].call);
      for (const Sequential::Answer& a : answers) {
        if (!may_be(i, a.result)) continue;
        taken[i] = true;
        go(a.next);
        taken[i] = false;
      }
    }
    for (uint32_t some = 1; some < 1u << next.size(); ++some) {
      std::vector<size_t> members;
      std::vector<uint16_t> calls;
      for (size_t i = 0; i < next.size(); ++i)
        if (some >> i & 1) members.push_back(next[i]), calls.push_back(made[next[i]].call);
      std::sort(calls.begin(), calls.end());
      if (members.size() < 2) continue;
      for (const Sequential::Joint& way : object.joint(calls)) {
        const auto answers = object.answers(state, way.number);
        // Every way to give the results to the calls that they are of.
        std::vector<size_t> who = members;
        std::set<Sequential::State> after;
        do {
          bool fits = true;
          for (size_t i = 0; i < who.size(); ++i) fits &= made[who[i]].call == way.calls[i];
          for (const Sequential::Answer& a : answers) {
            bool right = fits;
            for (size_t i = 0; i < who.size() && right; ++i) right = may_be(who[i], a.result.substr(2 * i, 1));
            if (right) after.insert(a.next);
          }
        } while (std::next_permutation(who.begin(), who.end()));
        for (const Sequential::State to : after) {
          for (const size_t m : members) taken[m] = true;
          go(to);
          for (const size_t m : members) taken[m] = false;
        }
      }
    }
  };
  go(Sequential::kInitial);
}

bool explained(Sequential& object, const std::vector<MadeCall>& made) {
  bool any = false;
  each_order(object, made, [&](Sequential::State, const std::vector<bool>&) { any = true; });
  return any;
}
bool wait(Sequential& object, const std::vector<MadeCall>& made) {
  bool any = false;
  each_order(object, made, [&](Sequential::State state, const std::vector<bool>& taken) {
    bool all = true;
    std::vector<uint16_t> waiting;
    for (size_t i = 0; i < made.size(); ++i)
      if (made[i].end < 0)
        all &= !taken[i] && object.answers(state, made[i].call).empty(), waiting.push_back(made[i].call);
    for (uint32_t some = 1; some < 1u << waiting.size(); ++some) {
      std::vector<uint16_t> calls;
      for (size_t i = 0; i < waiting.size(); ++i)
        if (some >> i & 1) calls.push_back(waiting[i]);
      std::sort(calls.begin(), calls.end());
      for (const Sequential::Joint& way : object.joint(calls)) all &= object.answers(state, way.number).empty();
    }
    any |= all;
  });
  return any;
}

// The same by the definition of intervals: every order of moments, those of a call that returned among them, in which a
// call begins after those that had returned before. `wait`: in the end each of the others waits, and has begun.
bool explained_in_moments(Sequential& object, const std::vector<MadeCall>& made, bool wait) {
  enum : uint8_t { Before, Begun, Over };
  std::vector<uint8_t> at(made.size(), Before);
  const std::function<bool(Sequential::State)> go = [&](Sequential::State state) {
    bool enough = true;
    for (size_t i = 0; i < made.size(); ++i) {
      const auto ends = object.ends(made[i].thread, made[i].call);
      if (made[i].end >= 0) enough &= at[i] == Over;
      else if (wait)
        enough &= at[i] == (ends ? Begun : Before) && object.answers(state, ends ? ends->end : made[i].call).empty();
    }
    if (enough) return true;
    for (size_t i = 0; i < made.size(); ++i) {
      bool may = at[i] != Over;
      for (size_t j = 0; j < made.size() && at[i] == Before; ++j)
        may &= made[j].end < 0 || made[j].end > made[i].begin || at[j] == Over;
      if (!may) continue;
      const auto ends = object.ends(made[i].thread, made[i].call);
      const uint8_t before = at[i], after = ends && before == Before ? Begun : Over;
      const auto answers = object.answers(state, !ends ? made[i].call : before == Before ? ends->begin : ends->end);
      for (const Sequential::Answer& a : answers) {
        if (after == Over && made[i].end >= 0 && a.result != made[i].result) continue;
        at[i] = after;
        const bool found = go(a.next);
        at[i] = before;
        if (found) return true;
      }
    }
    return false;
  };
  return go(Sequential::kInitial);
}

// Threads take turns at random; what they return is drawn, mostly from what some order of the calls returns.
template <class Each>
void draw(std::mt19937& random, uint32_t threads, size_t events, Each&& each) {
  std::vector<MadeCall> made;
  std::vector<std::optional<size_t>> open(threads);
  for (size_t moment = 0; moment < events; ++moment) {
    const auto t = static_cast<uint32_t>(random() % threads);
    if (!open[t]) {
      open[t] = made.size();
      made.push_back({t, static_cast<uint16_t>(random() % kCalls), static_cast<int>(moment), -1, ""});
    } else {
      MadeCall& m = made[*open[t]];
      m.end = static_cast<int>(moment);
      m.result = std::to_string(random() % 2);
      open[t].reset();
    }
    if (!each(made, t)) return;
  }
}

struct Followed {
  size_t lost = 0, followed = 0, waiting = 0;
};
// `calls`: 0: any number of them. `apart`: some take effect in two moments.
Followed follow_endless(std::mt19937& random, Sequential& object, size_t together, uint32_t calls, bool apart = false) {
  Followed out;
  Behaviours behaviours(object, all_calls(), together, apart ? 3 : 0);
  const auto any = [](Sequential::State) { return true; };
  const Behaviours::Node start = calls ? behaviours.start(calls, never) : behaviours.endless(any, 1000, never).start;
  const uint32_t threads = 2 + random() % 2;
  Monitor monitor(behaviours, start, threads);
  Monitor::State state = Monitor::kBegin;
  draw(random, threads, calls ? std::min<size_t>(12, calls) : 12, [&](const std::vector<MadeCall>& made, uint32_t t) {
    const MadeCall& m = *std::find_if(made.rbegin(), made.rend(), [&](const MadeCall& x) { return x.thread == t; });
    if (m.end < 0) state = monitor.moved(monitor.begun(state, t, m.call), t);
    else state = monitor.returned(state, t, m.result);
    const bool right = apart ? explained_in_moments(object, made, false) : explained(object, made);
    EXPECT_EQ(state != Monitor::kLost, right);
    ++(right ? out.followed : out.lost);
    if (!right) return false;
    if (!calls) {
      const bool waits = apart ? explained_in_moments(object, made, true) : wait(object, made);
      EXPECT_EQ(monitor.all_wait(state), waits);
      out.waiting += waits;
    }
    return true;
  });
  return out;
}

// Each of `count` calls of `one`, together.
template <class One>
Followed followed_in_all(int count, One&& one) {
  Followed all;
  for (int n = 0; n < count && !testing::Test::HasFailure(); ++n) {
    const Followed f = one(n);
    all.lost += f.lost, all.followed += f.followed, all.waiting += f.waiting;
  }
  return all;
}

TEST(Endless, MonitorsFollowWhatAnOrderExplains) {
  std::mt19937 random(11);
  const Followed all = followed_in_all(4000, [&](int) {
    Automaton object(random, 1 + random() % 5, true);
    return follow_endless(random, object, 0, 0);
  });
  EXPECT_GT(all.lost, 500u);
  EXPECT_GT(all.followed, 5000u);
  EXPECT_GT(all.waiting, 1000u);
}

TEST(Endless, MonitorsFollowWhatAnOrderOfSetsExplains) {
  std::mt19937 random(19);
  const Followed all = followed_in_all(3000, [&](int n) {
    Sets object(random, 1 + random() % 4);
    return follow_endless(random, object, 3, n % 2 ? 0 : 12);
  });
  EXPECT_GT(all.lost, 300u);
  EXPECT_GT(all.followed, 3000u);
  EXPECT_GT(all.waiting, 200u);
}

TEST(Endless, MonitorsFollowWhatAnOrderOfMomentsExplains) {
  std::mt19937 random(23);
  const Followed all = followed_in_all(3000, [&](int n) {
    Moments object(random, 1 + random() % 4);
    return follow_endless(random, object, 0, n % 2 ? 0 : 12, true);
  });
  EXPECT_GT(all.lost, 300u);
  EXPECT_GT(all.followed, 3000u);
  EXPECT_GT(all.waiting, 200u);
}

// What covers another is not lost before it.
TEST(Endless, WhatIsCoveredIsLostNoEarlier) {
  std::mt19937 random(13);
  size_t pairs = 0;
  for (int n = 0; n < 400; ++n) {
    Automaton object(random, 2 + random() % 4, false);
    Behaviours behaviours(object, all_calls());
    const auto found = behaviours.endless([](Sequential::State) { return true; }, 1000, never);
    Monitor monitor(behaviours, found.start, 2);
    std::vector<Monitor::State> met{Monitor::kBegin};
    for (int m = 0; m < 40; ++m) {
      Monitor::State state = Monitor::kBegin;
      draw(random, 2, 6, [&](const std::vector<MadeCall>& made, uint32_t t) {
        const MadeCall& last =
            *std::find_if(made.rbegin(), made.rend(), [&](const MadeCall& x) { return x.thread == t; });
        if (last.end < 0) state = monitor.moved(monitor.begun(state, t, last.call), t);
        else state = monitor.returned(state, t, last.result);
        return state != Monitor::kLost;
      });
      if (state != Monitor::kLost) met.push_back(state);
    }
    for (const Monitor::State more : met)
      for (const Monitor::State less : met) {
        if (more == less || !monitor.covers(more, less)) continue;
        ++pairs;
        for (const uint32_t t : {0u, 1u})
          for (const char* result : {"0", "1"}) {
            // Returns of calls that are under way in both.
            const Monitor::State a = monitor.returned(more, t, result), b = monitor.returned(less, t, result);
            EXPECT_TRUE(a != Monitor::kLost || b == Monitor::kLost);
            EXPECT_TRUE(monitor.covers(a, b));
          }
      }
  }
  EXPECT_GT(pairs, 300u);
}

// The content of a state is drawn; what is offered is what keeps within the bounds in every order.
TEST(Endless, CallsAreOfferedThatKeepWithinBoundsInEveryOrder) {
  std::mt19937 random(17);
  size_t offered = 0, withheld = 0;
  for (int n = 0; n < 1500; ++n) {
    const uint32_t states = 3 + random() % 4;
    Automaton object(random, states, false);
    std::vector<bool> inside(states);
    for (size_t s = 0; s < states; ++s) inside[s] = s == 0 || random() % 4 != 0;
    const auto within = [&](Sequential::State s) { return static_cast<bool>(inside[s]); };
    Behaviours behaviours(object, all_calls());
    const auto found = behaviours.endless(within, 1000, never);
    const uint32_t threads = 2;
    Monitor monitor(behaviours, found.start, threads);
    EndlessChoices choices({all_calls(), all_calls()}, true, monitor);
    Monitor::State state = Monitor::kBegin;
    draw(random, threads, 8, [&](const std::vector<MadeCall>& made, uint32_t t) {
      const MadeCall& m = *std::find_if(made.rbegin(), made.rend(), [&](const MadeCall& x) { return x.thread == t; });
      if (m.end >= 0) {
        state = monitor.returned(state, t, m.result);
        return state != Monitor::kLost;
      }
      const std::vector<uint16_t>& calls = choices.at(choices.begin(), t, state);
      EXPECT_EQ(calls.front(), EndlessChoices::kStop);
      // Any prefix of an order is one of calls that took effect as well, so that no state on the way is missed.
      bool keeps = true;
      each_order(object, made, [&](Sequential::State s, const std::vector<bool>&) { keeps &= inside[s]; });
      const bool may = std::count(calls.begin(), calls.end(), m.call) != 0;
      EXPECT_EQ(may, keeps);
      ++(may ? offered : withheld);
      state = monitor.moved(monitor.begun(state, t, m.call), t);
      return may;
    });
  }
  EXPECT_GT(offered, 1000u);
  EXPECT_GT(withheld, 300u);
}

// A stack of which versions are counted: infinitely many states, in which it holds what it holds.
class VersionedStack final : public Sequential {
 public:
  explicit VersionedStack(int versions) : versions_(versions) {}
  const std::vector<Answer>& answers(State state, uint16_t call) override {
    auto [items, version] = states_[state];
    std::string result = "_";
    if (call < 2) {
      items += static_cast<char>('1' + call);
    } else if (items.empty()) {
      result = "none";
    } else {
      result = items.back();
      items.pop_back();
    }
    answers_ = {{result, number(items, (version + 1) % versions_)}};
    return answers_;
  }
  const std::vector<uint16_t>& last() const override { return last_; }
  size_t size_of(State s) const { return states_[s].first.size(); }

 private:
  State number(const std::string& items, int version) {
    const auto at = std::find(states_.begin(), states_.end(), std::pair(items, version));
    const auto n = static_cast<State>(at - states_.begin());
    if (at == states_.end()) states_.emplace_back(items, version);
    return n;
  }
  int versions_;
  std::vector<std::pair<std::string, int>> states_{{"", 0}};
  std::vector<Answer> answers_;
  std::vector<uint16_t> last_;
};

TEST(Endless, ContentIsWhatTheNextCallsTellApart) {
  for (uint32_t most = 0; most < 4; ++most) {
    VersionedStack stack(5);
    Contents contents(stack, all_calls(), most);
    ASSERT_TRUE(contents.explore(10'000, never));
    Behaviours behaviours(stack, all_calls());
    const auto found = behaviours.endless([&](Sequential::State s) { return contents.within(s); }, 10'000, never);
    size_t stacks = 0;
    for (uint32_t n = 0; n <= most; ++n) stacks += size_t{1} << n;
    EXPECT_EQ(found.nodes, stacks);
    for (const Sequential::State s : found.states) EXPECT_LE(stack.size_of(s), most);
  }
  VersionedStack stack(1 << 30);
  EXPECT_FALSE(Contents(stack, all_calls(), 2).explore(200, never));
  Behaviours behaviours(stack, all_calls());
  EXPECT_THROW(behaviours.endless([&](Sequential::State s) { return stack.size_of(s) < 3; }, 200, never),
               Behaviours::TooMany);
}

}  // namespace
}  // namespace jmc::linearizability
