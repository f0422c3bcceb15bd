#include "vm/jvm_system.hpp"

#include <algorithm>
#include <utility>

#include "vm/code/insn.hpp"
#include "vm/code/watches.hpp"
#include "vm/native.hpp"
#include "vm/step_observer.hpp"
#include "vm/thread/late_time_outs.hpp"
#include "vm/thread/leftover.hpp"

namespace jmc::vm {

JvmSystem::JvmSystem(Vm& vm)
    : vm_(vm), buffering_(vm.options.load_buffering && vm.memory ? &facility<LoadBuffering>(vm) : nullptr), polls_(vm) {
  if (vm.memory) vm.memory->buffering = buffering_;
}

// One state in sixteen, by where the thread is and what its innermost frame holds, but for references: their values
// depend on the path.
bool JvmSystem::landmark(por::ThreadId t) const {
  const uint32_t fp = vm_.thread(t).s.fp;
  if (!fp) return true;
  const FrameHeader* f = vm_.frame(t, fp);
  Method& m = *vm_.method(f->method);
  uint64_t h = (uint64_t{f->method} << 32 | f->pc) * 0x9e3779b97f4a7c15u + fp;
  const uint32_t* slots = vm_.thread(t).stack + fp - m.max_locals;
  for (const uint16_t i : slot_map(vm_, m, f->pc, false).values) h = (h ^ slots[i]) * 0xff51afd7ed558ccdu;
  return (h >> 60) == 0;
}

por::ThreadSet JvmSystem::joined(por::ThreadId t) const {
  por::ThreadSet seen;
  for (por::ThreadId u = 0; u < vm_.thread_count(); ++u)
    if (u != t && vm_.has_joined(t, u)) seen.insert(u);
  return seen;
}

bool JvmSystem::numbers_return() const { return vm_.rules.numbers_return(); }

por::ThreadId JvmSystem::starter(por::ThreadId t) const { return vm_.thread(t).s.starter; }

// A copy of an array is one operation, and others come before or after it. Where another thread is at a write of an
// element of that array, or writes by a copy itself, and nothing orders the two, it could come in the middle as well. A
// search that explores both orders of each pair of operations in conflict comes to a state in which both are pending:
// in one order the second thread runs while the first stays at its operation.
void JvmSystem::notice_torn_copy(por::ThreadId t) {
  const Pending& p = vm_.thread(t).s.pending;
  if (!vm_.visibility.copies_met()) return;
  const auto writes = [](const Pending& x, const RawAccess& a) {
    return x.bulk ? x.target == a.object : a.write || x.accesses[0].write;
  };
  for (por::ThreadId u = 0; p.count && u < vm_.thread_count(); ++u) {
    const Pending& q = vm_.thread(u).s.pending;
    if (u == t || vm_.thread(u).s.ended || !(p.bulk || q.bulk)) continue;
    for (int i = 0; i < p.count; ++i)
      for (int j = 0; j < q.count; ++j)
        if (const RawAccess& a = p.accesses[i], &b = q.accesses[j];
            a.object == b.object && a.field == b.field && (a.write || b.write) && a.object >= Heap::kFirstRef &&
            (writes(p, a) || writes(q, b)))
          vm_.visibility.torn_copy(vm_.klass_of(a.object));
  }
}

// A handler takes what leaves main, and the launcher of a JVM ends with status 1 all the same, when all other threads
// have ended and nobody has called System.exit meanwhile.
static void report_failed_main(Vm& vm) {
  for (por::ThreadId u = 0; u < vm.thread_count(); ++u)
    if (!vm.thread(u).s.ended && !vm.thread(u).s.daemon) return;
  Violation v;
  v.kind = por::ErrorKind::ExitStatus;
  v.message = "exit status 1: main ends with an exception, which a handler for uncaught exceptions takes";
  vm.add_violation(std::move(v));
}

por::StepResult JvmSystem::run(por::ThreadId t, uint32_t alternative) {
  por::StepResult result;
  if (buffering_) buffering_->forget();
  switch (vm_.run(t, alternative)) {
    case RunEnd::Pending: notice_torn_copy(t); break;
    case RunEnd::Ended:
      if (vm_.exit_status() != 0) report_failed_main(vm_);
      break;
    case RunEnd::Exit:
      if (vm_.exit_status() != 0) {
        Violation v;
        v.kind = por::ErrorKind::ExitStatus;
        v.thread = t;
        v.message = "System.exit(" + std::to_string(vm_.exit_status()) + ")";
        vm_.add_violation(std::move(v));
      }
      break;
    case RunEnd::Livelock: report_livelock(t); break;
    case RunEnd::Polling:
      failure_kind_ = Failure::Polling;
      failure_ = vm_.visibility.polling_text(t);
      result.stop = true;
      break;
    case RunEnd::Stopped:
      failure_kind_ = vm_.options.stop && vm_.options.stop->load() ? Failure::Interrupted : Failure::StepLimit;
      failure_ = failure_kind_ == Failure::Interrupted
                     ? "interrupted"
                     : "step limit: a thread ran more than " + std::to_string(vm_.options.step_limit) +
                           " backward jumps and calls without a visible operation (--step-limit)";
      result.stop = true;
      break;
  }
  if (vm_.options.swallowed == Swallowed::Violation && vm_.any_unexamined() && is_final()) report_swallowed();
  if (!vm_.violations().empty()) result.error = vm_.violations().front().kind;
  result.yielded = vm_.gave_way;
  return result;
}

// With the rounds of a bounded loop that are in vain then.
por::StepResult JvmSystem::run_and_poll(por::ThreadId t, uint32_t alternative) {
  polls_.begin(t);
  por::StepResult result = run(t, alternative);
  RoundsOfStep& rounds = facility<RoundsOfStep>(vm_) = {t, 0};
  while (result.error == por::ErrorKind::None && !result.stop) {
    if (rounds.again >= RoundsOfStep::kMost || !polls_.goes_on(t)) break;
    ++rounds.again;
    const bool yielded = result.yielded;
    result = run(t, 0);
    result.yielded |= yielded;
    if (asked_to_stop()) return interrupted();
  }
  return result;
}

bool JvmSystem::asked_to_stop() const { return vm_.options.stop && vm_.options.stop->load(std::memory_order_relaxed); }

por::StepResult JvmSystem::interrupted() {
  failure_kind_ = Failure::Interrupted;
  failure_ = "interrupted";
  por::StepResult result;
  result.stop = true;
  return result;
}

// What nobody has looked at when the program is over, nobody will.
void JvmSystem::report_swallowed() {
  for (const SwallowedError& e : vm_.swallowed()) {
    Violation v;
    v.kind = e.assertion ? por::ErrorKind::Assertion : por::ErrorKind::UncaughtException;
    v.thread = e.thread;
    v.message = e.error + ", swallowed at " + e.caught;
    v.stack = e.error + "\n" + (e.thrown.empty() ? "" : "    at " + e.thrown + "\n");
    vm_.add_violation(std::move(v));
  }
}

void JvmSystem::seal(const std::vector<std::string>& methods) {
  for (const std::string& text : methods) seals_.push_back({MemberPattern(text)});
}

void JvmSystem::prefer(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    const size_t equals = name.find('=');
    preferred_.push_back({name.substr(0, equals) == "method", MemberPattern(name.substr(equals + 1))});
  }
}

