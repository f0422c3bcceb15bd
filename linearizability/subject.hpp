// What is called: a class, how its object is made and filled before the threads begin, what is called alone when they
// have ended, and what says which outcomes are right.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "check/options/configuration.hpp"
#include "linearizability/specification.hpp"

namespace jmc::linearizability {

struct Subject {
  Methods methods;
  Call constructor;
  std::vector<Call> initial;  // made by the main thread before the others begin; they must return
  std::vector<Call> last;     // made by the main thread when all others have ended; their results belong to the outcome
  std::string invariant;      // name of a method without parameters, called after all that: false or an exception is a
                              // violation. Empty: none
  std::optional<Specification> specification;  // none: the class itself, run by one thread
};

// The part of a subject that options say, as they were given; empty: none.
struct SubjectOptions {
  std::string initial, last, invariant, specification;
  Notion notion = Notion::Outcomes;  // that the specification is for
};

// Throws ProgramError.
Methods methods_of(const std::string& class_name, const check::Configuration& options);
Subject subject_of(const SubjectOptions& what, Methods methods, Call constructor, const check::Configuration& options);
// What is to be said of it besides its class, each with its name: ("initial", "put(1,1); put(2,2)").
std::vector<std::pair<std::string, std::string>> words_of(const Subject& subject);

}  // namespace jmc::linearizability
