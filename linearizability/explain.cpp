#include "linearizability/explain.hpp"

namespace jmc::linearizability {

namespace {

class Explanation {
 public:
  Explanation(Sequential& object, const Calls& calls, const Outcome& outcome)
      : object_(object), calls_(calls), outcome_(outcome), made_(calls.size()) {}

  bool from(Sequential::State state) {
    bool all = true;
    for (size_t t = 0; t < calls_.size(); ++t) all &= made_[t] == outcome_.results[t].size();
    if (all) return waits(state);
    std::vector<uint32_t> key = made_;
    key.push_back(state);
    if (!tried_.insert(key).second) return false;
    for (size_t t = 0; t < calls_.size(); ++t) {
      const uint32_t i = made_[t];
      if (i == outcome_.results[t].size() || !may_be_next(t, i)) continue;
      const Sequential::Answer& answer = object_.call(state, calls_[t][i]);
      if (!answer.returns || answer.result != outcome_.results[t][i]) continue;
      ++made_[t];
      if (from(Sequential::State{answer.next})) return true;
      --made_[t];
    }
    return false;
  }

 private:
  bool may_be_next(size_t t, uint32_t i) const {
    if (outcome_.ended.empty()) return true;
    for (size_t u = 0; u < made_.size(); ++u)
      if (u != t && outcome_.ended[t][i][u] > made_[u]) return false;
    return true;
  }
  bool waits(Sequential::State state) {
    for (size_t t = 0; t < calls_.size(); ++t)
      if (made_[t] < calls_[t].size() && object_.call(state, calls_[t][made_[t]]).returns) return false;
    return true;
  }

  Sequential& object_;
  const Calls& calls_;
  const Outcome& outcome_;
  std::vector<uint32_t> made_;  // calls made, per thread
  std::set<std::vector<uint32_t>> tried_;
};

}  // namespace

void explore(Sequential& object, const Calls& calls) {
  std::set<std::vector<uint32_t>> known;
  std::vector<std::vector<uint32_t>> work;
  const auto visit = [&](std::vector<uint32_t> made_and_state) {
    if (known.insert(made_and_state).second) work.push_back(std::move(made_and_state));
  };
  std::vector<uint32_t> first(calls.size());
  first.push_back(Sequential::kInitial);
  visit(first);
  while (!work.empty()) {
    const std::vector<uint32_t> here = std::move(work.back());
    work.pop_back();
    for (size_t t = 0; t < calls.size(); ++t) {
      if (here[t] == calls[t].size()) continue;
      const Sequential::Answer& answer = object.call(here.back(), calls[t][here[t]]);
      if (!answer.returns) continue;
      std::vector<uint32_t> next = here;
      ++next[t];
      next.back() = answer.next;
      visit(std::move(next));
    }
  }
}

bool explains(Sequential& object, const Calls& calls, const Outcome& outcome) {
  return Explanation(object, calls, outcome).from(Sequential::kInitial);
}

Admitted admitted(Sequential& object, const Calls& calls, uint64_t most_orders) {
  Admitted out;
  std::vector<std::vector<std::string>> results(calls.size());
  std::string order;
  const auto extend = [&](const auto& self, Sequential::State state) -> void {
    if (out.orders >= most_orders) {
      out.all = false;
      return;
    }
    bool over = true;
    for (size_t t = 0; t < calls.size(); ++t) {
      if (results[t].size() == calls[t].size()) continue;
      over = false;
      const Sequential::Answer answer = object.call(state, calls[t][results[t].size()]);
      if (!answer.returns) {
        ++out.orders;
        ++out.blocked;
        continue;
      }
      results[t].push_back(answer.result);
      order.push_back(static_cast<char>('0' + t));
      self(self, answer.next);
      order.pop_back();
      results[t].pop_back();
    }
    if (!over) return;
    ++out.orders;
    std::vector<std::string> flat;
    for (const auto& thread : results) flat.insert(flat.end(), thread.begin(), thread.end());
    out.executions.emplace_back(order, flat);
    out.outcomes.insert(std::move(flat));
  };
  extend(extend, Sequential::kInitial);
  return out;
}

}  // namespace jmc::linearizability
