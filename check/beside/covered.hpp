// What a search that has no end has covered all the same: bounded searches that came to theirs, executions that were
// drawn, and pairs of conflicting places that were seen in both orders. And how much of that a user accepts as enough.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace jmc::check {

// A search of every schedule with at most so many preemptions, which came to its end and found nothing.
struct CoveredBound {
  uint64_t preemptions = 0;
  bool left_out = true;  // some schedule has more
  uint64_t states = 0;
  double seconds = 0;
};

struct CoveredReport {
  std::vector<CoveredBound> bounds;  // in order: 0, 1, ...
  bool bounding = false;             // the next one was under way,
  uint64_t next_states = 0;          // and has seen so many states
  std::string bounds_reason;         // why no bounded search was begun, or none after these; empty: there was no time
  uint64_t drawn = 0;                // executions, complete ones
  uint64_t pairs = 0, both = 0;      // pairs of conflicting places in these, and of them those seen in both orders
  // How that grows: what the second half of the drawn executions has added to the two.
  uint64_t late_pairs = 0, late_both = 0;
  uint64_t nothing_new = 0;  // so many of the last drawn executions have shown no new pair and no new order of one
  bool pairs_full = false;   // there were more than are counted
  std::vector<std::string> outcomes;  // what drawn executions have printed and the search has not met, sorted

  bool empty() const { return bounds.empty() && drawn == 0; }
};

// "nothing found in any schedule with at most 2 preemptions (complete), nor in 41 200 drawn ones; 31 of 40 pairs of
// conflicting places seen in both orders". Empty if nothing was covered.
std::string covered_text(const CoveredReport& covered);
// Whether there is more to be seen, going by the second half of what was drawn: one sentence, or nothing.
std::string growth_text(const CoveredReport& covered);
// "nothing with at most 2 preemptions, 41 200 drawn, 31 of 40 pairs", for the line of progress.
std::string covered_line(const CoveredReport& covered);

// --accept=preemption:N|samples:N|pairs:P%.
struct Accept {
  enum class What : uint8_t { Nothing, Preemptions, Samples, Pairs } what = What::Nothing;
  uint64_t least = 0;  // preemptions, executions, per cent

  bool asked() const { return what != What::Nothing; }
  // It waits for bounded searches, or for what is drawn: these are no mere company of the search then.
  bool of_bounds() const { return what == What::Preemptions; }
  bool of_draws() const { return what == What::Samples || what == What::Pairs; }
  // Never by what was not looked at: no pair at all is no coverage of pairs.
  bool met(const CoveredReport& covered) const;
};
// Throws UsageError.
Accept parse_accept(const std::string& value);

}  // namespace jmc::check
