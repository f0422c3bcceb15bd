#include "linearizability/folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <vector>

#include "linearizability/notation.hpp"

namespace jmc::linearizability {

namespace {

namespace fs = std::filesystem;

// Not that of anything else: what has this name, and nothing but classes and sources in it, is removed.
constexpr std::string_view kPrefix = "jmc-generated-classes-", kRandom = "XXXXXX";

int open_folder(const std::string& path) { return open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC); }

void remove_classes(const fs::path& folder) {
  std::error_code over, ignored;
  for (fs::recursive_directory_iterator i(folder, over), end; !over && i != end; i.increment(over)) {
    const fs::path kind = i->path().extension();
    if (!i->is_symlink(ignored) && i->is_directory(ignored)) continue;  // of a package
    if (!i->is_regular_file(ignored) || (kind != ".class" && kind != ".java")) return;
  }
  if (!over) fs::remove_all(folder, ignored);
}

// Of this user, and nobody's any more. Who has just made one and not locked it yet makes another.
void remove_abandoned(const fs::path& where) {
  std::error_code over;
  for (fs::directory_iterator i(where, over), end; !over && i != end; i.increment(over)) {
    const std::string name = i->path().filename().string();
    if (!name.starts_with(kPrefix) || name.size() != kPrefix.size() + kRandom.size()) continue;
    const int fd = open_folder(i->path().string());
    if (fd < 0) continue;
    struct stat s {};
    if (fstat(fd, &s) == 0 && s.st_uid == geteuid() && flock(fd, LOCK_EX | LOCK_NB) == 0) remove_classes(i->path());
    close(fd);
  }
}

}  // namespace

bool Folder::make() {
  path_ = (fs::temp_directory_path() / (std::string(kPrefix) + std::string(kRandom))).string();
  if (!mkdtemp(path_.data())) throw ProgramError(path_ + ": " + std::strerror(errno));
  lock_ = open_folder(path_);
  struct stat mine {
  }, there{};
  if (lock_ >= 0 && flock(lock_, LOCK_EX) == 0 && fstat(lock_, &mine) == 0 && lstat(path_.c_str(), &there) == 0 &&
      mine.st_dev == there.st_dev && mine.st_ino == there.st_ino)
    return true;
  if (lock_ >= 0) close(lock_);
  return false;
}

Folder::Folder() {
  remove_abandoned(fs::temp_directory_path());
  for (int tries = 0; !make(); ++tries)
    if (tries == 100) throw ProgramError(path_ + ": it cannot be locked: " + std::strerror(errno));
}

Folder::~Folder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  close(lock_);
}

void Folder::write(const std::string& name, const void* bytes, size_t size) const {
  const std::string file = path_ + "/" + name;
  std::error_code ignored;  // then it cannot be written either
  fs::create_directories(fs::path(file).parent_path(), ignored);
  std::ofstream f(file, std::ios::binary);
  f.write(static_cast<const char*>(bytes), static_cast<std::streamsize>(size));
  f.close();
  if (!f) throw ProgramError(file + ": could not be written");
}

}  // namespace jmc::linearizability
