#include "listeners/sources.hpp"

#include <filesystem>

#include "base/attempt.hpp"
#include "base/split.hpp"
#include "base/whole_file.hpp"
#include "listeners/text.hpp"

namespace jmc::listeners {

namespace {

constexpr uintmax_t kLargestSource = 16u << 20;

std::string text_of(const std::optional<classfile::Bytes>& bytes) {
  if (!bytes || bytes->data.size() > kLargestSource) return {};
  return {reinterpret_cast<const char*>(bytes->data.data()), bytes->data.size()};
}

std::string read(const std::filesystem::path& file) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error) || std::filesystem::file_size(file, error) > kLargestSource ||
      error)
    return {};
  return base::whole_file(file).value_or("");
}

std::optional<classfile::Bytes> resource(const classfile::ClassPath& path, const std::string& name) {
  try {
    return path.find_resource(name);
  } catch (const classfile::PathError&) {
    return std::nullopt;  // a story is worth telling without this line
  }
}

}  // namespace

Sources::Sources(vm::Vm& vm, const std::string& source_path) : vm_(vm) {
  if (source_path.empty()) return;
  path_.add_list(source_path, vm.jdk.release);
  std::error_code none;
  for (const std::string& folder : base::split(source_path, ':'))
    if (std::filesystem::is_directory(folder, none)) folders_.push_back(folder);
}

// The folders that may have the sources of a class file: where Maven (target/classes), Gradle
// (build/classes/java/main) and IDEs (bin, out/production/NAME) have the sources of classes in such a folder.
std::vector<std::filesystem::path> Sources::source_folders(const Class& k) {
  namespace fs = std::filesystem;
  constexpr int kMostAbove = 4;
  fs::path folder = fs::path(k.origin).parent_path();
  std::vector<fs::path> out;
  for (const char c : k.package.empty() ? std::string() : k.package + "/")
    if (c == '/') folder = folder.parent_path();
  std::error_code none;
  folder = fs::absolute(folder, none).lexically_normal();
  for (int i = 0; i < kMostAbove && folder.has_relative_path(); ++i) {
    folder = folder.parent_path();
    if (!fs::is_directory(folder / "src", none)) continue;
    for (const char* part : {"main", "test"})
      for (const char* language : {"java", "kotlin", "scala"}) out.push_back(folder / "src" / part / language);
    out.push_back(folder / "src");
  }
  return out;
}

std::string Sources::find(const Class& k, std::string& path) {
  const std::string& file = k.file;
  const std::string qualified = k.package.empty() ? file : k.package + "/" + file;
  std::string text;
  const auto try_file = [&](const std::filesystem::path& candidate) {
    if (text.empty()) text = read(candidate), path = text.empty() || k.boot ? "" : candidate.string();
  };
  for (const std::string& name : {qualified, file})
    for (const std::string& folder : folders_) try_file(std::filesystem::path(folder) / name);
  if (text.empty()) text = text_of(resource(path_, qualified));
  if (text.empty()) text = text_of(resource(path_, file));
  if (!text.empty()) return text;
  if (!k.boot) {
    const bool of_folder = k.origin.find("!/") == std::string::npos;
    if (of_folder) {
      try_file(std::filesystem::path(k.origin).parent_path() / file);
      for (const std::filesystem::path& folder : source_folders(k)) try_file(folder / qualified);
    }
    if (text.empty()) text = text_of(resource(vm_.user, qualified));
    return text;
  }
  if (k.stub) return {};
  if (!jdk_tried_) {
    jdk_tried_ = true;
    for (const char* where : {"/lib/src.zip", "/src.zip"}) {
      std::error_code error;
      const std::string archive = vm_.jdk.home + where;
      if (jdk_ || !std::filesystem::is_regular_file(archive, error)) continue;
      base::attempt<classfile::PathError>([&] { jdk_ = classfile::open_jar(archive, vm_.jdk.release); });
    }
  }
  if (!jdk_) return {};
  base::attempt<classfile::PathError>([&] {
    if (!k.module.empty()) text = text_of(jdk_->find_resource(k.module + "/" + qualified));
    if (text.empty()) text = text_of(jdk_->find_resource(qualified));
  });
  return text;
}

Sources::Class Sources::of(const vm::Klass& k) {
  return {std::string(k.package),
          k.file ? std::string(k.file->source_file) : "",
          k.origin,
          std::string(k.module),
          k.boot,
          k.stub};
}

Sources::Class Sources::of(const classfile::ClassFile& c, const std::string& origin) {
  const size_t slash = c.name.rfind('/');
  return {std::string(c.name.substr(0, slash == std::string_view::npos ? 0 : slash)),
          std::string(c.source_file),
          origin,
          "",
          false,
          false};
}

const Sources::File* Sources::load(const Class& k) {
  if (k.file.empty() || k.file.find('/') != std::string::npos) return nullptr;
  const std::string key = k.package + "/" + k.file;
  auto it = files_.find(key);
  if (it == files_.end()) {
    File found;
    found.lines = lines_of(find(k, found.path));
    it = files_.emplace(key, std::move(found)).first;
  }
  return &it->second;
}

std::string Sources::line(const vm::Klass& k, int number) {
  const File* file = load(k);
  if (!file || number < 1 || static_cast<size_t>(number) > file->lines.size()) return {};
  std::string text = file->lines[static_cast<size_t>(number) - 1];
  const size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string::npos) return {};
  text = text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  return text;
}

std::string Sources::path(const vm::Klass& k) {
  const File* file = load(k);
  return file ? file->path : std::string();
}

std::string Sources::path(const classfile::ClassFile& c, const std::string& origin) {
  const File* file = load(of(c, origin));
  return file ? file->path : std::string();
}

}  // namespace jmc::listeners
