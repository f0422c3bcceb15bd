// Which search has what: one table of rules. A rule names what is asked for (SearchOptions), what that needs of a
// strategy (its properties, strategy.hpp) or cannot be had with, and what is said then. All that refuses a combination
// goes by it, and docs/searches.md is printed from it: who adds a feature adds its bit and its rules.
#pragma once

#include <cstdint>
#include <string>

#include "por/search_options.hpp"

namespace jmc::por {

// What is done with a search. The rules of Run hold for all.
enum class Purpose : uint8_t {
  Run,            // it is run at all
  Workers,        // several searches share what they have closed (SearchOptions::closed)
  Ranks,          // its states are divided among several machines (por/distributed/share.hpp)
  Checkpoints,    // it is kept (SearchOptions::checkpoints)
  Places,         // it is of a system that names threads by places (TransitionSystem::places)
  NumbersReturn,  // likewise, that gives numbers of threads that have ended to later ones
  MemoryModel,    // the system has values that are older than the last write
  OlderValues,    // likewise, and they are explored
  LateTimeOuts,   // time-outs are possible only where nothing else is
  NoSafeSets,     // it goes without the static reduction, since somebody asked for that
  Estimate,       // how many executions it explores is told by drawing some
};

// Empty, or why a search with these options cannot be used so, and what to do: the first rule that says no.
std::string refusal(Purpose purpose, const SearchOptions& options);

// Bounds or seals: what is explored from a state depends on the path to it.
bool bounded(const SearchOptions& options);
// Executions are drawn, each for itself.
bool sampled(const SearchOptions& options);
// Which thread comes first was asked for.
bool ordered(const SearchOptions& options);

// The table for people: a row for what can be asked for, a column for each strategy; and what does not go together.
// Markdown, in lines of any length.
std::string support_page();

}  // namespace jmc::por
