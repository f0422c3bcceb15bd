// --portfolio: several searches side by side, each in a process of its own. The first answer counts, the others are
// stopped.
//
// What the user sees is the report of the member that answered, as that member alone would have written it, and a
// section about all of them.
#pragma once

#include <chrono>

#include "check/portfolio/answer.hpp"
#include "check/search/check.hpp"

namespace jmc::check {

struct Portfolio {
  PortfolioAnswer answer;
  std::vector<MemberResult> members;  // in the order in which they start
  bool all_named = false;  // `members` has all; else the threads, and so the permutations, were not known yet
  SeenThreads threads;
  uint32_t jobs = 1;
  uint64_t memory_limit = 0;  // bytes, for all members together
  double seconds = 0;
};

// Never throws. Precondition: options.portfolio is not empty. Leaves no process behind.
Portfolio run_portfolio(const Configuration& options, const Stop& stop, std::chrono::steady_clock::time_point start,
                        Progress& progress);

// --coverage=FILE: adds what the members that have reported have executed. Throws UsageError.
void write_coverage(const Portfolio& portfolio, const Configuration& options);

// What is printed; on standard error if the answer is an error.
std::string portfolio_text(const Portfolio& p, const Configuration& options);
// The report of the winner (or one that says why there is none) with the key "portfolio".
// False: the file could not be written.
bool write_portfolio_json(std::FILE* file, const Portfolio& p, const Configuration& options);

}  // namespace jmc::check
