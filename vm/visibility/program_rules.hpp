// What the operations of a search rely on about the program as a whole: which features it uses, who can see that
// threads end, what ends all of them. A search takes for absent what would make more operations, until it meets it;
// then its answer says nothing about all schedules, and it is repeated after adopt().
//
// Ownership: part of a Vm. No part of the state: what is known holds for all states of a search, what is found for the
// next one.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>

#include "vm/assumptions/features.hpp"

namespace jmc::vm {

class Vm;

class ProgramRules {
 public:
  explicit ProgramRules(Vm& vm) : vm_(vm) {}
  ProgramRules(const ProgramRules&) = delete;

  // --- features
  bool foresees(Features any) const { return (foreseen_ & any).any(); }
  Features foreseen() const { return foreseen_; }
  void foresee(Features features);
  void met(Features features) { unforeseen_ |= features; }
  Features met_features() const { return unforeseen_; }
  bool foresees_or_met(Features any) const { return ((foreseen_ | unforeseen_) & any).any(); }
  // One of them was met and is not foreseen: the present search relies on its absence.
  bool lacks(Features any) const { return ((unforeseen_ & any) - foreseen_).any(); }
  // met(), or foreseen at once where nothing has relied on anything else yet.
  void uses(Feature feature);
  // Those met; the former value. For replays.
  Features set_met(Features features) { return std::exchange(unforeseen_, features); }
  // What was met of these is foreseen from now on.
  void adopt(Features features);
  // Under which a pending operation is described now (Pending::rules).
  uint32_t of_operations() const { return (foreseen_ & (kThreadRules | kRealLocks)).bits(); }
  // Threads as monitors (thread_monitors.cpp): Thread.join, start and the end of a thread lock, wait on and notify the
  // Thread object.
  bool numbers_return() const {
    return (foreseen_ & (kNumbersReturn | kNumbersKept)) == Features(kNumbersReturn) && !threads_listed_ &&
           !states_asked_;
  }
  void numbers_told() {
    if (foresees(kNumbersReturn)) uses(kNumbersKept);
  }
  bool thread_monitors() const { return foresees(kThreadMonitors); }

  // --- threads and the end of the program
  // A class of the program refers to System.exit or its like: what ends all threads depends on everything.
  bool may_exit() const { return may_exit_; }
  // A class of the program may ask whether a thread is over, or what waits for an end may be interrupted or time out:
  // thread ends and joins of ended threads are operations of their own then.
  bool ends_visible() const { return ends_visible_; }
  // A class of the program may ask which threads there are (ThreadGroup, Thread.activeCount, getAllStackTraces) or in
  // which state one is. Such a question depends on every operation, so that may_exit() holds too: all operations read
  // kExitLocation, and it writes it.
  bool threads_listed() const { return threads_listed_; }
  bool states_asked() const { return states_asked_; }
  // There are daemon threads or shutdown hooks: the end of the last other thread is like System.exit. With
  // VmOptions::ends_apart, and unless may_exit() holds, too, it conflicts only with what shows in it.
  bool daemons() const { return daemons_; }

  // A class is linked that may ask whether a thread is over; which threads there are, or in which state one is; that
  // may end the program.
  void asks_for_ends();
  void asks_for_threads(bool which, bool state);
  void exits();
  void daemon_seen();
  void interrupt_seen();  // a thread is interrupted, asked for its end, joins for a time, or may not have started
  // More shows in the end of the program than its output: shutdown hooks, Errors that nobody has looked at.
  void end_told();
  // Every operation conflicts with what writes kExitLocation, from the first search on.
  void everything_conflicts() { may_exit_ = ends_visible_ = true; }

  // --- searches (vm/assumptions/ends.hpp)
  // Something was found about ends that the present search does not know of.
  bool ends_found() const { return daemon_found_ || interrupt_found_ || observer_found_; }
  void adopt_ends();
  // What steps taken from now on depend on (Vm::rules_learnt()), and what is only found (Vm::learnt()).
  uint64_t known() const { return uint64_t{may_exit_} + ends_visible_ + threads_listed_ + states_asked_ + daemons_; }
  uint64_t ends_learnt() const { return uint64_t{daemon_found_} + interrupt_found_ + observer_found_ + end_told_; }

 private:
  void daemons_matter();

  Vm& vm_;
  Features foreseen_, unforeseen_;
  bool may_exit_ = false, ends_visible_ = false, threads_listed_ = false, states_asked_ = false, daemons_ = false;
  bool daemon_found_ = false, interrupt_found_ = false, observer_found_ = false, end_told_ = false;

 public:
  // What is known of ends, with words for a witness.
  static constexpr std::pair<std::string_view, bool ProgramRules::*> kKnown[] = {
      {"exit", &ProgramRules::may_exit_},
      {"ends-visible", &ProgramRules::ends_visible_},
      {"threads-listed", &ProgramRules::threads_listed_},
      {"states-asked", &ProgramRules::states_asked_},
      {"daemons", &ProgramRules::daemons_}};
};

}  // namespace jmc::vm
