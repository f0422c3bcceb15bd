// Promises: messages of writes that their threads have not come to (Machine::promise). Until it is kept, a promise is a
// message like any other for all but its thread, which is behind it and does not read it.
#include <algorithm>

#include "vm/memory/machine.hpp"

namespace jmc::vm::memory {

uint32_t Machine::promises(uint32_t thread) const {
  uint32_t n = 0;
  for (const Location& l : state_->locations)
    for (const Message& m : l.messages) n += m.promised == thread;
  return n;
}

uint32_t Machine::promises(uint32_t thread, Key key) const {
  const Location* l = find(key);
  return l ? static_cast<uint32_t>(std::count_if(l->messages.begin(), l->messages.end(),
                                                 [&](const Message& m) { return m.promised == thread; }))
           : 0;
}

// What the message passes on is known already: a fence in between would be an operation before which it has to be kept.
bool Machine::promise(uint32_t thread, Key key, uint32_t place, uint64_t newest, uint64_t value) {
  MachineState& s = change();
  Location& l = unsettle(s, key, newest);
  Message m;
  m.value = value, m.writer = m.promised = thread;
  const uint32_t at = insert(s, l, l.at_place(place), std::move(m), Kept::All);
  View view = s.threads[thread].release;
  view.raise(key, at, at);
  l.messages[at].view = std::move(view);
  return place == 0;
}

bool Machine::fulfil(uint32_t thread, Key key, uint32_t which, uint64_t value) {
  const Location* known = find(key);
  if (!known) return false;
  uint32_t at = 0;
  for (; at < known->messages.size(); ++at)
    if (known->messages[at].promised == thread && which-- == 0) break;
  if (at == known->messages.size() || known->messages[at].value != value ||
      first(state_->threads[thread], *known, Mode::Opaque) >= at)
    return false;
  MachineState& s = change();
  ThreadViews& t = s.threads[thread];
  for (Location& l : s.locations)
    if (l.key == key) {
      Message& m = l.messages[at];
      m.promised = kNobody;
      View view = t.release;
      view.raise(key, at, at);
      m.view = std::move(view);
    }
  t.current.raise(key, at, at);
  if (track_fences_) t.acquire.join(t.current);
  settle(s);
  return true;
}

void Machine::set_past(uint32_t thread, uint8_t past) {
  if (this->past(thread) == past || thread >= state_->threads.size()) return;
  change().threads[thread].past = past;
}

}  // namespace jmc::vm::memory
