// A rank as one of those that explore one state space: a machine, and its share of the states
// (por/distributed/share.hpp).
#pragma once

#include <vector>

#include "check/jobs/frame.hpp"

namespace jmc::check::distributed {

// From the frame that told the rank to, until it is told to quit or the stream is gone. `early`: frames of peers that
// came before.
void explore(jobs::Stream& stream, const jobs::Frame& begin, std::vector<jobs::Frame> early);

}  // namespace jmc::check::distributed
