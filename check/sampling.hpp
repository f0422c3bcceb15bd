// Executions that are drawn beside a search: bugs are found fast where proofs are slow.
//
// A search that has not ended after a second gets a second process, which draws executions (--search=pos, then pct and
// random, then again with other seeds) while the search goes on. It takes what other processes leave of a processor, a
// twentieth at least; with one processor (--jobs=1) it is held to a twentieth of the time of the search. A violation
// that it finds ends the search, unless all of them were asked for. It comes with a witness, which is replayed here,
// so that it is told like one that the search has found itself. What is drawn never makes a program "verified", and
// which violation is found by a seed does not depend on time.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "check/configuration.hpp"
#include "check/portfolio/member_process.hpp"
#include "check/witness.hpp"
#include "por/listener.hpp"

namespace jmc::check {

class Sampling final : public por::Listener {
 public:
  static constexpr unsigned kEvents = por::kProgressEvents;
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::seconds kAfter{1};  // from the start of the process on: shorter checks never sample

  // The configuration outlives this; precondition: it has sampler_arguments. `start`: of the check.
  Sampling(const Configuration& configuration, Clock::time_point start)
      : configuration_(configuration), next_(start + kAfter) {}
  // The search that is to end when something was found.
  void ends(std::atomic<bool>& over) { over_ = &over; }
  void progress(const por::SearchStatistics& so_far) override;

  // A violation was drawn that ends the search.
  bool found() const { return found_; }
  // The search has ended: what the process has found so far counts, and it is stopped.
  void finish();
  // To a result that has what the search has found itself: what was drawn, and the violations among it that the search
  // has not found, told from a replay. `earlier`: what was found in rounds that were repeated.
  void add_to(Result& result, const std::vector<ReportedViolation>& earlier) const;

 private:
  struct Drawn {
    Witness witness;
    std::string by;  // "pos:0"
  };
  void begin();
  void look(bool wait);
  void ended(const MemberResult& result);
  void share_processor();
  std::string draw() const;

  const Configuration& configuration_;
  Clock::time_point next_, began_{};
  std::atomic<bool>* over_ = nullptr;
  std::unique_ptr<MemberProcess> process_;
  std::shared_ptr<TemporaryFile> witness_;
  uint32_t draws_ = 0;  // that were begun
  bool found_ = false, done_ = false, held_ = false;
  std::vector<Drawn> drawn_;
  SamplingReport report_;
};

}  // namespace jmc::check
