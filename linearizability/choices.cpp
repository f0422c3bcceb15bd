#include "linearizability/choices.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <tuple>

namespace jmc::linearizability {

namespace {

using Ties = std::vector<uint16_t>;
using Renamed = std::vector<std::vector<uint16_t>>;

// Nodes of a graph by what is still to be known of the calls that lead to them; each is worked on once.
template <class Key>
class Nodes {
 public:
  explicit Nodes(std::vector<std::vector<Choices::Alternative>>& graph) : graph_(graph) {}
  Choices::Node number(Key key) {
    const auto [it, fresh] = numbers_.emplace(std::move(key), static_cast<Choices::Node>(graph_.size()));
    if (fresh) {
      if (graph_.size() > 0x7fff) throw std::length_error("a thread has more than 32768 nodes of choices");
      graph_.emplace_back();
      keys_.push_back(it->first);
    }
    return it->second;
  }
  // The next node that was not worked on.
  bool next(Choices::Node& node, Key& key) {
    if (done_ == keys_.size()) return false;
    node = done_;
    key = keys_[done_++];
    return true;
  }

 private:
  std::vector<std::vector<Choices::Alternative>>& graph_;
  std::map<Key, Choices::Node> numbers_;
  std::vector<Key> keys_;
  Choices::Node done_ = 0;
};

bool smaller(const Ties& ties, const Renamed& renamed, uint16_t call) {
  return std::any_of(ties.begin(), ties.end(), [&](uint16_t r) { return renamed[r][call] < call; });
}

Ties left(const Ties& ties, const Renamed& renamed, uint16_t call) {
  Ties out;
  for (const uint16_t r : ties)
    if (renamed[r][call] == call) out.push_back(r);
  return out;
}

}  // namespace

// Why at most one given call leaves the choice of which of several equal programs is explored. Take the renamings that
// keep each thread's calls within its own, and the orders of threads of the same length and calls. Of the programs that
// these make of one another, all of the family but for the call that is given, keep one for which the row of those
// first calls that are chosen beforehand is the least, and among those the first thread. What is left out below has
// another one that is less. A call that is given is the first of a canonical program, for which no renaming and order
// makes it less, and it is the first of that row, or the first thread is all that counts: so the program that is kept
// begins with it.
//
// A first call that is known before its thread begins is one more thing that states differ in until then. With two
// threads that costs more than it saves.
Choices::Choices(const Family& family, const Renamed& renamed) : threads_(family.lengths.size()) {
  const size_t n = family.lengths.size();
  const bool free = family.prefix.size() <= 1;
  std::vector<bool> beforehand(n);
  for (size_t t = 1; t < n && n > 2 && free; ++t)
    if (family.lengths[t] == family.lengths[t - 1] && family.calls[t] == family.calls[t - 1])
      beforehand[t] = beforehand[t - 1] = true;
  if (!family.prefix.empty() && !beforehand[0]) beforehand.assign(n, false);
  Ties all;
  for (uint16_t r = 0; r < renamed.size(); ++r) {
    const auto within = [&](const std::vector<uint16_t>& calls) {
      return std::all_of(calls.begin(), calls.end(),
                         [&](uint16_t c) { return std::binary_search(calls.begin(), calls.end(), renamed[r][c]); });
    };
    if (!free || std::all_of(family.calls.begin(), family.calls.end(), within)) all.push_back(r);
  }
  const auto may_call = [&](size_t thread, size_t place) {
    return place < family.prefix.size() ? std::vector<uint16_t>{family.prefix[place]} : family.calls[thread];
  };

  // First calls: how many are chosen, the least that the next one may be, ties.
  using First = std::tuple<uint32_t, uint16_t, Ties>;
  Nodes<First> first(first_);
  using Later = std::pair<uint32_t, Ties>;  // how many calls were made
  Nodes<Later> of_first_thread(threads_[0]);
  const auto least = [&](size_t thread, uint16_t previous) -> uint16_t {
    if (thread == 0 || thread == n) return 0;
    const bool same =
        family.lengths[thread] == family.lengths[thread - 1] && family.calls[thread] == family.calls[thread - 1];
    return beforehand[thread] && same ? previous : 0;
  };
  first.number({0, 0, all});
  Node node = 0;
  First now;
  std::vector<size_t> place(n);  // of a thread's first call, in a row with those of the threads before it
  for (size_t t = 1; t < n; ++t) place[t] = place[t - 1] + family.lengths[t - 1];
  while (first.next(node, now)) {
    const auto& [chosen, from, ties] = now;
    begin_.resize(first_.size());
    if (chosen == n) {
      begin_[node] = of_first_thread.number({beforehand[0] ? 1u : 0u, ties});
      continue;
    }
    if (!beforehand[chosen]) {
      const Node next = first.number({chosen + 1, 0, ties});
      first_[node].push_back({kLater, next});
      continue;
    }
    for (const uint16_t c : may_call(chosen, place[chosen])) {
      if (c < from || smaller(ties, renamed, c)) continue;
      const Node next = first.number({chosen + 1, least(chosen + 1, c), left(ties, renamed, c)});
      first_[node].push_back({c, next});
    }
  }
  begin_.resize(first_.size());

  for (size_t t = 0; t < n; ++t) {
    Nodes<Later> others(threads_[t]);
    Nodes<Later>& nodes = t ? others : of_first_thread;
    if (t) nodes.number({beforehand[t] ? 1u : 0u, {}});
    Later later;
    while (nodes.next(node, later)) {
      const auto& [made, ties] = later;
      if (made == family.lengths[t]) continue;
      // Threads of the same length as the first one begin with no smaller call.
      const bool sorted = t && !made && !family.prefix.empty() && family.lengths[t] == family.lengths[0];
      for (const uint16_t c : may_call(t, place[t] + made)) {
        if (smaller(ties, renamed, c) || (sorted && c < family.prefix[0])) continue;
        const Node next = nodes.number({made + 1, left(ties, renamed, c)});
        threads_[t][node].push_back({c, next});
      }
    }
  }
}

}  // namespace jmc::linearizability
