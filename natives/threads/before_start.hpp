// What a thread that has not started keeps for its start.
#pragma once

#include <cstdint>

namespace jmc::natives {

// Bits of the field Thread.interrupted, until the thread starts: whether it is interrupted, and whether it has a
// permit. Only a virtual thread has one before it starts (VirtualThread.unpark), which an interrupt leaves as well.
inline constexpr int64_t kInterruptedEarly = 1, kPermitEarly = 2;

}  // namespace jmc::natives
