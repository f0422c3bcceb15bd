// Read-only zip archives. Internal to classfile/.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "classfile/class_path_entry.hpp"
#include "classfile/files.hpp"

struct zip;

namespace jmc::classfile {

class ZipArchive {
 public:
  // The archive starts at byte `start` of the file. Throws PathError.
  ZipArchive(const std::string& path, uint64_t start);
  ~ZipArchive();
  ZipArchive(const ZipArchive&) = delete;
  ZipArchive& operator=(const ZipArchive&) = delete;

  const std::string& path() const { return path_; }
  uint64_t size() const { return size_; }
  std::string_view name(uint64_t index) const;  // lives as long as the archive; empty if the archive has none to show
  Bytes read(uint64_t index) const;             // throws PathError if the content is damaged

 private:
  std::string path_;
  MappedFile file_;  // not a descriptor: processes that are forked share its offset, and would read at each other's
  struct zip* zip_ = nullptr;
  uint64_t size_ = 0;
};

// Names of an archive, so that a miss costs one hash look-up. The names are views into the archive's own.
struct ZipIndex {
  std::unordered_map<std::string_view, uint64_t> entries;
  std::unordered_set<std::string_view> packages;  // those with at least one class file

  // The last entry of a name wins, as in java.util.zip.
  void add(std::string_view name, uint64_t index);
  std::optional<uint64_t> find(std::string_view name) const;
};

}  // namespace jmc::classfile
