// jmc linearizability [options] [--program '{ put(1,1); size() } || { clear() }' | --spec FILE] CLASS
//
// Every outcome of a program under every schedule is compared with the sequential executions of its calls.
#pragma once

#include <string>
#include <vector>

#include "cli/report.hpp"
#include "cli/run.hpp"

namespace jmc::cli {

struct LinOptions {
  bool asked = false;
  std::string program, spec;
  bool history = false;                    // --notion=history
};

// Takes the words of this command out of a command line and leaves one for parse_options. Throws UsageError.
LinOptions take_linearizability(std::vector<std::string>& arguments);

struct LinConclusion {
  Verdict verdict = Verdict::Error;
  std::string text, json;
};
// Never throws: what goes wrong is an error in the conclusion.
LinConclusion run_linearizability(const LinOptions& what, Options& options, const Stop& stop, std::chrono::steady_clock::time_point start);

}  // namespace jmc::cli
