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
  path_.push_back({state, seen() - 1, kNoThread, ways > 1});
}

// What others close in the meantime counts, as it does at the end. What two have explored counts until both have closed
// it, so that the number may fall.
double SizeEstimate::below(const State& state) const {
  return std::max(1.0, static_cast<double>(static_cast<int64_t>(seen() - state.before)));
}

void SizeEstimate::leave() {
  const State left = path_.back();
  path_.pop_back();
  const double size = below(left);
  if (left.choice && left.thread != kNoThread) {
    if (run_.thread != left.thread) run_ = {.thread = left.thread, .size = below_};
    ++run_.left;
    const double x = std::log(static_cast<double>(run_.left + 1)), y = std::log(std::max(1.0, size / run_.size));
    run_.xy += x * y;
    run_.xx += x * x;
  }
  below_ = size;
}

SizeEstimate::Answer SizeEstimate::now() const {
  Answer out;
  out.seen = seen();
  const double before = static_cast<double>(closed_before_), seen = static_cast<double>(out.seen) - before;
  if (path_.empty() && !descending_) {
    out.states = out.least = out.most = seen + before;
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
  const double size = below(path_.back());
  const double x = std::log(here), y = std::log(std::max(1.0, size / run_.size));
  const double exponent = (run_.xy + x * y + kWeight * kUsual) / (run_.xx + x * x + kWeight);
  const double more = exponent * std::log(static_cast<double>(run_.left + above + 1) / here);
  if (more > kFurthest) return out;
  out.states = before + seen * std::exp(more);
  out.least = before + seen * std::exp(kLeast * more);
  out.most = before + seen * std::exp(kMost * more + kMostMore);
  const double seconds = std::chrono::duration<double>(Clock::now() - began_).count();
  const double seen_here = seen - static_cast<double>(earlier_);
  if (seen_here > 0) out.seconds_left = seconds * (out.states - before - seen) / seen_here;
  return out;
}

}  // namespace jmc::por
