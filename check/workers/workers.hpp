// One search by several processes (--workers): each is a fork that runs the whole search on its own machine, in an
// order of its own, and leaves out what another has closed (por/store/closed_table.hpp). The parent explores nothing.
// It takes the steps again that a worker says it has found something by, on its own machine and with its own listeners,
// so that at the end its machine knows, and its listeners have been told, what any of them has found.
//
// Complete is the search as soon as one of the workers is through: every state that it did not explore had been closed
// by another, and what that one had found below had been told before (docs/why/processes.md). A worker that dies takes
// only its own unfinished work with it. When none is left the parent goes on itself.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "check/search/machine.hpp"
#include "check/search/rounds.hpp"
#include "check/workers/report.hpp"
#include "listeners/outcomes.hpp"
#include "listeners/violations.hpp"
#include "por/sampling/size_estimate.hpp"
#include "por/search.hpp"

namespace jmc::check {

class Coverage;
struct Configuration;

// --workers and --deterministic. Throws UsageError; call when the rest of the configuration is known.
void choose_workers(const CommandLine& line, Configuration& configuration);

// What one of the workers says about the size of the search, with what all of them have seen.
class ToldSize final : public por::SizeSource {
 public:
  Answer now() const override { return answer; }
  Answer answer;
};

class Workers {
 public:
  // All must outlive it.
  struct Search {
    Machine& machine;
    const Rounds& rounds;
    por::SearchOptions options;
    por::Listener& all;             // of the parent: told of ends, violations and progress
    listeners::Outcomes& outcomes;  // likewise one of them
    listeners::Violations& violations;
    bool swallowed = false;        // a worker tells ends for Errors that disappeared, too
    bool hoisted = false;          // and looks for loops that read plainly
    ToldSize* size = nullptr;      // kept up to date; null: nobody asks
    Coverage* coverage = nullptr;  // watches the machine; null: nobody asked
  };
  // The machine stands in the initial state of the search, and does so again afterwards.
  static por::SearchResult search(const Search& search, uint32_t workers, WorkersReport& report);
};

}  // namespace jmc::check
