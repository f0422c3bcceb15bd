// Folders that go away: one for the server, and one in it for each check that is kept.
#pragma once

#include <atomic>
#include <memory>
#include <string>

namespace jmc::mcp {

class Folder {
 public:
  // `remove`: with all that is in it, when this goes.
  explicit Folder(std::string path) : path_(std::move(path)) {}
  ~Folder();
  Folder(const Folder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// That of the server. Folders that servers have left behind which were killed are removed with the next one.
class WorkFolder {
 public:
  WorkFolder();  // throws std::runtime_error: it cannot be made
  ~WorkFolder();
  WorkFolder(const WorkFolder&) = delete;
  // A new one in it. Throws std::runtime_error.
  std::unique_ptr<Folder> make();

 private:
  std::unique_ptr<Folder> folder_;
  int lock_ = -1;
  std::atomic<uint64_t> next_ = 0;
};

}  // namespace jmc::mcp
