#include "por/bounded/bounded_search.hpp"

#include <vector>

#include "por/bounded/bounded_path.hpp"
#include "por/stateful/components.hpp"

namespace jmc::por {

namespace {

class BoundedSearch {
 public:
  explicit BoundedSearch(SearchRun& run) : run_(run), system_(run.system), path_(run) {}
  void explore();

 private:
  struct Frame {
    StateNumber state;
    TransitionSystem::Mark mark;
    ThreadSet remaining;  // threads still to be explored
    ThreadId thread;      // being explored
    uint16_t alternative, alternatives;
    bool moved;  // the system is no longer in this state
  };

  void push(StateNumber state);
  void pop();
  bool next_step(Frame& frame);

  SearchRun& run_;
  TransitionSystem& system_;
  BoundedPath path_;
  std::vector<Frame> frames_;
  const bool livelocks_ = run_.looks_for_livelocks();
  Components components_;  // of the states with what their future costs depend on
};

void BoundedSearch::push(StateNumber state) {
  Frame frame{};
  frame.state = state;
  const ThreadSet enabled = path_.enabled(path_.depth());
  if (livelocks_) components_.enter(state, enabled);
  bool open_ended = true;  // an end, or something was left out here
  if (system_.is_final()) {
    run_.arrive_at_end();
  } else if (!run_.cut_off()) {
    for (ThreadId t = 0; t < path_.threads(path_.depth()); ++t)
      if (enabled.contains(t) && path_.within(t)) frame.remaining.insert(t);
    // What polls in vain was not followed, and is not among the enabled ones here.
    open_ended = !(frame.remaining == enabled) || path_.not_followed();
    if (!(frame.remaining == enabled)) run_.bound_hit();
    if (frame.remaining.empty()) ++run_.statistics.blocked_executions;
  }
  if (livelocks_ && open_ended) components_.may_end();
  frame.mark = system_.mark();
  frames_.push_back(frame);
}

void BoundedSearch::pop() {
  const StateNumber state = frames_.back().state;
  if (livelocks_ && components_.leave(state)) {
    const Components::Closed& component = components_.closed();
    for (const Components::Range& range : components_.members())
      for (StateNumber s = range.begin; s < range.end; ++s) run_.listener.state_decided(s, component.can_end);
    if (!component.can_end && !component.left) {
      run_.go_back(frames_.back().mark, frames_.size() - 1);
      frames_.back().moved = false;
      run_.violation(ErrorKind::NoEnd);
    }
  }
  run_.left(state);
  path_.leave();
  frames_.pop_back();
  if (livelocks_ && !frames_.empty()) components_.edge(frames_.back().thread, state);
}

bool BoundedSearch::next_step(Frame& frame) {
  if (frame.alternative == frame.alternatives) {
    if (frame.remaining.empty()) return false;
    frame.thread = run_.order.pick(path_.cheapest(frame.remaining));
    frame.remaining.erase(frame.thread);
    frame.alternative = 0;
    frame.alternatives = path_.op(path_.depth(), frame.thread).alternatives;
  }
  if (frame.moved) run_.go_back(frame.mark, frames_.size() - 1);
  frame.moved = true;
  return true;
}

void BoundedSearch::explore() {
  const TransitionSystem::Mark initial = system_.mark();
  push(path_.begin().state);
  while (!frames_.empty() && !run_.over()) {
    Frame& frame = frames_.back();
    if (!next_step(frame)) {
      pop();
      continue;
    }
    const PathStep step{frame.thread, frame.alternative++};
    StateStore::Result arrived;
    if (!path_.step(frame.state, step, arrived)) break;
    if (arrived.is_new) push(arrived.state);  // invalidates `frame`
    else if (livelocks_) components_.edge(step.thread, arrived.state);
    run_.extra_bytes = frames_.capacity() * sizeof(Frame) + path_.bytes() + components_.bytes();
  }
  system_.undo(initial);
  system_.release(initial);
}

}  // namespace

void run_bounded_search(SearchRun& run) { BoundedSearch(run).explore(); }

std::string refuse_bounded_search(const SearchOptions& options) {
  for (const Bound& b : options.bounds) {
    if (b.kind == BoundKind::Divergence)
      return "--bound=divergence: divergences are counted in the tree of executions that dpor explores, which " +
             options.strategy + " does not; expected --por=dpor";
    if (options.match_states && (b.kind == BoundKind::LocalDepth || b.kind == BoundKind::LocalContext))
      return "--bound=" + std::string(bound_name(b.kind)) +
             ": states cannot be matched, its cost depends on the whole path; expected --por=dpor";
  }
  return {};
}

}  // namespace jmc::por
