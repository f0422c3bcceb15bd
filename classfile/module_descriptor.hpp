// What module-info says (JVMS 4.7.25), where a JDK keeps those of its modules, and what a jar adds to them.
//
// Ownership: a descriptor refers to the bytes of its class file and keeps them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "classfile/class_path.hpp"

namespace jmc::classfile {

// Names of packages have slashes; names of classes are internal ones.
struct ModuleDescriptor {
  struct Requires {
    std::string_view module;
    uint16_t flags;
  };
  struct Exports {  // or opens
    std::string_view package;
    std::vector<std::string_view> to;  // empty: all
  };
  struct Provides {
    std::string_view service;
    std::vector<std::string_view> providers;  // in the order of the file
  };
  std::string_view name;
  uint16_t flags = 0;
  std::vector<Requires> requires_modules;
  std::vector<Exports> exports, opens;
  std::vector<std::string_view> uses;  // services
  std::vector<Provides> provides;
  uint16_t resolution = 0;  // flags of the JDK's attribute ModuleResolution
  std::shared_ptr<const void> bytes;
};

// Of a class file module-info; null: it is a class. Throws FormatError.
std::unique_ptr<ModuleDescriptor> parse_module(Bytes bytes);

// Of an entry of a boot path that has modules: a jimage has many, a jmod one.
class ModuleSource {
 public:
  virtual ~ModuleSource() = default;
  virtual std::vector<std::string> module_names() = 0;
  virtual std::optional<Bytes> module_descriptor(std::string_view module) = 0;
};

std::vector<std::string> module_names(const ClassPath& path);  // sorted
// Null: there is no such module. Throws FormatError.
std::unique_ptr<ModuleDescriptor> find_module(const ClassPath& path, std::string_view module);

// "MODULE/PACKAGE" each, with dots.
struct ModuleGrants {
  std::vector<std::string> exports, opens;
};
// Add-Exports and Add-Opens in the manifest of a jar. Throws PathError.
ModuleGrants grants_of_jar(const std::string& path);

}  // namespace jmc::classfile
