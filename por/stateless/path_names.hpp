// Names of objects that stay the same along the path being explored.
//
// A state numbers its objects canonically; the renaming of a step says which number was which. Following the renamings
// from the initial state gives every object a name that labels of earlier steps can be compared by.
#pragma once

#include <cstdint>
#include <vector>

#include "por/stateful/summary.hpp"

namespace jmc::por {

class PathNames {
 public:
  // The state at the end of a path of `depth` steps is entered; for depth 0 it has `objects` numbered objects.
  void enter(size_t depth, uint32_t objects) {
    levels_.resize(depth);
    Level here{};
    if (depth == 0) {
      names_.clear();
      for (uint32_t n = 0; n < objects; ++n) names_.push_back(n);
      here.count = here.fresh = objects;
    } else {
      const Level& before = levels_.back();
      here = {before.next, before.next_count, 0, 0, before.next_fresh, 0};
    }
    levels_.push_back(here);
  }

  // A step from the state at `depth`, the last one entered that is still on the path.
  void step(size_t depth, const std::vector<uint32_t>& renaming) {
    Level& here = levels_[depth];
    here.next = here.names + here.count;
    here.next_count = static_cast<uint32_t>(renaming.size());
    here.next_fresh = here.fresh;
    names_.resize(here.next + here.next_count);
    for (uint32_t n = 0; n < renaming.size(); ++n) {
      const bool old = renaming[n] != TransitionSystem::kGone && renaming[n] < here.count;
      names_[here.next + n] = old ? names_[here.names + renaming[n]] : here.next_fresh++;
    }
  }

  // A location as the state at `depth` names it, or its successor being explored.
  Location in_state(Location where, size_t depth) const { return named(where, levels_[depth].names); }
  Location in_successor(Location where, size_t depth) const { return named(where, levels_[depth].next); }
  template <class A>
  void archive(A& a) {
    a(levels_, names_);
  }

 private:
  // Offsets into names_ (canonical number -> name), and the first unused names.
  struct Level {
    uint32_t names, count, next, next_count, fresh, next_fresh;
  };

  Location named(Location where, uint32_t names) const {
    if (is_numbered(where)) where.object = kFirstNumbered + names_[names + where.object - kFirstNumbered];
    return where;
  }

  std::vector<Level> levels_;
  std::vector<uint32_t> names_;
};

// For tables of the steps of the path by location.
struct LocationHash {
  size_t operator()(const Location& l) const {
    uint64_t h = (uint64_t{l.object} << 32 | l.field) * 0x9e3779b97f4a7c15u;
    return h ^ h >> 29;
  }
};

}  // namespace jmc::por
