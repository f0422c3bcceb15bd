// When a search stops telling texts apart because of what they cost: there are many, and it is large.
//
// States that differ in what was printed alone are explored each for itself (vm/state/output.hpp). Where threads print
// what they do, that is most of them. No violation depends on it. So in a large search a verdict is worth more than a
// list of outcomes that is longer than a screen, and may not come to its end.
//
// Ownership: what it asks and calls belongs to the caller. It calls once at most.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>

#include "por/listener.hpp"

namespace jmc::listeners {

class ManyOutcomes final : public por::Listener {
 public:
  static constexpr unsigned kEvents = por::kProgressEvents;
  static constexpr size_t kUsually = 10'000;   // texts that are told apart in any search, if nobody says how many
  static constexpr uint64_t kLarge = 500'000;  // states of one search: seconds
  static constexpr size_t kMany = 50;          // more than a screen shows

  // `outcomes`: how many there are so far.
  ManyOutcomes(std::function<size_t()> outcomes, std::function<void()> leave_out)
      : outcomes_(std::move(outcomes)), leave_out_(std::move(leave_out)) {}

  void progress(const por::SearchStatistics& so_far) override {
    if (done_ || so_far.states <= kLarge || outcomes_() <= kMany) return;
    done_ = true;
    leave_out_();
  }

 private:
  std::function<size_t()> outcomes_;
  std::function<void()> leave_out_;
  bool done_ = false;
};

}  // namespace jmc::listeners
