// What DE-S-POR and DL-S-POR share: the depth-first search over safe sets that narrows the threads explored from a
// state to a source set, given for each explored thread the threads that conflict with it later. How these are found is
// the difference between the two and left to a subclass.
//
// Preconditions: those of s-por; everything that can enable or disable an operation shares a location with it.
#pragma once

#include <span>
#include <vector>

#include "por/search_run.hpp"
#include "por/stateful/learnt_order.hpp"
#include "por/stateful/summary_graph.hpp"

namespace jmc::por {

class SourceSetSearch {
 public:
  explicit SourceSetSearch(SearchRun& run);
  virtual ~SourceSetSearch() = default;
  void explore();
  template <class A>
  void archive(A& a) {
    a(frames_, ops_, current_, places_, graph_, learnt_);
    archive_rest(a);
  }

 protected:
  using Mark = TransitionSystem::Mark;
  using Key = SummaryGraph::Key;

  struct Frame {
    Key state;
    StateNumber number;  // as the listener knows it
    Mark mark;
    uint32_t depth;  // steps of the path that lead here
    uint32_t lone;   // states in a row, with this one, in which one thread alone can run and has nothing to choose
    uint32_t ops;    // pending operations of all threads, in ops_; the same offset for current_
    ThreadId threads;
    ThreadSet enabled, safe;  // safe: what is enough to explore, whatever conflicts
    ThreadSet alone;          // threads that may be explored alone, not yet tried
    ThreadSet done, back;
    ThreadSet top;          // threads whose successor was open when the search came back
    ThreadId thread;        // being explored
    ThreadId stops;         // whose operation is the end of the program (Op::stops), or kNoThread
    uint16_t alternative;   // next one
    uint16_t alternatives;  // 0: no thread chosen
    bool ahead;             // the system is in the successor of the chosen thread's only alternative, just peeked at
    bool moved;             // the system is no longer in this state
    bool met_path;          // a successor of `thread` is on the path
    bool end;               // it is final
    bool finish;            // all that remains leads to known states: explore it and stop
    bool placed;            // threads have places other than their numbers, in places_
    bool kinds_known;       // those of its operations, in kinds_
    SummaryGraph::KeptRenaming renaming;  // of the edge being explored

    template <class A>
    void archive(A& a) {
      a(state, number, mark, depth, lone, ops, threads, enabled, safe, alone, done, back, top, thread, stops,
        alternative, alternatives, ahead, moved, met_path, end, finish, placed, renaming);
      if constexpr (A::kLoading) kinds_known = false;
    }
  };

  // The successor of the step being explored is known or has been explored; `frame` is the top.
  virtual void returned(Frame& frame, Key successor, bool was_new) = 0;
  virtual void entered(Frame& frame) { (void)frame; }        // blocked threads are recorded in the graph already
  virtual void thread_chosen(Frame& frame) { (void)frame; }  // before the first alternative runs
  virtual void stepped(Frame& frame, const std::vector<uint32_t>& renaming) {
    (void)frame;
    (void)renaming;
  }
  virtual void thread_done(Frame& frame) { (void)frame; }
  // What the subclass knows besides.
  virtual void archive_rest(base::Saver& a) { (void)a; }
  virtual void archive_rest(base::Loader& a) { (void)a; }
  // Candidates for the next thread, none if the state is done. Some safe thread is left.
  virtual ThreadSet candidates(Frame& frame) = 0;

  // current[t], completed by the owners of locks if the options say so, and the backtrack set from it.
  ThreadSet backtrack(const Frame& frame);
  ThreadSet* current(const Frame& frame) { return current_.data() + frame.ops; }
  const Op& op(const Frame& frame, ThreadId t) const { return ops_[frame.ops + t]; }
  // A thread, or threads, of the path as the graph knows them in a state, and back. Later ones are called the same.
  ThreadId place(const Frame& frame, ThreadId t) const {
    return frame.placed && t < frame.threads ? places_[frame.ops + t] : t;
  }
  ThreadSet places(const Frame& frame, const ThreadSet& set) const {
    return frame.placed ? renamed_threads({places_.data() + frame.ops, frame.threads}, set) : set;
  }
  ThreadSet numbers(const Frame& frame, ThreadSet places) const;
  // How many objects the labels of a state speak of: one more than the highest number.
  uint32_t numbered_in_labels(const Frame& frame) const;
  // Whether all alternatives of the thread lead to known states. Moves the system; sets frame.moved.
  bool leads_to_known(Frame& frame, ThreadId thread);

  SearchRun& run_;
  TransitionSystem& system_;
  LearntOrder learnt_;
  SummaryGraph graph_;
  std::vector<Frame> frames_;
  std::vector<Op> ops_;                   // of all frames
  std::vector<ThreadSet> current_;        // of all frames
  std::vector<ThreadId> places_;          // of all frames, by thread
  std::vector<LearntOrder::Kind> kinds_;  // of all frames, as far as they have been asked for
  std::vector<ThreadId> arrived_;         // of the state arrived at last; empty: as their numbers

 private:
  void push(StateNumber state);
  void pop();
  void closed(Frame& frame);
  void publish(bool end);
  ThreadSet enough(const Frame& frame) const;
  bool next_step(Frame& frame);
  bool run_on(const Frame& frame);
  ThreadId choose(Frame& frame);
  void learn(Frame& frame);
  std::span<const LearntOrder::Kind> kinds(Frame& frame);
  // Those of `set` whose pending operation conflicts with the fewest pending operations of others.
  ThreadSet least_conflicting(const Frame& frame, const ThreadSet& set) const;
  ThreadSet with_owners(const Frame& frame, const ThreadSet& threads) const;
  Key key(StateNumber state) const { return run_.options.match_states ? state : static_cast<Key>(frames_.size()); }
  void account();

  std::vector<uint32_t> renaming_;
  std::vector<ThreadId> exchanged_;  // places of the successor to places here
  const std::vector<ThreadId>& exchanged(const Frame& frame);
  std::vector<SearchRun::Passed> passed_;
  std::vector<ThreadId> choices_;
};

}  // namespace jmc::por
