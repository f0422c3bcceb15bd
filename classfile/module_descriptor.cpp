#include "classfile/module_descriptor.hpp"

#include <algorithm>

#include "base/split.hpp"
#include "classfile/jar.hpp"
#include "classfile/parser.hpp"

namespace jmc::classfile {

std::vector<ModuleDescriptor::Exports> Parser::read_exports(const char* what) {
  const uint16_t packages = count(6, what);
  std::vector<ModuleDescriptor::Exports> out;
  out.reserve(packages);
  for (uint16_t i = 0; i < packages; ++i) {
    ModuleDescriptor::Exports& e = out.emplace_back();
    e.package = text(entry(index_of(Tag::Package, "a package of a module")).a);
    u2("the flags of a package");
    const uint16_t targets = count(2, "the number of modules that a package is for");
    e.to.reserve(targets);
    for (uint16_t t = 0; t < targets; ++t)
      e.to.push_back(text(entry(index_of(Tag::Module, "a module that a package is for")).a));
  }
  return out;
}

void Parser::read_module() {
  ModuleDescriptor& m = *module_;
  m.name = file_.module_name = text(entry(index_of(Tag::Module, "the module name")).a);
  m.flags = u2("the flags of a module");
  optional_index_of(Tag::Utf8, "the version of a module");
  const uint16_t required = count(6, "the number of required modules");
  m.requires_modules.reserve(required);
  for (uint16_t i = 0; i < required; ++i) {
    const std::string_view name = text(entry(index_of(Tag::Module, "a required module")).a);
    m.requires_modules.push_back({name, u2("the flags of a required module")});
    optional_index_of(Tag::Utf8, "the version of a required module");
  }
  m.exports = read_exports("the number of exported packages");
  m.opens = read_exports("the number of opened packages");
  m.uses = read_class_list("a service that is used");
  const uint16_t provided = count(4, "the number of services that are provided");
  m.provides.reserve(provided);
  for (uint16_t i = 0; i < provided; ++i) {
    const std::string_view service = read_class("a service that is provided");
    m.provides.push_back({service, read_class_list("a provider of a service")});
  }
}

std::unique_ptr<ModuleDescriptor> parse_module(Bytes bytes) {
  auto descriptor = std::make_unique<ModuleDescriptor>();
  descriptor->bytes = bytes.owner;
  Parser parser(std::move(bytes));
  parser.keep_module(descriptor.get());
  const ClassFile file = parser.run();
  return file.module_name.empty() ? nullptr : std::move(descriptor);
}

std::vector<std::string> module_names(const ClassPath& path) {
  std::vector<std::string> out;
  for (const auto& entry : path.entries())
    if (auto* source = dynamic_cast<ModuleSource*>(entry.get()))
      for (std::string& name : source->module_names()) out.push_back(std::move(name));
  std::sort(out.begin(), out.end());
  return out;
}

std::unique_ptr<ModuleDescriptor> find_module(const ClassPath& path, std::string_view module) {
  for (const auto& entry : path.entries())
    if (auto* source = dynamic_cast<ModuleSource*>(entry.get()))
      if (auto bytes = source->module_descriptor(module)) return parse_module(std::move(*bytes));
  return nullptr;
}

ModuleGrants grants_of_jar(const std::string& path) {
  const Jar jar(path, 0);
  const auto words = [](const std::string& text) {
    std::vector<std::string> out;
    for (std::string& word : base::split(text, ' '))
      if (!word.empty()) out.push_back(std::move(word));
    return out;
  };
  return {words(jar.manifest().add_exports), words(jar.manifest().add_opens)};
}

}  // namespace jmc::classfile
