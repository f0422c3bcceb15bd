#include "check/system/locked_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "check/options/command_line.hpp"

namespace jmc::check {

LockedFile::LockedFile(const char* option, std::string file)
    : option_(option), file_(std::move(file)), fd_(open(file_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
  if (fd_ < 0) fail("it cannot be opened");
  while (flock(fd_, LOCK_EX) != 0) {
    if (errno == EINTR) continue;
    const int why = errno;
    close(fd_);
    errno = why;
    fail("it cannot be locked");
  }
}

LockedFile::~LockedFile() { close(fd_); }

std::string LockedFile::content() const {
  std::string text;
  char buffer[1 << 16];
  for (;;) {
    const ssize_t n = read(fd_, buffer, sizeof buffer);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail("it cannot be read");
    if (n == 0) return text;
    text.append(buffer, static_cast<size_t>(n));
  }
}

void LockedFile::replace(const std::string& content) const {
  if (lseek(fd_, 0, SEEK_SET) != 0 || ftruncate(fd_, 0) != 0) fail("it cannot be written");
  for (size_t done = 0; done < content.size();) {
    const ssize_t n = write(fd_, content.data() + done, content.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) fail("it could not be written");
    done += static_cast<size_t>(n);
  }
}

void LockedFile::fail(const char* what) const {
  throw UsageError(std::string(option_) + "=" + file_ + ": " + what + ": " + std::strerror(errno) +
                   "; expected a file that can be written");
}

}  // namespace jmc::check
