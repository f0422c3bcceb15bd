// The loops of a schedule without an end, in words: what each thread does in its loop, and what it waits for there.
// Internal to listeners/.
#pragma once

#include <map>
#include <vector>

#include "listeners/livelock.hpp"
#include "listeners/moments.hpp"

namespace jmc::listeners {

// What a livelock consists of: replayed after the path, with the moments of each thread's loop.
struct Loops {
  Lasso lasso;
  size_t first = 0;  // moment after the path
  std::map<por::ThreadId, std::vector<size_t>> moments;
};

// Precondition: `moments` are those of the whole replay, loops included.
std::vector<LoopingThread> describe_loops(const Loops& loops, const std::vector<Moment>& moments, const vm::Vm& vm,
                                          Wording& wording);

}  // namespace jmc::listeners
