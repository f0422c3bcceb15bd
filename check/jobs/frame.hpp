// What a coordinator and its ranks say to each other: frames through a stream (a socket), which a relay carries from
// one machine to another (cli/mpi.cpp). The relay reads headers and knows nothing else.
//
// Coordinator and ranks are the same build on machines of the same kind: values travel as they lie in memory.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace jmc::check::jobs {

enum class Kind : uint32_t {
  // To a rank.
  Job,      // run a command line of jmc (Order)
  Serve,    // start a process that answers messages (its command line); Data goes to it
  Signal,   // send this signal (one int) to the process of the channel
  Explore,  // take part in a search (check/distributed/): the command line; Data goes to it, and comes from it
  // From a rank.
  Ready,   // it takes one process at a time from now on; no channel
  Result,  // of a Job (archive of a JobResult)
  Ended,   // a serving process has ended (its wait status, one int)
  // Both.
  Data,
  // From rank to rank, without the coordinator: `rank` is whom it goes to, and who it is from where it arrives.
  Peer,
  // Between relays, and from the relay of the coordinator: the rank is lost, with all that it was at.
  Beat,
  Lost
};

struct Header {
  Kind kind = Kind::Beat;
  uint32_t rank = 0;     // that it goes to, or comes from
  uint64_t channel = 0;  // names a process; chosen by the coordinator, never again
  uint64_t size = 0;     // bytes that follow
};

struct Frame {
  Header header;
  std::string content;
};

// One end of a stream. The descriptor is the caller's.
class Stream {
 public:
  explicit Stream(int fd) : fd_(fd) {}
  int fd() const { return fd_; }
  // Waits until all is written; what arrives meanwhile is taken, so that two ends that write do not wait for each
  // other. False: the other end is gone.
  bool send(const Header& header, const std::string& content = {});
  // Takes what has arrived, without waiting. False: the other end is gone; what came before can still be had.
  bool read();
  std::optional<Frame> next();
  // Whether next() has one: whoever waits for the descriptor asks before.
  bool has_next() const;
  // Waits for the next one. Nothing: the other end is gone.
  std::optional<Frame> await();

 private:
  int fd_;
  std::string input_;
  size_t at_ = 0;
};

}  // namespace jmc::check::jobs
