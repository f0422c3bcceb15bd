// The Java virtual machine as a TransitionSystem: what the search sees of a program.
//
// A step is the pending operation of a thread and every invisible step after it; with VmOptions::glue also the
// invisible prefix of threads it starts, thread ends, and joins that have become possible, none of which another thread
// can notice (S-POR done early).
//
// Ownership: refers to a Vm, which must outlive it and must have been booted and given a main class.
#pragma once

#include <functional>

#include "por/seam/transition_system.hpp"
#include "vm/memory/load_buffering.hpp"
#include "vm/thread/bounded_polls.hpp"
#include "vm/vm.hpp"

namespace jmc::vm {

class JvmSystem final : public por::TransitionSystem {
 public:
  explicit JvmSystem(Vm& vm);

  // Runs the program from its beginning up to the initial state of the search: the first point at which a second
  // thread could notice something. Takes the base image there. An error here is an error of every schedule. Called
  // again, it does so again, with what was found out about the program since.
  por::StepResult start();
  // The same for a Vm that is undone to a mark and started again and again: the base image is an older one, which the
  // caller has frozen after Vm::start_publishing().
  por::StepResult start_again();
  // What threads threw and caught by name before that state, the first few; the objects are there in every state after.
  struct CaughtAtStart {
    ThreadId thread;
    Ref exception;
    const Method* by;
    uint32_t target;
  };
  const std::vector<CaughtAtStart>& caught_at_start() const { return caught_at_start_; }
  // Goes back to the initial state, marked as `origin`, and runs what threads have stopped at there and no search of
  // the present assumptions needs to see: the beginning of initialisations, readings of a clock that nobody shares,
  // operations that were described under other rules. A search starts from the state after that: what is invisible
  // there would hide from races what comes after it.
  por::StepResult settle(Mark origin);

  por::ThreadId thread_count() const override { return vm_.thread_count(); }
  bool ended(por::ThreadId t) const override { return vm_.thread(t).s.ended; }
  por::Op pending(por::ThreadId t) const override { return label(vm_, t); }
  uint32_t alternatives(por::ThreadId t) const override { return buffering_ ? buffering_->ways(t) : ways_of(vm_, t); }
  por::StepResult step(por::ThreadId t, uint32_t alternative) override;
  Mark mark() override { return vm_.mark(); }
  void undo(Mark m) override {
    vm_.undo(m);
    if (buffering_) buffering_->forget();
  }
  void release(Mark m) override { vm_.release(m); }
  por::Fingerprint fingerprint() override { return vm_.fingerprint(); }
  void canonical_form(std::vector<uint8_t>& out) override;
  void whole_form(const por::KnownRuns& known, std::vector<uint8_t>& form, por::FormParts& parts) override {
    vm_.whole_form(known, form, parts);
  }
  std::string loadable_form(std::vector<uint8_t>& form) override { return vm_.loadable_form(form); }
  std::string load(const std::vector<uint8_t>& form) override;
  void renaming(std::vector<uint32_t>& out) const override { vm_.renaming(out); }
  void places(std::vector<por::ThreadId>& out) const override {
    out.assign(vm_.symmetry.all_places().begin(), vm_.symmetry.all_places().end());
  }
  bool name_by_path(bool on) override {
    vm_.name_by_path(on);
    return true;
  }
  por::ThreadSet joined(por::ThreadId t) const override;
  bool numbers_return() const override;
  por::ThreadId starter(por::ThreadId t) const override;
  bool is_final() const override;
  bool deadlocked() const override;
  uint64_t learnt() const override { return vm_.learnt() + polls_.learnt(); }
  void overlookable(std::vector<uint64_t>& writes) const override {
    writes.clear();
    if (vm_.memory) vm_.memory->overlookable(writes);
  }
  std::vector<uint64_t> overlooked() const override {
    return vm_.memory ? vm_.memory->machine.overlooked() : std::vector<uint64_t>();
  }
  std::string failure() const override { return failure_; }
  uint64_t names() const override { return vm_.names(); }
  Failure failure_kind() const { return failure_kind_; }  // of the step that stopped
  // kSealed for the thread of the last step: a call of a sealed method that was going on before the step still is. The
  // state before must have been marked. And, shifted by its number and one, a bit per preferred name.
  uint64_t tags(por::ThreadId t) const override {
    return (t == sealed_ ? kSealed : 0) | (preferred_.empty() ? 0 : preferred_tags(t));
  }
  bool landmark(por::ThreadId t) const override;
  static constexpr uint64_t kSealed = 1;
  // "method=Class.method": the pending operation lies in a call of it; "variable=Class.field": it is an access to it.
  // Each a MemberPattern. At most 60.
  void prefer(const std::vector<std::string>& names);
  // Methods whose calls are to be undisturbed, each a MemberPattern.
  void seal(const std::vector<std::string>& methods);
  // Of these, what no call was met of.
  std::vector<std::string> seals_unused() const;
  // No class that was loaded has a method that this seal means.
  bool names_nothing(const std::string& seal) const;
  bool means(const std::string& seal, const Method& m) const { return matches(MemberPattern(seal), m); }

  // For replays: a step of t alone, and whether step() would now glue one of t to the step before it.
  por::StepResult step_alone(por::ThreadId t, uint32_t alternative);
  // Likewise the glued one, as step() takes it: step_alone() would do what belongs to a step of its own, too.
  por::StepResult step_glued(por::ThreadId t);
  bool glues(por::ThreadId t) const {
    return vm_.options.glue && !ended(t) && invisible_now(vm_, t) && alternatives(t);
  }
  Vm& vm() const { return vm_; }

 private:
  por::StepResult run(por::ThreadId t, uint32_t alternative);
  por::StepResult buffered_step(por::ThreadId t, uint32_t alternative);
  por::StepResult run_and_poll(por::ThreadId t, uint32_t alternative);
  // Runs that follow each other within one step look at the flag between them.
  bool asked_to_stop() const;
  por::StepResult interrupted();
  void notice_torn_copy(por::ThreadId t);
  por::ThreadSet blocked_threads() const;
  void note_freed(const por::ThreadSet& blocked);  // of these, who can go on now
  void report_livelock(por::ThreadId t);
  void report_swallowed();
  struct Seal {
    MemberPattern methods;
    bool used = false;
  };
  static bool matches(const MemberPattern& pattern, const Method& m);
  bool is_sealed(const Method& m);
  uint64_t preferred_tags(por::ThreadId t) const;
  // The frame that called the outermost sealed method that the thread is in; 0 if it is in none.
  uint32_t caller_of_sealed(por::ThreadId t);

  Vm& vm_;
  LoadBuffering* const buffering_;  // null: loads are not delayed
  BoundedPolls polls_;
  std::vector<CaughtAtStart> caught_at_start_;
  std::string failure_;
  Failure failure_kind_ = Failure::Unsupported;
  std::vector<Seal> seals_;
  struct Preferred {
    bool method;
    MemberPattern name;
  };
  std::vector<Preferred> preferred_;
  std::vector<int8_t> sealed_methods_;  // by Method::id: 0 not looked at yet, 1 sealed, -1 not
  por::ThreadId sealed_ = por::kNoThread;
};

// A thread that waits, and the one that has to do something before it can go on, or kNoThread where any may.
struct Waiting {
  por::ThreadId thread;
  por::ThreadId on;
  std::string what;  // "waits to lock Object#2, held by thread 1 "pay""
};
std::vector<Waiting> waiting_threads(Vm& vm, const std::function<std::string(Ref)>& name);

}  // namespace jmc::vm
