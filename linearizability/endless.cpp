#include "linearizability/endless.hpp"

#include <algorithm>
#include <deque>
#include <set>

namespace jmc::linearizability {

EndlessChoices::EndlessChoices(std::vector<std::vector<uint16_t>> calls, bool bounded, Monitor& monitor)
    : sets_(1), bounded_(bounded), monitor_(monitor) {
  for (auto& of_thread : calls) {
    of_thread.insert(of_thread.begin(), kStop);
    const auto same = std::find(sets_.begin(), sets_.end(), of_thread);
    plans_.push_back(static_cast<Choices::Rest::Plan>(same - sets_.begin()));
    if (same == sets_.end()) sets_.push_back(std::move(of_thread));
  }
}

Choices::Rest EndlessChoices::begin() const {
  Choices::Rest rest;
  std::copy(plans_.begin(), plans_.end(), rest.plans.begin());
  return rest;
}

const std::vector<uint16_t>& EndlessChoices::at(const Choices::Rest& rest, uint32_t thread, Monitor::State state) {
  const std::vector<uint16_t>& all = sets_[rest.plans[thread]];
  if (!bounded_ || all.empty() || state == Monitor::kLost) return all;
  const auto [it, fresh] = admitted_.try_emplace({thread << 16 | rest.plans[thread], state});
  if (fresh)
    for (const uint16_t c : all)
      if (c == kStop || monitor_.within(monitor_.moved(monitor_.begun(state, thread, c), thread)))
        it->second.push_back(c);
  return it->second;
}

Choices::Rest EndlessChoices::after(const Choices::Rest& rest, uint32_t thread, uint16_t call) const {
  Choices::Rest out = rest;
  if (call == kStop) out.plans[thread] = Choices::Rest::kNoCalls;
  return out;
}

// Calls that can never return say nothing.
bool Behaviours::inside(const Within& within, const Whole& state, std::map<Whole, bool>& known) {
  if (!state.begun) return within(state.state);
  if (const auto it = known.find(state); it != known.end()) return it->second;
  bool all = true;
  for (size_t c = 0; c < calls_.size() && all; ++c) {
    if (!moment_[c] || moment_[c]->begins) continue;
    const std::optional<uint32_t> begun = begun_after(state.begun, c);
    if (!begun) continue;
    for (const Sequential::Answer& a : std::vector<Sequential::Answer>(object_.answers(state.state, calls_[c])))
      all = all && inside(within, {a.next, *begun}, known);
  }
  known.emplace(state, all);
  return all;
}

// The states that the object was seen in, and then, until nothing changes: two are one if each call returns the same in
// both and leads to states that are one so far. Every state that calls lead to was seen, so that is no guess about what
// comes later.
Behaviours::Endless Behaviours::endless(const Within& within, size_t most, const std::function<bool()>& enough) {
  struct Raw {
    Result result;
    size_t next;
  };
  constexpr size_t kOutside = ~size_t{0};
  std::vector<Whole> states{{}};
  std::map<Whole, size_t> places{{{}, 0}};
  std::map<Whole, bool> known_inside;
  if (!within(Sequential::kInitial)) throw Outside();
  std::vector<std::vector<std::vector<Raw>>> steps;  // by state and call
  for (size_t at = 0; at < states.size(); ++at) {
    if (states.size() > most) throw TooMany();
    if (enough()) throw GivenUp();
    auto& of_state = steps.emplace_back(calls_.size());
    for (size_t c = 0; c < calls_.size(); ++c) {
      const std::optional<uint32_t> begun = begun_after(states[at].begun, c);
      if (!begun) continue;
      const std::vector<Sequential::Answer> answers = object_.answers(states[at].state, calls_[c]);
      for (const Sequential::Answer& a : answers) {
        const Result result = numbered(a.result, c);
        const Whole next{a.next, *begun};
        const auto known = places.find(next);
        if (known != places.end()) {
          of_state[c].push_back({result, known->second});
        } else if (inside(within, next, known_inside)) {
          of_state[c].push_back({result, states.size()});
          places.emplace(next, states.size());
          states.push_back(next);
        } else {
          of_state[c].push_back({result, kOutside});
        }
      }
    }
  }
  std::vector<Node> node(states.size(), kEnd + 1);
  for (size_t count = 1;;) {
    std::map<std::vector<std::vector<Step>>, Node> by_steps;
    std::vector<Node> finer(states.size());
    for (size_t s = 0; s < states.size(); ++s) {
      std::vector<std::vector<Step>> row(calls_.size());
      for (size_t c = 0; c < calls_.size(); ++c) {
        for (const Raw& r : steps[s][c]) row[c].push_back({r.result, r.next == kOutside ? kEnd : node[r.next]});
        std::sort(row[c].begin(), row[c].end());
        row[c].erase(std::unique(row[c].begin(), row[c].end()), row[c].end());
      }
      finer[s] = by_steps.emplace(std::move(row), static_cast<Node>(by_steps.size() + 1)).first->second;
    }
    node = std::move(finer);
    if (by_steps.size() > count) {
      count = by_steps.size();
      continue;
    }
    // As many as before, each within one of those: the same, and numbered as states were met.
    nodes_.assign(by_steps.size() + 1, std::vector<std::vector<Step>>(calls_.size()));
    for (size_t s = 0; s < states.size(); ++s)
      for (size_t c = 0; c < calls_.size(); ++c) {
        std::vector<Step> row;
        for (const Raw& r : steps[s][c]) row.push_back({r.result, r.next == kOutside ? kEnd : node[r.next]});
        std::sort(row.begin(), row.end());
        row.erase(std::unique(row.begin(), row.end()), row.end());
        nodes_[node[s]][c] = std::move(row);
      }
    break;
  }
  Endless out{node[0], {}, states.size(), nodes_.size() - 1};
  for (const Whole& s : states)
    if (!s.begun) out.states.push_back(s.state);
  return out;
}

}  // namespace jmc::linearizability
