#include "mcp/folders.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <stdexcept>

namespace jmc::mcp {

namespace {

namespace fs = std::filesystem;

constexpr const char* kPrefix = "jmc-mcp-";
constexpr const char* kLock = "/lock";  // held by the server as long as it lives

std::string place_for_folders() {
  const char* given = std::getenv("TMPDIR");
  return given && *given == '/' ? given : "/tmp";
}

void sweep(const std::string& place) {
  std::error_code none;
  for (fs::directory_iterator it(place, none), end; !none && it != end; it.increment(none)) {
    const std::string path = it->path().string();
    struct stat s {};
    if (!it->path().filename().string().starts_with(kPrefix) || lstat(path.c_str(), &s) != 0 || !S_ISDIR(s.st_mode) ||
        s.st_uid != geteuid())
      continue;
    const int lock = open((path + kLock).c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    if (lock < 0) continue;
    std::error_code ignored;
    if (flock(lock, LOCK_EX | LOCK_NB) == 0) fs::remove_all(path, ignored);
    close(lock);
  }
}

}  // namespace

Folder::~Folder() {
  std::error_code ignored;  // there is nobody to tell
  fs::remove_all(path_, ignored);
}

WorkFolder::WorkFolder() {
  const std::string place = place_for_folders();
  sweep(place);
  std::string path = place + "/" + kPrefix + "XXXXXX";
  const auto fail = [&] {
    throw std::runtime_error("no folder can be made in " + place + ": " + std::strerror(errno) +
                             "; expected TMPDIR to name a folder that can be written");
  };
  if (!mkdtemp(path.data())) fail();
  folder_ = std::make_unique<Folder>(path);
  lock_ = open((path + kLock).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (lock_ < 0 || flock(lock_, LOCK_EX | LOCK_NB) != 0) fail();
}

WorkFolder::~WorkFolder() {
  folder_.reset();
  if (lock_ >= 0) close(lock_);
}

std::unique_ptr<Folder> WorkFolder::make() {
  const std::string path = folder_->path() + "/" + std::to_string(++next_);
  if (mkdir(path.c_str(), 0700) != 0)
    throw std::runtime_error("no folder can be made: " + path + ": " + std::strerror(errno));
  return std::make_unique<Folder>(path);
}

}  // namespace jmc::mcp
