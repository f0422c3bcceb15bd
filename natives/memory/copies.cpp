// Object.clone and System.arraycopy.
//
// Neither is atomic. A copy of shared fields is a call of jmc.internal.Copies, which reads one after the other. A copy
// of a shared array is one operation on the whole array, as long as no thread is seen that could write an element while
// another is about to copy (JvmSystem::notice_torn_copy); where one is, the search is repeated, and arrays of that
// class are copied element by element.
#include "natives/memory/atomics.hpp"
#include "natives/support.hpp"

namespace jmc::natives {

using namespace vm;

namespace {

constexpr const char* kCopies = "jmc/internal/Copies";
constexpr const char* kArrayStore = "java/lang/ArrayStoreException";

std::string array_kind(Klass* k) { return k->kind == KlassKind::ObjectArray ? "object array" : k->element->name; }

bool in_range(Vm& vm, Ref array, int from, int count) {
  return from >= 0 && count > 0 && static_cast<uint64_t>(from) + static_cast<uint64_t>(count) <= vm.array_length(array);
}

// Others may write in the middle of a copy of this array: it is made access by access.
bool torn(const Vm& vm, Ref array) {
  return vm.memory || vm.klass_of(array)->copies_torn || vm.rules.foresees(vm::kTornCopies);
}

// Elements of an array, in bytes.
struct Range {
  Ref array = kNull;
  uint32_t offset = 0;
  uint64_t bytes = 0;
};

Range range(Vm& vm, Ref array, int from, int count) {
  const uint32_t shift = vm.klass_of(array)->element_shift;
  return {array, kHeaderSize + (static_cast<uint32_t>(from) << shift), uint64_t{static_cast<uint32_t>(count)} << shift};
}

bool visible(Vm& vm, const Range& r, bool write) {
  if (!r.bytes || !is_shared(vm, r.array)) return false;
  const uint32_t shift = vm.klass_of(r.array)->element_shift;
  const uint32_t first = (r.offset - kHeaderSize) >> shift;
  for (uint32_t i = first; i < first + (r.bytes >> shift); ++i)
    if (vm.visibility.of_element(r.array, i, write)) return true;
  return false;
}

struct CopiedRanges {
  Range source, target;  // of visible elements
  bool torn = false;
};

CopiedRanges copied_ranges(NativeCall& c) {
  Vm& vm = c.vm;
  const Ref src = c.ref(0), dst = c.ref(2);
  const int count = c.i32(4);
  CopiedRanges out;
  if (!vm.multi() || !src || !dst || !vm.klass_of(src)->is_array() || !vm.klass_of(dst)->is_array()) return out;
  if (!in_range(vm, src, c.i32(1), count) || !in_range(vm, dst, c.i32(3), count)) return out;
  if (const Range r = range(vm, dst, c.i32(3), count); visible(vm, r, true)) out.target = r;
  if (const Range r = range(vm, src, c.i32(1), count); visible(vm, r, false)) out.source = r;
  out.torn = (out.source.array && torn(vm, src)) || (out.target.array && torn(vm, dst));
  return out;
}

bool describe_arraycopy(NativeCall& c, Pending& p) {
  const CopiedRanges r = copied_ranges(c);
  if (r.torn) return false;
  p.kind = r.target.array ? PendingKind::Write : PendingKind::Read;
  p.verb = Verb::ArrayCopy;
  p.object = r.target.array ? c.ref(2) : c.ref(0);
  p.bulk = p.on_stack = true;
  p.target = r.target.array;
  if (r.target.array) add_range_accesses(c.vm, r.target.array, r.target.offset, r.target.bytes, true, 1, p);
  if (r.source.array) add_range_accesses(c.vm, r.source.array, r.source.offset, r.source.bytes, false, 3 - p.count, p);
  return p.count != 0;
}

NativeStatus bad_index(NativeCall& c, const std::string& text) {
  return c.throw_new("java/lang/ArrayIndexOutOfBoundsException", "arraycopy: " + text);
}

NativeStatus bad_store(NativeCall& c, const std::string& text) {
  return c.throw_new(kArrayStore, "arraycopy: " + text);
}

std::string misfit(Klass* source, Klass* target) {
  const std::string have = dotted(source->external_name()), want = dotted(target->external_name());
  if (!target->is_subclass_of(source))
    return "arraycopy: type mismatch: can not copy " + have + "[] into " + want + "[]";
  return "arraycopy: element type mismatch: can not cast one of the elements of " + have +
         "[] to the type of the destination array, " + want;
}

// (class of the source's elements, of the target's)
NativeStatus mismatch(NativeCall& c) {
  const Ref text = c.vm.new_string_utf8(misfit(mirrored(c, 0), mirrored(c, 1)));
  return text ? c.result(text) : NativeStatus::Throw;
}

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
  if (s->kind != d->kind || (!refs && s != d))
    return bad_store(c, "type mismatch: can not copy " + array_kind(s) + "[] into " + array_kind(d) + "[]");
  const auto size = [&](Ref a, Klass* k) { return array_kind(k) + "[" + std::to_string(vm.array_length(a)) + "]"; };
  if (from < 0) return bad_index(c, "source index " + std::to_string(from) + " out of bounds for " + size(src, s));
  if (to < 0) return bad_index(c, "destination index " + std::to_string(to) + " out of bounds for " + size(dst, d));
  if (count < 0) return bad_index(c, "length " + std::to_string(count) + " is negative");
  const uint32_t n = static_cast<uint32_t>(count);
  if (uint64_t{n} + static_cast<uint32_t>(from) > vm.array_length(src))
    return bad_index(c, "last source index " + std::to_string(n + static_cast<uint32_t>(from)) + " out of bounds for " +
                            size(src, s));
  if (uint64_t{n} + static_cast<uint32_t>(to) > vm.array_length(dst))
    return bad_index(c, "last destination index " + std::to_string(n + static_cast<uint32_t>(to)) +
                            " out of bounds for " + size(dst, d));
  if (!n) return c.done();
  if (copied_ranges(c).torn) {
    Method* copy = vm.require_class(kCopies)->find_method("elements", "(Ljava/lang/Object;ILjava/lang/Object;II)V");
    return call(c, copy, Args().ref(src).i32(from).ref(dst).i32(to).i32(count));
  }
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
      return c.throw_new(kArrayStore, misfit(s->element, d->element));
    }
    set_element(vm, dst, t + i, r);
  }
  return c.done();
}

