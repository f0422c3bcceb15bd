// The bytecode verifier: what keeps the interpreter, which checks nothing, from reading past a frame or an object.
//
// It infers types along the control flow (JVMS 4.10.2) of the translated method, where subroutines are already copied
// apart, and needs no StackMapTable. It runs once per method, before the method's first call; classes of the JDK are
// trusted.
#pragma once

#include "vm/vm.hpp"

namespace jmc::vm {

// True for the classes whose methods are verified: those of the user, and what the VM spins for them.
bool needs_verification(const Klass& k);

// Precondition: m is translated. Throws classfile::FormatError that names class, method, bytecode offset, what was
// found and what was expected (a VerifyError in the JVM's words), and MissingClass (vm/class/verify_types.hpp).
void verify(Vm& vm, Method& m);

}  // namespace jmc::vm
