#include "vm/class/modules.hpp"

#include <algorithm>

#include "base/split.hpp"
#include "vm/native.hpp"

namespace jmc::vm {

namespace {

constexpr std::string_view kJavaBase = "java.base";
constexpr uint16_t kOnlyIfAskedFor = 1;    // of ModuleResolution
constexpr uint16_t kOpenModule = 0x20;     // JVMS 4.7.25: ACC_OPEN,
constexpr uint16_t kTransitive = 0x20;     // ACC_TRANSITIVE,
constexpr uint16_t kAtCompileTime = 0x40;  // ACC_STATIC_PHASE
constexpr std::string_view kAllUnnamed = "ALL-UNNAMED";

std::string key_of(std::string_view module, std::string_view package) {
  std::string key(module);
  return (key += '/') += package;
}

bool lets(const std::vector<classfile::ModuleDescriptor::Exports>& list, std::string_view package,
          const ModuleReader& to) {
  const auto it = std::find_if(list.begin(), list.end(), [&](const auto& e) { return e.package == package; });
  if (it == list.end()) return false;
  return it->to.empty() ||
         (to.kind == ModuleReader::Named && std::find(it->to.begin(), it->to.end(), to.name) != it->to.end());
}

bool exports_to_all(const classfile::ModuleDescriptor& m) {
  return std::any_of(m.exports.begin(), m.exports.end(), [](const auto& e) { return e.to.empty(); });
}

}  // namespace

Modules::Module* Modules::find(std::string_view module) {
  auto it = modules_.find(module);
  if (it == modules_.end())
    it = modules_.emplace(module, Module{classfile::find_module(vm_.jdk.boot, module), {}}).first;
  return it->second.file ? &it->second : nullptr;
}

// Where the program lies on the class path: JEP 261, "root modules".
void Modules::add_roots(std::vector<std::string>& waiting) {
  bool all = false;
  for (const std::string& list : options_.add_modules)
    for (const std::string& name : base::split(list, ',')) {
      if (name == "ALL-SYSTEM") all = true;
      else if (!name.empty() && name != "ALL-DEFAULT" && name != "ALL-MODULE-PATH") waiting.push_back(name);
    }
  for (const std::string& name : classfile::module_names(vm_.jdk.boot)) {
    const Module* m = find(name);
    if (m && (all || (exports_to_all(*m->file) && !(m->file->resolution & kOnlyIfAskedFor)))) waiting.push_back(name);
  }
}

// The roots, what they require, and what provides a service that one of those uses.
void Modules::find_present() {
  found_present_ = true;
  present_.insert(std::string(kJavaBase));
  std::vector<std::string> waiting;
  add_roots(waiting);
  const std::vector<std::string> names = classfile::module_names(vm_.jdk.boot);
  std::set<std::string_view> used;
  for (bool more = true; more;) {
    while (!waiting.empty()) {
      const std::string name = std::move(waiting.back());
      waiting.pop_back();
      const Module* m = find(name);
      if (!m || (!present_.insert(name).second && name != kJavaBase)) continue;
      for (const auto& r : m->file->requires_modules)
        if (!(r.flags & kAtCompileTime) && !present_.contains(r.module)) waiting.emplace_back(r.module);
    }
    for (const std::string& name : present_)
      if (const Module* m = find(name)) used.insert(m->file->uses.begin(), m->file->uses.end());
    for (const std::string& name : names) {
      if (present_.contains(name)) continue;
      const auto& provided = find(name)->file->provides;
      if (std::any_of(provided.begin(), provided.end(), [&](const auto& p) { return used.contains(p.service); }))
        waiting.push_back(name);
    }
    more = !waiting.empty();
  }
}

bool Modules::present(std::string_view module) {
  if (module == kJavaBase || vm_.jdk.release < 9 || !described()) return true;
  if (!found_present_) find_present();
  return present_.contains(module);
}

bool Modules::has_package(std::string_view module, std::string_view package) const {
  return vm_.jdk.boot.module_of_package(package) == module;
}

bool Modules::exports(std::string_view module, std::string_view package, const ModuleReader& to, bool open) {
  if (!described()) return true;
  if (!has_package(module, package)) return false;
  if (to.kind == ModuleReader::Named && to.name == module) return true;
  if (!checked() && to.kind == ModuleReader::Unnamed) return true;
  const Module* m = find(module);
  if (!m) return true;  // a JDK without descriptors
  const classfile::ModuleDescriptor& d = *m->file;
  if (d.flags & kOpenModule || lets(d.opens, package, to) || (!open && lets(d.exports, package, to))) return true;
  if (exported_.empty() && opened_.empty()) return false;
  const std::string key = key_of(module, package);
  const auto granted = [&](const ByName& rights) {
    const auto it = rights.find(key);
    if (it == rights.end()) return false;
    return to.kind == ModuleReader::Unnamed ? it->second.unnamed
                                            : to.kind == ModuleReader::Named && it->second.named.contains(to.name);
  };
  return granted(opened_) || (!open && granted(exported_));
}

// Direct requirements, and what those require transitively.
bool Modules::reads(std::string_view module, const ModuleReader& other) {
  const auto more = more_reads_.find(module);
  if (other.kind == ModuleReader::Unnamed) return more != more_reads_.end() && more->second.unnamed;
  if (other.kind == ModuleReader::Named &&
      (module == other.name || (more != more_reads_.end() && more->second.named.contains(other.name))))
    return true;
  Module* m = find(module);
  if (!m) return other.kind == ModuleReader::Named;
  if (!m->has_reads) {
    m->has_reads = true;
    std::vector<std::string_view> waiting;
    for (const auto& r : m->file->requires_modules)
      if (present(r.module)) waiting.push_back(r.module);
    while (!waiting.empty()) {
      const std::string_view name = waiting.back();
      waiting.pop_back();
      if (!m->reads.insert(std::string(name)).second) continue;
      if (const Module* required = find(name))
        for (const auto& r : required->file->requires_modules)
          if (r.flags & kTransitive && present(r.module)) waiting.push_back(r.module);
    }
  }
  return other.kind == ModuleReader::Named && m->reads.contains(other.name);
}

bool Modules::uses(std::string_view module, std::string_view service) {
  const Module* m = find(module);
  if (!m) return true;
  const auto& used = m->file->uses;
  return std::find(used.begin(), used.end(), service) != used.end();
}

void Modules::add_of_manifest(const classfile::ModuleGrants& grants) {
  const auto add = [&](const std::vector<std::string>& given, ByName& rights) {
    for (const std::string& word : given) {
      const std::vector<std::string> parts = base::split(word, '/');
      if (parts.size() != 2) continue;
      std::string package = parts[1];
      std::replace(package.begin(), package.end(), '.', '/');
      rights[key_of(parts[0], package)].unnamed = true;
    }
  };
  add(grants.exports, exported_);
  add(grants.opens, opened_);
}

void Modules::grant(ByName& rights, const std::string& key, const std::string& targets, const char* option) {
  for (const std::string& target : base::split(targets, ',')) {
    if (target.empty()) continue;
    if (target == kAllUnnamed) rights[key].unnamed = true;
    else if (present(target)) rights[key].named.insert(target);
    else warnings_.push_back("Unknown module: " + target + " specified to " + option);
  }
}

void Modules::add_packages(const std::vector<std::string>& given, const char* option, ByName& rights) {
  for (const std::string& text : given) {
    const size_t slash = text.find('/'), equals = text.find('=');
    const std::string module = text.substr(0, slash), name = text.substr(slash + 1, equals - slash - 1);
    std::string package = name;
    std::replace(package.begin(), package.end(), '.', '/');
    if (!present(module)) warnings_.push_back("Unknown module: " + module + " specified to " + option);
    else if (!has_package(module, package)) warnings_.push_back("package " + name + " not in " + module);
    else grant(rights, key_of(module, package), text.substr(equals + 1), option);
  }
}

std::vector<std::string> Modules::set_options(ModuleOptions options) {
  options_ = std::move(options);
  for (const std::string& list : options_.add_modules)
    for (const std::string& name : base::split(list, ','))
      if (!name.empty() && name != "ALL-DEFAULT" && name != "ALL-SYSTEM" && name != "ALL-MODULE-PATH" && !find(name))
        throw classfile::PathError("--add-modules=" + list + ": Module " + name + " not found, expected one of " +
                                   vm_.jdk.home);
  for (const std::string& text : options_.add_reads) {
    const size_t equals = text.find('=');
    const std::string module = text.substr(0, equals);
    if (present(module)) grant(more_reads_, module, text.substr(equals + 1), "--add-reads");
    else warnings_.push_back("Unknown module: " + module + " specified to --add-reads");
  }
  add_packages(options_.add_exports, "--add-exports", exported_);
  add_packages(options_.add_opens, "--add-opens", opened_);
  return std::move(warnings_);
}

bool package_accessible(Vm& vm, const Klass* from, const Klass* k) {
  Modules& modules = facility<Modules>(vm);
  return !modules.checked() || modules.trusted(from) || modules.exports(k->module, k->package, {}, false);
}

}  // namespace jmc::vm
