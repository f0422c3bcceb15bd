// Summaries: which threads may still read or write which locations from a state on.
//
// A summary is a set of (location, threads that read it, threads that write it), sorted by location and interned, so
// that equal sets are stored once and compared by number. It comes in two halves. Fixed names mean the same in every
// state; numbered objects are named in the numbering of one state and are renamed along each edge. The halves are
// interned apart because the fixed half survives every edge as it is.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "por/transition_system.hpp"

namespace jmc::por {

using ThreadSet = uint64_t;
inline constexpr ThreadSet thread_bit(ThreadId t) { return ThreadSet{1} << t; }

struct Action {
  Location where;
  ThreadSet readers = 0, writers = 0;
  friend bool operator==(const Action&, const Action&) = default;
};

// Threads whose actions on a location are dependent with an access to it.
inline ThreadSet dependent_threads(const Action& action, bool write) {
  return write ? action.readers | action.writers : action.writers;
}

// Sorts by location and joins equal locations.
void normalize(std::vector<Action>& actions);

// Interned sets of actions. Set 0 is empty.
class ActionSets {
 public:
  using Id = uint32_t;
  static constexpr Id kEmpty = 0;

  ActionSets();
  std::span<const Action> operator[](Id id) const {
    return {actions_.data() + begin_[id], actions_.data() + begin_[id + 1]};
  }
  // Precondition: normalized.
  Id intern(std::span<const Action> actions);
  Id unite(Id a, Id b);
  // The action on `where`, or null.
  const Action* find(Id id, const Location& where) const;
  uint64_t bytes() const;
  uint64_t size() const { return begin_.size() - 1; }

 private:
  struct CachedUnion { Id a = ~0u, b = ~0u, result = 0; };
  static uint64_t hash(std::span<const Action> actions);
  void grow();

  std::vector<Action> actions_;          // all sets, one after another
  std::vector<uint64_t> begin_;
  std::vector<Id> index_;                // open addressing
  std::vector<CachedUnion> unions_;      // direct-mapped
  std::vector<Action> scratch_;
};

struct Summary {
  ActionSets::Id fixed = ActionSets::kEmpty;
  ActionSets::Id numbered = ActionSets::kEmpty;
  friend bool operator==(const Summary&, const Summary&) = default;
};

// Numbers of objects on the far side of an edge -> numbers on the near side, or TransitionSystem::kGone.
// An empty one is the identity.
using Renaming = std::span<const uint32_t>;

inline uint32_t renamed(Renaming renaming, uint32_t number) {
  if (renaming.empty()) return number;
  return number < renaming.size() ? renaming[number] : TransitionSystem::kGone;
}

// Appends the actions on numbered objects, as the near side of the edge names them. Not normalized.
void append_translated(std::span<const Action> far, Renaming renaming, std::vector<Action>& out);

}  // namespace jmc::por
