// Many command lines of jmc, each in a process of its own, so many at a time.
#pragma once

#include <functional>
#include <vector>

#include "check/jobs/crew.hpp"
#include "check/search/check.hpp"

namespace jmc::check::jobs {

// What is to be told, and asked, while a queue runs.
struct QueueListener {
  // Asked for each order when its turn comes, in order.
  std::function<Order(size_t)> order;
  // Of each that has ended, in any order; one that could not be started has no report, and the reason says why.
  std::function<void(size_t, JobResult&)> ended;
  // Called now and then with those that run.
  std::function<void(const std::vector<size_t>&)> look;
};

// `processes`: at least 1; where there are ranks, as many run at a time as these. What a lost rank was at goes to the
// next one that is free. When `stop` is set, what runs is told so, and nothing more begins.
void run_queue(uint32_t processes, size_t count, const Stop& stop, const QueueListener& listener);

}  // namespace jmc::check::jobs
