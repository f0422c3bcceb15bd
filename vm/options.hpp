// What a user can choose about the VM. Plain data; the Vm keeps a reference, so it must outlive the Vm.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "vm/class/class_patterns.hpp"

namespace jmc::vm {

// What the canonical form of a state leaves out, and can be made to count in order to measure what leaving it out is
// worth (states that are one then differ; no answer changes). Bits of VmOptions::distinguish.
enum Distinguish : uint32_t {
  kDistinguishAddresses = 1,     // where an object lies, and so the order of allocations
  kDistinguishGarbage = 2,       // how much was allocated
  kDistinguishDeadSlots = 4,     // locals that are not read again
  kDistinguishInitialisers = 8,  // which thread initialised a class
  kDistinguishLinkage = 16,      // which constants and call sites were resolved on the way
  kDistinguishSpins = 64,  // how many rounds a thread has spun that counts them only to give way to others now and then
  kDistinguishMessages = 128,  // older values of variables that nobody reads
  kDistinguishRounds = 256,    // each round of a loop that polls a bounded number of times
  kDistinguishKnowers = 512,   // who knows of an access that a lock or a field of its object guards
  kDistinguishCounters = 32,   // fields that methods only add to, and LongAdders, though nobody reads them
  // The JDK's shared counters behind ThreadLocal's hash codes and ThreadLocalRandom's seeds, instead of one for each
  // thread: other numbers are drawn.
  kDistinguishSeeds = 1024,
};

enum class Timeouts : uint8_t { Both, Never, Always };
// How java.util.concurrent.locks, Semaphore and CountDownLatch run: each operation as one step, or the JDK's bytecode.
// Auto: see Vm::atomic_locks().
enum class Locks : uint8_t { Auto, Atomic, Real };

// Errors that disappear in a future or a catch-all handler: listed, a violation, or not looked for.
enum class Swallowed : uint8_t { Report, Violation, Off };

// What random numbers are that nobody gave a seed for: the same in every run, or every number of a small range, each in
// a branch of its own.
enum class Random : uint8_t { Fixed, All };

// Whether threads that are the same may take each other's place (vm/state/symmetry.hpp). Auto: where main has started
// some (vm/state/alike.hpp).
enum class SymmetryUse : uint8_t { Off, On, Auto };

struct VmOptions {
  ClassPatterns visible;         // empty: the VM decides alone
  bool adaptive = false;         // without a list: accesses are operations only where threads were seen to conflict
  bool ordered = false;          // ... and happens-before does not order them either
  ClassPatterns representation;  // classes the list means too: see vm/visibility/representation.hpp
  bool initialisations =
      false;  // every initialisation of a class of the program is an operation, not only those that may matter
  bool last_thread_visible =
      false;  // what a thread accesses stays visible when no other is left: who reads last counts
  uint64_t heap_limit = uint64_t{512} << 20;  // bytes of live objects before OutOfMemoryError
  uint64_t allocation_limit = uint64_t{14}
                              << 30;       // bytes allocated on one path, garbage included, before it is given up
  uint64_t resident_limit = 0;             // bytes of memory that the process may take; 0 is none
  uint32_t stack_slots = 1u << 19;         // 4-byte slots per thread before StackOverflowError
  uint32_t stack_depth = 9000;             // frames per thread before StackOverflowError
  uint64_t step_limit = 400'000'000;       // backward jumps and calls in one invisible run before it is given up
  uint64_t cycle_check_after = 3'000'000;  // ... and before it is watched for a repeated state
  int processors = 1;
  Timeouts timeouts = Timeouts::Both;
  Locks locks = Locks::Auto;
  // What an executor does between tasks is one operation, of executors of the JDK and of these classes:
  // vm/visibility/sections.hpp.
  bool executors = false;
  ClassPatterns executor_classes;
  bool spurious_wakeups = false;
  Swallowed swallowed = Swallowed::Report;
  bool jmm = false;        // the Java Memory Model instead of sequential consistency,
  bool jmm_mixed = false;  // with volatile accesses that may use older values
  // With volatile reads that see whatever JLS 17.4 lets them see (Machine::read_volatiles_apart).
  bool volatile_reads_apart = false;
  // With writes that are made ahead of earlier loads of their threads (vm/memory/load_buffering.hpp). Together with
  // volatile_reads_apart, and with neither dependent_loads, glue nor symmetry.
  bool load_buffering = false;
  bool tearing = true;  // with plain accesses of long and double that are two of 32 bits each
  // With loads through a reference that see what its writer had released with it (MemoryModel::is_read).
  bool dependent_loads = false;
  bool spurious_failures = false;  // a weak compare-and-set may fail for no reason
  Random random = Random::Fixed;
  bool retry_sequences = false;    // Fixed: loops of the JDK that retry at random step their numbers (xorshift.cpp)
  uint32_t random_range = 16;      // All: draws out of up to so many numbers
  bool random_rest_fixed = false;  // ... and all others as with Fixed, instead of giving up
  uint32_t not_assumed = 0;        // what is not taken for granted: vm/assumptions/assumptions.hpp
  bool exact_states = false;       // the canonical form holds nothing of which it could hold a digest
  uint32_t distinguish = 0;        // Distinguish bits
  SymmetryUse symmetry = SymmetryUse::Off;
  // Once that many threads have started, and half of them are over and known to be, numbers of such threads are given
  // to later ones (Vm::free_number); 0: never.
  uint32_t thread_numbers = 0;
  std::string numbers_kept;    // why that is 0, for a message: " (...)"
  bool ended_threads = false;  // what only threads that have ended refer to counts (vm/thread/ended_threads.hpp)
  bool ways_alone = false;     // the search relies on vm/assumptions/ways.hpp
  bool unread_adders = false;  // LongAdders that nobody reads are left out (natives/memory/adders.cpp)
  bool glue = true;            // run starts, possible joins and thread ends with the step before them
  // The end of the last thread that is no daemon is in conflict only with what shows in it (por::Op::stops).
  bool ends_apart = false;
  bool whole_ends = false;                  // who looks at a state in which the program is over looks at the heap, too
  std::vector<std::string> properties;      // "key=value", as -D
  const std::atomic<bool>* stop = nullptr;  // set by a signal handler: a long invisible run is given up
};

}  // namespace jmc::vm
