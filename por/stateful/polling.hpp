// When a thread polls in vain: since anybody else last wrote it has read `limit` times what it does not write itself,
// and each variable that it has read an eighth of that on average. A scan reads many variables, each a few times, and
// is none, however long it is. What the thread writes itself meanwhile (the count of its turns) is nothing that it
// could wait for.
//
// Whether it goes on like this for ever nobody knows. Where a search can try it (SearchRun::polls_in_vain), it lets the
// thread run alone for kAlone times the limit; found to come to an end by itself, or back to a state, it may poll on.
// There an eighth as many sleeps count as well, since a thread that sleeps for ever may read nothing at all.
// Without that a sleep that moves a clock which somebody reads is some progress: a thread that waits in small pieces
// for a deadline far away comes to an end. Where there was one since the last write, the limit is kPieces times as
// high.
//
// Follows the path of a search from its step limit/2 on. What counts is told of each step before it is taken; a step
// that was not told counts as a write. Steps that the search has gone back over are dropped by themselves.
#pragma once

#include <cstdint>
#include <vector>

#include "por/seam/transition_system.hpp"

namespace jmc::por {

// Whether a step with this operation leaves everything as it was that a loop could wait for.
bool changes_nothing(const Op& op);

class PollingWatch {
 public:
  static constexpr uint32_t kAlone = 32;

  // `tries`: the search looks what a thread does alone.
  PollingWatch(uint32_t limit, bool tries) : limit_(limit), base_(limit / 2), tries_(tries) {}
  // The thread is about to do `op` after a path of `length` steps.
  void step(size_t length, ThreadId thread, const Op& op);
  // Whether the thread polls in vain at the end of a path of `length` steps: the limit that it has reached, or 0.
  uint64_t in_vain(size_t length, ThreadId thread);
  // The thread, of which in_vain() has just said that it does, may poll `more` times on this path, until others write.
  void allow(ThreadId thread, uint32_t more);
  // Whether the thread has waited for hundreds of steps since others wrote: it goes last.
  bool far_ahead(size_t length, ThreadId thread);
  template <class A>
  void archive(A& a) {
    a(steps_, last_, seen_);
  }

 private:
  static constexpr uint32_t kNone = ~0u;
  static constexpr uint32_t kSeen = 1u << 12;
  static constexpr uint32_t kPieces = 64;

  struct Step {
    uint32_t moved;   // the last step that moved a clock, or kNone
    uint32_t wrote;   // the last step that wrote something, or kNone, which was one of `writer`
    uint32_t others;  // the last one of another thread than that
    uint32_t before;  // the step of the same thread before it, or kNone
    // Of the thread since others wrote, up to and with this step. Those allowed count reads and sleeps.
    uint32_t reads, variables, sleeps, allowed;
    ThreadId thread, writer;
    bool writes;  // this step
    Location where;
  };
  void go_back(size_t length);
  uint32_t last(ThreadId thread) const { return thread < last_.size() ? last_[thread] : kNone; }
  void set_last(ThreadId thread, uint32_t step) {
    if (thread >= last_.size()) last_.resize(thread + 1, kNone);
    last_[thread] = step;
  }
  Step& at(uint32_t step) { return steps_[step - base_]; }
  // The first step of the path from which on nobody but the thread has written anything.
  uint32_t since(ThreadId thread) const;

  const uint32_t limit_, base_;
  const bool tries_;
  std::vector<Step> steps_;     // from base_ on
  std::vector<uint32_t> last_;  // by thread: its last step, or kNone; those that it does not have took none
  std::vector<uint32_t>
      seen_;  // by a hash of thread and variable: a step that read it; may be out of date or another's
};

}  // namespace jmc::por
