// Traces by definition: what the happens-before order of an execution is, computed without the code under test.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "por/search.hpp"
#include "tests/por/toy_system.hpp"

namespace jmc::por::toy {

using Path = std::vector<PathStep>;

// The same text for two executions if and only if one becomes the other by swapping independent neighbours: per step of
// each thread the outcome chosen and how many steps of every thread happen before it. What threads that never go on
// wait for is part of it.
std::string trace_of(const Program& program, const Path& path);

// The same with observers: a plain write comes after an earlier one of its variable only if what is next in conflict
// with it is no plain write of the variable. CAS and tryLock count as writes.
std::string observed_trace_of(const Program& program, const Path& path);
// And without observers.
std::string strong_trace_of(const Program& program, const Path& path);

struct Traces {
  std::map<std::string, int> count;  // executions by trace
  SearchResult result;
};
// All complete executions of a search, by trace_of() or another text.
Traces traces(const Program& program, SearchOptions options,
              std::string (*text)(const Program&, const Path&) = trace_of);

}  // namespace jmc::por::toy
