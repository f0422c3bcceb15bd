// Clients as class files: a program in which each block is a thread, and each sequential execution of its calls.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "classfile/class_file.hpp"
#include "linearizability/notation.hpp"

namespace jmc::linearizability {

// The class files of a client by internal name.
using Classes = std::vector<std::pair<std::string, std::vector<uint8_t>>>;
using Finder = std::function<std::optional<classfile::Bytes>(std::string_view internal_name)>;

// Resolves the calls of one program in one class, and writes the classes that make them.
class Client {
 public:
  static constexpr const char* kMain = "LinearizabilityClient";
  static constexpr const char* kUnexplained = "unexplained outcome: ";

  Client(const Client&) = delete;
  // Throws ProgramError for a method that is not there, is ambiguous, or has a result that cannot be compared as text.
  Client(const Call& constructor, const Program& program, const Finder& find);

  // main() makes the calls one after the other in this order and prints the results. Needs the classes of concurrent() beside it.
  std::pair<std::string, std::vector<uint8_t>> sequential(size_t number, const std::vector<int>& order) const;
  // main() runs every block in a thread, prints the results, and throws an AssertionError unless they are among `admitted`.
  Classes concurrent(const std::set<std::string>& admitted) const;

 private:
  struct Target { std::string owner, descriptor; };
  std::string class_name_, constructor_descriptor_;
  Call constructor_;
  Program program_;
  std::vector<const Call*> calls_;
  std::vector<Target> targets_;            // one per call
};

}  // namespace jmc::linearizability
