// Which loader has which module of the JDK, and what its modules provide.
//
// A build of the JDK decides which of its modules the boot loader defines, and which the platform loader; all others
// are the system loader's. It keeps the two lists in the initialiser of jdk.internal.module.ModuleLoaderMap$Modules,
// where they are read from: lists of another JDK would be wrong for some of its modules.
#include <algorithm>
#include <sstream>
#include <utility>

#include "classfile/bytecode.hpp"
#include "classfile/class_file.hpp"
#include "vm/class/modules.hpp"
#include "vm/code/bytecodes.hpp"

namespace jmc::vm {

namespace {

namespace bc = classfile::bc;

constexpr std::string_view kLists = "jdk/internal/module/ModuleLoaderMap$Modules";

// The strings that the initialiser has loaded when it sets each static field, in order.
std::map<std::string, std::vector<std::string>, std::less<>> constant_sets(const classfile::ClassFile& file) {
  std::map<std::string, std::vector<std::string>, std::less<>> out;
  const auto initialiser = std::find_if(file.methods.begin(), file.methods.end(),
                                        [](const classfile::Method& m) { return m.name == "<clinit>" && m.code; });
  if (initialiser == file.methods.end()) return out;
  const std::span<const uint8_t> code = initialiser->code->bytecode;
  const auto u2 = [&](size_t at) { return static_cast<uint16_t>(code[at] << 8 | code[at + 1]); };
  std::vector<std::string> loaded;
  const auto load = [&](uint16_t constant) {
    if (file.pool.tag(constant) == classfile::Tag::String) loaded.emplace_back(file.pool.string(constant));
  };
  for (uint32_t at = 0, length = 0; (length = instruction_length(code, at)); at += length) {
    switch (code[at]) {
      case bc::ldc: load(code[at + 1]); break;
      case bc::ldc_w: load(u2(at + 1)); break;
      case bc::putstatic: out[std::string(file.pool.member(u2(at + 1)).name)] = std::exchange(loaded, {}); break;
      default: break;
    }
  }
  return out;
}

// The lines of META-INF/services/NAME: a class name, and what follows a '#' is a comment.
void add_lines(const classfile::Bytes& file, std::vector<std::string>& out) {
  std::istringstream lines(std::string(file.data.begin(), file.data.end()));
  for (std::string line; std::getline(lines, line);) {
    line = line.substr(0, line.find('#'));
    const size_t from = line.find_first_not_of(" \t\r");
    if (from == line.npos) continue;
    out.push_back(line.substr(from, line.find_last_not_of(" \t\r") - from + 1));
  }
}

}  // namespace

std::vector<std::string> services_of(const classfile::ClassPath& path, std::string_view service) {
  std::string resource = "META-INF/services/" + std::string(service);
  std::replace(resource.begin() + sizeof "META-INF/services", resource.end(), '/', '.');
  std::vector<std::string> out;
  for (const auto& entry : path.entries())
    if (const auto file = entry->find_resource(resource)) add_lines(*file, out);
  for (std::string& name : out) std::replace(name.begin(), name.end(), '.', '/');
  return out;
}

JdkLoader Modules::loader_of(std::string_view module) {
  if (!read_loaders_) {
    read_loaders_ = true;
    if (const auto bytes = vm_.jdk.boot.find_class(kLists); bytes && described()) {
      const classfile::ClassFile file = classfile::parse(*bytes);
      const auto sets = constant_sets(file);
      const auto boot = sets.find("bootModules"), platform = sets.find("platformModules");
      if (boot != sets.end() && platform != sets.end()) {
        for (std::string& name : classfile::module_names(vm_.jdk.boot)) loaders_[std::move(name)] = JdkLoader::System;
        for (const std::string& name : platform->second) loaders_[name] = JdkLoader::Platform;
        for (const std::string& name : boot->second) loaders_.erase(name);
      }
    }
  }
  const auto it = loaders_.find(module);
  return it == loaders_.end() ? JdkLoader::Boot : it->second;
}

std::vector<std::string> Modules::providers_of(std::string_view service) {
  if (!described()) return services_of(vm_.jdk.boot, service);
  std::vector<std::string> out;
  const std::vector<std::string> names = classfile::module_names(vm_.jdk.boot);
  for (const JdkLoader loader : {JdkLoader::System, JdkLoader::Platform, JdkLoader::Boot})
    for (const std::string& name : names) {
      if (loader_of(name) != loader || !present(name)) continue;
      for (const auto& p : find(name)->file->provides)
        if (p.service == service) out.insert(out.end(), p.providers.begin(), p.providers.end());
    }
  return out;
}

}  // namespace jmc::vm
