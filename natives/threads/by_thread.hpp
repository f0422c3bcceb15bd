// Where jmc.internal.NativeState has what belongs to a thread: the first threads have a place in its tables, later ones
// in tables that are made when they are needed.
#pragma once

#include "vm/vm.hpp"

namespace jmc::natives {

enum class ByThread : uint8_t { Blocks, Next, Files, Made, Given };

// The table that has the place of a thread, at place_of(t); null if it has none yet, which reads as null or 0.
vm::Ref find_table(vm::Vm& vm, ByThread what, vm::ThreadId t);
// Makes it. Throws Unsupported where the heap is full.
vm::Ref table_for(vm::Vm& vm, ByThread what, vm::ThreadId t);
inline constexpr uint32_t kThreadsOfTable = 64;
inline uint32_t place_of(vm::ThreadId t) { return t % kThreadsOfTable; }

int64_t number_of(vm::Vm& vm, ByThread what, vm::ThreadId t);
void set_number(vm::Vm& vm, ByThread what, vm::ThreadId t, int64_t number);
vm::Ref object_of(vm::Vm& vm, ByThread what, vm::ThreadId t);
void set_object(vm::Vm& vm, ByThread what, vm::ThreadId t, vm::Ref object);

}  // namespace jmc::natives
