// A folder for generated files that is gone at the end, however that comes about.
#pragma once

#include <string>

namespace jmc::linearizability {

// The process that has made it, and those that it has forked, hold a lock on it. One without a lock was left by a
// process that was killed: whoever makes the next folder removes it.
class Folder {
 public:
  Folder();  // throws ProgramError
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  void write(const std::string& name, const void* bytes, size_t size) const;
  const std::string& path() const { return path_; }

 private:
  bool make();

  std::string path_;
  int lock_ = -1;
};

}  // namespace jmc::linearizability
