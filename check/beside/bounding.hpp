// Searches within bounds beside a search that has not ended: of every schedule with at most 0, 1, 2, ... preemptions.
//
// Three seconds after the start a second process begins (--bound=preemption:0, then 1, and so on), each time from the
// initial state: what the bounds before have explored is little beside what the next one has to. A bound counts as
// covered when its search has come to its end: stopped by the bound alone, and with nothing in doubt. A violation that
// one finds is the answer, as one that was drawn.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "check/beside/beside_job.hpp"
#include "check/beside/covered.hpp"

namespace jmc::check {

class Bounding {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::seconds kAfter{3};  // from the start of the process on

  // The configuration outlives this; precondition: it has bound_arguments.
  Bounding(const Configuration& configuration, Clock::time_point start)
      : configuration_(configuration),
        next_(start + kAfter),
        process_(configuration, configuration.accept.of_bounds(), start) {}
  // To be called every now and then; `search`: nobody else searches any more, so that all of the time is for this.
  void look(bool alone = false);
  // A violation was found that ends the search.
  bool ends_search() const { return ends_search_; }
  bool over() const { return done_; }
  uint64_t resident_bytes() const { return process_.resident_bytes(); }
  // Ends the process.
  void finish();
  void give_up(const std::string& why);
  void add_to(CoveredReport& covered) const;
  const std::vector<DrawnViolations>& violations() const { return violations_; }

 private:
  void begin();
  void ended(const jobs::JobResult& result);

  const Configuration& configuration_;
  Clock::time_point next_;
  BesideJob process_;
  uint64_t preemptions_ = 0;
  bool ends_search_ = false, done_ = false;
  std::vector<CoveredBound> covered_;
  std::vector<DrawnViolations> violations_;
  std::string reason_;
};

}  // namespace jmc::check
