// The notation of programs: `{ put(1,1); size() } || { clear() }`, one block per thread, calls in order, arguments as
// JSON, and maps as `{1:2}` (keys need be no strings), objects as `new p.Item(1)` or `p.Item.of(1)`, constants of an
// enum as `p.Color.RED`, functions as `x->x+1`, `(a,b)->null`, `x->{}`: at most one of +,
// - and == between numbers, parameters, null, true and false.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace jmc::linearizability {

// A program, class or description that cannot be used. what() is one line.
class ProgramError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Value {
  enum Kind : uint8_t { Null, Bool, Int, Text, List, Map, Function, Object, Constant } kind = Null;
  int64_t number = 0;       // Int; 0 or 1 for Bool
  std::string text;         // Text: printable ASCII without , | " and backslash, which separate results;
                            // Function: without spaces, "(a,b)->a+b"
                            // Object: its class, or with `number` a factory, "p.Item.of";
                            // Constant: of an enum, "p.Color.RED"
  std::vector<Value> list;  // List; Map: keys and values in turn; Object: arguments of its constructor
  friend bool operator==(const Value&, const Value&) = default;
};

struct Call {
  std::string method;
  std::vector<Value> arguments;
  friend bool operator==(const Call&, const Call&) = default;
};

struct Program {
  std::vector<std::vector<Call>> threads;  // at least one thread, no thread is empty
};

// Throw ProgramError, which names the place.
Program parse_program(std::string_view text);
// Whether it stands in a text of programs outside of strings, inside of so many braces.
bool stands_at(std::string_view program, char what, int braces);
// "put(1,1); size()"
std::vector<Call> parse_calls(std::string_view text);
// "p.C" or "p.C(2)": a class and the arguments of its constructor.
Call parse_constructor(std::string_view text);
// Names of methods separated by commas, each alone or as "poll(long,TimeUnit)". Spaces do not count.
std::vector<std::string> listed_names(std::string_view list);
std::string text_of(const Value& value);
std::string text_of(const Call& call);
std::string text_of(const Program& program);

// Every order of the calls that respects the order of each thread, as numbers of calls (thread by thread, from 0).
// Throws ProgramError if there are more than `limit`.
std::vector<std::vector<int>> interleavings(const Program& program, size_t limit);

}  // namespace jmc::linearizability
