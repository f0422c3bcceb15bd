#include "check/portfolio/process_queue.hpp"

#include <poll.h>
#include <signal.h>

#include <memory>

namespace jmc::check {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kPollMilliseconds = 100;  // between looks at limits and signals

}  // namespace

void ProcessQueue::run(size_t count, const std::function<Job(size_t)>& job,
                       const std::function<void(size_t, MemberResult&)>& ended,
                       const std::function<void(const std::vector<size_t>&)>& look) {
  for (size_t next = 0; next < count || !running_.empty();) {
    while (next < count && running_.size() < jobs_ && !stop_.now.load()) {
      begin(next, job(next), ended);
      ++next;
    }
    if (stop_.now.load()) {
      next = count;
      for (const Running& r : running_) r.process->signal(SIGTERM);
    }
    limit_times();
    wait();
    std::erase_if(running_, [&](Running& r) {
      const bool over = r.process->read_status();
      MemberResult found;
      if (!r.process->collect(found, over)) return false;
      ended(r.index, found);
      return true;
    });
    std::vector<size_t> at_work;
    for (const Running& r : running_) at_work.push_back(r.index);
    look(at_work);
  }
}

void ProcessQueue::begin(size_t index, Job job, const std::function<void(size_t, MemberResult&)>& ended) {
  if (job.arguments.empty()) return;
  Running started{index, Clock::now(), job.time_limit, std::make_unique<MemberProcess>()};
  MemberProcess::Extra extra;
  extra.reports = std::move(job.reports);
  MemberResult failed;
  if (started.process->start(std::move(job.arguments), width_, failed.reason, extra))
    running_.push_back(std::move(started));
  else ended(index, failed);
}

void ProcessQueue::limit_times() const {
  for (const Running& r : running_)
    if (r.time_limit > 0 && Clock::now() - r.since > std::chrono::duration<double>(r.time_limit))
      r.process->signal(SIGALRM);
}

void ProcessQueue::wait() const {
  if (running_.empty()) return;
  std::vector<pollfd> ends;
  for (const Running& r : running_) ends.push_back({r.process->status_fd(), POLLIN, 0});
  poll(ends.data(), ends.size(), kPollMilliseconds);
}

}  // namespace jmc::check
