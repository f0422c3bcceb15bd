// Searches that explore only a part of the schedules: how the command line chooses them, and what their answer is
// worth.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "por/listener.hpp"
#include "por/search_options.hpp"

namespace jmc::check {

struct Configuration;

// --bound=KIND:N..: one bound is raised from search to search, until nothing is cut off.
struct Raised {
  bool on = false;
  size_t which = 0;                                      // in SearchOptions::bounds
  uint64_t last = std::numeric_limits<uint64_t>::max();  // SearchOptions has the first
};

// --bound=KIND:N, KIND:N.. or KIND:N..M, several separated by commas. `named`: the user chose the reduction; otherwise
// one is chosen that knows these bounds. Throws UsageError.
void choose_bounds(const std::string& value, bool named, por::SearchOptions& search, Raised& raised);

// --search=random[:SEED], pos, surw, feedback likewise, pct[:DEPTH[:SEED]]: `named` is whether the user chose a
// reduction, which has no meaning then. --search=best-first:KEYS, where it has; `names` are those of the keys
// method=NAME and variable=NAME, in the order of their tags. Throws UsageError.
void choose_search(const std::string& value, bool named, por::SearchOptions& search, std::vector<std::string>& names);
// "random walks, seed 7"; "best first by preemptions, random".
std::string search_name(const Configuration& options);

// What such a search leaves out, for the sentence "no violation ...": "with at most 2 preemptions", "without preemption
// inside of Queue.put".
std::string scope_text(const Configuration& options, const std::vector<por::Bound>& bounds);
// The verdict of a search that ended because of its bounds, or what it covered if there are violations.
std::string bounded_text(const Configuration& options, const std::vector<por::Bound>& bounds, bool violated);
// The same of one that has run its budget of executions; `detail` is what the search says itself.
std::string sampled_text(const Configuration& options, uint64_t executions, const std::string& detail,
                         bool violated = false);

// A finished search with one limit.
struct Level {
  uint64_t limit = 0;
  bool cut = false;  // something cost more than the limit
  por::SearchStatistics statistics;
};
// "preemptions: 0 (120 states), 1 (1,340 states), 2 (4,100 states, nothing left out)".
std::string levels_text(const por::SearchOptions& search, const Raised& raised, const std::vector<Level>& levels);

// What the first line says of answers that are not all explored. Precondition: there is a hole.
std::string in_doubt(const std::vector<std::string>& holes);

}  // namespace jmc::check
