// Variables of 64 bits whose plain accesses tear, and loads that depend on others: see vm/memory/machine.hpp.
//
// Of accesses that do not tear, messages of both halves that were written together are told by their order: they come
// in the same one in both lists, so that the k-th last `whole` message of one belongs to the k-th last of the other,
// however many older ones have been dropped. An access that does not tear has equally many of them behind it in both.
#include <algorithm>

#include "vm/memory/machine.hpp"

namespace jmc::vm::memory {

namespace {

uint64_t joined(uint64_t low, uint64_t upper) { return (low & 0xffffffff) | upper << 32; }

// One half. A settled one has one message, which everybody knows.
struct Half {
  const Location* l;
  uint64_t newest;

  uint32_t size() const { return l ? static_cast<uint32_t>(l->messages.size()) : 1; }
  uint32_t knows_of(uint32_t at, Key other) const { return l ? l->messages[at].view.number(other, false) : 0; }
  uint64_t value(uint32_t at) const { return l ? l->messages[at].value : newest; }
  bool free_behind(uint32_t at) const { return at + 1 >= size() || !l->messages[at + 1].glued; }
  // Messages from there on that were written together with one of the other half.
  uint32_t whole_from(uint32_t at) const {
    uint32_t n = 0;
    for (; at < size(); ++at) n += l && l->messages[at].whole && at > 0;
    return n;
  }
};

Half half(const Location* l, uint64_t newest, bool upper) { return {l, upper ? newest >> 32 : newest & 0xffffffff}; }

// An access of both that acquires reads nothing in the one half that what it reads in the other makes known to be old.
void leave_out_known_old(std::vector<Machine::Taken>& of, Key key, const Half& low, const Half& upper) {
  std::erase_if(of, [&](const Machine::Taken& t) {
    return low.knows_of(t.message, Machine::upper_half(key)) > t.upper || upper.knows_of(t.upper, key) > t.message;
  });
}

}  // namespace

// --- reads
// ------------------------------------------------------------------------------------------------------------

// What a read may take, newest first. Of messages that a plain read cannot tell from newer ones, and that teach it
// nothing, it takes the newest.
std::vector<Machine::Taken> Machine::pairs(uint32_t thread, Key key, Mode mode, uint64_t newest) const {
  std::vector<uint32_t> may[2];
  const Half halves[] = {half(find(key), newest, false), half(find(upper_half(key)), newest, true)};
  for (const int i : {0, 1}) {
    const Half& h = halves[i];
    const uint32_t oldest = h.l ? first(state_->threads[thread], *h.l, mode) : 0;
    for (uint32_t at = h.size(); at-- > oldest;) {
      const bool told =
          mode != Mode::Plain || track_fences_ ||
          std::none_of(may[i].begin(), may[i].end(), [&](uint32_t newer) { return h.value(newer) == h.value(at); });
      if (told) may[i].push_back(at);
    }
  }
  std::vector<Taken> out;
  for (const uint32_t low : may[0])
    for (const uint32_t upper : may[1])
      if (mode == Mode::Plain || halves[0].whole_from(low + 1) == halves[1].whole_from(upper + 1))
        out.push_back({low, joined(halves[0].value(low), halves[1].value(upper)), upper});
  if (acquires(mode)) leave_out_known_old(out, key, halves[0], halves[1]);
  return out;
}

uint32_t Machine::readable_halves(uint32_t thread, Key key, Mode mode, uint64_t newest) const {
  if (!find(key) && !find(upper_half(key))) return 1;
  return static_cast<uint32_t>(pairs(thread, key, mode, newest).size());
}

Machine::Taken Machine::take_halves(uint32_t thread, Key key, Mode mode, uint32_t alternative, uint64_t newest) const {
  if (!find(key) && !find(upper_half(key))) return {0, newest};
  return pairs(thread, key, mode, newest)[alternative];
}

void Machine::see_half(uint32_t thread, Key key, Mode mode, uint32_t message) {
  const Location* known = find(key);
  if (!known) return;
  overlook(*known, message + 1);
  if (mode == Mode::Plain && !track_fences_) return;
  const View released = known->messages[message].view;
  MachineState& s = change();
  see(s.threads[thread], key, mode, message, released);
  if (apart_ && mode == Mode::Volatile) take_place(s, thread, key, message, false);
}

uint64_t Machine::read_halves(uint32_t thread, Key key, Mode mode, uint32_t alternative, uint64_t newest) {
  begin_volatile(thread, mode == Mode::Volatile);
  const Taken taken = take_halves(thread, key, mode, alternative, newest);
  if (apart_ && mode == Mode::Volatile && state_->threads[thread].current.has_order()) {
    unsettle(change(), key, newest & 0xffffffff);
    unsettle(change(), upper_half(key), newest >> 32);
  }
  see_half(thread, key, mode, taken.message);
  see_half(thread, upper_half(key), mode, taken.upper);
  if (mode != Mode::Plain || track_fences_) settle(change());
  return taken.value;
}

// --- writes
// -----------------------------------------------------------------------------------------------------------

// Where the message of each half may go, the end first.
std::vector<std::pair<uint32_t, uint32_t>> Machine::places_of_halves(uint32_t thread, Key key, Mode mode) const {
  std::vector<uint32_t> may[2];
  const Half halves[] = {half(find(key), 0, false), half(find(upper_half(key)), 0, true)};
  for (const int i : {0, 1}) {
    const Half& h = halves[i];
    may[i].push_back(h.size());
    if (!h.l || newest_only(mode)) continue;
    const uint32_t known = first(state_->threads[thread], *h.l, mode == Mode::Volatile ? mode : Mode::Opaque);
    for (uint32_t at = h.size(); at-- > known + 1;)
      if (h.free_behind(at - 1)) may[i].push_back(at);
  }
  std::vector<std::pair<uint32_t, uint32_t>> out;
  for (const uint32_t low : may[0])
    for (const uint32_t upper : may[1])
      if (mode == Mode::Plain || halves[0].whole_from(low) == halves[1].whole_from(upper)) out.emplace_back(low, upper);
  return out;
}

uint32_t Machine::places_halves(uint32_t thread, Key key, Mode mode) const {
  if (!find(key) && !find(upper_half(key))) return 1;
  return static_cast<uint32_t>(places_of_halves(thread, key, mode).size());
}

uint64_t Machine::write_halves(uint32_t thread, Key key, Mode mode, uint32_t alternative, uint64_t newest,
                               uint64_t value, Kept kept) {
  begin_volatile(thread, mode == Mode::Volatile);
  const auto [low, upper] = places_of_halves(thread, key, mode)[alternative];
  MachineState& s = change();
  const bool whole = mode != Mode::Plain;
  const Key keys[] = {key, upper_half(key)};
  const uint32_t places[] = {low, upper};
  uint64_t now[2];
  for (const int i : {0, 1}) {
    const uint64_t old = i ? newest >> 32 : newest & 0xffffffff, mine = i ? value >> 32 : value & 0xffffffff;
    Location& l = unsettle(s, keys[i], old);
    now[i] = places[i] == l.messages.size() ? mine : old;
    Message m;
    m.value = mine, m.writer = thread, m.whole = whole;
    insert(s, l, places[i], std::move(m), kept);
    s.threads[thread].current.raise(keys[i], places[i], places[i]);
  }
  for (const int i : {0, 1})
    if (apart_ && mode == Mode::Volatile) take_place(s, thread, keys[i], places[i], true);
  const ThreadViews& t = s.threads[thread];
  for (const int i : {0, 1}) {
    View view = releases(mode) ? t.current : t.release;
    for (const int j : {0, 1})
      if (whole || i == j) view.raise(keys[j], places[j], places[j]);
    unsettle(s, keys[i], 0).messages[places[i]].view = std::move(view);
  }
  if (track_fences_) s.threads[thread].acquire.join(s.threads[thread].current);
  settle(s);
  return joined(now[0], now[1]);
}

// --- read-modify-writes
// -----------------------------------------------------------------------------------------------

std::vector<Machine::Taken> Machine::taken_halves(uint32_t thread, Key key, UpdateMode mode, uint64_t newest,
                                                  const Equals* expected) const {
  const bool is_volatile = mode.read == Mode::Volatile || mode.write == Mode::Volatile;
  const Half low = half(find(key), newest, false), upper = half(find(upper_half(key)), newest, true);
  std::vector<Taken> out = pairs(thread, key, is_volatile ? Mode::Volatile : Mode::Opaque, newest);
  if (acquires(mode.read)) leave_out_known_old(out, key, low, upper);
  std::erase_if(out, [&](const Taken& t) {
    return (!low.free_behind(t.message) || !upper.free_behind(t.upper)) && (!expected || (*expected)(t.value));
  });
  return out;
}

uint32_t Machine::attempts_halves(uint32_t thread, Key key, UpdateMode mode, uint64_t newest,
                                  const Equals* expected) const {
  if (!find(key) && !find(upper_half(key))) return 1;
  return static_cast<uint32_t>(taken_halves(thread, key, mode, newest, expected).size());
}

Machine::Taken Machine::take_attempt_halves(uint32_t thread, Key key, UpdateMode mode, uint32_t alternative,
                                            uint64_t newest, const Equals* expected) const {
  if (!find(key) && !find(upper_half(key))) return {0, newest};
  return taken_halves(thread, key, mode, newest, expected)[alternative];
}

uint64_t Machine::replace_halves(uint32_t thread, Key key, UpdateMode mode, const Taken& taken, uint64_t newest,
                                 uint64_t value, Kept kept) {
  begin_volatile(thread, mode.read == Mode::Volatile || mode.write == Mode::Volatile);
  MachineState& s = change();
  const Key keys[] = {key, upper_half(key)};
  const uint32_t of[] = {taken.message, taken.upper};
  View released;
  uint64_t now[2];
  for (const int i : {0, 1}) {
    const View of_half = unsettle(s, keys[i], i ? newest >> 32 : newest & 0xffffffff).messages[of[i]].view;
    see(s.threads[thread], keys[i], mode.read, of[i], of_half);
    released.join(of_half);
  }
  // It continues the release sequences of both.
  View view = releases(mode.write) ? s.threads[thread].current : s.threads[thread].release;
  view.join(released);
  const bool apart = apart_ && (mode.read == Mode::Volatile || mode.write == Mode::Volatile);
  for (const int i : {0, 1}) {
    Location& l = unsettle(s, keys[i], 0);
    const uint64_t old = i ? newest >> 32 : newest & 0xffffffff, mine = i ? value >> 32 : value & 0xffffffff;
    now[i] = of[i] + 1 == l.messages.size() ? mine : old;
    Message m;
    m.value = mine, m.writer = thread, m.glued = m.whole = true;
    insert(s, l, of[i] + 1, std::move(m), kept);
    s.threads[thread].current.raise(keys[i], of[i] + 1, of[i] + 1);
    view.forget(keys[i]);
    view.raise(keys[i], of[i] + 1, of[i] + 1);
    if (!apart) continue;
    take_place(s, thread, keys[i], of[i] + 1, true);
    view.join_order(s.threads[thread].current);
  }
  if (apart) view.join_order(s.threads[thread].current);
  for (const int i : {0, 1}) unsettle(s, keys[i], 0).messages[of[i] + 1].view = view;
  if (track_fences_) s.threads[thread].acquire.join(s.threads[thread].current);
  settle(s);
  return joined(now[0], now[1]);
}

void Machine::fail_halves(uint32_t thread, Key key, UpdateMode mode, const Taken& taken, uint64_t newest) {
  begin_volatile(thread, mode.read == Mode::Volatile || mode.write == Mode::Volatile);
  if (apart_ && mode.read == Mode::Volatile && state_->threads[thread].current.has_order()) {
    unsettle(change(), key, newest & 0xffffffff);
    unsettle(change(), upper_half(key), newest >> 32);
  }
  if (!find(key) && !find(upper_half(key))) return;
  see_half(thread, key, mode.read, taken.message);
  see_half(thread, upper_half(key), mode.read, taken.upper);
  settle(change());
}

// --- dependent loads
// --------------------------------------------------------------------------------------------------

namespace {
template <class V>
auto place_of_object(V& list, uint32_t object) {
  return std::lower_bound(list.begin(), list.end(), object,
                          [](const Dependent& d, uint32_t o) { return d.object < o; });
}
}  // namespace

// The oldest message that the thread may use, by what it knows.
uint32_t Machine::number(const ThreadViews& t, Key key, bool plain) const {
  const uint32_t known = t.current.number(key, plain);
  if (t.dependent.empty()) return known;
  const auto d = place_of_object(t.dependent, static_cast<uint32_t>(key >> 32));
  if (d == t.dependent.end() || d->object != key >> 32) return known;
  return std::max(known, d->view.number(key, plain));
}

void Machine::depends(uint32_t thread, uint32_t from, uint32_t object, const View& released, bool held) {
  if (!dependent_loads_ || settled()) return;
  const std::vector<Dependent>& known = state_->threads[thread].dependent;
  View view = released;
  if (const auto d = place_of_object(known, from); d != known.end() && d->object == from) view.join(d->view);
  const auto mine = place_of_object(known, object);
  const bool again = mine != known.end() && mine->object == object;
  if (!again && (held || view.within(state_->threads[thread].current))) return;
  const auto at = mine - known.begin();
  MachineState& s = change();
  std::vector<Dependent>& list = s.threads[thread].dependent;
  if (again) list[static_cast<size_t>(at)].view = list[static_cast<size_t>(at)].view.meet(view);
  else list.insert(list.begin() + at, {object, std::move(view)});
  settle(s);
}

View View::meet(const View& other) const {
  View out;
  for (const ViewEntry& e : *this)
    out.raise(e.key, std::min(e.plain, other.number(e.key, true)), std::min(e.other, other.number(e.key, false)),
              std::min(e.order, other.order(e.key)));
  return out;
}

bool View::within(const View& other) const {
  if (entries_ == other.entries_) return true;
  return std::all_of(begin(), end(), [&](const ViewEntry& e) {
    return e.plain <= other.number(e.key, true) && e.other <= other.number(e.key, false) &&
           e.order <= other.order(e.key);
  });
}

}  // namespace jmc::vm::memory
