// What the program calls an object that no field of it holds: arrays, atomics and the boxes of captured variables have
// no name of their own. Internal to listeners/.
#pragma once

#include <string>

#include "vm/vm.hpp"

namespace jmc::listeners {

// Of java.util.concurrent.atomic: the object is a variable.
bool is_atomic(const vm::Klass& k);
// An atomic or an array.
bool is_nameless(const vm::Klass& k);

// A box that a compiler has made for a local variable that a lambda changes (Kotlin's Ref, Scala's IntRef): its field
// is the variable.
bool is_captured_variable(const vm::Klass& k);

// The local variable that holds the object in the innermost frames of the program in which one does, or the variable
// that an object of a local class has captured. Empty: there is none, or the class file does not say.
std::string local_name(const vm::Vm& vm, por::ThreadId t, vm::Ref object);

}  // namespace jmc::listeners
