// What ends a run from outside: Ctrl-C, SIGTERM, the time limit, and what the process that started this one says.
#pragma once

#include "check/search/check.hpp"

namespace jmc::cli {

// What the handlers set. There is one of it, for the whole process.
check::Stop& stop_of_signals();

// A first signal of the user ends the search, a second one what is still under way, a third one the process. Seconds
// until the time limit; 0: there is none.
void catch_signals(double time_limit);

// What the parent sends, however often: the first reason counts. Ctrl-C is for the parent.
void catch_signals_of_parent();

}  // namespace jmc::cli
