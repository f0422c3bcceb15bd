// The story of a failure: the path that leads to it, replayed step by step, in words.
#pragma once

#include <string>
#include <vector>

#include "listeners/sources.hpp"
#include "listeners/violations.hpp"
#include "vm/jvm_system.hpp"

namespace jmc::listeners {

struct Place {
  std::string klass, method;  // "pkg.Queue", "offer"
  std::string file;           // "Queue.java"; empty if unknown
  int line = -1;
  std::string source;  // the line itself; empty if not found
  bool known() const { return !klass.empty(); }
};

struct StoryStep {
  uint32_t number = 0;  // of the step, from 1 on; 0: before the first one
  bool effect = false;  // what else this step did: it has no number of its own
  por::ThreadId thread = 0;
  Place place;            // where the operation stands: the innermost frame that is not plumbing
  Place caller;           // the innermost frame of the program's own code, if that is another one
  std::string called;     // and the method of the JDK that it called: "ConcurrentLinkedQueue.offer"
  std::string operation;  // "CAS tail Node#2 -> Node#5 fails"
};

struct WaitingThread {
  por::ThreadId thread = 0;
  por::ThreadId on = por::kNoThread;  // who has to do something before it can go on; none where any thread may
  bool in_vain = false;               // ... and that thread has ended
  std::string what;                   // "waits to lock Account#2, held by thread 1 "pay""
  std::vector<Place> stack;
};

// What a thread does again and again in a livelock.
struct LoopingThread {
  por::ThreadId thread = 0;
  std::vector<StoryStep> steps;    // each once
  std::vector<std::string> notes;  // of what it reads there: who wrote it last, who can write it still
};

struct Story {
  bool complete = false;             // the replay ended in the violation it was to show
  std::vector<std::string> threads;  // labels: thread 1 "pay"
  std::vector<std::string> thread_names;
  size_t left_out = 0;  // steps at the beginning of a very long path that are not told
  std::vector<StoryStep> steps;
  std::string stack;                   // Java stack trace of the exception
  std::vector<WaitingThread> waiting;  // deadlocks
  std::vector<Place> loop;  // livelocks: the frames of the looping thread, innermost first; or the places of `looping`
  std::vector<std::string> loop_notes;  // livelocks without an operation that others notice: what is read in the loop
  std::vector<LoopingThread> looping;   // livelocks of several steps
  std::vector<por::PathStep>
      cycle;  // and a schedule that goes round: after the steps of the violation's path and of `stem`
  std::vector<por::PathStep> stem;
  std::vector<std::string> legend;  // "Object#1 is LostNotify.lock"
  std::string output;               // what the execution printed
};

// Replays the path of the violation from the state of `initial`, and goes back there. A violation with an empty path
// happened before that state, so `before` gives what the Vm reported then. Steps that the system glues together are
// told apart.
Story tell(vm::JvmSystem& system, vm::Vm::Mark initial, const FoundViolation& violation,
           const std::vector<vm::Violation>& before, Sources& sources);

}  // namespace jmc::listeners
