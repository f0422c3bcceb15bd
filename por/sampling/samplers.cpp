#include "por/sampling/samplers.hpp"

#include <algorithm>
#include <vector>

#include "por/sampling/sampler.hpp"

namespace jmc::por {

namespace {

constexpr uint64_t kPatience = 1'000;

class RandomWalks final : public Sampler {
 public:
  using Sampler::Sampler;

 private:
  ThreadId choose(const ThreadSet& enabled) override { return any_of(enabled); }
};

// Priorities: 1 to 2 at first, the drops below 1 in the order of their number, and whoever starves others below 0.
class Pct final : public Sampler {
 public:
  using Sampler::Sampler;

 private:
  void begin() override {
    priorities_.clear();
    drops_.clear();
    for (uint32_t i = 1; i < run_.options.pct_depth && longest_ != 0; ++i)
      drops_.push_back(1 + random_.below(longest_));
    lowest_ = 0;
    row_ = 0;
    runner_ = kNoThread;
  }
  ThreadId choose(const ThreadSet& enabled) override {
    while (priorities_.size() < system_.thread_count()) priorities_.push_back(1 + fraction());
    ThreadId best = kNoThread;
    for (const ThreadId t : enabled)
      if (best == kNoThread || priorities_[t] > priorities_[best]) best = t;
    return best;
  }
  void stepped(ThreadId thread) override {
    const uint64_t steps = run_.path.size();
    longest_ = std::max(longest_, steps);
    while (priorities_.size() < system_.thread_count()) priorities_.push_back(1 + fraction());
    row_ = thread == runner_ ? row_ + 1 : 1;
    runner_ = thread;
    for (size_t i = 0; i < drops_.size(); ++i)
      if (drops_[i] == steps) priorities_[thread] = static_cast<double>(i + 1) / static_cast<double>(drops_.size() + 1);
    if (run_.yielded() || row_ >= kPatience) {
      priorities_[thread] = --lowest_;
      demoted_ = true;
      row_ = 0;
    }
  }
  std::string summary() const override {
    const std::string d = std::to_string(run_.options.pct_depth);
    return "an execution shows a bug of depth " + d + " with probability 1/(n k^(" + d +
           "-1)) or more: n = " + std::to_string(most_threads_) + " threads, k = " + std::to_string(longest_) +
           " steps" + (demoted_ ? "; as far as no thread of it gives way to others" : "");
  }

  std::vector<double> priorities_;  // by thread
  std::vector<uint64_t> drops_;     // after how many steps
  double lowest_ = 0;
  bool demoted_ = false;  // a thread that gave way, or ran for long, went behind all others
  uint64_t longest_ = 0;  // execution so far
  uint64_t row_ = 0;      // steps on end by
  ThreadId runner_ = kNoThread;
};

class Pos final : public Sampler {
 public:
  explicit Pos(SearchRun& run) : Sampler(run) { name_objects(); }

 private:
  void begin() override { priorities_.clear(); }
  ThreadId choose(const ThreadSet& enabled) override { return priorities_.choose(system_, enabled, random_); }

  PartialOrderPriorities priorities_;
};

}  // namespace

void run_random_walks(SearchRun& run) { RandomWalks(run).explore(); }
void run_pct(SearchRun& run) { Pct(run).explore(); }
void run_pos(SearchRun& run) { Pos(run).explore(); }

}  // namespace jmc::por
