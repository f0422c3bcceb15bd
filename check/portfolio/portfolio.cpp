#include "check/portfolio/portfolio.hpp"

#include <signal.h>

#include <algorithm>
#include <cstdio>
#include <limits>
#include <map>

#include "check/answers/coverage.hpp"
#include "check/jobs/here.hpp"
#include "listeners/text.hpp"

namespace jmc::check {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_between(Clock::time_point a, Clock::time_point b) {
  return std::chrono::duration<double>(b - a).count();
}

constexpr int kBetweenLooks = 20;   // milliseconds, at memory and at signals
constexpr double kMemoryGrace = 1;  // seconds for a member that was asked to stop for its memory
constexpr double kStopGrace = 10;   // the same for all, after Ctrl-C; after the time limit see grace()

// Of a member that runs.
struct AtWork {
  size_t member = 0;
  bool beside = false;  // draws executions in the time that the others leave, and is none of the jobs
  bool told = false;    // asked to stop for its memory
  Clock::time_point told_at{};
};

// Members run on this machine: what they share is its memory, and the time of its processors.
class Supervisor {
 public:
  Supervisor(const Configuration& options, const Stop& stop, Clock::time_point start, Progress& progress)
      : o_(options), stop_(stop), start_(start), items_(parse_portfolio(options.portfolio)), progress_(progress) {
    p_.jobs = options.jobs;
    p_.memory_limit = options.search.memory_limit_bytes;
  }

