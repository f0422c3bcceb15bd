// Finds the source line behind a class and a line number: next to the class file or inside its jar, in the folders and
// archives of a source path, and for classes of the JDK in its lib/src.zip.
#pragma once

#include <filesystem>
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
  // Of the file that line() reads; empty if there is none, or it is in an archive or of the JDK.
  std::string path(const vm::Klass& k);
  // As they are; null if the source is not found. Valid as long as this.
  const std::vector<std::string>* lines(const vm::Klass& k) { return lines(load(k)); }
  // Of a class of the program, which the Vm need not have. `origin`: where its file is (Klass::origin).
  const std::vector<std::string>* lines(const classfile::ClassFile& c, const std::string& origin) {
    return lines(load(of(c, origin)));
  }
  std::string path(const classfile::ClassFile& c, const std::string& origin);

 private:
  struct File {
    std::vector<std::string> lines;
    std::string path;
  };
  // What is known of a class, as far as its source depends on it.
  struct Class {
    std::string package;  // with slashes
    std::string file;     // the name of the source; empty: unknown
    std::string origin, module;
    bool boot = false, stub = false;
  };
  static Class of(const vm::Klass& k);
  static Class of(const classfile::ClassFile& c, const std::string& origin);
  static const std::vector<std::string>* lines(const File* found) {
    return found && !found->lines.empty() ? &found->lines : nullptr;
  }
  const File* load(const Class& k);
  const File* load(const vm::Klass& k) { return load(of(k)); }
  std::string find(const Class& k, std::string& path);
  static std::vector<std::filesystem::path> source_folders(const Class& k);

  vm::Vm& vm_;
  classfile::ClassPath path_;
  std::unique_ptr<classfile::ClassPathEntry> jdk_;
  bool jdk_tried_ = false;
  std::vector<std::string> folders_;             // of path_
  std::unordered_map<std::string, File> files_;  // by package and file name
};

}  // namespace jmc::listeners
