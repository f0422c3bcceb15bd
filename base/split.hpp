// The parts of a text that a character separates: folders and jars of a path.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace jmc::base {

// One part more than there are separators; a part may be empty.
inline std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find(separator, at), text.size());
    parts.emplace_back(text.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

}  // namespace jmc::base
