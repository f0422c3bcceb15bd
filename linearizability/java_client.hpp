// A program as a Java client of its own, for people and for java: it runs the program once (or, with a number as
// argument, many times and counts outcomes), prints the outcome, and throws an AssertionError if it is none of those
// that sequential executions have.
#pragma once

#include <string>
#include <vector>

#include "linearizability/explain.hpp"
#include "linearizability/subject.hpp"

namespace jmc::linearizability {

struct JavaClient {
  std::string name;  // of its class, in no package
  Program program;
  bool ordered = false;            // --notion=history: the order of calls that do not overlap counts
  std::vector<std::string> notes;  // lines of the comment at its top
};

// The source. `admitted` must have its executions if `ordered`. Throws ProgramError for more expected outcomes than a
// class can list.
std::string java_source(const JavaClient& client, const Subject& subject, const Admitted& admitted);

}  // namespace jmc::linearizability
