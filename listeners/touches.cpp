#include "listeners/touches.hpp"

#include <cstring>
#include <utility>

#include "vm/code/insn.hpp"
#include "vm/native.hpp"

namespace jmc::listeners {

namespace {

constexpr size_t kMostTouches = 10'000;

bool accesses(vm::Opc op) {
  using vm::Opc;
  return (op >= Opc::IALoad && op <= Opc::CAStore) || (op >= Opc::GetStatic && op <= Opc::PutField2) ||
         op == Opc::LoadGetField || op == Opc::GetStaticNoted || op == Opc::GetFieldNoted;
}

}  // namespace

Touch Touches::here(por::ThreadId t) const {
  Touch touch;
  touch.frames = own_frames(vm_, t);
  touch.jdk = touch.frames.called;
  return touch;
}

void Touches::instruction(por::ThreadId t, const vm::Method& m, uint32_t pc) {
  const vm::Insn& insn = m.code[pc];
  if (insn.op == vm::Opc::New && !m.owner->boot && insn.klass->is_subclass_of(vm_.known->throwable))
    built_ = {&m, pc, touches_.size()};
  if (touches_.size() >= kMostTouches || !accesses(insn.op)) return;
  Touch at = here(t);
  if (!at.frames.method[0]) return;
  const auto add = [&](vm::Ref object, uint32_t offset, char type, bool write, uint64_t value) {
    at.object = object, at.offset = offset, at.type = type, at.write = write, at.value = value;
    at.shared = vm_.heap.header(object)->flags & vm::kShared;
    touches_.push_back(at);
  };
  const uint32_t* sp = vm_.thread(t).stack + vm_.thread(t).s.sp;
  const auto wide = [&](int slots) { return uint64_t{sp[-slots]} | uint64_t{sp[1 - slots]} << 32; };
  const auto field = [&](const vm::Field* f, vm::Ref object, bool write, uint64_t value) {
    const vm::Ref holder = f->is_static() ? f->owner->statics : object;
    // What never changes decides nothing, nor what the compiler has put there.
    if (!holder || (f->flags & vm::kFinal) || f->name.find('$') != std::string_view::npos) return;
    if (!write)
      value = f->wide() ? vm_.heap.load<uint64_t>(holder, f->offset) : vm_.heap.load<uint32_t>(holder, f->offset);
    add(holder, f->offset, f->type, write, value);
  };
  const auto element = [&](vm::Ref array, uint32_t index, bool write, uint64_t value) {
    if (!array || index >= vm_.array_length(array)) return;
    const vm::Klass* k = vm_.klass_of(array);
    const uint32_t offset = vm::kHeaderSize + (index << k->element_shift);
    if (!write) std::memcpy(&(value = 0), vm_.heap.address(array, offset), size_t{1} << k->element_shift);
    if (k->element_shift < 3) value &= (uint64_t{1} << (8u << k->element_shift)) - 1;
    add(array, offset, k->element_type, write, value);
  };
  using vm::Opc;
  switch (insn.op) {
    case Opc::GetStatic:
    case Opc::GetStatic2:
    case Opc::GetStaticNoted: return field(insn.field, vm::kNull, false, 0);
    case Opc::GetField:
    case Opc::GetField2:
    case Opc::GetFieldNoted: return field(insn.field, sp[-1], false, 0);
    case Opc::LoadGetField:
      return field((&insn)[1].field, vm_.thread(t).stack[vm_.thread(t).s.fp - m.max_locals + insn.b], false, 0);
    case Opc::PutStatic: return field(insn.field, vm::kNull, true, sp[-1]);
    case Opc::PutStatic2: return field(insn.field, vm::kNull, true, wide(2));
    case Opc::PutField:
    case Opc::PutFieldRef: return field(insn.field, sp[-2], true, sp[-1]);
    case Opc::PutField2: return field(insn.field, sp[-3], true, wide(2));
    case Opc::IALoad:
    case Opc::LALoad:
    case Opc::AALoad:
    case Opc::BALoad:
    case Opc::CALoad:
    case Opc::SALoad: return element(sp[-2], sp[-1], false, 0);
    case Opc::IAStore:
    case Opc::AAStore:
    case Opc::BAStore:
    case Opc::CAStore: return element(sp[-3], sp[-2], true, sp[-1]);
    case Opc::LAStore: return element(sp[-4], sp[-3], true, wide(2));
    default: return;
  }
}

void Touches::native(por::ThreadId t, const vm::NativeAccess& a) {
  if (operation_ && a.object == object_ && a.offset == offset_) {
    operation_ = false;
    return;
  }
  if (touches_.size() >= kMostTouches) return;
  Touch touch = here(t);
  if (!touch.frames.method[0]) return;
  touch.object = a.object, touch.offset = a.offset, touch.type = a.type;
  touch.value = a.before;
  touch.shared = vm_.heap.header(a.object)->flags & vm::kShared;
  if (a.reads) touches_.push_back(touch);
  touch.write = true;
  touch.value = a.after;
  if (a.writes) touches_.push_back(touch);
}

std::vector<Touch> Touches::take(por::ThreadId t) {
  const vm::Pending& p = vm_.thread(t).s.pending;
  // What it is about to do is no access beside operations; an instruction that is two in one comes by twice.
  while (!touches_.empty() && p.object && touches_.back().object == p.object && touches_.back().offset == p.offset)
    touches_.pop_back();
  return std::move(touches_);
}

}  // namespace jmc::listeners
