// What the searches that draw executions have in common: each execution is drawn from the initial state on, step by
// step, by a sampler that says who runs next.
//
// For those who write one (random, pct, pos, surw, feedback): `begin` is called in the initial state, `choose` in every
// state with an enabled thread, unless a seal keeps the thread of the last step; `takes` before and `stepped` after
// each step, whoever has chosen it; `ended` where no thread can run any more, and where an execution is given up. All
// draws come from the one source of random numbers, so that a seed means the same executions everywhere.
//
// Concurrency: none. The SearchRun outlives the sampler, and nobody else steps its system.
#pragma once

#include <string>
#include <vector>

#include "por/search_run.hpp"
#include "por/thread_order.hpp"

namespace jmc::por {

class Sampler {
 public:
  explicit Sampler(SearchRun& run) : run_(run), system_(run.system), random_(run.options.seed) {}
  virtual ~Sampler();
  Sampler(const Sampler&) = delete;

  void explore();

 protected:
  // For those who compare accesses: from now on pending() names objects by path, if the system can do that.
  void name_objects();
  // Whether a location means the same in all executions in which threads have done the same.
  bool lasting(const Location& where) const { return by_path_ || !is_numbered(where); }

  virtual void begin() {}
  // The current state; `enabled` is not empty.
  virtual ThreadId choose(const ThreadSet& enabled) = 0;
  // In which way the thread's operation goes, of `ways`, two or more.
  virtual uint32_t way(ThreadId thread, uint32_t ways) {
    return (void)thread, static_cast<uint32_t>(random_.below(ways));
  }
  // The thread is about to make its step.
  virtual void takes(ThreadId thread) { (void)thread; }
  // It has made it.
  virtual void stepped(ThreadId thread) { (void)thread; }
  // The path is that of an execution. Not called once the search is over.
  virtual void ended() {}
  virtual std::string summary() const { return {}; }

  // 0 or more, less than 1.
  double fraction() { return static_cast<double>(random_.next() >> 11) * 0x1.0p-53; }
  // One of them, each with the same probability; precondition: there are some.
  ThreadId any_of(const ThreadSet& threads);

  SearchRun& run_;
  TransitionSystem& system_;
  RandomSource random_;
  ThreadId most_threads_ = 0;

 private:
  void execute();

  std::vector<StateNumber> visits_;  // the states of the execution
  bool kept_ = false;                // the thread of the last step is inside a sealed call and must not be preempted
  bool named_ = false, by_path_ = false;
};

// The priorities of partial-order sampling (samplers.hpp), for one execution.
class PartialOrderPriorities {
 public:
  void clear() { values_.clear(); }
  // Who is to run, of `enabled`, which is not empty; draws again for the thread and for all that are in conflict with
  // it.
  ThreadId choose(const TransitionSystem& system, const ThreadSet& enabled, RandomSource& random);

 private:
  std::vector<double> values_;  // by thread, of its pending operation
};

}  // namespace jmc::por
