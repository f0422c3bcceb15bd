#include "check/search/program.hpp"

#include <algorithm>
#include <filesystem>

#include "base/split.hpp"
#include "check/options/advice.hpp"
#include "check/options/option_values.hpp"
#include "classfile/main_method.hpp"
#include "vm/class/modules.hpp"
#include "vm/class/setup_error.hpp"
#include "vm/native.hpp"
#include "vm/thread/leftover.hpp"
#include "vm/visibility/representation.hpp"

namespace jmc::check {

using classfile::kInstanceMains;

namespace {

std::string joined(const std::vector<std::string>& list, const char* separator) {
  std::string out;
  for (const std::string& s : list) out += (out.empty() ? "" : separator) + s;
  return out;
}

// What the user named as the program, or why it is none, with advice.
classfile::MainClass locate_program(const std::string& argument) {
  std::string fault;
  try {
    if (!argument.ends_with(".java")) return classfile::locate_main(argument);
    fault = argument;
  } catch (const std::exception& e) { fault = e.what(); }
  const std::string advice = advice_for_program(argument, {});
  throw classfile::PathError(fault + (advice.empty() ? "" : ": " + advice));
}

// The advice to compile for the JDK at hand is of no use to a class that this could not start then, either.
std::string too_new_main(const vm::Vm& vm, const std::string& internal_name, std::string fault) {
  const auto bytes = vm.user.find_class(internal_name);
  const classfile::ClassFile file = classfile::parse(*bytes);
  const size_t compile = fault.rfind(", or compile with --release ");
  if (vm.jdk.release >= kInstanceMains || classfile::has_main(file, vm.jdk.release) ||
      !classfile::has_main(file, kInstanceMains) || compile == std::string::npos)
    return fault + advice_for_jdk(file.major - 44);
  return fault.substr(0, compile) + advice_for_jdk(kInstanceMains) +
         "; compiled for an older one it would need a \"public static void main(String[])\": another main is started "
         "by " +
         "JDK " + std::to_string(kInstanceMains) + " or newer only";
}

vm::Klass* find_main(vm::Vm& vm, const std::string& argument, const std::string& internal_name, const std::string& name,
                     const std::vector<std::string>& elements) {
  const auto advised = [&](const std::string& fault) {
    const std::string advice = advice_for_program(argument, elements);
    return classfile::PathError(fault + (advice.empty() ? "" : "; " + advice));
  };
  const std::string where = "on the class path " + joined(elements, ":");
  vm::Klass* k = nullptr;
  try {
    k = vm.find_class(internal_name);
  } catch (const classfile::FormatError& e) { throw advised(e.what()); }
  if (k) {
    if (vm.has_main(k)) return k;
    const std::string advice = advice_for_main(k->origin, name);
    std::string instead = vm.main_instead(k);
    if (vm.jdk.release < kInstanceMains && instead.find("--jdk") != std::string::npos)
      instead += advice_for_jdk(kInstanceMains);
    throw classfile::PathError(k->origin + ": class " + name + " has no method \"public static void main(String[])\"" +
                               instead + (advice.empty() ? "" : "; " + advice));
  }
  std::string missing = vm.missing_class(internal_name);
  if (const std::string fault = vm::too_new_text(vm, missing); !fault.empty())
    throw classfile::PathError(missing == internal_name ? too_new_main(vm, missing, fault) : fault);
  if (missing == internal_name)
    throw advised("class " + name + " was not found, expected " + internal_name + ".class " + where);
  std::replace(missing.begin(), missing.end(), '/', '.');
  throw classfile::PathError("class " + name + ": its supertype " + missing + " was not found " + where);
}

// Whether idle threads of pools are no deadlock: in a test, unless the user says otherwise.
bool tells_leftover(const Configuration& c, const std::string& main_class) {
  const auto given =
      std::find_if(c.settings.begin(), c.settings.end(), [](const Setting& s) { return s.option->name == "leftover"; });
  const std::string how = given == c.settings.end() ? "auto" : given->value;
  return how == "note" || (how == "auto" && runs_tests(main_class));
}

}  // namespace

LoadedProgram load_program(const Configuration& c) {
  LoadedProgram out;
  const bool from_sources = c.sources.compiled();
  const bool of_sources = from_sources && c.sources.named.front() == c.program;  // else they are tests, say
  if (of_sources && c.sources.main.empty()) throw classfile::PathError(c.sources.no_main);
  classfile::MainClass main = of_sources ? classfile::MainClass{c.sources.main, {}} : locate_program(c.program);
  if (from_sources) main.class_path.insert(main.class_path.begin(), c.sources.classes);
  out.name = main.internal_name;
  std::replace(out.name.begin(), out.name.end(), '/', '.');
  std::vector<std::string> elements = main.class_path;
  if (!c.class_path.empty()) elements.push_back(c.class_path);
  else if (elements.empty() || of_sources) elements.push_back(".");
  std::vector<std::string> skipped;
  out.machine = std::make_unique<Machine>(c, elements, main.internal_name, c.class_path.empty() ? nullptr : &skipped);
  for (const std::string& text : skipped) out.warnings.push_back("class path: " + text);
  for (const std::string& element : base::split(c.source_path, ':'))
    if (std::error_code error; !element.empty() && !std::filesystem::exists(element, error))
      out.warnings.push_back("source path: " + element + ": there is no such file or folder");
  vm::Vm& vm = *out.machine->vm;
  if (c.program.ends_with(".jar") || c.program.ends_with(".JAR"))
    vm::facility<vm::Modules>(vm).add_of_manifest(classfile::grants_of_jar(c.program));
  vm::facility<vm::Leftover>(vm).is_told = tells_leftover(c, out.name);
  vm.start_main(find_main(vm, c.program, main.internal_name, out.name, elements), c.arguments);
  out.machine->make_system(c);
  return out;
}

}  // namespace jmc::check
