// Processes that check programs. Each is a fork of the process that has the engine booted and warm, and checks one
// program after another; one that dies takes only its program with it. Answers come in any order.
//
// Where this process has ranks (check/farm/farm.hpp), each runs one process that boots an engine of its own from the
// same command line. What a lost rank was at is given to others.
#pragma once

#include <sys/types.h>

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "check/farm/farm.hpp"
#include "linearizability/engine.hpp"

namespace jmc::linearizability {

struct PoolAnswer {
  enum Status : uint8_t { Explained, Unexplained, Undecided, Error } status = Error;
  uint64_t number = 0;     // of the request
  std::string kind, text;  // of the violation, or why it is undecided
  bool whole = false;  // a program with violations: every schedule was explored, and the level of all outcomes is known
  uint64_t states = 0, transitions = 0, executions = 0, outcomes = 0, blocked = 0;
  double search_seconds = 0, sequential_seconds = 0;
  uint64_t sequential_runs = 0;
  std::vector<LoadedClass> loaded;          // by this program, first of all programs of its process
  Visibility level = Visibility::Complete;  // the weakest that an outcome needs, where calls are relaxed
  uint64_t unmet = 0;  // a bit for each of the first 64 names in --visible: its process has met no such class
};

class Pool {
 public:
  // `limit`: of one program. `trusting`: holes in the visible list are accepted. The engine must
  // outlive the pool and is not touched in this process.
  // `serving`: the command line of a process on a rank.
  Pool(Engine& engine, uint32_t jobs, WorkLimit limit, bool trusting, std::vector<std::string> serving);
  ~Pool();  // kills what still runs
  Pool(const Pool&) = delete;

  bool can_take() const;
  void give(uint64_t number, const Calls& program);
  // A family to be explored at once (Engine::prove): Explained if each program is, else Undecided.
  void give(uint64_t number, const Family& family, WorkLimit limit);
  size_t outstanding() const;
  uint32_t processes() const { return most_; }  // at a time, so far
  // Waits for at most this long; an answer may be an Error of a process that died. Throws ProgramError when all ranks
  // are lost.
  void wait(std::vector<PoolAnswer>& answers, int milliseconds);

 private:
  struct Job {
    uint64_t number;
    Calls program;  // or a family
    std::optional<Family> family = {};
    WorkLimit limit = {};
  };
  struct Worker {
    pid_t process = -1;
    int to = -1, from = -1;
    uint64_t channel = 0;  // on a rank: instead of these
    std::deque<Job> jobs;
    std::string input;
  };
  void start(Worker& worker);
  void give(Job job);
  void send(Worker& worker, const Job& job);
  void bury(Worker& worker, std::vector<PoolAnswer>& answers);
  static void died(Worker& worker, int status, std::vector<PoolAnswer>& answers);
  void take_answers(Worker& worker, std::vector<PoolAnswer>& answers);
  void settle();
  void wait_for_ranks(std::vector<PoolAnswer>& answers, int milliseconds);

  Engine& engine_;
  WorkLimit limit_;
  bool trusting_;
  std::vector<std::string> serving_;
  check::farm::Farm* farm_;
  std::vector<Worker> workers_;
  std::deque<Job> homeless_;  // of lost ranks
  int alone_ = 0;             // so often there was no rank
  uint32_t most_ = 0;
};

// A process on a rank: answers what comes through standard input until that ends.
[[noreturn]] void serve(Engine& engine, WorkLimit limit, bool trusting);

}  // namespace jmc::linearizability
