// The public methods of a class and its supertypes, from their class files: which one a call means, and how its result becomes text.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "classfile/class_file.hpp"
#include "linearizability/notation.hpp"

namespace jmc::linearizability {

using Finder = std::function<std::optional<classfile::Bytes>(std::string_view internal_name)>;

// How the text of a result is made. Raw: the driver keeps the object, and its text is that of String.valueOf.
enum class ResultKind : uint8_t { None, Void, Text, Array, Iterator, Enumeration, Spliterator };
// None: a result of this type has no text that depends on nothing but its value.
ResultKind result_kind(std::string_view descriptor);

class Methods {
 public:
  // "pkg.C". Throws ProgramError if the class cannot be constructed from outside or is not found.
  Methods(const std::string& class_name, const Finder& find);

  const std::string& internal_name() const { return name_; }
  // Descriptor of the constructor or method that takes these arguments. Throws ProgramError if there is none, or more than one that fits
  // as well.
  std::string constructor(const Call& call) const;
  std::string method(const Call& call) const;
  struct Public { std::string name, descriptor; };
  // Instance methods that a client can call, each once; those of java.lang.Object are left out unless a class overrides them.
  const std::vector<Public>& all() const { return all_; }
  std::vector<std::string> constructors() const;
  bool subtype_of(std::string_view internal_name) const;

 private:
  std::string choose(const Call& call, bool constructing) const;
  std::string name_;
  std::vector<classfile::ClassFile> types_;     // most derived first, superclasses before interfaces
  std::vector<Public> all_;
};

std::string dotted(std::string internal_name);

}  // namespace jmc::linearizability
