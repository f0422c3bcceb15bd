// Jar files. Internal to classfile/.
#pragma once

#include <memory>
#include <string>

#include "classfile/class_path_entry.hpp"
#include "classfile/manifest.hpp"
#include "classfile/zip_archive.hpp"

namespace jmc::classfile {

class Jar : public ClassPathEntry {
 public:
  Jar(const std::string& path, int release);
  std::optional<Bytes> find_class(std::string_view internal_name) override;
  std::optional<Bytes> find_resource(std::string_view path) override;
  bool has_package(std::string_view package) override;
  std::string_view module_of_package(std::string_view) override { return {}; }
  const std::string& location() const override { return archive_.path(); }
  const Manifest& manifest() const { return manifest_; }

 private:
  void read_manifest();
  void add_versions(int release);

  ZipArchive archive_;
  ZipIndex index_;
  Manifest manifest_;
};

}  // namespace jmc::classfile
