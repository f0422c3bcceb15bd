#include "listeners/hoisted.hpp"

#include "listeners/names.hpp"

namespace jmc::listeners {

namespace {

// A sleep, or a park: "neither Thread.sleep nor Thread.yield have any synchronization semantics" (JLS 17.3). A poll of
// the clock is none of them: such a loop ends when its time is over.
bool waits_in_vain(const vm::Pending& p) {
  return p.kind == vm::PendingKind::Park || (p.kind == vm::PendingKind::Sleep && p.verb != vm::Verb::PollsClock) ||
         p.verb == vm::Verb::BeginsToWait;
}

// An access that orders nothing which comes after it.
bool orders_nothing(const vm::Pending& p) {
  using vm::memory::Mode;
  if (!p.modelled) return false;
  if (p.kind == vm::PendingKind::Read) return p.mode.read == Mode::Plain || p.mode.read == Mode::Opaque;
  return p.kind == vm::PendingKind::Write && p.mode.write != Mode::Volatile;
}

}  // namespace

void Hoisted::enter(std::span<const por::PathStep> path, uint64_t state) {
  const vm::Vm& vm = system_.vm();
  por::ThreadSet passed;
  std::vector<Read> reads;
  for (por::ThreadId t = 0; t < vm.thread_count(); ++t) {
    const vm::Pending& p = vm.thread(t).s.pending;
    if (vm.thread(t).s.ended) continue;
    if (orders_nothing(p) || waits_in_vain(p)) passed.insert(t);
    if (p.modelled && p.kind == vm::PendingKind::Read && p.mode.read == vm::memory::Mode::Plain &&
        system_.pending(t).alternatives > 1)
      reads.push_back({t, vm.location_name(p.object, p.offset), vm.place_of(t)});
  }
  entered_.resize(path.size());
  entered_.push_back({state, passed, std::move(reads), vm.memory ? vm.memory->fenced() : por::ThreadSet()});
}

void Hoisted::state_revisited(std::span<const por::PathStep> path, uint64_t state) {
  const por::ThreadId t = path.empty() ? por::kNoThread : path.back().thread;
  const Read* stale = nullptr;  // the first of the loop
  bool loop = false;
  const vm::MemoryModel* const memory = system_.vm().memory.get();
  bool fenced = memory && memory->fenced().contains(t);
  for (size_t k = path.size(); !loop && k-- > 0 && k < entered_.size();) {
    if (path[k].thread != t || fenced || !entered_[k].passed.contains(t)) break;
    fenced = entered_[k].fenced.contains(t);  // on the way to where this step begins
    if (path[k].alternative != 0)
      for (const Read& read : entered_[k].reads)
        if (read.thread == t) stale = &read;
    loop = entered_[k].state == state;
  }
  if (loop && stale)
    violations_.hoisted(path, t,
                        thread_label(system_.vm(), t) + " may never end: the plain read of " + stale->variable +
                            " may be hoisted out of its loop (" + stale->place + ")");
  enter(path, state);
}

}  // namespace jmc::listeners
