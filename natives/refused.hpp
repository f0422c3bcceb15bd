// What jmc says of a native that it refuses whatever the program passes: for refused.cpp, and for the list of all
// native methods (tests/vm/jmc_run.cpp, bench/natives). Natives that refuse some arguments only are not here.
#pragma once

#include <string>
#include <string_view>

namespace jmc::natives {

// The words for `key` ("java/lang/Thread.suspend0()V"), what it is and a way round; empty if it is not refused.
std::string refusal_of(std::string_view key);

}  // namespace jmc::natives
