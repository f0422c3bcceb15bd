// Facts about the 202 instructions of the JVM, by opcode (JVMS 6.5). What the translator, the verifier and the slot
// maps know about an instruction without looking at its operands.
#pragma once

#include <cstdint>
#include <span>

namespace jmc::vm {

inline constexpr uint32_t kOpcodes = 202;

// Bytes, opcode included; 0 for tableswitch, lookupswitch and wide, whose length depends on what follows.
extern const uint8_t kOpcodeLengths[kOpcodes];

// Stack slots popped, and what each slot pushed holds: 'v' a value, 'r' a reference. Null `push`: depends on the
// operands, or moves slots that may hold either.
struct SlotEffect {
  uint8_t pop;
  const char* push;
};
extern const SlotEffect kSlotEffects[kOpcodes];

// "popped>pushed" in types, the top of the stack last: I, J, F, D, N (null). Null for instructions that touch locals,
// references or the constant pool, move stack slots, return, or call subroutines.
extern const char* const kTypeEffects[kOpcodes];

// Length of the instruction at `at`, operands included; 0 if it is unknown or runs past the end.
uint32_t instruction_length(std::span<const uint8_t> code, uint32_t at);

}  // namespace jmc::vm
