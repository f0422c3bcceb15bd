// What --help says: one screen of what people use, all options with two lines each, those of a topic, or one in full.
#pragma once

#include <string>

#include "check/options/option_table.hpp"

namespace jmc::check {

// `topic`: empty, "all", a topic ("reports"), or the name of an option. Throws UsageError, with what there is.
std::string help_text(Command command, const std::string& topic);
// jmc help [WORD ...]: the words after "help", which name a command, a topic or both. Throws UsageError.
std::string help_on(const std::vector<std::string>& words);

}  // namespace jmc::check
