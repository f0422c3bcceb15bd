// A story as a table on a terminal: one column per thread, one row per step.
#pragma once

#include <string>

#include "listeners/story.hpp"

namespace jmc::listeners {

std::string story_text(const Story& story, const FoundViolation& violation, int width);

}  // namespace jmc::listeners
