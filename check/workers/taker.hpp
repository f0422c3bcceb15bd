// What others have found in one search (reporter.hpp), found again: the steps that they have told are taken on the
// machine of the check, with its listeners, so that it knows and has been told what any of them has found.
//
// Ownership: of whoever makes the search; refers to its Workers::Search.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "check/workers/reporter.hpp"

namespace jmc::check {

class Taker {
 public:
  // What one of them has told of ends, in order.
  struct Ends {
    std::vector<std::string> outcomes;  // of each record of kind End; what is no text of an outcome is empty
    std::vector<bool> has_outcome;
  };

  // The machine stands in the initial state of the search; its topmost mark, `start`, was taken there.
  Taker(const Workers::Search& search, vm::Vm::Mark start);
  // Throws what was thrown there, unless this round says nothing anyway.
  void take(Ends& ends, const WorkerRecord& record);
  // To the state that the path leads to, as the one that has told it saw it. False: some step is not possible here.
  bool go_to(std::span<const por::PathStep> path);

  // The search is over, for what was taken.
  const std::optional<por::SearchEnd>& over() const { return over_; }
  uint64_t violations() const { return violations_; }  // that were taken
  bool polled() const { return polled_; }
  // What this machine has learnt makes other steps of what the others do: all that they have done is worth nothing.
  bool must_begin_anew() const { return disagree_ || system_.vm().rules_learnt() != rules_; }
  void begin_anew();

 private:
  const Workers::Search& s_;
  vm::JvmSystem& system_;
  const vm::Vm::Mark start_;
  uint64_t rules_;  // of the machine when the others were begun
  bool disagree_ = false, polled_ = false;
  std::optional<por::SearchEnd> over_;
  uint64_t violations_ = 0;
};

}  // namespace jmc::check
