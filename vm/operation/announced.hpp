// In builds with assertions: what a step accesses is among what the search was told of it. The label of an operation
// and the operation itself are made at different times, by different code; whatever one of them forgets, no reduction
// may be trusted with. Elsewhere all of this is nothing.
//
// What it looks at: the description of a native that is made again when its step is granted, and the accesses and
// monitors of instructions. What natives then do to the heap is audited apart (vm/visibility/native_audit.hpp).
//
// Ownership: a facility of the Vm (vm/facilities.hpp); no part of a state.
#pragma once

#include "vm/thread/thread.hpp"

namespace jmc::vm {

#ifdef NDEBUG
inline void note_announced(Vm&, ThreadId, const Pending&) {}
inline void check_announced(Vm&, const RawAccess&) {}
inline void check_announced(Vm&, const Pending&) {}
#else
// A step of this operation begins.
void note_announced(Vm& vm, ThreadId t, const Pending& granted);
// It makes this access, or all of these. Aborts, and says on the standard error which one was not announced.
void check_announced(Vm& vm, const RawAccess& made);
void check_announced(Vm& vm, const Pending& made);
#endif

}  // namespace jmc::vm
