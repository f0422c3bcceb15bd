// All programs of a family in one search: the threads choose what they call, and a monitor follows each execution.
//
// What a thread chooses depends on its own calls alone, so that the choices are steps like any others to a reduction.
// Of the calls that were made nothing is kept but what the monitor makes of them, a number in a static of the client.
// Telling the monitor is part of a step that others do not see, and what comes of two steps that commute may differ in
// that number. That is no step which a reduction could miss: nothing that runs looks at the number, so that two states
// which differ in it alone have the same executions, with the same labels; and of each execution one that is equivalent
// to it is explored, to its end, at which that one's own number is looked at.
#include <algorithm>

#include "base/memory.hpp"
#include "check/rounds.hpp"
#include "linearizability/engine.hpp"
#include "linearizability/monitor.hpp"
#include "por/seam/forwarding_system.hpp"
#include "por/search.hpp"
#include "vm/native.hpp"

namespace jmc::linearizability {

using Clock = std::chrono::steady_clock;

namespace {

// What the native methods of the client work with, in this virtual machine.
struct Present {
  const Choices* choices = nullptr;
  Monitor* monitor = nullptr;
  vm::Ref statics = vm::kNull;
  uint32_t state_at = 0;
  const Engine* engine = nullptr;
  uint32_t threads = 0;

  Monitor::State state(const vm::Vm& vm) const {
    return static_cast<Monitor::State>(vm.heap.load<int32_t>(statics, state_at));
  }
  void set_state(vm::Vm& vm, Monitor::State next) const {
    if (next != state(vm)) vm.heap.store<int32_t>(statics, state_at, static_cast<int32_t>(next));
  }
};

const std::vector<Choices::Alternative>& alternatives(const vm::NativeCall& c) {
  const Present& p = vm::facility<Present>(c.vm);
  const auto thread = static_cast<uint32_t>(c.i32(0));
  const auto node = static_cast<Choices::Node>(c.i32(1));
  return thread == p.threads ? p.choices->first(node) : p.choices->at(thread, node);
}

bool describe_choose(vm::NativeCall& c, vm::Pending& p) {
  const size_t n = alternatives(c).size();
  if (n < 2) return false;
  p.kind = vm::PendingKind::Other;
  p.verb = "chooses a call";
  p.value = n;
  p.alternatives = [](vm::Vm&, por::ThreadId, const vm::Pending& pending) {
    return static_cast<uint32_t>(pending.value);
  };
  p.add(vm::kThreadLocation + c.thread.number, vm::kThreadChance, true);
  return true;
}

vm::NativeStatus first(vm::NativeCall& c) {
  return c.result(static_cast<int32_t>(vm::facility<Present>(c.vm).choices->begin(
      static_cast<uint32_t>(c.i32(0)), static_cast<Choices::Node>(c.i32(1)))));
}

vm::NativeStatus choose(vm::NativeCall& c) {
  const std::vector<Choices::Alternative>& all = alternatives(c);
  if (all.empty()) return c.result(int32_t{-1});
  const Choices::Alternative& a = all[all.size() == 1 ? 0 : c.vm.granted_alternative];
  return c.result(static_cast<int32_t>(a.next << 16 | a.call));
}

template <class Next>
void tell(vm::NativeCall& c, Next&& next) {
  const Present& p = vm::facility<Present>(c.vm);
  p.set_state(c.vm, next(p, p.state(c.vm)));
}

vm::NativeStatus begun(vm::NativeCall& c) {
  tell(c, [&](const Present& p, Monitor::State state) {
    return p.monitor->begun(state, static_cast<uint32_t>(c.i32(0)), static_cast<uint16_t>(c.i32(1)));
  });
  return c.done();
}

vm::NativeStatus took(vm::NativeCall& c) {
  tell(c, [&](const Present& p, Monitor::State state) {
    return p.monitor->returned(state, static_cast<uint32_t>(c.i32(0)), p.engine->text(c.ref(2)));
  });
  return c.done();
}

}  // namespace

// Ends a search with the first execution that the monitor has lost, or that ends as no sequential one does.
class Engine::Follower final : public check::Round {
 public:
  Follower(Engine& engine, const Monitor& monitor, double seconds)
      : Round(*engine.vm_), engine_(engine), monitor_(monitor), deadline_(seconds, Deadline::Work) {}

  void end_state(std::span<const por::PathStep>) override {
    const vm::Vm& vm = *engine_.vm_;
    const Monitor::State state = vm::facility<Present>(*engine_.vm_).state(vm);
    if (state == Monitor::kLost || vm.exited()) return lose();
    for (const vm::Violation& v : vm.violations())
      if (v.kind != por::ErrorKind::None) return lose();
    bool all = true;
    for (por::ThreadId t = 0; t < vm.thread_count(); ++t) all &= vm.thread(t).s.ended;
    if (!all && !monitor_.all_wait(state)) lose();
  }
  void violation(std::span<const por::PathStep>, por::ErrorKind kind) override {
    if (kind == por::ErrorKind::Deadlock) return;  // end_state() knows what waits
    if (kind != por::ErrorKind::NoEnd) return lose();
    // With more scheduling points there may be a way to the end.
    stuck = true;
    if (!engine_.vm_->must_repeat()) over = true;
  }
  void progress(const por::SearchStatistics& so_far) override {
    Round::progress(so_far);
    if (deadline_.over()) over = late = true;
  }

