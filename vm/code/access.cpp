// Visible accesses: whether one is a scheduling point, and the pending operation it makes. Also monitors.
#include <utility>

#include "vm/code/arithmetic.hpp"
#include "vm/code/draws.hpp"
#include "vm/code/interpreter.hpp"
#include "vm/operation/announced.hpp"
#include "vm/operation/threads.hpp"
#include "vm/visibility/section_threads.hpp"

namespace jmc::vm {

namespace {
memory::Mode mode_of(const Field& f) { return f.flags & kVolatile ? memory::Mode::Volatile : memory::Mode::Plain; }

// The lock of a Thread under which interrupt() looks for what that one waits for: only methods of Thread get at it.
// Executors interrupt their workers, so that it may be part of a section like the status itself.
bool guards_interrupts(Vm& vm, const Method& by, Ref lock) {
  return by.owner == vm.known->thread && (by.name == "interrupt" || by.name == "blockedOn") &&
         !vm.klass_of(lock)->thread_class && facility<SectionThreads>(vm).owns_locks();
}

}  // namespace

// The granted access under the memory model. A read of the newest value and a write of it are left to the instruction.
void Interpreter::model(const MemoryModel::Variable& v, memory::Mode mode, bool write, uint64_t value) {
  if (write) {
    vm_.beside_heap = !vm_.memory->write(v, mode, value);
    return;
  }
  vm_.beside_value = vm_.memory->read(v, mode);
  // A thread does not see what it has promised.
  vm_.beside_heap = vm_.granted_alternative != 0 || vm_.memory->buffering;
}

// The access in suspended_ is made now, within a section of an executor.
bool Interpreter::part_of_section(uint32_t ways) {
  if (!sections_ || vm_.sections.meets(suspended_, ways) != Sections::Answer::Part) return false;
  vm_.note_writes(suspended_);
  suspended_ = Pending{};
  return true;
}

bool Interpreter::may_access(Ref object, const Field* f, bool write, uint64_t value) {
  if (!vm_.visibility.of_field(object, f, write)) {
    vm_.granted = false;  // the grant was for this instruction, whatever it turned out to be
    return true;
  }
  if (vm_.granted && !vm_.sections.granted()) {
    vm_.granted = false;
    check_announced(vm_, {object, f->offset, write});
    if (vm_.memory) [[unlikely]]
      model({object, f->offset, static_cast<uint8_t>(f->wide() ? 8 : 4), f->is_ref()}, mode_of(*f), write,
            f->wide() ? value : narrow(static_cast<uint32_t>(value), f->type));
    return true;
  }
  if (!write && ts_.initialising && vm_.reads_constant(object)) [[unlikely]]
    return true;
  suspended_ = Pending{};
  suspended_.kind = write ? PendingKind::Write : PendingKind::Read;
  suspended_.object = object;
  suspended_.offset = f->offset;
  suspended_.width = f->wide() ? 8 : 4;
  suspended_.type = f->type;
  suspended_.value = value;
  suspended_.add(object, f->offset, write);
  if (part_of_section()) return true;
  if (vm_.memory) vm_.memory->describe(suspended_, {mode_of(*f), mode_of(*f)}, suspended_.width);
  return false;
}

bool Interpreter::may_access_element(Ref array, uint32_t index, bool write, uint64_t value) {
  if (!vm_.visibility.of_element(array, index, write)) {
    vm_.granted = false;
    return true;
  }
  const Klass* k = vm_.klass_of(array);
  const uint32_t offset = kHeaderSize + (index << k->element_shift);
  if (vm_.granted && !vm_.sections.granted()) {
    vm_.granted = false;
    check_announced(vm_, {array, offset, write});
    if (vm_.memory) [[unlikely]]
      model({array, offset, static_cast<uint8_t>(1u << k->element_shift), k->kind == KlassKind::ObjectArray},
            memory::Mode::Plain, write, k->element_type == 'Z' ? value & 1 : value);
    return true;
  }
  if (!write && ts_.initialising && vm_.reads_constant(array)) [[unlikely]]
    return true;
  suspended_ = Pending{};
  suspended_.kind = write ? PendingKind::Write : PendingKind::Read;
  suspended_.object = array;
  suspended_.offset = offset;
  suspended_.width = static_cast<uint8_t>(1u << k->element_shift);
  suspended_.type = k->element_type;
  suspended_.value = value;
  suspended_.add_element(array, offset, write);
  if (part_of_section()) return true;
  if (vm_.memory) vm_.memory->describe(suspended_, {memory::Mode::Plain, memory::Mode::Plain}, suspended_.width);
  return false;
}

namespace {
constexpr Operation kTestOfDraw{.ways = [](Vm&, ThreadId, const Pending&) -> uint32_t { return 2; }, .as = as_lock};
}  // namespace

// The first thread runs what has one result: what is done before others begin, and after they have ended.
bool Interpreter::may_test(uint32_t& bits) {
  if (!bits || !t_) return true;
  if (vm_.granted && !vm_.sections.granted()) {
    vm_.granted = false;
    if (!std::exchange(vm_.granted_alternative, 0)) bits = 0;
    return true;
  }
  suspended_ = Pending{};
  suspended_.kind = PendingKind::Other;
  suspended_.verb = Verb::Draws;
  suspended_.value = 2;
  suspended_.operation = &kTestOfDraw;
  suspended_.rules = vm_.rules.of_operations();
  suspended_.add(kThreadLocation + t_, kThreadChance, true);
  return false;
}

// Only the first entry and the last exit of a monitor that other threads can reach is an operation others can notice.
bool Interpreter::may_enter(Ref object, const Method* by) {
  const ObjectHeader* h = vm_.heap.header(object);
  // The JDK's own methods of Thread hold the monitor for a moment only and wait for nothing meanwhile: nobody can tell.
  if ((h->flags & kConfined) && by->owner != vm_.known->thread &&
      ((h->flags & kShared) || vm_.thread_of(object, t_) != por::kNoThread)) [[unlikely]]
    if (vm_.locks_as_thread(object)) vm_.rules.uses(kThreadMonitors);
  if (vm_.klass_of(object)->console_class) [[unlikely]]
    vm_.rules.uses(kOutputMonitors);
  const bool reentrant = vm_.holds_lock(object, t_);
  const bool free = vm_.lock_free_for(object, t_);
  if (!reentrant && ((vm_.multi() && (h->flags & kShared)) || !free)) {
    const bool in_sections = sections_ && vm_.multi() && guards_interrupts(vm_, *by, object);
    if (vm_.granted && free && !(in_sections && vm_.sections.granted())) {
      vm_.granted = false;
      check_announced(vm_, {object, kLockField, true});
    } else if (vm_.multi() || !free) {
      suspended_ = Pending{};
      suspended_.kind = PendingKind::MonitorEnter;
      suspended_.object = object;
      suspended_.add(object, kLockField, true);
      suspended_.operation = &kOnceMonitorFree;
      if (vm_.memory) vm_.memory->will_acquire(object, vm_.lock_owner(object));
      if (!in_sections || !part_of_section(free ? 1 : 0)) return false;
    }
  }
  // Another thread that ran the initialiser would not hold the monitor before.
  if (reentrant && ts_.initialising && (h->flags & kShared)) [[unlikely]]
    vm_.initialiser_told("enters a monitor that its thread holds");
  vm_.granted = false;
  vm_.lock_enter(object, t_);
  return true;
}

bool Interpreter::may_exit(Ref object) {
  const ObjectHeader* h = vm_.heap.header(object);
  if (!vm_.holds_lock(object, t_)) {
    vm_.throw_new("java/lang/IllegalMonitorStateException", "current thread is not owner");
    return false;
  }
  // It may have been locked when nobody else knew the thread.
  if ((h->flags & kConfined) && (h->flags & kShared) && !vm_.rules.thread_monitors()) [[unlikely]]
    if (Method* by = vm_.method(vm_.frame(t_, ts_.fp)->method);
        by->owner != vm_.known->thread && vm_.locks_as_thread(object))
      vm_.rules.uses(kThreadMonitors);
  if (vm_.multi() && (h->flags & kShared) && lock_count(h->lock) == 1) {
    const bool in_sections = sections_ && guards_interrupts(vm_, *vm_.method(vm_.frame(t_, ts_.fp)->method), object);
    if (vm_.granted && !(in_sections && vm_.sections.granted())) {
      vm_.granted = false;
      check_announced(vm_, {object, kLockField, true});
    } else {
      suspended_ = Pending{};
      suspended_.kind = PendingKind::MonitorExit;
      suspended_.object = object;
      suspended_.add(object, kLockField, true);
      if (!in_sections || !part_of_section(1)) {
        suspended_.safe_unlock = !suspended_.section;  // no instruction can try a monitor without blocking
        return false;
      }
    }
  }
  vm_.granted = false;
  vm_.lock_exit(object, t_);
  return true;
}

// The end of a thread is an operation where somebody can tell it from the thread's last one. HotSpot locks the Thread
// object, marks the thread as ended, notifies all who wait on the object, and unlocks it: one step here, since nothing
// can happen in between that could not happen before or after. Without foreseen uses of the monitor only joins could
// wait for it, and they wait for the end itself.
//
// Before 19 a thread leaves its group first, so that ThreadGroup.activeCount() may miss a thread that is alive: two
// operations where a program counts threads.
bool Interpreter::may_end() {
  if (vm_.rules.threads_listed() && vm_.jdk.release < 19 && !ts_.left_group) {
    if (vm_.multi() && !vm_.granted) {
      suspended_ = Pending{};
      suspended_.kind = PendingKind::Other;
      suspended_.verb = Verb::LeavesGroup;
      suspended_.rules = vm_.rules.of_operations();
      suspended_.add(kThreadLocation + t_, kThreadGroup, true);
      return false;
    }
    vm_.granted = false;
    ts_.left_group = true;  // run() has saved the state of the running thread
  }
  const bool locks = vm_.ends_by_monitor(ts_.object);
  const bool free = !locks || vm_.lock_free_for(ts_.object, t_);
  const bool seen = (!vm_.options.glue || vm_.rules.ends_visible() || vm_.visibility.stops_at_all()) && vm_.multi();
  if ((seen && !vm_.granted) || !free) {
    suspended_ = Pending{};
    suspended_.kind = PendingKind::Other;
    suspended_.verb = Verb::End;
    suspended_.operation = locks ? &kEndOnceFree : &kEnd;
    suspended_.rules = vm_.rules.of_operations();
    suspended_.add(kThreadLocation + t_, kThreadEnd, true);
    if (locks) {
      suspended_.object = ts_.object;
      suspended_.add(ts_.object, kLockField, true);
    }
    return false;
  }
  vm_.granted = false;
  return true;
}

}  // namespace jmc::vm
