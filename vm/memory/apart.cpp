// Volatile accesses in an order of their own (Machine::read_volatiles_apart): the synchronisation order of JLS 17.4.4.
//
// It is total, contains what happens before, and a volatile read sees the last write in it. But it is not the order in
// which the machine makes its steps: what a plain read has seen does not put its thread behind the volatile accesses of
// the writer (`g = 1; x = 1 || r1 = x; r2 = g` with a volatile g: r1 = 1, r2 = 0 has r2 = g before g = 1).
//
// So the order is kept as far as it is known: views say of each location the last message at which a volatile access
// was made that comes before (ViewEntry::order). That is passed on with all that passes on views. Beyond that, of two
// volatile accesses of one location that at the earlier message comes first; of a write and a read of it the write. An
// access takes its place at a message: it comes behind those at earlier ones and before those at later ones, which may
// have been made already. These, and all that come behind them, learn then what comes before the access. It may take
// the places only at which it does not come before an access that comes before it: at no message before the one that
// its view says. The order that is known has no cycle with that, and any order without one is part of a total one.
#include <algorithm>

#include "vm/memory/machine.hpp"

namespace jmc::vm::memory {

uint32_t View::order(Key key) const {
  const ViewEntry* e = find(key);
  return e ? e->order : 0;
}

void View::join_order(const View& other) {
  if (entries_ == other.entries_) return;
  for (const ViewEntry& e : other) raise(e.key, 0, 0, e.order);
}

bool View::has_order() const {
  return std::any_of(begin(), end(), [](const ViewEntry& e) { return e.order != 0; });
}

// The writer of a weaker message may have passed on that a volatile access at a later one comes before: a volatile read
// of it would come before that one, and behind it.
bool Machine::fits(uint32_t thread, const Location& l, uint32_t at, Mode mode) const {
  if (l.messages[at].promised == thread) return false;
  return !apart_ || mode != Mode::Volatile || l.messages[at].view.order(l.key) <= at;
}

// A volatile access is made at this message: it `writes` it, or has read it.
void Machine::take_place(MachineState& s, uint32_t thread, Key key, uint32_t at, bool writes) {
  Location& l = unsettle(s, key, 0);
  View& mine = s.threads[thread].current;
  mine.join_order(l.before);
  for (uint32_t i = 0; i < at; ++i) {
    const Message& m = l.messages[i];
    if (m.strong) mine.join_order(m.view);
    mine.join_order(m.readers);
  }
  mine.raise(key, 0, 0, at);
  const View before = mine;
  if (writes) l.messages[at].strong = true;
  else l.messages[at].readers.join_order(before);
  for_each_view(s, [&](View& v) {
    if (v.order(key) > at) v.join_order(before);
  });
}

// Who takes a place later on comes behind these, too.
void Machine::keep_order_of_dropped(Location& l, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) {
    if (l.messages[i].strong) l.before.join_order(l.messages[i].view);
    l.before.join_order(l.messages[i].readers);
  }
}

}  // namespace jmc::vm::memory
