#include "vm/visibility/representation.hpp"

#include <algorithm>
#include <set>

#include "base/attempt.hpp"
#include "classfile/class_file.hpp"
#include "vm/class/program_classes.hpp"
#include "vm/code/bytecodes.hpp"

namespace jmc::vm {

namespace {

using classfile::ClassFile;

std::optional<ClassFile> read(const classfile::ClassPath& path, std::string_view name) {
  std::optional<ClassFile> file;
  base::attempt<std::runtime_error>([&] {
    if (auto bytes = path.find_class(name)) file = classfile::parse(std::move(*bytes));
  });
  return file;
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
  std::set<std::string> found;
  std::vector<std::string> listed;
  walk_program({std::string(main_class)}, user, [&](const std::string& name, const ClassFile*) {
    if (list.matches(name)) listed.push_back(name);
    return Walk::On;
  });
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
