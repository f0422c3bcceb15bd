// jmc linearizability [options] --program '{ put(1,1); size() } || { clear() }' CLASS
//
// Every outcome of the program under every schedule is compared with the outcomes of the sequential executions of its calls, each of
// which runs in a virtual machine of its own, so that static state of the class cannot join them.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "cli/run.hpp"

namespace jmc::cli {

struct Linearizability {
  bool asked = false;
  std::string program, cls;
  std::set<std::string> admitted;          // outcomes of complete sequential executions
  size_t sequential_executions = 0, sequential_blocked = 0;
  std::vector<std::string> unexplained;    // outcomes that no sequential execution has
};

// Takes the words of this command out of a command line and leaves one for parse_options. Throws UsageError.
Linearizability take_linearizability(std::vector<char*>& arguments);
// Never throws: what goes wrong is an error in the report.
Report check_program(Linearizability& what, Options& options, const Stop& stop, std::chrono::steady_clock::time_point start);
std::string text_of(const Linearizability& what);
// A report of report_json() with the key "linearizability" added, and kind "outcome" for unexplained outcomes.
std::string with_linearizability(const std::string& json, const Linearizability& what);

}  // namespace jmc::cli
