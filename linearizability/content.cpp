#include "linearizability/content.hpp"

#include <algorithm>
#include <set>

namespace jmc::linearizability {

// As many calls as it takes to see that a container holds one element too many, by taking them all out.
Contents::Contents(Sequential& object, std::vector<uint16_t> calls, uint32_t most)
    : object_(object), calls_(std::move(calls)), most_(most), depth_(most + 1) {}

Contents::Kind Contents::kind(Sequential::State state, uint32_t calls) {
  if (!calls) return 0;
  if (const auto it = known_.find({calls, state}); it != known_.end()) return it->second;
  std::vector<std::vector<std::pair<std::string, Kind>>> tells(calls_.size() + 1);
  tells.back().emplace_back("", calls);  // kinds of different numbers of calls are different ones
  for (size_t c = 0; c < calls_.size(); ++c) {
    const std::vector<Sequential::Answer> answers = object_.answers(state, calls_[c]);
    for (const Sequential::Answer& a : answers) tells[c].emplace_back(a.result, kind(a.next, calls - 1));
    std::sort(tells[c].begin(), tells[c].end());
  }
  const Kind found = kinds_.emplace(std::move(tells), static_cast<Kind>(kinds_.size() + 1)).first->second;
  known_.emplace(std::pair(calls, state), found);
  return found;
}

bool Contents::explore(size_t states, const std::function<bool()>& enough) {
  using State = Sequential::State;
  std::vector<std::set<State>> waiting(most_ + 1);  // by content
  std::map<State, uint32_t> done;                   // with the content by which it was looked at
  content_[kind(Sequential::kInitial, depth_)] = 0;
  waiting[0].insert(Sequential::kInitial);
  for (;;) {
    const auto next = std::find_if(waiting.begin(), waiting.end(), [](const auto& some) { return !some.empty(); });
    if (next == waiting.end()) return true;
    const State state = *next->begin();
    next->erase(next->begin());
    const uint32_t content = content_.at(kind(state, depth_));
    const auto [known, fresh] = done.emplace(state, content);
    if (!fresh && known->second <= content) continue;
    known->second = content;
    if (done.size() > states || enough()) return false;
    for (const uint16_t c : calls_) {
      const std::vector<Sequential::Answer> answers = object_.answers(state, c);
      for (const Sequential::Answer& a : answers) {
        uint32_t& least = content_.emplace(kind(a.next, depth_), content + 1).first->second;
        // Others of its kind that were looked at before hold less now, too; they are come upon again by the calls that
        // lead to them, or hold what this one does.
        least = std::min(least, content + 1);
        if (least <= most_ && (!done.contains(a.next) || done.at(a.next) > least)) waiting[least].insert(a.next);
      }
    }
  }
}

bool Contents::within(Sequential::State state) {
  const auto it = content_.find(kind(state, depth_));
  return it != content_.end() && it->second <= most_;
}

}  // namespace jmc::linearizability
