// Of each method of a class, the strongest level of visibility (linearizability/visibility.hpp) that every outcome of
// every program of it and of the trusted methods has, up to bounds. The trusted methods of the description see
// everything: what they do is what the others are measured by.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "linearizability/search.hpp"
#include "linearizability/visibility.hpp"

namespace jmc::linearizability {

struct LevelRow {
  std::string method;              // its label; empty: the trusted methods, in programs of themselves alone
  std::optional<Visibility> mark;  // what the description says
  Visibility level = Visibility::Complete;
  // The first program that has an outcome which no stronger level explains; none where the level is Complete.
  uint64_t number = 0;
  Calls program;
  std::string name, kind, text;
  uint64_t programs = 0, undecided = 0;
  std::string undecided_first;  // with the reason
  bool all = false;             // of the programs within the bounds
  bool too_weak() const { return level < mark.value_or(method.empty() ? Visibility::Complete : Visibility::None); }
};

struct LevelReport {
  SearchReport search;         // the question and what the run cost; no findings
  std::vector<LevelRow> rows;  // that of the trusted methods first
};

// Throws what goes wrong before the first program; UsageError if the description trusts no method.
LevelReport search_levels(const Options& what, const std::string& cls, const check::Configuration& options,
                          const check::Stop& stop, std::chrono::steady_clock::time_point start,
                          check::Progress& progress);

std::string text_of(const LevelReport& r, const check::Configuration& options, int width);
std::string json_of(const LevelReport& r, const check::Configuration& options);

}  // namespace jmc::linearizability
