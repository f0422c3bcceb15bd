// The monitors of java.lang.Thread objects, in so far as starts, ends and joins of threads use them.
//
// As long as nobody else locks a Thread object, its monitor is held for moments only: by join(), which checks isAlive()
// and waits, by start(), and by the end of the thread, which notifies all who wait. Then join() is "wait for the end",
// one operation, and a search assumes that; who locks a Thread (Interpreter::may_enter) refutes the assumption. The
// argument is in docs/why/threads.md.
#include "vm/native.hpp"

namespace jmc::vm {

// A virtual thread is no monitor to wait on: its join() waits for a latch, and its end notifies nobody.
bool Vm::locks_as_thread(Ref object) const {
  for (const Klass* k = klass_of(object); k; k = k->super)
    if (k->name == "java/lang/BaseVirtualThread") return false;
  return true;
}

bool Vm::overrides_uncaught(Ref thread) const {
  const auto overrides = [](const Klass* k, std::string_view base, std::string_view name, std::string_view descriptor) {
    for (; k && k->name != base; k = k->super)
      for (const auto& m : k->methods)
        if (m->name == name && m->descriptor == descriptor) return true;
    return false;
  };
  if (overrides(klass_of(thread), "java/lang/Thread", "getUncaughtExceptionHandler",
                "()Ljava/lang/Thread$UncaughtExceptionHandler;"))
    return true;
  const auto field = [&](Ref object, std::string_view name) {
    const Field* f = klass_of(object)->find_field(name);
    return f ? heap.load<Ref>(object, f->offset) : kNull;
  };
  const Ref holder = field(thread, "holder");
  for (Ref group = field(holder ? holder : thread, "group"); group; group = field(group, "parent"))
    if (overrides(klass_of(group), "java/lang/ThreadGroup", "uncaughtException",
                  "(Ljava/lang/Thread;Ljava/lang/Throwable;)V"))
      return true;
  return false;
}

void Vm::notify_end(Ref object) {
  for (ThreadId t = 0; t < threads_.count(); ++t)
    if (threads_[t].s.wait == WaitState::Waiting && threads_[t].s.waiting_on == object)
      touch_thread(t).wait = WaitState::Notified;
}

}  // namespace jmc::vm
