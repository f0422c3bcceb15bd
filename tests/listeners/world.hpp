// Small Java programs, searched with listeners of the test's own.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "check/search/machine.hpp"
#include "por/listener.hpp"
#include "por/search.hpp"

namespace jmc::listeners::test {

// A JDK with javac was found.
bool has_jdk();

// A program whose class `name` has the given members, on a machine of its own, in the state where a search begins.
// Every access to shared data is a scheduling point, so that one search is enough.
class World {
 public:
  World(const std::string& name, const std::string& members, const std::vector<std::string>& options = {});
  por::SearchResult search(por::Listener& listener);
  // Goes from the initial state along the path.
  void replay(const std::vector<por::PathStep>& path);

  check::Configuration configuration;
  std::string folder;  // of the class and its source
  std::unique_ptr<check::Machine> machine;
  vm::JvmSystem& system() { return *machine->system; }
  vm::Vm& vm() { return *machine->vm; }
  vm::Vm::Mark initial{};
};

}  // namespace jmc::listeners::test
