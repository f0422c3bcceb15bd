// The part of the explored graph that is still being worked on, and the summaries of the part that is done.
//
// States whose strongly connected component is complete are closed: all that is left of them is a summary of the
// actions reachable from them, and whether an end can be reached (components.hpp has the terms). States of open
// components keep their edges. Components are found by the path-based algorithm (Gabow): a stack of open states and a
// stack of component boundaries.
//
// The caller enters states and leaves them in depth-first order and adds edges to the state on top of its path.
//
// Threads go by their places in the state that is spoken of (TransitionSystem::places), as objects go by its numbers;
// an edge keeps what is called what on its two sides.
//
// If asked to (keep_apart()), a summary also has, for each thread t that has not ended, the actions that the others can
// come to without a step of t: what can conflict with a step of t in executions in which t does not go on. With T the
// threads explored from a state, these are the actions of others that are pending there, and those of the successors
// by threads of T other than t; by t, too, if T is {t} and not everything that can run. docs/why/reductions.md has the
// proof.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "por/stateful/summary.hpp"
#include "por/store/hash_index.hpp"

namespace jmc::por {

class SummaryGraph {
 public:
  // Dense numbers of states, chosen by the caller. A closed key may be entered again (its summary is then forgotten).
  using Key = uint32_t;

  // Before the first state: summaries tell apart what needs which thread.
  void keep_apart() { apart_ = true; }

  // A pushed state is open and on the path. `live`: the threads that have started and not ended.
  void enter(Key state, ThreadSet live = {});
  // Before it is left: the threads that turned out to be enough to explore; none: everything that can run was explored.
  void explored(Key state, ThreadSet enough) { open_[position(state)].enough = std::move(enough); }
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
  const Summary& summary(Key state) const {
    return without(info_[state] & ~kStuck, kNoThread);
  }  // precondition: closed
  const ActionSets& fixed() const { return fixed_; }
  const ActionSets& numbered() const { return numbered_; }
  ActionSets& fixed() { return fixed_; }
  ActionSets& numbered() { return numbered_; }

  // What is known of a closed state, as a number: the summary of everything first, then, if kept apart, one for each
  // thread.
  uint32_t record_of(Key state) const { return info_[state] & ~kStuck; }  // precondition: closed
  size_t summaries_of(uint32_t record) const { return apart_ ? 1 + records_[record + 1] : 1; }
  const Summary& summary_of(uint32_t record, size_t n) const {
    return without(record, n == 0 ? kNoThread : static_cast<ThreadId>(n - 1));
  }
  uint32_t record_of(std::span<const Summary> summaries);
  // The state, which was not known, is closed, by somebody else.
  void adopt(Key state, uint32_t record, bool can_end);

  // An action of the topmost open state on the path: the pending operation of a thread that cannot run there, or in a
  // state that was passed over after it, in a run of `after`.
  void add_action(Key state, ThreadId thread, const Op& op, ThreadId after = kNoThread);
  // Keeps a renaming until the component of the state on top of the path closes.
  struct KeptRenaming {
    uint32_t begin = 0, size = 0;
    uint32_t threads = 0;  // in thread_renamings_; 0: the identity
  };
  KeptRenaming keep(const std::vector<uint32_t>& renaming, const std::vector<ThreadId>& threads = {});
  Renaming renaming(KeptRenaming kept) const { return {renamings_.data() + kept.begin, kept.size}; }
  ThreadRenaming threads(KeptRenaming kept) const { return thread_renamings_[kept.threads]; }
  // Call after `to` has been explored (if it was new).
  void add_edge(Key from, ThreadId thread, const Op& op, Key to, KeptRenaming renaming);

  // The threads other than `thread` with an action reachable from the closed state at the end of an edge (without a
  // step of `thread`, if kept apart) that is dependent with the label of the edge.
  ThreadSet dependent_threads_after(const Op& op, ThreadId thread, Key to, KeptRenaming renaming) const;

