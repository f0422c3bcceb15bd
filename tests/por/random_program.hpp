// Random programs for the toy system. The same seed and shape give the same program on every machine.
#pragma once

#include <cstdint>

#include "tests/por/toy_system.hpp"

namespace jmc::por::toy {

struct Shape {
  bool locks = false;       // lock, unlock, tryLock, sometimes never released
  bool signals = false;     // wait, timed wait, notify, notifyAll, park, unpark (with locks)
  bool threads = false;     // start in the middle, join
  bool heap = false;        // allocation, publication, fields
  bool small = false;       // one or two statements per thread
  bool spin = false;        // loops that wait for a variable, CAS until success, endless silent loops
  bool spin_locks = false;  // locks taken by CAS in a loop, in any order and nested, sometimes never released
  bool yields = false;      // threads give way now and then
};

Program random_program(uint64_t seed, const Shape& shape);

}  // namespace jmc::por::toy
