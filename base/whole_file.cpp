#include "base/whole_file.hpp"

#include <fstream>
#include <sstream>

namespace jmc::base {

std::optional<std::string> whole_file(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  if (in.peek() != std::ifstream::traits_type::eof()) text << in.rdbuf();  // an empty one counts as an error to "<<"
  if (!in.is_open() || in.bad() || text.fail()) return std::nullopt;
  return std::move(text).str();
}

}  // namespace jmc::base
