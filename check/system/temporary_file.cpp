#include "check/system/temporary_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

namespace jmc::check {

std::shared_ptr<TemporaryFile> TemporaryFile::make(const char* what) {
  const char* folder = std::getenv("TMPDIR");
  int fd = open(folder && *folder ? folder : "/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (fd < 0) fd = memfd_create(what, MFD_CLOEXEC);
  return fd < 0 ? nullptr : std::shared_ptr<TemporaryFile>(new TemporaryFile(fd));
}

TemporaryFile::~TemporaryFile() { close(fd_); }

uint64_t TemporaryFile::size() const {
  struct stat s {};
  return fstat(fd_, &s) == 0 ? static_cast<uint64_t>(s.st_size) : 0;
}

size_t TemporaryFile::read(uint64_t at, char* to, size_t size) const {
  size_t done = 0;
  while (done < size) {
    const ssize_t n = pread(fd_, to + done, size - done, static_cast<off_t>(at + done));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    done += static_cast<size_t>(n);
  }
  return done;
}

std::string TemporaryFile::content() const {
  std::string text(size(), '\0');
  text.resize(read(0, text.data(), text.size()));
  return text;
}

}  // namespace jmc::check
