// Who knows of past accesses: the record by which accesses that happens-before does not order are found, after T.
// Elmas, S. Qadeer, A. Tasiran, "Goldilocks: a race and transaction-aware Java runtime", PLDI 2007. What is known of an
// access is the set of those who know of it: threads that are ordered after it, and places from which threads can learn
// of it (monitors, locks, volatile variables, classes). There are no clocks in it, so that two paths which leave the
// same questions open lead to one state.
//
// An access of which all that can be said is said by another one (a later one of its thread, or one that fewer know of)
// is dropped, and so is one that all living threads know of.
//
// Where a variable has a guard (Guard), less is kept: who may access it next without a question is told by the locks
// held at an access, or by those who have read one field, and nobody else's knowledge matters. That a guard guards is
// an assumption: an access that it does not order is told, whatever else may order it, and the search is repeated
// without.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "vm/memory/machine.hpp"
#include "vm/state/symmetry.hpp"
#include "vm/state/words.hpp"
#include "vm/thread/thread.hpp"
#include "vm/visibility/shared_list.hpp"

namespace jmc::vm {

using memory::Mode;
using por::ThreadSet;

class Knowledge {
 public:
  // From which threads can learn: an object and a field of it, or a location without an object.
  using Place = uint64_t;
  static Place place(uint32_t object, uint32_t field) { return uint64_t{object} << 32 | field; }

  // None: all that happens-before says. Locks: who accesses the variable holds a lock that the one before held, so that
  // the locks of an access say who knows of it. Field: knowledge of it is passed on by one field of its object alone
  // (and by starts and joins), as that of a result is by the flag that tells of it.
  enum class Guard : uint8_t { None, Locks, Field };
  struct Knowers {
    ThreadSet threads;
    uint32_t places = 0;  // a set: see places_
    bool has(ThreadId t) const { return threads.contains(t); }
  };
  struct Entry {
    Ref object;
    uint32_t offset;
    uint32_t variable, site;
    ThreadId thread;
    bool write;
    Mode mode;
    bool in_form;  // part of a state; else it is kept for what the path happens to show
    Guard guard = Guard::None;
    uint32_t guard_field = 0;  // Field: its offset
    uint32_t locks = 0;        // held by the thread: a set (locks_of), empty unless somebody asked; Locks: not empty
    // Elements of an array that one operation accesses: so many, from `offset` on, each of 1 << shift bytes.
    uint32_t count = 1;
    uint8_t shift = 0;
    Knowers known{};                                                              // set by access()
    uint64_t end() const { return offset + (uint64_t{count - 1} << shift) + 1; }  // behind the beginning of the last
    bool strong() const { return mode == Mode::Volatile; }
  };
  // What stands between an earlier access in conflict and a later one of another thread: that the latter knows of it,
  // nothing, or nothing that its guard says.
  enum class Found : uint8_t { Known, Race, Unguarded };
  // Who will learn before it does anything else: a thread that is about to take a lock, from that; one that waits for
  // the end of another, from that one.
  struct Coming {
    ThreadId thread;
    ThreadId ending = por::kNoThread;
    Place from = 0;
  };

  // `conflict(entry, found)` is called for each entry in conflict: once, or for one that is Unguarded and a Race twice.
  template <class F>
  void access(const Entry& access, F&& conflict);
  // The thread has taken a lock, which is a place.
  void took(ThreadId t, Place lock);
  // Of those that were taken the ones of which `holds(thread, lock)` is false are forgotten where they have become
  // many.
  template <class F>
  void forget_released(F&& holds);
  // The set of those that it has taken and of which `holds(lock)` is true. Precondition: for each, took() was called.
  template <class F>
  uint32_t locks_of(ThreadId t, F&& holds);
  bool meet(uint32_t locks, uint32_t others) const;
  // The fields of the entry's object from which threads can learn of it.
  std::vector<uint32_t> own_fields(const Entry& e) const;
  // A thread learns what is known at a place, or by another thread; tells a place what it knows; nobody learns from the
  // place any more.
  void learns(ThreadId t, Place from);
  void learns_from(ThreadId t, ThreadId other);
  void tells(ThreadId t, Place to);
  void forgets(Place place);

