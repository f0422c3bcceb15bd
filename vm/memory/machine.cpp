#include "vm/memory/machine.hpp"

#include <algorithm>
#include <utility>

#include "vm/memory/by_key.hpp"

namespace jmc::vm::memory {

Machine::Machine(bool track_fences) : track_fences_(track_fences), state_(std::make_shared<MachineState>()) {}
Machine::~Machine() = default;

void Machine::mark() { marks_.push_back(state_); }
void Machine::undo(size_t mark) { state_ = marks_[mark], marks_.resize(mark + 1); }
void Machine::release(size_t mark) { marks_.resize(mark); }

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
  l.messages.emplace_back();
  l.messages[0].value = newest, l.messages[0].writer = ~0u;
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
  t.dependent.clear();
  settle(s);
}

void Machine::await(uint32_t thread, uint32_t other) {
  if (state_->threads[thread].awaits == other) return;
  MachineState& s = change();
  s.threads[thread].awaits = other;
  settle(s);
}

void Machine::join(uint32_t thread, uint32_t ended) {
  if (state_->threads[ended].current.empty() && state_->threads[thread].awaits == ~0u) return;
  MachineState& s = change();
  ThreadViews& t = s.threads[thread];
  t.awaits = ~0u;
  t.current.join(s.threads[ended].current);
  if (track_fences_) t.acquire.join(t.current);
  settle(s);
}

namespace {
bool is_held(const MachineState& s, Key lock) {
  return std::any_of(s.held.begin(), s.held.end(), [&](const HeldLock& h) { return h.key == lock; });
}

// What those who left the lock have left there.
View& left_at(MachineState& s, Key lock) {
  auto at = place_of(s.locks, lock);
  if (at == s.locks.end() || at->key != lock) at = s.locks.insert(at, {lock, {}});
  return at->view;
}
}  // namespace

void Machine::await_lock(uint32_t thread, Key lock, uint32_t holder) {
  MachineState& s = change();
  s.threads[thread].awaits_lock = lock;
  std::erase_if(s.held, [&](const HeldLock& h) { return h.key == lock; });
  if (holder < s.threads.size()) s.held.push_back({lock, holder});
  settle(s);
}

void Machine::acquire_lock(uint32_t thread, Key lock) {
  const bool awaited = std::any_of(state_->threads.begin(), state_->threads.end(),
                                   [&](const ThreadViews& t) { return t.awaits_lock == lock; });
  const auto known = place_of(std::as_const(state_->locks), lock);
  const bool left = known != state_->locks.end() && known->key == lock;
  if (!awaited && !left) return;
  MachineState& s = change();
  ThreadViews& t = s.threads[thread];
  t.awaits_lock = 0;
  if (left) t.current.join(place_of(s.locks, lock)->view);
  if (track_fences_) t.acquire.join(t.current);
  // Whoever awaits it waits for this thread now.
  if (awaited && !is_held(s, lock)) s.held.push_back({lock, thread});
  settle(s);
}

void Machine::release_lock(uint32_t thread, Key lock) {
  const bool held = is_held(*state_, lock);
  if (state_->threads[thread].current.empty() && !held) return;
  MachineState& s = change();
  if (held) std::erase_if(s.held, [&](const HeldLock& h) { return h.key == lock; });
  if (s.threads[thread].current.empty()) return;
  left_at(s, lock).join(s.threads[thread].current);
  settle(s);
}

void Machine::leave(uint32_t thread, Key lock) {
  if (state_->threads[thread].current.empty()) return;
  MachineState& s = change();
  left_at(s, lock).join(s.threads[thread].current);
}

void Machine::look(uint32_t thread, Key lock) {
  const auto known = place_of(std::as_const(state_->locks), lock);
  if (known == state_->locks.end() || known->key != lock) return;
  MachineState& s = change();
  ThreadViews& t = s.threads[thread];
  t.current.join(place_of(s.locks, lock)->view);
  if (track_fences_) t.acquire.join(t.current);
  settle(s);
}

void Machine::release_part(uint32_t thread, Key lock, const std::function<bool(Key)>& of) {
  const View part = state_->threads[thread].current.part(of);
  if (part.empty()) return;
  MachineState& s = change();
  left_at(s, lock).join(part);
}

void Machine::fence(uint32_t thread, Fence kind) {
  if (settled()) return;
  MachineState& s = change();
  ThreadViews& t = s.threads[thread];
  switch (kind) {
    case Fence::Acquire: t.current.join(t.acquire); break;
    case Fence::Release: t.release = t.current; break;
    case Fence::Full:
      t.current.join(t.acquire);
      t.current.join(s.fences);
      s.fences = t.current;
      t.release = t.current;
      break;
  }
  if (track_fences_) t.acquire.join(t.current);
  settle(s);
}

