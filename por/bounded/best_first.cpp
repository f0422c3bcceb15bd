#include "por/bounded/best_first.hpp"

#include <array>
#include <queue>
#include <vector>

#include "por/bounded/bounded_path.hpp"
#include "por/strategy.hpp"

namespace jmc::por {

namespace {

constexpr size_t kMostKeys = 6;

class BestFirst {
 public:
  explicit BestFirst(SearchRun& run)
      : run_(run),
        system_(run.system),
        path_(run),
        random_(run.options.seed),
        reduced_(strategy_of(run.options).best_first == Strategy::BestFirst::Races) {
    for (const SearchKey& key : run.options.keys) races_ |= key.kind == SearchKey::Backtrack;
    races_ |= reduced_;
  }
  void explore();

 private:
  using Index = uint32_t;
  static constexpr Index kNone = ~0u;
  // A state of the tree of executions. Kept while something below it is in the fringe.
  struct State {
    Index parent;
    PathStep step;         // from the parent
    uint32_t open;         // entries in the fringe, and children that are kept
    uint32_t preemptions;  // on the way here
    ThreadSet enabled;     // within the bounds
    ThreadSet explored;    // gone on with
    ThreadSet raced;       // in the backtrack set
    ThreadSet asleep;
    std::array<ThreadSet, kMostKeys> tagged;  // by key
  };
  struct Entry {
    std::array<uint32_t, kMostKeys> keys;
    uint64_t serial;
    Index state;
    PathStep step;
    // For a heap with the best on top.
    bool operator<(const Entry& other) const { return keys != other.keys ? keys > other.keys : serial < other.serial; }
  };

  Index make_state(Index parent, PathStep step);
  void release(Index state);
  void offer(Index state, PathStep step);
  void go_to(Index state);
  void execute(Index state, PathStep step);
  Index enter(Index parent, PathStep step);
  ThreadId continuation(const State& state) const;
  void find_races();
  void race(size_t depth, ThreadId thread);

