#include "check/search/simplify.hpp"

#include <algorithm>
#include <atomic>
#include <optional>
#include <tuple>
#include <utility>

#include "listeners/multiplexer.hpp"
#include "listeners/operations.hpp"
#include "listeners/story_rows.hpp"
#include "por/search.hpp"
#include "por/support.hpp"

namespace jmc::check {

namespace {

using Path = std::vector<por::PathStep>;
using por::ErrorKind;

bool same(const listeners::FoundViolation& a, const listeners::FoundViolation& b) {
  return a.kind == b.kind && a.key == b.key;
}

// Whether the violation that the system stands in is the one wanted.
bool is_wanted(const vm::JvmSystem& system, const listeners::FoundViolation& wanted, ErrorKind kind) {
  listeners::Violations here(system);
  here.violation({}, kind);
  return std::any_of(here.all().begin(), here.all().end(),
                     [&](const listeners::FoundViolation& v) { return same(v, wanted); });
}

// Ends a search when it has met the violation, or spent what it may.
class Target : public por::Listener {
 public:
  static constexpr unsigned kEvents = por::kViolationEvents | por::kProgressEvents;
  Target(const vm::JvmSystem& system, const listeners::FoundViolation& wanted, const SimplifyBudget& budget)
      : system_(system), wanted_(wanted), budget_(budget) {}

  void violation(std::span<const por::PathStep> path, ErrorKind kind) override {
    if (!path_ && is_wanted(system_, wanted_, kind)) {
      path_.emplace(path.begin(), path.end());
      over = true;
    }
  }
  void progress(const por::SearchStatistics& so_far) override {
    if (so_far.transitions >= budget_.steps || budget_.over()) over = true;
  }

  const std::optional<Path>& path() const { return path_; }
  std::atomic<bool> over = false;

 private:
  const vm::JvmSystem& system_;
  const listeners::FoundViolation& wanted_;
  const SimplifyBudget& budget_;
  std::optional<Path> path_;
};

class Simplifier {
 public:
  Simplifier(Machine& machine, vm::Vm::Mark initial, const Configuration& configuration,
             const listeners::FoundViolation& wanted, SimplifyBudget& budget)
      : machine_(machine),
        system_(*machine.system),
        initial_(initial),
        configuration_(configuration),
        wanted_(wanted),
        budget_(budget) {}

  std::vector<SimplestSchedule> find() {
    std::vector<SimplestSchedule> out;
    if (const std::optional<Taken> given = take(wanted_.path.steps())) {
      best_ = *given;
      fewest_preemptions();
      const uint64_t fewest = best_.preemptions;
      const auto add = [&](const Taken& t) {
        out.push_back({t.path, t.preemptions, fewest_ && t.preemptions <= fewest});
      };
      leave_out();
      add(best_);
      if (best_.path.size() > given->path.size()) {
        best_ = *given;
        leave_out();
        add(best_);
      }
      if (stopped_less_) add(*stopped_less_);
      add(*given);
    }
    machine_.vm->undo(initial_);
    return out;
  }

 private:
  struct Taken {
    Path path;
    uint64_t time_outs = 0, preemptions = 0;
    bool simpler_than(const Taken& other) const {
      return std::tuple(time_outs, preemptions, path.size()) <
             std::tuple(other.time_outs, other.preemptions, other.path.size());
    }
  };

  bool spent() const { return budget_.over(); }

