// Structured locking (JVMS 2.11.10): whether a method leaves what it enters.
#pragma once

#include "vm/class/klass.hpp"

namespace jmc::vm {

// HotSpot throws IllegalMonitorStateException where a method leaves a monitor entered, or exits one that it has not
// entered itself, and releases what is held. jmc stops: when an exception leaves a method at an instruction that is
// kept in Method::leaves_entered (compilers put calls there that throw nothing), or when a monitor instruction is about
// to run that is marked (Insn::a), since the method returns so or is not understood. Precondition: m has just been
// translated; no instruction has been replaced by another form.
void mark_unpaired_monitors(Method& m);

// Throws Unsupported: one of the two happens in m.
[[noreturn]] void refuse_unpaired_monitor(const Method& m);

}  // namespace jmc::vm
