// What jmc linearizability says, besides the report of a run.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "linearizability/command.hpp"
#include "linearizability/java_client.hpp"

namespace jmc::linearizability {

// Of one program.
struct ProgramReport {
  std::string program, cls, notion;
  std::vector<std::pair<std::string, std::string>> subject;  // words_of()
  std::set<std::string> admitted;                            // outcomes of complete sequential executions
  bool all_admitted = true;
  uint64_t sequential_executions = 0, sequential_blocked = 0;
  std::vector<std::string> unexplained;  // outcomes that no sequential execution has
  size_t outcomes = 0, blocked = 0;
};

// Writes --emit=DIR/NAME.java; makes the folder. Throws ProgramError.
void emit(const std::string& folder, const JavaClient& client, const Subject& subject, const Admitted& admitted);
// Of Engine::keeps_caller, where something is violated.
std::string warning_of(const std::string& keeps_caller);
// "ConcurrentLinkedDeque_3"
std::string client_name(const std::string& cls, size_t number);

std::string text_of(const ProgramReport& what);
// A report of report_json() with the key "linearizability" added.
std::string with_linearizability(const std::string& json, const ProgramReport& what);

}  // namespace jmc::linearizability
