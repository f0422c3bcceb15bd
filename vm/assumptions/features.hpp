// What a program may do, and a search takes for absent until it meets it: one enumerator each. Each belongs to one
// assumption (vm/assumptions/assumption.hpp), which says what follows if it is met.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string_view>

namespace jmc::vm {

enum Feature : uint8_t {
  kAsksLockQueues,   // who is queued for a lock is asked: each arrival at a lock that is taken is a step
  kInterruptsLocks,  // threads are interrupted: interruptible operations on locks look for that in a step of their own
  kRealLocks,        // something can tell that an operation of a lock is not one step (docs/locks.md)
  // Code of the program itself parks, so that it can tell one permit more or less (natives/threads/park.cpp), which
  // code of the JDK cannot: it looks again at what it waits for.
  kOwnParks,
  // Somebody locks a Thread object, so that joins, starts and ends of threads are what the JDK makes of them:
  // operations on the monitor of the Thread (docs/why/threads.md). Pending operations know under which rules they were
  // described (Pending::rules): those of other rules are described anew when their thread runs.
  kThreadMonitors,
  kOutputMonitors,  // somebody locks System.out or System.err, so that printing has to wait for their monitors
  kSharedClock,     // some code of the program reads the clock and some wait moves it
  kComputedTime,    // some code makes of a reading of the clock what is none (a double, a remainder)
  kAddersRead,      // a LongAdder is read (natives/memory/adders.cpp)
  // A fence is executed that makes the thread learn what it has read before, which is only kept track of where there is
  // one (vm/memory/memory_model.hpp).
  kMemoryFences,
  // So many threads start one after the other that they get the numbers of those that have ended (Vm::free_number) ...
  kNumbersReturn,
  kNumbersKept,  // ... which the program would notice: it asks about ended threads what only their numbers tell
  // Main has started threads that are the same, and the search may compare states up to these: VmOptions::symmetry.
  kThreadsAlike,
  // The program looks at what tells threads of one kind apart: its states are not compared up to them
  // (vm/state/symmetry.hpp).
  kThreadsTold,
  // Counters that turned out to be read (vm/code/unread.cpp), one for each search that is repeated for them.
  kCountersRead,
  kCountersReadAgain,
  kCountersReadOften,
  kCountersReadAlways,
  kRoundsTold,   // rounds of a loop that polls can be told apart (vm/thread/polled_loops.hpp)
  kHandlersSet,  // a handler for uncaught exceptions is set beside other threads: that a thread finds none is a step
  kTornCopies,   // copies of arrays are made element by element
  kWaysDepend,   // in how many ways an operation can go depends on what other threads do
};
inline constexpr uint32_t kFeatureCount = kWaysDepend + 1;

// By enumerator, for files: docs/assumptions.md.
inline constexpr std::array<std::string_view, kFeatureCount> kFeatureNames = {
    "lock-queues-asked",   "locks-interrupted",   "locks-told",           "parks",        "thread-monitors",
    "output-monitors",     "clock-shared",        "time-computed",        "adders-read",  "fences",
    "numbers-return",      "numbers-kept",        "threads-alike",        "threads-told", "counters-read",
    "counters-read-again", "counters-read-often", "counters-read-always", "rounds-told",  "handlers-set",
    "copies-torn",         "ways-depend"};
static_assert(!kFeatureNames.back().empty(), "each feature has a name");

class Features {
 public:
  constexpr Features() = default;
  constexpr Features(Feature f) : bits_(uint32_t{1} << f) {}  // NOLINT: a feature is a set of one
  friend constexpr Features operator|(Features a, Features b) { return Features(a.bits_ | b.bits_); }
  friend constexpr Features operator&(Features a, Features b) { return Features(a.bits_ & b.bits_); }
  friend constexpr Features operator-(Features a, Features b) { return Features(a.bits_ & ~b.bits_); }
  Features& operator|=(Features other) { return *this = *this | other; }
  friend constexpr bool operator==(Features, Features) = default;
  constexpr bool any() const { return bits_ != 0; }
  constexpr uint32_t count() const { return static_cast<uint32_t>(std::popcount(bits_)); }
  constexpr uint32_t bits() const { return bits_; }  // of this process alone

 private:
  static_assert(kFeatureCount <= 32);
  explicit constexpr Features(uint32_t bits) : bits_(bits) {}
  uint32_t bits_ = 0;
};
constexpr Features operator|(Feature a, Feature b) { return Features(a) | Features(b); }

inline constexpr Features kThreadRules = kThreadMonitors | kOutputMonitors;

}  // namespace jmc::vm
