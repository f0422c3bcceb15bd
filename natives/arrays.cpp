// System.arraycopy and java.lang.reflect.Array.
//
// A copy of visible shared arrays is one operation on all of their elements (kAllElements).
#include "natives/atomics.hpp"
#include "natives/support.hpp"

namespace jmc::natives {

using namespace vm;

namespace {

std::string array_kind(Klass* k) { return k->kind == KlassKind::ObjectArray ? "object array" : k->element->name; }

uint32_t offset_of(Vm& vm, Ref array, int index) { return kHeaderSize + (static_cast<uint32_t>(index) << vm.klass_of(array)->element_shift); }

bool in_range(Vm& vm, Ref array, int from, int count) {
  return from >= 0 && count > 0 && static_cast<uint64_t>(from) + static_cast<uint64_t>(count) <= vm.array_length(array);
}

bool describe_arraycopy(NativeCall& c, Pending& p) {
  Vm& vm = c.vm;
  if (!vm.multi()) return false;
  const Ref src = c.ref(0), dst = c.ref(2);
  const int count = c.i32(4);
  if (!src || !dst || !vm.klass_of(src)->is_array() || !vm.klass_of(dst)->is_array()) return false;
  if (!in_range(vm, src, c.i32(1), count) || !in_range(vm, dst, c.i32(3), count)) return false;
  p.kind = PendingKind::Write;
  p.verb = "arraycopy";
  p.object = dst;
  const uint32_t to = offset_of(vm, dst, c.i32(3)), from = offset_of(vm, src, c.i32(1));
  const uint64_t written = uint64_t{static_cast<uint32_t>(count)} << vm.klass_of(dst)->element_shift;
  const uint64_t read = uint64_t{static_cast<uint32_t>(count)} << vm.klass_of(src)->element_shift;
  if (range_visible(vm, dst, to, written, true)) add_range_accesses(vm, dst, to, written, true, 1, p);
  if (range_visible(vm, src, from, read, false)) {
    if (!p.count) p.kind = PendingKind::Read, p.object = src;
    add_range_accesses(vm, src, from, read, false, 3 - p.count, p);
  }
  return p.count != 0;
}

NativeStatus bad_index(NativeCall& c, const std::string& text) {
  return c.throw_new("java/lang/ArrayIndexOutOfBoundsException", "arraycopy: " + text);
}

NativeStatus bad_store(NativeCall& c, const std::string& text) { return c.throw_new("java/lang/ArrayStoreException", "arraycopy: " + text); }

void copy_primitives(Vm& vm, Ref src, uint32_t from, Ref dst, uint32_t to, uint32_t count) {
  const uint32_t shift = vm.klass_of(dst)->element_shift;
  char* target = array_data(vm, dst) + (uint64_t{to} << shift);
  const uint64_t bytes = uint64_t{count} << shift;
  vm.heap.log_range(dst, target, bytes);
  std::memmove(target, array_data(vm, src) + (uint64_t{from} << shift), bytes);
}

void copy_refs(Vm& vm, Ref src, uint32_t from, Ref dst, uint32_t to, uint32_t count) {
  copy_primitives(vm, src, from, dst, to, count);
  if (is_shared(vm, dst))
    for (uint32_t i = 0; i < count; ++i)
      if (const Ref r = element(vm, dst, to + i)) vm.publish(r);
}

NativeStatus arraycopy(NativeCall& c) {
  Vm& vm = c.vm;
  const Ref src = c.ref(0), dst = c.ref(2);
  const int from = c.i32(1), to = c.i32(3), count = c.i32(4);
  if (!src || !dst) return c.throw_new("java/lang/NullPointerException");
  Klass *s = vm.klass_of(src), *d = vm.klass_of(dst);
  if (!s->is_array()) return bad_store(c, "source type " + dotted(s->external_name()) + " is not an array");
  if (!d->is_array()) return bad_store(c, "destination type " + dotted(d->external_name()) + " is not an array");
  const bool refs = s->kind == KlassKind::ObjectArray;
  if (s->kind != d->kind || (!refs && s != d)) return bad_store(c, "type mismatch: can not copy " + array_kind(s) + "[] into " + array_kind(d) + "[]");
  const auto size = [&](Ref a, Klass* k) { return array_kind(k) + "[" + std::to_string(vm.array_length(a)) + "]"; };
  if (from < 0) return bad_index(c, "source index " + std::to_string(from) + " out of bounds for " + size(src, s));
  if (to < 0) return bad_index(c, "destination index " + std::to_string(to) + " out of bounds for " + size(dst, d));
  if (count < 0) return bad_index(c, "length " + std::to_string(count) + " is negative");
  const uint32_t n = static_cast<uint32_t>(count);
  if (uint64_t{n} + static_cast<uint32_t>(from) > vm.array_length(src))
    return bad_index(c, "last source index " + std::to_string(n + static_cast<uint32_t>(from)) + " out of bounds for " + size(src, s));
  if (uint64_t{n} + static_cast<uint32_t>(to) > vm.array_length(dst))
    return bad_index(c, "last destination index " + std::to_string(n + static_cast<uint32_t>(to)) + " out of bounds for " + size(dst, d));
  if (!n) return c.done();
  const uint32_t f = static_cast<uint32_t>(from), t = static_cast<uint32_t>(to);
  if (!refs) {
    copy_primitives(vm, src, f, dst, t, n);
    return c.done();
  }
  if (src == dst || s->element->is_subclass_of(d->element)) {
    copy_refs(vm, src, f, dst, t, n);
    return c.done();
  }
  // Elements before the first that does not fit are copied.
  for (uint32_t i = 0; i < n; ++i) {
    const Ref r = element(vm, src, f + i);
    if (r && !vm.klass_of(r)->is_subclass_of(d->element)) {
      const std::string have = dotted(s->element->external_name()), want = dotted(d->element->external_name());
      if (!d->element->is_subclass_of(s->element)) return bad_store(c, "type mismatch: can not copy " + have + "[] into " + want + "[]");
      return bad_store(c, "element type mismatch: can not cast one of the elements of " + have + "[] to the type of the destination array, " + want);
    }
    set_element(vm, dst, t + i, r);
  }
  return c.done();
}

// --- java.lang.reflect.Array ----------------------------------------------------------------------------------------------

constexpr const char* kIllegal = "java/lang/IllegalArgumentException";

NativeStatus new_array(NativeCall& c) {
  Vm& vm = c.vm;
  if (!c.ref(0)) return c.throw_new("java/lang/NullPointerException");
  Klass* k = mirrored(c, 0);
  if (k->is_primitive() && k->name == "void") return c.throw_new(kIllegal);
  if (c.i32(1) < 0) return c.throw_new("java/lang/NegativeArraySizeException", std::to_string(c.i32(1)));
  const Ref a = vm.new_array(vm.array_of(k), static_cast<uint32_t>(c.i32(1)));
  return a ? c.result(a) : NativeStatus::Throw;
}

Ref multi_array(Vm& vm, Klass* k, const int32_t* lengths, size_t dimensions) {
  const Ref a = vm.new_array(k, static_cast<uint32_t>(lengths[0]));
  if (a && dimensions > 1)
    for (int32_t i = 0; i < lengths[0]; ++i) {
      const Ref inner = multi_array(vm, k->element, lengths + 1, dimensions - 1);
      if (!inner) return kNull;
      set_element(vm, a, static_cast<uint32_t>(i), inner);
    }
  return a;
}

NativeStatus multi_new_array(NativeCall& c) {
  Vm& vm = c.vm;
  if (!c.ref(0) || !c.ref(1)) return c.throw_new("java/lang/NullPointerException");
  Klass* k = mirrored(c, 0);
  const uint32_t dimensions = vm.array_length(c.ref(1));
  size_t have = 0;
  for (Klass* e = k; e->is_array(); e = e->element) ++have;
  if (!dimensions || dimensions + have > 255 || (k->is_primitive() && k->name == "void")) return c.throw_new(kIllegal);
  std::vector<int32_t> lengths(dimensions);
  for (uint32_t i = 0; i < dimensions; ++i) {
    lengths[i] = vm.heap.load<int32_t>(c.ref(1), kHeaderSize + 4 * i);
    if (lengths[i] < 0) return c.throw_new("java/lang/NegativeArraySizeException", std::to_string(lengths[i]));
    k = vm.array_of(k);
  }
  const Ref a = multi_array(vm, k, lengths.data(), lengths.size());
  return a ? c.result(a) : NativeStatus::Throw;
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

bool describe_element(NativeCall& c, Pending& p) {
  Vm& vm = c.vm;
  const Ref a = c.ref(0);
  if (!a || !vm.klass_of(a)->is_array() || !in_range(vm, a, c.i32(1), 1)) return false;
  const bool write = c.method->name.starts_with("set");
  const uint32_t index = static_cast<uint32_t>(c.i32(1));
  if (!vm.array_visible(a, index, write)) return false;
  const uint32_t offset = kHeaderSize + (index << vm.klass_of(a)->element_shift);
  p.kind = write ? PendingKind::Write : PendingKind::Read;
  p.object = a;
  p.offset = offset;
  p.add(a, offset, write);
  p.add(a, kAllElements, false);
  return true;
}

uint64_t load_element(Vm& vm, Ref array, uint32_t index) {
  const uint32_t shift = vm.klass_of(array)->element_shift;
  const uint32_t offset = kHeaderSize + (index << shift);
  switch (element_type(vm, array)) {
    case 'Z': case 'B': return static_cast<uint32_t>(vm.heap.load<int8_t>(array, offset));
    case 'C': return vm.heap.load<uint16_t>(array, offset);
    case 'S': return static_cast<uint32_t>(vm.heap.load<int16_t>(array, offset));
    case 'J': case 'D': return vm.heap.load<uint64_t>(array, offset);
    default: return vm.heap.load<uint32_t>(array, offset);
  }
}

void store_element(Vm& vm, Ref array, uint32_t index, uint64_t bits) {
  const uint32_t shift = vm.klass_of(array)->element_shift;
  const uint32_t offset = kHeaderSize + (index << shift);
  switch (element_type(vm, array)) {
    case 'Z': case 'B': vm.heap.store<uint8_t>(array, offset, static_cast<uint8_t>(bits)); break;
    case 'C': case 'S': vm.heap.store<uint16_t>(array, offset, static_cast<uint16_t>(bits)); break;
    case 'J': case 'D': vm.heap.store<uint64_t>(array, offset, bits); break;
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
    vm.throw_new(kIllegal, primitive_only ? "Argument is not an array of primitive type" : "Argument is not an array");
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
  const Ref r = box(c.vm, type, bits);
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
    if (value && !vm.klass_of(value)->is_subclass_of(vm.klass_of(a)->element)) return c.throw_new(kIllegal, "array element type mismatch");
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

#define JMC_ARRAY(name, letter) \
  {"java/lang/reflect/Array.get" name "(Ljava/lang/Object;I)" letter, get_as<letter[0]>, describe_element}, \
  {"java/lang/reflect/Array.set" name "(Ljava/lang/Object;I" letter ")V", set_as<letter[0]>, describe_element}

constexpr Entry kTable[] = {
    {"java/lang/System.arraycopy(Ljava/lang/Object;ILjava/lang/Object;II)V", arraycopy, describe_arraycopy},
    {"java/lang/reflect/Array.newArray(Ljava/lang/Class;I)Ljava/lang/Object;", new_array},
    {"java/lang/reflect/Array.multiNewArray(Ljava/lang/Class;[I)Ljava/lang/Object;", multi_new_array},
    {"java/lang/reflect/Array.getLength(Ljava/lang/Object;)I", get_length},
    {"java/lang/reflect/Array.get(Ljava/lang/Object;I)Ljava/lang/Object;", get, describe_element},
    {"java/lang/reflect/Array.set(Ljava/lang/Object;ILjava/lang/Object;)V", set, describe_element},
    JMC_ARRAY("Boolean", "Z"), JMC_ARRAY("Byte", "B"), JMC_ARRAY("Char", "C"), JMC_ARRAY("Short", "S"),
    JMC_ARRAY("Int", "I"), JMC_ARRAY("Long", "J"), JMC_ARRAY("Float", "F"), JMC_ARRAY("Double", "D"),
};

}  // namespace

void register_arrays(Vm& vm) { register_table(vm, kTable); }

}  // namespace jmc::natives
