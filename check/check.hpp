// One check: loads the program, searches in rounds and levels, and gathers what came of it.
#pragma once

#include <atomic>
#include <chrono>

#include "check/progress.hpp"
#include "check/result.hpp"

namespace jmc::check {

// Why a check was stopped from outside.
enum class StopReason : int { None, Signal, TimeLimit, SharedMemory };

struct Stop {
  std::atomic<bool> now{false};
  std::atomic<int> reason{static_cast<int>(StopReason::None)};
};

// Without what other searches say about the answer: see check().
Result check_once(const Configuration& configuration, const Stop& stop, std::chrono::steady_clock::time_point start,
                  Progress& progress);
// Never throws: what goes wrong is an error in the result. `start`: of the process, from which time is counted.
Result check(const Configuration& configuration, const Stop& stop, std::chrono::steady_clock::time_point start,
             Progress& progress);

}  // namespace jmc::check
