// Helpful NullPointerException messages (JEP 358), worded as HotSpot words them.
#pragma once

#include <string>

#include "vm/vm.hpp"

namespace jmc::vm {

// What the instruction could not do, and which expression was null if the bytecode tells:
// `Cannot invoke "String.length()" because "<local1>" is null`. Empty if the instruction is none that checks for null.
std::string npe_message(const Vm& vm, const Method& method, uint32_t insn_index);

// The same by the offset in the bytecode; needs no translated code.
std::string npe_message_at(const Method& method, uint32_t bci);

}  // namespace jmc::vm
