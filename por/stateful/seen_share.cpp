#include "por/stateful/seen_share.hpp"

#include <algorithm>
#include <chrono>

#include "por/thread_order.hpp"

namespace jmc::por {

namespace {

constexpr uint64_t kMostDrawn = 1000;
constexpr uint64_t kLeastLongest = 1000;  // steps

}  // namespace

SeenShare seen_share(SearchRun& run) {
  using Clock = std::chrono::steady_clock;
  SeenShare out;
  TransitionSystem& system = run.system;
  // Who has stopped the search waits.
  const bool stopped = run.options.stop && run.options.stop->load();
  const auto until = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                        std::chrono::duration<double>(run.options.seen_share_seconds));
  uint64_t steps = 0;
  const auto spent = [&] { return steps >= run.options.seen_share_steps || (stopped && Clock::now() >= until); };
  const uint64_t longest = std::max(kLeastLongest, 4 * run.statistics.max_depth);
  RandomSource random(run.options.seed);
  const TransitionSystem::Mark initial = system.mark();
  std::vector<PathStep> enabled;
  bool broken = false;
  while (out.drawn < kMostDrawn && !spent() && !broken) {
    system.undo(initial);
    bool whole = true;
    for (uint64_t n = 0; !system.is_final() && whole; ++n) {
      enabled.clear();
      system.fingerprint();  // operations name objects as the state they are asked in numbers them
      for (ThreadId t = 0; t < system.thread_count(); ++t) {
        if (system.ended(t)) continue;
        for (uint32_t a = 0, all = system.pending(t).alternatives; a < all; ++a) enabled.push_back({t, a});
      }
      if (enabled.empty()) break;
      const PathStep step = enabled[random.below(enabled.size())];
      broken = system.step(step.thread, step.alternative).stop;
      ++steps;
      whole = !broken && n < longest && ((n & 63) || !spent());
    }
    if (!whole) continue;
    ++out.drawn;
    out.known += run.knows_current();
  }
  system.undo(initial);
  system.release(initial);
  return out;
}

}  // namespace jmc::por
