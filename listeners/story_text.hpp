// A story as a table on a terminal: one column per thread, one row per step.
#pragma once

#include <string>

#include "listeners/story.hpp"

namespace jmc::listeners {

// A call of a library method that no other thread's step falls into is one row, unless `whole`.
std::string story_text(const Story& story, const FoundViolation& violation, int width, bool whole);

}  // namespace jmc::listeners
