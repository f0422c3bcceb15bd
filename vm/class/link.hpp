// Linking one class: supertypes, field layout, virtual method table, statics. Used by Vm::link_class only.
#pragma once

#include "vm/vm.hpp"

namespace jmc::vm {

class Linker {
 public:
  Linker(Vm& vm, Klass& k) : vm_(vm), k_(k) {}
  // Precondition: superclass and interfaces are set. Fills in everything except mirror and statics.
  void link();
  // The static block, with constant values; needs java.lang.String.
  void make_statics();

 private:
  void supertypes();
  void fields();
  void methods();
  void vtable();
  void make_method(const classfile::Method& file);

  Vm& vm_;
  Klass& k_;
};

// Splits "(ILjava/lang/String;)V" into argument types and return type ('L' for arrays). Throws FormatError naming
// `where`.
void parse_descriptor(std::string_view descriptor, std::vector<char>& args, char& result, const std::string& where);

// Slots of the operand stack, or of local variables, that values of these types take: at most 255 for arguments.
inline int slots_of(const std::vector<char>& types) {
  int slots = 0;
  for (const char type : types) slots += type == 'J' || type == 'D' ? 2 : 1;
  return slots;
}

}  // namespace jmc::vm
