#include "linearizability/monitor.hpp"

#include <algorithm>
#include <set>

namespace jmc::linearizability {

Behaviours::Behaviours(Sequential& object, std::vector<uint16_t> calls) : object_(object), calls_(std::move(calls)) {
  std::sort(calls_.begin(), calls_.end());
  calls_.erase(std::unique(calls_.begin(), calls_.end()), calls_.end());
  for (size_t i = 0; i < calls_.size(); ++i) {
    if (place_.size() <= calls_[i]) place_.resize(calls_[i] + size_t{1});
    place_[calls_[i]] = static_cast<uint32_t>(i);
  }
}

Behaviours::Node Behaviours::node(Sequential::State state, uint32_t left, const std::function<bool()>& enough) {
  if (!left) return kEnd;
  if (const auto it = known_.find({left, state}); it != known_.end()) return it->second;
  if (enough()) throw GivenUp();
  std::vector<std::vector<Step>> steps(calls_.size());
  for (size_t i = 0; i < calls_.size(); ++i) {
    const std::vector<Sequential::Answer> answers = object_.answers(state, calls_[i]);
    for (const Sequential::Answer& a : answers)
      steps[i].push_back({results_.emplace(a.result, static_cast<Result>(results_.size())).first->second,
                          node(a.next, left - 1, enough)});
    std::sort(steps[i].begin(), steps[i].end());
  }
  const auto [it, fresh] = by_steps_.emplace(std::move(steps), static_cast<Node>(nodes_.size()));
  if (fresh) nodes_.push_back(it->first);
  known_.emplace(std::pair(left, state), it->second);
  return it->second;
}

const std::vector<Behaviours::Step>& Behaviours::steps(Node node, uint16_t call) const {
  return nodes_[node][place_[call]];
}

Behaviours::Result Behaviours::result(const std::string& text) const {
  const auto it = results_.find(text);
  return it == results_.end() ? kNoResult : it->second;
}

Monitor::Monitor(const Behaviours& behaviours, Behaviours::Node start, uint32_t threads) : behaviours_(behaviours) {
  Possible first{start, std::vector(threads, Behaviours::kNoResult)};
  intern({std::vector(threads, kNoCall), std::vector<uint8_t>(threads), {std::move(first)}});  // kBegin
  intern({});                                                                                  // kLost
}

Monitor::State Monitor::intern(Set set) {
  const auto [it, fresh] = numbers_.emplace(std::move(set), static_cast<State>(sets_.size()));
  if (fresh) sets_.push_back(it->first);
  return it->second;
}

Monitor::State Monitor::begun(State state, uint32_t thread, uint16_t call) {
  if (state == kLost) return kLost;
  const auto [it, fresh] = next_.try_emplace(std::pair(state, uint64_t{thread} << 32 | call), kLost);
  if (fresh) {
    Set set = sets_[state];
    set.under_way[thread] = call;
    it->second = intern(std::move(set));
  }
  return it->second;
}

Monitor::State Monitor::moved(State state, uint32_t thread) {
  if (state == kLost || sets_[state].under_way[thread] == kNoCall || sets_[state].moved[thread]) return state;
  const auto [it, fresh] = next_.try_emplace(std::pair(state, uint64_t{1} << 63 | thread), kLost);
  if (fresh) {
    Set set = sets_[state];
    set.moved[thread] = 1;
    it->second = intern(std::move(set));
  }
  return it->second;
}

template <class Next>
void Monitor::take(const Set& set, const Possible& now, uint32_t thread, Next&& next) const {
  if (set.under_way[thread] == kNoCall || !set.moved[thread] || now.taken[thread] != Behaviours::kNoResult) return;
  for (const Behaviours::Step& s : behaviours_.steps(now.node, static_cast<uint16_t>(set.under_way[thread]))) {
    Possible after = now;
    after.node = s.next;
    after.taken[thread] = s.result;
    next(std::move(after));
  }
}

Monitor::State Monitor::returned(State state, uint32_t thread, const std::string& text) {
  const Behaviours::Result result = behaviours_.result(text);
  if (state == kLost || result == Behaviours::kNoResult) return kLost;
  const auto [it, fresh] =
      next_.try_emplace(std::pair(state, uint64_t{1} << 62 | uint64_t{thread} << 32 | result), kLost);
  if (!fresh) return it->second;
  Set set = sets_[state];
  set.moved[thread] = 1;  // a call that others cannot see has taken effect as well
  // Any calls under way may have taken effect before, in any order.
  std::set<Possible> seen(set.possible.begin(), set.possible.end());
  std::vector<Possible> work(seen.begin(), seen.end());
  while (!work.empty()) {
    const Possible now = std::move(work.back());
    work.pop_back();
    for (uint32_t t = 0; t < set.under_way.size(); ++t)
      take(set, now, t, [&](Possible after) {
        if (t == thread && after.taken[t] != result) return;
        if (seen.insert(after).second) work.push_back(std::move(after));
      });
  }
  set.possible.clear();
  for (Possible p : seen) {
    if (p.taken[thread] != result) continue;
    p.taken[thread] = Behaviours::kNoResult;
    set.possible.push_back(std::move(p));
  }
  if (set.possible.empty()) return kLost;
  set.under_way[thread] = kNoCall;
  set.moved[thread] = 0;
  std::set<Possible> later;
  for (const Possible& p : set.possible)
    for (uint32_t t = 0; t < set.under_way.size(); ++t)
      take(set, p, t, [&](Possible after) { later.insert(std::move(after)); });
  std::erase_if(set.possible, [&](const Possible& p) { return later.contains(p); });
  std::sort(set.possible.begin(), set.possible.end());
  return it->second = intern(std::move(set));
}

Monitor::State Monitor::renamed(State state, const std::vector<uint32_t>& to) {
  if (state == kLost) return kLost;
  uint64_t code = 0;
  for (const uint32_t t : to) code = code << 4 | t;
  const auto [it, fresh] = renamed_.try_emplace(std::pair(state, code), kLost);
  if (fresh) {
    const Set before = sets_[state];
    Set set = before;
    for (size_t t = 0; t < to.size(); ++t) {
      set.under_way[to[t]] = before.under_way[t];
      set.moved[to[t]] = before.moved[t];
      for (size_t i = 0; i < set.possible.size(); ++i) set.possible[i].taken[to[t]] = before.possible[i].taken[t];
    }
    std::sort(set.possible.begin(), set.possible.end());
    it->second = intern(std::move(set));
  }
  return it->second;
}

const std::vector<Monitor::Possible>& Monitor::reach(State state) {
  const auto [it, fresh] = reach_.try_emplace(state);
  if (!fresh) return it->second;
  const Set& set = sets_[state];
  std::set<Possible> seen(set.possible.begin(), set.possible.end());
  std::vector<Possible> work = set.possible;
  while (!work.empty()) {
    const Possible now = std::move(work.back());
    work.pop_back();
    for (uint32_t t = 0; t < set.under_way.size(); ++t)
      take(set, now, t, [&](Possible after) {
        if (seen.insert(after).second) work.push_back(std::move(after));
      });
  }
  it->second.assign(seen.begin(), seen.end());
  return it->second;
}

bool Monitor::covers(State state, State strict) {
  if (state == strict || strict == kLost) return true;
  if (state == kLost) return false;
  const auto [it, fresh] = covers_.try_emplace(std::pair(state, uint64_t{strict}), false);
  if (!fresh) return it->second;
  const Set &more = sets_[state], &less = sets_[strict];
  if (more.under_way != less.under_way) return false;
  for (size_t t = 0; t < more.moved.size(); ++t)
    if (less.moved[t] > more.moved[t]) return false;
  const std::vector<Possible>& all = reach(state);
  it->second = std::includes(all.begin(), all.end(), less.possible.begin(), less.possible.end());
  return it->second;
}

bool Monitor::within(State state) {
  const std::vector<Possible>& all = reach(state);
  return std::none_of(all.begin(), all.end(), [](const Possible& p) { return p.node == Behaviours::kEnd; });
}

bool Monitor::all_wait(State state) const {
  if (state == kLost) return false;
  const Set& set = sets_[state];
  return std::any_of(set.possible.begin(), set.possible.end(), [&](const Possible& p) {
    for (size_t t = 0; t < set.under_way.size(); ++t) {
      if (set.under_way[t] == kNoCall) continue;
      if (p.taken[t] != Behaviours::kNoResult ||
          !behaviours_.steps(p.node, static_cast<uint16_t>(set.under_way[t])).empty())
        return false;
    }
    return true;
  });
}

}  // namespace jmc::linearizability
