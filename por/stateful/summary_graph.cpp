#include "por/stateful/summary_graph.hpp"

#include <algorithm>
#include <bit>

#include "base/grow.hpp"

namespace jmc::por {

// They are numbered one after another.
void SummaryGraph::make_room(Key state) {
  if (state < info_.size()) return;
  base::grow_for(info_, state + 1 - info_.size());
  info_.resize(info_.capacity(), kUnknown);
}

void SummaryGraph::adopt(Key state, uint32_t record, bool can_end) {
  make_room(state);
  info_[state] = record | (can_end ? 0 : kStuck);
}

uint32_t SummaryGraph::record_of(std::span<const Summary> summaries) {
  if (!apart_) return set_number(summaries[0]);
  words_.assign({set_number(summaries[0]), static_cast<uint32_t>(summaries.size() - 1)});
  for (const Summary& s : summaries.subspan(1)) words_.push_back(set_number(s));
  return record_number(words_);
}

void SummaryGraph::enter(Key state, ThreadSet live) {
  make_room(state);
  const uint32_t position = static_cast<uint32_t>(open_.size());
  info_[state] = kOpen | position;
  OpenState entry;
  entry.state = state;
  entry.live = std::move(live);
  entry.edge_mark = static_cast<uint32_t>(edges_.size());
  entry.action_mark = static_cast<uint32_t>(parts_.size());
  entry.renaming_mark = static_cast<uint32_t>(renamings_.size());
  open_.push_back(entry);
  boundaries_.push_back(position);
}

void SummaryGraph::add_action(Key state, ThreadId thread, const Op& op, ThreadId after) {
  OpenState& entry = open_[position(state)];
  for (int i = 0; i < op.access_count; ++i) {
    if (op.accesses[i].where.object == kNewObject) continue;  // nobody could name it here
    parts_.push_back({entry.actions, thread, after, op.accesses[i]});
    entry.actions = static_cast<uint32_t>(parts_.size() - 1);
  }
}

SummaryGraph::KeptRenaming SummaryGraph::keep(const std::vector<uint32_t>& renaming,
                                              const std::vector<ThreadId>& threads) {
  KeptRenaming result = keep_objects(renaming);
  bool same = true;
  for (ThreadId t = 0; t < threads.size() && same; ++t) same = threads[t] == t;
  if (same) return result;
  const auto place =
      std::lower_bound(sorted_thread_renamings_.begin(), sorted_thread_renamings_.end(), threads,
                       [&](uint32_t known, const auto& wanted) { return thread_renamings_[known] < wanted; });
  if (place != sorted_thread_renamings_.end() && thread_renamings_[*place] == threads) {
    result.threads = *place;
  } else {
    result.threads = static_cast<uint32_t>(thread_renamings_.size());
    sorted_thread_renamings_.insert(place, result.threads);
    thread_renamings_.push_back(threads);
  }
  return result;
}

SummaryGraph::KeptRenaming SummaryGraph::keep_objects(const std::vector<uint32_t>& renaming) {
  // Most steps rename nothing; an empty renaming says that.
  bool identity = true;
  for (uint32_t n = 0; n < renaming.size() && identity; ++n) identity = renaming[n] == n;
  if (identity) return {};
  KeptRenaming kept{static_cast<uint32_t>(renamings_.size()), static_cast<uint32_t>(renaming.size()), 0};
  renamings_.insert(renamings_.end(), renaming.begin(), renaming.end());
  return kept;
}

void SummaryGraph::add_edge(Key from, ThreadId thread, const Op& op, Key to, KeptRenaming renaming) {
  add_action(from, thread, op);
  OpenState& entry = open_[position(from)];
  const bool closed = !open(to), stuck = closed && (info_[to] & kStuck);
  entry.left |= closed;
  entry.can_end |= closed && !stuck;
  edges_.push_back({entry.first_edge, stuck ? info_[to] & ~kStuck : info_[to], thread, renaming});
  entry.first_edge = static_cast<uint32_t>(edges_.size() - 1);
}

ThreadSet SummaryGraph::dependent_threads_after(const Op& op, ThreadId thread, Key to, KeptRenaming kept) const {
  const Summary& after = without(info_[to] & ~kStuck, far_thread(kept, thread));
  ThreadSet threads;  // as the far side calls them
  for (int i = 0; i < op.access_count; ++i) {
    const Access& access = op.accesses[i];
    if (!is_numbered(access.where)) {
      add_dependent(threads, fixed_.find(after.fixed, access.where), access.write);
      continue;
    }
    const Renaming names = renaming(kept);
    numbered_.for_each(after.numbered, [&](const Action& action) {
      if (action.where.field == access.where.field &&
          renamed(names, action.where.object - kFirstNumbered) == access.where.object - kFirstNumbered)
        add_dependent(threads, action, access.write);
    });
  }
  threads = renamed_threads(this->threads(kept), threads);
  threads.erase(thread);
  return threads;
}

ThreadId SummaryGraph::far_thread(KeptRenaming kept, ThreadId near) const {
  const ThreadRenaming names = threads(kept);
  for (ThreadId t = 0; t < names.size(); ++t)
    if (names[t] == near) return t;
  return near;
}

void SummaryGraph::append_far(ActionSets::Id far, KeptRenaming kept) {
  const size_t from = scratch_.size();
  append_translated(numbered_, far, renaming(kept), scratch_);
  if (!kept.threads) return;
  for (size_t i = from; i < scratch_.size(); ++i) {
    scratch_[i].readers = renamed_threads(threads(kept), scratch_[i].readers);
    scratch_[i].writers = renamed_threads(threads(kept), scratch_[i].writers);
  }
}

ActionSets::Id SummaryGraph::translated(ActionSets::Id far, KeptRenaming kept) {
  if (kept.size == 0 && !kept.threads) return far;
  scratch_.clear();
  append_far(far, kept);
  normalize(scratch_);
  return numbered_.intern(scratch_);
}

// What the state does itself and what is reachable over edges into closed states.
Summary SummaryGraph::own_and_external(const OpenState& state, ThreadId without_thread) {
  Summary result;
  scratch_.clear();
  // One far set under the identity, and nothing else, is the set itself: no list is needed.
  ActionSets::Id whole = ActionSets::kEmpty;
  for (uint32_t e = state.first_edge; e != kNone; e = edges_[e].next) {
    const Edge& edge = edges_[e];
    if ((edge.to & kOpen) || !counts(state, edge, without_thread)) continue;
    const Summary& far =
        without(edge.to, without_thread == kNoThread ? kNoThread : far_thread(edge.renaming, without_thread));
    result.fixed = fixed_.unite(result.fixed, translated_fixed(far.fixed, edge.renaming));
    if (edge.renaming.size == 0 && !edge.renaming.threads) whole = numbered_.unite(whole, far.numbered);
    else append_far(far.numbered, edge.renaming);
  }
  normalize(scratch_);
  for (uint32_t p = state.actions; p != kNone; p = parts_[p].next) {
    const Part& part = parts_[p];
    if (without_thread != kNoThread && (part.thread == without_thread || part.after == without_thread)) continue;
    Action action{part.access.where, {}, {}};
    (part.access.write ? action.writers : action.readers).insert(part.thread);
    if (is_numbered(action.where)) {
      add(scratch_, action);
      continue;
    }
    const Action there = fixed_.find(result.fixed, action.where);
    if (action.readers.within(there.readers) && action.writers.within(there.writers)) continue;
    result.fixed = fixed_.unite(result.fixed, fixed_.intern({&action, 1}));
  }
  result.numbered = scratch_.empty() ? whole : numbered_.unite(whole, numbered_.intern(scratch_));
  return result;
}

uint32_t SummaryGraph::set_number(const Summary& summary) {
  const auto at = [&](uint32_t entry) -> const Summary& { return entry == kNone ? summary : sets_[entry]; };
  uint32_t* slot = set_index_.find(
      sets_.size(),
      [&](uint32_t e) { return at(e).fixed * 0x9e3779b97f4a7c15u ^ at(e).numbered * 0xff51afd7ed558ccdu; },
      [&](uint32_t e) { return sets_[e] == summary; });
  if (*slot == kNone) {
    *slot = static_cast<uint32_t>(sets_.size());
    base::grow_for(sets_, 1);
    sets_.push_back(summary);
  }
  return *slot;
}

uint32_t SummaryGraph::record_number(const std::vector<uint32_t>& words) {
  const auto hash = [&](uint32_t entry) {
    const uint32_t* at = entry == kNone ? words.data() : &records_[entry];
    uint64_t h = 0;
    for (uint32_t i = 0; i < at[1] + 2; ++i) h = (h ^ at[i]) * 0xff51afd7ed558ccdu, h ^= h >> 29;
    return h;
  };
  uint32_t* slot = record_index_.find(record_count_, hash,
                                      [&](uint32_t e) { return std::equal(words.begin(), words.end(), &records_[e]); });
  if (*slot == kNone) {
    *slot = static_cast<uint32_t>(records_.size());
    base::grow_for(records_, words.size());
    records_.insert(records_.end(), words.begin(), words.end());
    ++record_count_;
  }
  return *slot;
}

bool SummaryGraph::leave(Key state) {
  const uint32_t first = position(state);
  open_[first].on_path = false;
  if (boundaries_.back() != first) return false;
  boundaries_.pop_back();
  bool loop = first + 1 != open_.size();
  for (uint32_t e = open_[first].first_edge; e != kNone && !loop; e = edges_[e].next)
    loop = edges_[e].to == info_[state];
  const OpenState root = open_[first];
  closed_.can_end = closed_.left = false;
  closed_.members.clear();
  for (size_t i = first; i < open_.size(); ++i) {
    closed_.can_end |= open_[i].can_end;
    closed_.left |= open_[i].left;
    closed_.members.push_back(open_[i].state);
  }
  if (loop) close_component(first);
  else close_single(root);
  if (!closed_.can_end)
    for (const Key member : closed_.members) info_[member] |= kStuck;
  open_.resize(first);
  edges_.resize(root.edge_mark);
  parts_.resize(root.action_mark);
  renamings_.resize(root.renaming_mark);
  return true;
}

void SummaryGraph::close_single(const OpenState& state) {
  const uint32_t all = set_number(own_and_external(state, kNoThread));
  if (!apart_) {
    info_[state.state] = all;
    return;
  }
  words_ = {all, state.live.width()};
  for (ThreadId t = 0; t < words_[1]; ++t)
    words_.push_back(state.live.contains(t) ? set_number(own_and_external(state, t)) : words_[0]);
  info_[state.state] = record_number(words_);
}

void SummaryGraph::close_component(uint32_t first) {
  const uint32_t count = static_cast<uint32_t>(open_.size()) - first;
  if (!apart_) {
    const std::vector<Summary> found = component_summaries(first, kNoThread);
    for (uint32_t i = 0; i < count; ++i) info_[open_[first + i].state] = set_number(found[i]);
    return;
  }
  ThreadSet threads;
  for (uint32_t i = 0; i < count; ++i) threads |= open_[first + i].live;
  const bool exchanges = exchanges_threads(first);
  const uint32_t width = threads.width(), size = 2 + width;
  std::vector<uint32_t> words(size_t{count} * size);
  for (uint32_t i = 0; i < count; ++i) words[size_t{i} * size + 1] = width;
  std::vector<Summary> found;
  for (uint32_t k = 0; k < 1 + width; ++k) {
    const ThreadId without = k == 0 ? kNoThread : k - 1;
    // Where a thread is called otherwise after a round, what others do without it is not looked for: everything has it.
    if (k == 0 || !exchanges) found = component_summaries(first, without);
    for (uint32_t i = 0; i < count; ++i) words[size_t{i} * size + (k == 0 ? 0 : k + 1)] = set_number(found[i]);
  }
  for (uint32_t i = 0; i < count; ++i) {
    const auto begin = words.begin() + ptrdiff_t{i} * size;
    words_.assign(begin, begin + size);
    info_[open_[first + i].state] = record_number(words_);
  }
}

// An edge within the component exchanges threads.
bool SummaryGraph::exchanges_threads(uint32_t first) const {
  for (size_t i = first; i < open_.size(); ++i)
    for (uint32_t e = open_[i].first_edge; e != kNone; e = edges_[e].next)
      if ((edges_[e].to & kOpen) && edges_[e].renaming.threads) return true;
  return false;
}

// Everything reachable from one state of a component is reachable from all of them, unless a thread is left out: one
// fixed half for all then. The numbered halves differ by renaming along the inner edges. Both grow to a fixed point.
std::vector<Summary> SummaryGraph::component_summaries(uint32_t first, ThreadId without_thread) {
  const uint32_t count = static_cast<uint32_t>(open_.size()) - first;
  std::vector<Summary> all(count);
  ActionSets::Id fixed = ActionSets::kEmpty;
  const bool exchanges = exchanges_threads(first);
  bool grows = without_thread != kNoThread || exchanges;
  for (uint32_t i = 0; i < count; ++i) {
    all[i] = own_and_external(open_[first + i], without_thread);
    fixed = fixed_.unite(fixed, all[i].fixed);
    grows |= all[i].numbered != ActionSets::kEmpty;
  }
  if (without_thread == kNoThread && !exchanges)
    for (Summary& s : all) s.fixed = fixed;
  for (bool change = grows; change;) {
    change = false;
    for (uint32_t i = count; i-- > 0;) {
      const OpenState& state = open_[first + i];
      for (uint32_t e = state.first_edge; e != kNone; e = edges_[e].next) {
        const Edge& edge = edges_[e];
        if (!(edge.to & kOpen) || !counts(state, edge, without_thread)) continue;
        const Summary& far = all[(edge.to & ~kOpen) - first];
        const Summary united{fixed_.unite(all[i].fixed, translated_fixed(far.fixed, edge.renaming)),
                             numbered_.unite(all[i].numbered, translated(far.numbered, edge.renaming))};
        change |= !(united == all[i]);
        all[i] = united;
      }
    }
  }
  return all;
}

uint64_t SummaryGraph::bytes() const {
  return fixed_.bytes() + numbered_.bytes() + info_.capacity() * sizeof(uint32_t) + sets_.capacity() * sizeof(Summary) +
         records_.capacity() * sizeof(uint32_t) + set_index_.bytes() + record_index_.bytes() +
         open_.capacity() * sizeof(OpenState) + closed_.members.capacity() * sizeof(Key) +
         edges_.capacity() * sizeof(Edge) + parts_.capacity() * sizeof(Part) +
         renamings_.capacity() * sizeof(uint32_t) +
         thread_renamings_.size() *
             (sizeof(std::vector<ThreadId>) + sizeof(uint32_t) +
              thread_renamings_.back().size() * sizeof(ThreadId));  // all are of about that length
}

}  // namespace jmc::por
