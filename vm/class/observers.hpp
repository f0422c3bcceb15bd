// Calls by which a program can tell what the search otherwise takes for granted of ends and states of threads: whether
// one is over, in which state it is, which there are; and calls that end the program. What may run them has other
// operations (vm/visibility/program_rules.hpp).
//
// Classes of the program tell when they are linked, so that most programs need no second round. Classes of a jar, of
// which a program runs a small part, tell when a method with such a call is about to run for the first time: else every
// program in Kotlin would be one that asks for states, since its Intrinsics can. The first execution that comes to such
// a method has a prefix in which nobody asks. The search is right about that prefix, finds the method, and is repeated.
#pragma once

#include "classfile/class_file.hpp"

namespace jmc::vm {

class Vm;
struct Klass;

// The class is linked.
void tell_observers(Vm& vm, const Klass& k);
// A method of the class, of a jar, is translated, which calls this member.
void tell_observer(Vm& vm, const classfile::ConstantPool::Member& called);
bool tells_late(const Klass& k);

}  // namespace jmc::vm
