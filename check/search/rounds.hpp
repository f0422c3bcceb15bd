// A check as rounds of one search. A search takes for granted what mostly holds (what nobody contends for, who
// initialises a class, how threads end); when it turns out not to hold, the search says nothing about all schedules and
// is repeated without, until nothing more turns up. docs/architecture.md says why that suffices.
#pragma once

#include <atomic>
#include <functional>
#include <utility>
#include <vector>

#include "check/search/machine.hpp"
#include "por/listener.hpp"

namespace jmc::check {

// Listens to the search of one round, and ends it soon after it is known that it must be repeated: not at once, since
// what else is contended shows soon too.
class Round : public por::Listener {
 public:
  static constexpr unsigned kEvents = por::kProgressEvents;
  // It outlives this. `reduces`, `ends_at_race`: see Rounds.
  // `repeats`: it may be repeated only to have fewer states.
  explicit Round(const vm::Vm& vm, bool reduces = true, bool ends_at_race = false, bool repeats = false)
      : vm_(vm), reduces_(reduces), ends_at_race_(ends_at_race), repeats_(repeats && reduces) {}
  void progress(const por::SearchStatistics& so_far) override;
  std::atomic<bool> over = false;  // SearchOptions::enough of this round
  // It was to be repeated only to have fewer states.
  bool wanted_guards() const { return wanted_guards_; }
  template <class A>
  void archive(A& a) {
    a(until_, wanted_guards_);
  }

 private:
  const vm::Vm& vm_;
  bool reduces_, ends_at_race_, repeats_;
  bool wanted_guards_ = false;
  uint64_t until_ = 0;
};

class Rounds {
 public:
  // Goes back to where the program begins and runs it to the state in which JvmSystem::start() returns.
  using Start = std::function<por::StepResult()>;
  // `start`: empty for JvmSystem::start(). `reduces`: a full search (false) relies on less, and its rounds are cut
  // short only if they would have no end (a program that prints for ever). `ends_at_race`: only programs without data
  // races are searched to the end. The machine and `stop` outlive this.
  Rounds(Machine& machine, const std::atomic<bool>& stop, bool reduces, bool ends_at_race = false, Start start = {});

  // To the first round. `stop` is set in the result if the program cannot be run to where a search starts; nothing else
  // may be called then. Throws Unsupported.
  por::StepResult begin();
  // Where a search starts: see JvmSystem::settle().
  vm::Vm::Mark initial() const { return initial_; }
  // What happened to the program before that.
  const std::vector<vm::Violation>& before() const { return before_; }
  uint32_t number() const { return number_; }
  bool reduces() const { return reduces_; }

  // Searches until nothing that a search relied on has turned out to be wrong. `search(round)` is one search, to which
  // `round` listens, and which it ends with. `repeat(result)` is called when it must be repeated, before anything is
  // undone; false: enough is known. Of a round that was interrupted when it had to be repeated the end is Interrupted.
  template <class Search, class Repeat>
  por::SearchResult search(Search&& search, Repeat&& repeat) {
    for (bool for_guards = true;;) {
      Round round(*machine_.vm, reduces_, ends_at_race_, for_guards);
      por::SearchResult result = search(round);
      // Asked of the result, so that a round that an earlier process has ended (--resume) ends as it did there.
      wanted_guards_ = ended_itself(result);
      if (wanted_guards_) machine_.vm->want_guards();
      // The last steps of the round may have spoken against each guard: then it is repeated without.
      const bool in_vain = wanted_guards_ && round.wanted_guards() && !must_repeat();
      if (in_vain) for_guards = false;
      if ((!must_repeat() && !in_vain) || result.end == por::SearchEnd::MemoryLimit) return result;
      if (stop_.load()) return unfinished(result);
      if (!repeat(result)) return result;
      next();
    }
  }
  // What the last search relied on has turned out to be wrong.
  bool must_repeat() const;
  // Whether the last round was ended for the sake of guards (Vm::want_guards).
  bool wanted_guards() const { return wanted_guards_; }
  // To the next round: for a machine that follows one of another process.
  void go_on() { next(); }

 private:
  por::StepResult stand(bool from_beginning);
  void settle();
  void next();
  // Its round has ended it, and not because something that it relies on is wrong.
  bool ended_itself(const por::SearchResult& result) const;
  static por::SearchResult unfinished(por::SearchResult result);

  Machine& machine_;
  const std::atomic<bool>& stop_;
  bool reduces_, ends_at_race_, wanted_guards_ = false;
  Start start_;
  uint32_t number_ = 1;
  vm::Vm::Mark origin_ = 0, initial_ = 0;
  std::vector<vm::Violation> started_, before_;  // of the run up to the origin, and up to where a search starts
};

}  // namespace jmc::check
