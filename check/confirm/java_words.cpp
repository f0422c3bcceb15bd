#include "check/confirm/java_words.hpp"

#include <algorithm>
#include <fstream>

namespace jmc::check {

std::string released(const std::string& home, const std::string& key) {
  std::ifstream file(home + "/release");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with(key + "=\"") && line.ends_with('"'))
      return line.substr(key.size() + 2, line.size() - key.size() - 3);
  return {};
}

std::vector<std::string> java_options(const Configuration& c) {
  std::vector<std::string> out{"-ea", "-Xshare:auto", "-XX:ActiveProcessorCount=" + std::to_string(c.vm.processors)};
  // The agent's clock is the program's in compiled code, too; and what it replaces is no matter for a warning.
  for (const char* option :
       {"-XX:+UnlockDiagnosticVMOptions", "-XX:DisableIntrinsic=_nanoTime,_currentTimeMillis", "-XX:-PrintWarnings"})
    out.push_back(option);
  // A virtual thread that is held keeps the thread that carries it.
  for (const char* size : {"parallelism", "maxPoolSize"})
    out.push_back("-Djdk.virtualThreadScheduler." + std::string(size) + "=64");
  const auto add = [&](const char* option, const std::vector<std::string>& values) {
    for (const std::string& v : values) out.push_back(std::string("--") + option + "=" + v);
  };
  add("add-exports", c.modules.add_exports);
  add("add-opens", c.modules.add_opens);
  add("add-reads", c.modules.add_reads);
  add("add-modules", c.modules.add_modules);
  for (const std::string& p : c.vm.properties) out.push_back("-D" + p);
  return out;
}

classfile::MainClass java_main(const Configuration& c) {
  const bool of_sources = c.sources.compiled() && c.sources.named.front() == c.program;
  return of_sources ? classfile::MainClass{c.sources.main, {}} : classfile::locate_main(c.program);
}

std::vector<std::string> java_words(const Configuration& c, const std::string& home) {
  std::vector<std::string> out = java_options(c);
  out.insert(out.begin(), home + "/bin/java");
  const classfile::MainClass main = java_main(c);
  std::string path = c.sources.classes;
  for (const std::string& e : main.class_path) path += (path.empty() ? "" : ":") + e;
  if (!c.class_path.empty()) path += (path.empty() ? "" : ":") + c.class_path;
  if ((c.program.ends_with(".jar") || c.program.ends_with(".JAR")) && c.class_path.empty()) {
    out.insert(out.end(), {"-jar", c.program});
  } else {
    std::string name = main.internal_name;
    std::replace(name.begin(), name.end(), '/', '.');
    out.insert(out.end(), {"-cp", path.empty() ? "." : path, name});
  }
  out.insert(out.end(), c.arguments.begin(), c.arguments.end());
  return out;
}

}  // namespace jmc::check
