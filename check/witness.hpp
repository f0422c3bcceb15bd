// The complete recipe of executions that a check met: the configuration, the class files, the JDK, what the search
// relied on, and a schedule for each. As a file (JSON) it is what `jmc replay` replays.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "check/configuration.hpp"
#include "check/result.hpp"
#include "vm/assumptions.hpp"

namespace jmc::check {

// Of the file. Goes up when an older jmc could not read it.
inline constexpr int kWitnessSchema = 3;

// An execution that a user may want to see again.
struct WitnessedExecution {
  listeners::FoundViolation found;  // kind None: it came to its end without a violation; found.path is its schedule
  std::string output;               // what it printed, if it came to its end
};

struct Witness {
  std::string jmc;                      // version and commit
  std::string jdk_version, jdk_vendor;  // "17.0.15"
  std::string main_class;               // with dots
  std::string program;                  // as the user named it
  std::vector<std::string> arguments,
      options;  // of the program; the words of the command line that decide what is explored
  std::map<std::string, std::string> classes;  // digests of the class files of the program, by internal name
  vm::Assumptions assumptions;                 // of the last round
  std::vector<WitnessedExecution> executions;  // violations first, then an execution for each outcome
};

// Of a check that has just ended: `machine` is where it ran. Outcomes after the first `most` are left out.
Witness witness_of(const Result& result, const Configuration& configuration, const vm::Vm& vm, size_t most = 100);

std::string witness_json(const Witness& witness);
// Throws UsageError, which names the file and what is wrong with it.
Witness read_witness(const std::string& file);
Witness parse_witness(const std::string& content, const std::string& file);

// Class files of the program that a Vm has loaded, by internal name, with their digests: not of the JDK, nor what was
// made while it ran.
std::map<std::string, std::string> program_classes(const vm::Vm& vm);

}  // namespace jmc::check
