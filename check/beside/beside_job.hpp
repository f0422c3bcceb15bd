// A process beside a search: this program again, with other options and a witness of what it finds. What it takes of a
// processor others have left.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "check/answers/witness.hpp"
#include "check/jobs/job.hpp"
#include "check/options/configuration.hpp"

namespace jmc::check {

// What a process beside the search has found.
struct DrawnViolations {
  Witness witness;
  std::string by;  // "pos:0"; "preemption:2": a search within this bound
};

class BesideJob {
 public:
  // `asked`: what it does was asked for, and it has as much of a processor as the search. The configuration outlives
  // it.
  BesideJob(const Configuration& configuration, bool asked) : configuration_(configuration), asked_(asked) {}

  // Precondition: it does not run. `arguments` as of main(); `own`: options of this time; `pairs`: as jobs::Job::Extra.
  // False: `why`.
  bool start(std::vector<std::string> arguments, std::vector<std::string> own, int pairs, std::string& why);
  bool begun() const { return process_ != nullptr; }
  bool running() const { return process_ && process_->running(); }
  uint64_t resident_bytes() const { return process_ ? process_->resident_bytes() : 0; }
  const jobs::JobMessage& latest() const { return process_->latest(); }  // precondition: begun()
  // Once: what it said.
  std::optional<jobs::JobResult> ended();
  // The violations of one that has ended with some. Throws std::exception.
  DrawnViolations violations(const std::string& by) const { return {parse_witness(witness_->content(), by), by}; }
  // To be called every now and then: where two have to share one processor, it is held to its part. `alone`: nobody
  // else needs one.
  void share(bool alone);
  void abandon();

 private:
  const Configuration& configuration_;
  const bool asked_;
  std::unique_ptr<jobs::Job> process_;
  std::shared_ptr<TemporaryFile> witness_;
  bool held_ = false;
};

}  // namespace jmc::check
