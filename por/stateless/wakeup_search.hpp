// Depth-first search over executions along a wakeup tree: what optimal reductions share.
//
// Every state of the path is a node of the tree; what is below it is explored in order, and where nothing is prescribed
// any step that may be taken. What the steps of a complete execution ask for is added to the tree by analyse(). Goes
// back to the state in which an execution departs from the last one instead of running it from the start. Terminates if
// every execution does; a depth bound cuts the others.
#pragma once

#include <vector>

#include "por/stateless/trace.hpp"
#include "por/stateless/wakeup_tree.hpp"

namespace jmc::por {

class WakeupSearch {
 public:
  explicit WakeupSearch(SearchRun& run) : run_(run), system_(run.system), trace_(run) {}
  virtual ~WakeupSearch() = default;
  // Explores from the current state and comes back to it.
  void explore();

 protected:
  // A step that has been explored from a state. Alternatives of one operation are steps of their own, in conflict with
  // each other.
  struct Explored {
    ThreadId thread;
    uint32_t alternative;
  };
  struct Frame {
    TransitionSystem::Mark mark;
    WakeupTree::Node node;
    uint32_t explored;  // where its own begin
    StateNumber state;
    bool leaf = false;  // nothing is explored from here
  };

  // The path is complete: adds to the tree what else is to be explored from its states.
  virtual void analyse() = 0;
  // The state at the end of the path has been entered: adds to explored_ what need not be explored from it.
  virtual void inherit() {}

  // The system into a state of the path. Going back over several states and forth again costs steps, but no events. The
  // search need not be told.
  void go_to(uint32_t state);
  // A step of the path, in another order than there. False: it cannot be taken, or the system cannot go on; the search
  // is over then, unless the thread is not followed further on this path.
  bool take(ThreadId thread, uint32_t alternative);
  // What has been explored from a state, by number in explored_.
  uint32_t explored_begin(uint32_t state) const { return frames_[state].explored; }
  uint32_t explored_end(uint32_t state) const {
    return state + 1 < frames_.size() ? frames_[state + 1].explored : static_cast<uint32_t>(explored_.size());
  }
  // Can be executed from a state of the path; precondition of WakeupTree::insert for the step being explored from it.
  void add(uint32_t state, std::vector<Event>& sequence, WakeupTree::Begins begins = WakeupTree::begins) {
    const WakeupTree::Node node = frames_[state].node;
    tree_.insert(node, tree_.first(node), sequence, begins);
  }
  TransitionSystem::Mark mark(uint32_t state) const { return frames_[state].mark; }

  SearchRun& run_;
  TransitionSystem& system_;
  Trace trace_;
  WakeupTree tree_;
  std::vector<Explored> explored_;
  std::vector<Frame> frames_;  // frames_[i] belongs to state i of trace_

 private:
  void enter(StateNumber number, WakeupTree::Node node);
  void choose(WakeupTree::Node node);
  bool descend(const Frame& frame);
  void leave();

  uint32_t live_ = 0;   // frames whose marks are valid
  bool moved_ = false;  // the system is not in the state of the last frame
};

}  // namespace jmc::por
