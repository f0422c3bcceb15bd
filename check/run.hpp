// One run: finds the JDK and the program, starts the VM, searches, and gathers what the listeners heard.
#pragma once

#include <atomic>
#include <chrono>

#include "check/progress.hpp"
#include "check/report/report.hpp"

namespace jmc::check {

// Why a run was stopped from outside.
enum class StopReason : int { None, Signal, TimeLimit, SharedMemory };

struct Stop {
  std::atomic<bool> now{false};
  std::atomic<int> reason{static_cast<int>(StopReason::None)};
};

// Bytes: the limit that holds when none is given.
uint64_t default_memory_limit();

// Never throws: what goes wrong is an error in the report. `options` is completed (stop flags, default limits) and must
// outlive the call.
Report run(Options& options, const Stop& stop, std::chrono::steady_clock::time_point start, Progress& progress);

}  // namespace jmc::check
