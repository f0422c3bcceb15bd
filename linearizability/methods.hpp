// The public methods of a class and its supertypes, from their class files: which one a call means, and how its result
// becomes text.
//
// An object is made by a constructor of the class, or by a factory: a public static method, "pkg.C.method", whose
// declared result is the type on which the calls are made.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "classfile/class_file.hpp"
#include "classfile/class_writer.hpp"
#include "classfile/external_name.hpp"
#include "linearizability/functions.hpp"
#include "linearizability/notation.hpp"

namespace jmc::linearizability {

using Finder = std::function<std::optional<classfile::Bytes>(std::string_view internal_name)>;

// How the text of a result is made. Raw: the driver keeps the object, and its text is that of String.valueOf.
enum class ResultKind : uint8_t { None, Void, Text, Array, Iterable, Iterator, Enumeration, Spliterator };
// None: a result of this type has no text that depends on nothing but its value.
ResultKind result_kind(std::string_view descriptor);

// There is no such class.
struct NoSuchClass : ProgramError {
  explicit NoSuchClass(const std::string& class_name)
      : ProgramError("class " + class_name + " was not found, neither in --classpath nor in the JDK"),
        name(class_name) {}
  std::string name;
};

class Methods {
 public:
  // "pkg.C" or "pkg.C.method". Throws ProgramError if the class cannot be constructed from outside or is not found.
  // `find` is kept.
  Methods(const std::string& name, const Finder& find);

  // The type that calls are made on.
  const std::string& internal_name() const { return name_; }
  bool is_interface() const;
  // "pkg/C" and "method" of the factory; empty where a constructor makes the object.
  const std::string& factory_owner() const { return factory_owner_; }
  const std::string& factory() const { return factory_; }
  bool of_interface() const { return of_interface_; }  // the factory
  // The package that what makes and calls such objects has to be in, "p/q" or "", since something is not public: the
  // type, or all that makes its objects. None: any.
  const std::optional<std::string>& package() const { return package_; }
  // As the user names what makes the object.
  std::string maker() const;
  // Descriptor of the constructor or method that takes these arguments. Throws ProgramError if there is none, or more
  // than one that fits as well.
  std::string constructor(const Call& call) const;
  std::string method(const Call& call) const;
  // Whether a result of this type has a text that depends on nothing but its value.
  bool comparable(std::string_view descriptor) const;
  // Descriptor of the method that takes these arguments, whatever it returns; none if there is none. Throws
  // ProgramError for more than one that fits as well.
  std::optional<std::string> find(const Call& call) const;
  // Descriptors of the methods with this name that take these arguments and so many more.
  std::vector<std::string> taking(std::string_view name, const std::vector<Value>& arguments, size_t more = 1) const;
  struct Public {
    std::string name, descriptor;
  };
  // Instance methods that a client can call, each once; those of java.lang.Object are left out unless a class overrides
  // them.
  const std::vector<Public>& all() const { return all_; }
  // Descriptors of the constructors that a client can call (public ones; where there is none, and no factory either,
  // those of the package), or of the factory's overloads.
  std::vector<std::string> constructors() const;
  // These, as in Java: "C(int), C(int,boolean)".
  std::string signatures() const;
  // Methods of the class itself that only its package can call, as in Java.
  std::vector<std::string> hidden() const;
  bool subtype_of(std::string_view internal_name) const;
  // Of any class or interface, be it that nobody can make its objects. Throws ProgramError.
  static Methods of_type(const std::string& class_name, const Finder& find);
  const Finder& finder() const { return find_; }
  // The same of another class that can be made, where objects of this one are. Throws ProgramError.
  Methods of(const std::string& class_name) const;
  // What a parameter of this type is a function of: an interface with one method that it leaves open. None: of others.
  std::optional<FunctionType> function(std::string_view descriptor) const;
  // Constants of an enum; none: it is none.
  std::vector<std::string> constants() const;
  // Calls that make such objects, by public static methods of the class, as the user would name them: those with the
  // fewest parameters first.
  std::vector<std::string> own_factories() const;
  // Whether some class above Object says what the text of its objects is, and not by which object it is.
  bool has_text() const;

 private:
  Methods(const std::string& name, const Finder& find, bool any);
  std::string choose(const Call& call, bool constructing) const;
  std::optional<std::string> best(const Call& call, bool constructing) const;
  std::string described(const Call& call, bool constructing) const;
  bool find_factory(const std::string& name, const Finder& find);
  void must_be_in(std::string_view class_name);
  std::string home() const;  // where what calls it can be
  int fit(const Value& v, std::string_view descriptor) const;
  int fit(const std::vector<Value>& values, const classfile::Signature& s) const;
  int fit_class(const std::string& class_name, std::string_view descriptor) const;

  Finder find_;
  std::string name_, factory_owner_, factory_;
  std::optional<std::string> package_;
  bool of_interface_ = false;
  std::vector<std::string> factories_;       // descriptors
  std::vector<classfile::ClassFile> types_;  // most derived first, superclasses before interfaces
  std::vector<Public> all_;
};

using classfile::dotted;

}  // namespace jmc::linearizability
