// Operations of java.util.concurrent.locks and their like as single steps: natives/locks/locks.hpp.
#pragma once

#include "vm/assumptions/by_features.hpp"

namespace jmc::vm {

struct AtomicLocks : ByFeatures<AtomicLocks> {
  static constexpr std::string_view kName = "locks",
                                    kSentence =
                                        "an operation of java.util.concurrent.locks, Semaphore or CountDownLatch is "
                                        "one step, and nothing in the program tells: no permit, state, trace or "
                                        "blocker of a thread";
  static constexpr Spelling kSpelling{"locks", "real"};
  static constexpr Features kFeatures = kRealLocks;
  static constexpr Found kMet = Found::Unreliable;

  static void withdraw(Vm&) {}
  static bool force(Vm& vm) { return vm.atomic_locks() && meet(vm, kFeatures); }
};

// Where they are.
struct LockQueues : ByFeatures<LockQueues> {
  static constexpr std::string_view kName = "lock-queues",
                                    kSentence =
                                        "who is queued for a lock is not asked, and threads are not interrupted as "
                                        "they begin to wait for one";
  static constexpr Features kFeatures = kAsksLockQueues | kInterruptsLocks;
  static constexpr Found kMet = Found::Repeat;
  static constexpr InFull kInFull = InFull::Foreseen;

  static bool force(Vm& vm) {
    if (!vm.atomic_locks() || vm.rules.foresees(kInterruptsLocks)) return false;
    vm.rules.met(kFeatures);
    return true;
  }
};

}  // namespace jmc::vm
