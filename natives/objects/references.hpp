// --weak-references=both: whether the garbage collector has cleared a weak or soft reference is a choice of the search.
#pragma once

#include "vm/vm.hpp"

namespace jmc::natives {

// After register_all(), before the Vm boots. When code of the program calls WeakReference.get or SoftReference.get and
// no strong reference to the object is left, then the answer is the object or null: a branch. With null, all references
// to the object are cleared, and those to objects that reach it. Strong are references from live locals, statics and
// objects so reachable.
//
// What this leaves out: a reference is cleared when it is asked, not between; it is never put into a ReferenceQueue, so
// that a WeakHashMap keeps its entries and a Cleaner does nothing; an object to which the last strong reference goes
// and comes back between two scheduling points of a thread is not collected in between. The options of the Vm must not
// be adaptive.
void register_weak_references(vm::Vm& vm);

}  // namespace jmc::natives
