// jmc replay --step: through an execution by commands, one a line.
#pragma once

#include <cstdio>

#include "check/answers/replay.hpp"

namespace jmc::cli {

// Reads commands until "quit" or the end of the input. Returns the exit status: 0, or 2 if the witness cannot be
// replayed (and it has said why).
int step_through(const check::Configuration& configuration, const check::Witness& witness, size_t execution,
                 std::FILE* in, std::FILE* out);

}  // namespace jmc::cli
