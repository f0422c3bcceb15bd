// Frames, native calls, exceptions leaving frames, long invisible runs.
#include "vm/class/link_checks.hpp"
#include "vm/class/setup_error.hpp"
#include "vm/class/verify_types.hpp"
#include "vm/code/interpreter.hpp"
#include "vm/code/paired_monitors.hpp"
#include "vm/code/watches.hpp"
#include "vm/operation/announced.hpp"
#include "vm/step_observer.hpp"
#include "vm/visibility/native_audit.hpp"

#include <algorithm>
#include <utility>

namespace jmc::vm {

namespace {

// Whether others may change in how many ways it can go (vm/assumptions/ways.hpp): one that may time out or fail, one
// that chooses, and what wakes, interrupts or lets time pass.
bool ways_may_depend(const Pending& p, uint32_t ways) {
  return ways > 1 || p.timed || p.may_fail || p.by_clock || p.kind == PendingKind::Sleep ||
         p.kind == PendingKind::Notify || p.kind == PendingKind::Interrupt;
}

}  // namespace

bool Interpreter::push_frame(Method* m, uint32_t at, uint32_t flags, Ref lock) {
  const uint32_t header = at + m->max_locals;
  if (header + kFrameSlots + m->max_stack > vm_.options.stack_slots) {
    vm_.throw_new("java/lang/StackOverflowError");
    return false;
  }
  if (vm_.sections.open() && ts_.fp) [[unlikely]]
    vm_.sections.calls(*vm_.methods_[vm_.frame(t_, ts_.fp)->method], *m);
  *reinterpret_cast<FrameHeader*>(stack_ + header) = {m->id, 0, ts_.fp, lock, flags};
  ts_.fp = header;
  ts_.sp = header + kFrameSlots;
  return true;
}

bool Interpreter::prepare(Method* m) {
  try {
    translate(vm_, *m);
    return true;
  } catch (const MissingClass& e) {
    throw_missing_class(vm_, e.name);
    return false;
  }
}

// A call made by a native: the callee takes the place of the native's arguments, so its result becomes the native's.
bool Vm::push_call(Method* m, const uint32_t* args, uint32_t slots) {
  ThreadState& ts = threads_[current_].s;
  uint32_t* stack = threads_[current_].stack;
  const uint32_t at = native_base_;
  if (m && at + slots + m->max_locals + kFrameSlots + m->max_stack > options.stack_slots) {
    throw_new("java/lang/StackOverflowError");
    return false;
  }
  if (!m) {
    throw_new("java/lang/AbstractMethodError");
    return false;
  }
  uint32_t copy[512];
  std::copy(args, args + slots, copy);
  std::copy(copy, copy + slots, stack + at);
  if (m->is_native() || m->is_abstract()) {
    throw Unsupported("native code calls " + m->owner->external_name() + "." + std::string(m->name) +
                      ", which has no bytecode");
  }
  if (!m->code && !Interpreter(*this, current_).prepare(m)) return false;
  Ref lock = kNull;
  if (m->is_synchronized()) {
    lock = m->is_static() ? m->owner->mirror : args[0];
    if (!lock_free_for(lock, current_))
      throw Unsupported("native code calls synchronized method " + std::string(m->name) + " whose monitor is taken");
    lock_enter(lock, current_);
  }
  ts.sp = at;
  return Interpreter(*this, current_).push_frame(m, at, 0, lock);
}

NativeStatus Interpreter::call_native(Method* m, uint32_t* args, const PolySite* poly, uint64_t& value) {
  if (!m->native_bound) [[unlikely]] {
    m->native_bound = true;
    const auto& table = vm_.natives();
    auto it = table.find(m->owner->name + "." + std::string(m->name) + std::string(m->descriptor));
    if (it == table.end()) it = table.find("*." + std::string(m->name) + std::string(m->descriptor));
    if (it == table.end()) it = table.find(m->owner->name + ".*()V");  // all others of the class
    if (it != table.end()) {
      m->native = it->second.first;
      m->describe = it->second.second;
    }
  }
  NativeCall call{vm_, t_, m, args};
  // The frames of a native are its caller's: what it pushes goes where its arguments were.
  vm_.native_base_ = static_cast<uint32_t>(args - stack_);
  AuditedCall audited(vm_, *m);
  const bool may_be_visible = poly ? vm_.poly_describe != nullptr : m->describe != nullptr;
  const auto tells = [&] {
    if (ts_.initialising && call.thread.asked)
      vm_.initialiser_told("calls " + m->owner->external_name() + "." + std::string(m->name));
  };
  if (described_ && vm_.granted && poly && !sections_) {
    vm_.granted = false;
    audited.announced(ts_.pending);
  } else if (may_be_visible) {
    Pending p;
    const bool visible = audited.run([&] { return poly ? vm_.poly_describe(call, *poly, p) : m->describe(call, p); });
    if (visible) audited.announced(p);
    if (vm_.pending_exception) return NativeStatus::Throw;
    if (visible) {
      vm_.met |= met_bit(p.kind) | (p.timed ? kMetTimedWait : 0);
      const uint32_t n = p.ways(vm_, t_);
      if (vm_.options.ways_alone && ways_may_depend(p, n)) vm_.rules.uses(kWaysDepend);
      const auto section = sections_ && vm_.multi() ? vm_.sections.meets(p, n) : Sections::Answer::Apart;
      if (section == Sections::Answer::Part) {
        vm_.note_writes(p);
      } else if (section == Sections::Answer::Apart && vm_.granted && n) {
        vm_.granted = false;
        check_announced(vm_, p);
        if (vm_.memory && !p.modelled) [[unlikely]]
          vm_.memory->check_other(p, m->owner->external_name() + "." + std::string(m->name));
      } else if (vm_.multi() || n != 1) {
        suspended_ = p;
        suspended_.described = poly != nullptr;
        suspended_.rules = vm_.rules.of_operations();
        if (vm_.memory) vm_.memory->will_do(p);
        audited.over();
        return NativeStatus::Again;
      } else {
        vm_.granted_alternative = 0;
      }
    } else {
      // A join whose thread has ended meanwhile is no operation any more: its grant must not go to the next one.
      vm_.granted = false;
    }
  }
  // ensure_initialised() found another thread at work, or stops before it asks: in either kind of call.
  const auto waits = [&] {
    if (!vm_.init_wait_) return;
    suspended_ = vm_.init_request(vm_.init_wait_);
    vm_.init_wait_ = nullptr;
  };
  // What the JDK gives to the program, the program has been told of.
  const auto given = [&](NativeStatus status, bool reference) {
    if (status == NativeStatus::Done && reference && value && vm_.any_unexamined()) [[unlikely]]
      if (!vm_.methods_[vm_.frame(t_, ts_.fp)->method]->owner->boot) vm_.examine(static_cast<Ref>(value));
  };
  if (poly) {
    if (!vm_.poly_invoke) throw Unsupported("VarHandle." + std::string(poly->name) + " is not supported");
    const NativeStatus status = audited.run([&] { return vm_.poly_invoke(call, *poly); });
    audited.over();
    value = call.value;
    tells();
    waits();
    if (vm_.any_unexamined()) [[unlikely]] {
      const char type = poly->descriptor[poly->descriptor.find(')') + 1];
      given(status, type == 'L' || type == '[');
    }
    return status;
  }
  if (!m->native) {
    throw Unsupported("native method " + m->owner->external_name() + "." + std::string(m->name) +
                      std::string(m->descriptor) +
                      " is not known to jmc; put the call behind an interface and answer it in Java");
  }
  vm_.running_native_ = m->flags & kNativeFlag ? m : nullptr;
  const NativeStatus status = audited.run([&] { return m->native(call); });
  vm_.running_native_ = nullptr;
  audited.over();
  value = call.value;
  tells();
  waits();
  if (status == NativeStatus::Again && vm_.pending_exception) return NativeStatus::Throw;
  given(status, m->return_type == 'L');
  return status;
}

void NativeCall::unsupported(const std::string& why) const {
  throw Unsupported(method->owner->external_name() + "." + std::string(method->name) + std::string(method->descriptor) +
                    ": " + why);
}

bool Interpreter::catches(Method* m, uint16_t catch_index, Ref exception) {
  if (!catch_index) return true;
  const std::string_view name = m->owner->file->pool.class_name(catch_index);
  Klass* k = vm_.find_class(name, m->owner);
  return k && vm_.klass_of(exception)->is_subclass_of(k);  // a type that cannot be loaded has no instances
}

bool Interpreter::unwind(bool until_boundary) {
  Ref exception = vm_.pending_exception;
  vm_.pending_exception = kNull;
  for (;;) {
    FrameHeader* fh = reinterpret_cast<FrameHeader*>(stack_ + ts_.fp);
    Method* m = vm_.methods_[fh->method];
    const uint32_t lp = ts_.fp - m->max_locals;
    if (lp < ts_.stack_saved) vm_.threads_.save_stack(t_, lp);
    for (size_t i = 0; i < m->handlers.size(); ++i) {
      const Handler& h = m->handlers[i];
      if (fh->pc < h.start || fh->pc >= h.end) continue;
      // A handler may name what its class may not: that error is looked for a handler instead, from this one on.
      if (h.catch_index && !check_constant_access(vm_, m->owner, h.catch_index)) {
        exception = std::exchange(vm_.pending_exception, kNull);
        fh->pc = h.target;
        i = static_cast<size_t>(-1);
        continue;
      }
      if (!catches(m, h.catch_index, exception)) continue;
      if (vm_.options.swallowed != Swallowed::Off) vm_.note_caught(exception, *m, h.target, h.catch_index);
      if (vm_.observer) vm_.observer->caught(t_, exception, *m, h.target, h.catch_index != 0);
      fh->pc = h.target;
      ts_.sp = ts_.fp + kFrameSlots;
      stack_[ts_.sp++] = exception;
      return true;
    }
    if (!m->leaves_entered.empty() && std::binary_search(m->leaves_entered.begin(), m->leaves_entered.end(), fh->pc))
      refuse_unpaired_monitor(*m);
    if (vm_.options.swallowed != Swallowed::Off) vm_.note_passed(exception, *m);
    if (fh->lock) {
      if (!may_exit(fh->lock)) {
        if (suspended_.kind == PendingKind::None) {  // not the owner any more: that exception replaces this one
          fh->lock = kNull;
          return unwind(until_boundary);
        }
        ts_.exception = exception;
        return false;
      }
      fh->lock = kNull;
    }
    if (fh->scratch & kBoundary) {
      ts_.fp = fh->prev;
      ts_.sp = lp;
      vm_.pending_exception = exception;
      return false;
    }
    if (!fh->prev) {
      // The bottom frame ends with ThreadEnd, in threads that were started after what their exit does; the instruction
      // before is where a handler for uncaught exceptions returns to.
      ts_.sp = ts_.fp + kFrameSlots;
      if (!may_look_for_handlers()) {
        ts_.exception = exception;
        return false;
      }
      fh->pc = m == vm_.thread_method_ ? std::min(fh->pc + 1, m->code_length - 1) : m->code_length - 1;
      uncaught(exception);
      return true;
    }
    ts_.fp = fh->prev;
    ts_.sp = lp;
  }
}

Method* Interpreter::at_exit(Ref thread, bool scopes) {
  const Field* f = scopes ? vm_.known->thread_scopes : vm_.known->thread_container;
  const Ref object = f ? vm_.heap.load<Ref>(thread, f->offset) : kNull;
  if (!object) return nullptr;
  Method* m = scopes ? vm_.lookup_method(vm_.require_class("jdk/internal/vm/StackableScope"), "popAll", "()V")
                     : vm_.lookup_method(vm_.klass_of(object), "onExit", "(Ljava/lang/Thread;)V");
  // That of the class that all containers extend does nothing.
  return m && m->owner->name != "jdk/internal/vm/ThreadContainer" ? m : nullptr;
}

bool Interpreter::has_handler() const {
  const auto* per_thread = vm_.known->thread->find_field("uncaughtExceptionHandler");
  const auto* general = vm_.known->thread->find_field("defaultUncaughtExceptionHandler");
  return (per_thread && vm_.get_ref(ts_.object, per_thread)) ||
         (general && vm_.heap.load<Ref>(general->owner->statics, general->offset)) ||
         vm_.overrides_uncaught(ts_.object);
}

// That there is no handler is an answer that another thread may change: a read of both fields. Where there is one, the
// JDK's bytecode looks for it.
bool Interpreter::may_look_for_handlers() {
  if (ts_.dispatching || !vm_.rules.foresees(kHandlersSet) || has_handler()) return true;
  Pending p;
  for (const char* name : {"uncaughtExceptionHandler", "defaultUncaughtExceptionHandler"})
    if (const Field* f = vm_.known->thread->find_field(name)) {
      const Ref object = f->is_static() ? f->owner->statics : ts_.object;
      if (vm_.visibility.of_field(object, f, false)) p.add(object, f->offset, false);
    }
  if (!p.count || vm_.granted) {
    vm_.granted = false;
    return true;
  }
  suspended_ = p;
  suspended_.kind = PendingKind::Read;
  suspended_.verb = Verb::LooksForHandler;
  return false;
}

void Interpreter::uncaught(Ref exception) {
  // "Any exception thrown by this method will be ignored by the Java Virtual Machine" (UncaughtExceptionHandler).
  if (ts_.dispatching) {
    if (vm_.options.swallowed != Swallowed::Off) vm_.note_dispatched(exception);
    return;
  }
  // A handler that the program installed takes the exception; then it is no violation.
  const Ref thread = ts_.object;
  if (has_handler()) {
    if (Method* dispatch =
            vm_.lookup_method(vm_.known->thread, "dispatchUncaughtException", "(Ljava/lang/Throwable;)V")) {
      ts_.dispatching = true;
      if (t_ == 0) vm_.exit_.now.status = 1;  // of the JVM, unless somebody calls System.exit: report_failed_main
      if (vm_.options.swallowed != Swallowed::Off) vm_.note_dispatched(exception);
      auto* fh = reinterpret_cast<FrameHeader*>(stack_ + ts_.fp);
      fh->pc -= 1;
      stack_[ts_.sp] = thread;
      stack_[ts_.sp + 1] = exception;
      if (!dispatch->code) translate(vm_, *dispatch);
      if (push_frame(dispatch, ts_.sp, 0, kNull)) return;
      vm_.pending_exception = kNull;
      fh->pc += 1;
    }
  }
  check_setup(vm_, exception);
  vm_.examine(exception);
  Violation v;
  Klass* k = vm_.klass_of(exception);
  v.kind =
      k->is_subclass_of(vm_.known->assertion_error) ? por::ErrorKind::Assertion : por::ErrorKind::UncaughtException;
  v.thread = t_;
  v.exception = exception;
  v.message = vm_.describe_exception(exception);
  v.stack = vm_.stack_trace_text(exception);
  vm_.violations_.push_back(std::move(v));
}

// --- long invisible runs

// What the loop reads of others' data without a scheduling point could change: then it is not known to run for ever.
// Not where no other thread is left: on this path, which is one that the program has, nobody will change it.
bool Interpreter::polls() {
  if (vm_.live_threads() == 1) return false;
  return vm_.visibility.adopt_polled();
}

// Backward jumps and calls after which what is polled becomes a scheduling point: a volatile variable is most likely
// one that somebody waits for, others may as well be read by a long computation.
constexpr uint64_t kPolledForLong = 10'000'000, kVolatileForLong = 1'000'000;

bool Interpreter::polled_for_long() const {
  if (!vm_.visibility.adaptive() || spent_ < kVolatileForLong) return false;
  const auto& polled = vm_.visibility.polling().accesses;
  if (spent_ >= kPolledForLong) return !polled.empty();
  return std::any_of(polled.begin(), polled.end(), [&](const auto& access) {
    const Field* f = vm_.klass_of(access.first)->is_array() ? nullptr : vm_.field_at(access.first, access.second);
    return f && (f->flags & kVolatile);
  });
}

// Between looks at a run: soon at first, since most long ones poll, then ever more rarely.
uint64_t Interpreter::until_next_look() const {
  constexpr uint64_t kFirst = 250'000;
  return std::min<uint64_t>(vm_.options.cycle_check_after, spent_ == 0 ? kFirst : spent_);
}

bool Interpreter::over_budget(uint32_t pc) {
  if (vm_.options.stop && vm_.options.stop->load(std::memory_order_relaxed)) {
    limit_end_ = RunEnd::Stopped;
    return false;
  }
  const auto here = [this] {
    vm_.threads_.touch_stack(t_);  // its stack has changed since the last time, in the middle of a step
    return vm_.fingerprint();
  };
  // Brent's scheme: remember a state, compare the states in which the same instruction is reached again, and from time
  // to time remember a later one. A repeated state is an infinite loop, since the thread runs alone.
  if (!watching_) {
    const uint64_t units = until_next_look();
    spent_ += units;
    Watches& watches = facility<Watches>(vm_);
    watches.ran(units);
    vm_.visibility.polling().on = true;
    // A search that finds its scheduling points itself need not wait for the limit: what is polled for long becomes
    // one, which is never wrong.
    if (spent_ >= vm_.options.step_limit || polled_for_long()) {
      limit_end_ = polls() ? RunEnd::Polling : RunEnd::Stopped;
      return false;
    }
    const bool image = !vm_.heap.frozen() || !vm_.marked();
    if (image && !watches.paid()) {
      budget_ = static_cast<int64_t>(until_next_look());
      return true;
    }
    if (image) vm_.freeze();
    watches.begin();
    watching_ = true;
    watched_ = here();
    watch_pc_ = pc;
    watch_fp_ = ts_.fp;
    watch_checks_ = 0;
    budget_ = 1;
    window_ = 0;
    return true;
  }
  if (pc == watch_pc_ && ts_.fp == watch_fp_) {
    ++watch_checks_;
    if (here() == watched_) {
      limit_end_ = polls() ? RunEnd::Polling : RunEnd::Livelock;
      return false;
    }
  }
  budget_ = 1;
  if (++window_ > 20'000 || watch_checks_ > 500) {
    watching_ = false;
    facility<Watches>(vm_).end(watch_checks_);
    budget_ = static_cast<int64_t>(until_next_look());
  }
  return true;
}

}  // namespace jmc::vm
