#include "classfile/class_path.hpp"

#include <dirent.h>

#include <algorithm>

#include "base/split.hpp"
#include "classfile/files.hpp"
#include "classfile/jar.hpp"
#include "classfile/names.hpp"

namespace jmc::classfile {
namespace {

class Directory : public ClassPathEntry {
 public:
  explicit Directory(const std::string& path) : path_(path), prefix_(path) {
    if (!is_directory(path)) fail_path(path, "no directory", "a directory");
    if (prefix_.back() != '/') prefix_ += '/';
  }

  std::optional<Bytes> find_class(std::string_view internal_name) override {
    return find_resource(to_utf8(internal_name) + ".class");
  }

  std::optional<Bytes> find_resource(std::string_view path) override {
    if (!is_safe_relative_path(path)) return std::nullopt;
    return read_file(prefix_ + std::string(path));
  }

  bool has_package(std::string_view package) override {
    if (!package.empty() && !is_safe_relative_path(package)) return false;
    DIR* directory = ::opendir((prefix_ + to_utf8(package)).c_str());
    if (directory == nullptr) return false;
    bool found = false;
    while (const dirent* entry = ::readdir(directory)) {
      if (std::string_view(entry->d_name).ends_with(".class")) {
        found = true;
        break;
      }
    }
    ::closedir(directory);
    return found;
  }

  std::string_view module_of_package(std::string_view) override { return {}; }
  const std::string& location() const override { return path_; }

 private:
  std::string path_, prefix_;
};

bool is_jar_name(std::string_view name) { return name.ends_with(".jar") || name.ends_with(".JAR"); }

// The jars of "dir/*", by name: java leaves the order open, and a fixed one makes runs repeatable.
std::vector<std::string> jars_in(const std::string& directory) {
  std::vector<std::string> out;
  DIR* handle = ::opendir(directory.c_str());
  if (handle == nullptr) return out;
  while (const dirent* entry = ::readdir(handle)) {
    std::string path = (directory.ends_with('/') ? directory : directory + "/") + entry->d_name;
    if (is_jar_name(path) && is_regular_file(path)) out.push_back(std::move(path));
  }
  ::closedir(handle);
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace

std::unique_ptr<ClassPathEntry> open_directory(const std::string& path) { return std::make_unique<Directory>(path); }

void ClassPath::add_list(std::string_view list, int release, std::vector<std::string>* skipped) {
  std::vector<std::string> waiting;  // the next one is at the back
  std::vector<std::string> named;    // in the list; what a jar's manifest names may be missing, and often is
  const auto skip = [&](const std::string& element, const char* why) {
    if (skipped) skipped->push_back(one_line(element) + why);
  };
  for (std::string& element : base::split(list, ':')) {
    if (element == "*" || element.ends_with("/*")) {
      element.pop_back();
      std::vector<std::string> jars = jars_in(element.empty() ? "." : element);
      if (!is_directory(element.empty() ? "." : element)) skip(element + "*", ": there is no such folder");
      else if (jars.empty())
        skip(element + "*", ": there is no jar in this folder; class files are found by its name without /*");
      waiting.insert(waiting.end(), jars.begin(), jars.end());
    } else {
      waiting.push_back(element.empty() ? "." : element);
      named.push_back(waiting.back());
    }
  }
  std::reverse(waiting.begin(), waiting.end());

  // A second look at the same place finds nothing new; and jars may name each other in circles.
  std::vector<std::string> known;
  for (const auto& entry : entries_) known.push_back(real_path(entry->location()));
  while (!waiting.empty()) {
    std::string path = std::move(waiting.back());
    waiting.pop_back();
    std::string real = real_path(path);
    if (std::find(known.begin(), known.end(), real) != known.end()) continue;
    if (is_directory(path)) {
      add(open_directory(path));
    } else if (is_regular_file(path)) {
      auto jar = std::make_unique<Jar>(path, release);
      std::vector<std::string> more = class_path_elements(path, jar->manifest().class_path);
      waiting.insert(waiting.end(), more.rbegin(), more.rend());
      add(std::move(jar));
    } else {
      if (std::find(named.begin(), named.end(), path) != named.end()) skip(path, ": there is no such file or folder");
      continue;
    }
    known.push_back(std::move(real));
  }
}

std::optional<Bytes> ClassPath::find_class(std::string_view internal_name) const {
  for (const auto& entry : entries_) {
    if (auto found = entry->find_class(internal_name)) return found;
  }
  return std::nullopt;
}

std::optional<Bytes> ClassPath::find_resource(std::string_view path) const {
  for (const auto& entry : entries_) {
    if (auto found = entry->find_resource(path)) return found;
  }
  return std::nullopt;
}

bool ClassPath::has_package(std::string_view package) const {
  return std::any_of(entries_.begin(), entries_.end(), [&](const auto& entry) { return entry->has_package(package); });
}

std::string_view ClassPath::module_of_package(std::string_view package) const {
  for (const auto& entry : entries_) {
    std::string_view module = entry->module_of_package(package);
    if (!module.empty()) return module;
  }
  return {};
}

}  // namespace jmc::classfile
