#include "por/stateful/summary.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/grow.hpp"

namespace jmc::por {

namespace {
// Entries of the cache of unions: as many as there are sets, within these. Most searches are small.
constexpr size_t kFirstEntries = 1u << 8;
constexpr size_t kCachedUnions = 1u << 14;

bool precedes(const Action& a, const Action& b) { return sort_key(a.where) < sort_key(b.where); }
}  // namespace

void normalize(std::vector<Action>& actions) {
  const auto out_of_order = [](const Action& a, const Action& b) { return !precedes(a, b); };
  if (std::adjacent_find(actions.begin(), actions.end(), out_of_order) == actions.end()) return;  // most are
  if (!std::is_sorted(actions.begin(), actions.end(), precedes)) std::sort(actions.begin(), actions.end(), precedes);
  size_t kept = 0;
  for (size_t i = 0; i < actions.size(); ++i) {
    if (kept != 0 && actions[kept - 1].where == actions[i].where) {
      actions[kept - 1].readers |= actions[i].readers;
      actions[kept - 1].writers |= actions[i].writers;
    } else {
      if (kept != i) actions[kept] = std::move(actions[i]);
      ++kept;
    }
  }
  actions.resize(kept);
}

void add(std::vector<Action>& normalized, const Action& action) {
  const auto at = std::lower_bound(normalized.begin(), normalized.end(), action, precedes);
  if (at == normalized.end() || at->where != action.where) {
    normalized.insert(at, action);
    return;
  }
  at->readers |= action.readers;
  at->writers |= action.writers;
}

ActionSets::ActionSets(uint32_t first_object) : first_object_(first_object), unions_(kFirstEntries) {
  push_end();
  intern({});
}

uint64_t ActionSets::hash(std::span<const uint8_t> bytes) {
  uint64_t h = 0x9e3779b97f4a7c15u + bytes.size();
  auto mix = [&h](uint64_t v) { h = std::rotl((h ^ v) * 0xff51afd7ed558ccdu, 31); };
  size_t i = 0;
  for (; i + 8 <= bytes.size(); i += 8) {
    uint64_t word;
    std::memcpy(&word, bytes.data() + i, 8);
    mix(word);
  }
  for (; i < bytes.size(); ++i) mix(bytes[i]);
  h ^= h >> 33;
  return (h * 0xc4ceb9fe1a85ec53u) >> 20;
}

ActionSets::Id ActionSets::intern(std::span<const Action> actions) {
  constexpr size_t kNumber = 10;  // bytes of one, at most
  constexpr size_t kMost = (2 + 2 * (1 + ThreadSet::kWords)) * kNumber;
  if (candidate_.size() < actions.size() * kMost) candidate_.resize(2 * actions.size() * kMost);
  uint8_t* end = candidate_.data();
  const auto put = [&end](uint64_t value) {
    for (; value >= 128; value >>= 7) *end++ = static_cast<uint8_t>(value | 128);
    *end++ = static_cast<uint8_t>(value);
  };
  const auto put_threads = [&put](const ThreadSet& set) {
    if (const uint64_t word = set.narrow_word(); word != ThreadSet::kNotNarrow) [[likely]]
      return put(word);
    const uint32_t words = set.word_count();
    const bool many = words > 1 || (set.word(0) & kManyWords);
    put(many ? kManyWords | words : set.word(0));
    for (uint32_t i = 0; many && i < words; ++i) put(set.word(i));
  };
  Location before{first_object_, 0};
  for (const Action& action : actions) {
    put(action.where.object - before.object);
    put(action.where.field - (action.where.object == before.object ? before.field : 0));
    put_threads(action.readers);
    put_threads(action.writers);
    before = action.where;
  }
  return intern_stored({candidate_.data(), end});
}

void ActionSets::push_end() {
  if (begin_.size() % kMany == 0) begin_of_many_.push_back(bytes_.size());
  base::grow_for(begin_, 1);
  begin_.push_back(static_cast<uint32_t>(bytes_.size() - begin_of_many_.back()));
}

ActionSets::Id ActionSets::intern_stored(std::span<const uint8_t> bytes) {
  const auto of = [&](Id id) { return id == HashIndex::kNone ? bytes : stored(id); };
  const auto same = [&](Id id) {
    const auto known = stored(id);
    return std::equal(known.begin(), known.end(), bytes.begin(), bytes.end());
  };
  Id* const place = index_.find(
      size(), [&](Id id) { return hash(of(id)); }, same);
  if (*place != HashIndex::kNone) return *place;
  const auto id = *place = static_cast<Id>(size());
  base::grow_for(bytes_, bytes.size());
  bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  push_end();
  if (size() > unions_.size() && unions_.size() < kCachedUnions) unions_.assign(2 * unions_.size(), {});
  return id;
}

ActionSets::Id ActionSets::renamed(Id id, ThreadRenaming threads, uint32_t number) {
  if (threads.empty() || id == kEmpty) return id;
  if (renamed_.empty()) renamed_.resize(kCachedUnions);
  CachedUnion& cached = renamed_[(id * 0x9e3779b97f4a7c15u ^ number * 0xff51afd7ed558ccdu) >> 20 & (kCachedUnions - 1)];
  if (cached.a == id && cached.b == number) return cached.result;
  std::vector<Action> actions;
  for_each(id, [&](const Action& a) {
    actions.push_back({a.where, renamed_threads(threads, a.readers), renamed_threads(threads, a.writers)});
  });
  const Id result = intern(actions);
  cached = {id, number, result};
  return result;
}

ActionSets::Id ActionSets::unite(Id a, Id b) {
  if (a == b || b == kEmpty) return a;
  if (a == kEmpty) return b;
  if (a > b) std::swap(a, b);
  const uint32_t place = (a * 0x9e3779b1u + b * 0x85ebca77u) >> 7;
  if (const CachedUnion& known = unions_[place & (unions_.size() - 1)]; known.a == a && known.b == b)
    return known.result;
  Reader left(*this, a), right(*this, b);
  Action l, r;
  bool more_left = left.next(l), more_right = right.next(r);
  scratch_.clear();
  while (more_left || more_right) {
    if (more_left && more_right && l.where == r.where) {
      scratch_.push_back({l.where, l.readers | r.readers, l.writers | r.writers});
      more_left = left.next(l);
      more_right = right.next(r);
    } else if (!more_right || (more_left && l.where < r.where)) {
      scratch_.push_back(l);
      more_left = left.next(l);
    } else {
      scratch_.push_back(r);
      more_right = right.next(r);
    }
  }
  const Id result = intern(scratch_);  // the cache may grow
  unions_[place & (unions_.size() - 1)] = {a, b, result};
  return result;
}

Action ActionSets::find(Id id, const Location& where) const {
  Reader reader(*this, id);
  for (Action action; reader.next(action) && sort_key(action.where) <= sort_key(where);)
    if (action.where == where) return action;
  return {where, {}, {}};
}

uint64_t ActionSets::bytes() const {
  return bytes_.capacity() + begin_.capacity() * sizeof(uint32_t) + begin_of_many_.capacity() * sizeof(uint64_t) +
         index_.bytes() + (unions_.capacity() + renamed_.capacity()) * sizeof(CachedUnion);
}

void append_translated(const ActionSets& sets, ActionSets::Id far, Renaming renaming, std::vector<Action>& out) {
  sets.for_each(far, [&](const Action& action) {
    uint32_t number = renamed(renaming, action.where.object - kFirstNumbered);
    if (number == TransitionSystem::kGone) return;
    out.push_back(action);
    out.back().where.object = kFirstNumbered + number;
  });
}

}  // namespace jmc::por
