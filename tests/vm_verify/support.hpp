// What the tests of this folder share: a VM without natives, ready to load classes, and the JDKs to test with.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "vm/vm.hpp"

namespace jmc::vm::test {

// Homes of the JDKs to test with: JMC_TEST_JDKS (':'-separated), else JAVA_HOME and what is installed in the usual
// place.
std::vector<std::string> jdk_homes();
// Where the compiled stubs are: next to the test's executable.
std::string stub_dir();
// Rounds of random tests: `few`, or JMC_LONG_TESTS if that is a number above 1, or `many` if it is set to anything else
// but 0.
uint64_t rounds(uint64_t few, uint64_t many);

// A Vm that can load, link, translate and verify, but has not run anything.
struct LoadedVm {
  explicit LoadedVm(const std::string& jdk_home, const std::string& class_path = "");
  VmOptions options;
  std::unique_ptr<Vm> vm;
};

// What became of the methods of one class or many.
struct Sweep {
  uint64_t classes = 0, methods = 0, missing = 0;
  double seconds = 0;                 // spent in verify()
  std::vector<std::string> rejected;  // messages
  std::vector<std::string> unpaired;  // methods that may leave a monitor entered, as far as jmc can tell
  // Translates and verifies every method of k, whether its class is trusted or not.
  void add(Vm& vm, Klass* k);
  // Loads first. Classes that cannot be linked because another is missing are not counted.
  void add(Vm& vm, const std::string& internal_name);
  std::string summary() const;
};

}  // namespace jmc::vm::test
