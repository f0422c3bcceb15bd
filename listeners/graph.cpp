#include "listeners/graph.hpp"

#include "listeners/names.hpp"

namespace jmc::listeners {

uint32_t Graph::node(uint64_t state) {
  if (const auto it = nodes_.find(state); it != nodes_.end()) return it->second;
  if (graph_.nodes.size() >= most_) return kNone;
  const uint32_t n = static_cast<uint32_t>(graph_.nodes.size());
  graph_.nodes.emplace_back();
  nodes_.emplace(state, n);
  return n;
}

void Graph::state_new(std::span<const por::PathStep>, uint64_t state) {
  here_ = node(state);
  if (here_ == kNone) return;
  const vm::Vm& vm = system_.vm();
  std::string& places = graph_.nodes[here_].places;
  for (por::ThreadId t = 0; t < vm.thread_count(); ++t) {
    const std::string place = vm.thread(t).s.ended ? "" : vm.place_of(t);
    places += thread_label(vm, t) +
              (vm.thread(t).s.ended ? " has ended"
               : place.empty()      ? " has not begun to run"
                                    : " at " + place) +
              "\n";
  }
}

void Graph::state_revisited(std::span<const por::PathStep>, uint64_t state) { here_ = node(state); }

void Graph::transition(uint64_t from, por::PathStep step, uint64_t to) {
  const uint32_t a = node(from), b = node(to);
  if (a == kNone || b == kNone) ++graph_.left_out;
  else graph_.edges.push_back({a, b, step});
}

void Graph::end_state(std::span<const por::PathStep>) {
  if (here_ != kNone) graph_.nodes[here_].end = true;
}

void Graph::violation(std::span<const por::PathStep>, por::ErrorKind) {
  if (here_ != kNone) graph_.nodes[here_].violated = true;
}

}  // namespace jmc::listeners
