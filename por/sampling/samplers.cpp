#include "por/sampling/samplers.hpp"

#include <algorithm>
#include <vector>

#include "por/stateful/summary.hpp"
#include "por/thread_order.hpp"

namespace jmc::por {

namespace {

constexpr uint64_t kExecutions = 10'000;
constexpr uint64_t kLongest = 1'000'000;
constexpr uint64_t kPatience = 1'000;

class Sampler {
 public:
  explicit Sampler(SearchRun& run) : run_(run), system_(run.system), random_(run.options.seed) {}
  virtual ~Sampler() = default;

  void explore() {
    const TransitionSystem::Mark initial = system_.mark();
    const uint64_t budget = run_.options.executions ? run_.options.executions : kExecutions;
    for (uint64_t n = 0; n < budget && !run_.over(); ++n) {
      run_.go_back(initial, 0);
      execute();
      for (; !visits_.empty() && !run_.over(); visits_.pop_back()) run_.left(visits_.back());
      most_threads_ = std::max(most_threads_, system_.thread_count());
    }
    if (!run_.over()) run_.end(SearchEnd::Sampled, summary());
    system_.undo(initial);
    system_.release(initial);
  }

 protected:
  virtual void begin() {}
  // The current state; `enabled` is not empty.
  virtual ThreadId choose(const ThreadSet& enabled) = 0;
  // The chosen thread has made its step.
  virtual void stepped(ThreadId thread) { (void)thread; }
  virtual std::string summary() const { return {}; }

  // 0 or more, less than 1.
  double fraction() { return static_cast<double>(random_.next() >> 11) * 0x1.0p-53; }

  SearchRun& run_;
  TransitionSystem& system_;
  RandomSource random_;
  ThreadId most_threads_ = 0;

 private:
  std::vector<StateNumber> visits_;  // the states of the execution
  bool kept_ = false;                // the thread of the last step is inside a sealed call and must not be preempted
  void execute() {
    const uint64_t longest = run_.options.depth_bound ? run_.options.depth_bound : kLongest;
    visits_.push_back(run_.arrive().state);
    kept_ = false;
    begin();
    ThreadId last = kNoThread;
    while (!run_.over() && !system_.is_final()) {
      if (run_.path.size() >= longest) {
        ++run_.statistics.blocked_executions;
        return;
      }
      ThreadSet enabled;
      for (ThreadId t = 0; t < system_.thread_count(); ++t)
        if (!system_.ended(t) && system_.pending(t).enabled()) enabled.insert(t);
      // A seal is about what has happened since the state was marked.
      if (run_.options.sealed != 0) system_.mark();
      const bool keep = run_.options.sealed != 0 && last != kNoThread && enabled.contains(last) && kept_;
      last = keep ? last : choose(enabled);
      const uint32_t alternatives = system_.pending(last).alternatives;
      const uint32_t alternative = alternatives > 1 ? static_cast<uint32_t>(random_.below(alternatives)) : 0;
      if (!run_.step(last, alternative)) return;
      kept_ = (system_.tags(last) & run_.options.sealed) != 0;
      visits_.push_back(run_.arrive(visits_.back()).state);
      stepped(last);
    }
    if (!run_.over()) run_.arrive_at_end();
  }
};

class RandomWalks final : public Sampler {
 public:
  using Sampler::Sampler;

 private:
  ThreadId choose(const ThreadSet& enabled) override {
    auto at = enabled.begin();
    for (uint64_t skip = random_.below(enabled.size()); skip != 0; --skip) ++at;
    return *at;
  }
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
  explicit Pos(SearchRun& run) : Sampler(run) { run_.number_objects = !(by_path_ = system_.name_by_path(true)); }
  ~Pos() override {
    if (by_path_) system_.name_by_path(false);
  }

 private:
  void begin() override { priorities_.clear(); }
  ThreadId choose(const ThreadSet& enabled) override {
    while (priorities_.size() < system_.thread_count()) priorities_.push_back(fraction());
    ThreadId best = kNoThread;
    for (const ThreadId t : enabled)
      if (best == kNoThread || priorities_[t] > priorities_[best]) best = t;
    const Op op = system_.pending(best);
    for (ThreadId t = 0; t < priorities_.size(); ++t)
      if (t == best || (!system_.ended(t) && dependent(op, system_.pending(t)))) priorities_[t] = fraction();
    return best;
  }

  std::vector<double> priorities_;  // by thread, of its pending operation
  bool by_path_;                    // the system has names for objects that need no fingerprint
};

}  // namespace

void run_random_walks(SearchRun& run) { RandomWalks(run).explore(); }
void run_pct(SearchRun& run) { Pct(run).explore(); }
void run_pos(SearchRun& run) { Pos(run).explore(); }

}  // namespace jmc::por
