#include "vm/thread/readings.hpp"

namespace jmc::vm::readings {

namespace {

constexpr int64_t kUnits[] = {1, 1'000, kMilli, 1000 * kMilli};

}  // namespace

Range range_of(uint64_t v) {
  for (uint32_t scale = 0; scale < 2; ++scale) {
    const int64_t origin = scale ? kBaseMillis * kMilli : kBaseNanos;
    if (v > static_cast<uint64_t>(origin + kWide)) continue;
    for (const int64_t unit : kUnits) {
      const int64_t since = static_cast<int64_t>(v) - origin / unit;
      if (since < -kWide / unit || since >= kWide / unit) continue;
      return {unit,
              false,
              0,
              since,
              scale ? unit == kMilli && v - kMillisFrom < kMillisRange : unit == 1 && v - kNanosFrom < kNanosRange,
              scale};
    }
  }
  if (const uint64_t i = v - kTimersFrom; i < uint64_t{kLateTimers} << kTimerBits) {
    const uint64_t own = i & ((uint64_t{1} << kTimerBits) - 1);
    return {1, true, static_cast<ThreadId>(i >> kTimerBits), static_cast<int64_t>(own - kTimerStart), own < kTimerRange,
            2};
  }
  if (const uint64_t i = v - kLateTimersFrom; i < uint64_t{por::kMaxThreads - kLateTimers} << kLateTimerBits) {
    const uint64_t own = i & ((uint64_t{1} << kLateTimerBits) - 1);
    return {1,
            true,
            static_cast<ThreadId>(kLateTimers + (i >> kLateTimerBits)),
            static_cast<int64_t>(own - kTimerStart),
            own < kTimerRange,
            2};
  }
  if (const uint64_t i = v - kTimerMillisFrom; i < uint64_t{por::kMaxThreads} << kTimerMillisBits) {
    const uint64_t own = i & ((uint64_t{1} << kTimerMillisBits) - 1);
    return {kMilli,
            true,
            static_cast<ThreadId>(i >> kTimerMillisBits),
            static_cast<int64_t>(own - kTimerMillisStart),
            own < kTimerMillisRange,
            3};
  }
  return {};
}

}  // namespace jmc::vm::readings
