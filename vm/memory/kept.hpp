// Whether what is kept of a location (Kept) suffices for an access that a thread makes. A search begins with little and
// is repeated with more wherever some access has needed that (docs/why/messages.md, "Older values that nobody reads").
#pragma once

#include <algorithm>

#include "vm/memory/machine.hpp"

namespace jmc::vm::memory {

// `newest`: the access uses the newest message in any case, as a volatile one does. `writes`: it is a write or an
// update, be it one that fails. To be asked before the access is made, with as many alternatives as allowed() leaves.
// The result is not below `kept`.
inline Kept needed(const Machine& machine, uint32_t thread, Key key, Kept kept, bool newest, bool writes) {
  if (newest || kept == Kept::All) return kept;
  if (writes && !machine.knows_last(thread, key)) return Kept::All;
  if (kept == Kept::Newest) return Kept::Known;  // who knows of its newest message nobody can tell
  return machine.knows(thread, key) ? kept : Kept::InOrder;
}

// Of the alternatives that a machine has for an access those of which what is kept knows anything.
inline uint32_t allowed(uint32_t alternatives, Kept kept, bool writes) {
  return kept < (writes ? Kept::All : Kept::InOrder) ? std::min(alternatives, 1u) : alternatives;
}

}  // namespace jmc::vm::memory
