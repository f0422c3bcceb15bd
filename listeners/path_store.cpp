#include "listeners/path_store.hpp"

namespace jmc::listeners {

StoredPath::StoredPath(std::span<const por::PathStep> path) {
  if (!path.empty()) *this = PathStore::make()->add(path);
}

std::vector<por::PathStep> StoredPath::steps() const {
  std::vector<por::PathStep> out(length_);
  uint32_t node = last_;
  for (size_t i = length_; i-- > 0; node = store_->nodes_[node].before) out[i] = store_->nodes_[node].step;
  return out;
}

StoredPath PathStore::add(std::span<const por::PathStep> path) {
  StoredPath out;
  if (path.empty()) return out;
  size_t common = 0;
  while (common < path.size() && common < latest_.size()) {
    const por::PathStep known = nodes_[latest_[common]].step, step = path[common];
    if (known.thread != step.thread || known.alternative != step.alternative) break;
    ++common;
  }
  latest_.resize(common);
  latest_.reserve(path.size());
  for (size_t i = common; i < path.size(); ++i) {
    const uint32_t before = i ? latest_[i - 1] : kRoot;
    uint32_t node;
    if (free_.empty()) {
      node = static_cast<uint32_t>(nodes_.size());
      nodes_.push_back({before, 0, path[i]});
    } else {
      node = free_.back();
      free_.pop_back();
      nodes_[node] = {before, 0, path[i]};
    }
    if (i) ++nodes_[before].uses;
    latest_.push_back(node);
  }
  ++nodes_[latest_.back()].uses;
  out.store_ = shared_from_this();
  out.last_ = latest_.back();
  out.length_ = path.size();
  return out;
}

void PathStore::remove(StoredPath& path) {
  if (path.empty()) return;
  for (uint32_t node = path.last_; node != kRoot;) {
    if (--nodes_[node].uses != 0) break;
    const uint32_t before = nodes_[node].before;
    free_.push_back(node);
    node = before;
  }
  latest_.clear();  // some of them may be free now
  path = StoredPath();
}

}  // namespace jmc::listeners
