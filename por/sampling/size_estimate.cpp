#include "por/sampling/size_estimate.hpp"

#include <algorithm>
#include <cmath>

namespace jmc::por {

namespace {

constexpr double kUsual = 2, kWeight = 3;  // exponent of most programs, and how many states left it counts for
constexpr uint64_t kFewest = 3;            // states left from which on a run says something
constexpr double kFurthest = 3;            // of the logarithm of what is to come
// Of that logarithm: between which the truth was five of six times.
constexpr double kLeast = 0.3, kMost = 2.5, kMostMore = 0.5;

}  // namespace

void SizeEstimate::descend(std::span<const PathStep> path, uint64_t state) {
  if (!path_.empty() && !path.empty()) path_.back().thread = path.back().thread;
  uint32_t ways = 0;
  if (!system_.is_final())
    for (ThreadId t = 0; t < system_.thread_count(); ++t)
      if (!system_.ended(t)) ways += system_.pending(t).alternatives;
  path_.push_back({state, count_ - 1, kNoThread, ways > 1});
}

void SizeEstimate::leave() {
  const State left = path_.back();
  path_.pop_back();
  const double size = static_cast<double>(count_ - left.before);
  if (left.choice && left.thread != kNoThread) {
    if (run_.thread != left.thread) run_ = {.thread = left.thread, .size = below_};
    ++run_.left;
    const double x = std::log(static_cast<double>(run_.left + 1)), y = std::log(size / run_.size);
    run_.xy += x * y;
    run_.xx += x * x;
  }
  below_ = size;
}

SizeEstimate::Answer SizeEstimate::now() const {
  Answer out;
  out.seen = count_;
  const double seen = static_cast<double>(count_);
  if (path_.empty() && !descending_) {
    out.states = out.least = out.most = seen;
    return out;
  }
  if (run_.left < kFewest) return out;
  uint64_t above = 0;  // with a choice
  for (const State& s : path_)
    if (s.choice) {
      if (s.thread != run_.thread) return out;
      ++above;
    }
  // The one that the search is in counts half.
  const double here = static_cast<double>(run_.left) + (above ? 1.5 : 1);
  const double size = static_cast<double>(count_ - path_.back().before);
  const double x = std::log(here), y = std::log(std::max(1.0, size / run_.size));
  const double exponent = (run_.xy + x * y + kWeight * kUsual) / (run_.xx + x * x + kWeight);
  const double more = exponent * std::log(static_cast<double>(run_.left + above + 1) / here);
  if (more > kFurthest) return out;
  out.states = seen * std::exp(more);
  out.least = seen * std::exp(kLeast * more);
  out.most = seen * std::exp(kMost * more + kMostMore);
  const double seconds = std::chrono::duration<double>(Clock::now() - began_).count();
  if (count_ > earlier_) out.seconds_left = seconds * (out.states - seen) / static_cast<double>(count_ - earlier_);
  return out;
}

}  // namespace jmc::por
