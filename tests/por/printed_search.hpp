// The source-set algorithms as they were printed, flaw by flaw, written as plain recursion: what the tests must be able
// to tell from the corrected ones. Without flaws it is a second, independent implementation of them.
// Full re-traversal of the graph; stack recursion: for small systems only.
#pragma once

#include "por/search.hpp"
#include "tests/por/toy_system.hpp"

namespace jmc::por::toy {

struct Flaws {
  bool last_dependent_only = false;  // de: an action updates the last dependent step of the path only
  bool blocked_ignored = false;      // pending operations of blocked threads do not count
  bool empty_set_closes = false;     // update-back, case 2, accepts the empty set
  bool disabled_kept = false;        // update-back, case 1, looks at the last thread only; case 3 keeps the others'
  bool cycles_ignored = false;       // nothing special about a successor that is not finished
  bool safe_set_on_path = false;     // s-por without the cycle rule
  bool objects_by_counter = false;   // labels name objects by the order of allocation on the path of their recording
};

enum class Printed { SPor, Eager, Lazy };

// Visits states like search(); calls state_new and end_state only.
SearchStatistics printed_search(ToySystem& system, Printed algorithm, const Flaws& flaws, Listener& listener);

}  // namespace jmc::por::toy
