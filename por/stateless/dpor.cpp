// Classic dynamic partial-order reduction.
//
// C. Flanagan, P. Godefroid: Dynamic partial-order reduction for model checking software, POPL 2005; the general form
// (section 4), which looks at every thread in every state, blocked ones included.
//
// Guarantee: every trace (class of executions up to swaps of independent neighbours) is explored, so that all end
// states, deadlocks and thread-local states are. Without sleep sets many traces several times; with them (the default)
// none, but paths are abandoned because all enabled threads are asleep (SearchStatistics::blocked_executions). Sleep
// sets on top of the published algorithm lose traces: the thread that it adds may be asleep. With sleep sets all races
// count, not the last one of a thread, and what is added must be able to begin the reversed order. Preconditions: every
// execution ends (or is cut by a depth bound); no state matching.
#include <bit>

#include "por/bounded/bounded_por.hpp"
#include "por/stateless/stateless_search.hpp"
#include "por/strategy.hpp"

namespace jmc::por {

namespace {

class ClassicSearch final : public StatelessSearch {
 public:
  explicit ClassicSearch(SearchRun& run) : StatelessSearch(run) { sleep_sets_ = run.options.sleep_sets; }

 private:
  void stepping() override {
    if (sleep_sets_)
      for_races_of_step(
          [this](const Trace::Race& race, ThreadId thread, uint32_t last) { return lead(race.step, thread, last); });
  }

  void arrived(const Frame& here) override {
    if (!sleep_sets_)
      for_races_of_pending([this](const Trace::Race& race, ThreadId thread, uint32_t) {
        reverse(race.step, thread);
        return !race.certain;  // the last one is enough, and those before it if it cannot be reversed
      });
    else if (here.leaf)
      for_races_of_pending(
          [this](const Trace::Race& race, ThreadId thread, uint32_t last) { return lead(race.step, thread, last); });
  }

  // As published.
  void reverse(uint32_t step, ThreadId thread) {
    const ThreadSet enabled = frame(step).enabled;
    if (enabled.contains(thread)) return add(step, thread_bit(thread));
    ThreadSet leading;  // threads that have to act before it can
    for (const ThreadId q : enabled) {
      const uint32_t first = trace_.first_step_after(step, q);
      if (first != Trace::kNoStep && trace_.before_next(first, thread)) leading.insert(q);
    }
    if (leading.meets(frame(step).backtrack)) return;
    add(step, !leading.empty() ? thread_bit(run_.order.pick(leading)) : enabled);
  }

  // With sleep sets: the thread that is added must begin the reversed order, or it may be asleep for good reason while
  // the reversed order is not explored anywhere. Of the threads that may begin it, one that leads up to the operation:
  // the set explored is persistent then.
  bool lead(uint32_t step, ThreadId thread, uint32_t last) {
    const ThreadSet first = initials(step, thread, last, true);
    if (!first.empty() && !first.meets(frame(step).backtrack)) add(step, thread_bit(run_.order.pick(first)));
    return true;
  }
};

}  // namespace

extern const Strategy kDpor{
    .name = "dpor",
    .description = "stateless: what races found on the path ask for",
    .guarantee = "every trace once; many paths are abandoned",
    .run = [](SearchRun& run) { ClassicSearch(run).explore(); },
    .states = Strategy::States::Never,
    .sleep_sets = Strategy::Support::Sound,
    .run_bounded = run_bounded_por,
    .refuse_bounds = [](const SearchOptions& options) { return refuse_reduction(options.bounds); },
    .best_first = Strategy::BestFirst::Races,
};

}  // namespace jmc::por
