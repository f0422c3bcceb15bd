// Depth-first search over executions: what reductions that match no states share.
//
// Every state of the path has a set of threads to be explored from it, to which the analysis of later steps adds. The
// search goes back to the state in which an execution departs from the last one instead of running it from the start.
// Terminates if every execution does; a depth bound cuts the others.
#pragma once

#include <vector>

#include "por/stateless/trace.hpp"

namespace jmc::por {

class StatelessSearch {
 public:
  explicit StatelessSearch(SearchRun& run) : run_(run), system_(run.system), trace_(run) {}
  virtual ~StatelessSearch() = default;
  // Explores from the current state and comes back to it.
  void explore();

 protected:
  struct Frame {
    TransitionSystem::Mark mark;
    StateNumber state;
    bool moved = false;           // the system is no longer in this state
    bool leaf = false;            // nothing is explored from here: a final state, or the depth bound
    ThreadId thread = kNoThread;  // being explored, with this many alternatives begun
    uint32_t alternative = 0, alternatives = 0;
    ThreadSet enabled, backtrack, done, sleep;
  };
  // frames_[i] belongs to state i of trace_.
  const Frame& frame(uint32_t state) const { return frames_[state]; }
  // To be explored from an earlier state too. Precondition: enabled there.
  void add(uint32_t state, const ThreadSet& threads) { frames_[state].backtrack |= threads; }

  // The state at the end of the path has been entered.
  virtual void arrived(const Frame& frame) { (void)frame; }
  // The last step of the trace is about to be executed.
  virtual void stepping() {}

  // `step` races with a later operation of `thread`: `last`, the last step of the trace, or with kNoStep the one
  // pending at its end. The threads that may begin what is to be executed instead: the steps that do not happen after
  // `step`, then that operation. With `leading` only those are kept that happen before the operation, as for persistent
  // sets.
  ThreadSet initials(uint32_t step, ThreadId thread, uint32_t last, bool leading) const;
  // Calls reverse(race, thread, last) for the races of the step about to be executed, or of all that is pending.
  template <class F>
  void for_races_of_step(F&& reverse) {
    const uint32_t last = trace_.depth() - 1;
    for (const Trace::Race* r = trace_.races_begin(last); r != trace_.races_end(last); ++r)
      reverse(*r, trace_.thread(last), last);
  }
  template <class F>
  void for_races_of_pending(F&& reverse) {
    const uint32_t state = trace_.depth();
    for (ThreadId t = 0; t < trace_.threads(state); ++t) {
      const Label& label = trace_.pending(state, t);
      if (label.count == 0) continue;
      races_.clear();
      trace_.races(t, label, races_);
      for (const Trace::Race& race : races_)
        if (!reverse(race, t, Trace::kNoStep)) break;
    }
  }

  SearchRun& run_;
  TransitionSystem& system_;
  Trace trace_;
  bool sleep_sets_ = false;

 private:
  void enter(StateNumber state);
  bool next_step(Frame& frame);
  std::vector<Frame> frames_;
  std::vector<Trace::Race> races_;
};

}  // namespace jmc::por
