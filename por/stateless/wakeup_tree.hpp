// Wakeup trees: what an optimal search has still to do from the states of its path, as an ordered tree of sequences.
//
// P. Abdulla, S. Aronis, B. Jonsson, K. Sagonas: Source sets: a foundation for optimal dynamic partial order reduction,
// JACM 64(4), 2017; S. Aronis: Effective techniques for stateless model checking, 2018, section 3.3.
//
// A node stands for a state, an edge for a step from it, and every node of the path of a search is one of the tree;
// what lies below the node of a state is explored in order, first child first. A leaf below the path leaves open what
// follows it. All sequences in the tree can be executed, and none of them begins what an older sibling of one of its
// nodes begins.
//
// Ownership: plain values; nodes are reused once removed. Concurrency: none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "por/stateless/trace.hpp"

namespace jmc::por {

// A step of a sequence, before it is executed: with the operation that it will have there.
struct Event {
  ThreadId thread;
  uint32_t alternative;
  Label label;
};

class WakeupTree {
 public:
  using Node = uint32_t;
  static constexpr Node kNone = 0;

  WakeupTree() : nodes_(1) {}
  // A tree of one node, its root.
  Node root() { return fresh({}); }
  const Event& event(Node node) const { return nodes_[node].event; }
  Node first(Node parent) const { return nodes_[parent].first; }
  Node next(Node sibling) const { return nodes_[sibling].next; }
  // Where in `sequence` the step of a thread lies, provided that it can come first; the sequence's size if it is no
  // step of it but could come before all of it; otherwise kNowhere.
  using Begins = size_t (*)(const Event& step, const std::vector<Event>& sequence);
  static constexpr size_t kNowhere = ~size_t{0};
  static size_t begins(const Event& step, const std::vector<Event>& sequence);
  // A child after all others. Invalidates references to events.
  Node append(Node parent, const Event& event);
  // Adds a sequence that can be executed from the state of `at`, unless an existing one covers it: an equivalent of the
  // sequence follows it, as far as either goes. Only what the tree does not have yet is appended. Children of `at` up
  // to and including `explored` are passed over: the precondition is that none of them begins the sequence. Destroys
  // the sequence.
  bool insert(Node at, Node explored, std::vector<Event>& sequence, Begins begins);
  // Takes the first child with everything below it out of the tree.
  void remove_first(Node parent);

  size_t size() const { return used_; }
  uint64_t bytes() const { return nodes_.capacity() * sizeof(Entry) + free_.capacity() * sizeof(Node); }

 private:
  struct Entry {
    Event event;
    Node first = kNone, last = kNone, next = kNone;
  };
  Node fresh(const Event& event);
  void recycle(Node node);

  std::vector<Entry> nodes_;
  std::vector<Node> free_;
  size_t used_ = 0;
};

}  // namespace jmc::por
