// Schedules that share their beginnings, as a tree in preorder: a node is its depth and its step, and has the steps
// before it from the nodes above. Whoever walks the list from its beginning to its end, and goes back where the depth
// falls, takes each step once and is at each leaf once.
//
// A leaf stands for a state that is to be explored, with its name (StateId). Depth 0 is the initial state.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "por/listener.hpp"
#include "por/store/state_store.hpp"

namespace jmc::por {

// A state, by who has it in a table and its number there.
struct StateId {
  uint32_t owner = 0;
  StateNumber number = kNoState;
  friend bool operator==(const StateId&, const StateId&) = default;
};

struct ScheduleNode {
  enum Use : uint8_t {
    Way,      // to others
    Leaf,     // is to be explored
    Whole,    // likewise, by all threads but the one that has been explored alone (Share)
    Alone,    // a way, and explored by one thread alone
    Suspect,  // likewise, and that led to a known state
  };
  PathStep step{0, 0};
  uint32_t depth = 0;
  StateId id;
  Use use = Way;
  bool more = false;  // a later node has the same one above it
  static constexpr uint32_t kNoForm = ~0u;
  uint32_t form = kNoForm;  // of the state that it leads to, on this machine (known_states.hpp)
  bool leaf() const { return use == Leaf || use == Whole; }
};

class ScheduleTree {
 public:
  std::vector<ScheduleNode> nodes;

  size_t leaves() const;
  // Drops the nodes below which there is no leaf, and says of the others whether they have later siblings. What lies
  // above nodes of depth 1 is always the initial state.
  void prune();
  // Takes the last `count` leaves out: their schedules as bytes, each with what it has in common with the one before
  // left out. Precondition: pruned; count <= leaves(). Leaves the tree pruned.
  std::string take(size_t count);
  // What take() has given, behind the rest. Leaves the tree pruned. Throws base::ArchiveError.
  void add(std::span<const char> schedules);
  // A schedule, as the steps to a node.
  std::vector<PathStep> path_to(size_t node) const;

  uint64_t bytes() const { return nodes.capacity() * sizeof(ScheduleNode); }
};

}  // namespace jmc::por
