// The jimage format of lib/modules (JDK 9 and later). Internal to classfile/.
//
// An image is a header, a perfect hash table (redirect and offset tables), a table of locations, a table of strings,
// and the resources. A resource is found by the hash of its full path "/module/parent/base.extension". Opening looks at
// the header only; everything else is checked when it is used, against the size of the file.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "classfile/class_path_entry.hpp"
#include "classfile/files.hpp"
#include "classfile/module_descriptor.hpp"

namespace jmc::classfile {

class JImage : public ClassPathEntry, public ModuleSource {
 public:
  explicit JImage(const std::string& path);

  std::optional<Bytes> find_class(std::string_view internal_name) override;
  // `path` within the module of its package; or "/module/path", exactly; or, outside of packages, in any module,
  // java.base first.
  std::optional<Bytes> find_resource(std::string_view path) override;
  bool has_package(std::string_view package) override { return !module_of_package(package).empty(); }
  std::string_view module_of_package(std::string_view package) override;
  const std::string& location() const override { return path_; }
  std::vector<std::string> module_names() override { return modules(); }
  std::optional<Bytes> module_descriptor(std::string_view module) override;

  // Full paths of all entries, in no order. Not fast: walks the whole index.
  std::vector<std::string> paths() const;

 private:
  struct Location {
    std::string_view module, parent, base, extension;
    uint64_t offset = 0, compressed = 0, uncompressed = 0;
    uint64_t at = 0;  // where in the file the location stands, for messages
  };

  uint32_t u4_at(uint64_t offset) const;
  std::string_view string_at(uint64_t index, uint64_t from) const;
  Location read_location(uint32_t table_index) const;
  std::optional<Location> locate(std::string_view full_path) const;
  std::span<const uint8_t> stored_bytes(const Location& location) const;
  Bytes content(const Location& location, std::string_view full_path) const;
  const std::vector<std::string>& modules();

  std::string path_;
  std::shared_ptr<const MappedFile> file_;
  std::span<const uint8_t> data_;
  uint32_t table_length_ = 0, locations_size_ = 0, strings_size_ = 0;
  uint64_t offsets_ = 0, locations_ = 0, strings_ = 0, resources_ = 0;  // where the tables start
  std::vector<std::string> modules_;                                    // filled when first needed
};

// Undoes the stacked compressions of a resource. `string_of` reads the image's string table; `fail` gets what was found
// and expected, and throws.
struct ResourceDecoder {
  std::function<std::string_view(uint64_t)> string_of;
  std::function<void(std::string_view found, std::string_view expected)> fail;

  std::vector<uint8_t> decode(std::span<const uint8_t> stored, uint64_t size) const;

 private:
  std::vector<uint8_t> inflate(std::span<const uint8_t> packed, uint64_t size) const;
};

}  // namespace jmc::classfile
