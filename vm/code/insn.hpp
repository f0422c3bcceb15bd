// The internal instruction stream: what a method's bytecode is translated into on its first call.
//
// One Insn is 16 bytes: opcode, a small operand, a 32-bit operand and a pointer or 64-bit constant. Locals and stack
// are 32-bit slots; long and double take two, low half first. Jump targets are instruction indices. Instructions that
// refer to the constant pool start as an unresolved form (…_U) and are overwritten by a resolved one when they first
// run.
#pragma once

#include <cstdint>
#include <vector>

#include "vm/class/klass.hpp"

namespace jmc::vm {

// clang-format off
#define JMC_OPCODES(X) \
  X(Nop) X(IConst) X(LConst) X(LdcU) X(Ldc2U) X(RefConst) \
  X(Load) X(Load2) X(Store) X(Store2) \
  X(IALoad) X(LALoad) X(AALoad) X(BALoad) X(CALoad) X(SALoad) \
  X(IAStore) X(LAStore) X(AAStore) X(BAStore) X(CAStore) \
  X(Pop) X(Pop2) X(Dup) X(DupX1) X(DupX2) X(Dup2) X(Dup2X1) X(Dup2X2) X(Swap) \
  X(IAdd) X(LAdd) X(FAdd) X(DAdd) X(ISub) X(LSub) X(FSub) X(DSub) X(IMul) X(LMul) X(FMul) X(DMul) \
  X(IDiv) X(LDiv) X(FDiv) X(DDiv) X(IRem) X(LRem) X(FRem) X(DRem) X(INeg) X(LNeg) X(FNeg) X(DNeg) \
  X(IShl) X(LShl) X(IShr) X(LShr) X(IUshr) X(LUshr) X(IAnd) X(LAnd) X(IOr) X(LOr) X(IXor) X(LXor) X(IInc) X(IKeep) X(LKeep) \
  X(I2L) X(I2F) X(I2D) X(L2I) X(L2F) X(L2D) X(F2I) X(F2L) X(F2D) X(D2I) X(D2L) X(D2F) X(I2B) X(I2C) X(I2S) \
  X(LCmp) X(FCmpL) X(FCmpG) X(DCmpL) X(DCmpG) \
  X(IfEq) X(IfNe) X(IfLt) X(IfGe) X(IfGt) X(IfLe) \
  X(IfICmpEq) X(IfICmpNe) X(IfICmpLt) X(IfICmpGe) X(IfICmpGt) X(IfICmpLe) \
  X(Goto) X(Jsr) X(TableSwitch) X(LookupSwitch) X(Return) X(Return1) X(Return2) \
  X(GetStaticU) X(PutStaticU) X(GetFieldU) X(PutFieldU) \
  X(GetStatic) X(GetStatic2) X(PutStatic) X(PutStatic2) X(GetField) X(GetField2) X(PutField) X(PutFieldRef) X(PutField2) \
  X(InvokeVirtualU) X(InvokeSpecialU) X(InvokeStaticU) X(InvokeInterfaceU) X(InvokeDynamicU) \
  X(InvokeVirtual) X(InvokeDirect) X(InvokeStatic) X(InvokeStaticInit) X(InvokeInterface) X(InvokePoly) X(InvokeSite) \
  X(NewU) X(New) X(NewArray) X(ANewArrayU) X(ANewArray) X(MultiANewArrayU) X(MultiANewArray) X(ArrayLength) X(AThrow) \
  X(CheckCastU) X(CheckCast) X(InstanceOfU) X(InstanceOf) X(MonitorEnter) X(MonitorExit) \
  X(ClinitSupers) X(ClinitCall) X(ClinitDone) X(ClinitFail) X(ThreadRun) X(ThreadLeave) X(ThreadEnd) X(FallOff) \
  X(LoadGetField) X(RefConstNoted) X(InvokeSiteNoted) X(LoadNoted) X(Return1Noted) \
  X(Return1Asked) X(GetStaticNoted) X(GetFieldNoted) X(GetFieldNamed)
// clang-format on

enum class Opc : uint16_t {
#define JMC_ENUM(name) name,
  JMC_OPCODES(JMC_ENUM)
#undef JMC_ENUM
};

struct Insn {
  Opc op = Opc::Nop;
  uint16_t a = 0;
  uint32_t b = 0;
  union {
    uint64_t imm = 0;
    void* ptr;
    Klass* klass;
    Field* field;
    Method* method;
    struct SwitchTable* table;
    struct CallSite* site;
  };
};
static_assert(sizeof(Insn) == 16);

struct SwitchTable {
  int32_t low = 0;            // tableswitch: first key
  std::vector<int32_t> keys;  // lookupswitch: sorted
  std::vector<uint32_t> targets;
  uint32_t otherwise = 0;
};

// A resolved call that needs more than a Method*.
struct CallSite {
  Method* method = nullptr;     // declared (interface) method, or the static method of an invokedynamic
  uint32_t cached_klass = ~0u;  // inline cache of an interface call
  Method* cached_target = nullptr;
  Ref constant = kNull;  // invokedynamic: a constant object instead of a call
  void* poly = nullptr;  // PolySite* of a VarHandle call
  char return_type = 'V';
  uint16_t arg_slots = 0;
};

// Translates m's bytecode (vm/code/translate.cpp). Throws classfile::FormatError naming class, method and byte offset
// for bytecode that makes no sense (bad opcode, jump into an instruction, bad index, falling off the end, stack height
// that does not fit).
void translate(Vm& vm, Method& m);

// Replaces loads and returns by which code of the program gets hold of an exception by their noted forms
// (vm/visibility/swallowed.cpp).
void note_exceptions(Vm& vm, Method& m);
// Steps of pseudo-random numbers in loops of the JDK become IKeep and LKeep (vm/code/xorshift.cpp): instead of the xor
// of the two operands, one of them (a & 1: the upper), complemented if a & 2.
void find_xorshifts(Vm& vm, Method& m);
bool may_hold_error(std::string_view descriptor);  // of a field: stores into it are no looks at an Error, loads are

// Which slots of a suspended frame matter (vm/code/maps.cpp): live references and live other values, per instruction.
struct SlotMap {
  std::vector<uint16_t> refs;    // slot numbers relative to the first local that hold live references
  std::vector<uint16_t> values;  // ... that hold live non-references
};
struct FrameMaps {
  std::vector<std::unique_ptr<SlotMap>> at;  // by instruction index << 1 | is_caller (arguments of the call popped)
  std::shared_ptr<void> analysis;
};
// Map of a frame stopped before instruction `pc` (caller == false) or in the call at `pc` (caller == true).
const SlotMap& make_slot_map(Vm& vm, Method& m, uint32_t pc, bool caller);
inline const SlotMap& slot_map(Vm& vm, Method& m, uint32_t pc, bool caller) {
  if (m.maps)
    if (const SlotMap* map = m.maps->at[pc << 1 | caller].get()) return *map;
  return make_slot_map(vm, m, pc, caller);
}

}  // namespace jmc::vm
