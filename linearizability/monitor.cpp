#include "linearizability/monitor.hpp"

#include <algorithm>
#include <numeric>
#include <set>

namespace jmc::linearizability {

std::vector<Sequential::Joint> Behaviours::joint(const Sequential& object, const std::vector<uint16_t>& calls,
                                                 size_t together) {
  std::vector<Sequential::Joint> out;
  std::vector<uint16_t> some;
  const auto extend = [&](const auto& self, size_t from) -> void {
    if (some.size() > 1) {
      const std::vector<Sequential::Joint>& ways = object.joint(some);
      out.insert(out.end(), ways.begin(), ways.end());
    }
    for (size_t i = from; i < calls.size() && some.size() < together; ++i) {
      some.push_back(calls[i]);
      self(self, i);
      some.pop_back();
    }
  };
  extend(extend, 0);
  return out;
}

Behaviours::Behaviours(Sequential& object, std::vector<uint16_t> calls, size_t together, uint32_t callers)
    : object_(object), calls_(std::move(calls)), callers_(callers) {
  std::sort(calls_.begin(), calls_.end());
  calls_.erase(std::unique(calls_.begin(), calls_.end()), calls_.end());
  sizes_.assign(calls_.size(), 1);
  const std::vector<Sequential::Joint> ways = joint(object, calls_, together);
  for (const Sequential::Joint& way : ways) {
    calls_.push_back(way.number);
    sizes_.push_back(way.calls.size());
  }
  any_joint_ = !ways.empty();
  moment_.resize(calls_.size());
  begun_.emplace_back(callers_, kNoCall);
  begun_numbers_[begun_[0]] = 0;
  add_moments();
  for (size_t i = 0; i < calls_.size(); ++i) {
    if (place_.size() <= calls_[i]) place_.resize(calls_[i] + size_t{1});
    place_[calls_[i]] = static_cast<uint32_t>(i);
  }
}

void Behaviours::add_moments() {
  if (!callers_) return;
  moments_ = 2;
  for (const uint16_t call : std::vector(calls_))
    for (uint32_t t = 0; t < callers_; ++t)
      if (const std::optional<Sequential::Ends> ends = object_.ends(t, call))
        for (const bool begins : {true, false}) {
          calls_.push_back(begins ? ends->begin : ends->end);
          moment_.push_back(Moment{t, call, begins});
          sizes_.push_back(1);
        }
}

std::optional<uint32_t> Behaviours::begun_after(uint32_t begun, size_t i) {
  if (!callers_) return 0;
  if (!moment_[i]) return object_.ends(0, calls_[i]) ? std::nullopt : std::optional(begun);
  const auto [thread, call, begins] = *moment_[i];
  std::vector<uint16_t> now = begun_[begun];
  if (now[thread] != (begins ? kNoCall : call)) return {};
  now[thread] = begins ? call : kNoCall;
  const auto [it, fresh] = begun_numbers_.emplace(now, static_cast<uint32_t>(begun_.size()));
  if (fresh) begun_.push_back(std::move(now));
  return it->second;
}

// `call`: which of calls_.
Behaviours::Result Behaviours::numbered(const std::string& text, size_t call) {
  const Result whole = results_.emplace(text, static_cast<Result>(results_.size())).first->second;
  if (sizes_[call] == 1 || parts_.contains(whole)) return whole;
  std::vector<Result> parts;
  for (size_t at = 0; parts.size() < sizes_[call];) {
    const size_t end = std::min(text.find(Sequential::kBetween, at), text.size());
    parts.push_back(results_.emplace(text.substr(at, end - at), static_cast<Result>(results_.size())).first->second);
    at = std::min(end + 1, text.size());
  }
  parts_.emplace(whole, std::move(parts));
  return whole;
}

Behaviours::Node Behaviours::node(Whole state, uint32_t left, const std::function<bool()>& enough) {
  if (!left) return kEnd;
  if (const auto it = known_.find({left, state}); it != known_.end()) return it->second;
  if (enough()) throw GivenUp();
  std::vector<std::vector<Step>> steps(calls_.size());
  for (size_t i = 0; i < calls_.size(); ++i) {
    const uint32_t cost = moment_[i] ? 1 : moments_ * static_cast<uint32_t>(sizes_[i]);
    const std::optional<uint32_t> begun = begun_after(state.begun, i);
    if (cost > left || !begun) continue;
    const std::vector<Sequential::Answer> answers = object_.answers(state.state, calls_[i]);
    for (const Sequential::Answer& a : answers)
      steps[i].push_back({numbered(a.result, i), node({a.next, *begun}, left - cost, enough)});
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
  if (set.under_way[thread] == kNoCall || !set.moved[thread]) return;
  const bool begun = now.taken[thread] == kHasBegun;
  if (!begun && now.taken[thread] != Behaviours::kNoResult) return;
  const auto call = static_cast<uint16_t>(set.under_way[thread]);
  const std::optional<Sequential::Ends> ends = behaviours_.ends(thread, call);
  for (const Behaviours::Step& s : behaviours_.steps(now.node, !ends ? call : begun ? ends->end : ends->begin)) {
    Possible after = now;
    after.node = s.next;
    after.taken[thread] = ends && !begun ? kHasBegun : s.result;
    next(std::move(after));
  }
}

template <class Visit>
void Monitor::each_joint(const Set& set, const std::vector<uint32_t>& of, Visit&& visit) const {
  if (!behaviours_.any_joint()) return;
  const auto call = [&](uint32_t t) { return static_cast<uint16_t>(set.under_way[t]); };
  std::vector<uint32_t> threads;
  std::vector<uint16_t> calls;
  for (uint64_t some = 1; some < uint64_t{1} << of.size(); ++some) {
    threads.clear();
    calls.clear();
    for (size_t i = 0; i < of.size(); ++i)
      if (some >> i & 1) threads.push_back(of[i]);
    if (threads.size() < 2) continue;
    std::stable_sort(threads.begin(), threads.end(), [&](uint32_t a, uint32_t b) { return call(a) < call(b); });
    for (const uint32_t t : threads) calls.push_back(call(t));
    for (const Sequential::Joint& way : behaviours_.joint(calls)) visit(way, threads);
  }
}

template <class Next>
void Monitor::take_together(const Set& set, const Possible& now, Next&& next) const {
  std::vector<uint32_t> of;
  for (uint32_t t = 0; t < set.under_way.size(); ++t)
    if (set.under_way[t] != kNoCall && set.moved[t] && now.taken[t] == Behaviours::kNoResult) of.push_back(t);
  each_joint(set, of, [&](const Sequential::Joint& way, const std::vector<uint32_t>& threads) {
    // Where its results stand, call by call.
    std::vector<size_t> places(way.calls.size()), which(way.calls.size());
    std::iota(places.begin(), places.end(), size_t{0});
    std::stable_sort(places.begin(), places.end(), [&](size_t a, size_t b) { return way.calls[a] < way.calls[b]; });
    for (const Behaviours::Step& s : behaviours_.steps(now.node, way.number)) {
      const std::vector<Behaviours::Result>& parts = behaviours_.parts(s.result);
      std::iota(which.begin(), which.end(), size_t{0});
      do {  // of threads with the same call each may have the result of another
        Possible after = now;
        after.node = s.next;
        bool own = true;
        for (size_t i = 0; i < threads.size(); ++i) {
          own &= way.calls[places[i]] == way.calls[places[which[i]]];
          after.taken[threads[i]] = parts[places[which[i]]];
        }
        if (own) next(std::move(after));
      } while (std::next_permutation(which.begin(), which.end()));
    }
  });
}

template <class Next>
void Monitor::take_any(const Set& set, const Possible& now, Next&& next) const {
  for (uint32_t t = 0; t < set.under_way.size(); ++t) take(set, now, t, next);
  if (behaviours_.any_joint()) take_together(set, now, next);
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
    take_any(set, now, [&](Possible after) {
      const Behaviours::Result taken = after.taken[thread];
      if (taken != Behaviours::kNoResult && taken != kHasBegun && taken != result) return;
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
  for (const Possible& p : set.possible) take_any(set, p, [&](Possible after) { later.insert(std::move(after)); });
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
    take_any(set, now, [&](Possible after) {
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

// Whoever takes effect in two moments has begun in the end, in some order.
bool Monitor::waits(const Set& set, const Possible& now) const {
  std::vector<uint32_t> waiting;
  bool all_begun = true, wait = true, later = false;
  for (uint32_t t = 0; t < set.under_way.size(); ++t) {
    if (set.under_way[t] == kNoCall) continue;
    const auto call = static_cast<uint16_t>(set.under_way[t]);
    const std::optional<Sequential::Ends> ends = behaviours_.ends(t, call);
    const bool begun = now.taken[t] == kHasBegun;
    if (!begun && now.taken[t] != Behaviours::kNoResult) return false;
    if (!ends || begun) {
      wait = wait && behaviours_.steps(now.node, ends ? ends->end : call).empty();
      waiting.push_back(t);
      continue;
    }
    all_begun = false;
    for (const Behaviours::Step& s : behaviours_.steps(now.node, ends->begin)) {
      Possible after = now;
      after.node = s.next;
      after.taken[t] = kHasBegun;
      later = later || waits(set, after);
    }
  }
  if (!all_begun) return later;
  each_joint(set, waiting, [&](const Sequential::Joint& way, const std::vector<uint32_t>&) {
    wait = wait && behaviours_.steps(now.node, way.number).empty();
  });
  return wait;
}

bool Monitor::all_wait(State state) const {
  if (state == kLost) return false;
  const Set& set = sets_[state];
  return std::any_of(set.possible.begin(), set.possible.end(), [&](const Possible& p) { return waits(set, p); });
}

}  // namespace jmc::linearizability
