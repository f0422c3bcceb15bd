// VarHandle: the variable that a handle (jdk-stubs/java/lang/invoke/VarHandle.java) and the arguments of a call name,
// and the access to it. Internal to natives/.
#pragma once

#include "vm/code/poly.hpp"

namespace jmc::natives {

vm::NativeStatus var_handle_invoke(vm::NativeCall& c, const vm::PolySite& site);
bool var_handle_describe(vm::NativeCall& c, const vm::PolySite& site, vm::Pending& pending);
void register_var_handle(vm::Vm& vm);

}  // namespace jmc::natives
