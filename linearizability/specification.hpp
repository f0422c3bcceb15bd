// A plain class, run by one thread, that says what calls of the class under test may return (--specification).
//
// A call m(a) of the class under test is specified by
//   - a method m that takes the same arguments: it returns what m returns, or throws what m throws; where it waits or
//     loops for ever, m must wait; or
//   - a method mResults(a), which returns all admitted results (an Iterable or an array of objects) and changes
//   nothing.
//     None: m must wait. An exception among them stands for itself being thrown. mReturns(a, result), if there is one,
//     then changes the object as m does when it returns this result; an exception changes nothing.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "linearizability/methods.hpp"

namespace jmc::linearizability {

class Specification {
 public:
  // How a call is answered.
  struct Rule {
    std::string method, descriptor;
    bool set = false;               // it returns all admitted results
    std::string effect;             // name of the method that takes the result; empty: none
    std::string effect_descriptor;  // its last parameter is the result
  };

  // Throws ProgramError if there is no such constructor. Without arguments of its own, it is made with `otherwise` (the
  // arguments of the class under test) if a constructor takes these, else without arguments.
  Specification(Methods methods, Call constructor, bool arguments_given, const std::vector<Value>& otherwise);

  // What answers a call of the class under test, whose descriptor is `of`. Throws ProgramError that says what is
  // missing, or wrong about what there is.
  Rule rule(const Call& call, std::string_view of) const;
  // The same; null where no method fits that could answer it.
  std::optional<Rule> find_rule(const Call& call, std::string_view of) const;
  // Its public methods m and mResults of that m, whatever they take, without their results: "poll(JLjava/lang/String;)"
  std::vector<std::string> answering(const std::string& method) const;

  const Methods& methods() const { return methods_; }
  const Call& constructor() const { return constructor_; }

 private:
  Rule set_rule(const Call& call) const;

  Methods methods_;
  Call constructor_;
};

}  // namespace jmc::linearizability
