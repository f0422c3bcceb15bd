// jmod files: the bytes 'J' 'M', a version, then a zip whose offsets count from behind them. Classes lie under
// classes/.
#include <cstring>
#include <optional>
#include <string>

#include "classfile/class_file.hpp"
#include "classfile/class_path.hpp"
#include "classfile/files.hpp"
#include "classfile/module_descriptor.hpp"
#include "classfile/zip_archive.hpp"

namespace jmc::classfile {
namespace {

constexpr uint64_t kJmodHeaderSize = 4;
constexpr std::string_view kClasses = "classes/";

uint64_t checked_start(const std::string& path) {
  MappedFile file(path);
  auto data = file.data();
  if (data.size() < kJmodHeaderSize) {
    fail_path(path, 0, std::to_string(data.size()) + " bytes", "the 4 bytes of a jmod header");
  }
  if (data[0] != 'J' || data[1] != 'M') {
    fail_path(path, 0, "bytes " + std::to_string(data[0]) + " " + std::to_string(data[1]), "\"JM\" of a jmod");
  }
  if (data[2] != 1) {
    fail_path(path, 2, "jmod version " + std::to_string(data[2]) + "." + std::to_string(data[3]), "version 1");
  }
  return kJmodHeaderSize;
}

class Jmod : public ClassPathEntry, public ModuleSource {
 public:
  explicit Jmod(const std::string& path) : archive_(path, checked_start(path)) {
    index_.entries.reserve(archive_.size());
    for (uint64_t i = 0; i < archive_.size(); ++i) {
      std::string_view name = archive_.name(i);
      if (name.starts_with(kClasses)) index_.add(name.substr(kClasses.size()), i);
    }
    index_.packages.erase("");  // module-info is in no package
  }

  std::optional<Bytes> find_class(std::string_view internal_name) override {
    return find_resource(to_utf8(internal_name) + ".class");
  }

  std::optional<Bytes> find_resource(std::string_view path) override {
    std::optional<uint64_t> found = index_.find(path);
    if (!found) return std::nullopt;
    return archive_.read(*found);
  }

  bool has_package(std::string_view package) override { return index_.packages.contains(package); }

  std::string_view module_of_package(std::string_view package) override {
    return has_package(package) ? name() : std::string_view();
  }

  std::vector<std::string> module_names() override { return {name()}; }

  std::optional<Bytes> module_descriptor(std::string_view module) override {
    return module == name() ? find_resource("module-info.class") : std::nullopt;
  }

  const std::string& location() const override { return archive_.path(); }

 private:
  const std::string& name() {
    if (!module_) {
      std::optional<Bytes> info = find_resource("module-info.class");
      if (!info) fail_path(archive_.path(), "no classes/module-info.class", "one that names the module");
      module_ = std::string(parse(std::move(*info)).module_name);
    }
    return *module_;
  }

  ZipArchive archive_;
  ZipIndex index_;
  std::optional<std::string> module_;  // read when first asked for
};

}  // namespace

std::unique_ptr<ClassPathEntry> open_jmod(const std::string& path) { return std::make_unique<Jmod>(path); }

}  // namespace jmc::classfile
