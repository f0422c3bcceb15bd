// One check: loads the program, searches in rounds and levels, and gathers what came of it.
#pragma once

#include <atomic>
#include <chrono>
#include <mutex>
#include <string>
#include <vector>

#include "check/answers/result.hpp"
#include "check/search/progress.hpp"

namespace jmc::check {

// Why a check was stopped from outside.
enum class StopReason : int { None, Signal, TimeLimit, SharedMemory };

// What a check has found by now, for who has to end it from outside.
struct SoFar {
  std::mutex mutex;
  std::string program, main_class;
  std::vector<listeners::FoundViolation> found;  // of which the stories are being told

  void begins(const std::string& called, const std::string& main) {
    const std::lock_guard guard(mutex);
    program = called, main_class = main;
  }
  void tells(const std::vector<listeners::FoundViolation>& violations) {
    const std::lock_guard guard(mutex);
    found = violations;
  }
};

struct Stop {
  std::atomic<bool> now{false};
  std::atomic<bool> late{false};  // a while after that: also for what does not look at `now`
  mutable SoFar so_far;
  std::atomic<int> reason{static_cast<int>(StopReason::None)};
};

// Without what other searches say about the answer: see check().
Result check_once(const Configuration& configuration, const Stop& stop, std::chrono::steady_clock::time_point start,
                  Progress& progress);
// Never throws: what goes wrong is an error in the result. `start`: of the process, from which time is counted.
Result check(const Configuration& configuration, const Stop& stop, std::chrono::steady_clock::time_point start,
             Progress& progress);

}  // namespace jmc::check
