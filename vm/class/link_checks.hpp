// Checks of the user's classes that come with linking and resolution: whether supertypes and members are what the
// interpreter takes them for, and who may access what. Classes of the JDK and those that the VM spins are trusted.
#pragma once

#include "vm/vm.hpp"

namespace jmc::vm {

// Before k is laid out. Throw classfile::FormatError.
void check_supertypes(Vm& vm, const Klass& k);  // final, sealed or inaccessible ones; packages of the JDK
void check_members(const Klass& k);             // flags of interface members and initialisers

// JVMS 5.4.4. `from` is code's class; false: an IllegalAccessError in HotSpot's words is pending.
bool check_class_access(Vm& vm, const Klass* from, const Klass* k);
// Likewise of the classes of the JDK that a descriptor or a constant of `from` names; nobody resolves them one by one.
bool check_descriptor_access(Vm& vm, const Klass* from, std::string_view descriptor);
bool check_constant_access(Vm& vm, const Klass* from, uint16_t pool_index);
bool check_field_access(Vm& vm, Klass* from, const Field* f);
bool check_method_access(Vm& vm, Klass* from, const Method* m, std::string_view method_text);
// What check_method_access() would say of code that is not trusted; empty: nothing.
std::string method_access_refusal(Vm& vm, Klass* from, const Method* m);
// Whether it says that a class may not name its supertype: then that is the pending exception.
bool throw_if_access(Vm& vm, const classfile::FormatError& e);
// "module java.base of loader 'bootstrap'"
std::string module_text(const Klass* k);

}  // namespace jmc::vm
