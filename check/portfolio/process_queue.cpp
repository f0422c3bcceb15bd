#include "check/portfolio/process_queue.hpp"

#include <poll.h>
#include <signal.h>

#include <deque>
#include <map>
#include <memory>

#include "base/archive.hpp"
#include "check/farm/farm.hpp"

namespace jmc::check {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kWaitMilliseconds = 100;  // between looks at limits and signals
constexpr int kNobodyCame = 600;        // so often may there be no rank at all: a minute

}  // namespace

void ProcessQueue::run(size_t count, const std::function<Job(size_t)>& job,
                       const std::function<void(size_t, MemberResult&)>& ended,
                       const std::function<void(const std::vector<size_t>&)>& look) {
  if (farm::Farm* farm = farm::Farm::of_this_process()) return run_on(*farm, count, job, ended, look);
  for (size_t next = 0; next < count || !running_.empty();) {
    while (next < count && running_.size() < jobs_ && !stop_.now.load()) {
      begin(next, job(next), ended);
      ++next;
    }
    if (stop_.now.load()) {
      next = count;
      for (const Running& r : running_) r.process->signal(stop_.late.load() ? SIGKILL : SIGTERM);
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

// What a lost rank was at goes to the next that is free. The jobs' own options count, --jobs does not: there are as
// many at a time as ranks.
void ProcessQueue::run_on(farm::Farm& farm, size_t count, const std::function<Job(size_t)>& job,
                          const std::function<void(size_t, MemberResult&)>& ended,
                          const std::function<void(const std::vector<size_t>&)>& look) const {
  std::deque<size_t> waiting;
  for (size_t i = 0; i < count; ++i) waiting.push_back(i);
  std::map<uint64_t, size_t> running;  // by channel
  bool told = false;
  int alone = 0;
  while (!waiting.empty() || !running.empty()) {
    while (!waiting.empty() && farm.free()) {
      const size_t index = waiting.front();
      waiting.pop_front();
      Job j = job(index);
      if (j.arguments.empty()) continue;
      base::MemorySaver order;
      order(farm::JobOrder{std::move(j.arguments), j.time_limit, width_, std::move(j.reports)});
      running[farm.start(farm::Kind::Job, order.content)] = index;
    }
    if (stop_.now.load() && !told) {
      told = true;
      waiting.clear();
      const int number = SIGTERM;
      for (const auto& [channel, index] : running)
        farm.send(channel, farm::Kind::Signal, std::string(reinterpret_cast<const char*>(&number), sizeof number));
    }
    for (farm::Farm::Event& e : farm.wait(kWaitMilliseconds)) {
      const auto at = running.find(e.channel);
      if (at == running.end()) continue;
      const size_t index = at->second;
      if (e.kind == farm::Kind::Lost) {
        running.erase(at);
        if (!told) waiting.push_front(index);
      } else if (e.kind == farm::Kind::Result) {
        running.erase(at);
        MemberResult found = farm::unpacked(e.content);
        ended(index, found);
      }
    }
    alone = farm.ranks() == 0 ? alone + 1 : 0;
    if (alone > kNobodyCame || (alone && farm.lost())) {
      for (const size_t index : waiting) {
        MemberResult failed;
        failed.reason = "no rank is left to run it";
        ended(index, failed);
      }
      return;
    }
    std::vector<size_t> at_work;
    for (const auto& [channel, index] : running) at_work.push_back(index);
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
  poll(ends.data(), ends.size(), kWaitMilliseconds);
}

}  // namespace jmc::check
