// The path of a search under bounds: its states as bounds and races see them, and what each further step would cost.
//
// Pending operations are recorded with locations that are comparable along the path (PathNames). State i is the one
// after i steps; the last one is the current state, unless the search has gone on and come back, which leaves the
// record as it was when the state was entered.
#pragma once

#include <vector>

#include "por/bounded/bounds.hpp"
#include "por/search_run.hpp"
#include "por/stateless/path_names.hpp"

namespace jmc::por {

class BoundedPath {
 public:
  explicit BoundedPath(SearchRun& run);
  ~BoundedPath() {
    if (by_path_) run_.system.name_by_path(false);
  }
  BoundedPath(const BoundedPath&) = delete;
  BoundedPath& operator=(const BoundedPath&) = delete;

  // Enters the initial state. Precondition: the path is empty.
  StateStore::Result begin();
  // Takes a step from the last state, which is number `from`, in which the topmost mark of the system must have been
  // taken. False: the search is over. If `arrived` is no new state the path is as before, but the system has moved.
  bool step(StateNumber from, PathStep step, StateStore::Result& arrived);
  // Drops the last state and the step to it. The system and SearchRun::path are the search's business.
  void leave();

  size_t depth() const { return levels_.size() - 1; }
  ThreadId threads(size_t i) const { return levels_[i].threads; }
  const ThreadSet& enabled(size_t i) const { return levels_[i].enabled; }
  const Op& op(size_t i, ThreadId t) const { return ops_[levels_[i].ops + t]; }
  BoundState state() const { return state(depth()); }
  BoundState state(size_t i) const { return {threads(i), enabled(i), ops_.data() + levels_[i].ops}; }

  // Of the last state. Precondition: the thread is enabled.
  bool within(ThreadId thread) const;
  uint64_t cost(ThreadId thread) const { return bounds_.cost(state(), thread); }
  // Those of `threads` that cost least.
  ThreadSet cheapest(const ThreadSet& threads) const;
  const BoundSet& bounds() const { return bounds_; }
  // Who alone may go on in state i, for the sake of a seal; or kNoThread.
  ThreadId keeper(size_t i) const { return levels_[i].keeper; }
  // A thread polls in vain in the last state: it is not among the enabled ones.
  bool not_followed() const { return levels_.back().not_followed; }
  // The thread of the step to the last state, or kNoThread.
  ThreadId last() const { return bounds_.last(); }
  uint64_t bytes() const { return levels_.capacity() * sizeof(Level) + ops_.capacity() * sizeof(Op); }

 private:
  struct Level {
    uint32_t ops;  // pending operations of all threads, in ops_
    ThreadId threads;
    ThreadSet enabled;
    ThreadId keeper;    // nobody else may go on here, or kNoThread
    bool not_followed;  // a thread polls in vain here
  };

  void enter();
  bool polls(ThreadId thread) const;

  SearchRun& run_;
  BoundSet bounds_;
  // Where states are matched, only polling compares locations of different states; elsewhere the system may have names
  // of its own for the objects of a path.
  const bool compares_;
  bool by_path_ = false;
  PathNames names_;
  std::vector<Level> levels_;
  std::vector<Op> ops_;
  std::vector<uint32_t> renaming_;
  std::vector<uint64_t> residue_;
};

}  // namespace jmc::por
