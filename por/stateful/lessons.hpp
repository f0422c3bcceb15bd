// The paths on which a search has taught its system something (TransitionSystem::learnt()): a class was linked, two
// threads were seen to contend. None of that is a part of a state, but names, steps and the answer depend on it. A
// search that goes on in another process walks these paths again first (LessonWalk), and nothing else: steps that
// taught nothing change nothing, so that the system then has learnt the same, in the same order.
//
// The walk goes as the search went. A depth-first search takes each step of its path once, when it comes there first,
// and so does the walk: each path begins at a mark that the one before it has left, and at what the system had learnt
// then. (Taken later, a step might do more: what is recorded of its accesses may depend on what was learnt in between.)
// At which states the search asked for the fingerprint and for operations, and where it set marks, is kept, too: the
// system may learn from the first two and count the last.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "por/listener.hpp"

namespace jmc::por {

class Lessons {
 public:
  // A step, and what was done in the state that it led to. The first one stands for the initial state.
  struct Taken {
    ThreadId thread;
    uint32_t alternative;
    uint16_t marks;
    uint8_t numbered, asked;
    friend bool operator==(const Taken&, const Taken&) = default;
  };

  // --- where the system is. Depths are lengths of paths.
  void begin(uint64_t learnt);
  void stepped(size_t depth, PathStep step) {
    here_.resize(depth + 1);
    here_.push_back({step.thread, step.alternative, 0, 0, 0});
  }
  void went_back(size_t depth) { here_.resize(depth + 1); }
  void numbered() { here_.back().numbered = 1; }
  void asked() { here_.back().asked = 1; }
  void marked() { ++here_.back().marks; }
  size_t depth() const { return here_.size() - 1; }
  std::span<const Taken> here() const { return here_; }

  // Before the system leaves the state that it is in, and before it is kept: if it has learnt something there, the path
  // is kept.
  void note(uint64_t learnt) {
    if (learnt == learnt_) return;
    learnt_ = learnt;
    keep();
  }
  uint64_t learnt() const { return learnt_; }

  template <class A>
  void archive(A& a) {
    a(steps_, paths_, last_, first_, learnt_, here_);
    if (here_.empty()) here_.resize(1);
  }

 private:
  friend class LessonWalk;
  // `common` states of the path before it, and `rest` of its own. If all states are common, the last of them has so
  // many more marks.
  struct Path {
    uint32_t common, rest, marks;
  };
  void keep();

  std::vector<Taken> steps_;  // the rests, one after another
  std::vector<Path> paths_;
  std::vector<Taken> last_;          // the last path that was kept
  uint64_t first_ = 0, learnt_ = 0;  // at the beginning, and up to now
  std::vector<Taken> here_;
};

// In the initial state of the search, after its first mark; leaves its own marks, which are those of the search.
class LessonWalk {
 public:
  // All three outlive it.
  LessonWalk(const Lessons& lessons, TransitionSystem& system, const std::atomic<bool>* stop)
      : lessons_(lessons), system_(system), stop_(stop) {}

  // Empty, or why the system has not learnt the same now.
  std::string learn();
  // Then: to where the search was. False: that cannot be.
  bool go_to(std::span<const Lessons::Taken> path);
  // The mark that was set in the state at this depth of the path.
  TransitionSystem::Mark mark_at(size_t depth) const;
  // The last fingerprint, if it is that of the present state.
  const Fingerprint* fingerprint() const { return fresh_ ? &fingerprint_ : nullptr; }

 private:
  bool walk(size_t common, uint32_t marks);
  struct Marked {
    size_t states;  // of the path, up to this one
    TransitionSystem::Mark mark;
  };
  const Lessons& lessons_;
  TransitionSystem& system_;
  const std::atomic<bool>* stop_;
  std::vector<Lessons::Taken> path_;
  size_t done_ = 0;  // states of it that the system has gone through
  std::vector<Marked> marks_;
  Fingerprint fingerprint_;
  bool fresh_ = false;
};

}  // namespace jmc::por
