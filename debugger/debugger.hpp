// jmc replay --jdwp: an execution of a witness under a debugger of the JDK's protocol (JDWP).
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>

#include "check/answers/replay.hpp"

namespace jmc::debugger {

struct Address {
  std::string host = "127.0.0.1";
  uint16_t port = 0;  // 0: any that is free
};
// "[HOST:]PORT". Throws check::UsageError.
Address parse_address(const std::string& text);

// Waits for a debugger and replays the execution under it; when it goes, the execution stays where it is and waits for
// the next one. Comes back when the execution is over, or a debugger has ended it. Says on `out` where it listens and
// what happens. What main returns: 0, or 2 after an error, which is on standard error.
int debug(const check::Configuration& configuration, const check::Witness& witness, size_t execution,
          const Address& address, bool force, std::FILE* out);

}  // namespace jmc::debugger
