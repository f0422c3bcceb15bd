// What complete executions print: the set of distinct texts on standard output, each with the number of end states that
// have it and a path that leads to one. Deadlocks and executions that ended in a livelock print no outcome: they are
// not complete.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "base/natural_order.hpp"
#include "listeners/path_store.hpp"
#include "por/listener.hpp"
#include "vm/jvm_system.hpp"

namespace jmc::listeners {

struct Outcome {
  uint64_t end_states = 0;
  StoredPath witness;
  bool needs_memory_model = false;  // impossible under sequential consistency, as a search has shown
};
using OutcomeSet = std::map<std::string, Outcome, base::NaturalOrder>;

class Outcomes final : public por::Listener {
 public:
  static constexpr unsigned kEvents = por::kEndStateEvents;
  // Calls too_many once there are more than `most` texts.
  explicit Outcomes(const vm::JvmSystem& system, size_t most = SIZE_MAX, std::function<void()> too_many = {})
      : system_(system), most_(most), too_many_(std::move(too_many)) {}

  void end_state(std::span<const por::PathStep> path) override;

  // Sorted by text, numbers in it by their value. take() leaves none behind: a copy may not fit into memory.
  const OutcomeSet& set() const { return outcomes_; }
  // For who knows better than by events how many end states have it. Precondition: it is one of the set.
  void set_count(std::string_view text, uint64_t end_states) { outcomes_.find(text)->second.end_states = end_states; }
  OutcomeSet take() { return std::move(outcomes_); }
  // End states whose text is longer than is told apart (vm/state/output.hpp); they are in no outcome.
  uint64_t longer() const { return longer_; }
  // The most threads that ran in one execution, that of main included; 0 if no execution came to its end.
  uint64_t threads() const { return threads_; }

  template <class A>
  void archive(A& a) {
    a(threads_, longer_);
    uint64_t count = outcomes_.size();
    a(count);
    if constexpr (A::kLoading) {
      for (outcomes_.clear(); count != 0; --count) {
        std::string text;
        a(text);
        archive_one(a, outcomes_[text]);
      }
    } else {
      for (auto& [text, outcome] : outcomes_) {
        a(text);
        archive_one(a, outcome);
      }
    }
  }

 private:
  template <class A>
  void archive_one(A& a, Outcome& outcome) {
    a(outcome.end_states);
    paths_->archive(a, outcome.witness);
  }

  const vm::JvmSystem& system_;
  const size_t most_;
  const std::function<void()> too_many_;
  std::shared_ptr<PathStore> paths_ = PathStore::make();
  OutcomeSet outcomes_;
  uint64_t threads_ = 0, longer_ = 0;
};

}  // namespace jmc::listeners
