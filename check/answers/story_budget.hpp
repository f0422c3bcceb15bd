// How many stories a report has: limits hold for reports, too.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

#include "check/options/configuration.hpp"

namespace jmc::check {

// Counted in steps, which are taken again for each story, so that the same check tells as many on any machine. Under a
// time limit the clock counts as well. The first story is always told. The configuration outlives this.
class StoryBudget {
 public:
  // `transitions`: those of the search, which may have been long; then stories may, too.
  StoryBudget(const Configuration& configuration, uint64_t transitions);
  bool left() const;
  void told(size_t steps);  // a story of a path of so many

 private:
  using Clock = std::chrono::steady_clock;
  const Configuration& c_;
  uint64_t steps_;
  size_t told_ = 0;
  Clock::time_point begun_ = Clock::now();
};

}  // namespace jmc::check