// --- clone

// What a clone reads: number i is the i-th instance field that may be written after construction, superclasses last.
std::vector<const Field*> changing_fields(const Klass* k) {
  std::vector<const Field*> out;
  for (; k; k = k->super)
    for (const auto& f : k->fields)
      if (!f->is_static() && f->visibility & ~kFinalField) out.push_back(f.get());
  return out;
}

size_t visible_now(Vm& vm, Ref object) {
  size_t n = 0;
  if (!vm.multi() || !is_shared(vm, object)) return n;
  for (const Klass* k = vm.klass_of(object); k; k = k->super)
    for (const auto& f : k->fields)
      // A final field is read, too, and so the Vm is told.
      if (!f->is_static() && vm.visibility.of_field(object, f.get(), false)) n += (f->visibility & ~kFinalField) != 0;
  return n;
}

bool describe_read(Ref object, const Field* f, Pending& p) {
  p.kind = PendingKind::Read;
  p.object = object;
  p.offset = f->offset;
  p.width = f->wide() ? 8 : 4;
  p.type = f->type;
  p.add(object, f->offset, false);
  return true;
}

bool describe_clone(NativeCall& c, Pending& p) {
  Vm& vm = c.vm;
  const Ref o = c.ref(0);
  if (vm.klass_of(o)->is_array()) {
    const Range r = range(vm, o, 0, static_cast<int>(vm.array_length(o)));
    if (!visible(vm, r, false) || torn(vm, o)) return false;
    p.kind = PendingKind::Read;
    p.object = o;
    p.verb = Verb::Clone;
    p.bulk = true;
    add_range_accesses(vm, o, r.offset, r.bytes, false, 3, p);
    return true;
  }
  if (visible_now(vm, o) != 1 || vm.memory) return false;
  for (const Field* f : changing_fields(vm.klass_of(o)))
    if (vm.visibility.of_field(o, f, false)) return describe_read(o, f, p);
  return false;
}

NativeStatus clone(NativeCall& c) {
  Vm& vm = c.vm;
  const Ref o = c.ref(0);
  Klass* k = vm.klass_of(o);
  // Others may get at the copy before they get at what is in it: then each value is written as anybody writes it.
  const bool apart = vm.memory && vm.born_shared(k);
  if (k->is_array()) {
    const uint32_t length = vm.array_length(o);
    const Ref copy = vm.new_array(k, length);
    if (!copy) return NativeStatus::Throw;
    if (apart || (visible(vm, range(vm, o, 0, static_cast<int>(length)), false) && torn(vm, o))) {
      Method* m =
          vm.require_class(kCopies)->find_method("array", "(Ljava/lang/Object;Ljava/lang/Object;I)Ljava/lang/Object;");
      return call(c, m, Args().ref(o).ref(copy).i32(static_cast<int32_t>(length)));
    }
    std::memcpy(vm.heap.address(copy, kHeaderSize), vm.heap.address(o, kHeaderSize),
                vm.object_size(o) - kHeaderSize);  // younger than any mark
    return c.result(copy);
  }
  if (!k->is_subclass_of(vm.known->cloneable))
    return c.throw_new("java/lang/CloneNotSupportedException", k->external_name());
  const Ref copy = vm.new_object(k);
  if (!copy) return NativeStatus::Throw;
  std::memcpy(vm.heap.address(copy, kHeaderSize), vm.heap.address(o, kHeaderSize), vm.object_size(o) - kHeaderSize);
  if (!apart && visible_now(vm, o) < (vm.memory ? 1 : 2)) return c.result(copy);
  const auto fields = changing_fields(k);
  for (const Field* f : fields) std::memset(vm.heap.address(copy, f->offset), 0, f->wide() ? 8 : 4);  // not read yet
  Method* m = vm.require_class(kCopies)->find_method(apart ? "fieldsApart" : "fields",
                                                     "(Ljava/lang/Object;Ljava/lang/Object;I)Ljava/lang/Object;");
  return call(c, m, Args().ref(o).ref(copy).i32(static_cast<int32_t>(fields.size())));
}

