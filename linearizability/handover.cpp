// Executions in which calls meet: a thread is interrupted only between its calls and where its call waits or gives way.
//
// A rendezvous (SynchronousQueue, Exchanger, transfer) has no sequential executions that tell what it promises, since
// each call needs another one that is under way. What it promises is that a call takes effect in two points: when it
// begins to wait, and when it goes on (dual data structures: Scherer and Scott, "Nonblocking concurrent data structures
// with condition synchronization", 2004). These executions are the ones in which calls are atomic but for that: whoever
// was woken goes on before another call begins.
#include <unordered_set>
#include <utility>

#include "linearizability/engine.hpp"

namespace jmc::linearizability {

namespace {

// Waits now, or stands where it could wait: somebody else may go on.
bool gives_way(vm::Vm& vm, vm::JvmSystem& system, por::ThreadId t) {
  using vm::PendingKind;
  const vm::Pending& p = vm.thread(t).s.pending;
  switch (p.kind) {
    case PendingKind::Wait:
    case PendingKind::WaitReacquire:
    case PendingKind::Park:
    case PendingKind::Sleep:
    case PendingKind::Join: return true;
    default: return p.timed || system.alternatives(t) == 0;
  }
}

}  // namespace

bool Engine::may_wait(const Calls& calls) {
  const vm::Timeouts timeouts = std::exchange(machine_->options.timeouts, vm::Timeouts::Never);
  std::swap(patient_, known_);
  patiently_ = true;
  explore(*this, calls, notion_);
  patiently_ = false;
  std::swap(patient_, known_);
  machine_->options.timeouts = timeouts;
  for (const auto& thread : calls)
    for (const uint16_t c : thread)
      if (waiting_.contains(c)) return true;
  return false;
}

bool Engine::waits_in_between(por::ThreadId t, const por::StepResult& last) {
  return last.yielded || gives_way(*vm_, *system_, t);
}

class Engine::Handover {
 public:
  explicit Handover(Engine& engine) : e_(engine), vm_(*engine.vm_), system_(*engine.system_) {}

  // False: too many. Of threads: those whose call has begun, and those of them which have seen another call return
  // since. A call that waits for ever is explained only if it would do so had it begun last: else nobody woke it.
  bool explore(por::ThreadId running, const por::ThreadSet& begun = {}, const por::ThreadSet& outlived = {}) {
    std::string key = e_.state_key();
    key += static_cast<char>(running + 1);
    for (const por::ThreadSet* set : {&begun, &outlived})
      for (uint32_t i = 0; i < std::max(1u, (vm_.thread_count() + 63) / 64); ++i) {
        const uint64_t bits = set->word(i);
        key.append(reinterpret_cast<const char*>(&bits), sizeof bits);
      }
    if (!seen_.insert(std::move(key)).second) return true;
    if (seen_.size() > kMost || e_.stop_.now.load()) return false;
    if (system_.is_final()) {
      for (por::ThreadId t = 0; t < vm_.thread_count(); ++t)
        if (!vm_.thread(t).s.ended && outlived.contains(t)) return true;
      found.push_back(e_.outcome());
      return true;
    }
    const size_t returned = e_.calls_returned();
    const vm::Vm::Mark mark = vm_.mark();
    bool any_woken = false;
    if (running == por::kNoThread)
      for (por::ThreadId t = 0; t < vm_.thread_count(); ++t) any_woken |= woken(t);
    for (por::ThreadId t = 0; t < vm_.thread_count(); ++t) {
      if (vm_.thread(t).s.ended || (running != por::kNoThread ? t != running : any_woken && !woken(t))) continue;
      const uint32_t alternatives = system_.alternatives(t);
      const bool inside = e_.in_call(t);
      for (uint32_t a = 0; a < alternatives; ++a) {
        const por::StepResult result = system_.step(t, a);
        if (result.stop) throw ProgramError(system_.failure());
        bool all = true;
        if (result.error == por::ErrorKind::None) {
          const bool returns = e_.calls_returned() != returned;
          const bool free =
              vm_.thread(t).s.ended || !inside || !e_.in_call(t) || returns || e_.waits_in_between(t, result);
          por::ThreadSet others = begun;
          if (inside) others.insert(t);
          if (returns) others.erase(t);
          all = explore(free ? por::kNoThread : t, others, returns ? others : outlived);
        }
        vm_.undo(mark);
        if (!all) return false;
      }
    }
    vm_.release(mark);
    return true;
  }

  std::vector<Outcome> found;

 private:
  // Its call waited and can go on, not only because time has passed.
  bool woken(por::ThreadId t) {
    const vm::Pending& p = vm_.thread(t).s.pending;
    if (vm_.thread(t).s.ended || (p.kind != vm::PendingKind::Wait && p.kind != vm::PendingKind::WaitReacquire &&
                                  p.kind != vm::PendingKind::Park && !p.timed))
      return false;
    const vm::Timeouts timeouts = std::exchange(e_.machine_->options.timeouts, vm::Timeouts::Never);
    const bool spurious = std::exchange(e_.machine_->options.spurious_wakeups, false);
    const bool can = system_.alternatives(t) != 0;
    e_.machine_->options.timeouts = timeouts;
    e_.machine_->options.spurious_wakeups = spurious;
    return can;
  }

  static constexpr size_t kMost = 50'000;  // states

  Engine& e_;
  vm::Vm& vm_;
  vm::JvmSystem& system_;
  std::unordered_set<std::string> seen_;
};

bool Engine::find_handovers() {
  handovers_.clear();
  vm_->undo(initial_);
  Handover search(*this);
  const bool all = search.explore(por::kNoThread);
  handovers_ = std::move(search.found);
  vm_->undo(initial_);
  return all;
}

bool Engine::handed_over(const Outcome& o) const {
  for (const Outcome& h : handovers_) {
    if (h.results != o.results) continue;
    // What returned before a call began must have done so there too.
    bool ordered = true;
    for (size_t t = 0; t < o.ended.size(); ++t)
      for (size_t i = 0; i < o.ended[t].size(); ++i)
        for (size_t u = 0; u < o.ended[t][i].size(); ++u) ordered &= o.ended[t][i][u] <= h.ended[t][i][u];
    if (ordered) return true;
  }
  return false;
}

}  // namespace jmc::linearizability
