// Descriptors of fields and methods (JVMS 4.3), type by type. Those of class files that were read are well-formed; of
// others is_method_descriptor() says so first.
//
//   for (std::string_view type : ParameterTypes("(I[JLp/C;)V")) ...   // "I", "[J", "Lp/C;"
#pragma once

#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>

namespace jmc::classfile {

bool is_method_descriptor(std::string_view descriptor);

// The first type of `rest`, which is cut off it. Precondition: there is one, and it is well-formed.
inline std::string_view next_type(std::string_view& rest) {
  size_t n = 0;
  while (rest[n] == '[') ++n;
  n = rest[n] == 'L' ? rest.find(';', n) + 1 : n + 1;
  const std::string_view type = rest.substr(0, n);
  rest.remove_prefix(n);
  return type;
}

// Of a well-formed method descriptor, which must outlive it.
class ParameterTypes {
 public:
  explicit ParameterTypes(std::string_view method_descriptor) : rest_(method_descriptor.substr(1)) {}
  class Iterator {
   public:
    explicit Iterator(std::string_view rest) : rest_(rest) { ++*this; }
    std::string_view operator*() const { return type_; }
    Iterator& operator++() {
      type_ = rest_.empty() || rest_[0] == ')' ? std::string_view() : next_type(rest_);
      return *this;
    }
    bool operator==(std::default_sentinel_t) const { return type_.empty(); }

   private:
    std::string_view rest_, type_;
  };
  Iterator begin() const { return Iterator(rest_); }
  std::default_sentinel_t end() const { return {}; }

 private:
  std::string_view rest_;
};

// "(I)[J" -> "[J"
inline std::string_view result_type(std::string_view method_descriptor) {
  return method_descriptor.substr(method_descriptor.find(')') + 1);
}
// 'I', 'J', ...; 'L' for references, arrays included.
inline char letter_of(std::string_view type) { return type[0] == '[' ? 'L' : type[0]; }
// Slots of local variables that a value takes.
inline unsigned slots_of_type(std::string_view type) { return type == "J" || type == "D" ? 2 : type == "V" ? 0 : 1; }
// As in Java source, with the class's whole name: "int", "java.util.List[]".
std::string type_in_java(std::string_view type);

}  // namespace jmc::classfile
