// Classes in another package than the one they were written for.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace jmc::linearizability {

using ClassFiles = std::vector<std::pair<std::string, std::vector<uint8_t>>>;  // by internal name

// The same classes, which had no package, in this one ("p/q/"), wherever they name each other.
ClassFiles in_package(const ClassFiles& classes, const std::string& package);

}  // namespace jmc::linearizability