uint64_t JvmSystem::preferred_tags(por::ThreadId t) const {
  uint64_t tags = 0;
  const Pending& p = vm_.thread(t).s.pending;
  for (size_t i = 0; i < preferred_.size(); ++i) {
    bool found = false;
    if (preferred_[i].method) {
      for (uint32_t fp = vm_.thread(t).s.fp; fp && !found;) {
        const FrameHeader* f = vm_.frame(t, fp);
        found = matches(preferred_[i].name, *vm_.method(f->method));
        fp = f->prev;
      }
    } else if (p.count && p.width && p.object >= Heap::kFirstRef && !vm_.klass_of(p.object)->is_array()) {
      const std::string name = vm_.location_name(p.object, p.offset);  // package.Class.field
      const size_t dot = name.rfind('.');
      found = dot != std::string::npos && preferred_[i].name.matches(name.substr(0, dot), name.substr(dot + 1));
    }
    if (found) tags |= uint64_t{2} << i;
  }
  return tags;
}

std::vector<std::string> JvmSystem::seals_unused() const {
  std::vector<std::string> out;
  for (const Seal& s : seals_)
    if (!s.used) out.push_back(s.methods.text());
  return out;
}

bool JvmSystem::names_nothing(const std::string& seal) const {
  const MemberPattern pattern(seal);
  for (uint32_t id = 0; id < vm_.class_count(); ++id)
    for (const auto& m : vm_.klass(id)->methods)
      if (matches(pattern, *m)) return false;
  return true;
}

