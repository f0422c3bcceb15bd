#include "vm/memory/machine.hpp"

#include <algorithm>

namespace jmc::vm::memory {

namespace {

template <class V>
auto place_of(V& list, Key key) {
  return std::lower_bound(list.begin(), list.end(), key, [](const auto& e, Key k) { return e.key < k; });
}

template <class F>
void for_each_view(MachineState& s, F&& visit) {
  for (ThreadViews& t : s.threads) visit(t.current), visit(t.acquire), visit(t.release);
  for (Location& l : s.locations)
    for (Message& m : l.messages) visit(m.view);
  for (LockView& l : s.locks) visit(l.view);
  visit(s.fences);
}

constexpr bool acquires(Mode m) { return m == Mode::Acquire || m == Mode::Volatile; }
constexpr bool releases(Mode m) { return m == Mode::Release || m == Mode::Volatile; }

}  // namespace

uint32_t number_in(const View& view, Key key, bool plain) {
  if (view.empty()) return 0;
  const auto at = place_of(view, key);
  return at != view.end() && at->key == key ? plain ? at->plain : at->other : 0;
}

void raise(View& view, Key key, uint32_t plain, uint32_t other) {
  if (!plain && !other) return;
  const auto at = place_of(view, key);
  if (at == view.end() || at->key != key) {
    view.insert(at, {key, plain, other});
    return;
  }
  at->plain = std::max(at->plain, plain);
  at->other = std::max(at->other, other);
}

void join_views(View& view, const View& other) {
  if (other.empty() || &view == &other) return;
  if (view.empty()) {
    view = other;
    return;
  }
  for (const ViewEntry& e : other) raise(view, e.key, e.plain, e.other);
}

MachineState& Machine::change() {
  if (state_.use_count() > 1) state_ = std::make_shared<MachineState>(*state_);
  return *state_;
}

const Location* Machine::find(Key key) const {
  if (state_->locations.empty()) return nullptr;
  const auto at = place_of(state_->locations, key);
  return at != state_->locations.end() && at->key == key ? &*at : nullptr;
}

// Everybody has read what is there.
Location& Machine::unsettle(MachineState& s, Key key, uint64_t newest) {
  const auto at = place_of(s.locations, key);
  if (at != s.locations.end() && at->key == key) return *at;
  Location l;
  l.key = key;
  l.messages.push_back({newest, {}, false, ~0u});
  return *s.locations.insert(at, std::move(l));
}

// --- threads and locks
// ------------------------------------------------------------------------------------------------

void Machine::start(uint32_t thread, uint32_t parent) {
  MachineState& s = change();
  if (s.threads.size() <= thread) s.threads.resize(thread + 1);
  ThreadViews& t = s.threads[thread];
  t = {};
  t.live = true;
  if (parent < s.threads.size() && parent != thread) {
    t.current = s.threads[parent].current;
    if (track_fences_) t.acquire = t.current;
  }
}

void Machine::end(uint32_t thread) {
  MachineState& s = change();
  ThreadViews& t = s.threads[thread];
  t.live = false;
  t.acquire.clear();
  t.release.clear();
  settle(s);
}

void Machine::join(uint32_t thread, uint32_t ended) {
  if (state_->threads[ended].current.empty()) return;
  MachineState& s = change();
  ThreadViews& t = s.threads[thread];
  join_views(t.current, s.threads[ended].current);
  if (track_fences_) join_views(t.acquire, t.current);
  settle(s);
}

void Machine::acquire_lock(uint32_t thread, Key lock) {
  const auto at = place_of(state_->locks, lock);
  if (at == state_->locks.end() || at->key != lock) return;
  MachineState& s = change();
  ThreadViews& t = s.threads[thread];
  join_views(t.current, place_of(s.locks, lock)->view);
  if (track_fences_) join_views(t.acquire, t.current);
  settle(s);
}

void Machine::release_lock(uint32_t thread, Key lock) {
  if (state_->threads[thread].current.empty()) return;
  MachineState& s = change();
  auto at = place_of(s.locks, lock);
  if (at == s.locks.end() || at->key != lock) at = s.locks.insert(at, {lock, {}});
  join_views(at->view, s.threads[thread].current);
}

void Machine::fence(uint32_t thread, Fence kind) {
  if (settled()) return;
  MachineState& s = change();
  ThreadViews& t = s.threads[thread];
  switch (kind) {
    case Fence::Acquire: join_views(t.current, t.acquire); break;
    case Fence::Release: t.release = t.current; break;
    case Fence::Full:
      join_views(t.current, t.acquire);
      join_views(t.current, s.fences);
      s.fences = t.current;
      t.release = t.current;
      break;
  }
  if (track_fences_) join_views(t.acquire, t.current);
  settle(s);
}

// --- reads
// ------------------------------------------------------------------------------------------------------------

uint32_t Machine::first(const ThreadViews& t, const Location& l, Mode mode) const {
  if (mode == Mode::Volatile) return static_cast<uint32_t>(l.messages.size()) - 1;
  return number_in(t.current, l.key, mode == Mode::Plain);
}

uint32_t Machine::readable(uint32_t thread, Key key, Mode mode) const {
  const Location* l = find(key);
  return l ? static_cast<uint32_t>(l->messages.size()) - first(state_->threads[thread], *l, mode) : 1;
}

const Message* Machine::peek(uint32_t, Key key, Mode, uint32_t alternative) const {
  const Location* l = find(key);
  return l ? &l->messages[l->messages.size() - 1 - alternative] : nullptr;
}

// What reading a message does to a thread.
void Machine::see(ThreadViews& t, Key key, Mode mode, uint32_t message, const View& released) {
  if (mode == Mode::Opaque) raise(t.current, key, 0, message);
  if (acquires(mode) || mode == Mode::Release) raise(t.current, key, message, message);
  if (acquires(mode)) join_views(t.current, released);
  if (!track_fences_) return;
  raise(t.acquire, key, message, message);
  join_views(t.acquire, released);
  join_views(t.acquire, t.current);
}

uint64_t Machine::read(uint32_t thread, Key key, Mode mode, uint32_t alternative, uint64_t newest) {
  const Location* known = find(key);
  if (!known) return newest;
  const uint32_t message = static_cast<uint32_t>(known->messages.size()) - 1 - alternative;
  const uint64_t value = known->messages[message].value;
  if (mode == Mode::Plain && !track_fences_) return value;
  MachineState& s = change();
  const View released = place_of(s.locations, key)->messages[message].view;
  see(s.threads[thread], key, mode, message, released);
  settle(s);
  return value;
}

// --- writes
// -----------------------------------------------------------------------------------------------------------

void Machine::insert(MachineState& s, Location& l, uint32_t at, Message m) {
  if (at < l.messages.size())
    for_each_view(s, [&](View& v) {
      const auto e = place_of(v, l.key);
      if (e == v.end() || e->key != l.key) return;
      e->plain += e->plain >= at;
      e->other += e->other >= at;
    });
  l.messages.insert(l.messages.begin() + at, std::move(m));
}

uint32_t Machine::places(uint32_t thread, Key key, Mode mode) const {
  const Location* l = find(key);
  if (!l || mode == Mode::Volatile) return 1;
  uint32_t n = 1;
  for (uint32_t at = number_in(state_->threads[thread].current, key, false) + 1; at < l->messages.size(); ++at)
    n += !l->messages[at].glued;
  return n;
}

bool Machine::write(uint32_t thread, Key key, Mode mode, uint32_t alternative, uint64_t newest, uint64_t value) {
  MachineState& s = change();
  Location& l = unsettle(s, key, newest);
  uint32_t at = static_cast<uint32_t>(l.messages.size());
  const bool last = alternative == 0;
  while (alternative) alternative -= !l.messages[--at].glued;
  insert(s, l, at, {value, {}, false, thread});
  ThreadViews& t = s.threads[thread];
  raise(t.current, key, at, at);
  View view = releases(mode) ? t.current : t.release;
  raise(view, key, at, at);
  l.messages[at].view = std::move(view);
  if (track_fences_) join_views(t.acquire, t.current);
  settle(s);
  return last;
}

// --- read-modify-writes
// -----------------------------------------------------------------------------------------------

template <class F>
uint32_t Machine::count(uint32_t thread, const Location& l, Mode mode, F&& allowed) const {
  uint32_t n = 0;
  for (uint32_t at = first(state_->threads[thread], l, mode); at < l.messages.size(); ++at) n += allowed(at);
  return n;
}

namespace {

bool free_behind(const Location& l, uint32_t at) { return at + 1 >= l.messages.size() || !l.messages[at + 1].glued; }

// The alternative-th message, from the newest, that is allowed.
template <class F>
uint32_t nth(const Location& l, uint32_t alternative, F&& allowed) {
  uint32_t at = static_cast<uint32_t>(l.messages.size()) - 1;
  while (!allowed(at) || alternative--) --at;
  return at;
}

Mode reading(UpdateMode m) { return m.read == Mode::Volatile || m.write == Mode::Volatile ? Mode::Volatile : m.read; }

}  // namespace

// Reads of a read-modify-write are coherent with it: none is older than the thread's non-plain view.
uint32_t Machine::updates(uint32_t thread, Key key, UpdateMode mode) const {
  const Location* l = find(key);
  if (!l) return 1;
  const Mode m = reading(mode) == Mode::Volatile ? Mode::Volatile : Mode::Opaque;
  return count(thread, *l, m, [&](uint32_t at) { return free_behind(*l, at); });
}

uint32_t Machine::attempts(uint32_t thread, Key key, UpdateMode mode, uint64_t, const Equals& expected) const {
  const Location* l = find(key);
  if (!l) return 1;
  const Mode m = reading(mode) == Mode::Volatile ? Mode::Volatile : Mode::Opaque;
  return count(thread, *l, m, [&](uint32_t at) { return free_behind(*l, at) || !expected(l->messages[at].value); });
}

Machine::Taken Machine::take_update(uint32_t, Key key, UpdateMode, uint32_t alternative, uint64_t newest) const {
  const Location* l = find(key);
  if (!l) return {0, newest};
  const uint32_t at = nth(*l, alternative, [&](uint32_t i) { return free_behind(*l, i); });
  return {at, l->messages[at].value};
}

Machine::Taken Machine::take_attempt(uint32_t, Key key, UpdateMode, uint32_t alternative, uint64_t newest,
                                     const Equals& expected) const {
  const Location* l = find(key);
  if (!l) return {0, newest};
  const uint32_t at =
      nth(*l, alternative, [&](uint32_t i) { return free_behind(*l, i) || !expected(l->messages[i].value); });
  return {at, l->messages[at].value};
}

bool Machine::replace(uint32_t thread, Key key, UpdateMode mode, const Taken& taken, uint64_t value) {
  MachineState& s = change();
  Location& l = unsettle(s, key, taken.value);
  const uint32_t at = taken.message + 1;
  const bool last = at == l.messages.size();
  insert(s, l, at, {value, {}, true, thread});
  ThreadViews& t = s.threads[thread];
  const View released = l.messages[taken.message].view;
  see(t, key, mode.read, taken.message, released);
  raise(t.current, key, at, at);
  View view = releases(mode.write) ? t.current : t.release;
  raise(view, key, at, at);
  join_views(view, released);  // it continues the release sequence
  l.messages[at].view = std::move(view);
  if (track_fences_) join_views(t.acquire, t.current);
  settle(s);
  return last;
}

void Machine::fail(uint32_t thread, Key key, UpdateMode mode, const Taken& taken) {
  if (!find(key)) return;
  MachineState& s = change();
  const View released = place_of(s.locations, key)->messages[taken.message].view;
  see(s.threads[thread], key, mode.read, taken.message, released);
  settle(s);
}

// --- knowledge
// --------------------------------------------------------------------------------------------------------

bool Machine::knows(uint32_t thread, Key key) const {
  const Location* l = find(key);
  return !l || number_in(state_->threads[thread].current, key, true) + 1 >= l->messages.size();
}

void Machine::learn(uint32_t thread, Key key) {
  if (knows(thread, key)) return;
  MachineState& s = change();
  const uint32_t newest = static_cast<uint32_t>(place_of(s.locations, key)->messages.size()) - 1;
  raise(s.threads[thread].current, key, newest, newest);
  if (track_fences_) raise(s.threads[thread].acquire, key, newest, newest);
  settle(s);
}

// --- keeping it small
// -------------------------------------------------------------------------------------------------

// Drops messages that no living thread can read, and forgets locations of which all is known. Views of locks, messages
// and threads that have ended only ever raise those of living threads: they keep nothing alive.
void Machine::settle(MachineState& s) {
  for (size_t i = s.locations.size(); i-- > 0;) {
    Location& l = s.locations[i];
    uint32_t oldest = static_cast<uint32_t>(l.messages.size()) - 1;
    for (const ThreadViews& t : s.threads)
      if (t.live && oldest) oldest = std::min(oldest, number_in(t.current, l.key, true));
    if (oldest) {
      l.messages.erase(l.messages.begin(), l.messages.begin() + oldest);
      l.messages[0].glued = false;
      const Key key = l.key;
      for_each_view(s, [&](View& v) {
        const auto e = place_of(v, key);
        if (e == v.end() || e->key != key) return;
        e->plain -= std::min(e->plain, oldest);
        e->other -= std::min(e->other, oldest);
        if (!e->other) v.erase(e);
      });
    }
    if (l.messages.size() == 1 && l.messages[0].view.empty())
      s.locations.erase(s.locations.begin() + static_cast<ptrdiff_t>(i));
  }
  // A location that was kept for the sake of what its message passes on may have nothing to pass on any more.
  std::erase_if(s.locations, [](const Location& l) { return l.messages.size() == 1 && l.messages[0].view.empty(); });
  std::erase_if(s.locks, [](const LockView& l) { return l.view.empty(); });
}

}  // namespace jmc::vm::memory
