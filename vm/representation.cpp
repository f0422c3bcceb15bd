#include "vm/representation.hpp"

#include <algorithm>
#include <set>

#include "classfile/class_file.hpp"
#include "vm/bytecodes.hpp"

namespace jmc::vm {

namespace {

using classfile::ClassFile;

std::optional<ClassFile> read(const classfile::ClassPath& path, std::string_view name) {
  try {
    if (auto bytes = path.find_class(name)) return classfile::parse(std::move(*bytes));
  } catch (const std::runtime_error&) {}
  return std::nullopt;
}

std::vector<std::string> referenced_classes(const ClassFile& file) {
  std::vector<std::string> names;
  for (uint16_t i = 1; i < file.pool.size(); ++i)
    if (file.pool.tag(i) == classfile::Tag::Class)
      if (const std::string_view name = file.pool.class_name(i); !name.empty() && name[0] != '[')
        names.emplace_back(name);
  return names;
}

// Classes that a constructor or static initialiser of the class allocates.
std::vector<std::string> allocated(const ClassFile& file) {
  std::vector<std::string> names;
  for (const auto& m : file.methods) {
    if (!m.code || m.name.empty() || m.name[0] != '<') continue;
    const auto code = m.code->bytecode;
    for (uint32_t at = 0; at < code.size();) {
      constexpr uint8_t kNew = 187;
      if (code[at] == kNew && at + 2 < code.size()) {
        const auto index = static_cast<uint16_t>(code[at + 1] << 8 | code[at + 2]);
        if (index < file.pool.size() && file.pool.tag(index) == classfile::Tag::Class)
          names.emplace_back(file.pool.class_name(index));
      }
      const uint32_t length = instruction_length(code, at);
      if (!length) break;
      at += length;
    }
  }
  return names;
}

bool is_throwable(std::string_view name, const classfile::ClassPath& user, const classfile::ClassPath& boot) {
  std::string at(name);
  for (int depth = 0; depth < 32 && !at.empty(); ++depth) {
    if (at == "java/lang/Throwable") return true;
    auto file = read(boot, at);
    if (!file) file = read(user, at);
    if (!file) return false;
    at = file->super_name;
  }
  return false;
}

}  // namespace

std::vector<std::string> representation_classes(const ClassPatterns& list, std::string_view main_class,
                                                const classfile::ClassPath& user, const classfile::ClassPath& boot) {
  // The user's classes that the program can name, and the listed classes that they name.
  std::set<std::string> seen{std::string(main_class)}, found;
  std::vector<std::string> work{std::string(main_class)}, listed;
  while (!work.empty() && seen.size() < 20'000) {
    const std::string name = std::move(work.back());
    work.pop_back();
    if (list.matches(name)) listed.push_back(name);
    const auto file = read(user, name);
    if (!file) continue;
    for (std::string& next : referenced_classes(*file))
      if (seen.insert(next).second) work.push_back(std::move(next));
  }
  while (!listed.empty()) {
    const std::string name = std::move(listed.back());
    listed.pop_back();
    auto file = read(boot, name);
    if (!file) file = read(user, name);
    if (!file) continue;
    for (const std::string& part : allocated(*file)) {
      // Synchronizers are visible whatever the list says; naming them would say that they are under test.
      if (is_synchronizer(part) || part.starts_with("java/lang/") || list.matches(part) ||
          is_throwable(part, user, boot))
        continue;
      std::string dotted = part;
      std::replace(dotted.begin(), dotted.end(), '/', '.');
      if (found.insert(dotted).second) listed.push_back(part);
    }
  }
  return {found.begin(), found.end()};
}

}  // namespace jmc::vm
