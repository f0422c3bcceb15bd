// The outcomes of a program on a terminal.
#pragma once

#include <string>
#include <string_view>

#include "check/answers/result.hpp"

namespace jmc::check {

// Those of the search, then those that only drawn executions have shown; empty if there is none.
std::string outcomes_text(const Result& r);
// A line of a program's output: what would disturb the terminal is escaped.
std::string printable(std::string_view line);

}  // namespace jmc::check
