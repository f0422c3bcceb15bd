#include "linearizability/explain.hpp"

#include <algorithm>
#include <bitset>
#include <numeric>
#include <stdexcept>
#include <unordered_map>
#include <unordered_set>

#include "linearizability/notation.hpp"

namespace jmc::linearizability {

namespace {

using CallSet = std::bitset<kMostCalls>;

// All calls of a program in a row, thread by thread, then those at its end; each with those that come before it.
class Order {
 public:
  // `outcome`: null, if only the order of threads (or none) is to be kept.
  Order(const Calls& calls, const std::vector<uint16_t>& last, const Outcome* outcome, Notion notion) {
    for (const auto& thread : calls) {
      first_.push_back(calls_.size());
      calls_.insert(calls_.end(), thread.begin(), thread.end());
    }
    first_.push_back(calls_.size());
    calls_.insert(calls_.end(), last.begin(), last.end());
    if (calls_.size() > kMostCalls)
      throw ProgramError("a program of more than " + std::to_string(kMostCalls) + " calls");
    before_.resize(calls_.size());
    for (size_t t = 0; t < calls.size(); ++t)
      for (size_t i = 1; i < calls[t].size() && notion != Notion::Quiescent; ++i)
        before_[first_[t] + i].set(first_[t] + i - 1);
    CallSet all;
    for (size_t c = 0; c < calls_.size(); ++c) {
      if (c >= first_.back()) before_[c] = all;
      all.set(c);
    }
    if (!outcome || outcome->ended.empty()) return;
    if (notion == Notion::History || moves_apart(notion))
      for (size_t t = 0; t < calls.size(); ++t)
        for (size_t i = 0; i < outcome->ended[t].size(); ++i) before_[first_[t] + i] |= made(outcome->ended[t][i], t);
    if (notion == Notion::Quiescent) {
      std::vector<uint32_t> cut(calls.size());
      quiescent(calls, *outcome, cut, 0);
    }
  }

  size_t size() const { return calls_.size(); }
  uint16_t call(size_t c) const { return calls_[c]; }
  const CallSet& before(size_t c) const { return before_[c]; }
  // Number of the i-th call of a thread; after the threads: of the end.
  size_t at(size_t thread, size_t i) const { return first_[thread] + i; }

 private:
  // The first calls of the threads, so many of each; none of thread `but`.
  CallSet made(const std::vector<uint32_t>& counts, size_t but) const {
    CallSet out;
    for (size_t t = 0; t < counts.size(); ++t)
      for (size_t i = 0; i < counts[t] && t != but; ++i) out.set(first_[t] + i);
    return out;
  }
  // Every cut of the calls: had those before it ended when each of those behind it began? Then nothing was under way.
  void quiescent(const Calls& calls, const Outcome& outcome, std::vector<uint32_t>& cut, size_t thread) {
    if (thread < cut.size()) {
      for (cut[thread] = 0; cut[thread] <= outcome.results[thread].size(); ++cut[thread])
        quiescent(calls, outcome, cut, thread + 1);
      return;
    }
    for (size_t t = 0; t < cut.size(); ++t) {
      if (cut[t] >= outcome.ended[t].size()) continue;  // nothing behind it has begun
      for (size_t u = 0; u < cut.size(); ++u)
        if (u != t && outcome.ended[t][cut[t]][u] < cut[u]) return;
    }
    const CallSet earlier = made(cut, cut.size());
    for (size_t t = 0; t < cut.size(); ++t)
      for (size_t i = cut[t]; i < calls[t].size(); ++i) before_[first_[t] + i] |= earlier;
  }

