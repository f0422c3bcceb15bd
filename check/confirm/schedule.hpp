// The schedule of a witnessed execution in terms of another JVM: which thread comes to which instruction when, as the
// agent libjmc-force.so forces it (force/schedule.hpp has the format).
#pragma once

#include <map>
#include <string>
#include <vector>

#include "check/answers/replay.hpp"
#include "check/confirm/values.hpp"

namespace jmc::check {

// What a schedule leads to, which the JVM is watched for.
enum class Leads : uint8_t { Exception, Swallowed, Deadlock, Endless, Exit, End };

struct ForcedSchedule {
  std::string not_forceable;  // why; empty: it can be tried
  std::string text;           // the file for the agent
  Leads leads = Leads::End;
  int of_thread = -1;                    // that throws: its index among `threads`,
  std::string exception;                 // and the class, with dots
  std::vector<int> left;                 // threads that keep the program going then
  size_t steps = 0;                      // that are forced
  std::map<size_t, std::string> places;  // of these: "Put.run(Put.java:9)"
  size_t timed = 0;                      // the first of all steps that is about time, which nobody forces; 0: none is
  size_t inside = 0;                     // the first that is in the middle of a copy, which a JVM makes in one
  std::map<size_t, StepValue> values;    // what of these is compared
  std::map<int, std::string> states;     // of threads that are left waiting, by index: "BLOCKED"
  std::vector<std::string> threads;      // how they are called: thread 1 "pay"
};

// Where the JVM has other classes of the JDK than the witness, no thread is held inside of those.
enum class Holds : uint8_t { Everywhere, InOwnCode };

// `limit`: seconds that the JVM may take. `force`: as of Replay. Throws what the constructor of Replay throws.
ForcedSchedule forced_schedule(const Configuration& configuration, const Witness& witness, size_t execution,
                               Holds holds, double limit, bool force);

}  // namespace jmc::check
