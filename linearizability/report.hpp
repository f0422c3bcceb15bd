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
  bool by_caller = false;  // Engine::by_caller
};

// Writes --emit=DIR/NAME.java; makes the folder. Throws ProgramError.
void emit(const std::string& folder, const JavaClient& client, const Subject& subject, const Admitted& admitted);
// Of Engine::by_caller, a line.
constexpr const char* kByCaller =
    "sequential: each call is made by its own thread, since what calls return depends on which thread makes them\n";
// Where that is so, a warning instead of a client in Java.
constexpr const char* kNotEmitted =
    "--emit: no client was written, since it would know only what calls return that one thread makes";
// Of Engine::keeps_caller, where something is violated.
std::string warning_of(const std::string& keeps_caller);
// "ConcurrentLinkedDeque_3"
std::string client_name(const std::string& cls, size_t number);

std::string text_of(const ProgramReport& what);
// A report of report_json() with the key "linearizability" added.
std::string with_linearizability(const std::string& json, const ProgramReport& what);

}  // namespace jmc::linearizability
