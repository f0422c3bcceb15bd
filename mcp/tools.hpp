// The tools of the server. Each answers from any thread.
#pragma once

#include <string>

#include "mcp/answers.hpp"
#include "mcp/runner.hpp"

namespace jmc::mcp {

struct ToolAnswer {
  Page page;
  bool error = false;
  std::string meta;  // JSON, for programs; may be empty
  size_t bytes = 0;  // what the call has asked for; 0: nothing
};

class Tools {
 public:
  Tools(const ServerSettings& settings, Checks& checks, Allowed allowed)
      : settings_(settings), checks_(checks), allowed_(std::move(allowed)), runner_(settings, checks) {}

  // Of a tool that schema_of() knows. What is wrong with the arguments is an answer, too. Throws Cancelled.
  ToolAnswer call(const std::string& tool, const Value& arguments, Call& call);

 private:
  ToolAnswer check(const std::string& tool, const Value& arguments, Call& call);
  ToolAnswer explain(const Value& arguments);
  ToolAnswer inspect(const Value& arguments, Call& call);
  ToolAnswer compare(const Value& arguments, Call& call);
  ToolAnswer limits(const Value& arguments);
  CheckPtr check_of(const std::string& id) const;  // of "c1" or "c1.v1"; throws ToolError

  const ServerSettings& settings_;
  Checks& checks_;
  Allowed allowed_;
  Runner runner_;
};

// A violation by its id. Null: there is none.
const Found* violation_of(const Check& check, const std::string& id);

}  // namespace jmc::mcp
