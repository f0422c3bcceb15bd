// Functions as arguments: "x->x+1", "(a,b)->null", for parameters of functional interfaces. They are pure; what is no
// number counts as 0 in them. One without a result, "x->{}", keeps what it was given, which belongs to the result of
// the call.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "linearizability/notation.hpp"

namespace jmc::linearizability {

// A functional interface of java.util.function, or Comparator.
struct FunctionType {
  std::string_view interface, method;  // internal name
  std::string_view parameters;         // 'L' (Object), 'I', 'J', one for each
  char result = 'V';                   // or 'L', 'I', 'J', 'Z'
  bool collects() const { return result == 'V'; }
};

// None: the type of a field or parameter is no such interface.
std::optional<FunctionType> function_type(std::string_view descriptor);
bool fits(const Value& function, const FunctionType& type);
// What a parameter of this type is filled with, for values 1 to `values`.
std::vector<Value> functions_for(const FunctionType& type, uint32_t values);

// A class with a constructor without parameters; one that collects has a field `seen`, kSeenType.
inline constexpr const char* kSeenType = "Ljava/util/ArrayList;";
std::vector<uint8_t> function_class(const std::string& name, const Value& function, const FunctionType& type);
// The same in Java, where a method `static int number(Object)` is at hand; of one that collects, `seen` is a List.
std::string java_text(const Value& function, const FunctionType& type);

}  // namespace jmc::linearizability
