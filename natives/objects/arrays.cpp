// java.lang.reflect.Array.
#include "natives/memory/atomics.hpp"
#include "natives/support.hpp"

namespace jmc::natives {

using namespace vm;

namespace {

// --- java.lang.reflect.Array

constexpr const char* kIllegal = "java/lang/IllegalArgumentException";

bool in_range(Vm& vm, Ref array, int from, int count) {
  return from >= 0 && count > 0 && static_cast<uint64_t>(from) + static_cast<uint64_t>(count) <= vm.array_length(array);
}

constexpr uint32_t kMostDimensions = 255;

uint32_t dimensions_of(const Klass* k) {
  uint32_t n = 0;
  for (; k->is_array(); k = k->element) ++n;
  return n;
}

bool is_void(const Klass* k) { return k->is_primitive() && k->name == "void"; }

NativeStatus new_array(NativeCall& c) {
  Vm& vm = c.vm;
  if (!c.ref(0)) return c.throw_new("java/lang/NullPointerException");
  Klass* k = mirrored(c, 0);
  if (c.i32(1) < 0) return c.throw_new("java/lang/NegativeArraySizeException", std::to_string(c.i32(1)));
  if (dimensions_of(k) + 1 > kMostDimensions || is_void(k)) return c.throw_new(kIllegal);
  const Ref a = vm.new_array(vm.array_of(k), static_cast<uint32_t>(c.i32(1)));
  return a ? c.result(a) : NativeStatus::Throw;
}

NativeStatus multi_new_array(NativeCall& c) {
  Vm& vm = c.vm;
  if (!c.ref(0) || !c.ref(1)) return c.throw_new("java/lang/NullPointerException");
  Klass* k = mirrored(c, 0);
  const uint32_t dimensions = vm.array_length(c.ref(1));
  if (!dimensions || dimensions_of(k) + dimensions > kMostDimensions || is_void(k)) return c.throw_new(kIllegal);
  std::vector<int32_t> lengths(dimensions);
  for (uint32_t i = 0; i < dimensions; ++i) {
    lengths[i] = vm.heap.load<int32_t>(c.ref(1), kHeaderSize + 4 * i);
    if (lengths[i] < 0) return c.throw_new("java/lang/NegativeArraySizeException", std::to_string(lengths[i]));
    k = vm.array_of(k);
  }
  const Ref a = vm.new_multi_array(k, lengths.data(), dimensions);
  if (Method* rows = a && vm.memory ? vm.memory->puts_rows_apart(k, dimensions) : nullptr)
    return call(c, rows, Args().ref(a).i32(static_cast<int32_t>(dimensions)));
  return a ? c.result(a) : NativeStatus::Throw;
}

// The lengths are elements of an array that others may write.
bool describe_multi_new_array(NativeCall& c, Pending& p) {
  // The memory model covers no reads of ranges: the newest elements are read there.
  return c.ref(1) && !c.vm.memory &&
         describe_read_range(c.vm, c.ref(1), 0, static_cast<int>(c.vm.array_length(c.ref(1))), p);
}

NativeStatus get_length(NativeCall& c) {
  if (!c.ref(0)) return c.throw_new("java/lang/NullPointerException");
  if (!c.vm.klass_of(c.ref(0))->is_array()) return c.throw_new(kIllegal, "Argument is not an array");
  return c.result(c.vm.array_length(c.ref(0)));
}

char element_type(Vm& vm, Ref array) {
  Klass* k = vm.klass_of(array);
  return k->kind == KlassKind::ObjectArray ? 'L' : k->element_type;
}

Cell cell_of(Vm& vm, Ref array, uint32_t index) {
  return {array, kHeaderSize + (index << vm.klass_of(array)->element_shift), element_type(vm, array)};
}

bool describe_element(NativeCall& c, Pending& p) {
  Vm& vm = c.vm;
  const Ref a = c.ref(0);
  if (!a || !vm.klass_of(a)->is_array() || !in_range(vm, a, c.i32(1), 1)) return false;
  const bool write = c.method->name.starts_with("set");
  const uint32_t index = static_cast<uint32_t>(c.i32(1));
  if (vm.memory) {
    if (!describe_atomic(vm, cell_of(vm, a, index), write ? AtomicOp::Set : AtomicOp::Get, 0, 0, p)) return false;
    p.width = 0;  // the value is not looked at
    return true;
  }
  if (!vm.visibility.of_element(a, index, write)) return false;
  const uint32_t offset = kHeaderSize + (index << vm.klass_of(a)->element_shift);
  p.kind = write ? PendingKind::Write : PendingKind::Read;
  p.object = a;
  p.offset = offset;
  p.add_element(a, offset, write);
  return true;
}

uint64_t load_element(Vm& vm, Ref array, uint32_t index) {
  if (vm.memory) return apply_atomic(vm, cell_of(vm, array, index), AtomicOp::Get, 0, 0);
  const uint32_t shift = vm.klass_of(array)->element_shift;
  const uint32_t offset = kHeaderSize + (index << shift);
  switch (element_type(vm, array)) {
    case 'Z':
    case 'B': return static_cast<uint32_t>(vm.heap.load<int8_t>(array, offset));
    case 'C': return vm.heap.load<uint16_t>(array, offset);
    case 'S': return static_cast<uint32_t>(vm.heap.load<int16_t>(array, offset));
    case 'J':
    case 'D': return vm.heap.load<uint64_t>(array, offset);
    default: return vm.heap.load<uint32_t>(array, offset);
  }
}

void store_element(Vm& vm, Ref array, uint32_t index, uint64_t bits) {
  if (vm.memory) {
    apply_atomic(vm, cell_of(vm, array, index), AtomicOp::Set, bits, 0);
    return;
  }
  const uint32_t shift = vm.klass_of(array)->element_shift;
  const uint32_t offset = kHeaderSize + (index << shift);
  switch (element_type(vm, array)) {
    case 'Z':
    case 'B': vm.heap.store<uint8_t>(array, offset, static_cast<uint8_t>(bits)); break;
    case 'C':
    case 'S': vm.heap.store<uint16_t>(array, offset, static_cast<uint16_t>(bits)); break;
    case 'J':
    case 'D': vm.heap.store<uint64_t>(array, offset, bits); break;
    case 'L': set_element(vm, array, index, static_cast<Ref>(bits)); break;
    default: vm.heap.store<uint32_t>(array, offset, static_cast<uint32_t>(bits));
  }
}

// Null, not an array, or out of range: the exception is pending.
bool check_element(NativeCall& c, bool primitive_only) {
  Vm& vm = c.vm;
  const Ref a = c.ref(0);
  if (!a) {
    vm.throw_new("java/lang/NullPointerException");
  } else if (!vm.klass_of(a)->is_array()) {
    vm.throw_new(kIllegal, "Argument is not an array");
  } else if (primitive_only && element_type(vm, a) == 'L') {
    vm.throw_new(kIllegal, "Argument is not an array of primitive type");
  } else if (!in_range(vm, a, c.i32(1), 1)) {
    vm.throw_new("java/lang/ArrayIndexOutOfBoundsException");
  } else {
    return true;
  }
  return false;
}

NativeStatus get(NativeCall& c) {
  if (!check_element(c, false)) return NativeStatus::Throw;
  const Ref a = c.ref(0);
  const uint64_t bits = load_element(c.vm, a, static_cast<uint32_t>(c.i32(1)));
  const char type = element_type(c.vm, a);
  if (type == 'L') return c.result(static_cast<Ref>(bits));
  const Ref r = new_box(c.vm, type, bits);
  return r ? c.result(r) : NativeStatus::Throw;
}

template <char To>
NativeStatus get_as(NativeCall& c) {
  if (!check_element(c, true)) return NativeStatus::Throw;
  const uint64_t bits = load_element(c.vm, c.ref(0), static_cast<uint32_t>(c.i32(1)));
  const auto wide = widen(element_type(c.vm, c.ref(0)), bits, To);
  if (!wide) return c.throw_new(kIllegal, "argument type mismatch");
  c.value = *wide;
  return c.done();
}

NativeStatus set(NativeCall& c) {
  Vm& vm = c.vm;
  if (!check_element(c, false)) return NativeStatus::Throw;
  const Ref a = c.ref(0), value = c.ref(2);
  const uint32_t index = static_cast<uint32_t>(c.i32(1));
  const char type = element_type(vm, a);
  if (type == 'L') {
    if (value && !vm.klass_of(value)->is_subclass_of(vm.klass_of(a)->element))
      return c.throw_new(kIllegal, "array element type mismatch");
    store_element(vm, a, index, value);
    return c.done();
  }
  uint64_t bits = 0;
  const char from = unbox(vm, value, bits);
  if (!from) return value ? c.throw_new(kIllegal, "argument type mismatch") : c.throw_new(kIllegal);
  const auto wide = widen(from, bits, type);
  if (!wide) return c.throw_new(kIllegal, "argument type mismatch");
  store_element(vm, a, index, *wide);
  return c.done();
}

template <char From>
NativeStatus set_as(NativeCall& c) {
  if (!check_element(c, true)) return NativeStatus::Throw;
  const uint64_t bits = From == 'J' || From == 'D' ? static_cast<uint64_t>(c.i64(2)) : static_cast<uint32_t>(c.i32(2));
  const auto wide = widen(From, bits, element_type(c.vm, c.ref(0)));
  if (!wide) return c.throw_new(kIllegal, "argument type mismatch");
  store_element(c.vm, c.ref(0), static_cast<uint32_t>(c.i32(1)), *wide);
  return c.done();
}

#define JMC_ARRAY(name, letter)                                                                                \
  {"java/lang/reflect/Array.get" name "(Ljava/lang/Object;I)" letter, get_as<letter[0]>, describe_element}, {  \
    "java/lang/reflect/Array.set" name "(Ljava/lang/Object;I" letter ")V", set_as<letter[0]>, describe_element \
  }

constexpr Entry kArraysNatives[] = {
    {"java/lang/reflect/Array.newArray(Ljava/lang/Class;I)Ljava/lang/Object;", new_array},
    {"java/lang/reflect/Array.multiNewArray(Ljava/lang/Class;[I)Ljava/lang/Object;", multi_new_array,
     describe_multi_new_array},
    {"java/lang/reflect/Array.getLength(Ljava/lang/Object;)I", get_length},
    {"java/lang/reflect/Array.get(Ljava/lang/Object;I)Ljava/lang/Object;", get, describe_element},
    {"java/lang/reflect/Array.set(Ljava/lang/Object;ILjava/lang/Object;)V", set, describe_element},
    JMC_ARRAY("Boolean", "Z"),
    JMC_ARRAY("Byte", "B"),
    JMC_ARRAY("Char", "C"),
    JMC_ARRAY("Short", "S"),
    JMC_ARRAY("Int", "I"),
    JMC_ARRAY("Long", "J"),
    JMC_ARRAY("Float", "F"),
    JMC_ARRAY("Double", "D"),
};

}  // namespace

void register_arrays(Vm& vm) { register_table(vm, kArraysNatives); }

}  // namespace jmc::natives
