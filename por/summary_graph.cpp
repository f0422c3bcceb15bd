#include "por/summary_graph.hpp"

#include <algorithm>

namespace jmc::por {

void SummaryGraph::enter(Key state) {
  if (state >= info_.size()) info_.resize(std::max<size_t>(state + 1, info_.size() + info_.size() / 4), kUnknown);
  const uint32_t position = static_cast<uint32_t>(open_.size());
  info_[state] = kOpen | position;
  OpenState entry;
  entry.state = state;
  entry.edge_mark = static_cast<uint32_t>(edges_.size());
  entry.action_mark = static_cast<uint32_t>(parts_.size());
  entry.renaming_mark = static_cast<uint32_t>(renamings_.size());
  open_.push_back(entry);
  boundaries_.push_back(position);
}

void SummaryGraph::add_action(Key state, ThreadId thread, const Op& op) {
  OpenState& entry = open_[position(state)];
  for (int i = 0; i < op.access_count; ++i) {
    if (op.accesses[i].where.object == kNewObject) continue;  // nobody could name it here
    parts_.push_back({entry.actions, thread, op.accesses[i]});
    entry.actions = static_cast<uint32_t>(parts_.size() - 1);
  }
}

SummaryGraph::Kept SummaryGraph::keep(const std::vector<uint32_t>& renaming) {
  // Most steps rename nothing; an empty renaming says that.
  bool identity = true;
  for (uint32_t n = 0; n < renaming.size() && identity; ++n) identity = renaming[n] == n;
  if (identity) return {};
  Kept kept{static_cast<uint32_t>(renamings_.size()), static_cast<uint32_t>(renaming.size())};
  renamings_.insert(renamings_.end(), renaming.begin(), renaming.end());
  return kept;
}

void SummaryGraph::add_edge(Key from, ThreadId thread, const Op& op, Key to, Kept renaming) {
  add_action(from, thread, op);
  OpenState& entry = open_[position(from)];
  const bool closed = !open(to), stuck = closed && (info_[to] & kStuck);
  entry.left |= closed;
  entry.can_end |= closed && !stuck;
  edges_.push_back({entry.first_edge, stuck ? info_[to] & ~kStuck : info_[to], renaming});
  entry.first_edge = static_cast<uint32_t>(edges_.size() - 1);
}

ThreadSet SummaryGraph::dependent_threads_after(const Op& op, ThreadId thread, Key to, Kept kept) const {
  const Summary& after = summary(to);
  ThreadSet threads = 0;
  for (int i = 0; i < op.access_count; ++i) {
    const Access& access = op.accesses[i];
    if (!is_numbered(access.where)) {
      threads |= dependent_threads(fixed_.find(after.fixed, access.where), access.write);
      continue;
    }
    const Renaming names = renaming(kept);
    numbered_.for_each(after.numbered, [&](const Action& action) {
      if (action.where.field == access.where.field &&
          renamed(names, action.where.object - kFirstNumbered) == access.where.object - kFirstNumbered)
        threads |= dependent_threads(action, access.write);
    });
  }
  return threads & ~thread_bit(thread);
}

// What the state does itself and what is reachable over edges into closed states. The numbered half comes as a list.
Summary SummaryGraph::own_and_external(const OpenState& state, std::vector<Action>& numbered) {
  Summary result;
  numbered.clear();
  // One far set under the identity, and nothing else, is the set itself: no list is needed.
  ActionSets::Id whole = ActionSets::kEmpty;
  for (uint32_t e = state.first_edge; e != kNone; e = edges_[e].next) {
    const Edge& edge = edges_[e];
    if (edge.to & kOpen) continue;
    const Summary& far = summaries_[edge.to];
    result.fixed = fixed_.unite(result.fixed, far.fixed);
    if (edge.renaming.size == 0) whole = numbered_.unite(whole, far.numbered);
    else append_translated(numbered_, far.numbered, renaming(edge.renaming), numbered);
  }
  for (uint32_t p = state.actions; p != kNone; p = parts_[p].next) {
    const Part& part = parts_[p];
    Action action{part.access.where, 0, 0};
    (part.access.write ? action.writers : action.readers) = thread_bit(part.thread);
    if (is_numbered(action.where)) {
      numbered.push_back(action);
      continue;
    }
    const Action there = fixed_.find(result.fixed, action.where);
    if ((action.readers & ~there.readers) == 0 && (action.writers & ~there.writers) == 0) continue;
    result.fixed = fixed_.unite(result.fixed, fixed_.intern({&action, 1}));
  }
  normalize(numbered);
  result.numbered = numbered.empty() ? whole : numbered_.unite(whole, numbered_.intern(numbered));
  return result;
}

void SummaryGraph::set_summary(Key state, const Summary& summary) {
  if (summaries_.size() * 2 >= summary_index_.size()) {
    summary_index_.assign(std::max<size_t>(256, summary_index_.size() * 2), kNone);
    for (uint32_t i = 0; i < summaries_.size(); ++i) {
      size_t slot = (summaries_[i].fixed * 0x9e3779b97f4a7c15u ^ summaries_[i].numbered * 0xff51afd7ed558ccdu) >> 24;
      for (slot &= summary_index_.size() - 1; summary_index_[slot] != kNone;) slot = (slot + 1) % summary_index_.size();
      summary_index_[slot] = i;
    }
  }
  const size_t mask = summary_index_.size() - 1;
  size_t slot = (summary.fixed * 0x9e3779b97f4a7c15u ^ summary.numbered * 0xff51afd7ed558ccdu) >> 24 & mask;
  while (summary_index_[slot] != kNone && !(summaries_[summary_index_[slot]] == summary)) slot = (slot + 1) & mask;
  if (summary_index_[slot] == kNone) {
    summary_index_[slot] = static_cast<uint32_t>(summaries_.size());
    summaries_.push_back(summary);
  }
  info_[state] = summary_index_[slot];
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
  else set_summary(state, own_and_external(root, scratch_));
  if (!closed_.can_end)
    for (const Key member : closed_.members) info_[member] |= kStuck;
  open_.resize(first);
  edges_.resize(root.edge_mark);
  parts_.resize(root.action_mark);
  renamings_.resize(root.renaming_mark);
  return true;
}

void SummaryGraph::close_component(uint32_t first) {
  // Everything reachable from one state of a component is reachable from all of them: one fixed half for all. The
  // numbered halves differ by renaming along the inner edges and grow to a fixed point.
  const uint32_t count = static_cast<uint32_t>(open_.size()) - first;
  ActionSets::Id fixed = ActionSets::kEmpty;
  std::vector<ActionSets::Id> numbered(count);
  bool any_numbered = false;
  for (uint32_t i = 0; i < count; ++i) {
    Summary own = own_and_external(open_[first + i], scratch_);
    fixed = fixed_.unite(fixed, own.fixed);
    numbered[i] = own.numbered;
    any_numbered |= own.numbered != ActionSets::kEmpty;
  }
  for (bool change = any_numbered; change;) {
    change = false;
    for (uint32_t i = count; i-- > 0;) {
      for (uint32_t e = open_[first + i].first_edge; e != kNone; e = edges_[e].next) {
        const Edge& edge = edges_[e];
        if (!(edge.to & kOpen)) continue;
        ActionSets::Id far = numbered[(edge.to & ~kOpen) - first];
        if (edge.renaming.size != 0) {
          scratch_.clear();
          append_translated(numbered_, far, renaming(edge.renaming), scratch_);
          normalize(scratch_);
          far = numbered_.intern(scratch_);
        }
        ActionSets::Id united = numbered_.unite(numbered[i], far);
        change |= united != numbered[i];
        numbered[i] = united;
      }
    }
  }
  for (uint32_t i = 0; i < count; ++i) set_summary(open_[first + i].state, {fixed, numbered[i]});
}

uint64_t SummaryGraph::bytes() const {
  return fixed_.bytes() + numbered_.bytes() + info_.capacity() * sizeof(uint32_t) +
         summaries_.capacity() * sizeof(Summary) + summary_index_.capacity() * sizeof(uint32_t) +
         open_.capacity() * sizeof(OpenState) + closed_.members.capacity() * sizeof(Key) +
         edges_.capacity() * sizeof(Edge) + parts_.capacity() * sizeof(Part) + renamings_.capacity() * sizeof(uint32_t);
}

}  // namespace jmc::por
