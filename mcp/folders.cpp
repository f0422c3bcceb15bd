#include "mcp/folders.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <stdexcept>

namespace jmc::mcp {

Folder::~Folder() {
  std::error_code ignored;  // there is nobody to tell
  std::filesystem::remove_all(path_, ignored);
}

std::unique_ptr<Folder> WorkFolder::make() {
  const std::string path = folder_.path() + "/" + std::to_string(++next_);
  if (mkdir(path.c_str(), 0700) != 0)
    throw std::runtime_error("no folder can be made: " + path + ": " + std::strerror(errno));
  return std::make_unique<Folder>(path);
}

}  // namespace jmc::mcp
