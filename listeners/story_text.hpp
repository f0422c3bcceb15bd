// A story as a table on a terminal: one column per thread, one row per step; "7*" is a row that a cause names.
#pragma once

#include <string>

#include "listeners/story.hpp"

namespace jmc::listeners {

// Rows as in listeners/story_rows.hpp.
std::string story_text(const Story& story, const FoundViolation& violation, int width, bool whole);
// Who waits for whom, in sentences, each in a line: cycles, and threads that nobody is left to wake.
std::string wait_graph(const Story& story);

}  // namespace jmc::listeners
