// The program that a user named, in a machine that is ready to run it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "check/search/machine.hpp"

namespace jmc::check {

struct LoadedProgram {
  std::string name;                   // of the main class, with dots
  std::vector<std::string> warnings;  // on the class path
  std::unique_ptr<Machine> machine;   // its main thread stands at the beginning of main
};

// Throws PathError with advice, FormatError or Unsupported.
LoadedProgram load_program(const Configuration& configuration);

}  // namespace jmc::check
