// The story of a failure: the path that leads to it, replayed step by step, in words.
#pragma once

#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "listeners/sources.hpp"
#include "listeners/violations.hpp"
#include "vm/jvm_system.hpp"

namespace jmc::listeners {

// A schedule was executed again and did not come to where it led before: a fault of jmc.
struct ReplayError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Place {
  std::string klass, method;  // "pkg.Queue", "offer"
  std::string file;           // "Queue.java"; empty if unknown
  int line = -1;
  std::string source;  // the line itself; empty if not found
  std::string path;    // of the file, where it is one of the program's on the disk
  std::string simple;  // of the class, for rows: "Node" of "pkg.Queue$Node"
  bool known() const { return !klass.empty(); }
};

struct StoryStep {
  uint32_t number = 0;  // of the step, from 1 on; 0: before the first one
  bool effect = false;  // what else this step did: it has no number of its own
  por::ThreadId thread = 0;
  Place place;             // where the operation stands: the innermost frame that is not plumbing
  Place caller;            // the innermost frame of the program's own code, if that is another one
  std::string called;      // and the method of the JDK that it called: "ConcurrentLinkedQueue.offer"
  std::string operation;   // "CAS tail Node#2 -> Node#5 fails"
  bool jdk = false;        // the thread runs no code of the program: a worker that looks for work
  bool timed_out = false;  // it is the end of a wait by its time-out
  // What follows is known where the causes were looked for. Of an access:
  std::string variable, read, written;  // its name, and the values; empty: it has none, or does not
  vm::Ref object = vm::kNull;           // and where it lies
  uint32_t offset = 0;
  int saw = -1;             // the step of the story that wrote what this one read; -1: none of it
  uint32_t saw_number = 0;  // and its number
  bool matters = false;     // it is part of a cause
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

// The objects that a story is about, and what is in them when.
struct Contents {
  struct Object {
    std::string name;                 // "Account#1", "class Lost"
    std::vector<std::string> fields;  // or "[0]"
  };
  struct Change {
    uint32_t step = 0;  // number of the step; 0: this is how it begins
    size_t object = 0, field = 0;
    std::string value;
  };
  std::vector<Object> objects;
  std::vector<Change> changes;  // in their order
  // Sources, by package and file ("pkg/Queue.java"): the lines around those of the story, or all of a short one.
  std::map<std::string, std::map<int, std::string>> sources;
};

// How much is found out about a path.
enum class Detail : uint8_t { Steps, Causes, Contents };

struct Story {
  bool complete = false;             // the replay ended in the violation it was to show
  std::vector<std::string> threads;  // labels: thread 1 "pay"
  std::vector<std::string> thread_names;
  size_t left_out = 0;  // steps at the beginning of a very long path that are not told
  std::vector<StoryStep> steps;
  std::string stack;                   // Java stack trace of the exception
  Place failed;                        // and its innermost line in the program's own code, if there is one
  std::vector<WaitingThread> waiting;  // deadlocks
  std::vector<Place> loop;  // livelocks: the frames of the looping thread, innermost first; or the places of `looping`
  Place loop_in;            // livelocks without an operation that others notice: the innermost loop of the program
  std::vector<std::string> loop_notes;  // livelocks without an operation that others notice: what is read in the loop
  std::vector<LoopingThread> looping;   // livelocks of several steps
  std::vector<por::PathStep>
      cycle;  // and a schedule that goes round: after the steps of the violation's path and of `stem`
  std::vector<por::PathStep> stem;
  std::vector<std::string> causes;  // of the failure, back from it: "thread 0 "main" saw count = 1, written by ..."
  Contents contents;                // of the objects, at each step; empty where nobody asked
  std::vector<std::string> legend;  // "Object#1 is LostNotify.lock"
  std::string output;               // what the execution printed
};

// Replays the path of the violation from the state of `initial`, and goes back there. A violation with an empty path
// happened before that state, so `before` gives what the Vm reported then. Steps that the system glues together are
// told apart.
Story tell(vm::JvmSystem& system, vm::Vm::Mark initial, const FoundViolation& violation,
           const std::vector<vm::Violation>& before, Sources& sources, Detail detail = Detail::Causes);

}  // namespace jmc::listeners
