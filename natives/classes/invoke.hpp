// Parts of what register_invoke() registers. Internal to natives/.
#pragma once

#include "vm/vm.hpp"

namespace jmc::natives {

void register_console(vm::Vm& vm);  // console.cpp: jmc.internal.ConsoleStream

}  // namespace jmc::natives
