#include "support.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "natives/natives.hpp"

namespace jmc::vm::test {

namespace fs = std::filesystem;

Folder::Folder() {
  std::string name = (fs::temp_directory_path() / "jmc_test_vm_XXXXXX").string();
  if (!mkdtemp(name.data())) throw std::runtime_error(name + ": no folder could be made here");
  path_ = name;
}

Folder::~Folder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::string jdk_home() {
  if (const char* home = std::getenv("JAVA_HOME")) return home;
  std::vector<fs::path> installed;
  std::error_code none;
  for (const auto& e : fs::directory_iterator("/usr/lib/jvm", none))
    if (fs::exists(e.path() / "bin/javac") && fs::exists(e.path() / "lib/modules")) installed.push_back(e.path());
  if (installed.empty()) throw std::runtime_error("no JDK: set JAVA_HOME");
  return std::min_element(installed.begin(), installed.end())->string();
}

void compile(const fs::path& source, const std::string& into) {
  const std::string log = into + "/javac.log";
  const std::string command = "'" + jdk_home() + "/bin/javac' -nowarn -Xlint:none -proc:none -d '" + into + "' '" +
                              source.string() + "' >'" + log + "' 2>&1";
  if (std::system(command.c_str()) == 0) return;
  std::stringstream said;
  said << std::ifstream(log).rdbuf();
  throw std::runtime_error(command + ":\n" + said.str());
}

void compile_text(const std::string& name, const std::string& text, const std::string& into) {
  const fs::path source = fs::path(into) / (name + ".java");
  std::ofstream(source) << text;
  compile(source, into);
}

BootedVm::BootedVm(const std::string& class_path, VmOptions chosen, const std::string& home)
    : options(std::move(chosen)) {
  classfile::Jdk jdk = classfile::open_jdk(home);
  classfile::ClassPath stubs, user;
  stubs.add(classfile::open_directory((fs::canonical("/proc/self/exe").parent_path() / "jdk-stubs").string()));
  user.add_list(class_path, jdk.release);
  vm = std::make_unique<Vm>(options, std::move(jdk), std::move(stubs), std::move(user));
  natives::register_all(*vm);
  vm->boot();
  natives::boot_jdk(*vm);
}

}  // namespace jmc::vm::test
