// Threads of pools that have nothing to do when the thread that runs a test is over. Who runs tests ends the JVM then
// (JUnit by System.exit), so they are no deadlock there.
#pragma once

#include <cstdint>

#include "vm/vm.hpp"

namespace jmc::vm {

// Facility. What is asked is asked of states in which no thread can go on.
struct Leftover {
  bool is_told = false;  // they are an end of the program like another; else a deadlock
  uint32_t most = 0;     // of an end that was met

  // Main is over, and whoever is left waits in a pool of the JDK, or a Timer, for something to do. Threads that wait
  // for anything else, each other among it, do not count.
  bool only_idle(const Vm& vm);
};

}  // namespace jmc::vm