// The field with the number in this slot, of the object that comes first.
const Field* numbered_field(NativeCall& c, int slot) {
  return changing_fields(c.vm.klass_of(c.ref(0))).at(static_cast<size_t>(c.i32(slot)));
}

// Copies.bits(object, number), Copies.reference(object, number)
bool describe_get_field(NativeCall& c, Pending& p) {
  return describe_atomic(c.vm, cell_of_field(*numbered_field(c, 1), c.ref(0)), AtomicOp::Get, 0, 0, p);
}
NativeStatus get_field(NativeCall& c) {
  const uint64_t value = apply_atomic(c.vm, cell_of_field(*numbered_field(c, 1), c.ref(0)), AtomicOp::Get, 0, 0);
  return c.method->return_type == 'J' ? c.result(static_cast<int64_t>(value)) : c.result(static_cast<Ref>(value));
}

// Copies.put(copy, number, bits), Copies.put(copy, number, reference)
uint64_t value_to_put(NativeCall& c) {
  return numbered_field(c, 1)->is_ref() ? uint64_t{c.ref(2)} : static_cast<uint64_t>(c.i64(2));
}
bool describe_put_field(NativeCall& c, Pending& p) {
  return describe_atomic(c.vm, cell_of_field(*numbered_field(c, 1), c.ref(0), true), AtomicOp::Set, value_to_put(c), 0,
                         p);
}
NativeStatus put_field(NativeCall& c) {
  apply_atomic(c.vm, cell_of_field(*numbered_field(c, 1), c.ref(0), true), AtomicOp::Set, value_to_put(c), 0);
  return c.done();
}

NativeStatus is_reference(NativeCall& c) { return c.result(numbered_field(c, 1)->is_ref()); }

// Copies.field(from, copy, number)
bool describe_field(NativeCall& c, Pending& p) {
  const Field* f = numbered_field(c, 2);
  if (c.vm.memory) return describe_atomic(c.vm, cell_of_field(*f, c.ref(0)), AtomicOp::Get, 0, 0, p);
  return c.vm.visibility.of_field(c.ref(0), f, false) && describe_read(c.ref(0), f, p);
}

NativeStatus copy_field(NativeCall& c) {
  Vm& vm = c.vm;
  const Ref from = c.ref(0), copy = c.ref(1);
  const Field* f = numbered_field(c, 2);
  if (vm.memory) {  // nobody else gets at the copy yet
    store_cell(vm, cell_of_field(*f, copy), apply_atomic(vm, cell_of_field(*f, from), AtomicOp::Get, 0, 0));
    return c.done();
  }
  if (f->wide()) vm.heap.store<uint64_t>(copy, f->offset, vm.heap.load<uint64_t>(from, f->offset));
  else if (f->is_ref()) vm.store_ref(copy, f->offset, vm.heap.load<Ref>(from, f->offset));
  else vm.heap.store<uint32_t>(copy, f->offset, vm.heap.load<uint32_t>(from, f->offset));
  return c.done();
}

constexpr Entry kCopiesNatives[] = {
    {"java/lang/System.arraycopy(Ljava/lang/Object;ILjava/lang/Object;II)V", arraycopy, describe_arraycopy},
    {"java/lang/Object.clone()Ljava/lang/Object;", clone, describe_clone},
    {"jmc/internal/Copies.field(Ljava/lang/Object;Ljava/lang/Object;I)V", copy_field, describe_field},
    {"jmc/internal/Copies.isReference(Ljava/lang/Object;I)Z", is_reference},
    {"jmc/internal/Copies.bits(Ljava/lang/Object;I)J", get_field, describe_get_field},
    {"jmc/internal/Copies.reference(Ljava/lang/Object;I)Ljava/lang/Object;", get_field, describe_get_field},
    {"jmc/internal/Copies.put(Ljava/lang/Object;IJ)V", put_field, describe_put_field},
    {"jmc/internal/Copies.put(Ljava/lang/Object;ILjava/lang/Object;)V", put_field, describe_put_field},
    {"jmc/internal/Copies.mismatch(Ljava/lang/Class;Ljava/lang/Class;)Ljava/lang/String;", mismatch},
};

}  // namespace

void register_copies(Vm& vm) { register_table(vm, kCopiesNatives); }

}  // namespace jmc::natives
