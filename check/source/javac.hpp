// The compiler of a JDK, as jmc uses it: for programs that are named by their sources, and for texts of sources that a
// client of the server hands over.
#pragma once

#include <string>
#include <vector>

#include "check/system/child_process.hpp"

namespace jmc::check {

struct Javac {
  std::string home;         // of the JDK
  std::string class_path;   // what the sources need besides each other
  std::string source_path;  // where other sources are looked for; empty: nowhere
  std::string folder;       // of the classes
  int preview = 0;          // with the preview features of this release; 0: without
};

// What compiles; files and further options are to be added to its words. It begins with nobody's options but these.
// No code of the class path runs for it: annotation processors are off, as for `java Foo.java`.
ChildCommand javac_command(const Javac& javac);

}  // namespace jmc::check