bool JvmSystem::matches(const MemberPattern& p, const Method& m) {
  return m.owner && m.file && !m.internal && p.matches(m.owner->name, m.name);
}

bool JvmSystem::is_sealed(const Method& m) {
  if (m.id >= sealed_methods_.size()) sealed_methods_.resize(m.id + 256);
  int8_t& known = sealed_methods_[m.id];
  if (known == 0) {
    known = -1;
    for (Seal& s : seals_)
      if (matches(s.methods, m)) {
        s.used = true;
        known = 1;
      }
  }
  return known > 0;
}

uint32_t JvmSystem::caller_of_sealed(por::ThreadId t) {
  uint32_t caller = 0;
  for (uint32_t fp = vm_.thread(t).s.fp; fp;) {
    const FrameHeader* f = vm_.frame(t, fp);
    if (f->prev && is_sealed(*vm_.method(f->method))) caller = f->prev;
    fp = f->prev;
  }
  return caller;
}

por::StepResult JvmSystem::step(por::ThreadId t, uint32_t alternative) {
  const uint32_t caller = seals_.empty() ? 0 : caller_of_sealed(t);
  por::StepResult result = step_alone(t, alternative);
  // A caller that has gone on in between has had its slots saved, down to its locals.
  const ThreadState& s = vm_.thread(t).s;
  sealed_ = caller && !s.ended && s.stack_saved > caller && s.fp > caller ? t : por::kNoThread;
  if (vm_.symmetry.asks()) [[unlikely]]
    vm_.symmetry.answer();
  if (!vm_.options.glue) return result;
  for (bool again = true; again && !result.stop && !vm_.exited();) {
    again = false;
    for (por::ThreadId u = 0; u < vm_.thread_count(); ++u) {
      if (const ThreadState& other = vm_.thread(u).s; other.pending.simple || other.ended) continue;
      if (!invisible_now(vm_, u) || !alternatives(u)) continue;
      const bool yielded = std::exchange(result, run(u, 0)).yielded;
      result.yielded = yielded;  // whether thread t did
      again = true;
      if (asked_to_stop()) return interrupted();
      if (result.stop || vm_.exited()) break;
    }
  }
  return result;
}

// Where loads may be delayed: a step of t, or a write that it makes ahead, after which it can keep what it has
// promised.
por::StepResult JvmSystem::buffered_step(por::ThreadId t, uint32_t alternative) {
  const LoadBuffering::Choice choice = buffering_->choice(t, alternative);
  buffering_->forget();
  if (choice.ahead) {
    buffering_->write_ahead(t, choice.write);
    return {};
  }
  const Pending p = vm_.thread(t).s.pending;
  const uint32_t acquired = vm_.memory->acquired_times, released = vm_.memory->released_times;
  const por::StepResult result = run(t, choice.alternative);
  buffering_->stepped(t, p, acquired, released);
  return result;
}

por::StepResult JvmSystem::step_alone(por::ThreadId t, uint32_t alternative) {
  vm_.clear_violations();
  if (vm_.memory) vm_.memory->begin_step();
  por::ThreadSet blocked;
  if (vm_.rules.states_asked()) blocked = blocked_threads();
  const por::StepResult result = buffering_ ? buffered_step(t, alternative) : run_and_poll(t, alternative);
  blocked.erase(t);
  note_freed(blocked);
  return result;
}

por::StepResult JvmSystem::step_glued(por::ThreadId t) {
  vm_.clear_violations();
  return run(t, 0);
}

por::ThreadSet JvmSystem::blocked_threads() const {
  por::ThreadSet blocked;
  // Who waits for its time to be over is not blocked, whatever others do in between.
  const AskingOfWaits asking(vm_, LateTimeOuts::Asked::WithTime);
  for (por::ThreadId u = 0; u < vm_.thread_count(); ++u)
    if (!vm_.thread(u).s.ended && !alternatives(u)) blocked.insert(u);
  return blocked;
}

