// How much memory processes take, in bytes, as the operating system counts it.
#pragma once

#include <sys/types.h>

#include <cstdint>

namespace jmc::base {

// Resident now, of this process or another one; 0 where the system does not tell.
uint64_t resident_bytes();
uint64_t resident_bytes(pid_t process);
// The most of this process that was ever resident.
uint64_t peak_resident_bytes();

}  // namespace jmc::base
