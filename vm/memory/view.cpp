// What a thread knows of messages: see vm/memory/machine.hpp.
#include <algorithm>
#include <utility>

#include "vm/memory/by_key.hpp"

namespace jmc::vm::memory {

std::vector<ViewEntry>& View::own() {
  if (!entries_) entries_ = std::make_shared<std::vector<ViewEntry>>();
  else if (entries_.use_count() > 1) entries_ = std::make_shared<std::vector<ViewEntry>>(*entries_);
  return *entries_;
}

const ViewEntry* View::find(Key key) const {
  if (!entries_) return nullptr;
  const auto at = place_of(std::as_const(*entries_), key);
  return at != entries_->end() && at->key == key ? &*at : nullptr;
}

uint32_t View::number(Key key, bool plain) const {
  const ViewEntry* e = find(key);
  return e ? plain ? e->plain : e->other : 0;
}

void View::raise(Key key, uint32_t plain, uint32_t other, uint32_t order) {
  if (!plain && !other && !order) return;
  if (const ViewEntry* e = find(key); e && e->plain >= plain && e->other >= other && e->order >= order) return;
  std::vector<ViewEntry>& list = own();
  const auto at = place_of(list, key);
  if (at == list.end() || at->key != key) {
    list.insert(at, {key, plain, other, order});
    return;
  }
  at->plain = std::max(at->plain, plain);
  at->other = std::max(at->other, other);
  at->order = std::max(at->order, order);
}

void View::join(const View& other) {
  if (!other.entries_ || entries_ == other.entries_) return;
  if (!entries_) {
    entries_ = other.entries_;
    return;
  }
  for (const ViewEntry& e : *other.entries_) raise(e.key, e.plain, e.other, e.order);
}

void View::shift(Key key, uint32_t from) {
  const ViewEntry* e = find(key);
  if (!e || std::max(e->other, e->order) < from) return;
  ViewEntry& mine = *place_of(own(), key);
  mine.plain += mine.plain >= from;
  mine.other += mine.other >= from;
  mine.order += mine.order >= from;
}

void View::merge(Key key, uint32_t last) {
  const ViewEntry* e = find(key);
  if (!e || std::max(e->other, e->order) <= last) return;
  std::vector<ViewEntry>& list = own();
  const auto mine = place_of(list, key);
  mine->plain -= mine->plain > last;
  mine->other -= mine->other > last;
  mine->order -= mine->order > last;
  if (mine->other || mine->order) return;
  list.erase(mine);
  if (list.empty()) entries_.reset();
}

bool View::same_elsewhere(const View& other, Key key) const {
  const ViewEntry *a = begin(), *b = other.begin();
  for (;; ++a, ++b) {
    if (a != end() && a->key == key) ++a;
    if (b != other.end() && b->key == key) ++b;
    if (a == end() || b == other.end()) return a == end() && b == other.end();
    if (*a != *b) return false;
  }
}

void View::drop(Key key, uint32_t count) {
  if (!find(key)) return;
  std::vector<ViewEntry>& list = own();
  const auto e = place_of(list, key);
  e->plain -= std::min(e->plain, count);
  e->other -= std::min(e->other, count);
  e->order -= std::min(e->order, count);
  if (e->other || e->order) return;
  list.erase(e);
  if (list.empty()) entries_.reset();
}

View View::part(const std::function<bool(Key)>& pred) const {
  View out;
  for (const ViewEntry& e : *this)
    if (pred(e.key)) out.own().push_back(e);
  return out;
}

}  // namespace jmc::vm::memory