  Portfolio go() {
    for (PortfolioMember& m : first_members(items_)) p_.members.emplace_back().member = std::move(m);
    for (;;) {
      start_members();
      if (at_work_.empty()) break;
      hear(kBetweenLooks);
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
  void start_members();
  void name_all_members();
  void start(size_t member, bool beside);
  void start_beside();
  double grace() const;
  void hear(int milliseconds);
  void ended(const AtWork& at, jobs::JobResult&& result);
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
  jobs::Here crew_{std::numeric_limits<uint32_t>::max()};  // who may start is decided here
  std::map<uint64_t, AtWork> at_work_;                     // by channel
  size_t next_ = 0;                                        // the first member that was not started
  bool short_of_memory_ = false;
  bool killed_ = false;  // all that still run
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
  const auto see = [this](uint32_t threads, bool main_works) {
    if (threads != 0) p_.threads = {threads, main_works};
    return threads != 0;
  };
  bool known = !needed;
  for (const MemberResult& r : p_.members) known = known || see(r.threads, r.main_works);
  for (const auto& [channel, at] : at_work_) {
    const jobs::JobMessage& m = crew_.latest(channel);
    known = known || see(m.threads, m.main_works);
  }
  if (!known && !at_work_.empty()) return;
  p_.all_named = true;
  std::vector<PortfolioMember> all = all_members(items_, p_.threads);
  for (size_t i = p_.members.size(); i < all.size(); ++i) p_.members.emplace_back().member = std::move(all[i]);
}

void Supervisor::start_members() {
  for (;;) {
    while (next_ < p_.members.size() && p_.members[next_].end != jobs::JobEnd::NotStarted) ++next_;
    if (!p_.all_named && next_ == p_.members.size()) name_all_members();
    if (next_ == p_.members.size() || stop_.now.load() || same_error_twice()) return;
    const auto busy = static_cast<size_t>(
        std::count_if(at_work_.begin(), at_work_.end(), [](const auto& entry) { return !entry.second.beside; }));
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
  for (const auto& [channel, at] : at_work_)
    if (p_.members[at.member].member.samples()) return;
  for (size_t i = next_; i < p_.members.size(); ++i)
    if (p_.members[i].end == jobs::JobEnd::NotStarted && p_.members[i].member.samples()) return start(i, true);
}

void Supervisor::start(size_t member, bool beside) {
  MemberResult& r = p_.members[member];
  jobs::Order order{.arguments = o_.member_arguments, .width = o_.width, .nice = beside ? jobs::Job::kBeside : 0};
  const std::vector<std::string> own = r.member.options();
  order.arguments.insert(order.arguments.begin() + 1, own.begin(), own.end());
  if (!o_.coverage.empty()) order.reports.emplace_back("coverage");
  if (!o_.coverage_of.empty()) order.arguments.insert(order.arguments.begin() + 1, "--coverage-of=" + o_.coverage_of);
  r.started = seconds_between(start_, Clock::now());
  r.end = jobs::JobEnd::Running;
  at_work_[crew_.start(order)] = {.member = member, .beside = beside};
}

// How long members may take to report after they were told to stop.
double Supervisor::grace() const {
  const bool time = static_cast<StopReason>(stop_.reason.load()) == StopReason::TimeLimit;
  return time ? std::max(0.5, o_.time_limit / 10) : kStopGrace;
}

void Supervisor::ended(const AtWork& at, jobs::JobResult&& result) {
  MemberResult& r = p_.members[at.member];
  static_cast<jobs::JobResult&>(r) = std::move(result);
  if (r.end == jobs::JobEnd::NotStarted) r.end = jobs::JobEnd::Died;
  if (killed_ && !r.reported && r.reason == jobs::kKilled) {
    r.end = jobs::JobEnd::Stopped;
    r.reason =
        p_.answer.winner >= 0 ? "stopped: another member had the answer" : "stopped: did not end when it was told to";
  }
  if (at.told && (r.reported ? r.verdict == Verdict::Inconclusive && !r.complete : r.reason == jobs::kKilled)) {
    r.end = jobs::JobEnd::Memory;
    r.reason =
        "stopped: the biggest when all together reached the memory limit of " + listeners::bytes_text(p_.memory_limit);
  }
  if (p_.answer.winner < 0 && conclusive(r, o_.search.keep_going)) p_.answer.winner = static_cast<int>(at.member);
}

void Supervisor::hear(int milliseconds) {
  for (jobs::Crew::Event& e : crew_.wait(milliseconds))
    if (const auto at = at_work_.extract(e.channel)) ended(at.mapped(), std::move(e.result));
}

uint64_t Supervisor::memory() const {
  uint64_t total = 0;
  for (const auto& [channel, at] : at_work_) total += crew_.resident_bytes(channel);
  return total;
}

// One limit for all: when they reach it together, the biggest has to go. The last one watches itself.
void Supervisor::watch_memory() {
  uint64_t total = 0, most = 0, biggest = 0;  // biggest: a channel
  const auto now = Clock::now();
  bool leaving = false;
  for (const auto& [channel, at] : at_work_) {
    const uint64_t bytes = crew_.resident_bytes(channel);
    total += bytes;
    if (at.told) {
      leaving = true;
      if (seconds_between(at.told_at, now) > kMemoryGrace) crew_.signal(channel, SIGKILL);
    } else if (bytes > most) {
      most = bytes;
      biggest = channel;
    }
  }
  if (total <= p_.memory_limit || p_.memory_limit == 0) return;
  if (leaving) {
    if (total > p_.memory_limit + p_.memory_limit / 10)
      for (const auto& [channel, at] : at_work_)
        if (at.told) crew_.signal(channel, SIGKILL);
    return;
  }
  if (biggest == 0 || at_work_.size() < 2) return;
  short_of_memory_ = true;
  at_work_[biggest].told = true;
  at_work_[biggest].told_at = now;
  crew_.signal(biggest, SIGUSR1);
}

// Time limit or Ctrl-C: each member reports what it has so far.
void Supervisor::stop_all() {
  const bool time = static_cast<StopReason>(stop_.reason.load()) == StopReason::TimeLimit;
  for (const auto& [channel, at] : at_work_) crew_.signal(channel, time ? SIGALRM : SIGTERM);
  const auto asked = Clock::now();
  while (!at_work_.empty() && seconds_between(asked, Clock::now()) < grace()) hear(kBetweenLooks);
}

void Supervisor::kill_rest() {
  hear(0);  // who has ended by now was not stopped: what it says has to agree
  killed_ = true;
  for (const auto& [channel, at] : at_work_) crew_.signal(channel, SIGKILL);
  while (!at_work_.empty()) hear(kBetweenLooks);
}

void Supervisor::show_progress() {
  if (!progress_.due()) return;
  uint64_t states = 0, transitions = 0;
  for (const auto& [channel, at] : at_work_) {
    states += crew_.latest(channel).states;
    transitions += crew_.latest(channel).transitions;
  }
  progress_.line(std::to_string(at_work_.size()) + " of " + std::to_string(p_.members.size()) + " members at work, " +
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
