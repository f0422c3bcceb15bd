// Part of the states of an endless program that has no end of them, since the object grows: those in which what the
// program does once has not been done, and there are no more than so many objects besides those of the initial one.
//
// What is found there is true; that nothing is found says nothing.
#pragma once

#include <string>
#include <vector>

#include "por/seam/transition_system.hpp"

namespace jmc::progress {

class NearStates final : public por::TransitionSystem {
 public:
  // `once`: threads that have to be at it. The initial state is the present one of `system`, which must outlive this.
  NearStates(por::TransitionSystem& system, std::vector<por::ThreadId> once, size_t growth)
      : system_(system), once_(std::move(once)) {
    system_.fingerprint();
    most_ = objects() + growth;
  }

  bool is_final() const override {
    if (system_.is_final()) return true;
    bool at_it = false;
    for (const por::ThreadId t : once_) at_it |= t >= system_.thread_count() || !system_.ended(t);
    return !at_it || objects() > most_;
  }
  bool deadlocked() const override { return system_.is_final() && system_.deadlocked(); }

  por::ThreadId thread_count() const override { return system_.thread_count(); }
  bool ended(por::ThreadId t) const override { return system_.ended(t); }
  por::Op pending(por::ThreadId t) const override { return system_.pending(t); }
  por::StepResult step(por::ThreadId t, uint32_t alternative) override { return system_.step(t, alternative); }
  Mark mark() override { return system_.mark(); }
  void undo(Mark m) override { system_.undo(m); }
  void release(Mark m) override { system_.release(m); }
  por::Fingerprint fingerprint() override { return system_.fingerprint(); }
  void canonical_form(std::vector<uint8_t>& out) override { system_.canonical_form(out); }
  void renaming(std::vector<uint32_t>& out) const override { system_.renaming(out); }
  std::string failure() const override { return system_.failure(); }

 private:
  // That the last fingerprint has numbered: those that can be reached.
  size_t objects() const {
    system_.renaming(numbers_);
    return numbers_.size();
  }

  por::TransitionSystem& system_;
  std::vector<por::ThreadId> once_;
  size_t most_ = 0;
  mutable std::vector<uint32_t> numbers_;
};

}  // namespace jmc::progress
