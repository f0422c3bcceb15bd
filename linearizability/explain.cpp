#include "linearizability/explain.hpp"

#include <bitset>
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
    if (notion == Notion::History)
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

class Explanation {
 public:
  Explanation(Sequential& object, const Calls& calls, const Outcome& outcome, Notion notion)
      : object_(object), calls_(calls), outcome_(outcome), order_(calls, object.last(), &outcome, notion) {
    results_.resize(order_.size());
    for (size_t t = 0; t < outcome.results.size(); ++t)
      for (size_t i = 0; i < outcome.results[t].size(); ++i) {
        returned_.set(order_.at(t, i));
        results_[order_.at(t, i)] = &outcome.results[t][i];
      }
  }

  bool from(Sequential::State state, const CallSet& made) {
    if (made == returned_) return waits(state);
    if (!tried_[state].insert(made).second) return false;
    for (size_t c = 0; c < order_.size(); ++c) {
      if (made[c] || !returned_[c] || (order_.before(c) & ~made).any()) continue;
      const std::vector<Sequential::Answer> answers = object_.answers(state, order_.call(c));
      for (const Sequential::Answer& answer : answers) {
        if (answer.result != *results_[c]) continue;
        CallSet more = made;
        if (from(answer.next, more.set(c))) return true;
      }
    }
    return false;
  }

 private:
  bool waits(Sequential::State state) {
    bool all = true;
    for (size_t t = 0; t < calls_.size(); ++t) {
      const size_t n = outcome_.results[t].size();
      all &= n == calls_[t].size();
      if (n < calls_[t].size() && !object_.answers(state, calls_[t][n]).empty()) return false;
    }
    // At the end, which comes only when all threads are through.
    const size_t n = outcome_.results.size() > calls_.size() ? outcome_.results.back().size() : 0;
    return !all || n == object_.last().size() || object_.answers(state, object_.last()[n]).empty();
  }

  Sequential& object_;
  const Calls& calls_;
  const Outcome& outcome_;
  Order order_;
  CallSet returned_;
  std::vector<const std::string*> results_;
  std::unordered_map<Sequential::State, std::unordered_set<CallSet>> tried_;
};

}  // namespace

void explore(Sequential& object, const Calls& calls, Notion notion) {
  const Order order(calls, object.last(), nullptr, notion);
  std::unordered_map<Sequential::State, std::unordered_set<CallSet>> known;
  std::vector<std::pair<Sequential::State, CallSet>> work;
  const auto visit = [&](Sequential::State state, const CallSet& made) {
    if (known[state].insert(made).second) work.emplace_back(state, made);
  };
  visit(Sequential::kInitial, {});
  while (!work.empty()) {
    const auto [state, made] = work.back();
    work.pop_back();
    for (size_t c = 0; c < order.size(); ++c) {
      if (made[c] || (order.before(c) & ~made).any()) continue;
      for (const Sequential::Answer& answer : object.answers(state, order.call(c))) {
        CallSet more = made;
        visit(answer.next, more.set(c));
      }
    }
  }
}

bool explains(Sequential& object, const Calls& calls, const Outcome& outcome, Notion notion) {
  return Explanation(object, calls, outcome, notion).from(Sequential::kInitial, {});
}

Admitted admitted(Sequential& object, const Calls& calls, uint64_t most_orders) {
  Admitted out;
  out.last = object.last().size();
  std::vector<std::vector<std::string>> results(calls.size() + 1);
  std::string order;
  const auto last = [&](const auto& self, Sequential::State state) -> void {
    std::vector<std::string>& made = results.back();
    if (made.size() == out.last) {
      ++out.orders;
      std::vector<std::string> flat;
      for (const auto& thread : results) flat.insert(flat.end(), thread.begin(), thread.end());
      out.executions.emplace_back(order, flat);
      out.outcomes.insert(std::move(flat));
      return;
    }
    const std::vector<Sequential::Answer> answers = object.answers(state, object.last()[made.size()]);
    if (answers.empty()) ++out.orders, ++out.blocked;
    for (const Sequential::Answer& answer : answers) {
      made.push_back(answer.result);
      self(self, answer.next);
      made.pop_back();
    }
  };
  const auto extend = [&](const auto& self, Sequential::State state) -> void {
    if (out.orders >= most_orders) {
      out.all = false;
      return;
    }
    bool over = true;
    for (size_t t = 0; t < calls.size(); ++t) {
      if (results[t].size() == calls[t].size()) continue;
      over = false;
      const std::vector<Sequential::Answer> answers = object.answers(state, calls[t][results[t].size()]);
      if (answers.empty()) ++out.orders, ++out.blocked;
      for (const Sequential::Answer& answer : answers) {
        results[t].push_back(answer.result);
        order.push_back(static_cast<char>('0' + t));
        self(self, answer.next);
        order.pop_back();
        results[t].pop_back();
      }
    }
    if (over) last(last, state);
  };
  extend(extend, Sequential::kInitial);
  return out;
}

std::string text_of(const std::vector<std::string>& results, size_t last) {
  std::string out;
  for (size_t i = 0; i < results.size(); ++i) out += (!i ? "" : i + last == results.size() ? " | " : ", ") + results[i];
  return out;
}

}  // namespace jmc::linearizability
