#include "check/jobs/queue.hpp"

#include <signal.h>

#include <deque>
#include <map>
#include <numeric>

namespace jmc::check::jobs {

namespace {

constexpr int kBetweenLooks = 100;  // milliseconds, at limits and signals

}  // namespace

void run_queue(uint32_t processes, size_t count, const Stop& stop, const QueueListener& listener) {
  const std::shared_ptr<Crew> crew = crew_of(processes);
  std::deque<size_t> waiting(count);
  std::iota(waiting.begin(), waiting.end(), size_t{0});
  std::map<uint64_t, size_t> running;  // by channel
  int told = 0;
  while (!waiting.empty() || !running.empty()) {
    if (const int number = !stop.now.load() ? 0 : stop.late.load() ? SIGKILL : SIGTERM; number != told) {
      told = number;
      waiting.clear();
      for (const auto& [channel, index] : running) crew->signal(channel, number);
    }
    while (!waiting.empty() && crew->free()) {
      const size_t index = waiting.front();
      waiting.pop_front();
      if (const Order order = listener.order(index); !order.arguments.empty()) running[crew->start(order)] = index;
    }
    if (running.empty() && waiting.empty()) return;
    for (Crew::Event& e : crew->wait(kBetweenLooks)) {
      const auto at = running.find(e.channel);
      if (at == running.end()) continue;
      const size_t index = at->second;
      if (e.kind == Kind::Lost && !told) waiting.push_front(index);
      if (e.kind == Kind::Result) listener.ended(index, e.result);
      running.erase(at);
    }
    if (!crew->deserted().empty()) {
      for (const size_t index : waiting) {
        JobResult failed;
        failed.reason = "no rank is left to run it";
        listener.ended(index, failed);
      }
      return;
    }
    std::vector<size_t> at_work;
    at_work.reserve(running.size());
    for (const auto& [channel, index] : running) at_work.push_back(index);
    listener.look(at_work);
  }
}

}  // namespace jmc::check::jobs
