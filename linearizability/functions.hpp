// Functions as arguments: "x->x+1", "(a,b)->null", for parameters of functional interfaces. They are pure; what is no
// number counts as 0 in them. One without a result, "x->{}", keeps what it was given by the thread that made it;
// "()->{}" keeps that it was run. That belongs to the result of the call. What another thread gives it, or later, does
// not.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "linearizability/notation.hpp"

namespace jmc::linearizability {

// A functional interface: of java.util.function, Comparator, Runnable, Callable, or of the program.
struct FunctionType {
  std::string interface, method;  // internal name
  std::string parameters;         // 'L', 'I', 'J', 'Z', one for each
  char result = 'V';              // or 'L' (Object), 'I', 'J', 'Z'
  std::string descriptor;         // of the method
  bool collects() const { return result == 'V'; }
};

// None: the type of a field or parameter is no such interface of the JDK.
std::optional<FunctionType> function_type(std::string_view descriptor);
// The method with this descriptor is the only one that such an interface leaves open. None: of such types nothing is
// made here.
std::optional<FunctionType> function_type(std::string_view interface, std::string_view method,
                                          std::string_view descriptor);
bool fits(const Value& function, const FunctionType& type);
// What a parameter of this type is filled with, for values 1 to `values`.
std::vector<Value> functions_for(const FunctionType& type, uint32_t values);

// A class with a constructor without parameters; one that collects has a field `seen`, kSeenType.
inline constexpr const char* kSeenType = "Ljava/util/ArrayList;";
std::vector<uint8_t> function_class(const std::string& name, const Value& function, const FunctionType& type);
// The same in Java, where a method `static int number(Object)` is at hand; of one that collects, `seen` is a List.
std::string java_text(const Value& function, const FunctionType& type);

}  // namespace jmc::linearizability
