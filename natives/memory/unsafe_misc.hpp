// The part of Unsafe that is no access to a variable: offsets, bulk copies, allocation, classes.
#pragma once

#include "vm/vm.hpp"

namespace jmc::natives {

void register_unsafe_misc(vm::Vm& vm);

}  // namespace jmc::natives
