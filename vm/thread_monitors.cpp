// The monitors of java.lang.Thread objects, in so far as starts, ends and joins of threads use them.
//
// As long as nobody else locks a Thread object, its monitor is held for moments only: by join(), which checks isAlive() and waits, by
// start(), and by the end of the thread, which notifies all who wait. Then join() is "wait for the end", one operation, and a search
// assumes that; who locks a Thread (Interpreter::may_enter) refutes the assumption. The argument is in docs/architecture.md.
#include "vm/native.hpp"

namespace jmc::vm {

// A virtual thread is no monitor to wait on: its join() waits for a latch, and its end notifies nobody.
bool Vm::locks_as_thread(Ref object) const {
  for (const Klass* k = klass_of(object); k; k = k->super)
    if (k->name == "java/lang/BaseVirtualThread") return false;
  return true;
}

void Vm::thread_monitor_used() {
  if (thread_monitors()) return;
  if (!marks_.empty()) return met_unforeseen(kThreadMonitors);
  foresee(kThreadMonitors);                      // no search has relied on anything else yet
}

void Vm::foresee(uint32_t features) {
  foreseen_ |= features;
  if (features & kThreadMonitors) ends_visible = true;
}

void Vm::notify_end(Ref object) {
  for (ThreadId t = 0; t < thread_count_; ++t)
    if (threads_[t].s.wait == WaitState::Waiting && threads_[t].s.waiting_on == object) touch_thread(t).wait = WaitState::Notified;
}

}  // namespace jmc::vm
