// What a machine has gone through so that another one of the same program can go through it, too, and then calls
// everything by the same names, relies on the same, and takes the same steps: what was learnt in the rounds of a check
// up to now (TransitionSystem::learnt).
#pragma once

#include <memory>
#include <vector>

#include "check/search/program.hpp"
#include "check/search/rounds.hpp"

namespace jmc::check::distributed {

struct Act {
  enum Kind : uint8_t {
    Walk,   // from the initial state along the path, as far as it goes; the state there is fingerprinted
    Round,  // what was found counts from now on: the next round begins
  } kind = Walk;
  bool guards = false;  // Round: Vm::want_guards() before
  std::vector<por::PathStep> path;
  template <class A>
  void archive(A& a) {
    a(kind, guards, path);
  }
};
using Script = std::vector<Act>;

// A machine that has gone through a script, and stands in the initial state of the search after it.
class Stand {
 public:
  // The configuration outlives it. Throws PathError, FormatError or Unsupported.
  Stand(const Configuration& configuration, const Script& script);
  Machine& machine() const { return *program_.machine; }

 private:
  LoadedProgram program_;
  std::atomic<bool> never_ = false;
  std::unique_ptr<Rounds> rounds_;
};

}  // namespace jmc::check::distributed
