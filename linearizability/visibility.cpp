#include "linearizability/visibility.hpp"

#include <algorithm>
#include <bitset>
#include <iterator>

#include "linearizability/notation.hpp"

namespace jmc::linearizability {

namespace {

constexpr std::string_view kNames[] = {"none", "weak", "basic", "monotonic", "peer", "causal", "complete"};

// Looks for an order and for what each call sees, call by call.
class Seeing {
 public:
  Seeing(Sequential& object, const Calls& calls, const Outcome& outcome, const std::vector<bool>& relaxed,
         Visibility level, const std::function<bool()>& enough)
      : object_(object),
        calls_(calls),
        outcome_(outcome),
        relaxed_(relaxed),
        level_(level),
        enough_(enough),
        next_(calls.size()) {}

  bool explained() {
    bool over = true;
    for (size_t t = 0; t < calls_.size(); ++t) {
      if (next_[t] == outcome_.results[t].size()) continue;
      over = false;
      const uint16_t call = calls_[t][next_[t]];
      const std::string& result = outcome_.results[t][next_[t]++];
      if (place(t, call, result, !relaxed_[call], [&] { return explained(); })) return true;
      --next_[t];
    }
    return over && last(0);
  }
  bool gave_up() const { return gave_up_; }  // then "not explained" means nothing

 private:
  using Positions = std::bitset<kMostCalls>;
  struct Placed {
    size_t thread;
    uint16_t call;
    const std::string* result;
    Positions sees;
  };
  using States = std::vector<Sequential::State>;

  // The state of the object after the calls that are seen; several, where it chooses. A call returns anything there,
  // but what it did return where it comes after just those that it saw itself.
  States after(const Positions& seen) {
    States states{Sequential::kInitial};
    Positions so_far;
    for (size_t p = 0; p < order_.size() && !states.empty(); ++p) {
      if (!seen[p]) continue;
      const Placed& now = order_[p];
      States next;
      for (const Sequential::State s : states)
        for (const Sequential::Answer& a : object_.answers(s, now.call))
          if ((so_far != now.sees || a.result == *now.result) &&
              std::find(next.begin(), next.end(), a.next) == next.end())
            next.push_back(a.next);
      states = std::move(next);
      so_far.set(p);
    }
    return states;
  }

  bool must_see(size_t thread, size_t p, const Positions& seen) const {
    if (level_ == Visibility::Complete) return true;
    if (level_ >= Visibility::Basic && order_[p].thread == thread) return true;
    for (size_t q = p + 1; q < order_.size(); ++q) {
      if (level_ >= Visibility::Monotonic && order_[q].thread == thread && order_[q].sees[p]) return true;
      if (!seen[q]) continue;
      if (level_ >= Visibility::Peer && order_[q].thread == order_[p].thread) return true;
      if (level_ >= Visibility::Causal && order_[q].sees[p]) return true;
    }
    return false;
  }

  // Each set that the call may see, until one is taken: from the last call back, since what is seen of the later ones
  // decides about earlier ones.
  template <class Take>
  bool see(size_t thread, bool all, size_t p, Positions seen, const Take& take) {
    if (gave_up_) return false;
    if (p-- == 0) {
      gave_up_ = enough_ && ++taken_ % 64 == 0 && enough_();
      return !gave_up_ && take(seen);
    }
    if (all || must_see(thread, p, seen)) return see(thread, all, p, seen.set(p), take);
    return see(thread, all, p, seen, take) || see(thread, all, p, seen.set(p), take);
  }

  // The next call of the order, if it returns this after something that it may see; then the rest.
  template <class Rest>
  bool place(size_t thread, uint16_t call, const std::string& result, bool all, const Rest& rest) {
    return see(thread, all, order_.size(), {}, [&](const Positions& seen) {
      const States states = after(seen);
      const bool returns = std::any_of(states.begin(), states.end(), [&](Sequential::State s) {
        const auto& answers = object_.answers(s, call);
        return std::any_of(answers.begin(), answers.end(), [&](const auto& a) { return a.result == result; });
      });
      if (!returns) return false;
      order_.push_back({thread, call, &result, seen});
      if (rest()) return true;
      order_.pop_back();
      return false;
    });
  }

  // The calls at the end, from the n-th on; then those that wait.
  bool last(size_t n) {
    if (outcome_.results.size() > calls_.size() && n < outcome_.results.back().size())
      return place(calls_.size(), object_.last()[n], outcome_.results.back()[n], true, [&] { return last(n + 1); });
    bool all = true;
    std::vector<uint16_t> seeing_all;  // of the calls that wait
    for (size_t t = 0; t < calls_.size(); ++t) {
      if (next_[t] == calls_[t].size()) continue;
      all = false;
      const uint16_t call = calls_[t][next_[t]];
      if (!relaxed_[call] || level_ == Visibility::Complete) seeing_all.push_back(call);
      else if (!waits(t, call)) return false;
    }
    if (all && n < object_.last().size() && outcome_.results.size() > calls_.size())
      seeing_all.push_back(object_.last()[n]);
    if (seeing_all.empty()) return true;
    // They see the same, so that where the object chooses, it is one choice which all of them wait for.
    const States states = after(Positions().set());
    return std::any_of(states.begin(), states.end(), [&](Sequential::State s) {
      return std::all_of(seeing_all.begin(), seeing_all.end(),
                         [&](uint16_t call) { return object_.answers(s, call).empty(); });
    });
  }
  // A relaxed call, after some set that it may see.
  bool waits(size_t thread, uint16_t call) {
    return see(thread, false, order_.size(), {}, [&](const Positions& seen) {
      const States states = after(seen);
      return std::any_of(states.begin(), states.end(), [&](auto s) { return object_.answers(s, call).empty(); });
    });
  }

  Sequential& object_;
  const Calls& calls_;
  const Outcome& outcome_;
  const std::vector<bool>& relaxed_;
  const Visibility level_;
  const std::function<bool()>& enough_;
  bool gave_up_ = false;
  uint64_t taken_ = 0;
  std::vector<size_t> next_;  // of each thread
  std::vector<Placed> order_;
};

}  // namespace

std::string_view name_of(Visibility level) { return kNames[static_cast<size_t>(level)]; }

std::optional<Visibility> visibility_named(std::string_view name) {
  if (name == "self") return Visibility::Basic;
  const auto it = std::find(std::begin(kNames) + 1, std::end(kNames), name);
  if (it == std::end(kNames)) return {};
  return static_cast<Visibility>(it - std::begin(kNames));
}

std::optional<Visibility> strongest(Sequential& object, const Calls& calls, const Outcome& outcome,
                                    const std::vector<bool>& relaxed, const std::function<bool()>& enough) {
  size_t all = object.last().size();
  for (const auto& thread : calls) all += thread.size();
  if (all > kMostCalls) throw ProgramError("a program of more than " + std::to_string(kMostCalls) + " calls");
  for (int level = static_cast<int>(Visibility::Complete); level > 0; --level) {
    Seeing seeing(object, calls, outcome, relaxed, static_cast<Visibility>(level), enough);
    if (seeing.explained()) return static_cast<Visibility>(level);
    if (seeing.gave_up()) return {};
  }
  return Visibility::None;
}

}  // namespace jmc::linearizability
