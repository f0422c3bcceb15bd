// What a worker does: a fork that runs the search and tells what it finds through its channel.
#pragma once

#include "check/workers/channel.hpp"
#include "check/workers/workers.hpp"

namespace jmc::check {

inline constexpr int kWorkerOutOfMemory = 3;  // an exit status

// In the fork. `ends`: records of kind End that the channel has. The exit status; 0 says nothing of how the search
// ended, which the channel does.
int run_worker(const Workers::Search& search, por::SearchOptions options, WorkerChannel& channel, size_t ends);

}  // namespace jmc::check
