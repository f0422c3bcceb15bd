#include "por/distributed/schedule_tree.hpp"

#include <algorithm>

#include "base/archive.hpp"

namespace jmc::por {

size_t ScheduleTree::leaves() const {
  return static_cast<size_t>(std::count_if(nodes.begin(), nodes.end(), [](const ScheduleNode& n) { return n.leaf(); }));
}

void ScheduleTree::prune() {
  // From the end: the depths at which a node below that is kept waits for the one above it, and the nodes kept so far
  // whose siblings come next.
  std::vector<bool> wanted, later;
  const auto at = [](std::vector<bool>& bits, size_t i) -> std::vector<bool>::reference {
    if (i >= bits.size()) bits.resize(i + i / 2 + 64);
    return bits[i];
  };
  size_t to = nodes.size();
  uint32_t deepest = 0;
  for (size_t i = nodes.size(); i-- > 0;) {
    ScheduleNode& n = nodes[i];
    const bool above = at(wanted, n.depth + 1);
    if (!n.leaf() && !above) continue;
    // What was kept below belongs to this one.
    for (uint32_t d = n.depth + 1; d <= deepest; ++d) at(wanted, d) = at(later, d) = false;
    deepest = n.depth;
    at(wanted, n.depth) = true;
    n.more = at(later, n.depth);
    at(later, n.depth) = true;
    nodes[--to] = n;
  }
  nodes.erase(nodes.begin(), nodes.begin() + static_cast<std::ptrdiff_t>(to));
}

std::string ScheduleTree::take(size_t count) {
  base::MemorySaver out;
  size_t from = nodes.size();
  for (size_t left = count; left != 0; --from) left -= nodes[from - 1].leaf();
  // The way to the first of them.
  const std::vector<PathStep> way = from == nodes.size() ? std::vector<PathStep>() : path_to(from);
  for (uint32_t d = 1; d < way.size(); ++d)
    out(d, static_cast<uint16_t>(way[d - 1].thread), way[d - 1].alternative, ScheduleNode::Way);
  for (size_t i = from; i < nodes.size(); ++i) {
    const ScheduleNode& n = nodes[i];
    out(n.depth, static_cast<uint16_t>(n.step.thread), n.step.alternative, n.use);
    if (n.leaf()) out(n.id);
  }
  nodes.resize(from);
  prune();
  return std::move(out.content);
}

void ScheduleTree::add(std::span<const char> schedules) {
  base::Loader in(schedules);
  while (!in.done()) {
    ScheduleNode n;
    uint16_t thread = 0;
    in(n.depth, thread, n.step.alternative, n.use);
    n.step.thread = thread;
    if (n.leaf()) in(n.id);
    nodes.push_back(n);
  }
  prune();
}

std::vector<PathStep> ScheduleTree::path_to(size_t node) const {
  uint32_t depth = nodes[node].depth;
  std::vector<PathStep> path(depth);
  for (size_t i = node; depth != 0; --i) {
    if (nodes[i].depth != depth) continue;
    path[--depth] = nodes[i].step;
  }
  return path;
}

}  // namespace jmc::por
