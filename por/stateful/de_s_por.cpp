// DE-S-POR: eager source sets, algorithm 2 of "A Pragmatic Approach to Stateful Partial Order Reduction" (2023),
// corrected: an action updates all dependent steps of the path instead of the last one, blocked threads count, and a
// step inside a cycle expands its state fully.
//
// Every action met, by a step, by a blocked thread or in the summary of a known state, is compared at once with the
// steps of the current path. Steps are found by location; objects have names that are stable along the path.
//
// Guarantee: every end state, every deadlock, every thread-local state; cyclic state spaces included.
// Preconditions: see source_set_search.hpp. Stateless use needs finite paths or a depth bound.
#include <algorithm>
#include <unordered_map>

#include "por/stateful/source_set_search.hpp"
#include "por/stateless/path_names.hpp"
#include "por/strategy.hpp"

namespace jmc::por {

namespace {

class EagerSearch final : public SourceSetSearch {
 public:
  explicit EagerSearch(SearchRun& run) : SourceSetSearch(run) {}

 private:
  // A step of the path that touches a location. `*_told`: threads whose reads or writes it has heard of, and with it
  // every step below it, so that news go down only as far as they are news.
  struct Touch {
    uint32_t frame;
    bool write;
    ThreadSet readers_told, writers_told;
    template <class A>
    void archive(A& a) {
      a(frame, write, readers_told, writers_told);
    }
  };

  template <class A>
  void archive_own(A& a) {
    a(names_, top_reach_, touched_);
  }
  void archive_rest(base::Saver& a) override { archive_own(a); }
  void archive_rest(base::Loader& a) override { archive_own(a); }

  size_t depth() const { return frames_.size() - 1; }

  void entered(Frame& frame) override {
    names_.enter(depth(), depth() == 0 ? numbered_in_labels(frame) : 0);
    top_reach_.resize(frames_.size());
    for (ThreadId t = 0; t < frame.threads; ++t)
      if (!frame.enabled.contains(t)) tell(t, op(frame, t));
  }

  void thread_chosen(Frame& frame) override {
    const Op& label = op(frame, frame.thread);
    tell(frame.thread, label);
    for (int i = 0; i < label.access_count; ++i) {
      const Access& access = label.accesses[i];
      touched_[names_.in_state(access.where, depth())].push_back(
          {static_cast<uint32_t>(depth()), access.write, {}, {}});
    }
  }

  void thread_done(Frame& frame) override {
    const Op& label = op(frame, frame.thread);
    for (int i = label.access_count; i-- > 0;) touched_[names_.in_state(label.accesses[i].where, depth())].pop_back();
  }

  void stepped(Frame&, const std::vector<uint32_t>& renaming) override { names_.step(depth(), renaming); }

  void returned(Frame& frame, Key successor, bool was_new) override {
    if (was_new) return;
    if (graph_.open(successor)) return expand_cycle();
    const Summary& after = graph_.summary(successor);
    // As the path calls the threads that the known state has in these places.
    std::vector<ThreadId> at(arrived_.size());
    for (ThreadId t = 0; t < arrived_.size(); ++t) at[arrived_[t]] = t;
    auto tell_all = [&](const Action& action) {
      tell(names_.in_successor(action.where, depth()), renamed_threads(at, action.readers),
           renamed_threads(at, action.writers));
    };
    graph_.fixed().for_each(after.fixed, tell_all);
    graph_.numbered().for_each(after.numbered, tell_all);
  }

  // The topmost component has just got a cycle: nothing can be concluded from its steps on the path.
  void expand_cycle() {
    newly_top_.clear();
    uint32_t i = static_cast<uint32_t>(frames_.size());
    while (i > 0 && graph_.position(frames_[i - 1].state) >= graph_.boundary()) {
      Frame& frame = frames_[i - 1];
      if (frame.top.contains(frame.thread)) {
        i = top_reach_[i - 1];
      } else {
        frame.top.insert(frame.thread);
        newly_top_.push_back(--i);
      }
    }
    for (uint32_t frame : newly_top_) top_reach_[frame] = i;
  }

  ThreadSet candidates(Frame& frame) override {
    if (frame.done.empty()) return frame.safe;
    frame.back = backtrack(frame);
    return frame.back - frame.done;
  }

  void tell(ThreadId thread, const Op& label) {
    for (int i = 0; i < label.access_count; ++i) {
      const Access& access = label.accesses[i];
      tell(names_.in_state(access.where, depth()), access.write ? ThreadSet() : thread_bit(thread),
           access.write ? thread_bit(thread) : ThreadSet());
    }
  }

  // These threads act on `where` after the steps of the path.
  void tell(const Location& where, const ThreadSet& readers, const ThreadSet& writers) {
    auto found = touched_.find(where);
    if (found == touched_.end()) return;
    for (size_t i = found->second.size(); i-- > 0;) {
      Touch& touch = found->second[i];
      if (readers.within(touch.readers_told) && writers.within(touch.writers_told)) return;
      touch.readers_told |= readers;
      touch.writers_told |= writers;
      Frame& frame = frames_[touch.frame];
      current(frame)[frame.thread] |= touch.write ? readers | writers : writers;
    }
  }

  PathNames names_;
  std::vector<uint32_t> top_reach_;  // by frame: if its current thread is top, so are those of all frames from there
  std::vector<uint32_t> newly_top_;
  std::unordered_map<Location, std::vector<Touch>, LocationHash> touched_;
};

}  // namespace

extern const Strategy kDeSPor{
    .name = "de-s-por",
    .description = "s-por and source sets, updated with every step",
    .guarantee = "every end state, deadlock and thread-local state",
    .run = [](SearchRun& run) { EagerSearch(run).explore(); },
    .safe_unlocks = Strategy::Support::Sound,
    .visited_first = true,
    .conflict_sets = true,
    .checkpoints = true,
    .places = true,
    .numbers_return = true,
    .shares = true,
};

}  // namespace jmc::por
