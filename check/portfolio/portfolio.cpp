#include "check/portfolio/portfolio.hpp"

#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <memory>

#include "check/answers/coverage.hpp"
#include "check/jobs/job.hpp"
#include "listeners/text.hpp"

namespace jmc::check {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_between(Clock::time_point a, Clock::time_point b) {
  return std::chrono::duration<double>(b - a).count();
}

constexpr int kPollMilliseconds = 20;  // between looks at memory and at signals
constexpr double kMemoryGrace = 1;     // seconds for a member that was asked to stop for its memory
constexpr double kStopGrace = 10;      // the same for all, after Ctrl-C; after the time limit see grace()

struct Slot {
  jobs::Job process;
  bool told = false;    // asked to stop for its memory
  bool beside = false;  // draws executions in the time that the others leave, and is none of the jobs
  Clock::time_point told_at{};
};

class Supervisor {
 public:
  Supervisor(const Configuration& options, const Stop& stop, Clock::time_point start, Progress& progress)
      : o_(options), stop_(stop), start_(start), items_(parse_portfolio(options.portfolio)), progress_(progress) {
    p_.jobs = options.jobs;
    p_.memory_limit = options.search.memory_limit_bytes;
  }

  Portfolio go() {
    for (PortfolioMember& m : first_members(items_)) add(std::move(m));
    for (;;) {
      start_members();
      if (running() == 0) break;
      wait();
      if (p_.answer.winner >= 0 && !o_.compare) break;
      if (stop_.now.load()) {
        stop_all();
        break;
      }
      watch_memory();
      show_progress();
    }
    kill_rest();
    progress_.clear();
    p_.answer = answer_of(p_.members, p_.answer.winner, {.keep_going = o_.search.keep_going, .compare = o_.compare});
    p_.seconds = seconds_between(start_, Clock::now());
    return std::move(p_);
  }

 private:
  void add(PortfolioMember&& m) {
    p_.members.emplace_back().member = std::move(m);
    slots_.push_back(std::make_unique<Slot>());
  }
  size_t running() const {
    return static_cast<size_t>(
        std::count_if(slots_.begin(), slots_.end(), [](const auto& s) { return s->process.running(); }));
  }
  void start_members();
  void name_all_members();
  void start(size_t i, bool beside);
  void start_beside();
  double grace() const;
  void wait();
  void ended(size_t i);
  void watch_memory();
  void stop_all();
  void kill_rest();
  void show_progress();
  uint64_t memory() const;
  bool same_error_twice() const;