  // Takes the steps as far as they can be taken; then each thread goes on as long as it can, the last one first. Ends
  // in the violation that is wanted, or with nothing.
  std::optional<Taken> take(const Path& steps) {
    machine_.vm->undo(initial_);
    Taken taken;
    size_t next = 0;
    const size_t most = 2 * steps.size() + 1000;
    por::ThreadId last = por::kNoThread;
    const auto can = [&](por::ThreadId t) {
      return t < system_.thread_count() && !system_.ended(t) && system_.alternatives(t) > 0;
    };
    while (taken.path.size() < most) {
      if (system_.is_final())
        return system_.deadlocked() && is_wanted(system_, wanted_, ErrorKind::Deadlock) ? std::optional(taken)
                                                                                        : std::nullopt;
      por::PathStep s{por::kNoThread, 0};
      while (next < steps.size() && s.thread == por::kNoThread) {
        const por::PathStep wish = steps[next++];
        if (can(wish.thread) && wish.alternative < system_.alternatives(wish.thread)) s = wish;
      }
      if (s.thread == por::kNoThread && last != por::kNoThread && can(last)) s.thread = last;
      for (por::ThreadId t = 0; s.thread == por::kNoThread && t < system_.thread_count(); ++t)
        if (can(t)) s.thread = t;
      if (s.thread == por::kNoThread) return std::nullopt;
      if (last != por::kNoThread && last != s.thread && can(last)) ++taken.preemptions;
      if (listeners::timed_out(listeners::record_before(*machine_.vm, s.thread, s.alternative))) ++taken.time_outs;
      const por::StepResult result = system_.step(s.thread, s.alternative);
      if (budget_.steps) --budget_.steps;
      taken.path.push_back(s);
      last = s.thread;
      if (result.stop) return std::nullopt;
      if (result.error != ErrorKind::None)
        return is_wanted(system_, wanted_, result.error) ? std::optional(taken) : std::nullopt;
    }
    return std::nullopt;
  }

  // A search of the schedules with so many preemptions at most.
  struct Bounded {
    std::optional<Path> path;  // to the violation
    bool ended = false;        // all were explored, as far as the search knows its scheduling points
  };
  Bounded bounded(uint64_t limit) {
    machine_.vm->undo(initial_);
    por::SearchOptions options;
    options.strategy = "s-por";
    options.bounds = {{por::BoundKind::Preemption, limit}};
    options.livelock = por::Livelock::Off;
    options.keep_going = true;  // past other violations
    options.failing_reads = configuration_.search.failing_reads;
    options.same_value_reads = configuration_.search.same_value_reads;
    options.spin_limit = configuration_.search.spin_limit;
    options.memory_limit_bytes = configuration_.search.memory_limit_bytes;
    options.progress_interval = 256;
    if (!por::check_options(options).empty()) return {};
    Target target(system_, wanted_, budget_);
    options.stop = &target.over;
    listeners::Multiplexer all;
    all.add(target);
    const por::SearchResult result = por::search(system_, options, all);
    budget_.steps -= std::min(budget_.steps, result.statistics.transitions);
    return {target.path(), result.end == por::SearchEnd::Bounded || result.end == por::SearchEnd::Complete};
  }

  void fewest_preemptions() {
    if (!best_.preemptions) fewest_ = true;
    if (configuration_.vm.jmm) return;  // no bounds there
    // A schedule that is found is one, whatever the search relied on; that there is none with fewer preemptions is not
    // so sure once that turns out not to hold, as it does where the search for violations ended early.
    bool sure = true;
    for (uint64_t limit = 0; limit < best_.preemptions && !spent(); ++limit) {
      const Bounded found = bounded(limit);
      if (found.path) {
        std::optional<Taken> taken = take(*found.path);
        if (taken && taken->simpler_than(best_)) best_ = std::move(*taken);
        else if (taken && taken->preemptions < best_.preemptions) stopped_less_ = std::move(taken);
        // Those below were searched to their ends.
        fewest_ = sure && best_.preemptions <= limit;
        return;
      }
      if (!found.ended && !machine_.vm->must_repeat()) return;
      sure = sure && found.ended && !machine_.vm->must_repeat();
      fewest_ = sure && limit + 1 == best_.preemptions;
    }
  }

  // Larger parts first, each tried from the first step to the last.
  void leave_out() {
    for (size_t part = best_.path.size() / 2; part != 0 && !spent(); part = part == 1 ? 0 : (part + 1) / 2)
      for (size_t at = 0; at < best_.path.size() && !spent();) {
        Path candidate(best_.path.begin(), best_.path.begin() + static_cast<std::ptrdiff_t>(at));
        if (at + part < best_.path.size())
          candidate.insert(candidate.end(), best_.path.begin() + static_cast<std::ptrdiff_t>(at + part),
                           best_.path.end());
        if (std::optional<Taken> taken = take(candidate); taken && taken->simpler_than(best_))
          best_ = std::move(*taken);
        else at += part;
      }
  }