  uint64_t bytes() const;
  template <class A>
  void archive(A& a) {
    a(fixed_, numbered_, info_, sets_, records_, record_count_, set_index_, record_index_, open_, boundaries_, edges_,
      parts_, renamings_, thread_renamings_, sorted_thread_renamings_);
  }

 private:
  static constexpr uint32_t kOpen = 0x8000'0000u;
  static constexpr uint32_t kStuck = 0x4000'0000u;  // of a closed state: no end can be reached
  static constexpr uint32_t kUnknown = 0x7fff'ffffu;
  static constexpr uint32_t kNone = ~0u;

  struct OpenState {
    Key state;
    ThreadSet live, enough;
    uint32_t first_edge = kNone;
    bool on_path = true;
    bool can_end = false, left = false;              // by what has been seen so far, steps to closed states included
    uint32_t actions = kNone;                        // list of label parts
    uint32_t edge_mark, action_mark, renaming_mark;  // sizes when it was entered: what lies above is of its component
    template <class A>
    void archive(A& a) {
      a(state, live, enough, first_edge, on_path, can_end, left, actions, edge_mark, action_mark, renaming_mark);
    }
  };
  // `to` is as in info_: the position of an open state, which is then in the same component, or a summary.
  struct Edge {
    uint32_t next;
    uint32_t to;
    ThreadId thread;
    KeptRenaming renaming;
  };
  struct Part {
    uint32_t next;
    ThreadId thread, after;
    Access access;
  };
  KeptRenaming keep_objects(const std::vector<uint32_t>& renaming);
  bool exchanges_threads(uint32_t first) const;
  void close_single(const OpenState& state);
  void close_component(uint32_t first);
  std::vector<Summary> component_summaries(uint32_t first, ThreadId without);
  // `without`: the thread whose steps do not count, or kNoThread.
  Summary own_and_external(const OpenState& state, ThreadId without);
  bool counts(const OpenState& state, const Edge& edge, ThreadId without) const {
    if (without == kNoThread) return true;
    if (state.enough.single() && state.enough.contains(without)) return edge.thread == without;
    return edge.thread != without && (state.enough.empty() || state.enough.contains(edge.thread));
  }
  // Of a closed state, from what info_ has of it: without summaries for each thread, the number of its set in sets_.
  // With them, where its words begin in records_: the number of the set of all actions, then how many threads there
  // are, and for each the number of its own.
  const Summary& without(uint32_t entry, ThreadId thread) const {
    if (!apart_) return sets_[entry];
    const uint32_t* r = &records_[entry];
    return sets_[thread != kNoThread && thread < r[1] ? r[2 + thread] : r[0]];
  }
  ActionSets::Id translated(ActionSets::Id far, KeptRenaming kept);
  ActionSets::Id translated_fixed(ActionSets::Id far, KeptRenaming kept) {
    return kept.threads ? fixed_.renamed(far, threads(kept), kept.threads) : far;
  }
  void append_far(ActionSets::Id far, KeptRenaming kept);  // to scratch_
  // What a thread of the near side is called on the far side.
  ThreadId far_thread(KeptRenaming kept, ThreadId near) const;
  uint32_t set_number(const Summary& summary);
  uint32_t record_number(const std::vector<uint32_t>& words);
  void make_room(Key state);

  bool apart_ = false;
  ActionSets fixed_{0}, numbered_{kFirstNumbered};
  std::vector<uint32_t> info_;     // per key: open and position, or see without(), and kStuck
  std::vector<Summary> sets_;      // each once
  std::vector<uint32_t> records_;  // each once; empty unless kept apart
  uint32_t record_count_ = 0;
  HashIndex set_index_, record_index_;
  std::vector<OpenState> open_;
  std::vector<uint32_t> boundaries_;
  std::vector<Edge> edges_;
  std::vector<Part> parts_;
  std::vector<uint32_t> renamings_;
  std::vector<std::vector<ThreadId>> thread_renamings_{{}};  // each once
  std::vector<uint32_t> sorted_thread_renamings_{0};         // the same, in the order of what they are
  std::vector<Action> scratch_;
  std::vector<uint32_t> words_;
  Closed closed_;
};

}  // namespace jmc::por
