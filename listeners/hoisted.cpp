#include "listeners/hoisted.hpp"

#include "listeners/names.hpp"

namespace jmc::listeners {

void Hoisted::enter(std::span<const por::PathStep> path, uint64_t state) {
  const vm::Vm& vm = system_.vm();
  por::ThreadSet plain;
  for (por::ThreadId t = 0; t < vm.thread_count(); ++t) {
    const vm::Pending& p = vm.thread(t).s.pending;
    if (!vm.thread(t).s.ended && p.modelled && p.kind == vm::PendingKind::Read &&
        p.mode.read == vm::memory::Mode::Plain)
      plain.insert(t);
  }
  entered_.resize(path.size());
  entered_.push_back({state, plain, vm.memory ? vm.memory->fenced() : por::ThreadSet()});
}

void Hoisted::state_revisited(std::span<const por::PathStep> path, uint64_t state) {
  const por::ThreadId t = path.empty() ? por::kNoThread : path.back().thread;
  bool stale = false, loop = false;
  const vm::MemoryModel* const memory = system_.vm().memory.get();
  bool fenced = memory && memory->fenced().contains(t);
  for (size_t k = path.size(); !loop && k-- > 0 && k < entered_.size();) {
    if (path[k].thread != t || fenced || !entered_[k].plain.contains(t)) break;
    fenced = entered_[k].fenced.contains(t);  // on the way to where this step begins
    stale |= path[k].alternative != 0;
    loop = entered_[k].state == state;
  }
  enter(path, state);
  if (loop && stale) violations_.hoisted(path, t);
}

}  // namespace jmc::listeners
