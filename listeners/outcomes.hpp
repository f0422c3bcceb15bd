// What complete executions print: the set of distinct texts on standard output, each with the number of end states that have it and a
// path that leads to one. Deadlocks and executions that ended in a livelock print no outcome: they are not complete.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "por/listener.hpp"
#include "vm/jvm_system.hpp"

namespace jmc::listeners {

struct Outcome {
  uint64_t end_states = 0;
  std::vector<por::PathStep> witness;
};

class Outcomes final : public por::Listener {
 public:
  explicit Outcomes(const vm::JvmSystem& system) : system_(system) {}

  void end_state(std::span<const por::PathStep> path) override;

  // Sorted by text.
  const std::map<std::string, Outcome, std::less<>>& set() const { return outcomes_; }

 private:
  const vm::JvmSystem& system_;
  std::map<std::string, Outcome, std::less<>> outcomes_;
};

}  // namespace jmc::listeners
