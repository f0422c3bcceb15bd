// One check while it goes on: the search in rounds and levels, what its end means, and what is told of it. For
// check_once() alone; three files, one for each.
//
// Owns the machine and all that listens to the search. The configuration, `stop` and `progress` outlive it.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "check/answers/coverage.hpp"
#include "check/answers/witness.hpp"
#include "check/beside/beside.hpp"
#include "check/distributed/distributed.hpp"
#include "check/jobs/status.hpp"
#include "check/search/check.hpp"
#include "check/search/checkpoint.hpp"
#include "check/search/limits.hpp"
#include "check/search/met.hpp"
#include "check/search/rounds.hpp"
#include "listeners/violations.hpp"
#include "por/search.hpp"

namespace jmc::check {

class Check {
 public:
  Check(const Configuration& configuration, const Stop& stop, std::chrono::steady_clock::time_point start,
        Progress& progress)
      : c_(configuration), stop_(stop), start_(start), progress_(progress), counts_(start, progress) {}
  ~Check() {
    // Some hundred classes with their methods: a tenth of the time that a small program takes.
    if (c_.ends_process) static_cast<void>(machine_.release());
  }
  Check(const Check&) = delete;
  Check& operator=(const Check&) = delete;

  // Never throws. Once only.
  Result go();

 private:
  using Clock = std::chrono::steady_clock;
  static double seconds_since(Clock::time_point t) { return std::chrono::duration<double>(Clock::now() - t).count(); }

  // --- the search (check.cpp)
  void load();
  void explore();
  por::SearchResult search();
  por::SearchResult search_level(const por::SearchOptions& options);
  por::SearchResult search_once(por::SearchOptions options, Round& round);
  void listen_anew();
  bool asked_for(std::string_view format) const;
  // Nobody else explores.
  bool searches_here() const { return c_.workers == 1 && !c_.distribute; }
  double seconds_before() const { return checkpoint_ ? checkpoint_->seconds_before() : 0; }
  void put_aside();
  // A page shows what is in the objects, too.
  listeners::Detail detail() const {
    return asked_for("html") ? listeners::Detail::Contents : listeners::Detail::Causes;
  }

  // --- what its end means (judge.cpp)
  void judge(const por::SearchResult& found);
  void note_met();
  void interrupted();
  std::string spin_limit_text() const;
  void failed(vm::Failure failure, const std::string& why);
  std::string estimated() const;
  void stopped(Cause cause, std::string why);
  void doubt(Cause cause, std::string why);
  void check_lists();

  // --- what is told of it (tell.cpp)
  void finish();
  void tell_stories(bool simplified);
  void doubt_heap();
  void doubt_livelocks();
  void doubt_unrepeated();
  void take_outcomes();
  void take_the_rest();
  void keep_witness(bool of_earlier_round);
  void account();

  Cause stop_cause() const { return check::stop_cause(stop_); }
  std::string stop_text() const { return check::stop_text(stop_cause(), c_); }

  const Configuration& c_;
  const Stop& stop_;
  Clock::time_point start_, search_start_{};
  Result result_;
  Progress& progress_;
  SearchProgress counts_;
  std::unique_ptr<Machine> machine_;
  std::unique_ptr<Rounds> rounds_;
  std::unique_ptr<listeners::Outcomes> outcomes_;
  std::unique_ptr<listeners::Violations> violations_;
  std::unique_ptr<listeners::Swallowed> swallowed_;
  std::unique_ptr<Checkpoint> checkpoint_;   // null: nobody asked for one
  std::unique_ptr<jobs::JobStatus> member_;  // of a portfolio
  std::optional<ForcesWrong> forces_wrong_;
  std::unique_ptr<Beside> beside_;          // null: nothing runs beside this search
  std::unique_ptr<PairsSeen> pairs_;        // of the process that draws beside another
  std::vector<ReportedViolation> earlier_;  // of a search that had to be repeated,
  vm::Assumptions earlier_assumptions_;     // and what that one relied on
  std::unique_ptr<listeners::Graph> graph_;
  std::unique_ptr<Distributed> distributed_;  // null: nobody asked, or it has not begun
  std::unique_ptr<Coverage> coverage_;        // after the machine, which it watches; null: nobody asked
  std::string whereabouts_, limit_text_;      // where a search stood that reached a limit
  std::string polling_place_, polling_grown_;
  std::string defect_place_;
  std::string unrepeated_;  // the last violation that did not happen again when its schedule was replayed
  bool slept_ = false;
  uint64_t polling_times_ = 0;
  bool explored_ = false, enough_ = false;
};

}  // namespace jmc::check
