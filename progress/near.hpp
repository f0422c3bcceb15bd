// Part of the states of an endless program that has no end of them, since the object grows: those in which what the
// program does once has not been done, and there are no more than so many objects besides those of the initial one.
//
// What is found there is true; that nothing is found says nothing.
#pragma once

#include <string>
#include <vector>

#include "por/seam/forwarding_system.hpp"

namespace jmc::progress {

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
