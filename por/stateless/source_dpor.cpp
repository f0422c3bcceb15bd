// Source-DPOR: dynamic partial-order reduction with source sets and sleep sets.
//
// P. Abdulla, S. Aronis, B. Jonsson, K. Sagonas: Source sets: a foundation for optimal dynamic partial order reduction,
// JACM 64(4), 2017, algorithm 1; S. Aronis: Effective techniques for stateless model checking, 2018, section 3.2.
//
// Guarantee: every trace is explored; with sleep sets (the default) no trace twice, but some paths are abandoned
// because all enabled threads are asleep (SearchStatistics::blocked_executions). All end states, deadlocks and
// thread-local states. Preconditions: every execution ends (or is cut by a depth bound); no state matching. Beyond the
// paper: locks and other operations that block, and steps with several alternatives; see docs/why/reductions.md.
#include "por/stateless/stateless_search.hpp"
#include "por/strategy.hpp"

namespace jmc::por {

namespace {

class SourceSearch final : public StatelessSearch {
 public:
  explicit SourceSearch(SearchRun& run) : StatelessSearch(run) { sleep_sets_ = run.options.sleep_sets; }

 private:
  void stepping() override {
    for_races_of_step(
        [this](const Trace::Race& race, ThreadId thread, uint32_t last) { return reverse(race.step, thread, last); });
  }

  // Nothing follows: what threads still wait for, or would have done, races too.
  void arrived(const Frame& here) override {
    if (!here.leaf) return;
    for_races_of_pending(
        [this](const Trace::Race& race, ThreadId thread, uint32_t last) { return reverse(race.step, thread, last); });
  }

  // One of those that may begin the reversed order has to be explored: a source set.
  bool reverse(uint32_t step, ThreadId thread, uint32_t last) {
    const ThreadSet first = initials(step, thread, last, false);
    const Frame& before = frame(step);
    if (!first.empty() && !first.meets(before.backtrack) && !first.meets(before.sleep))
      add(step, thread_bit(run_.order.pick(first)));
    return true;
  }
};

}  // namespace

extern const Strategy kSourceDpor{
    .name = "source-dpor",
    .description = "stateless: source sets from races, and sleep sets",
    .guarantee = "every trace once; some paths are abandoned",
    .run = [](SearchRun& run) { SourceSearch(run).explore(); },
    .states = Strategy::States::Never,
    .sleep_sets = Strategy::Support::Sound,
};

}  // namespace jmc::por
