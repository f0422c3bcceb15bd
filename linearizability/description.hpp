// What a generator of programs knows of a class: how to make it, its methods with their parameters, and limits. Read
// from JSON (the format that docs/linearizability.md describes), shipped with jmc, or derived from the class file.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "linearizability/methods.hpp"

namespace jmc::linearizability {

struct Parameter {
  enum Filler : uint8_t { Number, Flag, Text, List, Map, Empty, Unit, One, Function, Made, Fixed } filler = Number;
  std::string type;          // as in the description
  std::vector<Value> fixed;  // what it is filled with, whatever the bound on values (Fixed)
  bool opaque = false;       // the class tells values here apart by equality alone, so they may be renamed
  size_t numbers = 1;        // of the constructor that makes what it is filled with (Made)
  std::string maker;         // such a constructor's class, or a factory (Made)
  std::optional<FunctionType> function = {};  // (Function)
};

// Unset: not limited by this.
struct Limits {
  std::optional<uint32_t> invocations, sequences, values;  // calls in all, threads, different values
};

struct MethodDescription {
  std::string name;
  std::vector<Parameter> parameters;
  bool readonly = false, trusted = false;
  bool by_name = false;    // nobody said that it is readonly: its name sounds so
  std::string visibility;  // "complete": meant to be linearizable; others: known not to be; or empty
  Limits limits;
  std::string label() const;  // "put(int,Object)"
};

struct Description {
  std::string cls;
  std::vector<Value> arguments;  // of the constructor
  Limits limits;
  std::vector<MethodDescription> methods;
  std::string origin;                    // "derived from the class file", "shipped with jmc", a file
  std::vector<std::string> left_out;     // "stream(): its result cannot be compared as text"
  std::string hidden;                    // methods that are not called since they are not public: "inc(), add(int)"
  std::vector<std::string> unspecified;  // of these, labels of the methods that the specification lacks
};

// Throw ProgramError, which names the place.
Description parse_description(std::string_view json, const std::string& origin);
// Null if none is shipped for this class.
std::optional<Description> shipped_description(const std::string& cls);
// What the object is made with where nobody says it: the fewest arguments, and if possible nothing but numbers (2, as
// for a capacity) and flags. None: nothing makes one.
std::optional<std::vector<Value>> usual_arguments(const Methods& methods);
Description derived_description(const Methods& methods, const std::optional<Call>& constructor);
// Moves methods that cannot be called to left_out, takes from the shipped description what only it says (which
// parameters are opaque).
void complete_description(Description& description, const Methods& methods);
std::string text_of(const Description& description);
Call example(const MethodDescription& method);  // a call of it

// A call that programs are made of.
struct Instance {
  Call call;
  uint32_t method = 0;    // index in Description::methods
  uint32_t largest = 0;   // of its values; 0: it has none
  bool readonly = false;  // for certain
  std::string unusable;   // why it cannot be made at all, not even by one thread; empty: it can, as far as is known
};
// Every method with every choice of its arguments, values 1..`values`. `renamed[p][i]`: what instance i becomes under
// the p-th renaming of the values of opaque parameters (the identity is left out).
struct Instances {
  std::vector<Instance> all;
  std::vector<std::vector<uint16_t>> renamed;
};
Instances instances_of(const Description& description, uint32_t values);

}  // namespace jmc::linearizability
