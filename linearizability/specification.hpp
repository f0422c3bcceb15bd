// A plain class, run by one thread, that says what calls of the class under test may return (--specification).
//
// A call m(a) of the class under test is specified by
//   - a method m that takes the same arguments: it returns what m returns, or throws what m throws; where it waits or
//     loops for ever, m must wait; or
//   - a method mResults(a), which returns all admitted results (an Iterable or an array of objects) and changes
//   nothing.
//     None: m must wait. An exception among them stands for itself being thrown. mReturns(a, result), if there is one,
//     then changes the object as m does when it returns this result; an exception changes nothing.
//
// Under Notion::Set, calls of m and n that may take effect in one moment are specified by a method m_n that takes the
// arguments of both and returns an array with the result of each, or null: not now. Several results: m_nResults, with
// such arrays, and m_nReturns. Any number of calls (m_n_m); those of one method come in any order.
//
// Under Notion::Interval, a call of m may take effect in two moments: mBegins(a) is what happens when it begins (an
// IllegalStateException: it cannot begin now), and m or mResults and mReturns are what happens when it returns. If
// mBegins returns something, that call is given it when it returns, behind its arguments.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "linearizability/explain.hpp"
#include "linearizability/methods.hpp"

namespace jmc::linearizability {

class Specification {
 public:
  // How a call is answered.
  struct Rule {
    std::string method, descriptor;  // no method: nothing answers it but as one of a set
    bool set = false;                // it returns all admitted results
    std::string effect;              // name of the method that takes the result; empty: none
    std::string effect_descriptor;   // its last parameter is the result
    // Of a call that takes effect in two moments; empty: in one. Remembered: what it returns is given to the others,
    // behind the arguments.
    std::string begins, begins_descriptor;
    bool remembered = false;
  };
  // Of calls that take effect in one moment.
  struct Joint {
    std::vector<uint16_t> calls;  // which ones, in the order of their results
    std::vector<Value> arguments;
    Rule rule;
  };

  // Throws ProgramError if there is no such constructor. Without arguments of its own, it is made with `otherwise` (the
  // arguments of the class under test) if a constructor takes these, else without arguments.
  Specification(Methods methods, Call constructor, bool arguments_given, const std::vector<Value>& otherwise,
                Notion notion);

  // What answers a call of the class under test, whose descriptor is `of`. Throws ProgramError that says what is
  // missing, or wrong about what there is.
  Rule rule(const Call& call, std::string_view of) const;
  // The same; null where no method fits that could answer it.
  std::optional<Rule> find_rule(const Call& call, std::string_view of) const;
  // Its public methods m and mResults of that m, whatever they take, without their results: "poll(JLjava/lang/String;)"
  std::vector<std::string> answering(const std::string& method) const;
  // Sets of these calls that may take effect in one moment; `under_test`: its methods have the names. Throws
  // ProgramError for methods that look like such a set and are none.
  std::vector<Joint> joint(const std::vector<Call>& calls, const Methods& under_test) const;

  const Methods& methods() const { return methods_; }
  const Call& constructor() const { return constructor_; }

 private:
  Rule set_rule(const Call& call, Rule rule) const;
  Rule joint_rule(const Call& call) const;
  void find_beginning(const Call& call, Rule& rule) const;
  std::vector<std::string> taking(const std::string& method, const Call& call, const Rule& rule) const;
  void expect_no_collecting(const Call& call, const std::string& descriptor, const char* why) const;

  Methods methods_;
  Call constructor_;
  Notion notion_;
};

}  // namespace jmc::linearizability
