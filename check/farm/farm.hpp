// The coordinator's side of several machines: processes that run on ranks instead of here.
//
// A rank runs one process at a time. Ranks come when they say that they are ready, at any time, and go when the relay
// says that they are lost; what they were at is to be given to another, which whoever started it does. Results are told
// by channel, so that an answer does not depend on who gave it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "check/farm/frame.hpp"
#include "check/portfolio/answer.hpp"

namespace jmc::check::farm {

// A command line of jmc, for a rank.
struct JobOrder {
  std::vector<std::string> arguments;  // as of main(), without what MemberProcess adds
  double time_limit = 0;               // seconds, 0: none
  int width = 80;
  std::vector<std::string> reports;  // formats, besides JSON
  template <class A>
  void archive(A& a) {
    a(arguments, time_limit, width, reports);
  }
};

// Both directions; files travel whole.
std::string packed(const MemberResult& result);
MemberResult unpacked(const std::string& content);  // throws base::ArchiveError

class Farm {
 public:
  // The farm of this process, if whoever started it is a relay (JMC_FARM names the descriptor); else null. What
  // this process starts does not inherit it.
  static Farm* of_this_process();

  explicit Farm(int fd, uint64_t expected = 0) : stream_(fd), expected_(expected) {}

  struct Event {
    Kind kind;  // Result, Ended, Data of a channel; Lost: its rank is gone; Ready: there is one more rank, no channel
    uint64_t channel = 0;
    std::string content;
  };
  // Waits at most so long for something to happen. With no rank there is nothing to wait for but a rank.
  std::vector<Event> wait(int milliseconds);

  size_t ranks() const { return at_.size(); }
  bool free() const { return at_.size() > channels_.size(); }
  uint64_t lost() const { return lost_; }  // ranks, so far
  // How many there are to come, the coordinator not counted, as whoever started it has said; 0: that is not known.
  uint64_t expected() const { return expected_; }
  // Precondition: the process is there.
  uint32_t rank_of(uint64_t channel) const { return channels_.at(channel); }
  // Precondition: free().
  uint64_t start(Kind kind, const std::string& content);
  void send(uint64_t channel, Kind kind, const std::string& content);

 private:
  Stream stream_;
  const uint64_t expected_;
  std::map<uint32_t, uint64_t> at_;        // each rank's channel; 0: it is free
  std::map<uint64_t, uint32_t> channels_;  // the rank of each
  uint64_t next_ = 1, lost_ = 0;
};

// A rank: does what it is told through the descriptor until its other end is gone. The exit code.
int run_rank(int fd);

}  // namespace jmc::check::farm
