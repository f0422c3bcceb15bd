#include "tests/por/printed_search.hpp"

#include <bit>
#include <map>
#include <set>

#include "por/stateful/dl_retraverse.hpp"
#include "por/store/state_store.hpp"
#include "tests/por/masks.hpp"

namespace jmc::por::toy {

namespace {

class Recursion {
 public:
  Recursion(ToySystem& system, Printed algorithm, const Flaws& flaws, Listener& listener)
      : system_(system), algorithm_(algorithm), flaws_(flaws), listener_(listener) {}

  SearchStatistics run() {
    arrive();
    explore(0);
    statistics.states = store_.size();
    return statistics;
  }

 private:
  using Names = std::vector<uint32_t>;
  struct State {
    std::set<StateNumber> successors;
    bool on_path = false;
  };
  // A step of the current path. Labels are in names that are stable along the path.
  struct Step {
    ThreadId thread;
    Op label;
    StateNumber from;
    std::map<ThreadId, Mask>* current;
    Mask* top;
  };

  StateStore::Result arrive() {
    auto found = store_.insert(system_.fingerprint());
    if (found.is_new) {
      states_.emplace_back();
      listener_.state_new({}, found.state);
      if (system_.is_final()) {
        ++statistics.executions;
        listener_.end_state({});
      }
    }
    return found;
  }

  bool reaches(StateNumber from, StateNumber to) const {
    std::set<StateNumber> seen{from};
    std::vector<StateNumber> work{from};
    while (!work.empty()) {
      StateNumber s = work.back();
      work.pop_back();
      if (s == to) return true;
      for (StateNumber next : states_[s].successors)
        if (seen.insert(next).second) work.push_back(next);
    }
    return false;
  }

  Mask update_back(ThreadId last, Mask done, Mask top, const std::map<ThreadId, Mask>& current, Mask safe) const {
    Mask all = 0;
    for (auto [t, set] : current) all |= set;
    if (flaws_.disabled_kept && ((top >> last & 1) || (current.at(last) & ~safe))) return safe;
    Mask closed = done & ~top;
    for (Mask before = 0; before != closed;) {
      before = closed;
      for (auto [t, set] : current)
        if ((closed >> t & 1) && (set & ~closed)) closed &= ~mask_of(t);
    }
    if (closed != 0 || flaws_.empty_set_closes) return done;
    if (!flaws_.disabled_kept && ((top & done) || (all & ~safe))) return safe;
    return (top & done) ? safe : all;
  }

  static Op rename(Op op, const Names& names) {
    for (int i = 0; i < op.access_count; ++i)
      if (is_numbered(op.accesses[i].where))
        op.accesses[i].where.object = kFirstNumbered + names[op.accesses[i].where.object - kFirstNumbered];
    return op;
  }

  void update_current(const Op& label, ThreadId thread) {
    for (size_t i = path_.size(); i-- > 0;) {
      Step& step = path_[i];
      if (step.thread == thread || !dependent(step.label, label)) continue;
      (*step.current)[step.thread] |= mask_of(thread);
      if (flaws_.last_dependent_only) return;
    }
  }

  // All actions reachable from a state, for de. Fixed names only, or by counter.
  void update_from(StateNumber state) {
    std::set<StateNumber> seen{state};
    std::vector<StateNumber> work{state};
    while (!work.empty()) {
      StateNumber s = work.back();
      work.pop_back();
      for (auto& [thread, label] : labels_[s]) update_current(label, thread);
      for (StateNumber next : states_[s].successors)
        if (seen.insert(next).second) work.push_back(next);
    }
  }

