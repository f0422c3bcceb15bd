// A file that stays from run to run, and that runs which end at the same time change one after the other.
#pragma once

#include <string>

namespace jmc::check {

class LockedFile {
 public:
  // Makes it if it is not there, and waits for whoever has it. What cannot be done here or below is a UsageError that
  // begins with the option, "--coverage".
  LockedFile(const char* option, std::string file);
  ~LockedFile();
  LockedFile(const LockedFile&) = delete;
  LockedFile& operator=(const LockedFile&) = delete;

  std::string content() const;  // all of it, as it is when it has been locked
  void replace(const std::string& content) const;

 private:
  [[noreturn]] void fail(const char* what) const;
  const char* option_;
  std::string file_;
  int fd_;
};

}  // namespace jmc::check
