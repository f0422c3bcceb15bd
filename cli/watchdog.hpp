// Ends a process that does not end itself once a limit or a signal has asked it to.
//
// Everything that runs a program under test looks at Stop::now between two steps, and within long ones; what tells
// stories looks at Stop::late, which is set here after kGrace. What does not end then either is a fault of jmc, and
// its answer is what was found so far.
//
// Concurrency: a thread of its own, which takes no signals, and touches nothing of the search but Stop.
#pragma once

#include <chrono>
#include <functional>

#include "check/search/check.hpp"

namespace jmc::cli {

// How long after Stop::now an answer may take before stories are given up, and again before the process ends.
inline constexpr std::chrono::seconds kGrace{5};

// Begins to watch, for as long as the process lives. `conclude` is called at most once, from another thread, while the
// main thread is still at work; it does not return. `story_seconds`: what stories may take beyond kGrace.
// The stop lives as long as the process.
void watch(check::Stop& stop, double story_seconds, std::function<void()> conclude);
// The check has its answer: from now on nothing is ended. False: it is being ended; the caller waits for that.
bool answered();

}  // namespace jmc::cli
