// Interrupt statuses and permits of threads, as sections of executors see them (vm/visibility/sections.hpp).
//
// An executor interrupts and unparks its workers, which look at that where they wait for work: both in sections. Then
// a status is like a variable that only sections access: to set it, or to ask for it, is part of a section.
//
// *Asked.* Code of a task may look at its own thread's status, too, and wait where an interrupt ends that. Then these
// operations access the location of sections instead. So a search explores them before and after each section. What
// could be lost is what comes in the middle of one. That is nothing as long as a section reaches at most one thread
// that is outside of executors: what comes before that can be moved before the section, and the rest after it. So a
// section ends before it reaches a second one (Sections::meets).
//
// *Shared.* A status that other threads set or look at outside of sections (Future.cancel(true)) is no part of any.
//
// *Locks.* Who interrupts a thread holds a lock of it for a moment. As long as all who do so are in sections, that is
// part of them, too. Once somebody else does, these locks are operations like other monitors.
//
// A facility of the Vm (vm/facilities.hpp). Threads are told apart by their numbers, which may mean another thread on
// another path: all that does is to take more of them for asked or shared. Where some are the same to the search, all
// but main are one. No part of a state.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "vm/thread/thread.hpp"

namespace jmc::vm {

class Vm;

class SectionThreads {
 public:
  explicit SectionThreads(Vm& vm) : vm_(vm) {}
  SectionThreads(const SectionThreads&) = delete;

  // It accesses the status or the permit of a thread.
  static bool is_part(const RawAccess& a) {
    return (a.field == kThreadInterrupt || a.field == kThreadPermit) && a.object >= kThreadLocation &&
           a.object < kThreadLocation + por::kMaxThreads;
  }
  static ThreadId thread_of(const RawAccess& a) { return a.object - kThreadLocation; }

  // Locks under which threads are interrupted may be part of sections.
  bool owns_locks() const { return !locks_split_; }
  void note_lock(bool in_section);

  // Of accesses for which is_part(): it may be part of a section; outside of sections it accesses their location.
  bool own(const RawAccess& a) const { return !(adopted_of(a) & kShared); }
  bool asked(const RawAccess& a) const { return any_asked_ && adopted_of(a) & kAsked; }

  // The thread `by` makes this access, for which is_part(), in a section or outside.
  void note(const RawAccess& a, ThreadId by, bool in_section);

  // --- what is found
  bool found() const { return found_; }
  uint64_t noted() const { return notes_; }
  void adopt(std::vector<std::string>& words);
  // By lasting names: "interrupts of 3".
  std::vector<std::string> told(bool shared) const;
  void assume(const std::string& name, bool shared);

 private:
  // Accesses that were seen: in sections; in sections, by other threads; outside, by the thread itself; by others.
  enum : uint8_t { kInside = 1, kReached = 2, kAlone = 4, kByOthers = 8, kAsked = 16, kShared = 32 };
  size_t place_of(const RawAccess& a) const;
  uint8_t adopted_of(const RawAccess& a) const {
    const size_t place = place_of(a);
    return place < adopted_.size() ? adopted_[place] : 0;
  }
  static uint8_t follows(uint8_t seen);
  void make_room(size_t place);
  void set(size_t place, uint8_t marks);

  Vm& vm_;
  std::vector<uint8_t> seen_, adopted_;  // by place_of()
  uint64_t notes_ = 0;
  bool found_ = false, any_asked_ = false;
  bool locks_inside_ = false, locks_outside_ = false, locks_split_ = false;
};

}  // namespace jmc::vm
