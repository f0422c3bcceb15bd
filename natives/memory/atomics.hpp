// One access to one variable, whoever asks for it: Unsafe, a VarHandle, a field updater.
//
// A Cell names a variable of the heap: a field, a static field (object = the class's static block) or an array element,
// and the type under which it is accessed. Values travel as the 64 bits of a slot: boolean to int sign- or
// zero-extended in the low 32 bits, references and floats in the low 32 bits, long and double in all 64.
//
// Every operation here is atomic, so a getAndAdd is one step and not a loop of CAS attempts; a weak CAS fails for no
// reason only where VmOptions::spurious_failures asks for it, in a branch of its own; all memory modes are as strong as
// volatile, but with --memory=jmm. Preconditions: the object is not null and the cell lies inside it.
#pragma once

#include <cstdint>

#include "natives/support.hpp"
#include "vm/code/arithmetic.hpp"

namespace jmc::natives {

enum class AtomicOp : uint8_t {
  Get,
  Set,
  CompareAndSet,
  WeakCompareAndSet,
  CompareAndExchange,
  GetAndSet,
  GetAndAdd,
  GetAndOr,
  GetAndAnd,
  GetAndXor
};

struct Cell {
  vm::Ref object = vm::kNull;
  uint32_t offset = 0;               // bytes from the object's header
  char type = 'I';                   // Z B C S I J F D L
  bool swap = false;                 // byte order reversed: views of a byte array
  vm::memory::UpdateMode mode = {};  // for --memory=jmm
};

// A field of an object, as getfield and putfield access it. A copy's first content is no volatile write.
Cell cell_of_field(const Field& f, vm::Ref object, bool of_copy = false);

// The modes of an access named after one: "getIntAcquire", "compareAndExchangeRelease", "weakCompareAndSetPlain". Where
// the name has none, plain for get and set, else volatile.
vm::memory::UpdateMode mode_named(AtomicOp op, std::string_view method);

uint64_t load_cell(vm::Vm& vm, const Cell& cell);
void store_cell(vm::Vm& vm, const Cell& cell, uint64_t value);

// Performs the operation, the one that was granted if it has alternatives. `a` is the new value or operand
// (CompareAnd...: the expected value, `b` the new one). The result is the old value, or for CompareAndSet 1 or 0, or
// for Set nothing.
uint64_t apply_atomic(vm::Vm& vm, const Cell& cell, AtomicOp op, uint64_t a, uint64_t b);

// Fills in the pending operation; false if the access is invisible now.
bool describe_atomic(vm::Vm& vm, const Cell& cell, AtomicOp op, uint64_t a, uint64_t b, vm::Pending& pending);

// A read (Get) or write (Set) of a field by a native, as getfield or putfield makes it: plain or volatile as the field
// is declared, and no operation as long as nobody contends for it. Both are called with the same arguments; `value` is
// what is written.
bool describe_field_access(vm::Vm& vm, vm::Ref object, const Field& f, AtomicOp op, uint64_t value,
                           vm::Pending& pending);
uint64_t apply_field_access(vm::Vm& vm, vm::Ref object, const Field& f, AtomicOp op, uint64_t value);

// What an access touches, as the search is to see it. An access that does not coincide with one element of an array (a
// long read from a byte array) counts as one of all elements (kAllElements).
void add_cell_accesses(const vm::Vm& vm, const Cell& cell, bool write, vm::Pending& pending);

// Whether an operation on the bytes from `offset` on is a scheduling point. If not, it is recorded for each element.
// Precondition: they lie inside of the object.
bool range_visible(vm::Vm& vm, vm::Ref object, uint32_t offset, uint64_t bytes, bool write);
// What such an operation touches. Where that is more than `most` variables (elements; words of memory outside of the
// heap) it is a write of all of them: a mere read of all would not conflict with the write of one.
void add_range_accesses(const vm::Vm& vm, vm::Ref object, uint32_t offset, uint64_t bytes, bool write, int most,
                        vm::Pending& pending);

// A native that reads these elements in one step: fills in the pending operation; false if it is invisible now, or the
// range is none of the array.
bool describe_read_range(vm::Vm& vm, vm::Ref array, int from, int count, vm::Pending& pending);

vm::Verb verb_of(AtomicOp op);
using vm::width_of;  // of an array element of that type
inline bool is_write(AtomicOp op) { return op != AtomicOp::Get; }
constexpr bool takes_two(AtomicOp op) {
  return op == AtomicOp::CompareAndSet || op == AtomicOp::WeakCompareAndSet || op == AtomicOp::CompareAndExchange;
}

}  // namespace jmc::natives