  void clear();
  bool empty() const { return now_->entries.empty(); }
  // Marks nest with those of the Vm.
  void mark();
  void undo(size_t mark);
  void release(size_t mark);
  // Drops what all of these threads know of for good: every thread that can still do something. What locks guard, once
  // there is one thread only.
  void settle(const ThreadSet& living);
  // Where that has become much: drops accesses to objects that nobody can reach any more, and forgets that threads can
  // learn from such objects. No state or race depends on either.
  void forget_unreachable(const std::function<bool(Ref)>& reachable);
  bool crowded() const { return crowded_ || now_->entries.size() > most_entries_; }
  // Appends the entries of which `counts(variable)` is true to a canonical form. `name` gives the name of an object, or
  // 0 if nobody can reach it; `gone`: threads of whom all living ones know all that they ever did.
  template <class F, class G>
  void write(WordBuffer& out, const ThreadSet& living, const ThreadSet& gone, const std::vector<Coming>& coming,
             F&& name, G&& counts, const Symmetry& symmetry);

 private:
  static constexpr size_t kMany = 64;  // entries of which those of neighbouring elements are made one
  struct Now {
    SharedList<Entry> entries;
    std::vector<std::pair<ThreadId, Place>> taken;  // locks, and some that were given up again
    // Of settle(), which is called before each access: while nobody has learnt anything and the same threads live,
    // there is nothing to drop. That is about the entries alone, so that whoever shares them may set it.
    ThreadSet settled_for;
    bool settled = false;
    size_t join_from = kMany;  // so many entries are worth a look for neighbours that can be joined
  };
  using Places = std::vector<Place>;  // sorted
  using Fate = SharedList<Entry>::Fate;
  // What write() makes of entries: those of the same knowers, or of the same locks that guard them, share a Group, of
  // which a state has few.
  struct Group {
    Knowers known;
    uint32_t locks = 0;            // not empty: the form has these, whoever knows
    bool all = false;              // of the living: nothing is open
    ThreadSet threads;             // as the form has them
    uint32_t first = 0, last = 0;  // in form_places_
    uint32_t rank = 0;             // among the groups; equal in the form: equal
    bool used = false;             // by an entry that the form has
    uint32_t number = 0;           // in the form
  };
  struct Open {
    uint64_t variable;  // name of the object, offset
    uint32_t strength;
    uint32_t rank;  // of its group; the number of that in groups_ until these have ranks
    friend auto operator<=>(const Open&, const Open&) = default;
  };
  // The entries, unshared with what marks hold.
  Now& changing();
  // Of entries of which it is true the thread knows from now on.
  template <class F>
  void teach(ThreadId t, F&& learns);
  void join_neighbours();
  bool contains(const Knowers& k, Place p) const;
  static bool others(const ThreadSet& living) { return living.size() > 1; }
  ThreadSet about_to_know(const Knowers& k, const std::vector<Coming>& coming) const;
  uint32_t with(uint32_t set, Place p);
  uint32_t without(uint32_t set, Place p);
  uint32_t number_of(Places set);
  template <class F>
  Group& group_of(const Entry& e, const ThreadSet& living, const ThreadSet& gone, const std::vector<Coming>& coming,
                  F&& name, const Symmetry& symmetry);
  std::span<const Place> places_of(const Group& g) const {
    return {form_places_.data() + g.first, form_places_.data() + g.last};
  }
  void keep_rest(const Entry& e, const Entry& access);
  void rank_groups();
  void normalise();
  void append(WordBuffer& out);

  static constexpr size_t kManyTaken = 16, kManyPlaces = 16, kManyEntries = 64;

