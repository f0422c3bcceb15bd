// Random histories of an object, for what explains them.
#pragma once

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "linearizability/explain.hpp"

namespace jmc::linearizability {

// A queue from which one of the oldest elements is taken (of two, or so many), and none is waited for. Calls: 0, 1:
// offer; 2: take; 3: size.
class Relaxed final : public Sequential {
 public:
  explicit Relaxed(size_t oldest = 2) : oldest_(oldest) {}
  const std::vector<Answer>& answers(State state, uint16_t call) override {
    const std::string items = state_[state];
    answers_.clear();
    if (call < 2) answers_.push_back({"_", number(items + static_cast<char>('0' + call))});
    if (call == 3) answers_.push_back({std::to_string(items.size()), state});
    for (size_t i = 0; call == 2 && i < std::min(oldest_, items.size()); ++i)
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
  size_t oldest_;
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

// Threads take turns at random; what they return is drawn, too. `any_waits`: calls wait for ever that are no take.
inline History draw(std::mt19937& random, const Relaxed& object, bool any_waits = false) {
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
    } else if (any_waits ? below(4) == 0 : h.calls[t][i] == 2 && below(8) == 0) {
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

}  // namespace jmc::linearizability