  std::vector<uint16_t> calls_;
  std::vector<size_t> first_;
  std::vector<CallSet> before_;
};

// How far an order of steps has come.
struct Position {
  Sequential::State state = Sequential::kInitial;
  CallSet begun, returned;  // the same but for calls that take effect in two moments
  friend bool operator==(const Position&, const Position&) = default;
};

struct PositionHash {
  size_t operator()(const Position& p) const {
    const std::hash<CallSet> sets;
    return (sets(p.begun) * 31 + sets(p.returned)) * 31 + p.state;
  }
};

// Calls of the program that take effect at once, or one that begins or returns.
struct Step {
  uint16_t number = 0;                             // for Sequential::answers()
  std::vector<size_t> calls;                       // which of the program: sorted by what is called
  const std::vector<uint16_t>* results = nullptr;  // of several calls: in which order their results come
  bool begins = true, returns = true;
};

// The results of a step by call, as Step::calls has them. One that is called twice has its results in any order: they
// come sorted.
std::vector<std::string> split(const Step& step, const std::string& results, const Order& order) {
  if (!step.returns) return {};
  if (!step.results) return {results};
  std::vector<std::pair<uint16_t, std::string>> all;
  size_t at = 0;
  for (const uint16_t c : *step.results) {
    const size_t end = std::min(results.find(Sequential::kBetween, at), results.size());
    all.emplace_back(c, results.substr(at, end - at));
    at = end + 1;
  }
  std::sort(all.begin(), all.end());
  std::vector<std::string> out;
  for (size_t i = 0; i < all.size(); ++i) {
    if (all[i].first != order.call(step.calls[i])) throw std::logic_error("the results of other calls");
    out.push_back(std::move(all[i].second));
  }
  return out;
}

// visit(way) for every way in which the i-th call of the step may have the way[i]-th of the results of split().
template <class Visit>
void each_way(const Step& step, const Order& order, Visit&& visit) {
  std::vector<size_t> way(step.calls.size());
  std::iota(way.begin(), way.end(), size_t{0});
  do {
    bool own = true;
    for (size_t i = 0; i < way.size(); ++i) own &= order.call(step.calls[i]) == order.call(step.calls[way[i]]);
    if (own) visit(way);
  } while (std::next_permutation(way.begin(), way.end()));
}

class Steps {
 public:
  Steps(Sequential& object, const Calls& calls, const Outcome* outcome, Notion notion)
      : object_(object), notion_(notion), order_(calls, object.last(), outcome, notion) {
    ends_.resize(order_.size());
    for (size_t t = 0; t <= calls.size() && notion == Notion::Interval; ++t)
      for (size_t i = 0; i < (t < calls.size() ? calls[t].size() : object.last().size()); ++i)
        ends_[order_.at(t, i)] = object.ends(static_cast<uint32_t>(t), order_.call(order_.at(t, i)));
  }

  const Order& order() const { return order_; }
  bool has_ends(size_t call) const { return ends_[call].has_value(); }

  // visit(step) for every step that may come next, of calls that are among `open` (or have begun); true: enough.
  template <class Visit>
  bool from(const Position& now, const CallSet& open, Visit&& visit) const {
    Step step;
    const auto one = [&](size_t c, uint16_t number, bool begins, bool returns) {
      step.number = number;
      step.calls.assign(1, c);
      step.begins = begins;
      step.returns = returns;
      return visit(step);
    };
    std::vector<size_t> next;
    for (size_t c = 0; c < order_.size(); ++c) {
      if (now.begun[c]) {
        if (!now.returned[c] && one(c, ends_[c]->end, false, true)) return true;
        continue;
      }
      if (!open[c] || (order_.before(c) & ~now.returned).any()) continue;
      if (ends_[c] ? one(c, ends_[c]->begin, true, false) : one(c, order_.call(c), true, true)) return true;
      if (notion_ == Notion::Set) next.push_back(c);
    }
    return next.size() > 1 && sets(next, visit);
  }

  // The same for sets of two and more of these calls, none of which comes before another.
  template <class Visit>
  bool sets(std::vector<size_t> calls, Visit&& visit) const {
    std::sort(calls.begin(), calls.end(), [&](size_t a, size_t b) { return order_.call(a) < order_.call(b); });
    Step step;
    std::vector<uint16_t> numbers;
    for (uint64_t set = 1; set < uint64_t{1} << calls.size(); ++set) {
      step.calls.clear();
      numbers.clear();
      for (size_t i = 0; i < calls.size(); ++i)
        if (set >> i & 1) step.calls.push_back(calls[i]), numbers.push_back(order_.call(calls[i]));
      if (numbers.size() < 2) continue;
      for (const Sequential::Joint& joint : object_.joint(numbers)) {
        step.number = joint.number;
        step.results = &joint.calls;
        if (visit(step)) return true;
      }
    }
    return false;
  }

