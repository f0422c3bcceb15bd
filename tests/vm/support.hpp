// What the tests of this folder share: classes compiled from text, and a VM that can run them.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "vm/vm.hpp"

namespace jmc::vm::test {

// A folder of its own, gone with the value.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  std::string path() const { return path_.string(); }
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

// Home of the JDK of the tests: JAVA_HOME, else the first one that is installed in the usual place.
std::string jdk_home();
// Compiles one source file into the folder. Throws std::runtime_error with what javac says.
void compile(const std::filesystem::path& source, const std::string& into);
void compile_text(const std::string& name, const std::string& text, const std::string& into);

// A VM after boot, with natives.
struct BootedVm {
  explicit BootedVm(const std::string& class_path, VmOptions chosen = {}, const std::string& jdk = jdk_home());
  VmOptions options;
  std::unique_ptr<Vm> vm;
};

}  // namespace jmc::vm::test
