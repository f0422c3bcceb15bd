// The JUnit tests of a class path, found in the class files: no code of the program runs for it.
//
// JUnit 5: methods with @Test or an annotation that has it (also through further annotations), of classes and @Nested
// classes; JUnit 4:
// @org.junit.Test. Their lifecycle methods are part of a test, in JUnit's order (superclasses first, and last after the
// test). Classes with @Outcomes of jmc-junit are tests by themselves. What needs JUnit itself is no test that can be
// checked, and is named with the reason.
#pragma once

#include <string>
#include <vector>

#include "classfile/class_path.hpp"

namespace jmc::check {

struct TestMethod {
  std::string class_name;  // "bank.AccountTest$Inner"
  std::string method;
  // Arguments of the launcher; empty: it is not checked.
  std::vector<std::string> plan;
  bool disabled = false;                      // the author says that it is not to run
  std::string reason;                         // why it is not checked
  std::string launcher = "jmc.junit.Launch";  // the program that runs it
};

// Tests of the classes that `names` mean, classes ("bank.AccountTest"), methods ("bank.AccountTest#transfers") or
// packages with what is below them; none: of all classes in the folders of the class path, or in `jars` where some are
// named. A package that no folder has is looked for in all jars. In the order of the class path, classes by name,
// methods as in the file. Throws PathError for a name that no class and no package has, FormatError for a damaged class
// file. Precondition: `jars` are entries of `path`, by their location.
std::vector<TestMethod> find_tests(const classfile::ClassPath& path, const std::vector<std::string>& names,
                                   const std::vector<std::string>& jars);

}  // namespace jmc::check
