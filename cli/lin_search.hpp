// All programs of a class, or many random ones: which of them have outcomes that no sequential execution explains?
#pragma once

#include <bitset>
#include <map>
#include <set>

#include "cli/lin_pool.hpp"
#include "cli/linearizability.hpp"
#include "linearizability/programs.hpp"

namespace jmc::cli {

// A program and what is wrong with it. Found smallest first: after it, programs that contain all its methods are
// skipped.
struct LinFinding {
  uint64_t number = 0;  // in the order of programs
  linearizability::Calls program;
  linearizability::MethodSet methods;
  std::string kind, text;          // "outcome", "_, 0, _, 0"; of one that could not be run: "error" and the reason
  std::string name;                // the program in words
  std::set<std::string> admitted;  // what sequential executions give
  bool all_admitted = true;
};

struct LinSearchReport {
  linearizability::Description description;
  linearizability::Bounds bounds;  // 0 calls in all: no more than threads and calls of each allow
  bool limits_of_description = false;
  bool history = false;
  uint64_t random = 0, seed = 0;
  std::vector<LinFinding> violations;  // smallest first; run.violations[i] tells the i-th
  std::vector<LinFinding> unusable;    // sets of methods that jmc cannot run together
  std::vector<std::string> undecided;  // the first programs whose search was given up, with the reason
  uint64_t undecided_count = 0;
  uint64_t programs = 0;  // looked at, in order: the sum of the next three and undecided_count
  uint64_t explained = 0, violating = 0, skipped = 0;
  uint64_t outcomes = 0, blocked = 0, sequential_runs = 0;
  double search_seconds = 0, sequential_seconds = 0;  // summed over the processes
  bool complete = false;                              // there are no more programs
  uint32_t jobs = 1;
  uint64_t resumed = 0;  // programs that an earlier run had done
  Report run;            // verdict, stories, sums
};

// What is true of a method, given the violations.
struct LinMethod {
  enum Status : uint8_t { Fine, Blamed, Involved, Unusable } status = Fine;
  std::vector<size_t> violations;  // of those with this method, the minimal ones
};
// The smallest sets of methods: no other violation is among fewer of them.
std::vector<size_t> minimal(const std::vector<LinFinding>& findings);
// A set of methods without which no violation was found: small, and of methods that are not meant to be linearizable
// where possible.
linearizability::MethodSet blamed(const LinSearchReport& r);
std::vector<LinMethod> table_of(const LinSearchReport& r);
std::string names_of(const linearizability::MethodSet& methods, const linearizability::Description& d);

// Throws what goes wrong before the first program.
LinSearchReport search_programs(const LinOptions& what, const std::string& cls, Options& options, const Stop& stop,
                                std::chrono::steady_clock::time_point start);

// "with up to 2 threads, 3 calls each and 2 values (exhaustive)"
std::string bounds_text(const LinSearchReport& r);
std::string text_of(const LinSearchReport& r, const Options& options, int width);
std::string json_of(const LinSearchReport& r, const Options& options);
std::string html_of(const LinSearchReport& r, const Options& options);

}  // namespace jmc::cli
