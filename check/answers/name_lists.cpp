#include "check/answers/name_lists.hpp"

#include <algorithm>

#include "check/options/advice.hpp"
#include "vm/class/klass.hpp"
#include "vm/vm.hpp"

namespace jmc::check {

namespace {

bool is_glob(const std::string& name) { return name.find_first_of("*?[") != std::string::npos; }

std::string meant(const std::string& nearest) { return nearest.empty() ? "" : "; is " + nearest + " meant?"; }

// Classes that have a name, as the user would write it: from the package on, or without it.
template <class F>
void for_each_named(const vm::Vm& vm, bool qualified, F&& visit) {
  for (uint32_t id = 0; id < vm.class_count(); ++id) {
    const vm::Klass& k = *vm.klass(id);
    if (!k.file || k.hidden) continue;
    std::string name = qualified ? k.name : k.name.substr(k.name.rfind('/') + 1);
    std::replace(name.begin(), name.end(), '/', '.');
    visit(k, std::move(name));
  }
}

// Of the classes that the program did load.
std::string near_class(const vm::Vm& vm, const std::string& written, const std::vector<std::string>& others = {}) {
  if (is_glob(written)) return {};
  const bool qualified = written.find('.') != std::string::npos;
  std::vector<std::string> names;
  for (const std::string& name : others) names.push_back(qualified ? name : name.substr(name.rfind('.') + 1));
  for_each_named(vm, qualified, [&](const vm::Klass& k, std::string name) {
    // Nested classes of the program only: of the JDK's there are too many with short names.
    if (k.name.find('$') == std::string::npos || !k.boot) names.push_back(std::move(name));
  });
  return meant(nearest_name(written, names));
}

std::string near_method(const vm::Vm& vm, const std::string& written) {
  if (is_glob(written)) return {};
  const size_t dot = written.rfind('.');
  std::vector<std::string> names;
  // The method of another name in a class that is meant, else the class.
  if (dot != std::string::npos) {
    const vm::ClassPatterns owner({written.substr(0, dot)});
    for_each_named(vm, false, [&](const vm::Klass& k, const std::string&) {
      if (owner.matches(k.name))
        for (const auto& m : k.methods)
          if (m->file) names.push_back(written.substr(0, dot + 1) + std::string(m->name));
    });
  }
  const std::string nearest = nearest_name(written, names);
  return nearest.empty() ? near_class(vm, dot == std::string::npos ? written : written.substr(0, dot)) : meant(nearest);
}

}  // namespace

std::vector<std::string> unmet_classes(const vm::Vm& vm, const vm::ClassPatterns& list, const std::string& option) {
  std::vector<std::string> out;
  for (const std::string& name : list.names()) {
    const vm::ClassPatterns one({name});
    bool met = false;
    for (uint32_t id = 0; !met && id < vm.class_count(); ++id) met = one.matches(vm.klass(id)->name);
    if (!met) out.push_back(unmet_class(vm, name, {}, option));
  }
  return out;
}

std::string unmet_class(const vm::Vm& vm, const std::string& name, const std::vector<std::string>& others,
                        const std::string& option) {
  return "--" + option + "=" + name + ": the program loaded no class of that name" + near_class(vm, name, others);
}

void unmet_methods(const vm::JvmSystem& system, std::vector<std::string>& unmet, std::vector<std::string>& warnings) {
  for (const std::string& seal : system.seals_unused())
    if (system.names_nothing(seal))
      unmet.push_back("--seal=" + seal + ": the program loaded no class or method of that name" +
                      near_method(system.vm(), seal));
    else warnings.push_back("--seal: no thread was met inside of " + seal);
}

std::vector<std::string> unmet_names(const vm::JvmSystem& system, const vm::VmOptions& options, bool sealed,
                                     std::vector<std::string>& warnings) {
  // What was meant to be an executor was explored like any other class.
  for (std::string& text : unmet_classes(system.vm(), options.executor_classes, "executor-classes"))
    warnings.push_back(std::move(text));
  std::vector<std::string> unmet = unmet_classes(system.vm(), options.visible);
  if (sealed) unmet_methods(system, unmet, warnings);
  return unmet;
}

}  // namespace jmc::check
