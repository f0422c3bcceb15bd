// Fields that are taken for what they are declared to be, final or a thread's own, and may turn out not to be.
#pragma once

#include "vm/class/klass.hpp"

namespace jmc::vm {

// System.setOut and CallSite.setTarget write final fields, and LockSupport.getBlocker reads what another thread parks
// for. They are taken for final, and for the thread's own, until that is seen; but the start of a search, which all
// rounds have in common, must not go past an access to them.
inline bool shared_after_all(const Field& f) {
  const std::string_view c = f.owner->name, n = f.name;
  if (c == "java/lang/System") return n == "in" || n == "out" || n == "err";
  if (c == "java/lang/invoke/CallSite") return n == "target";
  return c == "java/lang/Thread" && n == "parkBlocker";
}

}  // namespace jmc::vm
