// Many command lines of jmc, each in a process of its own, so many at a time.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "check/portfolio/member_process.hpp"
#include "check/search/check.hpp"

namespace jmc::check {

namespace farm {
class Farm;
}

// Where this process has ranks (check/farm/farm.hpp) they run there, one on each.
class ProcessQueue {
 public:
  struct Job {
    std::vector<std::string> arguments;  // as of main(), without what MemberProcess adds; empty: there is nothing to do
    double time_limit = 0;               // seconds, 0: none. The clock of a process of ours belongs to who started it
    std::vector<std::string> reports;    // formats, besides JSON
  };
  // `jobs`: at least 1. When `stop` is set, what runs is told so, and nothing more begins.
  ProcessQueue(uint32_t jobs, int width, const Stop& stop) : jobs_(jobs), width_(width), stop_(stop) {}

  // Asks for each job when its turn comes, in order, and tells of each that has ended, in any order; one that could not
  // be started has no report, and the reason says why. `look` is called now and then with the jobs that run.
  void run(size_t count, const std::function<Job(size_t)>& job, const std::function<void(size_t, MemberResult&)>& ended,
           const std::function<void(const std::vector<size_t>&)>& look);

 private:
  struct Running {
    size_t index;
    std::chrono::steady_clock::time_point since;
    double time_limit;
    std::unique_ptr<MemberProcess> process;
  };
  void begin(size_t index, Job job, const std::function<void(size_t, MemberResult&)>& ended);
  void limit_times() const;
  void run_on(farm::Farm& farm, size_t count, const std::function<Job(size_t)>& job,
              const std::function<void(size_t, MemberResult&)>& ended,
              const std::function<void(const std::vector<size_t>&)>& look) const;
  void wait() const;

  uint32_t jobs_;
  int width_;
  const Stop& stop_;
  std::vector<Running> running_;
};

}  // namespace jmc::check
