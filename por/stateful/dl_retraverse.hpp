// The actions reachable from a state by traversing the explored graph, as DL-S-POR was published, with objects followed
// by name through the renamings of the edges: what is visited is not a state but a state together with the one object
// that the label speaks of. Keeps every edge for ever and is slow: it exists to check the summaries.
#pragma once

#include <cstdint>
#include <vector>

#include "por/stateful/summary.hpp"

namespace jmc::por {

class Retraversal {
 public:
  using Key = uint32_t;
  void add_action(Key state, ThreadId thread, const Op& op);
  void add_edge(Key from, ThreadId thread, const Op& op, Key to, Renaming renaming);
  // Everything reachable from `to` must have been explored.
  ThreadSet dependent_threads_after(const Op& op, ThreadId thread, Key to, Renaming renaming);

 private:
  struct Edge {
    Key to;
    std::vector<uint32_t> renaming;
  };
  struct State {
    std::vector<Edge> edges;
    std::vector<Action> actions;
  };
  State& at(Key state) {
    if (state >= states_.size()) states_.resize(state + 1);
    return states_[state];
  }

  std::vector<State> states_;
};

}  // namespace jmc::por
