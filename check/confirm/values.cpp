#include "check/confirm/values.hpp"

#include <cstring>
#include <string_view>

#include "vm/code/arithmetic.hpp"
#include "vm/code/insn.hpp"
#include "vm/native.hpp"

namespace jmc::check {

namespace {

using vm::PendingKind;
using vm::Verb;

uint64_t cut(uint64_t bits, uint32_t width) { return width < 8 ? bits & ((uint64_t{1} << (8 * width)) - 1) : bits; }

std::string text_of(const vm::Vm& vm, char type, uint64_t bits) {
  switch (type) {
    case 'Z': return bits & 1 ? "1" : "0";
    case 'B': return std::to_string(static_cast<int8_t>(bits));
    case 'C': return std::to_string(static_cast<uint16_t>(bits));
    case 'S': return std::to_string(static_cast<int16_t>(bits));
    case 'F':
    case 'I': return std::to_string(static_cast<int32_t>(bits));
    case 'D':
    case 'J': return std::to_string(static_cast<int64_t>(bits));
    default: return bits ? vm.klass_of(static_cast<vm::Ref>(bits))->name : "null";
  }
}

// Whether the instruction reads or writes a field; nothing: neither.
std::optional<Seen> access_of(const vm::Method& m, uint32_t pc) {
  constexpr uint8_t kGetStatic = 0xb2, kPutStatic = 0xb3, kGetField = 0xb4, kPutField = 0xb5;
  if (!m.file || !m.file->code) return std::nullopt;
  if (m.code[pc].op == vm::Opc::LoadGetField) return Seen::Reads;
  const uint8_t op = m.file->code->bytecode[m.bci[pc]];
  if (op == kGetStatic || op == kGetField) return Seen::Reads;
  if (op == kPutStatic || op == kPutField) return Seen::Writes;
  return std::nullopt;
}

// What is in the memory that the operation is about; no width: it is about none, or about more than a value.
struct Cell {
  uint32_t width = 0;
  uint64_t value = 0;
};

Cell cell_of(const vm::Vm& vm, const vm::Pending& p) {
  Cell out;
  if ((p.kind != PendingKind::Read && p.kind != PendingKind::Write && p.kind != PendingKind::Cas) || !p.type ||
      p.object < vm::Heap::kFirstRef || p.offset < vm::kHeaderSize)
    return out;
  // Small fields of objects are held as ints, elements of arrays in their own size.
  uint32_t width = vm::width_of(p.type);
  if (!vm.klass_of(p.object)->is_array() && width < 4) width = 4;
  if (p.offset + width > vm.object_size(p.object)) return out;
  out.width = width;
  std::memcpy(&out.value, vm.heap.address(p.object, p.offset), width);
  return out;
}

std::string stable(std::string name) {
  for (const char* made : {"$$Lambda", "$Proxy", ".0x", "+0x", "/0x"})
    if (const size_t at = name.find(made); at != std::string::npos) name.resize(at);
  return name;
}

}  // namespace

std::string_view word_of(Seen seen) {
  switch (seen) {
    case Seen::Reads: return "reads";
    case Seen::Writes: return "writes";
    case Seen::Returns: break;
  }
  return "returns";
}

std::optional<StepValue> value_of_step(vm::Vm& vm, por::ThreadId t, const vm::Method& m, uint32_t pc) {
  const vm::Pending& p = vm.thread(t).s.pending;
  const Cell cell = cell_of(vm, p);
  if (!cell.width) return std::nullopt;
  StepValue out;
  if (const std::optional<Seen> access = access_of(m, pc)) {
    out.seen = *access;
    const vm::Field* f = vm.field_at(p.object, p.offset);
    const bool fits = out.seen == Seen::Reads ? p.kind == PendingKind::Read : p.kind == PendingKind::Write;
    if (!f || !fits) return std::nullopt;
    out.name = std::string(f->name);
    out.watch = "field\t" + f->owner->name + "\t" + out.name + "\t" + std::string(f->descriptor);
    out.text = text_of(vm, f->type, out.seen == Seen::Reads ? cell.value : p.value);
    return out;
  }
  out.name = std::string(p.words());
  out.watch = "returns\t\t\t";
  switch (p.verb) {
    case Verb::CompareAndSet:
    case Verb::WeakCompareAndSet:
      out.text = cut(cell.value, cell.width) == cut(p.expected, cell.width) ? "1" : "0";
      break;
    case Verb::Get:
    case Verb::CompareAndExchange:
    case Verb::GetAndSet:
    case Verb::GetAndAdd:
    case Verb::GetAndOr:
    case Verb::GetAndAnd:
    case Verb::GetAndXor: out.text = text_of(vm, p.type, cell.value); break;
    default: return std::nullopt;
  }
  return out;
}

bool same_value(const std::string& here, const std::string& there) {
  return here == there || stable(here) == stable(there);
}

std::string state_of_waiting(const vm::Vm& vm, por::ThreadId t) {
  const vm::ThreadState& s = vm.thread(t).s;
  const std::string waiting = s.pending.timed ? "TIMED_WAITING" : "WAITING";
  switch (s.pending.kind) {
    case PendingKind::MonitorEnter: return "BLOCKED";
    case PendingKind::WaitReacquire: return s.wait == vm::WaitState::Waiting ? waiting : "BLOCKED";
    case PendingKind::Join:
    case PendingKind::Park:
    case PendingKind::Lock: return waiting;
    default: return {};
  }
}

}  // namespace jmc::check
