// What is known of an operation before and after its step.
#include <cstring>

#include "listeners/local_names.hpp"
#include "listeners/operations.hpp"
#include "vm/native.hpp"
#include "vm/thread/bounded_polls.hpp"

namespace jmc::listeners {

using vm::PendingKind;
using vm::Ref;

namespace {

uint64_t load(const vm::Vm& vm, const Record& r) {
  uint64_t bits = 0;
  std::memcpy(&bits, vm.heap.address(r.op.object, r.op.offset), r.width);
  return bits;
}

// Likewise of a variable in two halves.
void look_at_halves(const vm::memory::Machine& machine, vm::memory::Key key, Record& r) {
  const vm::Pending& p = r.op;
  const vm::memory::Location* halves[] = {machine.find(key), machine.find(vm::memory::Machine::upper_half(key))};
  if (!halves[0] && !halves[1]) return;
  r.seen = r.before;
  for (const vm::memory::Location* l : halves)
    if (l) r.writer = l->messages.back().writer;
  if (p.kind == PendingKind::Write) {
    r.late = r.alternative != 0;
    return;
  }
  vm::memory::Machine::Taken taken;
  if (p.kind == PendingKind::Read) {
    taken = machine.take_halves(r.thread, key, p.mode.read, r.alternative, r.before);
  } else {
    const vm::memory::Machine::Equals equals = [&](uint64_t value) { return value == p.expected; };
    const vm::memory::Machine::Equals* expected = p.conditional ? &equals : nullptr;
    if (r.alternative >= machine.attempts_halves(r.thread, key, p.mode, r.before, expected)) return;  // for no reason
    taken = machine.take_attempt_halves(r.thread, key, p.mode, r.alternative, r.before, expected);
  }
  r.seen = taken.value;
  r.stale = r.seen != r.before;
  if (!halves[0] || !halves[1]) {
    r.torn = r.stale;
  } else {
    // Both halves of a write have been given their names one after the other.
    const uint64_t low = halves[0]->messages[taken.message].name, upper = halves[1]->messages[taken.upper].name;
    r.torn = r.stale && low + 1 != upper && low + upper != 0;
  }
  const uint32_t at[] = {taken.message, taken.upper};
  for (const int i : {0, 1})
    if (halves[i]) r.half_writers[i] = halves[i]->messages[at[i]].writer;
}

// What the memory model makes of the operation: which message it takes or stands before.
void look_at_memory(vm::Vm& vm, Record& r) {
  const vm::Pending& p = r.op;
  const vm::memory::Machine& machine = vm.memory->machine;
  const vm::memory::Key key = vm::MemoryModel::key(p.object, p.offset);
  if (vm.memory->tears(p.object, p.offset, p.model_width)) return look_at_halves(machine, key, r);
  const vm::memory::Location* l = machine.find(key);
  if (!l) return;
  r.seen = r.before;
  r.writer = l->messages.back().writer;
  if (p.kind == PendingKind::Write) {
    r.kept = vm.memory->buffering && r.alternative >= machine.places(r.thread, key, p.mode.write);
    r.late = r.alternative != 0 && !r.kept;
    return;
  }
  uint32_t message = static_cast<uint32_t>(l->messages.size()) - 1;
  if (p.kind == PendingKind::Read) {
    const vm::memory::Message* seen = machine.peek(r.thread, key, p.mode.read, r.alternative);
    message = static_cast<uint32_t>(seen - l->messages.data());
  } else if (p.conditional) {
    const uint64_t expected = vm::MemoryModel::cut(p.expected, p.model_width);
    const auto equals = [&](uint64_t value) { return value == expected; };
    if (r.alternative >= machine.attempts(r.thread, key, p.mode, r.before, equals)) return;  // it fails for no reason
    message = machine.take_attempt(r.thread, key, p.mode, r.alternative, r.before, equals).message;
  } else {
    message = machine.take_update(r.thread, key, p.mode, r.alternative, r.before).message;
  }
  r.seen = l->messages[message].value;
  r.stale = message + 1 < l->messages.size();
}

// The write that is made ahead, as if it were what the thread has stopped at.
void put_ahead(vm::Vm& vm, const vm::LoadBuffering::Ahead& write, Record& r) {
  const vm::MemoryModel::Variable& v = write.variable;
  const vm::Klass* k = vm.klass_of(v.object);
  const vm::Field* f = k->is_array() ? nullptr : vm.field_at(v.object, v.offset);
  r.ahead = true;
  r.site = write.site;
  r.op = {};
  r.op.kind = PendingKind::Write;
  r.op.object = v.object, r.op.offset = v.offset;
  r.op.width = v.width;
  r.op.type = k->is_array() ? k->element_type : f ? f->type : 0;
  if (!r.op.type && v.ref) r.op.type = 'L';
  r.op.value = write.value;
  r.late = write.place != 0;
  r.alternative = write.place;
}

// What has no name of its own.
void look_for_local(const vm::Vm& vm, Record& r) {
  if (!is_access(r.op.kind) || r.op.object < vm::Heap::kFirstRef) return;
  const vm::Klass& k = *vm.klass_of(r.op.object);
  if (is_nameless(k) || is_captured_variable(k)) r.local = local_name(vm, r.thread, r.op.object);
}

}  // namespace

Record record_before(vm::Vm& vm, por::ThreadId t, uint32_t alternative) {
  Record r;
  vm::LoadBuffering::Choice choice;
  if (vm.memory && vm.memory->buffering)
    choice = vm.memory->buffering->choice(t, alternative), alternative = choice.alternative;
  r.alternative = alternative;
  const vm::ThreadState& s = vm.thread(t).s;
  r.thread = t;
  r.frames = own_frames(vm, t);
  r.op = s.pending;
  if (choice.ahead) put_ahead(vm, choice.write, r);
  r.wait = s.wait;
  r.permit = vm.has_permit(t);
  r.interrupted = s.interrupted;
  if (const auto of = r.op.operation->outcome; of && !choice.ahead) r.outcome = of(vm, t, r.op, alternative);
  if (is_access(r.op.kind) && r.op.object >= vm::Heap::kFirstRef && r.op.type && r.op.offset >= vm::kHeaderSize) {
    const vm::Klass* k = vm.klass_of(r.op.object);
    // Small fields of objects are held as ints, elements of arrays in their own size.
    r.width = r.op.width ? r.op.width : vm::width_of(r.op.type);
    if (!k->is_array() && r.width < 4) r.width = 4;
    if (r.op.offset + r.width > vm.object_size(r.op.object)) r.width = 0;
    if (r.width) r.before = load(vm, r);
    if (r.width && r.op.modelled) look_at_memory(vm, r);
    look_for_local(vm, r);
  }
  if (r.op.kind == PendingKind::ClassInit) r.initialisation = vm.init_status(vm.klass(r.op.offset));
  if (r.op.kind == PendingKind::Join) {
    const por::ThreadId other = vm.thread_of(r.op.object);
    r.target_ended = other == por::kNoThread || vm.thread(other).s.ended;
  }
  if (r.op.kind == PendingKind::Notify) {
    for (por::ThreadId u = 0; u < vm.thread_count(); ++u)
      if (vm.thread(u).s.wait == vm::WaitState::Waiting && vm.thread(u).s.waiting_on == r.op.object)
        r.woken.push_back(u);
  }
  return r;
}

Record record_access(vm::Vm& vm, por::ThreadId t, Ref object, uint32_t offset, bool write) {
  Record r;
  r.thread = t;
  r.frames = own_frames(vm, t);
  r.op.kind = write ? PendingKind::Write : PendingKind::Read;
  r.op.object = object;
  r.op.offset = offset;
  const vm::Klass* k = vm.klass_of(object);
  const vm::Field* f = vm.field_at(object, offset);
  r.op.type = k->is_array() ? k->element_type : f ? f->type : 0;
  if (!r.op.type) return r;
  look_for_local(vm, r);
  r.width = k->is_array() ? 1u << k->element_shift : f->wide() ? 8 : 4;
  r.before = load(vm, r);
  return r;
}

void record_after(vm::Vm& vm, Record& r) {
  if (r.width) r.after = load(vm, r);
  if (r.late && r.after != r.before) r.late = false, r.torn = true;
  if (const auto& rounds = vm::facility<vm::RoundsOfStep>(vm); r.op.width && rounds.thread == r.thread)
    r.rounds = rounds.again;
  std::erase_if(r.woken, [&](por::ThreadId u) { return vm.thread(u).s.wait == vm::WaitState::Waiting; });
}

}  // namespace jmc::listeners
