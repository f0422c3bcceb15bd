#include "listeners/swallowed.hpp"

#include <algorithm>

#include "listeners/names.hpp"

namespace jmc::listeners {

void Swallowed::end_state(std::span<const por::PathStep> path) {
  vm::Vm& vm = system_.vm();
  if (!vm.any_unexamined()) return;
  for (vm::SwallowedError& e : vm.swallowed()) {
    const auto known = std::find_if(found_.begin(), found_.end(), [&](const FoundSwallowed& f) {
      return f.error.error == e.error && f.error.thrown == e.thrown && f.error.caught == e.caught;
    });
    if (known != found_.end()) {
      ++known->count;
      if (path.size() < known->path.size()) known->path.assign(path.begin(), path.end());
    } else if (found_.size() < kMost) {
      FoundSwallowed f;
      f.thread = thread_label(vm, e.thread);
      f.error = std::move(e);
      f.path.assign(path.begin(), path.end());
      f.count = 1;
      found_.push_back(std::move(f));
    }
  }
}

}  // namespace jmc::listeners
