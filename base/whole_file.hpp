// What a file holds, as one text.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace jmc::base {

// Nothing: the file cannot be read, or is a folder; errno says why.
std::optional<std::string> whole_file(const std::filesystem::path& file);

}  // namespace jmc::base
