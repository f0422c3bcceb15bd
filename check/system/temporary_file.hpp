// A file without a name, for what may be too long for memory. It is gone when the last handle is.
#pragma once

#include <memory>
#include <string>

namespace jmc::check {

class TemporaryFile {
 public:
  // In the folder for temporary files, else in memory. Null: neither is possible (errno says why).
  static std::shared_ptr<TemporaryFile> make(const char* what);
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;

  int fd() const { return fd_; }
  uint64_t size() const;
  // Up to `size` bytes from `at`; fewer at the end, or after an error.
  size_t read(uint64_t at, char* to, size_t size) const;
  std::string content() const;

 private:
  explicit TemporaryFile(int fd) : fd_(fd) {}
  int fd_;
};

}  // namespace jmc::check
