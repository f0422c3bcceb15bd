// What the tools say about reports of jmc: short, the point first.
#pragma once

#include <string>
#include <vector>

#include "mcp/checks.hpp"
#include "mcp/page.hpp"

namespace jmc::mcp {

// Of tools check and check_linearizability.
Page told(const Check& check, bool cached);
// Of tool outcomes: what was printed, how often.
Page told_outcomes(const Check& check, bool cached);

enum class Part : uint8_t { All, Cause, Story, Races, Stack, Output };
// Of one violation.
Page explained(const Check& check, const Found& found, Part part);
std::string story_text(const Value& violation);

// What was not covered, and which option would cover it.
Page limits_of(const Check& check);

// What is gone, what is new, and what is undecided.
Page compared(const Check& old, const Check& now);

// For programs: what an answer says, under `_meta`.
std::string summary_json(const Check& check, bool cached);

// Interleavings are not all: older values of variables, which data races may read, were not explored, and nobody has
// found that there are no races.
bool sequential_only(const Value& report);

// "LostUpdate.java:17 (LostUpdate.main)"; may be empty.
std::string place_of(const Value& violation);

}  // namespace jmc::mcp