  const Configuration& o_;
  const Stop& stop_;
  Clock::time_point start_;
  std::vector<PortfolioItem> items_;
  Portfolio p_;
  std::vector<std::unique_ptr<Slot>> slots_;  // one per member
  size_t next_ = 0;                           // the first member that was not started
  bool short_of_memory_ = false;
  Progress& progress_;
};

// An error before the search is one of the input, which all members have; the second one that says so is enough.
bool Supervisor::same_error_twice() const {
  const MemberResult* seen = nullptr;
  for (const MemberResult& r : p_.members) {
    if (!r.reported || r.verdict != Verdict::Error || r.searched) continue;
    if (seen && seen->reason == r.reason) return true;
    seen = &r;
  }
  return false;
}

// The permutations need the number of threads, which the first members find out within a few milliseconds.
void Supervisor::name_all_members() {
  bool needed = false;
  for (const PortfolioItem& item : items_) needed |= item.kind == PortfolioItem::Kind::Permutations && item.count > 1;
  bool known = !needed;
  for (const auto& slot : slots_) {
    const jobs::JobMessage& m = slot->process.latest();
    if (known || m.threads == 0) continue;
    known = true;
    p_.threads.count = m.threads;
    p_.threads.main_works = m.main_works;
  }
  if (!known && running() != 0) return;
  p_.all_named = true;
  std::vector<PortfolioMember> all = all_members(items_, p_.threads);
  for (size_t i = p_.members.size(); i < all.size(); ++i) add(std::move(all[i]));
}

void Supervisor::start_members() {
  for (;;) {
    while (next_ < p_.members.size() && p_.members[next_].end != jobs::JobEnd::NotStarted) ++next_;
    if (!p_.all_named && next_ == p_.members.size()) name_all_members();
    if (next_ == p_.members.size() || stop_.now.load() || same_error_twice()) return;
    const auto beside =
        std::count_if(slots_.begin(), slots_.end(), [](const auto& s) { return s->beside && s->process.running(); });
    const size_t busy = running() - static_cast<size_t>(beside);
    // Memory is short: who starts later would take it from those who are nearer to the end.
    if (short_of_memory_ && busy > 0) return;
    if (busy >= p_.jobs) {
      start_beside();
      return;
    }
    start(next_, false);
  }
}

// All searches that may run are at work, perhaps for ever: the next member that draws executions does so beside them.
void Supervisor::start_beside() {
  if (o_.compare) return;
  for (size_t i = 0; i < p_.members.size(); ++i)
    if (p_.members[i].member.samples() && slots_[i]->process.running()) return;
  for (size_t i = next_; i < p_.members.size(); ++i)
    if (p_.members[i].end == jobs::JobEnd::NotStarted && p_.members[i].member.samples()) return start(i, true);
}

void Supervisor::start(size_t i, bool beside) {
  MemberResult& r = p_.members[i];
  std::vector<std::string> arguments = o_.member_arguments;
  const std::vector<std::string> own = r.member.options();
  arguments.insert(arguments.begin() + 1, own.begin(), own.end());
  r.started = seconds_between(start_, Clock::now());
  r.end = jobs::JobEnd::Running;
  slots_[i]->beside = beside;
  jobs::Job::Extra extra{.nice = beside ? jobs::Job::kBeside : 0};
  if (!o_.coverage.empty()) extra.reports.push_back("coverage");
  if (!o_.coverage_of.empty()) arguments.insert(arguments.begin() + 1, "--coverage-of=" + o_.coverage_of);
  if (!slots_[i]->process.start(std::move(arguments), o_.width, r.reason, extra)) r.end = jobs::JobEnd::Died;
}

// How long members may take to report after they were told to stop.
double Supervisor::grace() const {
  const bool time = static_cast<StopReason>(stop_.reason.load()) == StopReason::TimeLimit;
  return time ? std::max(0.5, o_.time_limit / 10) : kStopGrace;
}

void Supervisor::ended(size_t i) {
  MemberResult& r = p_.members[i];
  if (slots_[i]->told && (r.reported ? r.verdict == Verdict::Inconclusive && !r.complete : r.reason == jobs::kKilled)) {
    r.end = jobs::JobEnd::Memory;
    r.reason =
        "stopped: the biggest when all together reached the memory limit of " + listeners::bytes_text(p_.memory_limit);
  }
  if (p_.answer.winner < 0 && conclusive(r, o_.search.keep_going)) p_.answer.winner = static_cast<int>(i);
}

void Supervisor::wait() {
  std::vector<struct pollfd> fds;
  std::vector<size_t> of;
  for (size_t i = 0; i < slots_.size(); ++i)
    if (slots_[i]->process.running()) {
      fds.push_back({slots_[i]->process.status_fd(), POLLIN, 0});
      of.push_back(i);
    }
  if (poll(fds.data(), fds.size(), kPollMilliseconds) <= 0) return;
  for (size_t k = 0; k < fds.size(); ++k)
    if (fds[k].revents && slots_[of[k]]->process.read_status() &&
        slots_[of[k]]->process.collect(p_.members[of[k]], true))
      ended(of[k]);
}

uint64_t Supervisor::memory() const {
  uint64_t total = 0;
  for (const auto& slot : slots_) total += slot->process.resident_bytes();
  return total;
}

// One limit for all: when they reach it together, the biggest has to go. The last one watches itself.
void Supervisor::watch_memory() {
  Slot* biggest = nullptr;
  uint64_t total = 0, most = 0;
  const auto now = Clock::now();
  bool leaving = false;
  for (const auto& slot : slots_) {
    const uint64_t bytes = slot->process.resident_bytes();
    total += bytes;
    if (!slot->process.running()) continue;
    if (slot->told) {
      leaving = true;
      if (seconds_between(slot->told_at, now) > kMemoryGrace) slot->process.signal(SIGKILL);
    } else if (bytes > most) {
      most = bytes;
      biggest = slot.get();
    }
  }
  if (total <= p_.memory_limit || p_.memory_limit == 0) return;
  if (leaving) {
    if (total > p_.memory_limit + p_.memory_limit / 10)
      for (const auto& slot : slots_)
        if (slot->told) slot->process.signal(SIGKILL);
    return;
  }
  if (!biggest || running() < 2) return;
  short_of_memory_ = true;
  biggest->told = true;
  biggest->told_at = now;
  biggest->process.signal(SIGUSR1);
}

// Time limit or Ctrl-C: each member reports what it has so far.
void Supervisor::stop_all() {
  const bool time = static_cast<StopReason>(stop_.reason.load()) == StopReason::TimeLimit;
  for (const auto& slot : slots_) slot->process.signal(time ? SIGALRM : SIGTERM);
  const auto asked = Clock::now();
  while (running() > 0 && seconds_between(asked, Clock::now()) < grace()) wait();
}

void Supervisor::kill_rest() {
  // Who has ended by now was not stopped: what it says has to agree.
  for (size_t i = 0; i < slots_.size(); ++i)
    if (slots_[i]->process.collect(p_.members[i], false)) ended(i);
  for (const auto& slot : slots_) slot->process.signal(SIGKILL);
  for (size_t i = 0; i < slots_.size(); ++i) {
    MemberResult& r = p_.members[i];
    if (!slots_[i]->process.collect(r, true)) continue;
    if (!r.reported && r.reason == jobs::kKilled) {
      r.end = jobs::JobEnd::Stopped;
      r.reason =
          p_.answer.winner >= 0 ? "stopped: another member had the answer" : "stopped: did not end when it was told to";
    }
    ended(i);
  }
}

void Supervisor::show_progress() {
  if (!progress_.due()) return;
  uint64_t states = 0, transitions = 0;
  for (const auto& slot : slots_) {
    if (!slot->process.running()) continue;
    states += slot->process.latest().states;
    transitions += slot->process.latest().transitions;
  }
  progress_.line(std::to_string(running()) + " of " + std::to_string(p_.members.size()) + " members at work, " +
                 listeners::count(states, "state") + ", " + listeners::count(transitions, "transition") + ", " +
                 listeners::bytes_text(memory()) + ", " +
                 std::to_string(static_cast<int>(seconds_between(start_, Clock::now()))) + " s");
}

}  // namespace

void write_coverage(const Portfolio& portfolio, const Configuration& options) {
  CoverageData all;
  for (const MemberResult& r : portfolio.members)
    if (const auto file = r.reports.find("coverage"); r.reported && file != r.reports.end())
      all.add(CoverageData::parse(file->second->content(), options.coverage));
  write_coverage(options.coverage, all);
}

Portfolio run_portfolio(const Configuration& options, const Stop& stop, Clock::time_point start, Progress& progress) {
  Portfolio failed;
  try {
    return Supervisor(options, stop, start, progress).go();
  } catch (const std::exception& e) {
    failed.answer.verdict = Verdict::Error;
    failed.answer.reason = std::string("portfolio: ") + e.what();
  }
  return failed;
}

}  // namespace jmc::check