void JvmSystem::note_freed(const por::ThreadSet& blocked) {
  const AskingOfWaits asking(vm_, LateTimeOuts::Asked::WithTime);
  for (const por::ThreadId u : blocked)
    if (!vm_.thread(u).s.ended && !vm_.thread(u).s.was_blocked && alternatives(u))
      vm_.touch_thread(u).was_blocked = true;
}

por::StepResult JvmSystem::settle(Mark origin) {
  undo(origin);
  vm_.clear_violations();
  por::StepResult result;
  for (bool again = true; again && !result.stop && !vm_.exited();) {
    again = false;
    for (por::ThreadId u = 0; u < vm_.thread_count() && !result.stop && !vm_.exited(); ++u) {
      if (vm_.thread(u).s.ended || !(vm_.options.glue || vm_.thread(u).s.pending.kind == PendingKind::ClassInit) ||
          !invisible_now(vm_, u) || !alternatives(u))
        continue;
      result = run(u, 0);
      again = true;
    }
  }
  vm_.symmetry.answer();
  return result;
}

por::StepResult JvmSystem::start() {
  facility<Watches>(vm_).reset();
  if (vm_.has_begun()) vm_.begin_again();
  else vm_.begin();
  const por::StepResult result = start_again();
  vm_.symmetry.answer();
  vm_.freeze();
  return result;
}

por::StepResult JvmSystem::start_again() {
  struct Catches final : StepObserver {
    explicit Catches(std::vector<CaughtAtStart>& to) : list(to) { list.clear(); }
    void caught(ThreadId t, Ref exception, const Method& by, uint32_t target, bool named) override {
      constexpr size_t kMost = 100;
      if (named && by.file && !by.internal && list.size() < kMost) list.push_back({t, exception, &by, target});
    }
    std::vector<CaughtAtStart>& list;
  } catches(caught_at_start_);
  StepObserver* const before = vm_.observer;
  if (!before) vm_.observer = &catches;
  vm_.visibility.stop_at_all(true);
  const por::StepResult result = step(0, 0);
  vm_.visibility.stop_at_all(false);
  vm_.observer = before;
  return result;
}

void JvmSystem::report_livelock(por::ThreadId t) {
  Violation v;
  v.kind = por::ErrorKind::Livelock;
  v.thread = t;
  v.message = "a thread loops for ever without a visible operation";
  vm_.walk_frames(t, [&](Method* m, uint32_t pc) {
    if (!m->file || m->internal) return true;
    const std::string_view source = m->owner->file->source_file;
    const int line = m->line_of(pc);
    v.stack += "    at " + m->owner->external_name() + "." + std::string(m->name) + "(" +
               (source.empty() ? "Unknown Source" : std::string(source)) +
               (line >= 0 ? ":" + std::to_string(line) : "") + ")\n";
    return true;
  });
  vm_.add_violation(std::move(v));
  vm_.exit(0);  // this path ends here
}

bool JvmSystem::is_final() const {
  if (vm_.exited()) return true;
  bool live = false;
  for (por::ThreadId t = 0; t < vm_.thread_count(); ++t) {
    const ThreadState& s = vm_.thread(t).s;
    if (s.ended || s.daemon) continue;
    if (s.pending.simple) return false;
    live = true;
  }
  if (!live) return true;  // only daemon threads are left: the program ends
  for (por::ThreadId t = 0; t < vm_.thread_count(); ++t)
    if (alternatives(t)) return false;
  return true;
}

bool JvmSystem::deadlocked() const {
  if (vm_.exited()) return false;
  for (por::ThreadId t = 0; t < vm_.thread_count(); ++t)
    if (!vm_.thread(t).s.ended && !vm_.thread(t).s.daemon) {
      Leftover& left = facility<Leftover>(vm_);
      return !left.is_told || !left.only_idle(vm_);
    }
  return false;
}

std::string JvmSystem::load(const std::vector<uint8_t>& form) {
  vm_.clear_violations();
  sealed_ = por::kNoThread;
  if (buffering_) buffering_->forget();
  return vm_.load(form);
}

void JvmSystem::canonical_form(std::vector<uint8_t>& out) { vm_.canonical_form(out); }

}  // namespace jmc::vm
