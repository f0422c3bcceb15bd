// How high the operand stack of a suspended frame is: a form of a state does not say where frames lie, since it follows
// from where each of them is in its method.
#pragma once

#include <cstdint>

namespace jmc::vm {

struct Method;

inline constexpr uint32_t kNoHeight = ~0u;

// Slots on the operand stack of a frame stopped before instruction `pc`, or (`caller`) in the call at `pc`, whose
// arguments are gone. kNoHeight: there are some of which no slot map tells (the VM's own frames). Precondition: the
// slot map has been asked for (vm/code/insn.hpp).
uint32_t frame_height(const Method& m, uint32_t pc, bool caller);

}  // namespace jmc::vm
