// An execution of a witness, again: forwards and backwards, one step of the schedule at a time, in a machine of its
// own.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "check/answers/witness.hpp"
#include "check/search/check.hpp"
#include "check/search/program.hpp"
#include "check/search/rounds.hpp"
#include "listeners/sources.hpp"

namespace jmc::check {

class Replay {
 public:
  // `configuration`: as configuration_of() gives it. Throws UsageError, which says what differs, where class files, JDK
  // or version of jmc are not those of the witness, or it has no such execution; PathError, FormatError or Unsupported.
  // `ready` is called before the program begins, which is before the first step: then an observer can be given to the
  // Vm. `force`: what differs is kept in differences() instead, and the schedule is tried.
  Replay(const Configuration& configuration, const Witness& witness, size_t execution,
         const std::function<void(Replay&)>& ready = {}, bool force = false);

  // Steps that were taken, of those of the schedule.
  size_t position() const { return marks_.size(); }
  size_t size() const { return schedule_.size(); }
  // One step further; false: it is over, or the program cannot take this step (departed() says why).
  bool step();
  // One step back; false: it stands at the beginning.
  bool back();
  // To any step from 0 to size(); false as step().
  bool go_to(size_t position);
  const std::vector<std::string>& differences() const { return differences_; }
  // Why the program could not follow the schedule; empty while it does.
  const std::string& departed() const { return departed_; }

  // The thread of the next step, and where each thread stands: "thread 1 "put" at Put.run(Put.java:9)", one a line.
  por::ThreadId next_thread() const { return next_step().thread; }
  por::PathStep next_step() const { return schedule_[position()]; }
  std::string whereabouts() const;
  // The whole story. Goes to the beginning.
  listeners::Story story();
  // What the execution printed up to here.
  std::string output() const { return machine().vm->output.text(1); }
  Machine& machine() const { return *program_.machine; }
  const std::string& program() const { return program_.name; }
  const WitnessedExecution& execution() const { return execution_; }

 private:
  const Configuration& configuration_;
  WitnessedExecution execution_;
  LoadedProgram program_;
  std::atomic<bool> never_ = false;
  std::unique_ptr<Rounds> rounds_;
  std::vector<por::PathStep> schedule_;
  std::vector<vm::Vm::Mark> marks_;  // before each step that was taken
  std::string departed_;
  std::vector<std::string> differences_;
};

// What was checked, as the witness has it, with what `asked` (jmc replay ...) says about places: JDK, class path,
// source path, reports.
Configuration configuration_of(const Witness& witness, const Configuration& asked);

// The result of replaying an execution to its end: its story, and the violation if it was one. Never throws.
Result replay(const Configuration& configuration, const Witness& witness, size_t execution,
              std::chrono::steady_clock::time_point start, bool force = false);

}  // namespace jmc::check
