// Livelocks that the search finds: a state from which no end can be reached, whatever the threads do. Where the threads
// are, which loop they are in, and what they read there that nobody can write any more.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "por/listener.hpp"
#include "vm/jvm_system.hpp"

namespace jmc::listeners {

// Where a thread loops: the innermost loop around where it stands, of the innermost method of the program that has one;
// else where it stands. The same for all states of one loop.
struct LoopPlace {
  vm::Method* method = nullptr;  // null: the thread has no frame with code
  uint32_t pc = 0;
};
LoopPlace loop_place(const vm::Vm& vm, por::ThreadId thread);

// Of a loop that no operation lies in (por::ErrorKind::Livelock): the fields that the loop's own method reads there and
// does not write, with their values where they can be told. One line, or none.
std::vector<std::string> read_in_loop(const vm::Vm& vm, por::ThreadId thread);

// "thread 1 "spinner" in Spin.run (Spin.java:8) loops for ever, and nothing that is left can end it", and the places
// alone: what makes two livelocks the same.
struct LivelockWords {
  std::string message, key;
};
LivelockWords livelock_words(const vm::JvmSystem& system, bool fair);

// What can still happen from the current state.
struct Lasso {
  std::vector<por::PathStep> stem;  // to where every thread that can run goes round and round
  std::map<por::ThreadId, std::vector<por::PathStep>>
      loops;              // of each of them alone; of none in particular under kNoThread
  bool explored = false;  // everything that can be reached from the state was looked at: `writers` has all there are
  bool ends = false;      // an end can be reached after all
  using Variable =
      std::pair<uint32_t, uint32_t>;  // object and field, as in RawAccess, of objects that exist in the state
  std::map<Variable, std::set<por::ThreadId>> writers;
  std::set<por::ThreadId> movers;  // threads that can take a step in some state that can be reached
};
// A shorter schedule into the same livelock, from the state of `initial`: what the path takes that is not needed to get
// there is left out (the rounds of threads that poll, most of all). Steps; leaves the system in the state of `initial`.
// The path itself where not everything that can be reached from its end can be looked at.
std::vector<por::PathStep> shortened(vm::JvmSystem& system, vm::Vm::Mark initial,
                                     const std::vector<por::PathStep>& path);
// Steps and comes back. Precondition: the current state is not final.
Lasso find_lasso(vm::JvmSystem& system, bool fair);

}  // namespace jmc::listeners
