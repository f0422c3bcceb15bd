#include "por/sampling/sampler.hpp"

#include <algorithm>

namespace jmc::por {

namespace {

constexpr uint64_t kExecutions = 10'000;
constexpr uint64_t kLongestExecution = 1'000'000;

double fraction_of(RandomSource& random) { return static_cast<double>(random.next() >> 11) * 0x1.0p-53; }

}  // namespace

Sampler::~Sampler() {
  if (by_path_) system_.name_by_path(false);
}

void Sampler::name_objects() {
  if (named_) return;
  named_ = true;
  run_.number_objects = !(by_path_ = system_.name_by_path(true));
}

void Sampler::explore() {
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

void Sampler::execute() {
  const uint64_t longest = run_.options.depth_bound ? run_.options.depth_bound : kLongestExecution;
  visits_.push_back(run_.arrive().state);
  kept_ = false;
  begin();
  ThreadId last = kNoThread;
  while (!run_.over() && !system_.is_final()) {
    if (run_.path.size() >= longest) {
      ++run_.statistics.blocked_executions;
      return ended();
    }
    ThreadSet enabled;
    for (ThreadId t = 0; t < system_.thread_count(); ++t)
      if (!system_.ended(t) && system_.pending(t).enabled()) enabled.insert(t);
    // A seal is about what has happened since the state was marked.
    if (run_.options.sealed != 0) system_.mark();
    const bool keep = run_.options.sealed != 0 && last != kNoThread && enabled.contains(last) && kept_;
    last = keep ? last : choose(enabled);
    const uint32_t alternatives = system_.pending(last).alternatives;
    const uint32_t alternative = alternatives > 1 ? way(last, alternatives) : 0;
    takes(last);
    if (!run_.step(last, alternative)) return;
    kept_ = (system_.tags(last) & run_.options.sealed) != 0;
    visits_.push_back(run_.arrive(visits_.back()).state);
    stepped(last);
  }
  if (run_.over()) return;
  ended();
  run_.arrive_at_end();
}

ThreadId Sampler::any_of(const ThreadSet& threads) {
  auto at = threads.begin();
  for (uint64_t skip = random_.below(threads.size()); skip != 0; --skip) ++at;
  return *at;
}

ThreadId PartialOrderPriorities::choose(const TransitionSystem& system, const ThreadSet& enabled,
                                        RandomSource& random) {
  while (values_.size() < system.thread_count()) values_.push_back(fraction_of(random));
  ThreadId best = kNoThread;
  for (const ThreadId t : enabled)
    if (best == kNoThread || values_[t] > values_[best]) best = t;
  const Op op = system.pending(best);
  for (ThreadId t = 0; t < values_.size(); ++t)
    if (t == best || (!system.ended(t) && dependent(op, system.pending(t)))) values_[t] = fraction_of(random);
  return best;
}

}  // namespace jmc::por
