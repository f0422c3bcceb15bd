// When a thread polls in vain: since anybody last wrote it has read `limit` times, and each variable that it has read
// an eighth of that on average. A scan reads many variables, each a few times, and is none, however long it is.
//
// A sleep that moves a clock which somebody reads is some progress: a thread that waits in small pieces for a deadline
// far away comes to an end. Where there was one since the last write, the limit is kPieces times as high.
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
  explicit PollingWatch(uint32_t limit) : limit_(limit), base_(limit / 2) {}
  // The thread is about to do `op` after a path of `length` steps.
  void step(size_t length, ThreadId thread, const Op& op);
  // Whether the thread polls in vain at the end of a path of `length` steps: the limit that it has reached, or 0.
  uint64_t in_vain(size_t length, ThreadId thread);
  template <class A>
  void archive(A& a) {
    a(steps_, last_, seen_);
  }

 private:
  static constexpr uint32_t kNone = ~0u;
  static constexpr uint32_t kSeen = 1u << 12;
  static constexpr uint32_t kPieces = 64;

  struct Step {
    uint32_t moved;             // the last step that moved a clock, or kNone
    uint32_t since;             // what comes after it wrote nothing from there on
    uint32_t before;            // the step of the same thread before it, or kNone
    uint32_t reads, variables;  // of the thread since then, up to and with this step
    ThreadId thread;
    Location where;
  };
  void go_back(size_t length);
  uint32_t last(ThreadId thread) const { return thread < last_.size() ? last_[thread] : kNone; }
  void set_last(ThreadId thread, uint32_t step) {
    if (thread >= last_.size()) last_.resize(thread + 1, kNone);
    last_[thread] = step;
  }
  Step& at(uint32_t step) { return steps_[step - base_]; }

  const uint32_t limit_, base_;
  std::vector<Step> steps_;     // from base_ on
  std::vector<uint32_t> last_;  // by thread: its last step, or kNone; those that it does not have took none
  std::vector<uint32_t>
      seen_;  // by a hash of thread and variable: a step that read it; may be out of date or another's
};

}  // namespace jmc::por
