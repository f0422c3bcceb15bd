// A system that hands everything to another one: what differs is overridden. A function that the seam gets must be
// handed on here, once.
//
// Ownership: refers to the other system, which must outlive it.
#pragma once

#include <string>
#include <vector>

#include "por/seam/transition_system.hpp"

namespace jmc::por {

class ForwardingSystem : public TransitionSystem {
 public:
  explicit ForwardingSystem(TransitionSystem& to) : to_(to) {}

  ThreadId thread_count() const override { return to_.thread_count(); }
  bool ended(ThreadId thread) const override { return to_.ended(thread); }
  Op pending(ThreadId thread) const override { return to_.pending(thread); }
  uint32_t alternatives(ThreadId thread) const override { return to_.alternatives(thread); }
  bool landmark(ThreadId thread) const override { return to_.landmark(thread); }
  StepResult step(ThreadId thread, uint32_t alternative) override { return to_.step(thread, alternative); }
  Mark mark() override { return to_.mark(); }
  void undo(Mark mark) override { to_.undo(mark); }
  void release(Mark mark) override { to_.release(mark); }
  Fingerprint fingerprint() override { return to_.fingerprint(); }
  void canonical_form(std::vector<uint8_t>& out) override { to_.canonical_form(out); }
  std::string loadable_form(std::vector<uint8_t>& form) override { return to_.loadable_form(form); }
  std::string load(const std::vector<uint8_t>& form) override { return to_.load(form); }
  void renaming(std::vector<uint32_t>& out) const override { to_.renaming(out); }
  void places(std::vector<ThreadId>& out) const override { to_.places(out); }
  bool name_by_path(bool on) override { return to_.name_by_path(on); }
  ThreadSet joined(ThreadId thread) const override { return to_.joined(thread); }
  bool numbers_return() const override { return to_.numbers_return(); }
  ThreadId starter(ThreadId thread) const override { return to_.starter(thread); }
  bool is_final() const override { return to_.is_final(); }
  bool deadlocked() const override { return to_.deadlocked(); }
  uint64_t tags(ThreadId thread) const override { return to_.tags(thread); }
  uint64_t learnt() const override { return to_.learnt(); }
  uint64_t names() const override { return to_.names(); }
  void overlookable(std::vector<uint64_t>& writes) const override { to_.overlookable(writes); }
  std::vector<uint64_t> overlooked() const override { return to_.overlooked(); }
  std::string failure() const override { return to_.failure(); }

 protected:
  TransitionSystem& to_;
};

}  // namespace jmc::por
