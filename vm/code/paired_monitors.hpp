// Structured locking (JVMS 2.11.10): whether a method leaves what it enters.
#pragma once

#include "vm/class/klass.hpp"

namespace jmc::vm {

// Marks (Insn::a) the monitor instructions of a method that may leave a monitor entered, or exit one that it has not
// entered itself. HotSpot throws IllegalMonitorStateException there and releases what is held; jmc stops when such an
// instruction is about to run. What compilers make of `synchronized` is never marked.
// Precondition: m has just been translated; no instruction has been replaced by another form.
void mark_unpaired_monitors(Method& m);

// Throws Unsupported: a marked instruction of m is about to run.
[[noreturn]] void refuse_unpaired_monitor(const Method& m);

}  // namespace jmc::vm
