// A process beside a search: this program again, with other options and a witness of what it finds. Share says how much
// it takes of a processor.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "check/answers/witness.hpp"
#include "check/beside/share.hpp"
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
  using Clock = std::chrono::steady_clock;
  // `asked`: what it does was asked for, and it has as much of a processor as the search. `start`: of the check. The
  // configuration outlives it.
  BesideJob(const Configuration& configuration, bool asked, Clock::time_point start)
      : configuration_(configuration), share_{asked, configuration.time_limit}, start_(start) {}

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
  // It is to be begun anew (Share::begin_anew).
  bool starved() const;
  void abandon();

 private:
  const Configuration& configuration_;
  double now() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
  double processor_time() const;  // that it has had, in seconds; less than 0: unknown

  const Share share_;
  const Clock::time_point start_;
  double began_ = 0;     // seconds from start_
  double searched_ = 0;  // seconds of a processor that this process had had then
  std::unique_ptr<jobs::Job> process_;
  std::shared_ptr<TemporaryFile> witness_;
  bool held_ = false;
};

}  // namespace jmc::check
