// Summaries: which threads may still read or write which locations from a state on.
//
// A summary is a set of (location, threads that read it, threads that write it), sorted by location and interned, so
// that equal sets are stored once and compared by number. It comes in two halves. Fixed names mean the same in every
// state; numbered objects are named in the numbering of one state and are renamed along each edge. The halves are
// interned apart because the fixed half survives every edge as it is.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "por/seam/transition_system.hpp"
#include "por/store/hash_index.hpp"

namespace jmc::por {

struct Action {
  Location where;
  ThreadSet readers, writers;
  friend bool operator==(const Action&, const Action&) = default;
};

// Locations in their order, as one number.
inline uint64_t sort_key(const Location& l) { return uint64_t{l.object} << 32 | l.field; }

// Adds the threads whose actions on a location are dependent with an access to it.
inline void add_dependent(ThreadSet& threads, const Action& action, bool write) {
  threads |= action.writers;
  if (write) threads |= action.readers;
}

// Places of threads on the far side of an edge -> places on the near side; from its size on, and if empty, the
// identity.
using ThreadRenaming = std::span<const ThreadId>;

inline ThreadId renamed_thread(ThreadRenaming renaming, ThreadId t) { return t < renaming.size() ? renaming[t] : t; }
inline ThreadSet renamed_threads(ThreadRenaming renaming, const ThreadSet& set) {
  if (renaming.empty()) return set;
  ThreadSet out;
  for (const ThreadId t : set) out.insert(renamed_thread(renaming, t));
  return out;
}

// Sorts by location and joins equal locations.
void normalize(std::vector<Action>& actions);
void add(std::vector<Action>& normalized, const Action& action);

// Interned sets of actions. Set 0 is empty. A set is stored as differences of locations and as masks in as many bytes
// as they need: four bytes per action, mostly.
class ActionSets {
 public:
  using Id = uint32_t;
  static constexpr Id kEmpty = 0;

  // All objects are at least `first_object`.
  explicit ActionSets(uint32_t first_object);
  // Precondition: normalized.
  Id intern(std::span<const Action> actions);
  // A set as it is stored, which does not depend on what else is: of this object, and of another one with the same
  // first object. The bytes are valid until the next set is interned.
  std::span<const uint8_t> stored(Id id) const { return {bytes_.data() + begin(id), bytes_.data() + begin(id + 1)}; }
  Id intern_stored(std::span<const uint8_t> bytes);
  Id unite(Id a, Id b);
  // The same actions by other threads. `number`: one for each renaming.
  Id renamed(Id id, ThreadRenaming threads, uint32_t number);
  // In the order of locations.
  template <typename Function>
  void for_each(Id id, Function function) const {
    Reader reader(*this, id);
    for (Action action; reader.next(action);) function(action);
  }
  // The action on `where`; without threads if there is none.
  Action find(Id id, const Location& where) const;
  uint64_t bytes() const;
  uint64_t size() const { return begin_.size() - 1; }
  template <class A>
  void archive(A& a) {
    a(bytes_, begin_, begin_of_many_, index_);
  }

 private:
  // Instead of a mask: how many words follow, for sets with threads above 62.
  static constexpr uint64_t kManyWords = uint64_t{1} << 63;
  class Reader {
   public:
    Reader(const ActionSets& sets, Id id)
        : at_(sets.bytes_.data() + sets.begin(id)),
          end_(sets.bytes_.data() + sets.begin(id + 1)),
          where_{sets.first_object_, 0} {}
    // What runs per action of each set. Without being told the compiler leaves it out of line where a file is large,
    // and a search takes a twentieth longer.
    [[gnu::always_inline]] bool next(Action& action) {
      if (at_ == end_) return false;
      const uint64_t object = number();
      where_.field = static_cast<uint32_t>(number()) + (object == 0 ? where_.field : 0);
      where_.object += static_cast<uint32_t>(object);
      action.where = where_;
      threads(action.readers);
      threads(action.writers);
      return true;
    }

   private:
    [[gnu::always_inline]] uint64_t number() {
      uint64_t value = *at_++;
      if (value < 128) [[likely]]
        return value;
      value &= 127;
      for (int shift = 7;; shift += 7) {
        const uint64_t more = *at_++;
        value |= (more & 127) << shift;
        if (more < 128) return value;
      }
    }
    [[gnu::always_inline]] void threads(ThreadSet& out) {
      const uint64_t word = number();
      if (!(word & kManyWords)) [[likely]]
        return out.set_narrow(word);
      out.clear();
      for (uint32_t i = 0; i < (word & ~kManyWords); ++i) out.set_word(i, number());
    }
    const uint8_t* at_;
    const uint8_t* end_;
    Location where_;
  };
  struct CachedUnion {
    Id a = ~0u, b = ~0u, result = 0;
  };

  static constexpr uint32_t kMany = 1u << 12;

  static uint64_t hash(std::span<const uint8_t> bytes);
  uint64_t begin(Id id) const { return begin_of_many_[id / kMany] + begin_[id]; }
  void push_end();

  const uint32_t first_object_;
  std::vector<uint8_t> bytes_;   // all sets, one after another
  std::vector<uint32_t> begin_;  // where each begins, and the last one ends: from that of its many sets on
  std::vector<uint64_t> begin_of_many_;
  HashIndex index_;
  std::vector<CachedUnion> unions_;   // direct-mapped
  std::vector<CachedUnion> renamed_;  // likewise: of a set and the number of a renaming
  std::vector<Action> scratch_;
  std::vector<uint8_t> candidate_;
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
void append_translated(const ActionSets& sets, ActionSets::Id far, Renaming renaming, std::vector<Action>& out);

}  // namespace jmc::por
