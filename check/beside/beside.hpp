// What runs beside a search: executions that are drawn (check/search/sampling.hpp) and searches within bounds
// (check/beside/bounding.hpp), each in a process of its own. What they cover is said where the search has no end, and
// can be accepted for an answer (--accept).
#pragma once

#include <memory>
#include <string>

#include "check/beside/bounding.hpp"
#include "check/beside/pairs_seen.hpp"
#include "check/search/sampling.hpp"

namespace jmc::check {

struct Stop;
class Machine;

// Of a process that draws executions beside a search and was handed a table of pairs; else null. The machine outlives
// it.
std::unique_ptr<PairsSeen> watch_pairs(Machine& machine, const Configuration& configuration);

class Beside final : public por::Listener {
 public:
  static constexpr unsigned kEvents = por::kProgressEvents;
  using Clock = std::chrono::steady_clock;
  // How long a search goes on, at least, whose answer would be accepted as it is.
  static constexpr double kPatience = 10;  // seconds from its beginning

  // The configuration outlives this; precondition: has_any(configuration). `start`: of the check; the search begins
  // now.
  Beside(const Configuration& configuration, Clock::time_point start);
  static bool has_any(const Configuration& configuration) {
    return !configuration.sampler_arguments.empty() || !configuration.bound_arguments.empty();
  }
  // The search that is to end when something was found, or enough was covered.
  void ends(std::atomic<bool>& over) { over_ = &over; }
  void progress(const por::SearchStatistics& so_far) override;

  // It has ended the search: a violation was found, or what is covered is accepted.
  bool ended() const { return found_violation() || enough_; }
  bool found_violation() const;
  // Why, where it has ended the search.
  Cause cause() const { return found_violation() ? Cause::FirstViolation : Cause::Covered; }
  std::string why() const;
  // The search has ended. If it has no answer for want of room, and more is to be covered, what runs beside goes on
  // alone until that is done, nothing is left to do, or jmc is stopped. Then its processes end.
  void search_ended(por::SearchEnd end, const Stop& stop, Progress& progress);
  // To a result that has what the search has found itself: what was covered, and the violations that the search has not
  // found. `earlier`: what was found in rounds that were repeated.
  void add_to(Result& result, const std::vector<ReportedViolation>& earlier);
  // Behind that, to a result that has the outcomes of the search: those of drawn executions that it has not met.
  void add_outcomes(Result& result) const;
  // For the line of progress.
  std::string line() const { return covered_line(covered()); }

 private:
  CoveredReport covered() const;
  void look(bool alone);
  void go_on(const Stop& stop, Progress& progress);
  void finish();
  void keep_memory();

  const Configuration& configuration_;
  Clock::time_point begun_ = Clock::now();
  std::atomic<bool>* over_ = nullptr;
  std::shared_ptr<PairTable> pairs_;
  std::unique_ptr<Sampling> sampling_;
  std::unique_ptr<Bounding> bounding_;
  bool enough_ = false;
  // How pairs grow with what is drawn: thinned out as it gets longer.
  struct Point {
    uint64_t drawn;
    PairTable::Counts counts;
  };
  std::vector<Point> curve_;
  void note_curve();
};

}  // namespace jmc::check
