// Processes that check programs. Each is a fork of the process that has the engine booted and warm, and checks one
// program after another; one that dies takes only its program with it. Answers come in any order.
//
// Where this process has ranks (check/jobs/crew.hpp), each runs one process that boots an engine of its own from the
// same command line. What a lost rank was at is given to others.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "check/jobs/crew.hpp"
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
  uint64_t unmet = 0;      // a bit for each of the first 64 names in --visible: its process has met no such class
  bool by_caller = false;  // Engine::by_caller
  template <class A>
  void archive(A& a) {
    a(number, status, kind, text, whole, states, transitions, executions, outcomes, blocked, search_seconds,
      sequential_seconds, sequential_runs, loaded, level, unmet, by_caller);
  }
};

struct PoolRequest {
  uint64_t number = 0;
  Calls program;  // or a family
  std::optional<Family> family = {};
  WorkLimit limit = {};    // of the family
  bool by_caller = false;  // Engine::by_caller
  bool alone = false;      // only what one thread does that makes its calls: Explained, or an Error
  template <class A>
  void archive(A& a) {
    bool together = family.has_value();
    a(number, program, together, limit, by_caller, alone);
    if (!together) return;
    if (!family) family.emplace();
    a(*family);
  }
};

class Pool {
 public:
  // `limit`: of one program. `trusting`: holes in the visible list are accepted. The engine must
  // outlive the pool and is not touched in this process.
  // `serving`: the command line of a process on a rank.
  // What the engine knows of its callers holds for all processes.
  Pool(Engine& engine, uint32_t jobs, WorkLimit limit, bool trusting, std::vector<std::string> serving);
  ~Pool();  // kills what still runs
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  bool can_take() const;
  void give(uint64_t number, const Calls& program);
  void give_alone(uint64_t number, const Calls& program);  // PoolRequest::alone
  // A family to be explored at once (Engine::prove): Explained if each program is, else Undecided.
  void give(uint64_t number, const Family& family, WorkLimit limit);
  size_t outstanding() const;
  uint32_t processes() const { return most_; }  // at a time, so far
  // Waits for at most this long; an answer may be an Error of a process that died. Throws ProgramError when all ranks
  // are lost.
  void wait(std::vector<PoolAnswer>& answers, int milliseconds);

 private:
  struct Worker {
    uint64_t channel = 0;
    std::deque<PoolRequest> requests;  // that it has not answered
  };
  using Workers = std::vector<Worker>;
  void start(Worker& worker);
  void lose(Workers::iterator worker);
  void send(const Worker& worker, const PoolRequest& request);
  static void died(Worker& worker, int status, std::vector<PoolAnswer>& answers);
  void settle();

  const bool by_caller_;
  check::jobs::Service service_;
  std::shared_ptr<check::jobs::Crew> crew_;
  Workers workers_;
  std::deque<PoolRequest> homeless_;  // that nobody has, for the time being
  uint32_t most_ = 0;
};

// A process on a rank: answers what comes through standard input until that ends.
[[noreturn]] void serve(Engine& engine, WorkLimit limit, bool trusting);

}  // namespace jmc::linearizability
