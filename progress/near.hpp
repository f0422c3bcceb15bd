// Parts of the states of a program that has no end of them. What is found there is true; that nothing is found says
// nothing.
#pragma once

#include <string>
#include <vector>

#include "por/seam/forwarding_system.hpp"

namespace jmc::progress {

// Those in which no more writes than so many can be overlooked: of variables that are written again and again while
// some thread does not have to see it, every older value is one more that may be read.
class FewWrites final : public por::ForwardingSystem {
 public:
  FewWrites(por::TransitionSystem& system, size_t most) : ForwardingSystem(system), most_(most) {}

  bool is_final() const override {
    if (to_.is_final()) return true;
    to_.overlookable(writes_);
    const bool more = writes_.size() > most_;
    left_out_ |= more;
    return more;
  }
  bool landmark(por::ThreadId) const override { return true; }  // no state is passed over
  bool deadlocked() const override { return to_.is_final() && to_.deadlocked(); }
  bool left_out() const { return left_out_; }

 private:
  size_t most_;
  mutable std::vector<uint64_t> writes_;
  mutable bool left_out_ = false;
};

// Of an endless program those in which what it does once has not been done, and there are no more than so many objects
// besides those of the initial one.
class NearStates final : public por::ForwardingSystem {
 public:
  // `once`: threads that have to be at it. The initial state is the present one of `system`, which must outlive this.
  NearStates(por::TransitionSystem& system, std::vector<por::ThreadId> once, size_t growth)
      : ForwardingSystem(system), once_(std::move(once)) {
    to_.fingerprint();
    most_ = objects() + growth;
  }

  bool is_final() const override {
    if (to_.is_final()) return true;
    bool at_it = false;
    for (const por::ThreadId t : once_) at_it |= t >= to_.thread_count() || !to_.ended(t);
    return !at_it || objects() > most_;
  }
  bool landmark(por::ThreadId) const override { return true; }  // no state is passed over
  bool deadlocked() const override { return to_.is_final() && to_.deadlocked(); }

 private:
  // That the last fingerprint has numbered: those that can be reached.
  size_t objects() const {
    to_.renaming(numbers_);
    return numbers_.size();
  }

  std::vector<por::ThreadId> once_;
  size_t most_ = 0;
  mutable std::vector<uint32_t> numbers_;
};

}  // namespace jmc::progress
