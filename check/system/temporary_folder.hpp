// A folder for files that live as long as the process that made it, however that ends.
#pragma once

#include <string>

namespace jmc::check {

class TemporaryFolder {
 public:
  // Throws std::runtime_error, which names the folder that it was to be in.
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  // Starts the process that removes the folder when this one has ended.
  void watch();

  std::string path_;
  int alive_ = -1;  // closed by the end of this process, whatever it dies of
};

}  // namespace jmc::check
