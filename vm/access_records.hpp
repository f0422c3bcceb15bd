// What is remembered of accesses that are no operations.
#pragma once

#include <cstdint>

#include "por/seam/transition_system.hpp"

namespace jmc::vm {

using por::ThreadId;

// Where a thread read and wrote a location last: Method::id + 1 and instruction; 0: it did not.
struct AccessPlaces {
  uint32_t read[2], written[2];
};

// Invisible accesses to shared state, for holes in the visible list: per location, who accessed it when. An epoch
// counts the threads that a thread has started, plus one; 0 is never.
struct AccessRecord {
  ThreadId thread;
  uint32_t read_epoch, write_epoch;
};

// What the undo log of the records keeps.
struct SavedAccess {
  uint64_t key;
  ThreadId thread;
  uint32_t read_epoch, write_epoch;
  bool existed;
};

// A sum over records that no later state can name differently: those of the base image's objects.
struct AccessDigest {
  uint64_t words[2] = {};
  void add(uint64_t key, const AccessRecord& record, bool remove);
};

}  // namespace jmc::vm
