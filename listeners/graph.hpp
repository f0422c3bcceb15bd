// The graph that a search explored, up to a number of states: for pictures. Where no states are matched it is a tree.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "por/listener.hpp"
#include "vm/jvm_system.hpp"

namespace jmc::listeners {

struct ExploredGraph {
  struct Node {
    bool end = false;       // no thread can go on
    bool violated = false;  // something was found there, or on the step from it that ended the search
    std::string places;     // where the threads stand, one a line
    template <class A>
    void archive(A& a) {
      a(end, violated, places);
    }
  };
  struct Edge {
    uint32_t from = 0, to = 0;
    por::PathStep step{};
  };
  std::vector<Node> nodes;  // the first one is the initial state
  std::vector<Edge> edges;
  uint64_t left_out = 0;  // transitions to or from states that were one too many
};

class Graph final : public por::Listener {
 public:
  static constexpr unsigned kEvents =
      por::kStateEvents | por::kTransitionEvents | por::kEndStateEvents | por::kViolationEvents;
  // `most` states. The system must outlive this.
  Graph(const vm::JvmSystem& system, size_t most) : system_(system), most_(most) {}

  void state_new(std::span<const por::PathStep> path, uint64_t state) override;
  void state_revisited(std::span<const por::PathStep> path, uint64_t state) override;
  void transition(uint64_t from, por::PathStep step, uint64_t to) override;
  void end_state(std::span<const por::PathStep> path) override;
  void violation(std::span<const por::PathStep> path, por::ErrorKind kind) override;

  ExploredGraph take() { return std::move(graph_); }
  template <class A>
  void archive(A& a) {
    a(here_, graph_.nodes, graph_.edges, graph_.left_out, nodes_);
  }

 private:
  static constexpr uint32_t kNone = ~0u;
  uint32_t node(uint64_t state);

  const vm::JvmSystem& system_;
  size_t most_;
  uint32_t here_ = kNone;  // the state that the search was in last
  ExploredGraph graph_;
  std::unordered_map<uint64_t, uint32_t> nodes_;  // by the search's number
};

}  // namespace jmc::listeners
