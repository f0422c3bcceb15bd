// What the operations of a search rely on about the program as a whole: which features it uses, who can see that
// threads end, what ends all of them. A search takes for absent what would make more operations, until it meets it;
// then its answer says nothing about all schedules, and it is repeated after adopt().
//
// Ownership: part of a Vm. No part of the state: what is known holds for all states of a search, what is found for the
// next one.
#pragma once

#include <cstdint>
#include <utility>

namespace jmc::vm {

class Vm;

// Features of a program are bits; natives and other parts of the VM have their own from 1 on, where they are used.
//
// Somebody locks a Thread object, so that joins, starts and ends of threads are what the JDK makes of them: operations
// on the monitor of the Thread (docs/architecture.md). Pending operations know under which rules they were described
// (Pending::rules): those of other rules are described anew when their thread runs.
inline constexpr uint32_t kThreadMonitors = 1u << 8;
// Somebody locks System.out or System.err, so that printing has to wait for their monitors.
inline constexpr uint32_t kOutputMonitors = 1u << 9;
// Code of the program itself parks, so that it can tell one permit more or less (natives/park.cpp), which code of the
// JDK cannot: it looks again at what it waits for.
inline constexpr uint32_t kOwnParks = 1u << 13;
// Something can tell that an operation of a lock is not one step, so that none is (Vm::atomic_locks, docs/locks.md).
inline constexpr uint32_t kRealLocks = 1u << 12;
// A LongAdder is read (natives/adders.cpp).
inline constexpr uint32_t kAddersRead = 1u << 19;
// A fence is executed that makes the thread learn what it has read before, which is only kept track of where there is
// one (vm/memory/memory_model.hpp).
inline constexpr uint32_t kMemoryFences = 1u << 20;
// The program looks at what tells threads of one kind apart: its states are not compared up to them
// (vm/state/symmetry.hpp).
inline constexpr uint32_t kThreadsTold = 1u << 24;
// Main has started threads that are the same, and the search may compare states up to these: VmOptions::symmetry.
inline constexpr uint32_t kThreadsAlike = 1u << 23;
// So many threads start one after the other that they get the numbers of those that have ended (Vm::free_number) ...
inline constexpr uint32_t kNumbersReturn = 1u << 21;
// ... which the program would notice: it asks about threads that have ended what only their numbers tell.
inline constexpr uint32_t kNumbersKept = 1u << 22;
// A handler for uncaught exceptions is set while there are several threads: that a thread finds none is an operation.
inline constexpr uint32_t kHandlersSet = 1u << 30;
// From 1u << 25 on: counters that turned out to be read (vm/code/unread.cpp), four of them.
//
// Copies of arrays are made element by element.
inline constexpr uint32_t kTornCopies = 1u << 31;
inline constexpr uint32_t kThreadRules = kThreadMonitors | kOutputMonitors;

class ProgramRules {
 public:
  explicit ProgramRules(Vm& vm) : vm_(vm) {}
  ProgramRules(const ProgramRules&) = delete;

  // --- features
  bool foresees(uint32_t feature) const { return foreseen_ & feature; }
  uint32_t foreseen() const { return foreseen_; }
  void foresee(uint32_t features);
  void met(uint32_t feature) { unforeseen_ |= feature; }
  bool foresees_or_met(uint32_t feature) const { return (foreseen_ | unforeseen_) & feature; }
  // met(), or foreseen at once where nothing has relied on anything else yet.
  void uses(uint32_t feature);
  // Those met; the former value. For replays.
  uint32_t set_met(uint32_t features) { return std::exchange(unforeseen_, features); }
  // Under which a pending operation is described now (Pending::rules).
  uint32_t of_operations() const { return foreseen_ & (kThreadRules | kRealLocks); }
  // Threads as monitors (thread_monitors.cpp): Thread.join, start and the end of a thread lock, wait on and notify the
  // Thread object.
  bool numbers_return() const {
    return (foreseen_ & (kNumbersReturn | kNumbersKept)) == kNumbersReturn && !threads_listed_ && !states_asked_;
  }
  void numbers_told() {
    if (foresees(kNumbersReturn)) uses(kNumbersKept);
  }
  bool thread_monitors() const { return foreseen_ & kThreadMonitors; }

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
  // As a search has relied on it that a witness is of.
  void assume(uint32_t features, bool may_exit, bool ends_visible, bool daemons);

  // --- searches
  // Something was found that the present search does not know of.
  bool found() const { return daemon_found_ || interrupt_found_ || observer_found_ || (unforeseen_ & ~foreseen_); }
  // Violations found in a search that met such a use of monitors, fences, adders, locks, permits or numbers of threads
  // unforeseen may be none.
  bool unreliable() const {
    return unforeseen_ & ~foreseen_ &
           (kThreadRules | kMemoryFences | kAddersRead | kNumbersReturn | kNumbersKept | kOwnParks | kRealLocks);
  }
  // Something was met that a full search does not foresee, either.
  bool surprised() const { return unforeseen_ & ~foreseen_ & (kThreadsTold | kHandlersSet | kOwnParks | kRealLocks); }
  void adopt();
  // What steps taken from now on depend on (Vm::rules_learnt()), and with what is only found (Vm::learnt()).
  uint64_t known() const { return uint64_t{may_exit_} + ends_visible_ + threads_listed_ + states_asked_ + daemons_; }
  uint64_t learnt() const;

 private:
  void daemons_matter();

  Vm& vm_;
  uint32_t foreseen_ = 0, unforeseen_ = 0;
  bool may_exit_ = false, ends_visible_ = false, threads_listed_ = false, states_asked_ = false, daemons_ = false;
  bool daemon_found_ = false, interrupt_found_ = false, observer_found_ = false, end_told_ = false;
};

}  // namespace jmc::vm
