#include "por/sampling/probes.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "por/stateful/polling.hpp"
#include "por/strategy.hpp"
#include "por/thread_order.hpp"

namespace jmc::por {

namespace {

using WallClock = std::chrono::steady_clock;

constexpr uint64_t kFewestComplete = 100;
constexpr size_t kFewestBatches = 8, kMostBatches = 100'000, kSamples = 500;
constexpr uint64_t kLongest = 100'000;
constexpr double kLeastPromise = 0.001;
constexpr uint32_t kPolls = 20, kPollsForEver = 1000;  // accesses in a row: drawn seldom; where there is no spin limit
constexpr uint32_t kMostReads = 8;  // accesses to the same, after which it is looked whether the thread polls
constexpr uint32_t kOwnSteps = 16;  // of the thread, among which they are
constexpr double kCarries = 0.3;    // one batch more than this part of all: the sum rests on luck

class Probes {
 public:
  explicit Probes(SearchRun& run)
      : run_(run),
        system_(run.system),
        random_(run.options.seed),
        by_races_(strategy_of(run.options).states == Strategy::States::Never),
        alone_(run.options.strategy == "s-por" && !run.options.no_safe_sets) {
    run_.number_objects = !(by_path_ = system_.name_by_path(true));
  }
  ~Probes() {
    if (by_path_) system_.name_by_path(false);
  }
  void explore();

 private:
  struct Child {
    ThreadId thread;
    uint32_t alternative;
    uint64_t paths;
    double weight;
    double promise;  // that somebody will be awake at the end: which step is drawn how often is free, if it counts so
  };
  // Of threads that fell asleep before an access.
  struct Slept {
    double woken = 0.5, never = 0.5;
    double promise() const { return woken / (woken + never); }
  };
  struct Frame {
    TransitionSystem::Mark mark;
    StateNumber state;
    bool marked, moved = false;
    size_t ops, children;  // where its own begin
    double weight;
    ThreadSet sleep, awake;
  };
  // Of the path: whose step, and what it accessed first.
  struct Taken {
    ThreadId thread;
    Location where;
  };
  void batch();
  bool polls(const ThreadSet& sleep);
  bool goes_on_alone(ThreadId thread, Location where);
  void enter(StateNumber state, const ThreadSet& sleep, uint64_t paths, double weight);
  void choose(Frame& frame, uint64_t paths, const ThreadSet& threads);
  ThreadSet sleep_after(const Frame& frame, ThreadId thread);
  Slept& slept(const Frame& frame, ThreadId thread);
  void blame(const Frame& frame);
  void leave();
  void tell() const;
  uint64_t longest_path() const { return run_.options.depth_bound ? run_.options.depth_bound : kLongest; }

