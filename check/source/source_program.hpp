// A program that is named by its sources: files (Foo.java) or folders of them. They are compiled as `java Foo.java`
// does it, into a folder that goes with the process that made it; processes that it starts are told where the classes
// are.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "classfile/class_path_entry.hpp"

namespace jmc::check {

struct SourceProgram {
  std::vector<std::string> named;  // as on the command line; none: the program is of class files
  // From here on what compiling them has given; empty before.
  std::string info;                   // the file that says the rest, for other processes (--compiled)
  std::string classes;                // the folder of the classes
  std::string roots;                  // folders where the packages of the sources begin, separated by colons
  std::string main;                   // internal name of the class with main; empty: `no_main` says why there is none
  std::string no_main;                // and which command is wanted instead
  std::vector<std::string> declared;  // internal names of the classes of the sources that were named, in their order

  bool named_any() const { return !named.empty(); }
  bool compiled() const { return !classes.empty(); }
};

// Foo.java that is there, or a folder that has sources and no class files. "Foo.java(2)", with arguments of a
// constructor, and "Foo.java#method" are meant, too.
bool names_sources(const std::string& word);
// The file or folder in such a word, and what comes after it: "(2)", "#method".
std::string source_in(const std::string& word);
std::string after_source(const std::string& word);

// Of one that was compiled, the class whose calls are meant: that of the file's name, else the first. Throws UsageError
// if there is none.
std::string class_of_source(const SourceProgram& sources);

// What a source file says of itself, without compiling it.
struct SourceOutline {
  std::string package;             // "a.b"
  std::vector<std::string> types;  // simple names of the top-level types, in their order
  std::string public_type;         // the first of them that is public; empty: none is
  bool mentions_main = false;      // something in it is called main
};
SourceOutline outline_of(const std::string& text);

// Whether the word of jmc test is a package of compiled classes: a folder below one of the class path.
bool is_package(const std::string& word, const std::string& class_path);

// The classes that were made, as an element of a class path. To the program it is the folder of the sources: the one
// where they are has another name in each run. Precondition: compiled(). Throws PathError.
std::unique_ptr<classfile::ClassPathEntry> open_compiled(const SourceProgram& sources);

// What the file of --compiled says; `named` stays empty. Throws UsageError.
SourceProgram read_compiled(const std::string& info);

}  // namespace jmc::check
