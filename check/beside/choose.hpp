// What the command line says about what runs beside a search (beside.hpp).
#pragma once

#include "check/options/command_line.hpp"

namespace jmc::check {

struct Configuration;

// The command lines of the processes that draw and search within bounds, or why there are none. Of a plain check: not
// where a user has chosen what is left out, nor where values are explored that no draw has. Precondition: what else the
// command line says is in the configuration.
void choose_beside(const CommandLine& line, Configuration& configuration);
// --accept. Precondition: choose_beside(), and who else may have cleared what it has chosen. Throws UsageError.
void choose_accept(const CommandLine& line, Configuration& configuration);

}  // namespace jmc::check
