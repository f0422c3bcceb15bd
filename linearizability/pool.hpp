// Processes that check programs. Each is a fork of the process that has the engine booted and warm, and checks one
// program after another; one that dies takes only its program with it. Answers come in any order.
#pragma once

#include <sys/types.h>

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "linearizability/engine.hpp"

namespace jmc::linearizability {

struct PoolAnswer {
  enum Status : uint8_t { Explained, Unexplained, Undecided, Error } status = Error;
  uint64_t number = 0;     // of the request
  std::string kind, text;  // of the violation, or why it is undecided
  uint64_t states = 0, transitions = 0, executions = 0, outcomes = 0, blocked = 0;
  double search_seconds = 0, sequential_seconds = 0;
  uint64_t sequential_runs = 0;
  std::vector<LoadedClass> loaded;  // by this program, first of all programs of its process
  uint64_t unmet = 0;  // a bit for each of the first 64 names in --visible: its process has met no such class
};

class Pool {
 public:
  // `seconds`: most per program; 0: no limit. `trusting`: holes in the visible list are accepted. The engine must
  // outlive the pool and is not touched in this process.
  Pool(Engine& engine, uint32_t jobs, double seconds, bool trusting);
  ~Pool();  // kills what still runs
  Pool(const Pool&) = delete;

  bool can_take() const;
  void give(uint64_t number, const Calls& program);
  size_t outstanding() const;
  // Waits for at most this long; an answer may be an Error of a process that died.
  void wait(std::vector<PoolAnswer>& answers, int milliseconds);

 private:
  struct Job {
    uint64_t number;
    Calls program;
  };
  struct Worker {
    pid_t process = -1;
    int to = -1, from = -1;
    std::deque<Job> jobs;
    std::string input;
  };
  void start(Worker& worker);
  void send(Worker& worker, const Job& job);
  void bury(Worker& worker, std::vector<PoolAnswer>& answers);
  [[noreturn]] void work(int requests, int answers);

  Engine& engine_;
  double seconds_;
  bool trusting_;
  std::vector<Worker> workers_;
};

}  // namespace jmc::linearizability
