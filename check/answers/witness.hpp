// The complete recipe of executions that a check met: the configuration, the class files, the JDK, what the search
// relied on, and a schedule for each. As a file (JSON) it is what `jmc replay` replays.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "check/answers/result.hpp"
#include "check/options/configuration.hpp"
#include "vm/assumptions/assumptions.hpp"

namespace jmc::check {

// Of the file. Goes up when an older jmc could not read it.
inline constexpr int kWitnessSchema = 7;

// An execution that a user may want to see again.
struct WitnessedExecution {
  listeners::FoundViolation found;  // kind None: it came to its end without a violation; found.path is its schedule
  std::string output;               // what it printed, if it came to its end
  uint32_t search = 0;              // that met it: 0 the one whose options the witness has, n the n-th of `others`
};

// What another search of the same check was made with: of a program under the memory model, that under sequential
// consistency has the data races.
struct WitnessedSearch {
  std::vector<std::string> options;
  vm::Assumptions assumptions;
};

struct Witness {
  std::string jmc;                      // version and commit
  std::string jdk_version, jdk_vendor;  // "17.0.15"
  std::string main_class;               // with dots
  std::string program;                  // as the user named it
  std::string directory;                // where jmc was started: what relative paths start from
  std::vector<std::string> arguments,
      options;  // of the program; the words of the command line that decide what is explored
  std::map<std::string, std::string> classes;  // digests of the class files of the program, by internal name
  vm::Assumptions assumptions;                 // of the last round
  std::vector<WitnessedExecution> executions;  // violations first, then an execution for each outcome
  std::vector<WitnessedSearch> others;
  bool changed = false;  // since jmc wrote it
  // With the options and assumptions of the search that met the execution; unchanged if there is no such execution.
  Witness for_execution(size_t execution) const;
};

// Of a check that has just ended: `machine` is where it ran. Outcomes after the first `most` are left out.
Witness witness_of(const Result& result, const Configuration& configuration, const vm::Vm& vm, size_t most = 100);

// With these executions of another witness, of the same program, behind the first `violations`. `first` may be null.
Witness joined(const Witness* first, size_t violations, const Witness& other, const std::vector<size_t>& executions);

std::string witness_json(const Witness& witness);
// Throws UsageError, which names the file and what is wrong with it.
Witness read_witness(const std::string& file);
Witness parse_witness(const std::string& content, const std::string& file);

// Class files of the program that a Vm has loaded, by internal name, with their digests: not of the JDK, nor what was
// made while it ran.
std::map<std::string, std::string> program_classes(const vm::Vm& vm);

}  // namespace jmc::check