  bool lost = false, late = false, stuck = false;

 private:
  void lose() { over = lost = true; }

  Engine& engine_;
  const Monitor& monitor_;
  Deadline deadline_;
};

// The same system, which tells the monitor when a call has taken its first step.
class Engine::Told final : public por::ForwardingSystem {
 public:
  Told(Engine& engine, uint32_t threads) : ForwardingSystem(*engine.system_), engine_(engine), threads_(threads) {}

  por::StepResult step(por::ThreadId thread, uint32_t alternative) override {
    // Thread 0 makes the object, the others are numbered as they choose. If the class has threads of its own, the
    // numbers may be others': then a call counts as taking effect a little earlier, but not before it has begun.
    if (thread > 0 && thread <= threads_) {
      vm::Vm& vm = *engine_.vm_;
      const Present& present = vm::facility<Present>(vm);
      present.set_state(vm, present.monitor->moved(present.state(vm), thread - 1));
    }
    return to_.step(thread, alternative);
  }

 private:
  Engine& engine_;
  const uint32_t threads_;
};

Proof Engine::prove(const Family& family, double seconds) {
  Proof out;
  const auto n = static_cast<uint32_t>(family.lengths.size());
  if (!present_) {
    const std::string client = std::string(Driver::kMain) + ".";
    vm_->register_native(client + Driver::kChoose + "(II)I", choose, describe_choose);
    vm_->register_native(client + Driver::kFirst + "(II)I", first);
    vm_->register_native(client + Driver::kBegun + "(II)V", begun);
    vm_->register_native(client + Driver::kTook + "(IILjava/lang/Object;)V", took);
    present_ = true;
  }
  // Before the search, since the machine is not free meanwhile.
  std::vector<uint16_t> calls = family.prefix;
  for (const auto& thread : family.calls) calls.insert(calls.end(), thread.begin(), thread.end());
  calls.insert(calls.end(), last().begin(), last().end());
  std::sort(calls.begin(), calls.end());
  calls.erase(std::unique(calls.begin(), calls.end()), calls.end());
  // The last ones only: they grow with the calls, and most families that follow each other have the same.
  if (!behaviours_.contains(calls)) behaviours_.clear();
  auto& behaviours = behaviours_[calls];
  if (!behaviours) behaviours = std::make_unique<Behaviours>(*this, calls);
  size_t in_all = last().size();
  for (const uint32_t length : family.lengths) in_all += length;
  const Clock::time_point began = Clock::now();
  const auto spent = [&] { return std::chrono::duration<double>(Clock::now() - began).count(); };
  const Deadline deadline(seconds, Deadline::Work);
  const auto enough = [&, asked = 0]() mutable {
    // Asking the system for the memory takes longer than a sequential execution.
    const bool full = memory_limit && ++asked % 256 == 0 && base::resident_bytes() > memory_limit;
    return full || stop_.now.load() || deadline.over();
  };
  Behaviours::Node from = Behaviours::kEnd;
  try {
    from = behaviours->start(static_cast<uint32_t>(in_all), enough);
  } catch (const Behaviours::GivenUp&) {
    behaviours_.clear();  // what is known by then is of no use without the rest, and may be what fills the memory
    out.sequential_seconds = spent();
    return out;
  }
  out.sequential_seconds = spent();
  Monitor monitor(*behaviours, from, n + 1);
  const Choices choices(family, renamed);
  vm::facility<Present>(*vm_) = {&choices, &monitor, main_->statics, main_->find_field(Driver::kMonitor)->offset,
                                 this,     n};
  start_together(n);
  check::Rounds rounds(*machine_, stop_.now, true);
  rounds.begin();
  por::SearchOptions options = search_options();
  Told told(*this, n);
  bool lost = false, late = false, stuck = false;
  const por::SearchResult found = rounds.search(
      [&](check::Round&) {
        initial_ = rounds.initial();
        Follower follower(*this, monitor, seconds);  // of each round
        options.enough = &follower.over;
        por::SearchResult result = por::search(told, options, follower);
        lost = follower.lost;
        late = follower.late;
        stuck = follower.stuck;
        return result;
      },
      [&](const por::SearchResult&) { return !lost && !late; });
  out.statistics = found.statistics;
  out.rounds = rounds.number();
  out.holes = vm_->visibility.holes();
  if (found.end == por::SearchEnd::Failure && !rounds.must_repeat()) throw ProgramError(found.detail);
  out.complete = found.end == por::SearchEnd::Complete && !rounds.must_repeat() && !lost && !late && !stuck;
  return out;
}

}  // namespace jmc::linearizability
