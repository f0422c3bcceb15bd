// States that a share can go back to without the steps that lead there (TransitionSystem::load()). Between two leaves
// of a tree lie a few steps mostly, which cost less than a load; where they are many, as in long runs of one thread, a
// form is kept of a state on the way every so many steps.
//
// Ownership: of one share; nodes of its trees have the numbers. What a number stands for may be gone: then the steps
// are taken. Forms are those of one system: forget() when another one takes its place, or has learnt something.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "por/distributed/schedule_tree.hpp"

namespace jmc::por {

class KnownStates {
 public:
  // `most`: bytes of forms.
  explicit KnownStates(uint64_t most) : most_(most) {}

  // Its number; ScheduleNode::kNoForm: there is no room for it.
  uint32_t add(std::vector<uint8_t> form);
  // Null: it is gone.
  const std::vector<uint8_t>* of(uint32_t number) const {
    return number < forms_.size() && !forms_[number].empty() ? &forms_[number] : nullptr;
  }
  // Those that no node has are gone.
  void keep_only(std::span<const ScheduleNode> nodes);
  void forget();
  bool full() const { return bytes_ >= most_; }
  uint64_t bytes() const { return bytes_ + forms_.capacity() * sizeof(std::vector<uint8_t>); }

  // The last node that can be gone to by a load instead of all steps from that of `first` on: those between have no
  // later siblings, none of them is explored, and each lies below the one before it. `first` - 1: none.
  size_t last_known(std::span<const ScheduleNode> nodes, size_t first) const;

 private:
  const uint64_t most_;
  uint64_t bytes_ = 0;
  std::vector<std::vector<uint8_t>> forms_;  // by number; empty: none
  std::vector<uint32_t> free_;               // numbers that no node has
};

}  // namespace jmc::por
