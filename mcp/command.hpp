// jmc mcp: a server for agents, on standard input and output.
#pragma once

#include <string>
#include <vector>

namespace jmc::mcp {

// `words`: of the command line, without the word that names the command; [0] is not looked at. Returns the exit status
// when standard input has ended, or a signal has asked for it: 0; 2: the server could not start, and has said why on
// standard error.
int serve(const std::vector<std::string>& words);

}  // namespace jmc::mcp