  void explore(StateNumber s) {
    states_[s].on_path = true;
    std::map<ThreadId, Op> ops;
    Mask enabled = 0, invisible = 0;
    Names by_counter = system_.objects();
    for (ThreadId t = 0; t < system_.thread_count(); ++t) {
      if (system_.ended(t)) continue;
      Op op = system_.pending(t);
      if (flaws_.objects_by_counter) op = rename(op, by_counter);
      ops[t] = op;
      if (op.enabled()) enabled |= mask_of(t);
      if (op.enabled() && !op.visible()) invisible |= mask_of(t);
      if (!op.enabled() && !flaws_.blocked_ignored) {
        graph_.add_action(s, t, op);
        labels_[s].push_back({t, op});
        if (algorithm_ == Printed::Eager) update_current(op, t);
      }
    }
    const auto mark = system_.mark();
    auto first_of = [](Mask set) { return static_cast<ThreadId>(std::countr_zero(set)); };
    Mask safe = enabled;
    for (Mask left = invisible; left != 0; left &= left - 1) {
      ThreadId t = first_of(left);
      bool alone = true;
      for (uint32_t a = 0; a < ops[t].alternatives; ++a) {
        system_.step(t, a);
        StateNumber q = store_.find(system_.fingerprint());
        alone &= flaws_.safe_set_on_path || q == kNoState || !states_[q].on_path;
        system_.undo(mark);
      }
      if (alone) {
        safe = mask_of(t);
        break;
      }
    }
    Mask done = 0, top = 0, back = algorithm_ == Printed::Eager && safe ? safe & -safe : 0;
    std::map<ThreadId, Mask> current;
    while (done != safe) {
      Mask candidates = back & ~done;
      if (candidates == 0 && algorithm_ == Printed::Eager) break;
      if (candidates == 0) candidates = safe & ~done;
      // What is needed may be disabled here: the flaw of case 3. It can only be passed over.
      if ((candidates &= enabled) == 0) break;
      const ThreadId stepped = first_of(candidates);
      step_all(s, stepped, ops[stepped], mark, current, top);
      done |= mask_of(stepped);
      if (algorithm_ == Printed::SPor || done == safe) continue;
      back = update_back(stepped, done, top, current, safe);
      if (back == done) break;
    }
    states_[s].on_path = false;
    system_.release(mark);
  }

  // Executes all alternatives of a thread and fills in its current set.
  void step_all(StateNumber s, ThreadId t, const Op& op, TransitionSystem::Mark mark, std::map<ThreadId, Mask>& current,
                Mask& top) {
    current[t] = mask_of(t);
    labels_[s].push_back({t, op});
    if (algorithm_ == Printed::Eager) update_current(op, t);
    path_.push_back({t, op, s, &current, &top});
    for (uint32_t a = 0; a < op.alternatives; ++a) {
      system_.step(t, a);
      ++statistics.transitions;
      auto q = arrive();
      Names renaming;
      system_.renaming(renaming);
      if (flaws_.objects_by_counter) renaming.clear();
      states_[s].successors.insert(q.state);
      if (q.is_new) {
        explore(q.state);
      } else if (algorithm_ == Printed::Eager) {
        update_from(q.state);
      }
      system_.undo(mark);
      graph_.add_edge(s, t, op, q.state, renaming);
      if (!flaws_.cycles_ignored && reaches(q.state, s)) {
        for (Step& step : path_)
          if (reaches(q.state, step.from)) *step.top |= mask_of(step.thread);
      }
      if (algorithm_ == Printed::Lazy) current[t] |= graph_.dependent_threads_after(op, t, q.state, renaming).word(0);
    }
    path_.pop_back();
  }

  ToySystem& system_;
  const Printed algorithm_;
  const Flaws flaws_;
  Listener& listener_;
  StateStore store_;
  std::vector<State> states_;
  std::map<StateNumber, std::vector<std::pair<ThreadId, Op>>> labels_;
  Retraversal graph_;
  std::vector<Step> path_;

 public:
  SearchStatistics statistics;
};

}  // namespace

SearchStatistics printed_search(ToySystem& system, Printed algorithm, const Flaws& flaws, Listener& listener) {
  return Recursion(system, algorithm, flaws, listener).run();
}

}  // namespace jmc::por::toy
