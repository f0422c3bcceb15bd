#include "por/stateful/components.hpp"

#include <algorithm>

namespace jmc::por {

void Components::enter(StateNumber state, const ThreadSet& enabled) {
  if (state >= open_.size()) open_.resize(state + state / 4 + 64);
  open_[state] = true;
  if (!ranges_.empty() && ranges_.back().end == state) ++ranges_.back().end;
  else ranges_.push_back({state, state + 1});
  parts_.push_back({state, false, false, enabled, {}});
}

void Components::adopt(StateNumber state, bool can_end) {
  if (state >= open_.size()) open_.resize(state + state / 4 + 64);
  if (can_end) return;
  if (stuck_.size() < open_.size()) stuck_.resize(open_.size());
  stuck_[state] = true;
}

void Components::edge(ThreadId thread, StateNumber to) {
  if (!open_[to]) {
    parts_.back().left = true;
    if (!stuck(to)) parts_.back().can_end = true;
    return;
  }
  // All that was entered since is one component with it.
  while (parts_.back().first > to) {
    const Part upper = parts_.back();
    parts_.pop_back();
    Part& part = parts_.back();
    part.can_end |= upper.can_end;
    part.left |= upper.left;
    part.always &= upper.always;
    part.moving |= upper.moving;
  }
  parts_.back().moving.insert(thread);
}

bool Components::leave(StateNumber state) {
  const Part part = parts_.back();
  if (part.first != state) return false;
  parts_.pop_back();
  closed_ = {part.can_end, part.left, !part.moving.empty() && part.always.within(part.moving)};
  members_.clear();
  while (!ranges_.empty() && ranges_.back().end > state) {
    Range& range = ranges_.back();
    members_.push_back({std::max(range.begin, state), range.end});
    if (range.begin < state) range.end = state;
    else ranges_.pop_back();
  }
  for (const Range& range : members_)
    for (StateNumber s = range.begin; s < range.end; ++s) open_[s] = false;
  if (!part.can_end) {
    if (stuck_.size() < open_.size()) stuck_.resize(open_.size());
    for (const Range& range : members_)
      for (StateNumber s = range.begin; s < range.end; ++s) stuck_[s] = true;
  }
  return true;
}

}  // namespace jmc::por