  SearchRun& run_;
  TransitionSystem& system_;
  RandomSource random_;
  const bool by_races_, alone_;
  bool by_path_;
  TraceEstimate found_;
  std::vector<double> sums_;  // of each batch
  double sum_ = 0;
  bool drawn_ = false;   // something was left to chance
  bool seldom_ = false;  // there are paths that are drawn seldom, whatever was drawn
  std::map<std::tuple<ThreadId, Location, bool>, Slept> slept_;  // in all draws up to now
  std::vector<Frame> frames_;
  std::vector<Op> ops_;
  std::vector<Child> children_;
  std::vector<Taken> taken_;
  // After so many accesses to that, at about that depth.
  using Followed = std::tuple<ThreadId, Location, uint32_t, size_t>;
  std::set<Followed> followed_;
};

void Probes::explore() {
  const TransitionSystem::Mark initial = system_.mark();
  const auto until = WallClock::now() + std::chrono::duration_cast<WallClock::duration>(
                                            std::chrono::duration<double>(run_.options.probe_seconds));
  const uint64_t most = run_.options.executions ? run_.options.executions : kMostBatches;
  while (!run_.over() && sums_.size() < most && (sums_.empty() || WallClock::now() < until)) {
    batch();
    if (run_.over()) break;
    sums_.push_back(sum_);
    if (!drawn_ || found_.polls) break;
  }
  found_.exact = !drawn_ && !run_.over() && found_.unended == 0 && !found_.polls;
  if (!run_.over()) run_.end(SearchEnd::Sampled);
  tell();
  system_.undo(initial);
  system_.release(initial);
}

void Probes::batch() {
  sum_ = 0;
  const TransitionSystem::Mark start = system_.mark();
  enter(run_.arrive().state, {}, run_.options.probe_paths, 1);
  while (!frames_.empty() && !run_.over()) {
    Frame& frame = frames_.back();
    if (children_.size() == frame.children) {
      leave();
      continue;
    }
    const Child child = children_.back();
    children_.pop_back();
    if (frame.moved) run_.go_back(frame.mark, frames_.size() - 1);
    frame.moved = true;
    const ThreadSet sleep = sleep_after(frame, child.thread);
    for (const ThreadId t : frame.sleep - sleep) slept(frame, t).woken += 1;
    if (!run_.step(child.thread, child.alternative)) break;
    const StateNumber state = run_.arrive(frame.state).state;
    if (run_.over()) break;
    taken_.resize(frames_.size() - 1);
    const Op& op = ops_[frame.ops + child.thread];
    taken_.push_back({child.thread, op.access_count ? op.accesses[0].where : Location{}});
    if (!found_.polls && polls(sleep)) {
      found_.polls = true;
      run_.listener.polled_in_vain(run_.path, child.thread, run_.options.spin_limit);
    }
    if (run_.over()) break;
    enter(state, sleep, child.paths, child.weight);  // invalidates `frame`
  }
  frames_.clear();
  ops_.clear();
  children_.clear();
  run_.go_back(start, 0);
  system_.release(start);
}

// Whether the thread of the last step waits in a loop for what others write. A path on which it takes many turns is
// drawn seldom: it is asked as soon as it has accessed the same again, among its last steps. In the loop it may write
// as well: take a lock, count its turns.
bool Probes::polls(const ThreadSet& sleep) {
  const Taken& last = taken_.back();
  uint32_t times = 0, own = 0;
  for (size_t i = taken_.size(); i-- > 0 && own < kOwnSteps && times <= kMostReads;) {
    if (taken_[i].thread != last.thread) continue;
    ++own;
    times += taken_[i].where == last.where;
  }
  if (times < 2 || times > kMostReads || system_.is_final()) return false;
  bool others = false;  // who could write it
  for (ThreadId t = 0; t < system_.thread_count(); ++t)
    others |= t != last.thread && !system_.ended(t) && !sleep.contains(t) && run_.pending(t).enabled();
  // Another loop over the same may come later on the path.
  const Followed place{last.thread, last.where, times, run_.path.size() / kOwnSteps};
  return others && followed_.insert(place).second && goes_on_alone(last.thread, last.where);
}

// Up to the spin limit, at which a search would leave it. Where it takes many turns and then goes on, there are as many
// executions for a write of others, most of which are hardly ever drawn. A loop that writes may come to its end some
// time: only one that has done nothing else up to the limit is said to poll.
bool Probes::goes_on_alone(ThreadId thread, Location where) {
  const uint32_t limit = run_.options.spin_limit ? run_.options.spin_limit : kPollsForEver;
  const TransitionSystem::Mark here = system_.mark();
  const size_t depth = run_.path.size(), most = 2 * size_t{limit};
  PollingWatch some(kPolls, false), all(limit, false);
  bool for_ever = false, vain = true;
  size_t n = 0, same = 0;
  for (; n < most && !for_ever && run_.path.size() < longest_path(); ++n) {
    if (system_.is_final() || system_.ended(thread)) break;
    const Op op = run_.pending(thread);
    if (!op.enabled()) break;
    vain &= changes_nothing(op);
    same += op.access_count && op.accesses[0].where == where;
    if (vain) {
      some.step(kPolls / 2 + n, thread, op);
      all.step(limit / 2 + n, thread, op);
    }
    if (!run_.step(thread, 0)) break;
    run_.identify();
    if (!vain) continue;
    seldom_ |= some.in_vain(kPolls / 2 + n + 1, thread) != 0;
    for_ever = all.in_vain(limit / 2 + n + 1, thread);
  }
  seldom_ |= same >= kPolls || n == most || run_.path.size() >= longest_path();
  run_.go_back(here, depth);
  system_.release(here);
  return for_ever;
}

Probes::Slept& Probes::slept(const Frame& frame, ThreadId thread) {
  const Op& op = ops_[frame.ops + thread];
  return slept_[{thread, op.access_count ? op.accesses[0].where : Location{}, op.access_count && op.accesses[0].write}];
}

// Nobody is awake. Of those who sleep, what is known about the likeliest is confirmed: others may have been woken, had
// the path gone on.
void Probes::blame(const Frame& frame) {
  double least = 1;
  for (const ThreadId t : frame.sleep) least = std::min(least, slept(frame, t).promise());
  for (const ThreadId t : frame.sleep)
    if (Slept& s = slept(frame, t); s.promise() <= least) s.never += 1;
}

// Who sleeps in the successor: no step of theirs has been overtaken by a dependent one.
ThreadSet Probes::sleep_after(const Frame& frame, ThreadId thread) {
  ThreadSet sleep;
  if (!by_races_) return sleep;
  const Op* ops = ops_.data() + frame.ops;
  for (const ThreadId t : frame.sleep)
    if (!dependent(ops[t], ops[thread])) sleep.insert(t);
  for (const ThreadId t : frame.awake) {
    if (t >= thread) break;
    if (!dependent(ops[t], ops[thread])) sleep.insert(t);
  }
  return sleep;
}

void Probes::enter(StateNumber state, const ThreadSet& sleep, uint64_t paths, double weight) {
  Frame frame{.mark = 0,
              .state = state,
              .marked = false,
              .ops = ops_.size(),
              .children = children_.size(),
              .weight = weight,
              .sleep = sleep,
              .awake = {}};
  if (system_.is_final()) {
    ++found_.complete;
    sum_ += weight;
    run_.arrive_at_end();
  } else if (run_.path.size() >= longest_path()) {
    ++found_.unended;
    ++run_.statistics.blocked_executions;
  } else {
    const ThreadId threads = system_.thread_count();
    ops_.resize(ops_.size() + threads);
    ThreadId alone = kNoThread;
    for (ThreadId t = 0; t < threads; ++t) {
      if (system_.ended(t)) continue;
      const Op op = run_.pending(t);
      ops_[frame.ops + t] = op;
      if (!op.enabled() || sleep.contains(t)) continue;
      frame.awake.insert(t);
      if (alone_ && !op.visible() && alone == kNoThread) alone = t;
    }
    if (!frame.awake.empty()) choose(frame, paths, alone == kNoThread ? frame.awake : thread_bit(alone));
    else {
      ++found_.abandoned;
      ++run_.statistics.blocked_executions;
      blame(frame);
    }
  }
  if (children_.size() - frame.children > 1) {
    frame.mark = system_.mark();
    frame.marked = true;
  }
  frames_.push_back(std::move(frame));
}

// Which steps are taken, and how many of the paths each of them gets: a part by what it promises. A step that can
// expect less than one path is taken with that probability, and counts for those like it that are not.
void Probes::choose(Frame& frame, uint64_t paths, const ThreadSet& threads) {
  double promises = 0;
  for (const ThreadId t : threads) {
    double promise = 1;
    for (const ThreadId asleep : sleep_after(frame, t)) promise *= slept(frame, asleep).promise();
    promise = std::max(promise, kLeastPromise);
    for (uint32_t a = 0; a < ops_[frame.ops + t].alternatives; ++a) {
      children_.push_back({t, a, 0, frame.weight, promise});
      promises += promise;
    }
  }
  const auto begin = children_.begin() + static_cast<std::ptrdiff_t>(frame.children);
  const uint64_t all = children_.size() - frame.children;
  const bool each = paths >= all;
  const double shared = static_cast<double>(each ? paths - all : paths) / promises;
  double up_to = static_cast<double>(random_.next() >> 11) * 0x1.0p-53;
  for (auto c = begin; c != children_.end(); ++c) {
    const double expected = c->promise * shared, before = std::floor(up_to);
    up_to += expected;
    c->paths = static_cast<uint64_t>(std::floor(up_to) - before) + each;
    if (!each && expected < 1) c->weight /= expected;
  }
  if (each) return;
  drawn_ = true;
  children_.erase(std::remove_if(begin, children_.end(), [](const Child& c) { return c.paths == 0; }), children_.end());
}

void Probes::leave() {
  const Frame& frame = frames_.back();
  run_.left(frame.state);
  ops_.resize(frame.ops);
  if (frame.marked) system_.release(frame.mark);
  frames_.pop_back();
}

// The mean of the batches, each of which has the number sought as its expectation, and where it lies in nine of ten
// ways of drawing the batches again from themselves.
void Probes::tell() const {
  TraceEstimate out = found_;
  out.batches = sums_.size();
  const double n = static_cast<double>(sums_.size());
  double all = 0, largest = 0;
  for (const double s : sums_) all += s, largest = std::max(largest, s);
  if (sums_.empty() || all == 0 || found_.polls) return run_.drew(out);
  out.expected = out.least = out.most = all / n;
  if (!out.exact) {
    out.few = sums_.size() < kFewestBatches || found_.complete < kFewestComplete || largest > kCarries * all || seldom_;
    RandomSource again(run_.options.seed + 1);
    std::vector<double> means;
    for (size_t i = 0; i < kSamples; ++i) {
      double sum = 0;
      for (size_t j = 0; j < sums_.size(); ++j) sum += sums_[again.below(sums_.size())];
      means.push_back(sum / n);
    }
    std::sort(means.begin(), means.end());
    out.least = means[kSamples / 20];
    out.most = means[kSamples - 1 - kSamples / 20];
  }
  run_.drew(out);
}

}  // namespace

void run_probes(SearchRun& run) { Probes(run).explore(); }

}  // namespace jmc::por
