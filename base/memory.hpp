// How much memory this process takes, in bytes, as the operating system counts it.
#pragma once

#include <cstdint>

namespace jmc::base {

// Resident now; 0 where the system does not tell.
uint64_t resident_bytes();
// The most that was ever resident.
uint64_t peak_resident_bytes();

}  // namespace jmc::base
