// All programs of a class, or many random ones: which of them have outcomes that no sequential execution explains?
#pragma once

#include <bitset>
#include <map>
#include <set>

#include "linearizability/command.hpp"
#include "linearizability/pool.hpp"
#include "linearizability/programs.hpp"

namespace jmc::linearizability {

// A program and what is wrong with it. After it, programs that contain all its methods are skipped, unless all
// violating ones are wanted.
struct Finding {
  uint64_t number = 0;  // in the order of programs
  Calls program;
  MethodSet methods;
  std::string kind, text;          // "outcome", "_, 0, _, 0"; of one that could not be run: "error" and the reason
  std::string name;                // the program in words
  std::set<std::string> admitted;  // what sequential executions give
  bool all_admitted = true;
  std::string advice;  // what to say of who calls, if that is why
};

// "{ add(1) } || { size() }: unexplained outcome: _, 2"
std::string message_of(const Finding& finding);

struct SearchReport {
  Description description;
  Bounds bounds;  // 0 calls in all: no more than threads and calls of each allow
  bool limits_of_description = false;
  Notion notion = Notion::Outcomes;
  std::vector<std::pair<std::string, std::string>> subject;  // words_of()
  uint64_t random = 0, seed = 0;
  uint32_t small = 0;       // there were phases (Programs::in_phases): the calls of the first
  uint64_t drawn_from = 0;  // number of the first program that was drawn, and of the first of the rest; 0: not yet
  uint64_t rest_from = 0;
  std::map<size_t, uint64_t> begins;   // number of the first program after all of fewer calls than that
  std::vector<Finding> violations;     // in the end those of the fewest calls first; run.violations[i] tells the i-th
  std::vector<Finding> unusable;       // sets of methods that jmc cannot run together
  std::vector<std::string> undecided;  // the first programs whose search was given up, with the reason
  uint64_t undecided_count = 0;
  uint64_t programs = 0;  // looked at, in order: the sum of the next three and undecided_count
  uint64_t explained = 0, violating = 0, skipped = 0;
  uint64_t outcomes = 0, blocked = 0, sequential_runs = 0;
  bool all = false;                   // violating programs, not only the first of each set of methods
  bool together = false;              // programs were explored at once where that could be (Together)
  uint64_t families = 0, proved = 0;  // explored at once, and of these, those that answered for their programs
  uint64_t programs_together = 0;     // explained by one that was proved
  uint64_t families_failed = 0;       // that ended with an error: their programs are explored one by one
  std::string family_failure;         // the first of these errors
  uint64_t by_caller = 0;             // 1: Engine::by_caller
  double search_seconds = 0, sequential_seconds = 0;  // summed over the processes
  bool complete = false;                              // there are no more programs
  std::vector<std::string> unmet;                     // names in --visible that mean nothing, each with what is said
  uint32_t jobs = 1;
  uint64_t resumed = 0;                  // programs that an earlier run had done
  uint64_t asked_again = 0, agreed = 0;  // explored by the full search as well, and of these, explained there, too
  check::Result run;                     // verdict, stories, sums
};

// What is true of a method, given the violations.
struct MethodRow {
  enum Status : uint8_t { Fine, Blamed, Involved, Unusable } status = Fine;
  std::vector<size_t> violations;  // of those with this method, the minimal ones
};
// The smallest sets of methods: no other violation is among fewer of them.
std::vector<size_t> minimal(const std::vector<Finding>& findings);
// A set of methods without which no violation was found: small, and of methods that are not meant to be linearizable
// where possible.
MethodSet blamed(const SearchReport& r);
std::vector<MethodRow> table_of(const SearchReport& r);
std::string names_of(const MethodSet& methods, const Description& d);

// Throws what goes wrong before the first program.
SearchReport search_programs(const Options& what, const std::string& cls, const check::Configuration& options,
                             const check::Stop& stop, std::chrono::steady_clock::time_point start,
                             check::Progress& progress);

void add_cost(SearchReport& r, const PoolAnswer& answer);
// Of one that was explored at once.
void family_answered(SearchReport& r, const PoolAnswer& answer);
// The verdict, once everything else is known. `undecided`: the first program that is, with the reason.
void conclude(SearchReport& r, const check::Stop& stop, const std::string& undecided);

// All programs of up to so many calls were looked at; below 2: not even the smallest.
size_t looked_at_calls(const SearchReport& r);
// "with up to 2 threads, 3 calls each and 2 values (exhaustive)"
std::string bounds_text(const SearchReport& r);
// "; without what the specification lacks: poll(), size()", or nothing
std::string unspecified_text(const SearchReport& r);
// "  together: ...", a line: what was explored at once.
std::string together_text(const SearchReport& r);
// "assumed: ...", a line.
std::string assumed_text(const SearchReport& r, const check::Configuration& options);
std::string text_of(const SearchReport& r, const check::Configuration& options, int width);
std::string json_of(const SearchReport& r, const check::Configuration& options);
std::string html_of(const SearchReport& r, const check::Configuration& options);

}  // namespace jmc::linearizability
