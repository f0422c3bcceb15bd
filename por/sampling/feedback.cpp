#include "por/sampling/feedback.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "por/sampling/sampler.hpp"

namespace jmc::por {

namespace {

constexpr uint64_t kFresh = 4;                  // one execution of so many follows none
constexpr size_t kMostKept = 256;               // executions; those that were kept first go first
constexpr size_t kMostSteps = size_t{1} << 22;  // of all that are kept
constexpr size_t kMostPairs = size_t{1} << 20;  // that are remembered
constexpr uint32_t kApart = 3;                  // accesses of a thread to a variable that are told apart

uint64_t mixed(uint64_t a, uint64_t b) {
  RandomSource source(a * 0xd6e8feb86659fd93u + b);
  return source.next();
}

class Feedback final : public Sampler {
 public:
  explicit Feedback(SearchRun& run) : Sampler(run) { name_objects(); }

 private:
  struct Event {
    ThreadId thread = kNoThread;
    uint64_t name = 0;
  };
  struct Variable {
    Event write;               // the last one
    std::vector<Event> reads;  // since then, the last one of each thread
    PerThread accesses;
  };

  void begin() override;
  ThreadId choose(const ThreadSet& enabled) override;
  uint32_t way(ThreadId thread, uint32_t ways) override;
  void takes(ThreadId thread) override;
  void ended() override;
  std::string summary() const override;

  void access(ThreadId thread, const Access& a);
  void meet(uint64_t variable, const Event& earlier, const Event& later);

  std::vector<std::vector<PathStep>> kept_;
  size_t kept_steps_ = 0;
  std::unordered_set<uint64_t> pairs_;  // in one order each
  PartialOrderPriorities priorities_;
  // Of the execution that is drawn.
  const std::vector<PathStep>* followed_ = nullptr;
  size_t follow_ = 0;  // so many of its steps
  std::unordered_map<uint64_t, Variable> variables_;
  bool new_ = false;
};

void Feedback::begin() {
  priorities_.clear();
  variables_.clear();
  new_ = false;
  followed_ = nullptr;
  follow_ = 0;
  if (kept_.empty() || random_.below(kFresh) == 0) return;
  followed_ = &kept_[random_.below(kept_.size())];
  follow_ = random_.below(followed_->size());
}

ThreadId Feedback::choose(const ThreadSet& enabled) {
  const size_t at = run_.path.size();
  if (at < follow_) {
    const ThreadId thread = (*followed_)[at].thread;
    if (enabled.contains(thread)) return thread;
    follow_ = 0;  // the system has learnt something since, and steps are others
  }
  return priorities_.choose(system_, enabled, random_);
}

uint32_t Feedback::way(ThreadId thread, uint32_t ways) {
  const size_t at = run_.path.size();
  if (at < follow_ && (*followed_)[at].thread == thread && (*followed_)[at].alternative < ways)
    return (*followed_)[at].alternative;
  return Sampler::way(thread, ways);
}

void Feedback::meet(uint64_t variable, const Event& earlier, const Event& later) {
  if (earlier.thread == kNoThread || earlier.thread == later.thread || pairs_.size() >= kMostPairs) return;
  new_ |= pairs_.insert(mixed(mixed(variable, earlier.name), later.name)).second;
}

void Feedback::access(ThreadId thread, const Access& a) {
  const uint64_t name = uint64_t{a.where.object} << 32 | a.where.field;
  Variable& v = variables_[name];
  uint32_t& number = v.accesses[thread];
  number = std::min(number + 1, kApart + 1);
  const Event event{thread, uint64_t{thread} << 32 | uint64_t{number} << 1 | a.write};
  meet(name, v.write, event);
  if (a.write) {
    for (const Event& read : v.reads) meet(name, read, event);
    v.write = event;
    v.reads.clear();
    return;
  }
  const auto at = std::find_if(v.reads.begin(), v.reads.end(), [&](const Event& e) { return e.thread == thread; });
  if (at == v.reads.end()) v.reads.push_back(event);
  else *at = event;
}

void Feedback::takes(ThreadId thread) {
  const Op op = system_.pending(thread);
  for (int i = 0; i < op.access_count; ++i)
    if (lasting(op.accesses[i].where)) access(thread, op.accesses[i]);
}

void Feedback::ended() {
  const std::vector<PathStep>& path = run_.path;
  if (!new_ || path.empty() || path.size() > kMostSteps) return;
  while (!kept_.empty() && (kept_.size() == kMostKept || kept_steps_ + path.size() > kMostSteps)) {
    kept_steps_ -= kept_.front().size();
    kept_.erase(kept_.begin());
  }
  kept_steps_ += path.size();
  kept_.push_back(path);
}

std::string Feedback::summary() const {
  return std::to_string(pairs_.size()) + " orders of two conflicting accesses were seen, and " +
         std::to_string(kept_.size()) + " executions that have shown new ones were varied";
}

}  // namespace

void run_feedback(SearchRun& run) { Feedback(run).explore(); }

}  // namespace jmc::por
