#include "check/answers/story_budget.hpp"

#include <algorithm>

#include "base/memory.hpp"

namespace jmc::check {

namespace {

constexpr size_t kMostStories = 1000;
constexpr uint64_t kStorySteps = 50'000;  // of all stories together: one or two seconds
constexpr uint64_t kStoryShare = 20;      // of the transitions of a search; a step that is told costs about four
constexpr uint64_t kStoryStart = 100;     // steps that a story costs besides those of its path

}  // namespace

StoryBudget::StoryBudget(const Configuration& configuration, uint64_t transitions)
    : c_(configuration), steps_(std::max(kStorySteps, transitions / kStoryShare)) {}

bool StoryBudget::left() const {
  if (told_ == 0) return true;
  if (c_.time_limit > 0 &&
      std::chrono::duration<double>(Clock::now() - begun_).count() >= std::max(0.5, c_.time_limit / 10))
    return false;
  return told_ < kMostStories && steps_ != 0 &&
         (!c_.search.memory_limit_bytes || base::resident_bytes() < c_.search.memory_limit_bytes);
}

void StoryBudget::told(size_t steps) {
  ++told_;
  steps_ -= std::min<uint64_t>(steps_, kStoryStart + steps);
}

}  // namespace jmc::check
