// Native methods: what HotSpot supplies in native code, and a few replacements of methods that have bytecode.
//
// Use: construct a Vm, register_all(vm), let the VM boot, boot_jdk(vm), start the program. The real classes of the JDK
// run on top; docs/overrides.md lists every method with bytecode that is replaced, and why.
//
// What a native may keep: nothing that is part of a program's state. What it keeps belongs to the Vm
// (vm/facilities.hpp) and holds immortal objects and facts about classes only, so that going back in a search needs no
// help from here.
#pragma once

#include <string>
#include <vector>

#include "vm/vm.hpp"

namespace jmc::natives {

// Registers every native and override. Call once per Vm, before its first class is linked.
void register_all(vm::Vm& vm);

// Does what the JVM and java.lang.System do before main: the main thread and its groups, system properties, standard
// streams, the system class loader; and uses these parts of the JDK for the first time (warm_up.hpp). Everything it
// leaves in the heap is part of the base image. Throws vm::Unsupported if the JDK is of an unknown make.
void boot_jdk(vm::Vm& vm, const std::vector<std::string>& parts = {});

// Parts with a file of their own. Called by register_all.
void register_unsafe(vm::Vm& vm);  // unsafe*.cpp, atomics*.cpp: jdk.internal.misc.Unsafe, sun.misc.Unsafe, atomics
void register_invoke(vm::Vm& vm);  // invoke*.cpp, var_handle*.cpp: method handles, call sites, VarHandle
void register_park(vm::Vm& vm);    // park.cpp: LockSupport
void register_adders(vm::Vm& vm);  // adders.cpp: LongAdder
void register_stack_walker(vm::Vm& vm);  // stack_walker.cpp: StackWalker, deserialisation
void register_refused(vm::Vm& vm);       // refused.cpp: what jmc does not have and says so in words; after all others
void register_locks(vm::Vm& vm);         // locks*.cpp: what --locks=atomic makes one step

// What the program has written in any execution so far, for reports: "/tmp/a (created)". Nothing of it is on the disk.
std::vector<std::string> files_written(vm::Vm& vm);

// Vm::counter numbers, and the field of kCounterLocation that an operation on them accesses.
enum Counter : uint32_t {
  kThreadNumber = 0,  // "Thread-N"
  kThreadId = 1,      // Thread.getId
};

}  // namespace jmc::natives
