// The types of the verifier: what a stack slot or local variable holds.
//
// A reference type is a set of class names: where ways of control meet, the sets are united, and a use asks each
// member. So no class is loaded to find a common superclass (JVMS 4.10.2.2 would), and a type is never less exact than
// what a compiler wrote into a StackMapTable. Sets beyond kMaxMembers give way to the common superclass.
//
// As in the JVM's own verifier, an interface as the target of an assignment takes any object: calls through interfaces
// are checked when they run.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "vm/vm.hpp"

namespace jmc::vm {

// A class that has to be looked at to verify a method does not exist: a NoClassDefFoundError of the program.
struct MissingClass {
  std::string name;
};

using Type = uint32_t;
enum BaseType : Type {
  kUnusable,
  kIntType,
  kFloatType,
  kLongType,
  kLongHigh,
  kDoubleType,
  kDoubleHigh,
  kNullType,
  kThisUninitialised
};
inline constexpr Type kUninitialised = 1u << 28;  // | index of the `new` instruction
inline constexpr Type kReturnAddress = 2u << 28;  // | number of the subroutine's copy
inline constexpr Type kReference = 4u << 28;      // | index of a set of classes
inline constexpr Type kTypeKind = 7u << 28, kTypeIndex = ~kTypeKind;

inline bool is_second_half(Type t) { return t == kLongHigh || t == kDoubleHigh; }
inline bool is_wide(Type t) { return t == kLongType || t == kDoubleType; }
inline bool is_object(Type t) { return t == kNullType || (t & kTypeKind) == kReference; }  // initialised, or null
inline bool is_unready(Type t) { return t == kThisUninitialised || (t & kTypeKind) == kUninitialised; }

class TypeTable {
 public:
  TypeTable(Vm& vm, Klass& from) : vm_(vm), from_(from) {}

  // `name`: internal name, or descriptor for arrays. Must live as long as the table.
  Type reference(std::string_view name);
  // Names that exist nowhere yet, of arrays mostly.
  Type reference_copy(std::string name);
  // The field descriptor at d[i]; moves i behind it. kLongType and kDoubleType stand for both halves.
  Type of_descriptor(std::string_view d, size_t& i);
  Type merge(Type a, Type b);
  bool assignable(Type from, std::string_view target);
  // `target` as of_descriptor() gives it.
  bool assignable_to(Type from, Type target) { return assignable(from, names_[set(target).members[0]].text); }
  // Every member an array whose elements have that one-letter type ('B' for byte and boolean), 'L' for references, 0
  // for any array.
  bool is_array(Type t, char element) const;
  Type element_of(Type array);  // of an array of references
  // Null if there is none; the class being verified is found under the name in its own file.
  Klass* find(std::string_view name);
  std::string text(Type t) const;  // for messages: "int", "java.lang.String"

 private:
  static constexpr size_t kMaxMembers = 32;
  struct Name {
    std::string_view text;
    Klass* klass = nullptr;
    Type type = 0;
  };
  struct Set {
    std::vector<uint32_t> members;
    bool widened = false;
  };

  uint32_t name_index(std::string_view name);
  Type intern(std::vector<uint32_t> members);
  uint32_t common_superclass(const std::vector<uint32_t>& members);
  bool name_assignable(std::string_view from, std::string_view target, Klass** from_klass);
  const Set& set(Type t) const { return sets_[t & kTypeIndex]; }

  Vm& vm_;
  Klass& from_;
  std::vector<Name> names_;
  std::unordered_map<std::string_view, uint32_t> by_text_;
  std::vector<Set> sets_;
  std::map<std::vector<uint32_t>, Type> by_members_;
  std::deque<std::string> texts_;
};

}  // namespace jmc::vm
