#include "listeners/outcomes.hpp"

#include <algorithm>

namespace jmc::listeners {

void Outcomes::end_state(std::span<const por::PathStep> path) {
  threads_ = std::max<uint64_t>(threads_, system_.thread_count());
  if (system_.deadlocked()) return;
  const vm::Vm& vm = system_.vm();
  for (const vm::Violation& v : vm.violations())
    if (v.kind == por::ErrorKind::Livelock) return;
  if (vm.output.beyond_limit()) {
    ++longer_;
    return;
  }
  auto it = outcomes_.find(vm.output.text(1));
  if (it == outcomes_.end()) {
    it = outcomes_.emplace(vm.output.text(1), Outcome{}).first;
    it->second.witness = paths_->add(path);
    if (outcomes_.size() > most_ && too_many_) too_many_();
  }
  ++it->second.end_states;
}

}  // namespace jmc::listeners
