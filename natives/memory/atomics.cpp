#include "natives/memory/atomics.hpp"

#include "natives/memory/off_heap.hpp"
#include "vm/code/compared.hpp"
#include "vm/code/unread.hpp"
#include "vm/step_observer.hpp"

#include <bit>

namespace jmc::natives {

using namespace vm;

namespace {

uint64_t swapped(char type, uint64_t bits) {
  switch (width_of(type)) {
    case 2: return __builtin_bswap16(static_cast<uint16_t>(bits));
    case 4: return __builtin_bswap32(static_cast<uint32_t>(bits));
    case 8: return __builtin_bswap64(bits);
    default: return bits;
  }
}

uint64_t sum(char type, uint64_t a, uint64_t b) {
  if (type == 'F') {
    const float sum = std::bit_cast<float>(static_cast<uint32_t>(a)) + std::bit_cast<float>(static_cast<uint32_t>(b));
    return std::bit_cast<uint32_t>(sum);
  }
  if (type == 'D') return std::bit_cast<uint64_t>(std::bit_cast<double>(a) + std::bit_cast<double>(b));
  return a + b;
}

uint64_t combine(AtomicOp op, char type, uint64_t old, uint64_t operand) {
  switch (op) {
    case AtomicOp::GetAndAdd: return in_slot(type, sum(type, old, operand));
    case AtomicOp::GetAndOr: return in_slot(type, old | operand);
    case AtomicOp::GetAndAnd: return in_slot(type, old & operand);
    case AtomicOp::GetAndXor: return in_slot(type, old ^ operand);
    default: return operand;
  }
}

// Bytes that the cell occupies: small fields of objects are held as ints, array elements in their natural size.
int stored_width(const Vm& vm, const Cell& cell) {
  const int natural = width_of(cell.type);
  return natural < 4 && !vm.klass_of(cell.object)->is_array() ? 4 : natural;
}

}  // namespace

Verb verb_of(AtomicOp op) {
  switch (op) {
    case AtomicOp::Get: return Verb::Get;
    case AtomicOp::Set: return Verb::Set;
    case AtomicOp::CompareAndSet: return Verb::CompareAndSet;
    case AtomicOp::WeakCompareAndSet: return Verb::WeakCompareAndSet;
    case AtomicOp::CompareAndExchange: return Verb::CompareAndExchange;
    case AtomicOp::GetAndSet: return Verb::GetAndSet;
    case AtomicOp::GetAndAdd: return Verb::GetAndAdd;
    case AtomicOp::GetAndOr: return Verb::GetAndOr;
    case AtomicOp::GetAndAnd: return Verb::GetAndAnd;
    case AtomicOp::GetAndXor: return Verb::GetAndXor;
  }
  return Verb::Access;
}

namespace {
uint64_t stored(Vm& vm, const Cell& cell) {
  vm.symmetry.looked_at(cell.object, cell.offset);
  facility<ComparedFields>(vm).touched(cell.object, cell.offset);
  uint64_t bits = 0;
  switch (stored_width(vm, cell)) {
    case 1: bits = vm.heap.load<uint8_t>(cell.object, cell.offset); break;
    case 2: bits = vm.heap.load<uint16_t>(cell.object, cell.offset); break;
    case 4: bits = vm.heap.load<uint32_t>(cell.object, cell.offset); break;
    default: bits = vm.heap.load<uint64_t>(cell.object, cell.offset); break;
  }
  if (cell.swap) bits = swapped(cell.type, bits);
  return in_slot(cell.type, bits);
}
}  // namespace

uint64_t load_cell(Vm& vm, const Cell& cell) {
  facility<UnreadFields>(vm).looked_at(cell.object, cell.offset);
  return stored(vm, cell);
}

void store_cell(Vm& vm, const Cell& cell, uint64_t value) {
  if (cell.type == 'L') {
    vm.store_ref(cell.object, cell.offset, static_cast<Ref>(value));
    return;
  }
  facility<ComparedFields>(vm).touched(cell.object, cell.offset);
  uint64_t bits = in_slot(cell.type, value);
  if (cell.swap) bits = swapped(cell.type, bits);
  const int width = stored_width(vm, cell);
  char* p = vm.heap.address(cell.object, cell.offset);
  // The undo log works on aligned words; a view of a byte array may straddle two.
  vm.heap.log_range(cell.object, p, width);
  std::memcpy(p, &bits, width);  // little endian: the low bytes come first
}

memory::UpdateMode mode_named(AtomicOp op, std::string_view method) {
  using memory::Mode;
  if (method.ends_with("Acquire")) return {Mode::Acquire, Mode::Plain};
  if (method.ends_with("Release") || method.starts_with("putOrdered")) return {Mode::Plain, Mode::Release};
  if (method.ends_with("Opaque")) return {Mode::Opaque, Mode::Opaque};
  if (method.ends_with("Plain")) return {Mode::Plain, Mode::Plain};
  const bool volatile_named = method.ends_with("Volatile");
  if (op == AtomicOp::Get || op == AtomicOp::Set || (method.starts_with("weakCompareAndSwap") && !volatile_named))
    if (!volatile_named) return {Mode::Plain, Mode::Plain};
  return {Mode::Volatile, Mode::Volatile};
}

namespace {

// Whether the cell is a variable, which is what the memory model knows.
bool is_variable(const Vm& vm, const Cell& cell) {
  if (cell.swap) return false;
  const Klass* k = vm.klass_of(cell.object);
  return !k->is_array() || (!is_off_heap(k) && width_of(cell.type) == 1 << k->element_shift &&
                            (cell.offset - kHeaderSize) % (1u << k->element_shift) == 0);
}

MemoryModel::Variable variable_of(const Vm& vm, const Cell& cell) {
  return {cell.object, cell.offset, static_cast<uint8_t>(stored_width(vm, cell)), cell.type == 'L'};
}

MemoryModel::Bytes bytes_of(const Vm& vm, const Cell& cell) {
  return {cell.object, cell.offset, static_cast<uint32_t>(stored_width(vm, cell))};
}

uint64_t apply_modelled(Vm& vm, const Cell& cell, AtomicOp op, uint64_t a, uint64_t b) {
  MemoryModel& m = *vm.memory;
  if (op != AtomicOp::Set) facility<UnreadFields>(vm).looked_at(cell.object, cell.offset);
  const MemoryModel::Variable v = variable_of(vm, cell);
  const auto replace = [&](const memory::Machine::Taken& taken, uint64_t value) {
    if (m.replace(v, cell.mode, taken, in_slot(cell.type, value))) store_cell(vm, cell, value);
  };
  switch (op) {
    case AtomicOp::Get: return in_slot(cell.type, m.read(v, cell.mode.read));
    case AtomicOp::Set:
      if (m.write(v, cell.mode.write, in_slot(cell.type, a))) store_cell(vm, cell, a);
      return 0;
    case AtomicOp::CompareAndSet:
    case AtomicOp::WeakCompareAndSet:
    case AtomicOp::CompareAndExchange: {
      const uint64_t expected = in_slot(cell.type, a);
      const memory::Machine::Equals equals = [&](uint64_t x) { return in_slot(cell.type, x) == expected; };
      if (op == AtomicOp::WeakCompareAndSet && m.fails_for_no_reason(v, cell.mode, equals)) return 0;
      const auto taken = m.attempt(v, cell.mode, equals);
      const uint64_t found = in_slot(cell.type, taken.value);
      if (found == expected) replace(taken, b);
      else m.fail(v, cell.mode, taken);
      return op == AtomicOp::CompareAndExchange ? found : found == expected;
    }
    default: {
      const auto taken = m.take(v, cell.mode);
      const uint64_t found = in_slot(cell.type, taken.value);
      replace(taken, combine(op, cell.type, found, in_slot(cell.type, a)));
      return found;
    }
  }
}

}  // namespace

namespace {
uint64_t apply_to_heap(Vm& vm, const Cell& cell, AtomicOp op, uint64_t a, uint64_t b);

// To bytes that are no variable. A compare-and-set that fails has read them.
uint64_t apply_to_bytes(Vm& vm, const Cell& cell, AtomicOp op, uint64_t a, uint64_t b) {
  MemoryModel& m = *vm.memory;
  const MemoryModel::Bytes bytes = bytes_of(vm, cell);
  const bool weak = op == AtomicOp::WeakCompareAndSet && vm.options.spurious_failures;
  const bool fails =
      takes_two(op) && (load_cell(vm, cell) != in_slot(cell.type, a) || (weak && vm.granted_alternative == 1));
  const std::vector<uint64_t> before = m.stored(bytes);
  const uint64_t result = apply_to_heap(vm, cell, op, a, b);
  if (op == AtomicOp::Get || fails) m.read_bytes(bytes, cell.mode.read);
  else m.bytes_written(bytes, cell.mode, before, op != AtomicOp::Set);
  return result;
}
}  // namespace

uint64_t apply_atomic(Vm& vm, const Cell& cell, AtomicOp op, uint64_t a, uint64_t b) {
  if (vm.memory && vm.multi() &&
      range_visible(vm, cell.object, cell.offset, static_cast<uint64_t>(stored_width(vm, cell)), is_write(op)))
    return is_variable(vm, cell) ? apply_modelled(vm, cell, op, a, b) : apply_to_bytes(vm, cell, op, a, b);
  return apply_to_heap(vm, cell, op, a, b);
}

namespace {
uint64_t apply_to_heap(Vm& vm, const Cell& cell, AtomicOp op, uint64_t a, uint64_t b) {
  const auto tell = [&](bool reads, bool writes, uint64_t before, uint64_t after) {
    if (vm.observer) [[unlikely]]
      vm.observer->native_access(vm.current(), {cell.object, cell.offset, cell.type, reads, writes, before, after});
  };
  if (op == AtomicOp::Set) {
    store_cell(vm, cell, a);
    tell(false, true, 0, in_slot(cell.type, a));
    return 0;
  }
  // Whether it reads depends on what becomes of what was there. Under the memory model it always does, and begins to
  // before there are threads.
  if (op == AtomicOp::GetAndAdd && !vm.memory) facility<UnreadFields>(vm).added(cell.object, cell.offset);
  else facility<UnreadFields>(vm).looked_at(cell.object, cell.offset);
  const uint64_t old = stored(vm, cell);
  switch (op) {
    case AtomicOp::Get: tell(true, false, old, old); return old;
    case AtomicOp::CompareAndSet:
    case AtomicOp::WeakCompareAndSet:
    case AtomicOp::CompareAndExchange: {
      const bool hit = old == in_slot(cell.type, a);
      if (hit && op == AtomicOp::WeakCompareAndSet && vm.options.spurious_failures && vm.granted_alternative == 1)
        return 0;
      if (hit) store_cell(vm, cell, b);
      tell(true, hit, old, in_slot(cell.type, b));
      return op == AtomicOp::CompareAndExchange ? old : hit;
    }
    default: {
      const uint64_t now = combine(op, cell.type, old, in_slot(cell.type, a));
      store_cell(vm, cell, now);
      tell(true, true, old, in_slot(cell.type, now));
      return old;
    }
  }
}
}  // namespace

bool range_visible(Vm& vm, Ref object, uint32_t offset, uint64_t bytes, bool write) {
  const Klass* k = vm.klass_of(object);
  if (!k->is_array()) return vm.visibility.of_raw(object, offset, write);
  if (!bytes || !is_shared(vm, object)) return false;
  if (is_off_heap(k) && vm.visibility.of_raw(object, kHeaderSize, false)) return true;  // that the memory is there
  const uint32_t last = static_cast<uint32_t>((offset - kHeaderSize + bytes - 1) >> k->element_shift);
  for (uint32_t i = (offset - kHeaderSize) >> k->element_shift; i <= last; ++i)
    if (vm.visibility.of_raw(object, kHeaderSize + (i << k->element_shift), write)) return true;
  return false;
}

void add_range_accesses(const Vm& vm, Ref object, uint32_t offset, uint64_t bytes, bool write, int most,
                        Pending& pending) {
  const uint32_t shift = vm.klass_of(object)->element_shift;
  const uint32_t first = (offset - kHeaderSize) >> shift,
                 last = static_cast<uint32_t>((offset - kHeaderSize + bytes - 1) >> shift);
  if (last - first >= static_cast<uint32_t>(most)) {
    pending.add(object, kAllElements, true);
    return;
  }
  for (uint32_t i = first; i <= last; ++i) pending.add(object, kHeaderSize + (i << shift), write);
  pending.add(object, kAllElements, false);
}

namespace {

std::vector<vm::ElementRange> range_read(Vm&, ThreadId, const Pending& p) {
  return {{p.object, static_cast<uint32_t>(p.value >> 32), static_cast<uint32_t>(p.value), false}};
}
constexpr vm::Operation kReadRange{.ranges = range_read};

}  // namespace

bool describe_read_range(Vm& vm, Ref array, int from, int count, Pending& p) {
  if (!is_shared(vm, array) || from < 0 || count <= 0 ||
      static_cast<uint64_t>(from) + static_cast<uint64_t>(count) > vm.array_length(array))
    return false;
  const uint32_t shift = vm.klass_of(array)->element_shift;
  const uint32_t offset = kHeaderSize + (static_cast<uint32_t>(from) << shift);
  const uint64_t bytes = static_cast<uint64_t>(count) << shift;
  if (!range_visible(vm, array, offset, bytes, false)) return false;
  constexpr int kMost = 3;
  add_range_accesses(vm, array, offset, bytes, false, kMost, p);
  p.kind = count <= kMost ? PendingKind::Read : PendingKind::Cas;  // as a write of all elements it is no read
  p.verb = Verb::ReadElements;
  p.object = array;
  if (p.kind == PendingKind::Cas) {
    p.operation = &kReadRange;
    p.value = static_cast<uint64_t>(from) << 32 | static_cast<uint32_t>(count);
  }
  return true;
}

void add_cell_accesses(const Vm& vm, const Cell& cell, bool write, Pending& pending) {
  const Klass* k = vm.klass_of(cell.object);
  if (!k->is_array()) {
    pending.add(cell.object, cell.offset, write);
    return;
  }
  if (is_off_heap(k)) {
    add_range_accesses(vm, cell.object, cell.offset, static_cast<uint64_t>(width_of(cell.type)), write, 2, pending);
    return;
  }
  const uint32_t element = 1u << k->element_shift;
  if (static_cast<uint32_t>(width_of(cell.type)) != element || (cell.offset - kHeaderSize) % element) {
    pending.add(cell.object, kAllElements, true);
    return;
  }
  pending.add_element(cell.object, cell.offset, write);
}

namespace {

// With VmOptions::spurious_failures: where it would succeed it may fail too.
uint32_t weak_alternatives(Vm& vm, ThreadId, const Pending& p) {
  if (!p.width) return 2;
  uint64_t now = 0;
  std::memcpy(&now, vm.heap.address(p.object, p.offset), p.width);
  const uint64_t mask = p.width < 8 ? (uint64_t{1} << (8 * p.width)) - 1 : ~uint64_t{0};
  return ((now ^ p.expected) & mask) == 0 ? 2 : 1;
}

constexpr Operation kWeak{.ways = weak_alternatives};
// Where nobody else notices.
constexpr Operation kWeakAlone{.ways = [](Vm&, ThreadId, const Pending&) -> uint32_t { return 2; }, .as = as_lock};

}  // namespace

bool describe_atomic(Vm& vm, const Cell& cell, AtomicOp op, uint64_t a, uint64_t b, Pending& pending) {
  const bool may_fail = op == AtomicOp::WeakCompareAndSet && vm.options.spurious_failures;
  if (!vm.multi() ||
      !range_visible(vm, cell.object, cell.offset, static_cast<uint64_t>(stored_width(vm, cell)), is_write(op))) {
    if (!may_fail || load_cell(vm, cell) != in_slot(cell.type, a)) return false;
    // Nobody else notices, but it may fail all the same.
    pending.kind = PendingKind::Other;
    pending.verb = Verb::WeakCompareAndSet;
    pending.object = cell.object;
    pending.operation = &kWeakAlone;
    pending.add(kThreadLocation + vm.current(), kThreadChance, true);
    return true;
  }
  pending.object = cell.object;
  pending.offset = cell.offset;
  pending.type = cell.type;
  pending.width = static_cast<uint8_t>(stored_width(vm, cell));
  pending.verb = verb_of(op);
  switch (op) {
    case AtomicOp::Get: pending.kind = PendingKind::Read; break;
    case AtomicOp::Set:
      pending.kind = PendingKind::Write;
      pending.value = in_slot(cell.type, a);
      if (cell.swap) pending.width = 0;  // compared with what is stored, as a CAS is
      break;
    case AtomicOp::CompareAndSet:
    case AtomicOp::WeakCompareAndSet:
    case AtomicOp::CompareAndExchange:
      // The search may see a CAS that fails now as a read; it compares what is stored with `expected`. A byte-swapped
      // view is left as a write.
      pending.kind = PendingKind::Cas;
      pending.expected = in_slot(cell.type, a);
      pending.value = in_slot(cell.type, b);
      if (cell.swap) pending.width = 0;
      if (may_fail) pending.operation = &kWeak;
      break;
    default:
      // Reads and writes in one: a CAS that cannot fail, which a width of 0 says.
      pending.kind = PendingKind::Cas;
      pending.width = 0;
      pending.value = in_slot(cell.type, a);
      break;
  }
  add_cell_accesses(vm, cell, is_write(op), pending);
  if (vm.memory && !is_variable(vm, cell)) {
    vm.memory->describe_bytes(pending, cell.mode);
  } else if (vm.memory) {
    const MemoryModel::Variable v = variable_of(vm, cell);
    pending.conditional = takes_two(op);
    pending.may_fail = may_fail;
    pending.expected = in_slot(cell.type, a);
    vm.memory->describe(pending, cell.mode, v.width);
  }
  // A write of a part of what is named leaves the rest: it is no write that makes the one before it unseen.
  const Klass* k = vm.klass_of(cell.object);
  if (op == AtomicOp::Set && k->is_array() &&
      (pending.accesses[0].field != cell.offset || width_of(cell.type) != 1 << k->element_shift)) {
    pending.kind = PendingKind::Cas;
    pending.only_writes = true;
    pending.width = 0;
  }
  return true;
}

Cell cell_of_field(const Field& f, Ref object, bool of_copy) {
  using memory::Mode;
  const Mode mode = f.flags & kVolatile && !of_copy ? Mode::Volatile : Mode::Plain;
  return {object, f.offset, f.is_ref() ? 'L' : f.type, false, {mode, mode}};
}

// Unlike Unsafe and its like they are no sign that the field orders others: it may count as guarded or handed over.
bool describe_field_access(Vm& vm, Ref object, const Field& f, AtomicOp op, uint64_t value, Pending& p) {
  if (vm.memory) return describe_atomic(vm, cell_of_field(f, object), op, value, 0, p);
  if (!vm.visibility.of_field(object, &f, is_write(op))) return false;
  p.kind = is_write(op) ? PendingKind::Write : PendingKind::Read;
  p.object = object;
  p.offset = f.offset;
  p.type = f.is_ref() ? 'L' : f.type;
  p.width = f.wide() ? 8 : 4;
  if (is_write(op)) p.value = in_slot(p.type, value);
  p.add(object, f.offset, is_write(op));
  return true;
}

uint64_t apply_field_access(Vm& vm, Ref object, const Field& f, AtomicOp op, uint64_t value) {
  if (vm.memory) return apply_atomic(vm, cell_of_field(f, object), op, value, 0);
  const Cell cell = cell_of_field(f, object);
  const uint64_t old = load_cell(vm, cell);
  if (is_write(op)) store_cell(vm, cell, value);
  if (vm.observer) [[unlikely]]
    vm.observer->native_access(vm.current(), {object, f.offset, cell.type, !is_write(op), is_write(op),
                                              is_write(op) ? 0 : old, is_write(op) ? in_slot(cell.type, value) : old});
  return old;
}

}  // namespace jmc::natives
