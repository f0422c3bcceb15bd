// Fields that are taken for what they are declared to be, final or a thread's own, and may turn out not to be.
#pragma once

#include <set>
#include <string>

#include "vm/class/klass.hpp"

namespace jmc::vm {

// A facility: all rounds of a check have one. Final fields that a thread has read while there was another one, on the
// way to the first choice (noted by Visibility::of_field). All rounds have that way in common: if such a field turns
// out to be written later (by reflection: Vm::adopt_findings), what other values these reads may have is not explored.
struct FinalsReadAtStart {
  std::set<const Field*> fields;
  std::set<std::string> written;  // those that turned out to be, in words: for good
};

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
