// Commands on objects, strings, arrays, class objects and class loaders.
#include <cstring>

#include "debugger/session.hpp"
#include "vm/native.hpp"

namespace jmc::debugger {

using vm::Klass;
using vm::Ref;

void Session::object_type(Reader& in, Writer& out) { type(out, vm().klass_of(ids_->object(in.u8()))); }

void Session::object_values(Reader& in, Writer& out) {
  const Ref r = ids_->object(in.u8());
  const uint32_t n = in.count(8);
  out.i4(n);
  for (uint32_t i = 0; i < n; ++i) {
    const vm::Field* f = ids_->field(vm().klass_of(r), in.u8());
    field_value(out, *f, f->is_static() ? f->owner->statics : r);
  }
}

void Session::field_value(Writer& out, const vm::Field& f, Ref holder) {
  if (!holder) throw Refusal(Code::InvalidFieldId);
  ids_->value(out, f.type,
              f.wide() ? vm().heap.load<uint64_t>(holder, f.offset) : vm().heap.load<uint32_t>(holder, f.offset));
}

void Session::object_monitor(Reader& in, Writer& out) {
  const Ref r = ids_->object(in.u8());
  const vm::ThreadId owner = vm().lock_owner(r);
  out.u8(owner == por::kNoThread ? 0 : ids_->object(vm().thread(owner).s.object));
  out.i4(owner == por::kNoThread ? 0 : vm::lock_count(vm().heap.header(r)->lock));
  std::vector<Ref> waiting;
  for (vm::ThreadId t = 0; t < vm().thread_count(); ++t) {
    const vm::ThreadState& s = vm().thread(t).s;
    const bool waits = s.pending.kind == vm::PendingKind::MonitorEnter ||
                       s.pending.kind == vm::PendingKind::WaitReacquire || s.waiting_on == r;
    if (!s.ended && waits && (s.pending.object == r || s.waiting_on == r) && t != owner) waiting.push_back(s.object);
  }
  out.i4(static_cast<int64_t>(waiting.size()));
  for (const Ref t : waiting) out.u8(ids_->object(t));
}

void Session::object_invoke(Reader& in, Writer& out) {
  constexpr int32_t kNonVirtual = 2;
  const Ref self = ids_->object(in.u8());
  const vm::ThreadId t = suspended_thread(in);
  const Klass* k = ids_->class_type(in.u8());
  vm::Method* m = ids_->method(k, in.u8());
  if (m->is_init() || m->name == "<clinit>") throw Refusal(Code::InvalidMethodId);
  if (!m->is_static() && !vm().klass_of(self)->is_subclass_of(m->owner)) throw Refusal(Code::InvalidObject);
  const std::vector<uint32_t> values = arguments(in, *m, self);
  const int32_t options = in.left() ? in.i4() : 0;
  if (!m->is_static() && !(options & kNonVirtual))
    if (vm::Method* selected = vm().select(vm().klass_of(self), m)) m = selected;
  invoke(t, *m, values, out);
}

void Session::object_collected(Reader& in, Writer& out) {
  ids_->object(in.u8());
  out.u1(0);
}

void Session::string_value(Reader& in, Writer& out) {
  const Ref r = ids_->object_of(in.u8(), vm().known->string, Code::InvalidString);
  out.string(classfile::encode_modified_utf8(vm().string_value(r)));
}

void Session::array_length(Reader& in, Writer& out) {
  const Ref r = ids_->object(in.u8());
  if (!vm().klass_of(r)->is_array()) throw Refusal(Code::InvalidArray);
  out.i4(vm().array_length(r));
}

void Session::array_values(Reader& in, Writer& out) {
  const Ref r = ids_->object(in.u8());
  const int32_t first = in.i4(), length = in.i4();
  const Klass* k = vm().klass_of(r);
  if (!k->is_array()) throw Refusal(Code::InvalidArray);
  if (first < 0 || static_cast<uint32_t>(first) > vm().array_length(r)) throw Refusal(Code::InvalidIndex);
  if (length < 0 || static_cast<uint32_t>(length) > vm().array_length(r) - static_cast<uint32_t>(first))
    throw Refusal(Code::InvalidLength);
  const char type = k->kind == vm::KlassKind::ObjectArray ? 'L' : k->element_type;
  const bool arrays = type == 'L' && k->element && k->element->is_array();
  out.u1(static_cast<uint8_t>(arrays ? '[' : type)).i4(length);
  for (int32_t i = first; i < first + length; ++i) {
    const uint32_t at = vm::kHeaderSize + (static_cast<uint32_t>(i) << k->element_shift);
    uint64_t bits = 0;
    std::memcpy(&bits, vm().heap.address(r, at), size_t{1} << k->element_shift);
    ids_->value(out, type, bits, true);
  }
}

// Of an array that a debugger has made, for the arguments of a call.
void Session::array_set(Reader& in, Writer&) {
  const Ref r = ids_->object(in.u8());
  const int32_t first = in.i4();
  const Klass* k = vm().klass_of(r);
  if (!k->is_array()) throw Refusal(Code::InvalidArray);
  const uint32_t n = in.count(), length = vm().array_length(r);
  if (first < 0 || static_cast<uint32_t>(first) > length) throw Refusal(Code::InvalidIndex);
  if (n > length - static_cast<uint32_t>(first)) throw Refusal(Code::InvalidLength);
  std::vector<uint64_t> values;
  for (uint32_t i = 0; i < n; ++i) {
    if (k->kind == vm::KlassKind::ObjectArray) {
      const Ref value = ids_->object_or_null(in.u8());
      if (value && !vm().klass_of(value)->is_subclass_of(k->element)) throw Refusal(Code::TypeMismatch);
      values.push_back(value);
    } else if (k->element_shift == 0) values.push_back(in.u1());
    else if (k->element_shift == 1) values.push_back(in.u2());
    else if (k->element_shift == 2) values.push_back(static_cast<uint32_t>(in.i4()));
    else values.push_back(in.u8());
  }
  ids_->store(r, static_cast<uint32_t>(first), values);
}

void Session::loader_classes(Reader& in, Writer& out) {
  const Id id = in.u8();
  const Ref loader = ids_->object_or_null(id);
  if (loader && ids_->tag(loader) != 'l') throw Refusal(Code::InvalidClassLoader);
  std::vector<Klass*> visible = classes();
  const vm::Field* f = vm().known->class_loader;
  std::erase_if(visible, [&](const Klass* k) {
    const Klass* element = k;
    while (element->is_array()) element = element->element;
    return !element->mirror || !f || vm().get_ref(element->mirror, f) != loader;
  });
  out.i4(static_cast<int64_t>(visible.size()));
  for (const Klass* k : visible) type(out, k);
}

void Session::class_object_type(Reader& in, Writer& out) {
  const Ref r = ids_->object_of(in.u8(), vm().known->klass, Code::InvalidObject);
  const Klass* k = vm().klass_of_mirror(r);
  if (!k || k->is_primitive()) throw Refusal(Code::InvalidObject);
  type(out, k);
}

}  // namespace jmc::debugger