// --- reads
// ------------------------------------------------------------------------------------------------------------

uint32_t Machine::first(const ThreadViews& t, const Location& l, Mode mode) const {
  if (newest_only(mode)) return static_cast<uint32_t>(l.messages.size()) - 1;
  if (mode == Mode::Volatile && mixed_)
    return std::max(t.acquire.number(l.key, false), state_->fences.number(l.key, false));
  const uint32_t known = number(t, l.key, mode == Mode::Plain);
  return mode == Mode::Volatile ? std::max(known, t.current.order(l.key)) : known;
}

// The messages from this one on.
void Machine::overlook(const Location& l, uint32_t from) {
  for (; from < l.messages.size(); ++from) overlooked_.push_back(l.messages[from].name);
}

// Of an access that is volatile, if it `is`.
void Machine::begin_volatile(uint32_t thread, bool is) {
  if (!is || !mixed_ || settled()) return;
  MachineState& s = change();
  ThreadViews& t = s.threads[thread];
  t.acquire.join(s.fences);
  t.current.join(t.acquire);
  s.fences = t.current;
}

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

}  // namespace

uint32_t Machine::readable(uint32_t thread, Key key, Mode mode) const {
  const Location* l = find(key);
  return l ? count(thread, *l, mode, [&](uint32_t at) { return fits(thread, *l, at, mode); }) : 1;
}

const Message* Machine::peek(uint32_t thread, Key key, Mode mode, uint32_t alternative) const {
  const Location* l = find(key);
  return l ? &l->messages[nth(*l, alternative, [&](uint32_t at) { return fits(thread, *l, at, mode); })] : nullptr;
}

// What reading a message does to a thread.
void Machine::see(ThreadViews& t, Key key, Mode mode, uint32_t message, const View& released) {
  if (mode == Mode::Opaque) t.current.raise(key, 0, message);
  if (acquires(mode) || mode == Mode::Release) t.current.raise(key, message, message);
  if (acquires(mode)) t.current.join(released);
  if (!track_fences_) return;
  t.acquire.raise(key, message, message);
  t.acquire.join(released);
  t.acquire.join(t.current);
}

uint64_t Machine::read(uint32_t thread, Key key, Mode mode, uint32_t alternative, uint64_t newest) {
  begin_volatile(thread, mode == Mode::Volatile);
  const bool apart = apart_ && mode == Mode::Volatile;
  if (apart && state_->threads[thread].current.has_order()) unsettle(change(), key, newest);
  const Location* known = find(key);
  if (!known) return newest;
  const uint32_t message = nth(*known, alternative, [&](uint32_t at) { return fits(thread, *known, at, mode); });
  const uint64_t value = known->messages[message].value;
  overlook(*known, message + 1);
  if (mode == Mode::Plain && !track_fences_) return value;
  MachineState& s = change();
  const View released = place_of(s.locations, key)->messages[message].view;
  see(s.threads[thread], key, mode, message, released);
  if (apart) take_place(s, thread, key, message, false);
  settle(s);
  return value;
}

// --- writes
// -----------------------------------------------------------------------------------------------------------

uint32_t Machine::insert(MachineState& s, Location& l, uint32_t at, Message m, Kept kept) {
  m.name = ++names_;
  if (kept < Kept::InOrder) {
    for_each_view(s, [&](View& v) { v.forget(l.key); });
    l.messages.clear();
    if (kept == Kept::Known) l.messages.push_back({});  // what those know of who do not know the newest
    m.glued = false;
    l.messages.push_back(std::move(m));
    return static_cast<uint32_t>(l.messages.size()) - 1;
  }
  overlook(l, at);
  if (at < l.messages.size()) for_each_view(s, [&](View& v) { v.shift(l.key, at); });
  l.messages.insert(l.messages.begin() + at, std::move(m));
  return at;
}

uint32_t Machine::places(uint32_t thread, Key key, Mode mode) const {
  const Location* l = find(key);
  if (!l || newest_only(mode)) return 1;
  uint32_t n = 1;
  const uint32_t known = first(state_->threads[thread], *l, mode == Mode::Volatile ? mode : Mode::Opaque);
  for (uint32_t at = known + 1; at < l->messages.size(); ++at) n += !l->messages[at].glued;
  return n;
}

bool Machine::write(uint32_t thread, Key key, Mode mode, uint32_t alternative, uint64_t newest, uint64_t value,
                    Kept kept) {
  begin_volatile(thread, mode == Mode::Volatile);
  MachineState& s = change();
  Location& l = unsettle(s, key, newest);
  Message m;
  m.value = value, m.writer = thread;
  const uint32_t at = insert(s, l, l.at_place(alternative), std::move(m), kept);
  ThreadViews& t = s.threads[thread];
  t.current.raise(key, at, at);
  if (apart_ && mode == Mode::Volatile) take_place(s, thread, key, at, true);
  View view = releases(mode) ? t.current : t.release;
  view.raise(key, at, at);
  l.messages[at].view = std::move(view);
  if (track_fences_) t.acquire.join(t.current);
  settle(s);
  return alternative == 0;
}

