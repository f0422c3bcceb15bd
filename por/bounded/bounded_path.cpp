#include "por/bounded/bounded_path.hpp"

#include <algorithm>
#include <bit>

namespace jmc::por {

BoundedPath::BoundedPath(SearchRun& run)
    : run_(run), bounds_(run.options.bounds), compares_(!run.options.match_states || bounds_.has(BoundKind::Fair)) {}

StateStore::Result BoundedPath::begin() {
  if (compares_) by_path_ = !run_.options.match_states && run_.system.name_by_path(true);
  run_.number_objects = compares_ && !by_path_;
  run_.identify();
  enter();
  residue_.clear();
  if (run_.options.match_states) bounds_.residue(residue_);
  return run_.arrive_identified(kNoState, residue_);
}

// The system is in the state after the last level; its objects are numbered and, but for the first state, renaming_ is
// the renaming of the step to it.
void BoundedPath::enter() {
  const size_t depth = levels_.size();
  TransitionSystem& system = run_.system;
  Level level{static_cast<uint32_t>(ops_.size()), system.thread_count(), {}, kNoThread, false};
  const uint64_t not_followed = run_.not_followed();
  ops_.resize(ops_.size() + level.threads);
  uint32_t numbered = 0;
  for (ThreadId t = 0; t < level.threads; ++t) {
    if (system.ended(t)) continue;
    Op& op = ops_[level.ops + t] = run_.pending(t);
    if (op.enabled()) level.enabled.insert(t);
    for (int i = 0; depth == 0 && i < op.access_count; ++i)
      if (is_numbered(op.accesses[i].where))
        numbered = std::max(numbered, op.accesses[i].where.object - kFirstNumbered + 1);
  }
  if (system.is_final()) level.enabled.clear();
  level.not_followed = run_.not_followed() != not_followed;
  if (run_.number_objects) {
    if (depth != 0) names_.step(depth - 1, renaming_);
    names_.enter(depth, numbered);
    for (ThreadId t = 0; t < level.threads; ++t) {
      Op& op = ops_[level.ops + t];
      for (int i = 0; i < op.access_count; ++i) op.accesses[i].where = names_.in_state(op.accesses[i].where, depth);
    }
  }
  levels_.push_back(level);
}

// The thread has read something and is about to read the same again, or goes on without doing anything visible.
bool BoundedPath::polls(ThreadId thread) const {
  const Op& before = op(depth() - 1, thread);
  const Op& after = op(depth(), thread);
  if (before.kind != after.kind || !after.enabled() || before.access_count != after.access_count) return false;
  for (int i = 0; i < before.access_count; ++i)
    if ((before.accesses[i].write && before.kind != OpKind::Question) ||
        before.accesses[i].where != after.accesses[i].where)
      return false;
  return true;
}

bool BoundedPath::step(StateNumber from, PathStep step, StateStore::Result& arrived) {
  if (!run_.step(step.thread, step.alternative)) return false;
  run_.identify();
  if (run_.number_objects) run_.system.renaming(renaming_);
  enter();
  const bool yielded = run_.yielded() || polls(step.thread);
  bounds_.step(state(depth() - 1), step.thread, yielded, threads(depth()));
  Level& level = levels_.back();
  if (run_.options.sealed != 0 && level.enabled.contains(step.thread) &&
      (run_.system.tags(step.thread) & run_.options.sealed))
    level.keeper = step.thread;
  residue_.clear();
  if (run_.options.match_states) {
    bounds_.residue(residue_);
    if (run_.options.sealed != 0) residue_.push_back(level.keeper);
  }
  arrived = run_.arrive_identified(from, residue_);
  if (run_.over()) return false;
  if (!arrived.is_new) {
    leave();
    run_.path.pop_back();
  }
  return true;
}

void BoundedPath::leave() {
  if (levels_.size() > 1) bounds_.undo();
  ops_.resize(levels_.back().ops);
  levels_.pop_back();
}

bool BoundedPath::within(ThreadId thread) const {
  const ThreadId keeper = levels_.back().keeper;
  return (keeper == kNoThread || keeper == thread) && bounds_.within(state(), thread);
}

ThreadSet BoundedPath::cheapest(const ThreadSet& threads) const {
  const ThreadId keeper = levels_.back().keeper;
  if (keeper != kNoThread && threads.contains(keeper)) return thread_bit(keeper);
  if (bounds_.empty() || threads.size() < 2) return threads;
  ThreadSet best;
  uint64_t least = ~uint64_t{0};
  for (const ThreadId t : threads) {
    const uint64_t c = cost(t);
    if (c < least) {
      least = c;
      best.clear();
    }
    if (c == least) best.insert(t);
  }
  return best;
}

}  // namespace jmc::por