  static Position after(Position p, const Step& step, Sequential::State state) {
    p.state = state;
    for (const size_t c : step.calls) {
      if (step.begins) p.begun.set(c);
      if (step.returns) p.returned.set(c);
    }
    return p;
  }

 private:
  Sequential& object_;
  Notion notion_;
  Order order_;
  std::vector<std::optional<Sequential::Ends>> ends_;  // by call
};

class Explanation {
 public:
  Explanation(Sequential& object, const Calls& calls, const Outcome& outcome, Notion notion)
      : object_(object), calls_(calls), outcome_(outcome), steps_(object, calls, &outcome, notion) {
    const Order& order = steps_.order();
    results_.resize(order.size());
    for (size_t t = 0; t < outcome.results.size(); ++t)
      for (size_t i = 0; i < outcome.results[t].size(); ++i) {
        returned_.set(order.at(t, i));
        results_[order.at(t, i)] = &outcome.results[t][i];
      }
    open_ = begun_ = returned_;
    for (size_t t = 0; t < calls.size(); ++t)
      if (const size_t n = outcome.results[t].size(); n < calls[t].size() && steps_.has_ends(order.at(t, n)))
        begun_.set(order.at(t, n));
    open_ |= begun_;
  }

  bool from(const Position& now) {
    if (now.returned == returned_ && now.begun == begun_) return waits(now.state);
    if (!tried_.insert(now).second) return false;
    return steps_.from(now, open_, [&](const Step& step) {
      if (step.returns && !returned_[step.calls.front()]) return false;  // it waits for ever
      const std::vector<Sequential::Answer> answers = object_.answers(now.state, step.number);
      return std::any_of(answers.begin(), answers.end(), [&](const Sequential::Answer& answer) {
        return agrees(step, answer.result) && from(Steps::after(now, step, answer.next));
      });
    });
  }

 private:
  bool agrees(const Step& step, const std::string& result) const {
    if (!step.returns) return true;
    if (!step.results) return result == *results_[step.calls.front()];
    // Of one that is called twice it does not matter which is which.
    std::vector<std::pair<uint16_t, std::string>> wanted;
    for (const size_t c : step.calls) wanted.emplace_back(steps_.order().call(c), *results_[c]);
    std::sort(wanted.begin(), wanted.end());
    const std::vector<std::string> found = split(step, result, steps_.order());
    for (size_t i = 0; i < found.size(); ++i)
      if (wanted[i].second != found[i]) return false;
    return true;
  }
  bool waits(Sequential::State state) {
    bool all = true;
    std::vector<size_t> waiting;
    for (size_t t = 0; t < calls_.size(); ++t) {
      const size_t n = outcome_.results[t].size();
      if (n == calls_[t].size()) continue;
      all = false;
      const size_t c = steps_.order().at(t, n);
      waiting.push_back(c);
      if (!stays(state, c, static_cast<uint32_t>(t))) return false;
    }
    if (waiting.size() > 1 &&
        steps_.sets(waiting, [&](const Step& s) { return !object_.answers(state, s.number).empty(); }))
      return false;
    // At the end, which comes only when all threads are through.
    const size_t n = outcome_.results.size() > calls_.size() ? outcome_.results.back().size() : 0;
    return !all || n == object_.last().size() ||
           stays(state, steps_.order().at(calls_.size(), n), static_cast<uint32_t>(calls_.size()));
  }
  // Whether the call waits, where it is the only one to go on.
  bool stays(Sequential::State state, size_t call, uint32_t thread) {
    const uint16_t c = steps_.order().call(call);
    if (!steps_.has_ends(call)) return object_.answers(state, c).empty();
    const Sequential::Ends ends = *object_.ends(thread, c);
    if (begun_[call]) return object_.answers(state, ends.end).empty();
    const std::vector<Sequential::Answer> begun = object_.answers(state, ends.begin);
    return std::all_of(begun.begin(), begun.end(),
                       [&](const Sequential::Answer& a) { return object_.answers(a.next, ends.end).empty(); });
  }

