// Loops that look around a bounded number of times and find nothing (vm/code/scan_loops.hpp): most of their rounds are
// one operation.
//
// A worker that looks 256 times into every queue before it parks has a thousand states for each that it would have
// otherwise. So where a thread stands in such a loop with more rounds left than can matter, and where it would go round
// a whole period of the loop in vain if it ran alone now, its next operation is all of these rounds but the last few:
// a real execution, in which nobody runs in between. docs/algorithms.md says why nothing is lost.
//
// What that needs besides: what a round may leave behind but its number is known before (the budgets of the loop).
// Where a round is met that writes, or waits, and goes on with the loop, rounds are steps of their own from the next
// search on (kRoundsTold).
//
// Ownership: refers to a Vm. No part of the state. Who goes on with a search, or does a part of it, learns what it has
// learnt by learnt().
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "vm/code/scan_loops.hpp"
#include "vm/thread/polled_loops.hpp"
#include "vm/thread/thread.hpp"

namespace jmc::vm {

class ScanPolls {
 public:
  explicit ScanPolls(Vm& vm) : vm_(vm), loops_(vm, find_scan_loops) {}

  // Before a step of t. How many rounds it has besides what is left of the present one; 0: it is one operation.
  uint32_t begin(ThreadId t);
  // After an operation of this step, without an error: t has to do its next one in the same step.
  bool goes_on(ThreadId t);
  // How much it knows of loops (Vm::learnt()).
  uint64_t learnt() const { return loops_.learnt(); }

 private:
  // Told: a round left something behind.
  using Loop = PolledLoops<ScanLoop>::Loop;
  // A frame that is in such a loop.
  struct Place {
    uint32_t fp = 0, method = 0;
    Loop* loop = nullptr;
    friend bool operator==(const Place&, const Place&) = default;
  };

  bool off() const;
  // The frames of t that are in such loops, the innermost first.
  void places(ThreadId t, std::vector<Place>& out);
  bool is_at(ThreadId t, const Place& place);  // that one is the innermost
  uint32_t* slots(ThreadId t, const Place& place) const;
  int32_t count(ThreadId t, const Place& place) const;
  int64_t value(const FixedValue& v, const uint32_t* slots) const;
  // Rounds in a period, and those of the rounds left that can be done as one; 0: none.
  uint32_t spare_rounds(const ScanLoop& loop, const uint32_t* slots, uint32_t& period) const;
  bool period_in_vain(ThreadId t, const Place& place, uint32_t period);
  void position(ThreadId t, const Place& place, std::vector<uint32_t>& out) const;

  Vm& vm_;
  PolledLoops<ScanLoop> loops_;

  // Of the present step.
  std::vector<Place> at_;      // where it began and has been since
  bool going_on_ = false;      // it is one of many rounds,
  int64_t goal_ = 0;           // up to this count,
  uint32_t pc_ = 0, top_ = 0;  // and to where it began
  ThreadState before_;         // before its last operation
  bool writes_ = false;        // which may do more than read
  size_t logged_ = 0;
  std::vector<Place> now_;               // scratch
  std::vector<uint32_t> words_, again_;  // the same: positions
};

}  // namespace jmc::vm
