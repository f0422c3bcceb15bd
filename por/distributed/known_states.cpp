#include "por/distributed/known_states.hpp"

#include <utility>

namespace jmc::por {

uint32_t KnownStates::add(std::vector<uint8_t> form) {
  if (full() || form.empty()) return ScheduleNode::kNoForm;
  uint32_t number = static_cast<uint32_t>(forms_.size());
  if (free_.empty()) {
    forms_.emplace_back();
  } else {
    number = free_.back();
    free_.pop_back();
  }
  bytes_ += form.size();
  forms_[number] = std::move(form);
  return number;
}

void KnownStates::keep_only(std::span<const ScheduleNode> nodes) {
  std::vector<bool> used(forms_.size());
  for (const ScheduleNode& n : nodes)
    if (n.form < used.size()) used[n.form] = true;
  free_.clear();
  for (uint32_t i = 0; i < forms_.size(); ++i) {
    if (used[i]) continue;
    bytes_ -= forms_[i].size();
    forms_[i] = {};
    free_.push_back(i);
  }
}

// Numbers stay taken: nodes have them still.
void KnownStates::forget() {
  if (bytes_ == 0) return;
  for (std::vector<uint8_t>& form : forms_) form = {};
  bytes_ = 0;
}

size_t KnownStates::last_known(std::span<const ScheduleNode> nodes, size_t first) const {
  size_t last = first - 1;
  for (size_t i = first; i < nodes.size(); ++i) {
    const ScheduleNode& n = nodes[i];
    if (n.leaf() || (i != first && (n.more || n.depth != nodes[i - 1].depth + 1))) break;
    if (of(n.form)) last = i;
  }
  return last;
}

}  // namespace jmc::por
