// Reading files, and the names of files. Internal to classfile/.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "classfile/class_path_entry.hpp"

namespace jmc::classfile {

// A file mapped read-only; the bytes live as long as the object.
class MappedFile {
 public:
  explicit MappedFile(const std::string& path);  // throws PathError
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  std::span<const uint8_t> data() const { return data_; }

 private:
  std::span<const uint8_t> data_;
};

// The content of a regular file; nullopt if there is none at `path`, PathError if it cannot be read or is no regular
// file.
std::optional<Bytes> read_file(const std::string& path);
std::optional<std::string> read_text_file(const std::string& path);

bool is_directory(const std::string& path);
bool is_regular_file(const std::string& path);
// With symbolic links resolved; `path` itself if that fails.
std::string real_path(const std::string& path);
// The part before the last '/', "." if there is none.
std::string parent_directory(const std::string& path);
// The part before the last '/' of an internal name or resource path, "" if there is none.
std::string_view package_of(std::string_view name);

// False for names that could leave the directory they are looked up in, or mean more than one place: empty parts, "."
// and "..", NUL.
bool is_safe_relative_path(std::string_view path);
// Class names are modified UTF-8, file and archive names UTF-8: they differ in characters above U+FFFF only.
std::string to_utf8(std::string_view modified_utf8);

Bytes to_bytes(std::vector<uint8_t> content, std::string origin);
std::string_view as_text(const Bytes& bytes);

[[noreturn]] void fail_path(const std::string& path, std::string_view found, std::string_view expected);
[[noreturn]] void fail_path(const std::string& path, uint64_t offset, std::string_view found,
                            std::string_view expected);

}  // namespace jmc::classfile
