#include "listeners/sources.hpp"

#include <filesystem>
#include <fstream>

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
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
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
  if (!source_path.empty()) path_.add_list(source_path, vm.jdk.release);
}

std::string Sources::find(const vm::Klass& k, const std::string& file) {
  const std::string qualified = k.package.empty() ? file : std::string(k.package) + "/" + file;
  std::string text = text_of(resource(path_, qualified));
  if (text.empty()) text = text_of(resource(path_, file));
  if (!text.empty()) return text;
  if (!k.boot) {
    text = text_of(resource(vm_.user, qualified));
    if (text.empty()) text = read(std::filesystem::path(k.origin).parent_path() / file);
    return text;
  }
  if (k.stub) return {};
  if (!jdk_tried_) {
    jdk_tried_ = true;
    for (const char* where : {"/lib/src.zip", "/src.zip"}) {
      std::error_code error;
      const std::string archive = vm_.jdk.home + where;
      if (jdk_ || !std::filesystem::is_regular_file(archive, error)) continue;
      try {
        jdk_ = classfile::open_jar(archive, vm_.jdk.release);
      } catch (const classfile::PathError&) {}
    }
  }
  if (!jdk_) return {};
  try {
    if (!k.module.empty()) text = text_of(jdk_->find_resource(k.module + "/" + qualified));
    if (text.empty()) text = text_of(jdk_->find_resource(qualified));
  } catch (const classfile::PathError&) {}
  return text;
}

const Sources::Lines* Sources::load(const vm::Klass& k) {
  if (!k.file || k.file->source_file.empty()) return nullptr;
  const std::string file(k.file->source_file);
  if (file.find('/') != std::string::npos) return nullptr;
  const std::string key = std::string(k.package) + "/" + file;
  auto it = files_.find(key);
  if (it == files_.end()) it = files_.emplace(key, lines_of(find(k, file))).first;
  return &it->second;
}

std::string Sources::line(const vm::Klass& k, int number) {
  const Lines* lines = load(k);
  if (!lines || number < 1 || static_cast<size_t>(number) > lines->size()) return {};
  std::string text = (*lines)[static_cast<size_t>(number) - 1];
  const size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string::npos) return {};
  text = text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  return text;
}

}  // namespace jmc::listeners
