// The values that a program gets for the time (vm/thread/clock.hpp), and what tells them from other numbers: each kind
// lies in a range of its own.
#pragma once

#include <cstdint>

#include "vm/thread/clock.hpp"
#include "vm/thread/end_of_time.hpp"

namespace jmc::vm::readings {

inline constexpr int64_t kMilli = 1'000'000;

// Where readings lie. A value that lies there by chance makes no two states one: it would have to move in step with the
// clock for that. But it makes states differ where it does not move, so the ranges are narrow.
inline constexpr int64_t kBaseNanos =
    1'500'000'000'000'000'000;                              // origins of the clock; System.nanoTime() may have any
inline constexpr int64_t kBaseMillis = Clock::kSomeMillis;  // November 2023
inline constexpr uint64_t kNanosFrom = kBaseNanos - (int64_t{1} << 50), kNanosRange = uint64_t{1} << 51;
inline constexpr uint64_t kMillisFrom = kBaseMillis - (int64_t{1} << 31), kMillisRange = uint64_t{1} << 32;
inline constexpr int64_t kSecondsFrom = kBaseMillis / 1000 - (1 << 21), kSecondsRange = 1 << 22;
// Timers of threads: a range for each.
inline constexpr int kTimerBits = 56, kTimerMillisBits = 46;
inline constexpr uint64_t kTimersFrom = uint64_t{1} << 62, kTimerMillisFrom = 8'000'000'000'000'000;
inline constexpr uint64_t kTimerStart = uint64_t{1} << 50, kTimerMillisStart = uint64_t{1} << 44;
inline constexpr uint64_t kTimerRange = uint64_t{1} << 52,
                          kTimerMillisRange = uint64_t{1} << 45;  // of those of a thread, the part where readings are
// Those of threads that start late: beyond all that is positive.
inline constexpr ThreadId kLateTimers = 64;
inline constexpr int kLateTimerBits = 52;
inline constexpr uint64_t kLateTimersFrom = (uint64_t{1} << 63) + (uint64_t{1} << 60);
// Readings that were given out, and what was added to them, are also recognised this far from the origin (more than two
// years).
inline constexpr int64_t kWide = int64_t{1} << 56;
// Beyond this (half of it) everything counts as it is.
inline constexpr int64_t kFar = kWide / 2;

// Where the readings of a thread's timer, in nanoseconds, begin.
inline uint64_t timer_base(ThreadId t) {
  return t < kLateTimers ? kTimersFrom + (uint64_t{t} << kTimerBits)
                         : kLateTimersFrom + (uint64_t{t - kLateTimers} << kLateTimerBits);
}

// Which kind of reading a value may be, by the range it lies in.
struct Range {
  int64_t unit = 0;  // nanoseconds of one; 0: no reading
  bool timer = false;
  ThreadId thread = 0;  // of a timer
  int64_t since = 0;    // from the origin, in its unit
  bool narrow = false;  // near enough to the origin to be taken for one
  uint32_t scale = 0;   // the origin: System.nanoTime, currentTimeMillis, or timers
};
Range range_of(uint64_t value);

}  // namespace jmc::vm::readings
