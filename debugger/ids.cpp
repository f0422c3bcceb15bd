#include "debugger/ids.hpp"

#include "vm/native.hpp"

namespace jmc::debugger {

using vm::Klass;
using vm::Ref;

Id Ids::object(Ref r) {
  if (!r) return 0;
  if (aside_ && uint64_t{r} << 3 >= top_) return copy_ << kCopyShift | r;
  told_.insert(r);
  return r;
}

Ref Ids::object(Id id) {
  const auto invalid = [] { return Refusal(Code::InvalidObject, "no such object"); };
  const Ref r = static_cast<Ref>(id);
  if (const uint64_t copy = id >> kCopyShift) {
    if (id & kTypes || !copies_.contains(copy)) throw invalid();
    enter(copy);
    if (uint64_t{r} << 3 < top_ || !is_object(r)) throw invalid();
    return r;
  }
  if (id >> 32 || !told_.contains(r) || !is_object(r)) throw invalid();
  return r;
}

Ref Ids::object_of(Id id, const Klass* k, Code otherwise) {
  const Ref r = object(id);
  if (!vm_.klass_of(r)->is_subclass_of(k)) throw Refusal(otherwise);
  return r;
}

Klass* Ids::type(Id id) const {
  if (id >> 32 != 1 || static_cast<uint32_t>(id) >= vm_.class_count()) throw Refusal(Code::InvalidClass);
  Klass* k = vm_.klass(static_cast<uint32_t>(id));
  if (k->is_primitive() || k->kind == vm::KlassKind::Statics || !vm_.is_defined(k)) throw Refusal(Code::InvalidClass);
  return k;
}

Klass* Ids::class_type(Id id) const {
  Klass* k = type(id);
  if (k->is_array()) throw Refusal(Code::InvalidClass);
  return k;
}

vm::Method* Ids::method(const Klass* k, Id id) const {
  for (const Klass* c = k; c; c = c->super)
    for (const auto& m : c->methods)
      if (method(m.get()) == id) return m.get();
  for (const Klass* c : k->all_interfaces)
    for (const auto& m : c->methods)
      if (method(m.get()) == id) return m.get();
  throw Refusal(Code::InvalidMethodId);
}

const vm::Field* Ids::field(const Klass* k, Id id) const {
  const uint64_t owner = id >> 16, slot = id & 0xffff;
  if (!owner || owner > vm_.class_count()) throw Refusal(Code::InvalidFieldId);
  const Klass* c = vm_.klass(static_cast<uint32_t>(owner - 1));
  if (slot >= c->fields.size() || !k->is_subclass_of(c)) throw Refusal(Code::InvalidFieldId);
  return c->fields[slot].get();
}

bool Ids::is_object(Ref r) const {
  const uint64_t at = uint64_t{r} << 3;
  if (r < vm::Heap::kFirstRef || at + vm::kHeaderSize > vm_.heap.top()) return false;
  const uint32_t k = vm_.heap.header(r)->klass;
  return k < vm_.class_count() && vm_.klass(k)->kind != vm::KlassKind::Statics && !vm_.klass(k)->is_primitive();
}

char Ids::tag(Ref r) const {
  if (!r) return 'L';
  const Klass* k = vm_.klass_of(r);
  if (k->is_array()) return '[';
  if (k == vm_.known->string) return 's';
  if (k == vm_.known->klass) return 'c';
  if (k->is_subclass_of(vm_.known->thread)) return 't';
  for (const Klass* c = k; c; c = c->super) {
    if (c->name == "java/lang/ThreadGroup") return 'g';
    if (c->name == "java/lang/ClassLoader") return 'l';
  }
  return 'L';
}

std::string Ids::signature(const Klass* k) {
  if (k->is_array()) return k->name;
  if (k->is_primitive()) return std::string(1, k->element_type);
  return "L" + k->name + ";";
}

void Ids::value(Writer& out, char type, uint64_t bits, bool untagged) {
  if (type == 'L' || type == '[') {
    const Ref r = static_cast<Ref>(bits);
    out.u1(static_cast<uint8_t>(tag(r))).u8(object(r));
    return;
  }
  if (!untagged) out.u1(static_cast<uint8_t>(type));
  switch (type) {
    case 'Z':
    case 'B': out.u1(static_cast<uint8_t>(bits)); break;
    case 'C':
    case 'S': out.u2(static_cast<uint16_t>(bits)); break;
    case 'I':
    case 'F': out.i4(static_cast<int64_t>(bits)); break;
    case 'J':
    case 'D': out.u8(bits); break;
    default: break;  // void
  }
}

vm::Aside::Result Ids::make(const Call& call) {
  if (call.method) return aside_->call(call.thread, *call.method, call.arguments);
  vm::Aside::Result result;
  if (!call.klass) {
    write(call.arguments[0], call.arguments[1], call.values);
    return result;
  }
  result.value =
      call.klass->is_array() ? vm_.new_array(call.klass, call.arguments.front()) : vm_.new_object(call.klass);
  result.end = result.value ? vm::Aside::Result::End::Returned : vm::Aside::Result::End::GaveUp;
  if (!result.value) result.why = "the heap of the program is full", vm_.pending_exception = vm::kNull;
  return result;
}

void Ids::enter(uint64_t copy) {
  if (aside_ && copy_ == copy) return;
  if (aside_)
    throw Refusal(Code::InvalidObject, "objects of two evaluations: each is in a copy of the state of its own");
  top_ = vm_.heap.top();
  aside_ = std::make_unique<vm::Aside>(vm_);
  copy_ = copy;
  for (const Call& call : copies_[copy]) make(call);
}

vm::Aside::Result Ids::extend(Call call) {
  std::vector<Call> calls;
  if (aside_) {
    calls = copies_[copy_];
  } else {
    top_ = vm_.heap.top();
    aside_ = std::make_unique<vm::Aside>(vm_);
  }
  copy_ = ++last_copy_;
  vm::Aside::Result result = make(call);
  calls.push_back(std::move(call));
  copies_[copy_] = std::move(calls);
  return result;
}

vm::Aside::Result Ids::call(vm::ThreadId t, vm::Method& m, const std::vector<uint32_t>& arguments) {
  vm::Aside::Result result = extend({t, &m, nullptr, arguments});
  if (result.end == vm::Aside::Result::End::Returned && m.return_type == 'L' && result.value &&
      vm_.klass_of(static_cast<Ref>(result.value)) == vm_.known->string &&
      uint64_t{static_cast<Ref>(result.value)} << 3 >= top_)
    result.value = vm_.intern(vm_.string_value(static_cast<Ref>(result.value)));
  return result;
}

void Ids::write(Ref array, uint32_t first, const std::vector<uint64_t>& values) {
  const Klass* k = vm_.klass_of(array);
  for (uint32_t i = 0; i < values.size(); ++i) {
    const uint32_t at = vm::kHeaderSize + ((first + i) << k->element_shift);
    if (k->kind == vm::KlassKind::ObjectArray) vm_.store_ref(array, at, static_cast<Ref>(values[i]));
    else if (k->element_shift == 0) vm_.heap.store(array, at, static_cast<uint8_t>(values[i]));
    else if (k->element_shift == 1) vm_.heap.store(array, at, static_cast<uint16_t>(values[i]));
    else if (k->element_shift == 2) vm_.heap.store(array, at, static_cast<uint32_t>(values[i]));
    else vm_.heap.store(array, at, values[i]);
  }
}

void Ids::store(Ref array, uint32_t first, const std::vector<uint64_t>& values) {
  if (!aside_ || uint64_t{array} << 3 < top_)
    throw Refusal(Code::NotImplemented, "what the replay has cannot be changed: the schedule is that of its values");
  const Call& call = copies_[copy_].emplace_back(Call{0, nullptr, nullptr, {array, first}, values});
  make(call);
}

Ref Ids::make(vm::ThreadId t, Klass* k, uint32_t length) {
  const vm::Aside::Result result = extend({t, nullptr, k, {length}});
  if (!result.value) throw Refusal(Code::Internal, result.why);
  return static_cast<Ref>(result.value);
}

}  // namespace jmc::debugger
