// What a tool takes, as JSON Schema: told to clients, and what their arguments are held against.
#pragma once

#include <string>

#include "mcp/json.hpp"

namespace jmc::mcp {

// The tools as tools/list has them, JSON.
const std::string& tools_json();
// The inputSchema of a tool; null: there is no such tool. Lives as long as the process.
const Value* schema_of(const std::string& tool);

// What is wrong with it, by the name of the argument; empty: nothing. Of JSON Schema this knows what tools_json() uses:
// type, properties, required, additionalProperties (false, or a schema), items, enum, minimum, maximum.
std::string mismatch(const Value& schema, const Value& value, const std::string& name = "");

// Arguments as models write them, too: "x" where a list is expected stands for ["x"], and a text where a version is
// expected for {"source": text}.
void accept_short_forms(const Value& schema, Document& arguments);

}  // namespace jmc::mcp
