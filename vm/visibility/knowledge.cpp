#include "vm/visibility/knowledge.hpp"

#include <algorithm>
#include <compare>

namespace jmc::vm {

namespace {

constexpr size_t kLookBack = 8;  // a loop accesses few arrays at a time

// Whether `e` says of the elements behind those of `before` what that says of its own.
bool continues(const Knowledge::Entry& before, const Knowledge::Entry& e) {
  return e.object == before.object && e.offset == before.offset + (uint64_t{before.count} << before.shift) &&
         e.shift == before.shift && e.variable == before.variable && e.site == before.site &&
         e.thread == before.thread && e.write == before.write && e.mode == before.mode && e.in_form == before.in_form &&
         e.guard == before.guard && e.guard_field == before.guard_field && e.locks == before.locks &&
         e.known.places == before.known.places && e.known.threads == before.known.threads;
}

// A loop over an array leaves an entry for each element: these are made one. Empty: there are none.
std::vector<Knowledge::Entry> with_neighbours_joined(const SharedList<Knowledge::Entry>& entries) {
  std::vector<Knowledge::Entry> joined;
  joined.reserve(entries.size());
  entries.each([&](const Knowledge::Entry& e) {
    for (size_t back = 1; back <= std::min(joined.size(), kLookBack); ++back)
      if (Knowledge::Entry& before = joined[joined.size() - back]; continues(before, e)) {
        before.count += e.count;
        return;
      }
    joined.push_back(e);
  });
  if (joined.size() == entries.size()) joined.clear();
  return joined;
}

}  // namespace

void Knowledge::clear() { now_ = std::make_shared<Now>(); }

void Knowledge::mark() { marks_.push_back(now_); }

void Knowledge::undo(size_t mark) {
  now_ = marks_[mark];
  marks_.resize(mark + 1);
}

void Knowledge::release(size_t mark) { marks_.resize(mark); }

Knowledge::Now& Knowledge::changing() {
  if (now_.use_count() > 1) now_ = std::make_shared<Now>(*now_);
  return *now_;
}

bool Knowledge::contains(const Knowers& k, Place p) const {
  const Places& set = places_[k.places];
  return std::binary_search(set.begin(), set.end(), p);
}

bool Knowledge::meet(uint32_t locks, uint32_t others) const {
  const Places &x = places_[locks], &y = places_[others];
  for (auto i = x.begin(), j = y.begin(); i != x.end() && j != y.end();) {
    if (*i == *j) return true;
    ++(*i < *j ? i : j);
  }
  return false;
}

void Knowledge::took(ThreadId t, Place lock) {
  const std::pair<ThreadId, Place> pair{t, lock};
  if (std::find(now_->taken.begin(), now_->taken.end(), pair) == now_->taken.end()) changing().taken.push_back(pair);
}

std::vector<uint32_t> Knowledge::own_fields(const Entry& e) const {
  std::vector<uint32_t> out;
  for (const Place p : places_[e.known.places])
    if (static_cast<Ref>(p >> 32) == e.object) out.push_back(static_cast<uint32_t>(p));
  return out;
}

uint32_t Knowledge::number_of(Places set) {
  const auto [at, fresh] = numbers_.try_emplace(std::move(set), static_cast<uint32_t>(places_.size()));
  if (fresh) places_.push_back(at->first);
  return at->second;
}

uint32_t Knowledge::with(uint32_t set, Place p) {
  auto& known = extended_[set];
  for (const auto& [place, number] : known)
    if (place == p) return number;
  Places grown = places_[set];
  grown.insert(std::upper_bound(grown.begin(), grown.end(), p), p);
  const uint32_t number = number_of(std::move(grown));
  extended_[set].emplace_back(p, number);
  crowded_ = crowded_ || places_[number].size() > most_places_;
  return number;
}

uint32_t Knowledge::without(uint32_t set, Place p) {
  Places less = places_[set];
  less.erase(std::find(less.begin(), less.end(), p));
  return number_of(std::move(less));
}

// Of an entry of several elements, of which the access replaces some: the others.
void Knowledge::keep_rest(const Entry& e, const Entry& access) {
  const auto up_to = [&](uint64_t offset) {  // how many of them begin before it
    if (offset <= e.offset) return uint32_t{0};
    const uint64_t width = uint64_t{1} << e.shift;
    return static_cast<uint32_t>(std::min<uint64_t>(e.count, (offset - e.offset + width - 1) >> e.shift));
  };
  const uint32_t before = up_to(access.offset), through = up_to(access.end());
  const auto keep = [&](uint32_t from, uint32_t to) {
    if (from == to) return;
    Entry& rest = left_.emplace_back(e);
    rest.offset = e.offset + (from << e.shift);
    rest.count = to - from;
  };
  keep(0, before);
  keep(through, e.count);
}

template <class F>
void Knowledge::teach(ThreadId t, F&& learns) {
  if (!now_->entries.any(learns)) return;
  Now& now = changing();
  now.settled = false;
  now.entries.update([&](const Entry& e) { return learns(e) ? Fate::Change : Fate::Keep; },
                     [&](Entry& e) { e.known.threads.insert(t); });
}

void Knowledge::learns(ThreadId t, Place from) {
  teach(t, [&](const Entry& e) { return !e.known.has(t) && contains(e.known, from); });
}

void Knowledge::learns_from(ThreadId t, ThreadId other) {
  teach(t, [&](const Entry& e) { return !e.known.has(t) && e.known.has(other); });
}

void Knowledge::tells(ThreadId t, Place to) {
  // Of what locks guard nobody asks who knows (Races::ordered()): its places would be those of all locks of a path.
  const auto tells = [&](const Entry& e) {
    return e.guard != Guard::Locks && e.known.has(t) && !contains(e.known, to) &&
           (e.guard != Guard::Field || to == place(e.object, e.guard_field));
  };
  if (!now_->entries.any(tells)) return;
  changing().entries.update([&](const Entry& e) { return tells(e) ? Fate::Change : Fate::Keep; },
                            [&](Entry& e) { e.known.places = with(e.known.places, to); });
}

void Knowledge::forgets(Place place) {
  const auto forgets = [&](const Entry& e) { return contains(e.known, place); };
  if (!now_->entries.any(forgets)) return;
  changing().entries.update([&](const Entry& e) { return forgets(e) ? Fate::Change : Fate::Keep; },
                            [&](Entry& e) { e.known.places = without(e.known.places, place); });
}

void Knowledge::settle(const ThreadSet& living) {
  const bool alone = !others(living);
  // A new entry is known to its own thread only, so that it matters to one that is alone.
  if (alone || !now_->settled || !(now_->settled_for == living)) {
    const auto known = [&](const Entry& e) { return e.guard == Guard::Locks ? alone : living.within(e.known.threads); };
    if (now_->entries.any(known))
      changing().entries.update([&](const Entry& e) { return known(e) ? Fate::Drop : Fate::Keep; }, [](Entry&) {});
    now_->settled = true;
    now_->settled_for = living;
  }
  if (now_->entries.size() > now_->join_from) join_neighbours();
}

// Until there are twice as many as it leaves, it is not worth another look.
void Knowledge::join_neighbours() {
  const std::vector<Entry> joined = with_neighbours_joined(now_->entries);
  now_->join_from = std::max(kMany, 2 * (joined.empty() ? now_->entries.size() : joined.size()));
  if (joined.empty()) return;
  SharedList<Entry>& entries = changing().entries;
  entries = {};
  for (const Entry& e : joined) entries.push_back(e);
}

void Knowledge::forget_unreachable(const std::function<bool(Ref)>& reachable) {
  const auto is_reachable = [&](Ref r) { return r < Heap::kFirstRef || reachable(r); };
  std::unordered_map<uint32_t, uint32_t> fewer{{0, 0}};
  size_t most = 0;
  const auto reached = [&](uint32_t set) {
    const auto [at, fresh] = fewer.try_emplace(set, set);
    if (fresh) {
      Places left;
      for (const Place p : places_[set])
        if (is_reachable(static_cast<Ref>(p >> 32))) left.push_back(p);
      most = std::max(most, left.size());
      if (left.size() < places_[set].size()) at->second = number_of(std::move(left));
    }
    return at->second;
  };
  const auto fate = [&](const Entry& e) {
    if (!is_reachable(e.object)) return Fate::Drop;
    return reached(e.known.places) == e.known.places ? Fate::Keep : Fate::Change;
  };
  changing().entries.update(fate, [&](Entry& e) { e.known.places = reached(e.known.places); });
  crowded_ = false;
  most_places_ = std::max(kManyPlaces, 2 * most);
  most_entries_ = std::max(kManyEntries, 2 * now_->entries.size());
}

// With those who will before they do anything else: it makes no difference when they do.
ThreadSet Knowledge::about_to_know(const Knowers& k, const std::vector<Coming>& coming) const {
  ThreadSet threads = k.threads;
  for (bool again = true; again;) {
    again = false;
    for (const Coming& c : coming) {
      if (threads.contains(c.thread)) continue;
      if (c.ending != por::kNoThread ? !threads.contains(c.ending) : !contains(k, c.from)) continue;
      threads.insert(c.thread);
      again = true;
    }
  }
  return threads;
}

void Knowledge::rank_groups() {
  by_rank_.clear();
  for (uint32_t i = 0; i < groups_.size(); ++i)
    if (!groups_[i].all) by_rank_.push_back(i);
  const auto order = [&](uint32_t a, uint32_t b) -> std::strong_ordering {
    const Group &x = groups_[a], &y = groups_[b];
    if (x.threads < y.threads) return std::strong_ordering::less;
    if (y.threads < x.threads) return std::strong_ordering::greater;
    if (!x.locks != !y.locks) return !x.locks <=> !y.locks;
    const auto p = places_of(x), q = places_of(y);
    return std::lexicographical_compare_three_way(p.begin(), p.end(), q.begin(), q.end());
  };
  std::sort(by_rank_.begin(), by_rank_.end(), [&](uint32_t a, uint32_t b) { return order(a, b) < 0; });
  size_t ranks = 0;
  for (const uint32_t i : by_rank_) {
    if (!ranks || order(by_rank_[ranks - 1], i) != 0) by_rank_[ranks++] = i;
    groups_[i].rank = static_cast<uint32_t>(ranks - 1);
  }
  by_rank_.resize(ranks);
}

// What fewer know of, and which conflicts with as much, says all that another one says.
void Knowledge::normalise() {
  std::sort(open_.begin(), open_.end());
  const auto says = [&](const Open& a, const Open& b) {
    if ((a.strength & b.strength) != b.strength) return false;
    if (a.rank == b.rank) return true;
    const Group &x = groups_[by_rank_[a.rank]], &y = groups_[by_rank_[b.rank]];
    if (!x.locks != !y.locks) return false;
    const auto p = places_of(x), q = places_of(y);
    return x.threads.within(y.threads) && std::includes(q.begin(), q.end(), p.begin(), p.end());
  };
  kept_.clear();
  for (size_t from = 0, to = 0; from < open_.size(); from = to) {
    while (to < open_.size() && open_[to].variable == open_[from].variable) ++to;
    for (size_t i = from; i < to; ++i) {
      bool needed = true;
      for (size_t j = from; needed && j < to; ++j)
        if (j != i && says(open_[j], open_[i]) && !(j > i && says(open_[i], open_[j]))) needed = false;
      if (needed) kept_.push_back(open_[i]);
    }
  }
}

// The groups that are left, each once and numbered by their ranks, and the entries with the numbers of theirs.
void Knowledge::append(WordBuffer& out) {
  const auto word = [&](uint64_t w) {
    out.reserve(1);
    *out.end++ = static_cast<uint32_t>(w);
  };
  word(kept_.size());
  if (kept_.empty()) return;
  uint32_t written = 0;
  for (const Open& o : kept_) groups_[by_rank_[o.rank]].used = true;
  for (const uint32_t i : by_rank_) {
    Group& g = groups_[i];
    if (!g.used) continue;
    g.number = written++;
    const uint32_t words = std::max(1u, g.threads.word_count());
    word(1 | (words - 1) << 1 | (g.locks ? 128 : 0) | uint64_t{g.last - g.first} << 8);
    for (uint32_t w = 0; w < words; ++w) word(g.threads.word(w)), word(g.threads.word(w) >> 32);
    for (const Place p : places_of(g)) word(p), word(p >> 32);
  }
  word(0);
  out.reserve(3 * kept_.size());
  for (const Open& o : kept_) {
    *out.end++ = static_cast<uint32_t>(o.variable >> 32);
    *out.end++ = static_cast<uint32_t>(o.variable);
    *out.end++ = o.strength | groups_[by_rank_[o.rank]].number << 2;
  }
}

}  // namespace jmc::vm