  Sequential& object_;
  const Calls& calls_;
  const Outcome& outcome_;
  Steps steps_;
  CallSet returned_, begun_, open_;  // at the end; calls that may begin
  std::vector<const std::string*> results_;
  std::unordered_set<Position, PositionHash> tried_;
};

}  // namespace

const std::vector<Sequential::Joint> Sequential::kNone;

void explore(Sequential& object, const Calls& calls, Notion notion) {
  const Steps steps(object, calls, nullptr, notion);
  CallSet all;
  for (size_t c = 0; c < steps.order().size(); ++c) all.set(c);
  std::unordered_set<Position, PositionHash> known = {{}};
  std::vector<Position> work = {{}};
  while (!work.empty()) {
    const Position now = work.back();
    work.pop_back();
    steps.from(now, all, [&](const Step& step) {
      for (const Sequential::Answer& answer : object.answers(now.state, step.number))
        if (const Position next = Steps::after(now, step, answer.next); known.insert(next).second) work.push_back(next);
      return false;
    });
  }
}

bool explains(Sequential& object, const Calls& calls, const Outcome& outcome, Notion notion) {
  return Explanation(object, calls, outcome, notion).from({});
}

Admitted admitted(Sequential& object, const Calls& calls, Notion notion, uint64_t most_orders) {
  Admitted out;
  out.last = object.last().size();
  const Steps steps(object, calls, nullptr, notion);
  const bool apart = moves_apart(notion);
  CallSet all;
  std::string threads;  // of each call, as digits
  for (size_t c = 0; c < steps.order().size(); ++c) all.set(c);
  for (size_t t = 0; t < calls.size(); ++t) threads.append(calls[t].size(), static_cast<char>('0' + t));
  std::vector<std::string> results(steps.order().size());
  std::string order;
  std::unordered_map<Position, std::set<std::vector<std::string>>, PositionHash> seen;
  const auto extend = [&](const auto& self, const Position& now) -> void {
    if (now.returned == all) {
      ++out.orders;
      if (!apart) out.executions.emplace_back(order, results);
      out.outcomes.insert(results);
      return;
    }
    if (out.orders >= most_orders) {
      out.all = false;
      return;
    }
    bool any = false;
    steps.from(now, all, [&](const Step& step) {
      const std::vector<Sequential::Answer> answers = object.answers(now.state, step.number);
      any |= !answers.empty();
      if (answers.empty() && !apart) ++out.orders, ++out.blocked;
      for (const Sequential::Answer& answer : answers) {
        const Position next = Steps::after(now, step, answer.next);
        const std::vector<std::string> made = split(step, answer.result, steps.order());
        each_way(step, steps.order(), [&](const std::vector<size_t>& way) {
          for (size_t i = 0; i < made.size(); ++i) results[step.calls[i]] = made[way[i]];
          const bool plain = !apart && step.calls.front() < threads.size();
          if (plain) order.push_back(threads[step.calls.front()]);
          if (!apart || seen[next].insert(results).second) self(self, next);
          if (plain) order.pop_back();
        });
        for (size_t i = 0; i < made.size(); ++i) results[step.calls[i]].clear();
      }
      return false;
    });
    if (apart && !any) ++out.orders, ++out.blocked;
  };
  extend(extend, {});
  return out;
}

std::string text_of(const std::vector<std::string>& results, size_t last) {
  std::string out;
  for (size_t i = 0; i < results.size(); ++i) out += (!i ? "" : i + last == results.size() ? " | " : ", ") + results[i];
  return out;
}

}  // namespace jmc::linearizability
