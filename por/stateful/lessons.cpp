#include "por/stateful/lessons.hpp"

#include <algorithm>

namespace jmc::por {

namespace {

// How many states two paths have in common. `marks`: if that is all of the first one, what the second one has more in
// the last of them.
size_t common(std::span<const Lessons::Taken> before, std::span<const Lessons::Taken> path, uint32_t& marks) {
  const size_t same =
      static_cast<size_t>(std::mismatch(before.begin(), before.end(), path.begin(), path.end()).first - before.begin());
  marks = 0;
  if (same + 1 != before.size() || same >= path.size()) return same;
  const Lessons::Taken &a = before[same], &b = path[same];
  if (a.thread != b.thread || a.alternative != b.alternative || a.numbered != b.numbered || a.asked != b.asked ||
      b.marks < a.marks)
    return same;
  marks = b.marks - a.marks;
  return same + 1;
}

}  // namespace

void Lessons::begin(uint64_t learnt) {
  here_.assign(1, {kNoThread, 0, 0, 0, 0});
  first_ = learnt_ = learnt;
}

void Lessons::keep() {
  uint32_t marks = 0;
  const size_t same = common(last_, here_, marks);
  steps_.insert(steps_.end(), here_.begin() + static_cast<ptrdiff_t>(same), here_.end());
  paths_.push_back({static_cast<uint32_t>(same), static_cast<uint32_t>(here_.size() - same), marks});
  last_ = here_;
}

// Goes to the end of path_, of which the system has gone through the first done_ states, and `common` of these count.
bool LessonWalk::walk(size_t common, uint32_t marks) {
  if (common < done_) {
    while (!marks_.empty() && marks_.back().states > common) marks_.pop_back();
    if (marks_.empty()) return false;  // there is one in the first state of each path
    system_.undo(marks_.back().mark);
    done_ = marks_.back().states;
    fresh_ = false;
  }
  for (; marks != 0; --marks) marks_.push_back({done_, system_.mark()});
  for (; done_ < path_.size(); ++done_) {
    const Lessons::Taken& t = path_[done_];
    fresh_ = false;
    if (done_ != 0 &&
        (t.thread >= system_.thread_count() || system_.ended(t.thread) ||
         t.alternative >= system_.pending(t.thread).alternatives || system_.step(t.thread, t.alternative).stop))
      return false;
    if (t.numbered) {
      fingerprint_ = system_.fingerprint();
      fresh_ = true;
    }
    for (ThreadId other = 0; t.asked && other < system_.thread_count(); ++other)
      if (!system_.ended(other)) system_.pending(other);
    for (uint16_t m = 0; m < t.marks; ++m) marks_.push_back({done_ + 1, system_.mark()});
  }
  return true;
}

std::string LessonWalk::learn() {
  if (system_.learnt() != lessons_.first_) return "the search began otherwise";
  size_t from = 0;
  for (const Lessons::Path& p : lessons_.paths_) {
    if (stop_ && stop_->load(std::memory_order_relaxed)) return "interrupted";
    const std::vector<Lessons::Taken>& steps = lessons_.steps_;
    if (p.common > path_.size() || p.rest > steps.size() - from || p.marks > UINT16_MAX) return "its paths are none";
    path_.resize(p.common);
    if (p.marks && p.common) path_.back().marks = static_cast<uint16_t>(path_.back().marks + p.marks);
    const auto begin = steps.begin() + static_cast<ptrdiff_t>(from);
    path_.insert(path_.end(), begin, begin + p.rest);
    from += p.rest;
    if (!walk(p.common, p.marks)) return "a step of it cannot be taken";
  }
  return system_.learnt() == lessons_.learnt_ ? "" : "its steps have taught something else";
}

bool LessonWalk::go_to(std::span<const Lessons::Taken> path) {
  uint32_t marks = 0;
  const size_t same = common(path_, path, marks);
  path_.assign(path.begin(), path.end());
  return walk(same, marks) && system_.learnt() == lessons_.learnt_;
}

TransitionSystem::Mark LessonWalk::mark_at(size_t depth) const {
  const auto at = std::find_if(marks_.begin(), marks_.end(), [&](const Marked& m) { return m.states == depth + 1; });
  return at == marks_.end() ? 0 : at->mark;
}

}  // namespace jmc::por
