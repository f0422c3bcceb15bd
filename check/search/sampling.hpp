// Executions that are drawn beside a search: bugs are found fast where proofs are slow.
//
// A search that has not ended after a second gets a second process, which draws executions (--search=pos, then pct and
// random, then again with other seeds) while the search goes on. It takes what other processes leave of a processor, a
// twentieth at least; with one processor (--jobs=1) it is held to a twentieth of the time of the search. A violation
// that it finds ends the search, unless all of them were asked for. It comes with a witness, which is replayed here,
// so that it is told like one that the search has found itself. What is drawn never makes a program "verified", and
// which violation is found by a seed does not depend on time.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "check/answers/witness.hpp"
#include "check/options/configuration.hpp"
#include "check/portfolio/member_process.hpp"

namespace jmc::check {

// What a process beside the search has found.
struct DrawnViolations {
  Witness witness;
  std::string by;  // "pos:0"; "preemption:2": a search within this bound
};
// Tells those of them, from a replay, that the result does not have yet. `earlier`: what was found in rounds that were
// repeated.
void add_violations(const Configuration& configuration, const std::vector<DrawnViolations>& found,
                    const std::vector<ReportedViolation>& earlier, Result& result);

// Holds a process, or lets it go on, so that it has at most `share` of the time that this one has; `held`: whether it
// is held now. Returns whether it is held from now on.
bool share_processor(const MemberProcess& process, double share, bool held);

class Sampling {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::seconds kAfter{1};  // from the start of the process on: shorter checks never sample

  // The configuration outlives this; precondition: it has sampler_arguments. `start`: of the check. `pairs`: the file
  // of a PairTable that the process adds to; -1: none.
  Sampling(const Configuration& configuration, Clock::time_point start, int pairs)
      : configuration_(configuration), pairs_(pairs), next_(start + kAfter) {}
  // To be called every now and then; `alone`: no search has to be left its share of a processor.
  void look_now(bool alone);

  // A violation was drawn that ends the search.
  bool found() const { return found_; }
  bool over() const { return done_; }
  uint64_t executions() const;
  uint64_t resident_bytes() const { return process_ ? process_->resident_bytes() : 0; }
  // The search has ended: what the process has found so far counts, and it is stopped.
  void finish();
  // What was drawn; the violations among it are in violations().
  void add_to(Result& result) const { result.sampling = report_; }
  const std::vector<DrawnViolations>& violations() const { return drawn_; }

 private:
  void begin();
  void look(bool wait, bool alone);
  void ended(const MemberResult& result);
  std::string draw() const;

  const Configuration& configuration_;
  int pairs_;
  Clock::time_point next_, began_{};
  std::unique_ptr<MemberProcess> process_;
  std::shared_ptr<TemporaryFile> witness_;
  uint32_t draws_ = 0;  // that were begun
  bool found_ = false, done_ = false, held_ = false;
  std::vector<DrawnViolations> drawn_;
  SamplingReport report_;
};

}  // namespace jmc::check
