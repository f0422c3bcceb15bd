// One run of java under the agent libjmc-force.so, with a time limit of its own: whatever the program does, the run
// comes to an end, and nothing of it is left behind.
#pragma once

#include <string>
#include <vector>

namespace jmc::check {

struct JavaRun {
  std::string problem;  // the run could not be made; the rest is empty
  // Lines of the agent's log, each as its fields:
  //   step N, merged N     step N was taken; it was part of the one before
  //   departed N T WHY     thread T did not come to step N
  //   followed             all were taken
  //   thrown T CLASS TEXT  nobody has caught this exception (or, where it is swallowed, it was thrown)
  //   seen N VERB VALUE    what step N has read, written or returned, if that was asked for
  //   dump T LINE STATE    a thread, when it was over; frame PLACE for each frame of its stack
  //   problem TEXT, error TEXT
  //   died                 the JVM has come to its end
  //   over HOW             thrown, stuck (every thread waits), running (it goes on after the schedule), timed (every
  //   thread waits, some until a time is over), late (no time
  //                        was left)
  std::vector<std::vector<std::string>> log;
  std::string output, errors;  // of the program, and of the JVM
  int exit_code = -1;          // -1: it was killed
  bool late = false;           // it did not come to its end in time
  double seconds = 0;
};

// Next to jmc in a build, in the folder of libraries where jmc is installed; empty: there is none.
std::string force_agent();

// `java`: the words of its command line but for the agent, the first is the program. `limit`: seconds; the agent has
// ended by then if it can. Never throws.
JavaRun run_java(const std::vector<std::string>& java, const std::string& agent, const std::string& schedule,
                 double limit);

}  // namespace jmc::check
