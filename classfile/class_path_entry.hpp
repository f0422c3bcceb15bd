// One element of a class path, and how to open each kind of it.
//
// Ownership: Bytes that an entry returns stay valid as long as their `owner` lives. Not for concurrent use. Names are
// internal names
// ("java/lang/Object"); resources have full paths ("META-INF/x").
#pragma once

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "classfile/class_file.hpp"

namespace jmc::classfile {

// A path, archive or image that cannot be used. what() is one line naming it, the byte offset where there is one, and
// what was expected.
class PathError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// One element of a class path.
class ClassPathEntry {
 public:
  virtual ~ClassPathEntry() = default;
  virtual std::optional<Bytes> find_class(std::string_view internal_name) = 0;
  virtual std::optional<Bytes> find_resource(std::string_view path) = 0;
  virtual bool has_package(std::string_view package) = 0;                    // "java/util"
  virtual std::string_view module_of_package(std::string_view package) = 0;  // empty outside of jmod and jimage
  virtual const std::string& location() const = 0;
};

std::unique_ptr<ClassPathEntry> open_directory(const std::string& path);
// `release` selects META-INF/versions/N with N <= release when the manifest says Multi-Release: true.
std::unique_ptr<ClassPathEntry> open_jar(const std::string& path, int release);
std::unique_ptr<ClassPathEntry> open_jmod(const std::string& path);
std::unique_ptr<ClassPathEntry> open_jimage(const std::string& path);

}  // namespace jmc::classfile
