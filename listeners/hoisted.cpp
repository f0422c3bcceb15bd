#include "listeners/hoisted.hpp"

#include "listeners/names.hpp"

namespace jmc::listeners {

namespace {

// A sleep, or a park: "neither Thread.sleep nor Thread.yield have any synchronization semantics" (JLS 17.3). A poll of
// the clock is none of them: such a loop ends when its time is over.
bool waits_in_vain(const vm::Pending& p) {
  return p.kind == vm::PendingKind::Park || (p.kind == vm::PendingKind::Sleep && !p.verb) ||
         (p.verb && p.verb == vm::kBeginsToWait);
}

}  // namespace

void Hoisted::enter(std::span<const por::PathStep> path, uint64_t state) {
  const vm::Vm& vm = system_.vm();
  por::ThreadSet plain, waiting;
  for (por::ThreadId t = 0; t < vm.thread_count(); ++t) {
    const vm::Pending& p = vm.thread(t).s.pending;
    if (vm.thread(t).s.ended) continue;
    if (p.modelled && p.kind == vm::PendingKind::Read && p.mode.read == vm::memory::Mode::Plain) plain.insert(t);
    if (waits_in_vain(p)) waiting.insert(t);
  }
  entered_.resize(path.size());
  entered_.push_back({state, plain, waiting, vm.memory ? vm.memory->fenced() : por::ThreadSet()});
}

void Hoisted::state_revisited(std::span<const por::PathStep> path, uint64_t state) {
  const por::ThreadId t = path.empty() ? por::kNoThread : path.back().thread;
  bool stale = false, loop = false;
  const vm::MemoryModel* const memory = system_.vm().memory.get();
  bool fenced = memory && memory->fenced().contains(t);
  for (size_t k = path.size(); !loop && k-- > 0 && k < entered_.size();) {
    const bool reads = entered_[k].plain.contains(t);
    if (path[k].thread != t || fenced || (!reads && !entered_[k].waiting.contains(t))) break;
    fenced = entered_[k].fenced.contains(t);  // on the way to where this step begins
    stale |= reads && path[k].alternative != 0;
    loop = entered_[k].state == state;
  }
  enter(path, state);
  if (loop && stale) violations_.hoisted(path, t);
}

}  // namespace jmc::listeners
