// Java sources as texts, compiled with the JDK's javac into a folder.
//
// No code of the client runs for it: annotation processors are off.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "check/system/child_process.hpp"

namespace jmc::mcp {

using Sources = std::map<std::string, std::string>;  // by the name of the file, "bank/Account.java"

// Where javac expects a source: the folders of its package, and the public class in it, or else the first.
// "bank/Account.java"; empty: it declares no class.
std::string file_name_of(const std::string& source);

struct Compiled {
  bool good = false;
  std::string said;                  // by javac, with the names of the client for its files
  std::vector<std::string> classes;  // internal names, sorted
  check::ChildEnd::How how = check::ChildEnd::How::Exited;
};

struct CompileOptions {
  std::string jdk;         // its home
  std::string class_path;  // what the sources need besides each other; may be empty
  bool preview = false;    // --enable-preview of the release of the JDK
  int release = 0;         // of the JDK
};

// Into `folder`/classes, with the sources in `folder`/sources; the folder exists. The names are relative, without "..".
Compiled compile(const Sources& sources, const std::string& folder, const CompileOptions& options,
                 const check::ChildLimits& limits, const std::atomic<bool>& cancelled);

// Classes of a folder with a main method that java of that release would start, internal names, sorted.
std::vector<std::string> classes_with_main(const std::string& folder, int release);
// Of a folder of classes, internal names, sorted; nested ones are left out.
std::vector<std::string> classes_of(const std::string& folder);

}  // namespace jmc::mcp
