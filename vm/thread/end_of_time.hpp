// The clock of the program under test (vm/thread/clock.hpp) stops 146 years after the program began. A wait that asks
// for as much or more never times out: that is how a wait without an end is said where a time must be given
// (Long.MAX_VALUE, TimeUnit.NANOSECONDS).
#pragma once

#include <cstdint>

namespace jmc::vm {

inline constexpr int64_t kEndOfTime = int64_t{1} << 62;  // nanoseconds
constexpr bool is_endless(int64_t nanos) { return nanos >= kEndOfTime; }

}  // namespace jmc::vm
