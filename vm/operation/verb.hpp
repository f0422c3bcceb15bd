// What an operation is called in stories and reports. A verb says nothing about what the operation accesses or how:
// that are fields of Pending. So its text may be changed at will, and is never compared (tests/run-format looks).
#pragma once

#include <cstdint>
#include <string_view>

namespace jmc::vm {

// X(enumerator, text). None: its kind says it all. UsesFile, UsesSocket: Pending::about says it, with names in it.
#define JMC_VERBS(X)                                         \
  X(None, "")                                                \
  X(UsesFile, "uses a file")                                 \
  X(UsesSocket, "uses a socket")                             \
  /* variables */                                            \
  X(Get, "get")                                              \
  X(Set, "set")                                              \
  X(CompareAndSet, "compareAndSet")                          \
  X(WeakCompareAndSet, "weakCompareAndSet")                  \
  X(CompareAndExchange, "compareAndExchange")                \
  X(GetAndSet, "getAndSet")                                  \
  X(GetAndAdd, "getAndAdd")                                  \
  X(GetAndOr, "getAndBitwiseOr")                             \
  X(GetAndAnd, "getAndBitwiseAnd")                           \
  X(GetAndXor, "getAndBitwiseXor")                           \
  X(FullFence, "fullFence")                                  \
  X(ReferenceGet, "Reference.get")                           \
  /* many variables at once */                               \
  X(ArrayCopy, "arraycopy")                                  \
  X(Clone, "clone")                                          \
  X(ReadElements, "read elements")                           \
  X(CopyMemory, "copyMemory")                                \
  X(SetMemory, "setMemory")                                  \
  X(Compression, "compression")                              \
  X(Checksum, "checksum")                                    \
  X(Free, "free")                                            \
  X(Access, "access")                                        \
  X(Clean, "clean")                                          \
  /* threads */                                              \
  X(Start, "start")                                          \
  X(SeeStart, "see the start of")                            \
  X(LooksForHandler, "looks for a handler of its exception") \
  X(LeavesGroup, "leaves its group")                         \
  X(End, "end")                                              \
  X(IsAlive, "isAlive")                                      \
  X(GetState, "getState")                                    \
  X(Interrupt, "interrupt")                                  \
  X(Interrupted, "interrupted")                              \
  X(IsInterrupted, "isInterrupted")                          \
  X(ListOfThreads, "list of threads")                        \
  X(ActiveCount, "activeCount")                              \
  X(Enumerate, "enumerate")                                  \
  X(DumpOfThreads, "dump of threads")                        \
  X(SearchForDeadlocked, "search for deadlocked threads")    \
  X(Park, "park")                                            \
  X(Unpark, "unpark")                                        \
  /* time and chance */                                      \
  X(PollsClock, "clock")                                     \
  X(ReadsClock, "reads the clock")                           \
  X(BeginsToWait, "begins to wait for a time")               \
  X(Draws, "draws")                                          \
  X(Chooses, "chooses")                                      \
  X(ChoosesCall, "chooses a call")                           \
  X(BeginsAgain, "begin again")                              \
  /* monitors and locks */                                   \
  X(NotifyAll, "notifyAll")                                  \
  X(Lock, "lock")                                            \
  X(BeginsToLock, "begins to lock")                          \
  X(TryLock, "tryLock")                                      \
  X(Unlock, "unlock")                                        \
  X(Acquire, "acquire")                                      \
  X(BeginsToAcquire, "begins to acquire")                    \
  X(TryAcquire, "tryAcquire")                                \
  X(Release, "release")                                      \
  X(DrainPermits, "drainPermits")                            \
  X(ReducePermits, "reducePermits")                          \
  X(Await, "await")                                          \
  X(BeginsToAwait, "begins to await")                        \
  X(CountDown, "countDown")                                  \
  X(Signal, "signal")                                        \
  X(SignalAll, "signalAll")                                  \
  X(GetOwner, "getOwner")                                    \
  X(IsLocked, "isLocked")                                    \
  X(GetReadLockCount, "getReadLockCount")                    \
  X(IsWriteLocked, "isWriteLocked")                          \
  X(ToString, "toString")                                    \
  X(AvailablePermits, "availablePermits")                    \
  X(GetCount, "getCount")                                    \
  X(HasQueuedThreads, "hasQueuedThreads")                    \
  X(HasQueuedThread, "hasQueuedThread")                      \
  X(GetQueueLength, "getQueueLength")                        \
  X(GetQueuedThreads, "getQueuedThreads")                    \
  /* objects, classes, the program */                        \
  X(IdentityHashCode, "identityHashCode")                    \
  X(GetMessage, "getMessage")                                \
  X(FillInStackTrace, "fillInStackTrace")                    \
  X(DesiredAssertionStatus, "desiredAssertionStatus")        \
  X(ShouldBeInitialized, "shouldBeInitialized")              \
  X(FindLoadedClass, "findLoadedClass")                      \
  X(DefineClass, "defineClass")                              \
  X(Print, "print")                                          \
  X(Close, "close")                                          \
  X(CheckError, "checkError")                                \
  X(Exit, "exit")

enum class Verb : uint8_t {
#define JMC_VERB(name, text) name,
  JMC_VERBS(JMC_VERB)
#undef JMC_VERB
};

constexpr std::string_view text_of(Verb verb) {
  switch (verb) {
#define JMC_VERB(name, text) \
  case Verb::name: return text;
    JMC_VERBS(JMC_VERB)
#undef JMC_VERB
  }
  return {};
}

// What comes, or came, of an operation in the way that it goes, where its kind does not say it.
enum class Outcome : uint8_t {
  Happens,  // or there is nothing to add
  Succeeds,
  Fails,
  TimesOut,
  Interrupted,
  QueuesForIt,
  QueuesForItsLock,
  SignalledAndLocks,
  SignalledAndLocksLate,
  LocksAgain,
};

constexpr std::string_view text_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::Happens: break;
    case Outcome::Succeeds: return "succeeds";
    case Outcome::Fails: return "fails";
    case Outcome::TimesOut: return "times out";
    case Outcome::Interrupted: return "interrupted";
    case Outcome::QueuesForIt: return "queues for it";
    case Outcome::QueuesForItsLock: return "queues for its lock";
    case Outcome::SignalledAndLocks: return "was signalled, locks again";
    case Outcome::SignalledAndLocksLate: return "was signalled, locks again when the time is over";
    case Outcome::LocksAgain: return "locks again";
  }
  return {};
}

}  // namespace jmc::vm
