// The variables that threads may write ahead (vm/memory/load_buffering.hpp): those that a thread has read while another
// one that writes them, and which it had not joined, could still do so. Of all others nobody could see it. A search
// begins with none, and is repeated with what it has found; a witness names them, since the alternatives of a step are
// counted with them.
//
// Ownership: a facility of a Vm, and part of no state.
#pragma once

#include <set>

namespace jmc::vm {

struct WrittenAhead {
  std::set<const void*> variables;  // Field, or Klass of arrays
  std::set<const void*> found;      // from the next search on
  void adopt() { variables.merge(found), found.clear(); }
};

}  // namespace jmc::vm
