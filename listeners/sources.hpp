// Finds the source line behind a class and a line number: next to the class file or inside its jar, in the folders and
// archives of a source path, and for classes of the JDK in its lib/src.zip.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "vm/vm.hpp"

namespace jmc::listeners {

class Sources {
 public:
  // `source_path`: ':'-separated. The Vm must outlive this.
  Sources(vm::Vm& vm, const std::string& source_path);

  // Without its indentation; empty if the source is not found.
  std::string line(const vm::Klass& k, int number);
  // As they are; null if the source is not found. Valid as long as this.
  const std::vector<std::string>* lines(const vm::Klass& k) {
    const Lines* found = load(k);
    return found && !found->empty() ? found : nullptr;
  }

 private:
  using Lines = std::vector<std::string>;
  const Lines* load(const vm::Klass& k);
  std::string find(const vm::Klass& k, const std::string& file);

  vm::Vm& vm_;
  classfile::ClassPath path_;
  std::unique_ptr<classfile::ClassPathEntry> jdk_;
  bool jdk_tried_ = false;
  std::unordered_map<std::string, Lines> files_;  // by package and file name
};

}  // namespace jmc::listeners
