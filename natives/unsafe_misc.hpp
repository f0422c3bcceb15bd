// The part of Unsafe that is no access to a variable: offsets, bulk copies, allocation, classes.
#pragma once

#include "vm/vm.hpp"

namespace jmc::natives {

void register_unsafe_misc(vm::Vm& vm);

// The linked field behind a java.lang.reflect.Field; null if its class does not declare such a field.
vm::Field* field_of_mirror(vm::Vm& vm, vm::Ref reflect_field);

}  // namespace jmc::natives