// --- read-modify-writes
// -----------------------------------------------------------------------------------------------

namespace {
Mode reading(UpdateMode m) { return m.read == Mode::Volatile || m.write == Mode::Volatile ? Mode::Volatile : m.read; }

}  // namespace

// Reads of a read-modify-write are coherent with it: none is older than the thread's non-plain view.
uint32_t Machine::updates(uint32_t thread, Key key, UpdateMode mode) const {
  const Location* l = find(key);
  if (!l) return 1;
  const Mode m = reading(mode) == Mode::Volatile ? Mode::Volatile : Mode::Opaque;
  return count(thread, *l, m, [&](uint32_t at) { return free_behind(*l, at) && fits(thread, *l, at, m); });
}

uint32_t Machine::attempts(uint32_t thread, Key key, UpdateMode mode, uint64_t, const Equals& expected) const {
  const Location* l = find(key);
  if (!l) return 1;
  const Mode m = reading(mode) == Mode::Volatile ? Mode::Volatile : Mode::Opaque;
  return count(thread, *l, m, [&](uint32_t at) {
    return fits(thread, *l, at, m) && (free_behind(*l, at) || !expected(l->messages[at].value));
  });
}

Machine::Taken Machine::take_update(uint32_t thread, Key key, UpdateMode mode, uint32_t alternative,
                                    uint64_t newest) const {
  const Location* l = find(key);
  if (!l) return {0, newest};
  const uint32_t at =
      nth(*l, alternative, [&](uint32_t i) { return free_behind(*l, i) && fits(thread, *l, i, reading(mode)); });
  return {at, l->messages[at].value};
}

Machine::Taken Machine::take_attempt(uint32_t thread, Key key, UpdateMode mode, uint32_t alternative, uint64_t newest,
                                     const Equals& expected) const {
  const Location* l = find(key);
  if (!l) return {0, newest};
  const uint32_t at = nth(*l, alternative, [&](uint32_t i) {
    return fits(thread, *l, i, reading(mode)) && (free_behind(*l, i) || !expected(l->messages[i].value));
  });
  return {at, l->messages[at].value};
}

bool Machine::replace(uint32_t thread, Key key, UpdateMode mode, const Taken& taken, uint64_t value, Kept kept) {
  begin_volatile(thread, reading(mode) == Mode::Volatile);
  MachineState& s = change();
  Location& l = unsettle(s, key, taken.value);
  const bool last = taken.message + 1 == l.messages.size();
  ThreadViews& t = s.threads[thread];
  const View released = l.messages[taken.message].view;
  see(t, key, mode.read, taken.message, released);
  View view = releases(mode.write) ? t.current : t.release;
  view.join(released);  // it continues the release sequence
  // As merge_updates() has it, where the message before is not kept.
  const bool same =
      kept < Kept::InOrder && value == l.messages[taken.message].value && view.same_elsewhere(released, key);
  Message m;
  m.value = value, m.glued = true, m.writer = thread;
  const uint32_t at = same ? taken.message : insert(s, l, taken.message + 1, std::move(m), kept);
  t.current.raise(key, at, at);
  uint32_t order = view.order(key);  // as of before it was inserted
  order += order > taken.message && !same;
  if (apart_ && reading(mode) == Mode::Volatile) {
    take_place(s, thread, key, at, true);
    view.join_order(t.current);
    order = at;
  }
  view.forget(key);
  view.raise(key, at, at, order);
  l.messages[at].view = std::move(view);
  if (track_fences_) t.acquire.join(t.current);
  settle(s);
  return last;
}

void Machine::fail(uint32_t thread, Key key, UpdateMode mode, const Taken& taken) {
  begin_volatile(thread, reading(mode) == Mode::Volatile);
  const bool apart = apart_ && reading(mode) == Mode::Volatile;
  if (apart && state_->threads[thread].current.has_order()) unsettle(change(), key, taken.value);
  if (!find(key)) return;
  MachineState& s = change();
  const Location& l = *place_of(s.locations, key);
  overlook(l, taken.message + 1);
  const View released = l.messages[taken.message].view;
  see(s.threads[thread], key, mode.read, taken.message, released);
  if (apart) take_place(s, thread, key, taken.message, false);
  settle(s);
}

// --- knowledge
// --------------------------------------------------------------------------------------------------------

