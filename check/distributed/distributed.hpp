// One search by all ranks of a farm (--distribute): each explores a part of the states (por/distributed/share.hpp) on a
// machine of its own, and the coordinator gives the orders (por/distributed/conductor.hpp). It explores nothing. As
// with several workers, it takes the steps again that a rank says it has found something by, on its own machine and
// with its own listeners.
//
// Machines of different processes call things by the same names if they have learnt the same in the same order. So all
// that the coordinator's machine learns is written down (script.hpp), and a rank begins each search with a new machine
// that goes through it. Where a level names something new, all go through what was learnt once more, and the level is
// explored again (TransitionSystem::names).
//
// A rank that is lost takes its states with it: the search is begun anew by those that are left.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "check/distributed/report.hpp"
#include "check/workers/workers.hpp"

namespace jmc::check {

// --distribute. Throws UsageError; call when the rest of the configuration is known.
void choose_distribution(const CommandLine& line, Configuration& configuration);

class Distributed {
 public:
  // Throws UsageError if this process has no farm. The configuration outlives it.
  explicit Distributed(const Configuration& configuration);
  ~Distributed();
  // One search; those of later rounds follow it. As Workers::search(). `lost` is not empty and the end Interrupted if
  // no rank is left.
  por::SearchResult search(const Workers::Search& search, DistributedReport& report);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace jmc::check
