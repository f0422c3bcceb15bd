// `jmc init`: what a Maven or Gradle project needs for jmc-junit, told, or done.
#pragma once

#include <string>
#include <vector>

namespace jmc::check::project {

// `words`: those behind "jmc init", [--write] [FOLDER]. Answers the text for standard output; with --write the build
// file has the dependency then. Throws UsageError for other words and where there is no project, std::runtime_error for
// a build file that cannot be read, understood or written.
std::string init(const std::vector<std::string>& words);

// For `jmc help init`.
std::string init_help();

}  // namespace jmc::check::project
