// What is beside the virtual machine while threads choose what they call (linearizability/prove.cpp): what the native
// methods of the driver work with, who follows each execution, and the machine with both as one system. Internal to
// the engine.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "check/search/rounds.hpp"
#include "linearizability/endless.hpp"
#include "linearizability/engine.hpp"
#include "linearizability/met.hpp"
#include "linearizability/monitor.hpp"
#include "por/seam/compound_steps.hpp"
#include "por/seam/forwarding_system.hpp"
#include "vm/native.hpp"

namespace jmc::linearizability {

// What the native methods of the client work with, in this virtual machine.
struct Present {
  Choices* choices = nullptr;
  EndlessChoices* endless = nullptr;  // instead of those
  Monitor* monitor = nullptr;
  const Engine* engine = nullptr;
  const vm::Klass* chooser = nullptr;
  uint32_t threads = 0;
  struct Now {
    Monitor::State monitor = Monitor::kBegin;
    Choices::Rest rest;
  } now;
  bool watched = true;  // the monitor is told what happens
  // At a mark.
  struct Kept {
    vm::Vm::Mark mark;
    Now now;
    size_t chosen;  // in the trace
  };

  bool chooses(const vm::Vm& vm, por::ThreadId t) const {
    const vm::Ref object = vm.thread(t).s.object;
    return object && vm.klass_of(object) == chooser;
  }
  // Of a thread that makes calls: the class may have threads of its own. main makes the last ones.
  uint32_t index(const vm::Vm& vm, por::ThreadId t) const {
    if (!chooses(vm, t)) return threads;
    uint32_t before = 0;
    for (por::ThreadId u = 0; u < t; ++u) before += chooses(vm, u);
    return before;
  }
  const std::vector<uint16_t>& calls(const vm::Vm& vm, por::ThreadId t) const {
    return endless ? endless->at(now.rest, index(vm, t), now.monitor) : choices->at(now.rest, index(vm, t));
  }
};

// The thread stands before the choice of its next call.
bool is_choice(const vm::Vm& vm, por::ThreadId t);
// Of the driver: a call is chosen, has begun, has returned.
void register_choices(vm::Vm& vm, const std::string& client);

// Ends a search with the first execution that ends as no sequential one does.
class Engine::Follower final : public check::Round {
 public:
  static constexpr unsigned kEvents = por::kEndStateEvents | por::kViolationEvents | por::kProgressEvents;
  Follower(Engine& engine, const Monitor& monitor, WorkLimit limit)
      : Round(*engine.vm_), engine_(engine), monitor_(monitor), deadline_(limit, Deadline::Work) {}

  void end_state(std::span<const por::PathStep>) override;
  void violation(std::span<const por::PathStep>, por::ErrorKind kind) override;
  void progress(const por::SearchStatistics& so_far) override;
  void lose() {
    if (!lost) found = trace;
    over = lost = true;
  }

  bool lost = false, late = false, stuck = false;
  using Trace = std::vector<std::pair<uint32_t, uint16_t>>;  // threads and what they chose
  Trace trace, found;                                        // of the present path; of the one that was lost or stuck

 private:
  Engine& engine_;
  const Monitor& monitor_;
  Deadline deadline_;
};

// The virtual machine with what is beside it.
class Engine::Client final : public por::ForwardingSystem, public por::CompoundSteps {
 public:
  // `ordered`: that a call had returned before another one began is told by executions which are not equivalent.
  // `safe_unlocks`: SearchOptions::safe_unlocks, as the user wants it; here it must be on.
  // `graph`: all states are wanted, and none where the monitor has lost the execution.
  Client(Engine& engine, const Choices::Rest& begin, bool ordered, bool safe_unlocks, Follower& follower, bool graph)
      : ForwardingSystem(*engine.system_),
        engine_(engine),
        vm_(*engine.vm_),
        system_(*engine.system_),
        present_(vm::facility<Present>(vm_)),
        ordered_(ordered),
        safe_unlocks_(safe_unlocks),
        follower_(follower),
        graph_(graph) {
    present_.now = {Monitor::kBegin, begin};
  }

  bool is_final() const override { return to_.is_final() || (graph_ && present_.now.monitor == Monitor::kLost); }
  bool deadlocked() const override { return to_.is_final() && to_.deadlocked(); }

  por::Op pending(por::ThreadId t) const override;

  por::StepResult step(por::ThreadId t, uint32_t alternative) override;

  // A choice conflicts with other choices, and where a call begins, or whether it can, with what the first operation of
  // the call conflicts with. That calls had returned before others began is not to be told from the opposite then.
  bool narrow(por::Op& op) const override;

  Mark mark() override;
  void undo(Mark m) override;
  void release(Mark m) override {
    to_.release(m);
    kept_.pop_back();
  }

  // If the state has been met with a monitor that this one covers, it is that one from here on: searched for what is
  // lost, it has found nothing less.
  por::Fingerprint fingerprint() override;
  void canonical_form(std::vector<uint8_t>& out) override {
    to_.canonical_form(out);
    append_words(out);
  }
  // States are met by their fingerprints, so nothing is left out of what these are of.
  void whole_form(const por::KnownRuns&, std::vector<uint8_t>& form, por::FormParts& parts) override;

 private:
  void add_monitor(por::Fingerprint& f);
  void append_words(std::vector<uint8_t>& form) const {
    for (const uint64_t word : words_)
      for (int byte = 0; byte < 8; ++byte) form.push_back(static_cast<uint8_t>(word >> (8 * byte)));
  }
  // By the numbers of those that make calls; false: each has its own.
  bool find_places();
  // What the thread is about to do now that it has chosen.
  void note_first(por::ThreadId t);
  void replace(Monitor::State& state, Monitor::State strict, bool moved);

  struct First {
    vm::RawAccess access;
    bool write;
  };
  const Engine& engine_;
  vm::Vm& vm_;
  vm::JvmSystem& system_;
  Present& present_;
  const bool ordered_, safe_unlocks_;
  Follower& follower_;
  const bool graph_;
  std::vector<Present::Kept> kept_;
  bool first_known_ = false;  // of the last step: it was a choice, and this came next
  std::vector<First> first_;
  uint32_t steps_ = 0, steps_before_ = 0;  // since the last fingerprint; between the last two
  std::vector<por::ThreadId> places_;
  std::vector<uint32_t> to_place_, back_;
  std::array<uint64_t, 4> words_{};
  Met met_;
};

}  // namespace jmc::linearizability
