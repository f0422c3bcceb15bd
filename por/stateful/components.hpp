// Which states can still reach an end: the strongly connected components of the graph that a depth-first search walks.
//
// A component is complete when the search leaves the first of its states that it entered (the path-based algorithm:
// Gabow 2000). Its states can reach an end if one of them is an end, or was not explored to the end of what the program
// can do there (a bound, a limit), or has a step to a component that can. A component that cannot, and that no step
// leaves, is a livelock: whatever the threads do, they stay in it. A fair loop (weak fairness: a thread that is enabled
// in all states of it takes a step in it) is there in a component exactly if the walk through all of its steps is one.
//
// Memory: a bit for each state, and the open states as ranges of numbers. States have their numbers in the order in
// which they are entered, which takes the place of the usual index.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "por/stateful/summary.hpp"
#include "por/store/state_store.hpp"

namespace jmc::por {

class Components {
 public:
  // Steps to `state`, which has the highest number so far. `enabled`: the threads that can run there.
  void enter(StateNumber state, const ThreadSet& enabled);
  // The last state on the path is an end, or it is not known whether it can reach one.
  void may_end() { parts_.back().can_end = true; }
  // Whether the last state on the path is known to be able to reach an end. Steps of such states need not be told of:
  // what reaches a state that can end can end itself, by the steps that lead there.
  bool can_end() const { return parts_.back().can_end; }
  // A step of `thread` from the last state on the path to one that was entered before; to a new state, after leave().
  void edge(ThreadId thread, StateNumber to);
  // `state`, which was not entered and has a higher number than all that were, lies in a component that is complete
  // elsewhere.
  void adopt(StateNumber state, bool can_end);

  struct Closed {
    bool can_end = false;
    bool left = false;  // a step leads out of it
    bool fair_loop = false;
  };
  // The search leaves the last state on the path. True: its component is complete, and closed() and members() tell of
  // it.
  bool leave(StateNumber state);
  const Closed& closed() const { return closed_; }
  struct Range {
    StateNumber begin, end;
  };
  std::span<const Range> members() const { return members_; }

  template <class A>
  void archive(A& a) {
    a(open_, stuck_, ranges_, parts_);
  }
  uint64_t bytes() const {
    return open_.capacity() / 8 + stuck_.capacity() / 8 + ranges_.capacity() * sizeof(Range) +
           parts_.capacity() * sizeof(Part);
  }

 private:
  // What is known of a component: it begins at `first`, up to the next one's.
  struct Part {
    StateNumber first;
    bool can_end, left;
    ThreadSet always, moving;  // enabled in all of its states; taking a step in it
    template <class A>
    void archive(A& a) {
      a(first, can_end, left, always, moving);
    }
  };
  bool stuck(StateNumber state) const { return state < stuck_.size() && stuck_[state]; }

  std::vector<bool> open_;     // by state
  std::vector<bool> stuck_;    // by state, as far as there are any
  std::vector<Range> ranges_;  // the open states
  std::vector<Part> parts_;
  std::vector<Range> members_;
  Closed closed_;
};

}  // namespace jmc::por