  SearchRun& run_;
  TransitionSystem& system_;
  BoundedPath path_;
  RandomSource random_;
  const bool reduced_;
  bool races_ = false;
  std::vector<State> states_;
  std::vector<Index> unused_;
  std::priority_queue<Entry> fringe_;
  uint64_t serial_ = 0;
  std::vector<Index> here_;                    // the states of the current path,
  std::vector<StateNumber> visits_;            // as the listener knows them,
  std::vector<TransitionSystem::Mark> marks_;  // and the marks of those that it has gone on from
};

BestFirst::Index BestFirst::make_state(Index parent, PathStep step) {
  Index index;
  if (unused_.empty()) {
    index = static_cast<Index>(states_.size());
    states_.emplace_back();
  } else {
    index = unused_.back();
    unused_.pop_back();
  }
  State& s = states_[index];
  s = State{};
  s.parent = parent;
  s.step = step;
  return index;
}

// The state has one less below it.
void BestFirst::release(Index index) {
  while (index != kNone && --states_[index].open == 0) {
    const Index parent = states_[index].parent;
    unused_.push_back(index);
    index = parent;
  }
}

void BestFirst::offer(Index index, PathStep step) {
  State& s = states_[index];
  Entry entry{};
  entry.serial = serial_++;
  entry.state = index;
  entry.step = step;
  const std::vector<SearchKey>& keys = run_.options.keys;
  for (size_t i = 0; i < keys.size(); ++i) {
    const ThreadId last = s.parent == kNone ? kNoThread : s.step.thread;
    switch (keys[i].kind) {
      case SearchKey::Preemptions:
        entry.keys[i] = s.preemptions + (last != kNoThread && last != step.thread && s.enabled.contains(last));
        break;
      case SearchKey::Backtrack: entry.keys[i] = !s.raced.contains(step.thread); break;
      case SearchKey::Awake: entry.keys[i] = s.asleep.contains(step.thread); break;
      case SearchKey::Random: entry.keys[i] = static_cast<uint32_t>(random_.next() >> 32); break;
      case SearchKey::Tag: entry.keys[i] = !s.tagged[i].contains(step.thread); break;
    }
  }
  ++s.open;
  fringe_.push(entry);
}

// --- races

// `thread` is to be tried in the state at `depth` of the current path; if it cannot run there, all that can.
void BestFirst::race(size_t depth, ThreadId thread) {
  const Index index = here_[depth];
  const ThreadSet enabled = path_.enabled(depth) & states_[index].enabled;
  ThreadSet fresh = (enabled.contains(thread) ? thread_bit(thread) : enabled) - states_[index].raced;
  states_[index].raced |= fresh;
  // With the whole space it is in the fringe already, but it is better now. Who has been explored meanwhile is dropped
  // there.
  for (const ThreadId t : fresh - states_[index].explored) offer(index, {t, 0});
}

// Of what is new in the last state: the last step of each other thread that is dependent with an operation.
void BestFirst::find_races() {
  const size_t depth = path_.depth();
  const ThreadId last = path_.last();
  for (ThreadId t = 0; t < path_.threads(depth); ++t) {
    const Op& op = path_.op(depth, t);
    if (!op.visible()) continue;
    ThreadSet seen = thread_bit(t);
    bool changed = depth == 0 || t == last || t >= path_.threads(depth - 1);
    if (!changed) {
      const Op& before = path_.op(depth - 1, t);
      changed = before.kind != op.kind || before.access_count != op.access_count;
      for (int i = 0; !changed && i < op.access_count; ++i) changed = !(before.accesses[i] == op.accesses[i]);
    }
    // What has not changed has been compared with all but the last step.
    for (size_t i = depth; i-- > (changed || depth == 0 ? 0 : depth - 1);) {
      const ThreadId other = states_[here_[i + 1]].step.thread;
      if (seen.contains(other) || !dependent(path_.op(i, other), op)) continue;
      seen.insert(other);
      race(i, t);
    }
  }
}

// --- executions

// Goes back to the last state that the current path shares with the path to `target`, and takes the steps that are
// missing.
void BestFirst::go_to(Index target) {
  std::vector<Index> way;
  for (Index s = target; s != kNone; s = states_[s].parent) way.push_back(s);
  size_t shared = 0;
  while (shared < here_.size() && shared < way.size() && here_[shared] == way[way.size() - 1 - shared]) ++shared;
  while (here_.size() > shared) {
    here_.pop_back();
    run_.left(visits_.back());
    visits_.pop_back();
    path_.leave();
  }
  if (marks_.size() >= shared) {
    run_.go_back(marks_[shared - 1], shared - 1);
    system_.release(marks_[shared - 1]);
    marks_.resize(shared - 1);
  }
  for (size_t i = shared; i < way.size() && !run_.over(); ++i) {
    marks_.push_back(system_.mark());
    const Index next = way[way.size() - 1 - i];
    StateStore::Result arrived;
    // Seen before, but work again, so that it counts: another visit.
    if (!path_.step(visits_.back(), states_[next].step, arrived)) return;
    here_.push_back(next);
    visits_.push_back(arrived.state);
  }
}

ThreadId BestFirst::continuation(const State& state) const {
  const ThreadId last = path_.last();
  if (last != kNoThread && state.enabled.contains(last)) return last;
  if (state.enabled.empty()) return kNoThread;
  // The next one round.
  for (const ThreadId t : state.enabled)
    if (last == kNoThread || t > last) return t;
  return state.enabled.first();
}

// The system is in a state that no execution has been in.
BestFirst::Index BestFirst::enter(Index parent, PathStep step) {
  const Index index = make_state(parent, step);
  const size_t depth = path_.depth();
  here_.push_back(index);
  State& s = states_[index];
  const ThreadSet enabled = path_.enabled(depth);
  for (const ThreadId t : enabled) {
    if (path_.within(t)) s.enabled.insert(t);
    for (size_t i = 0; i < run_.options.keys.size(); ++i)
      if (run_.options.keys[i].kind == SearchKey::Tag && (system_.tags(t) >> run_.options.keys[i].tag & 1))
        s.tagged[i].insert(t);
  }
  if (parent != kNone) {
    const State& p = states_[parent];
    ++states_[parent].open;
    s.preemptions =
        p.preemptions + (p.parent != kNone && p.step.thread != step.thread && p.enabled.contains(p.step.thread));
    const ThreadSet known = ((p.asleep | p.explored) - thread_bit(step.thread)) & enabled;
    for (const ThreadId t : known) {
      if (t < path_.threads(depth - 1) && !dependent(path_.op(depth - 1, t), path_.op(depth - 1, step.thread)))
        s.asleep.insert(t);
    }
  }
  ++s.open;  // until the execution has gone on from here
  if (races_) find_races();
  if (!(s.enabled == enabled)) run_.bound_hit();
  return index;
}

// Goes on from the state, where the system is, with that step, to the end.
void BestFirst::execute(Index index, PathStep step) {
  for (;;) {
    // Alternatives of the operation besides this one.
    if (step.alternative == 0) {
      states_[index].explored.insert(step.thread);
      for (uint32_t a = 1; a < path_.op(path_.depth(), step.thread).alternatives; ++a) offer(index, {step.thread, a});
    }
    marks_.push_back(system_.mark());
    StateStore::Result arrived;
    if (!path_.step(visits_.back(), step, arrived)) return;
    visits_.push_back(arrived.state);
    const Index next = enter(index, step);
    release(index);
    if (run_.over()) return;
    index = next;
    ThreadId thread = kNoThread;
    if (system_.is_final()) {
      if (!run_.arrive_at_end()) return;
    } else if (!run_.cut_off()) {
      thread = continuation(states_[index]);
      if (thread == kNoThread) ++run_.statistics.blocked_executions;
    }
    if (thread == kNoThread) {
      release(index);
      return;
    }
    if (!reduced_)
      for (const ThreadId t : states_[index].enabled - thread_bit(thread)) offer(index, {t, 0});
    step = {thread, 0};
  }
}

void BestFirst::explore() {
  const TransitionSystem::Mark initial = system_.mark();
  visits_.push_back(path_.begin().state);
  const Index root = enter(kNone, {});
  if (system_.is_final()) {
    run_.arrive_at_end();
  } else if (const ThreadId first = continuation(states_[root]); first != kNoThread) {
    if (reduced_) offer(root, {first, 0});
    else
      for (const ThreadId t : ThreadSet(states_[root].enabled)) offer(root, {t, 0});
  } else {
    ++run_.statistics.blocked_executions;
  }
  for (uint64_t executions = 0; !fringe_.empty() && !run_.over();) {
    const Entry entry = fringe_.top();
    fringe_.pop();
    if (entry.step.alternative == 0 && states_[entry.state].explored.contains(entry.step.thread)) {
      release(entry.state);
      continue;
    }
    if (run_.options.executions != 0 && executions++ == run_.options.executions) {
      run_.end(SearchEnd::Sampled);
      break;
    }
    go_to(entry.state);
    if (run_.over()) break;
    execute(entry.state, entry.step);  // which gives back what the entry held
    run_.extra_bytes = states_.capacity() * sizeof(State) + fringe_.size() * sizeof(Entry) + path_.bytes();
  }
  for (; !visits_.empty() && !run_.over(); visits_.pop_back()) run_.left(visits_.back());
  system_.undo(initial);
  system_.release(initial);
}

}  // namespace

void run_best_first(SearchRun& run) { BestFirst(run).explore(); }

}  // namespace jmc::por
