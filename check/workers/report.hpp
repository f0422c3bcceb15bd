// What a report says about the workers of a search (--workers).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace jmc::check {

struct WorkersReport {
  uint32_t count = 0;  // 0: there were none
  // Of the last search: states that were explored by more than one worker, each time but the first.
  uint64_t explored_again = 0;
  uint64_t begun_again = 0;       // workers that were begun anew, with names that had turned up
  uint64_t most_bytes = 0;        // of memory that all processes together took, as far as it was looked at
  std::vector<std::string> lost;  // "worker 2 died: killed by SIGKILL"
};

}  // namespace jmc::check
