// A crew of this machine: so many processes at a time.
#pragma once

#include <chrono>
#include <map>
#include <memory>

#include "check/jobs/crew.hpp"
#include "check/jobs/job.hpp"
#include "check/jobs/process.hpp"

namespace jmc::check::jobs {

class Here final : public Crew {
 public:
  explicit Here(uint32_t most) : most_(most) {}
  ~Here() override = default;  // kills what runs

  bool free() const override { return running_.size() < most_; }
  uint64_t start(const Order& order) override;
  uint64_t start(const Service& service) override;
  void send(uint64_t channel, const std::string& content) override;
  void signal(uint64_t channel, int number) override;
  std::vector<Event> wait(int milliseconds) override { return wait(milliseconds, -1); }
  // Returns when there is something to read from `also`, too.
  std::vector<Event> wait(int milliseconds, int also);
  size_t ahead() const override { return 16; }
  std::string deserted() const override { return {}; }

  // How far an order is, and what memory it has now; nothing of one that does not run.
  JobMessage latest(uint64_t channel) const;
  uint64_t resident_bytes(uint64_t channel) const;

 private:
  struct Running {
    std::unique_ptr<Job> job;  // an order
    std::chrono::steady_clock::time_point until = std::chrono::steady_clock::time_point::max();
    Process server;  // or a service
    std::unique_ptr<Stream> stream;
    Running() = default;
    Running(Running&&) = default;
    ~Running();
  };
  bool look_at(uint64_t channel, Running& running, std::vector<Event>& events);

  uint32_t most_;
  uint64_t next_ = 1;
  std::map<uint64_t, Running> running_;  // by channel
  std::vector<Event> not_started_;
};

}  // namespace jmc::check::jobs