  Machine& machine_;
  vm::JvmSystem& system_;
  vm::Vm::Mark initial_;
  const Configuration& configuration_;
  const listeners::FoundViolation& wanted_;
  SimplifyBudget& budget_;
  Taken best_;
  std::optional<Taken> stopped_less_;  // fewer preemptions, at the price of time-outs
  bool fewest_ = false;
};

}  // namespace

std::vector<SimplestSchedule> simplest(Machine& machine, vm::Vm::Mark initial, const Configuration& configuration,
                                       const listeners::FoundViolation& violation, SimplifyBudget& budget) {
  return Simplifier(machine, initial, configuration, violation, budget).find();
}

bool happens_in_a_step(ErrorKind kind) {
  return kind == ErrorKind::Assertion || kind == ErrorKind::UncaughtException || kind == ErrorKind::Deadlock ||
         kind == ErrorKind::ExitStatus;
}

bool tell_simplest(Machine& machine, const Rounds& rounds, const Configuration& c, ReportedViolation& v,
                   listeners::Sources& sources, listeners::Detail detail, SimplifyBudget& budget) {
  // Not where the user has restricted which schedules there are.
  const bool restricted = por::bounded(c.search);
  if (!happens_in_a_step(v.found.kind) || v.found.path.empty() || !budget.steps || restricted) return false;
  const std::vector<SimplestSchedule> schedules = simplest(machine, rounds.initial(), c, v.found, budget);
  const auto tell = [&](const SimplestSchedule& s, listeners::Detail with) {
    listeners::FoundViolation found = v.found;
    found.path = listeners::StoredPath(s.path);
    return listeners::tell(*machine.system, rounds.initial(), found, rounds.before(), sources, with);
  };
  if (schedules.empty()) return false;
  listeners::Story given = tell(schedules.back(), listeners::Detail::Causes);
  const size_t rows = listeners::story_rows(given, c.whole_story).size();
  for (const SimplestSchedule& s : schedules) {
    const bool last = &s == &schedules.back();
    listeners::Story story = last ? std::move(given) : tell(s, listeners::Detail::Causes);
    if (!last && (!story.complete || listeners::story_rows(story, c.whole_story).size() > rows)) continue;
    v.found.path = listeners::StoredPath(s.path);
    v.story = tell(s, detail);
    uint64_t least = s.preemptions;
    for (const SimplestSchedule& other : schedules) least = std::min(least, other.preemptions);
    v.simplicity = {s.preemptions, s.fewest, least};
    return true;
  }
  return false;
}

SimplifyBudget simplify_budget(const Configuration& c, std::chrono::steady_clock::time_point start,
                               uint64_t transitions) {
  using Clock = std::chrono::steady_clock;
  constexpr uint64_t kLeast = 50'000, kMost = 4'000'000;  // up to 20 seconds of a usual program
  constexpr double kSecondsBeside = 5;
  const auto after = [](Clock::time_point t, double s) {
    return t + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(s));
  };
  SimplifyBudget budget;
  if (c.simplify_seconds == 0) return budget;
  budget.steps = c.simplify_seconds > 0 ? ~uint64_t{0} : std::clamp(transitions, kLeast, kMost);
  if (c.simplify_seconds > 0) budget.until = after(Clock::now(), c.simplify_seconds);
  if (c.time_limit > 0)
    budget.until = std::min(budget.until, std::max(after(start, c.time_limit), after(Clock::now(), 0.25)));
  // A search waits for what was drawn beside it, and leaves little of a processor to who makes it simpler.
  if (c.pairs_fd >= 0 && c.simplify_seconds < 0)
    budget.until = std::min(budget.until, after(Clock::now(), kSecondsBeside));
  return budget;
}

}  // namespace jmc::check
