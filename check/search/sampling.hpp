// Executions that are drawn beside a search: bugs are found fast where proofs are slow.
//
// A search that has not ended after a second gets a second process, which draws executions (--search=pos, then pct and
// random, then again with other seeds) while the search goes on. It takes what other processes leave of a processor;
// BesideJob says how much that is at least. A violation
// that it finds ends the search, unless all of them were asked for. It comes with a witness, which is replayed here,
// so that it is told like one that the search has found itself. What is drawn never makes a program "verified", and
// which violation is found by a seed does not depend on time.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "check/beside/beside_job.hpp"

namespace jmc::check {

// Tells those of them, from a replay, that the result does not have yet. `earlier`: what was found in rounds that were
// repeated.
void add_violations(const Configuration& configuration, const std::vector<DrawnViolations>& found,
                    const std::vector<ReportedViolation>& earlier, Result& result);

class Sampling {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::seconds kAfter{1};  // from the start of the process on: shorter checks never sample

  // The configuration outlives this; precondition: it has sampler_arguments. `start`: of the check. `pairs`: the file
  // of a PairTable that the process adds to; -1: none.
  Sampling(const Configuration& configuration, Clock::time_point start, int pairs)
      : configuration_(configuration),
        pairs_(pairs),
        next_(start + kAfter),
        process_(configuration, configuration.accept.of_draws(), start) {}
  // To be called every now and then; `alone`: no search has to be left its share of a processor.
  void look_now(bool alone);

  // A violation was drawn that ends the search.
  bool ends_search() const { return ends_search_; }
  bool over() const { return done_; }
  uint64_t executions() const;
  uint64_t resident_bytes() const { return process_.resident_bytes(); }
  // The search has ended: what the process has found so far counts, and it is stopped.
  void finish();
  // What was drawn; the violations among it are in violations().
  void add_to(Result& result) const { result.sampling = report_; }
  const std::vector<DrawnViolations>& violations() const { return drawn_; }

 private:
  void begin();  // the next draw
  bool start();  // a process for the draw at hand
  void look(bool alone);
  void ended(const jobs::JobResult& result);
  std::string draw() const;

  const Configuration& configuration_;
  int pairs_;
  Clock::time_point next_, began_{};
  BesideJob process_;
  uint32_t draws_ = 0;  // that were begun
  bool ends_search_ = false, done_ = false;
  std::vector<DrawnViolations> drawn_;
  SamplingReport report_;
};

}  // namespace jmc::check
