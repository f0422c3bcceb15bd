// jmc replay -i: a terminal in an execution, forwards and backwards, off its schedule, and into a search from there.
#pragma once

#include <cstdio>

#include "check/answers/replay.hpp"

namespace jmc::cli {

// `force`: whatever differs from what the witness was made with. Commands on `in`, one a line; `help` lists them. What
// main returns: 0, or 2 after an error, which is on standard error.
int explore_replay(const check::Configuration& configuration, const check::Witness& witness, size_t execution,
                   bool force, std::FILE* in, std::FILE* out);

}  // namespace jmc::cli
