// What a report says about a search that was distributed (--distribute).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace jmc::check {

struct DistributedReport {
  uint32_t ranks = 0;  // that explored in the last search, 0: there were none
  // Of the last search.
  uint64_t levels = 0, redone = 0;   // how many were explored, and of these again, with names that had turned up
  uint64_t messages = 0, bytes = 0;  // from rank to rank
  uint64_t replayed = 0;             // steps that only led to states which were to be explored
  uint64_t loaded = 0;               // states that were loaded instead of taking more such steps
  uint64_t given = 0;                // states whose schedules were handed on
  uint64_t begun_again = 0;          // of all searches: with fewer ranks, or other steps
  uint64_t most_bytes = 0;           // of memory that all ranks took
  std::vector<std::string> lost;     // "rank 2 was lost: ..."
};

}  // namespace jmc::check
