// Where in the sources a violation is shown by tools that show it at a line.
#pragma once

#include <string>

#include "listeners/story.hpp"

namespace jmc::check {

// Where a reader should look first: where the program's own code was at the end of the story.
listeners::Place place_to_look_at(const listeners::Story& story);
// Where the source is likely to be, relative to the folder of the sources ("pkg/Queue.java"), as a URI.
std::string source_uri(const listeners::Place& place);

}  // namespace jmc::check
