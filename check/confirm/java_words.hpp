// The command line of a JVM that runs the program as jmc has run it.
#pragma once

#include <string>
#include <vector>

#include "check/options/configuration.hpp"
#include "classfile/class_path.hpp"

namespace jmc::check {

// Options of java but for its class path: assertions, processors, modules, properties.
std::vector<std::string> java_options(const Configuration& configuration);

// The class with main, and what its class path begins with. Throws PathError, FormatError.
classfile::MainClass java_main(const Configuration& configuration);

// All of it; the first word is the java of the JDK in `home`. Throws PathError, FormatError.
std::vector<std::string> java_words(const Configuration& configuration, const std::string& home);

// The text after KEY= in the file "release" of the JDK in `home`, without its quotes; empty: there is none.
std::string released(const std::string& home, const std::string& key);

}  // namespace jmc::check
