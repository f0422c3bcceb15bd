// The coordinator's side of several machines: a crew of ranks.
//
// Ranks come when they say that they are ready, at any time, and go when the relay says that they are lost; what they
// were at is to be given to another, which whoever started it does. Results are told by channel, so that an answer does
// not depend on who gave it.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "check/jobs/crew.hpp"

namespace jmc::check::jobs {

// Both directions; files travel whole.
std::string packed(const JobResult& result);
JobResult unpacked(const std::string& content);  // throws base::ArchiveError

class Farm final : public Crew {
 public:
  // The farm of this process, if whoever started it is a relay (JMC_FARM names the descriptor); else null. What
  // this process starts does not inherit it.
  static Farm* of_this_process();

  explicit Farm(int fd, uint64_t expected = 0) : stream_(fd), expected_(expected) {}

  bool free() const override { return at_.size() > channels_.size(); }
  uint64_t start(const Order& order) override;
  uint64_t start(const Service& service) override;
  // One that takes part in a search (check/distributed/): its command line. Precondition: free().
  uint64_t start_explorer(const std::vector<std::string>& arguments);
  void send(uint64_t channel, const std::string& content) override { send(channel, Kind::Data, content); }
  void signal(uint64_t channel, int number) override;
  // With no rank there is nothing to wait for but a rank.
  std::vector<Event> wait(int milliseconds) override;
  size_t ahead() const override { return 64; }  // an answer takes milliseconds
  std::string deserted() const override;

  size_t ranks() const { return at_.size(); }
  uint64_t lost() const { return lost_; }  // ranks, so far
  // How many there are to come, the coordinator not counted, as whoever started it has said; 0: that is not known.
  uint64_t expected() const { return expected_; }
  // Precondition: the process is there.
  uint32_t rank_of(uint64_t channel) const { return channels_.at(channel); }

 private:
  uint64_t start(Kind kind, const std::string& content);
  void send(uint64_t channel, Kind kind, const std::string& content);

  Stream stream_;
  const uint64_t expected_;
  std::map<uint32_t, uint64_t> at_;        // each rank's channel; 0: it is free
  std::map<uint64_t, uint32_t> channels_;  // the rank of each
  uint64_t next_ = 1, lost_ = 0;
  // When there was a rank, or one was waited for first.
  std::optional<std::chrono::steady_clock::time_point> last_seen_;
};

// A rank: does what it is told through the descriptor until its other end is gone. The exit code.
int run_rank(int fd);

}  // namespace jmc::check::jobs
