// Where in the sources a violation is shown by tools that show it at a line.
#pragma once

#include <string>
#include <string_view>

#include "listeners/story.hpp"

namespace jmc::check {

// Where a reader should look first: where the program's own code was at the end of the story.
listeners::Place place_to_look_at(const listeners::Story& story);
// The thread waits for the end of another one, and for nothing else: a reader looks at the others first.
bool only_joins(const listeners::WaitingThread& waiting);
// Of a class, or of a method with its class, with dots.
bool of_the_jdk(std::string_view name);
// Where the source is: relative to the working directory ("src/main/java/pkg/Queue.java") where it is below it, as for
// tools that run in the root of a repository; else as the package says ("pkg/Queue.java").
std::string source_path(const listeners::Place& place);
// The same as a URI.
std::string source_uri(const listeners::Place& place);

}  // namespace jmc::check
