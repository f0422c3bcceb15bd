// What a client can read by a handle: reports, stories, and what words of an answer mean.
#pragma once

#include <string>

#include "mcp/checks.hpp"

namespace jmc::mcp {

struct Resource {
  bool found = false;
  std::string type, text;
};

// "jmc://c1/report", "jmc://c1/text", "jmc://c1.v1/story", "jmc://explain", "jmc://explain/deadlock"; each also with
// "?from=N&bytes=N".
Resource read(const std::string& uri, const Checks& checks);

// Those there are, and their forms, as JSON.
std::string resources_json(const Checks& checks);
std::string templates_json();

}  // namespace jmc::mcp