bool Machine::knows(uint32_t thread, Key key) const {
  const Location* l = find(key);
  return !l || number(state_->threads[thread], key, true) + 1 >= l->messages.size();
}

bool Machine::knows_last(uint32_t thread, Key key) const {
  const Location* l = find(key);
  return !l || number(state_->threads[thread], key, false) + 1 >= l->messages.size();
}

void Machine::learn(uint32_t thread, Key key) {
  const Location* l = find(key);
  if (!l || state_->threads[thread].current.number(key, true) + 1 >= l->messages.size()) return;
  MachineState& s = change();
  const uint32_t newest = static_cast<uint32_t>(place_of(s.locations, key)->messages.size()) - 1;
  s.threads[thread].current.raise(key, newest, newest);
  if (track_fences_) s.threads[thread].acquire.raise(key, newest, newest);
  settle(s);
}

// --- keeping it small
// -------------------------------------------------------------------------------------------------

// The oldest message that the thread may still read. Threads that wait for each other in a circle never read again.
uint32_t Machine::oldest_for(const MachineState& s, uint32_t thread, Key key, size_t depth) const {
  const ThreadViews& t = s.threads[thread];
  uint32_t oldest = t.current.number(key, true);
  if (!t.live || depth > s.threads.size()) return oldest;
  if (t.awaits < s.threads.size()) oldest = std::max(oldest, oldest_for(s, t.awaits, key, depth + 1));
  if (!t.awaits_lock) return oldest;
  const auto lock = place_of(s.locks, t.awaits_lock);
  if (lock != s.locks.end() && lock->key == t.awaits_lock) oldest = std::max(oldest, lock->view.number(key, true));
  for (const HeldLock& h : s.held)
    if (h.key == t.awaits_lock) oldest = std::max(oldest, oldest_for(s, h.holder, key, depth + 1));
  return oldest;
}

// A read-modify-write that wrote what it read, and passes on no more than what it read does: nobody can write between
// the two, nor update the first, and who reads the one may read the other next. So the two are one. A lock that is
// tried again and again by getAndSet(true) comes back to the same state with that. Not so two writes: who knows the
// first one alone may write between them, and with one message for both it would look as if it knew the newest.
void Machine::merge_updates(MachineState& s, Location& l) {
  for (uint32_t at = static_cast<uint32_t>(l.messages.size()); at-- > 1;) {
    Message &before = l.messages[at - 1], &update = l.messages[at];
    if (!update.glued || update.whole || before.promised != kNobody || update.value != before.value ||
        !before.readers.empty() || !update.view.same_elsewhere(before.view, l.key))
      continue;
    update.glued = before.glued;
    update.strong |= before.strong;
    update.name = before.name;
    l.messages.erase(l.messages.begin() + (at - 1));
    const Key key = l.key;
    for_each_view(s, [&](View& v) { v.merge(key, at - 1); });
  }
}

namespace {
bool nothing_left(const Location& l) {
  return l.messages.size() == 1 && l.messages[0].view.empty() && l.messages[0].readers.empty() && l.before.empty();
}
}  // namespace

// Drops messages that no living thread can read, and forgets locations of which all is known. Views of locks, messages
// and threads that have ended only ever raise those of living threads: they keep nothing alive.
void Machine::settle(MachineState& s) {
  for (size_t i = s.locations.size(); i-- > 0;) {
    Location& l = s.locations[i];
    uint32_t oldest = static_cast<uint32_t>(l.messages.size()) - 1;
    for (const ThreadViews& t : s.threads)
      if (t.live && oldest)
        oldest = std::min(oldest, oldest_for(s, static_cast<uint32_t>(&t - s.threads.data()), l.key));
    // A promise is to be kept, though nobody can read it any more: somebody may have.
    for (uint32_t at = 1; at <= oldest; ++at)
      if (l.messages[at].promised != kNobody) oldest = at - 1;
    if (oldest) {
      if (apart_) keep_order_of_dropped(l, oldest);
      l.messages.erase(l.messages.begin(), l.messages.begin() + oldest);
      l.messages[0].glued = l.messages[0].whole = false;
      const Key key = l.key;
      for_each_view(s, [&](View& v) { v.drop(key, oldest); });
    }
    merge_updates(s, l);
    if (nothing_left(l)) s.locations.erase(s.locations.begin() + static_cast<ptrdiff_t>(i));
  }
  // A location that was kept for the sake of what its message passes on may have nothing to pass on any more.
  std::erase_if(s.locations, nothing_left);
  std::erase_if(s.locks, [](const LockView& l) { return l.view.empty(); });
  if (dependent_loads_)
    for (ThreadViews& t : s.threads)
      std::erase_if(t.dependent, [&](const Dependent& d) { return d.view.within(t.current); });
}

}  // namespace jmc::vm::memory
