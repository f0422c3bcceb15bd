// Folders that go away: one for the server, and one in it for each check that is kept.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

#include "check/system/temporary_folder.hpp"

namespace jmc::mcp {

// Of a check. With all that is in it, it goes when this does.
class Folder {
 public:
  explicit Folder(std::string path) : path_(std::move(path)) {}
  ~Folder();
  Folder(const Folder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// That of the server: it goes with the process, whatever that dies of. Made before there are threads.
class WorkFolder {
 public:
  // A new one in it. Throws std::runtime_error.
  std::unique_ptr<Folder> make();

 private:
  check::TemporaryFolder folder_;
  std::atomic<uint64_t> next_ = 0;
};

}  // namespace jmc::mcp
