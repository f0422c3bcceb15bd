// States of a program that is over although threads are left: by exit, or since they are daemons.
//
// Nobody will do anything any more. All such states with the same output, exit status, Errors that nobody has looked
// at, and the same threads left are one: what a thread was about to do does not matter, but that there was one does,
// since whatever it was, it conflicts with the end (JvmSystem::pending()). Where the end is apart (por::Op::stops),
// nothing that is left does anything, and who is left does not matter either.
#pragma once

#include "vm/vm.hpp"

namespace jmc::vm {

inline bool cut_short(const Vm& vm) {
  if (!vm.rules.may_exit() && !vm.rules.daemons())
    return false;  // then no operation says that the end conflicts with it
  bool left = false;
  for (ThreadId t = 0; t < vm.thread_count(); ++t) {
    const ThreadState& s = vm.thread(t).s;
    if (s.ended) continue;
    if (!vm.exited() && !s.daemon) return false;
    left = true;
  }
  return left;
}

}  // namespace jmc::vm
