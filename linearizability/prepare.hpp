// What every question about many programs of a class begins with: its description, bounds, calls, and an engine that
// has them.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "linearizability/search.hpp"

namespace jmc::linearizability {

struct Prepared {
  Subject subject;
  Instances instances;
  check::Stop never;  // signals end the search in this process; the engine, here, only tells what was found
  std::unique_ptr<Engine> engine;
};

// Fills in what the report says of the question and of the machine. Options must outlive what is returned. Throws what
// goes wrong before the first program.
std::unique_ptr<Prepared> prepare(const Options& what, const std::string& cls, const check::Configuration& options,
                                  SearchReport& report, std::chrono::steady_clock::time_point start);

// Which names in --visible mean nothing: those of which no process has met a class (PoolAnswer::unmet of all).
void note_unmet(SearchReport& report, uint64_t unmet, const check::Configuration& options, Engine& engine);

// Whether programs are explored at once where that can be. Throws UsageError where it cannot and was asked for.
void choose_engine(const Options& what, const check::Configuration& options, SearchReport& report);

// What a process on a rank is started with: the same question, without what belongs to the whole.
std::vector<std::string> serving(const std::string& cls, const check::Configuration& options);

}  // namespace jmc::linearizability
