// Counts of a run, and the progress line on a terminal.
//
// The search tells its counts from time to time; what is kept here survives when the run ends with an exception.
#pragma once

#include <chrono>

#include "por/listener.hpp"

namespace jmc::listeners {

class Statistics final : public por::Listener {
 public:
  using Clock = std::chrono::steady_clock;

  // `show`: rewrite a line on standard error while the run takes longer than a second. Give false in a pipe.
  Statistics(Clock::time_point start, bool show) : start_(start), next_(start + std::chrono::seconds(1)), show_(show) {}
  ~Statistics() override { clear_line(); }

  void progress(const por::SearchStatistics& so_far) override;
  // Takes the line away, before anything else is printed.
  void clear_line();

  const por::SearchStatistics& latest() const { return latest_; }

 private:
  void print(Clock::time_point now);

  Clock::time_point start_, next_;
  bool show_, shown_ = false;
  por::SearchStatistics latest_;
};

}  // namespace jmc::listeners
