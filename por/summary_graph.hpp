// The part of the explored graph that is still being worked on, and the summaries of the part that is done.
//
// States whose strongly connected component is complete are closed: all that is left of them is a summary of the
// actions reachable from them, and whether an end can be reached (components.hpp has the terms). States of open
// components keep their edges. Components are found by the path-based algorithm (Gabow): a stack of open states and a
// stack of component boundaries.
//
// The caller enters states and leaves them in depth-first order and adds edges to the state on top of its path.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "por/summary.hpp"

namespace jmc::por {

class SummaryGraph {
 public:
  // Dense numbers of states, chosen by the caller. A closed key may be entered again (its summary is then forgotten).
  using Key = uint32_t;

  // A pushed state is open and on the path.
  void enter(Key state);
  // Leaves the path. Closes the component if `state` is the first of it; true then, and closed() tells of it.
  bool leave(Key state);
  struct Closed {
    bool can_end = false;
    bool left = false;  // a step leads out of it
    std::vector<Key> members;
  };
  const Closed& closed() const { return closed_; }
  // An open state is an end, or it is not known whether it can reach one.
  void may_end(Key state) { open_[position(state)].can_end = true; }

  bool known(Key state) const { return state < info_.size() && info_[state] != kUnknown; }
  bool open(Key state) const { return (info_[state] & kOpen) != 0; }
  bool on_path(Key state) const { return open(state) && open_[position(state)].on_path; }
  // Order of entering among open states. Precondition: open.
  uint32_t position(Key state) const { return info_[state] & ~kOpen; }
  // Position of the first state of the topmost component.
  uint32_t boundary() const { return boundaries_.back(); }
  // An edge leads back to an open state: everything entered since is one component with it.
  void merge(Key state) {
    while (boundaries_.back() > position(state)) boundaries_.pop_back();
  }
  const Summary& summary(Key state) const { return summaries_[info_[state] & ~kStuck]; }  // precondition: closed
  const ActionSets& fixed() const { return fixed_; }
  const ActionSets& numbered() const { return numbered_; }

  // An action of the topmost open state on the path: the pending operation of a thread that cannot run there, or in a
  // state that was passed over after it.
  void add_action(Key state, ThreadId thread, const Op& op);
  // Keeps a renaming until the component of the state on top of the path closes.
  struct Kept {
    uint32_t begin = 0, size = 0;
  };
  Kept keep(const std::vector<uint32_t>& renaming);
  Renaming renaming(Kept kept) const { return {renamings_.data() + kept.begin, kept.size}; }
  // Call after `to` has been explored (if it was new).
  void add_edge(Key from, ThreadId thread, const Op& op, Key to, Kept renaming);

  // The threads other than `thread` with an action reachable from the closed state at the end of an edge that is
  // dependent with the label of the edge.
  ThreadSet dependent_threads_after(const Op& op, ThreadId thread, Key to, Kept renaming) const;

  uint64_t bytes() const;

 private:
  static constexpr uint32_t kOpen = 0x8000'0000u;
  static constexpr uint32_t kStuck = 0x4000'0000u;  // of a closed state: no end can be reached
  static constexpr uint32_t kUnknown = 0x7fff'ffffu;
  static constexpr uint32_t kNone = ~0u;

  struct OpenState {
    Key state;
    uint32_t first_edge = kNone;
    bool on_path = true;
    bool can_end = false, left = false;              // by what has been seen so far, steps to closed states included
    uint32_t actions = kNone;                        // list of label parts
    uint32_t edge_mark, action_mark, renaming_mark;  // sizes when it was entered: what lies above is of its component
  };
  // `to` is as in info_: the position of an open state, which is then in the same component, or a summary.
  struct Edge {
    uint32_t next;
    uint32_t to;
    Kept renaming;
  };
  struct Part {
    uint32_t next;
    ThreadId thread;
    Access access;
  };

  void close_single(OpenState& state);
  void close_component(uint32_t first);
  Summary own_and_external(const OpenState& state, std::vector<Action>& numbered);
  void set_summary(Key state, const Summary& summary);

  ActionSets fixed_{0}, numbered_{kFirstNumbered};
  std::vector<uint32_t> info_;  // per key: open and position, or the number of its summary and kStuck
  std::vector<Summary> summaries_;
  std::vector<uint32_t> summary_index_;  // open addressing over summaries_
  std::vector<OpenState> open_;
  std::vector<uint32_t> boundaries_;
  std::vector<Edge> edges_;
  std::vector<Part> parts_;
  std::vector<uint32_t> renamings_;
  std::vector<Action> scratch_;
  Closed closed_;
};

}  // namespace jmc::por