  std::shared_ptr<Now> now_ = std::make_shared<Now>();
  std::vector<std::shared_ptr<Now>> marks_;
  // Sets of places, each once; the first is empty. Addresses are used again by other paths, so that they do not grow
  // without end.
  std::vector<Places> places_{Places{}};
  std::map<Places, uint32_t> numbers_{{Places{}, 0}};
  std::unordered_map<uint32_t, std::vector<std::pair<Place, uint32_t>>> extended_;  // by set
  // Of write(), which is called for every state: here so that it allocates nothing.
  std::vector<Group> groups_;
  std::vector<Place> form_places_;
  std::vector<uint32_t> by_rank_;  // a group of each rank
  std::vector<Open> open_, kept_;
  bool crowded_ = false;  // some set has more than most_places_
  size_t most_places_ = kManyPlaces, most_entries_ = kManyEntries;
  std::vector<Entry> left_;  // of access(): what it leaves of others
};

template <class F>
uint32_t Knowledge::locks_of(ThreadId t, F&& holds) {
  Places held;
  for (const auto& [thread, lock] : now_->taken)
    if (thread == t && holds(lock)) held.push_back(lock);
  std::sort(held.begin(), held.end());
  return number_of(std::move(held));
}

template <class F>
void Knowledge::forget_released(F&& holds) {
  if (now_->taken.size() <= kManyTaken) return;
  std::erase_if(changing().taken, [&](const auto& taken) { return !holds(taken.first, taken.second); });
}

template <class F>
void Knowledge::access(const Entry& access, F&& conflict) {
  SharedList<Entry>& all = changing().entries;
  left_.clear();
  all.update(
      [&](const Entry& e) {
        if (e.object != access.object || e.offset >= access.end() || access.offset >= e.end()) return Fate::Keep;
        const bool in_conflict = (access.write || e.write) && !(access.strong() && e.strong());
        bool knows = e.known.has(access.thread);
        if (e.guard == Guard::Locks) {
          // What happens to the entry must not depend on what the form leaves out.
          const bool guarded = meet(e.locks, access.locks);
          if (in_conflict && !guarded) conflict(e, Found::Unguarded);
          if (!in_conflict || guarded) knows = guarded;
        }
        if (in_conflict) {
          const bool by_field = e.guard == Guard::Field;
          conflict(e, knows ? Found::Known : by_field ? Found::Unguarded : Found::Race);
        }
        // Whoever does not know of it does not know of this one.
        if (!knows || (!access.write && e.write) || (access.strong() && !e.strong())) return Fate::Keep;
        if (e.count > 1) keep_rest(e, access);
        return Fate::Drop;
      },
      [](Entry&) {});
  for (const Entry& e : left_) all.push_back(e);
  Entry mine = access;
  mine.known = {por::thread_bit(access.thread), 0};
  all.push_back(mine);
}

template <class F>
Knowledge::Group& Knowledge::group_of(const Entry& e, const ThreadSet& living, const ThreadSet& gone,
                                      const std::vector<Coming>& coming, F&& name, const Symmetry& symmetry) {
  const Knowers& known = e.known;
  const uint32_t locks = e.guard == Guard::Locks ? e.locks : 0;
  for (Group& g : groups_)
    if (g.known.places == known.places && g.locks == locks && g.known.threads == known.threads) return g;
  Group& g = groups_.emplace_back();
  g.known = known;
  g.locks = locks;
  // Which threads have had the locks since makes no difference: as long as there are others it is kept.
  if (!locks) g.threads = about_to_know(known, coming);
  g.all = locks ? !others(living) : living.within(g.threads);
  if (g.all) return g;
  g.threads = symmetry.places(g.threads - gone);
  g.first = static_cast<uint32_t>(form_places_.size());
  for (const Place p : places_[locks ? locks : known.places])
    if (const uint32_t n = name(static_cast<Ref>(p >> 32))) form_places_.push_back(place(n, static_cast<uint32_t>(p)));
  g.last = static_cast<uint32_t>(form_places_.size());
  std::sort(form_places_.begin() + g.first, form_places_.end());
  return g;
}

template <class F, class G>
void Knowledge::write(WordBuffer& out, const ThreadSet& living, const ThreadSet& gone,
                      const std::vector<Coming>& coming, F&& name, G&& counts, const Symmetry& symmetry) {
  groups_.clear();
  form_places_.clear();
  open_.clear();
  now_->entries.each([&](const Entry& e) {
    if (!e.in_form || !counts(e.variable)) return;
    const Group& g = group_of(e, living, gone, coming, name, symmetry);
    if (g.all) return;
    const uint32_t object = name(e.object);
    if (!object) return;  // nobody can access it again
    const auto strength = static_cast<uint32_t>(e.write << 1 | !e.strong());
    const auto group = static_cast<uint32_t>(&g - groups_.data());
    // One by one, however they were accessed.
    for (uint32_t i = 0; i < e.count; ++i)
      open_.push_back({uint64_t{object} << 32 | (e.offset + (i << e.shift)), strength, group});
  });
  rank_groups();
  for (Open& o : open_) o.rank = groups_[o.rank].rank;
  normalise();
  append(out);
}

}  // namespace jmc::vm
