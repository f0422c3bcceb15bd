#include "por/stateless/wakeup_tree.hpp"

namespace jmc::por {

WakeupTree::Node WakeupTree::fresh(const Event& event) {
  ++used_;
  if (free_.empty()) {
    nodes_.push_back({event});
    return static_cast<Node>(nodes_.size() - 1);
  }
  const Node node = free_.back();
  free_.pop_back();
  nodes_[node] = {event};
  return node;
}

WakeupTree::Node WakeupTree::append(Node parent, const Event& event) {
  const Node node = fresh(event);
  if (nodes_[parent].first == kNone) nodes_[parent].first = node;
  else nodes_[nodes_[parent].last].next = node;
  return nodes_[parent].last = node;
}

size_t WakeupTree::begins(const Event& step, const std::vector<Event>& sequence) {
  for (size_t i = 0; i < sequence.size(); ++i) {
    if (sequence[i].thread == step.thread) return sequence[i].alternative == step.alternative ? i : kNowhere;
    // Nothing before the thread's own step conflicts with it, so that it is pending all along with this label.
    if (dependent(sequence[i].label, step.label)) return kNowhere;
  }
  return sequence.size();
}

bool WakeupTree::insert(Node at, Node explored, std::vector<Event>& sequence, Begins where) {
  Node child = explored == kNone ? first(at) : next(explored);
  bool below = false;
  while (true) {
    if (child == kNone) {
      if (below && first(at) == kNone) return false;  // a leaf: whatever follows is explored
      for (const Event& e : sequence) at = append(at, e);
      return true;
    }
    const size_t place = where(event(child), sequence);
    if (place == kNowhere) {
      child = next(child);
      continue;
    }
    if (place < sequence.size()) sequence.erase(sequence.begin() + static_cast<ptrdiff_t>(place));
    if (sequence.empty()) return false;
    at = child;
    child = first(at);
    below = true;
  }
}

void WakeupTree::recycle(Node top) {
  const size_t from = free_.size();
  free_.push_back(top);
  for (size_t i = from; i < free_.size(); ++i)
    for (Node child = first(free_[i]); child != kNone; child = next(child)) free_.push_back(child);
  used_ -= free_.size() - from;
}

void WakeupTree::remove_first(Node parent) {
  const Node node = first(parent);
  nodes_[parent].first = next(node);
  if (nodes_[parent].first == kNone) nodes_[parent].last = kNone;
  recycle(node);
}

}  // namespace jmc::por
