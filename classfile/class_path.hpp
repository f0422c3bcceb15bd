// Where classes come from: directories, jars (multi-release too), jmods, and the jimage of an installed JDK.
//
// Ownership: a ClassPath owns its entries. Not for concurrent use.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "classfile/class_path_entry.hpp"

namespace jmc::classfile {

class ClassPath {
 public:
  void add(std::unique_ptr<ClassPathEntry> entry) { entries_.push_back(std::move(entry)); }
  // Adds every element of a ':'-separated list; "dir/*" adds the jars of dir; elements that do not exist are skipped,
  // as java does. Those that the list itself names are added to `skipped`, in words.
  void add_list(std::string_view list, int release, std::vector<std::string>* skipped = nullptr);
  std::optional<Bytes> find_class(std::string_view internal_name) const;  // first hit wins
  std::optional<Bytes> find_resource(std::string_view path) const;
  bool has_package(std::string_view package) const;
  std::string_view module_of_package(std::string_view package) const;
  const std::vector<std::unique_ptr<ClassPathEntry>>& entries() const { return entries_; }

 private:
  std::vector<std::unique_ptr<ClassPathEntry>> entries_;
};

// An installed JDK or JRE.
struct Jdk {
  std::string home;
  int release = 0;      // 8, 11, 17, 21, 25, ...; from `release`, else from the version of java/lang/Object
  std::string version;  // "17.0.15"
  std::string vendor;
  ClassPath boot;  // lib/modules, else jmods/*.jmod, else jre/lib/rt.jar (+ jce.jar, jsse.jar, ...)
};

// `dir` empty: $JAVA_HOME, else the `java` on the PATH with symbolic links resolved. Throws PathError naming what was
// tried.
Jdk open_jdk(const std::string& dir);

// What the user named on the command line: "dir/pkg/Client.class", "pkg.Client" (or pkg/Client), "app.jar".
struct MainClass {
  std::string internal_name;
  // Entries to put in front: the package root of the .class file, or the jar and its Class-Path.
  std::vector<std::string> class_path;
};
// A .class argument finds its package root from the name inside the file; a jar its Main-Class. Throws PathError or
// FormatError.
MainClass locate_main(const std::string& argument);

}  // namespace jmc::classfile
