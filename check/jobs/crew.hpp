// Who runs jobs: processes of this machine (jobs/here.hpp), or ranks of a job of MPI (jobs/farm.hpp). Whoever has jobs
// to give does not see the difference, but for how they are lost.
//
// Each member of a crew runs one process at a time: a command line of jmc that ends with a report, or one that serves,
// which answers messages until it is killed. Processes are named by channels, which are never used again.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "check/jobs/frame.hpp"
#include "check/jobs/result.hpp"

namespace jmc::check::jobs {

// A command line of jmc that ends with a report.
struct Order {
  std::vector<std::string> arguments;  // as of main(), without what Job adds; empty: there is nothing to do
  double time_limit = 0;               // seconds, then it is to say what it has; 0: none
  std::vector<std::string> reports;    // formats, besides JSON
  int width = 80;
  int nice = 0;  // added to its niceness
  template <class A>
  void archive(A& a) {
    a(arguments, time_limit, reports, width, nice);
  }
};

// A process that answers what is sent to it, in messages through a stream: contents of frames of the kind Data.
struct Service {
  std::function<int(Stream&)> here;    // in a fork of this process
  std::vector<std::string> arguments;  // of jmc on a rank; its stream is its standard input
};

class Crew {
 public:
  struct Event {
    Kind kind;  // Result, Ended, Data of a channel; Lost: who ran it is gone; Ready: there is one more, no channel
    uint64_t channel = 0;
    std::string content = {};
    JobResult result = {};  // of Result
    int status = 0;         // of Ended, as of wait()
  };

  virtual ~Crew() = default;
  virtual bool free() const = 0;
  // Precondition of both: free(). An order that cannot be started has a result that says why. Throws
  // std::runtime_error if a service cannot be started.
  virtual uint64_t start(const Order& order) = 0;
  virtual uint64_t start(const Service& service) = 0;
  // To one that is gone nothing happens: that it is gone is told by wait().
  virtual void send(uint64_t channel, const std::string& content) = 0;
  virtual void signal(uint64_t channel, int number) = 0;
  // Waits at most so long for something to happen.
  virtual std::vector<Event> wait(int milliseconds) = 0;
  // Messages that are worth sending to one before it has answered.
  virtual size_t ahead() const = 0;
  // Why nobody is left, or nobody has come for a minute; empty: somebody is there, or may still come.
  virtual std::string deserted() const = 0;
};

// The ranks, where this process has some; else so many processes here, of which none outlives what is returned.
std::shared_ptr<Crew> crew_of(uint32_t processes);

}  // namespace jmc::check::jobs
