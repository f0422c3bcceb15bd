// A worker as a process: a fork of this one that runs the search and tells what it finds through its channel.
#pragma once

#include <sys/types.h>

#include <string>

#include "check/workers/channel.hpp"
#include "check/workers/workers.hpp"

namespace jmc::check {

class WorkerProcess {
 public:
  WorkerProcess() = default;
  ~WorkerProcess() { kill(); }
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  // The fork searches with `options`; it is killed when this process ends, however that happens. `ends`: records of
  // kind End that the channel has. False: `why`.
  bool start(const Workers::Search& search, const por::SearchOptions& options, WorkerChannel& channel, size_t ends,
             std::string& why);
  bool running() const { return pid_ > 0; }
  // Becomes readable when it ends; -1 where the system has no such thing.
  int ending() const { return ending_; }
  // True: it has ended and is gone; `how` says how, if it did not end by itself.
  bool collect(std::string& how);
  void kill();
  // Memory of its own, and its share of what it has in common with others; 0 where the system does not tell.
  uint64_t bytes() const;

 private:
  void close_all();

  pid_t pid_ = -1;
  int ending_ = -1;
};

// As WorkerProcess::bytes(), of any process: "self", or its number.
uint64_t proportional_bytes(const std::string& process);

}  // namespace jmc::check
