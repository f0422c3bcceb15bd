#include "por/summary.hpp"

#include <algorithm>
#include <bit>

namespace jmc::por {

namespace {
constexpr ActionSets::Id kFree = ~0u;
constexpr size_t kCachedUnions = 1u << 14;
}  // namespace

void normalize(std::vector<Action>& actions) {
  auto before = [](const Action& a, const Action& b) { return a.where < b.where; };
  if (!std::is_sorted(actions.begin(), actions.end(), before)) std::sort(actions.begin(), actions.end(), before);
  size_t kept = 0;
  for (size_t i = 0; i < actions.size(); ++i) {
    if (kept != 0 && actions[kept - 1].where == actions[i].where) {
      actions[kept - 1].readers |= actions[i].readers;
      actions[kept - 1].writers |= actions[i].writers;
    } else {
      actions[kept++] = actions[i];
    }
  }
  actions.resize(kept);
}

ActionSets::ActionSets() : begin_{0}, index_(1u << 8, kFree), unions_(kCachedUnions) { intern({}); }

uint64_t ActionSets::hash(std::span<const Action> actions) {
  uint64_t h = 0x9e3779b97f4a7c15u + actions.size();
  auto mix = [&h](uint64_t v) { h = std::rotl((h ^ v) * 0xff51afd7ed558ccdu, 31); };
  for (const Action& a : actions) {
    mix(uint64_t{a.where.object} << 32 | a.where.field);
    mix(a.readers);
    mix(a.writers + 1);
  }
  h ^= h >> 33;
  return h * 0xc4ceb9fe1a85ec53u;
}

ActionSets::Id ActionSets::intern(std::span<const Action> actions) {
  const size_t mask = index_.size() - 1;
  size_t slot = (hash(actions) >> 20) & mask;
  for (; index_[slot] != kFree; slot = (slot + 1) & mask) {
    auto known = (*this)[index_[slot]];
    if (std::equal(known.begin(), known.end(), actions.begin(), actions.end())) return index_[slot];
  }
  const Id id = static_cast<Id>(begin_.size() - 1);
  index_[slot] = id;
  actions_.insert(actions_.end(), actions.begin(), actions.end());
  begin_.push_back(actions_.size());
  if (size() * 2 > index_.size()) grow();
  return id;
}

void ActionSets::grow() {
  index_.assign(index_.size() * 2, kFree);
  const size_t mask = index_.size() - 1;
  for (Id id = 0; id < size(); ++id) {
    size_t slot = (hash((*this)[id]) >> 20) & mask;
    while (index_[slot] != kFree) slot = (slot + 1) & mask;
    index_[slot] = id;
  }
}

ActionSets::Id ActionSets::unite(Id a, Id b) {
  if (a == b || b == kEmpty) return a;
  if (a == kEmpty) return b;
  if (a > b) std::swap(a, b);
  CachedUnion& cached = unions_[(a * 0x9e3779b1u + b * 0x85ebca77u) >> 7 & (kCachedUnions - 1)];
  if (cached.a == a && cached.b == b) return cached.result;
  auto left = (*this)[a], right = (*this)[b];
  scratch_.clear();
  size_t i = 0, j = 0;
  while (i < left.size() && j < right.size()) {
    if (left[i].where == right[j].where) {
      scratch_.push_back({left[i].where, left[i].readers | right[j].readers, left[i].writers | right[j].writers});
      ++i, ++j;
    } else {
      scratch_.push_back(left[i].where < right[j].where ? left[i++] : right[j++]);
    }
  }
  scratch_.insert(scratch_.end(), left.begin() + i, left.end());
  scratch_.insert(scratch_.end(), right.begin() + j, right.end());
  cached = {a, b, intern(scratch_)};
  return cached.result;
}

const Action* ActionSets::find(Id id, const Location& where) const {
  auto set = (*this)[id];
  auto at = std::lower_bound(set.begin(), set.end(), where,
                             [](const Action& a, const Location& l) { return a.where < l; });
  return at != set.end() && at->where == where ? &*at : nullptr;
}

uint64_t ActionSets::bytes() const {
  return actions_.capacity() * sizeof(Action) + begin_.capacity() * sizeof(uint64_t) + index_.capacity() * sizeof(Id) +
         unions_.capacity() * sizeof(CachedUnion);
}

void append_translated(std::span<const Action> far, Renaming renaming, std::vector<Action>& out) {
  for (const Action& action : far) {
    uint32_t number = renamed(renaming, action.where.object - kFirstNumbered);
    if (number == TransitionSystem::kGone) continue;
    out.push_back(action);
    out.back().where.object = kFirstNumbered + number;
  }
}

}  // namespace jmc::por
