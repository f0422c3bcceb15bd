#include "por/source_dpor.hpp"

#include "por/stateless_search.hpp"

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
    if (first != 0 && !(first & (before.backtrack | before.sleep))) add(step, thread_bit(run_.order.pick(first)));
    return true;
  }
};

}  // namespace

void run_source_dpor(SearchRun& run) { SourceSearch(run).explore(); }

}  // namespace jmc::por
