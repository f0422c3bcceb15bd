// Resolution of constant-pool entries, and the rewriting of instructions that goes with it. Also array and cast errors.
#include "classfile/descriptor.hpp"
#include "classfile/external_name.hpp"
#include "vm/code/interpreter.hpp"

#include <bit>

#include "vm/class/link.hpp"
#include "vm/class/link_checks.hpp"
#include "vm/code/compared.hpp"
#include "vm/code/spin.hpp"
#include "vm/code/unread.hpp"
#include "vm/visibility/shared_fields.hpp"

namespace jmc::vm {

namespace {

using classfile::dotted;

}  // namespace

std::string method_text(std::string_view owner, std::string_view name, std::string_view d) {
  std::string s =
      classfile::type_in_java(classfile::result_type(d)) + " " + dotted(owner) + "." + std::string(name) + "(";
  const char* separator = "";
  for (const std::string_view type : classfile::ParameterTypes(d)) {
    s += separator + classfile::type_in_java(type);
    separator = ", ";
  }
  return s + ")";
}

std::string unsupported_version_text(const Vm& vm, std::string_view name, int major) {
  return std::string(name) + " has been compiled by a more recent version of the Java Runtime (class file version " +
         std::to_string(major) + ".0), this version of the Java Runtime only recognizes class file versions up to " +
         std::to_string(vm.jdk.release + 44) + ".0";
}

void throw_missing_class(Vm& vm, std::string_view name) {
  const std::string missing = vm.missing_class(name);
  if (const int major = vm.too_new(missing))
    return vm.throw_new("java/lang/UnsupportedClassVersionError", unsupported_version_text(vm, missing, major));
  vm.throw_new("java/lang/NoClassDefFoundError", missing);
  const Ref outer = vm.pending_exception;
  const Ref cause =
      vm.make_exception("java/lang/ClassNotFoundException", classfile::decode_modified_utf8(dotted(missing)));
  if (outer && cause && vm.known->throwable_cause) vm.store_ref(outer, vm.known->throwable_cause->offset, cause);
  vm.pending_exception = outer;
}

// jmc's own version of a JDK class may lack what the JDK's has: then the fault is not the program's, which must not be
// able to catch it.
void refuse_if_stub(Klass* owner, std::string_view name, std::string_view descriptor) {
  if (owner->stub)
    throw Unsupported(owner->external_name() + "." + std::string(name) + std::string(descriptor) +
                      " is not known to jmc");
}

Klass* Interpreter::resolve_owner(Klass* from, std::string_view name) {
  // A hidden class names itself in its own pool, whatever number was added to its name.
  Klass* k = nullptr;
  try {
    k = from->hidden && name == from->file->name ? from : vm_.find_class(name, from);
  } catch (const classfile::FormatError& e) {
    if (!throw_if_access(vm_, e)) throw;
    return nullptr;
  }
  if (!k) throw_missing_class(vm_, name);
  else if (!check_class_access(vm_, from, k)) return nullptr;
  return k;
}

Klass* Interpreter::resolve_class(Klass* from, uint16_t index) {
  if (from->pool.empty()) from->pool.resize(from->file->pool.size());
  PoolEntry& e = from->pool[index];
  if (e.resolved) return static_cast<Klass*>(e.pointer);
  Klass* k = resolve_owner(from, from->file->pool.class_name(index));
  if (!k) return nullptr;
  e.pointer = k;
  e.resolved = true;
  return k;
}

Field* Interpreter::resolve_field(Klass* from, uint16_t index, bool is_static) {
  if (from->pool.empty()) from->pool.resize(from->file->pool.size());
  PoolEntry& e = from->pool[index];
  Field* f = static_cast<Field*>(e.pointer);
  if (!e.resolved) {
    const auto ref = from->file->pool.member(index);
    Klass* owner = resolve_owner(from, ref.owner);
    if (!owner) return nullptr;
    f = vm_.lookup_field(owner, ref.name, ref.descriptor);
    if (!f) {
      refuse_if_stub(owner, ref.name, ref.descriptor);
      vm_.throw_new("java/lang/NoSuchFieldError", vm_.jdk.release < 21
                                                      ? std::string(ref.name)
                                                      : "Class " + dotted(ref.owner) + " does not have member field '" +
                                                            classfile::type_in_java(ref.descriptor) + " " +
                                                            std::string(ref.name) + "'");
      return nullptr;
    }
    if (!check_field_access(vm_, from, f)) return nullptr;
    e.pointer = f;
    e.resolved = true;
  }
  if (f->is_static() != is_static) {  // each time: two instructions may share the entry
    vm_.throw_new("java/lang/IncompatibleClassChangeError",
                  "Expected " + std::string(is_static ? "static" : "non-static") + " field " +
                      f->owner->external_name() + "." + std::string(f->name));
    return nullptr;
  }
  return f;
}

// Class files of this version and later write final fields in initialisers alone (JVMS 6.5, putfield and putstatic).
constexpr uint16_t kFinalsInInitialisers = 53;

bool Interpreter::quicken_field(Insn& insn, Method* m, bool is_static, bool put) {
  Field* f = resolve_field(m->owner, static_cast<uint16_t>(insn.b), is_static);
  if (!f) return false;
  if (put && (f->flags & kFinal) && f->owner != m->owner && !m->owner->hidden) {
    vm_.throw_new("java/lang/IllegalAccessError", "Update to " + std::string(is_static ? "static" : "non-static") +
                                                      " final field " + f->owner->external_name() + "." +
                                                      std::string(f->name) + " attempted from a different class (" +
                                                      m->owner->external_name() + ") than the field's declaring class");
    return false;
  }
  const std::string_view initialiser = is_static ? "<clinit>" : "<init>";
  if (put && (f->flags & kFinal) && f->owner == m->owner && m->owner->file->major >= kFinalsInInitialisers &&
      m->name != initialiser) {
    vm_.throw_new("java/lang/IllegalAccessError",
                  "Update to " + std::string(is_static ? "static" : "non-static") + " final field " +
                      f->owner->external_name() + "." + std::string(f->name) + " attempted from a different method (" +
                      std::string(m->name) + ") than the initializer method " + std::string(initialiser) + " ");
    return false;
  }
  insn.field = f;
  insn.b = f->offset;
  const bool unseen = f->visibility == kFinalField && !put && !vm_.memory;
  insn.a = unseen && !vm_.visibility.stops_at_all() ? 0 : f->visibility;
  if (unseen) vm_.visibility.not_looked_at(f, &insn);
  if (is_static)
    insn.op = put ? (f->wide() ? Opc::PutStatic2 : Opc::PutStatic) : (f->wide() ? Opc::GetStatic2 : Opc::GetStatic);
  else if (put) insn.op = f->wide() ? Opc::PutField2 : f->is_ref() ? Opc::PutFieldRef : Opc::PutField;
  else insn.op = f->wide() ? Opc::GetField2 : Opc::GetField;
  const auto at = static_cast<uint32_t>(&insn - m->code);
  if (!put) facility<UnreadFields>(vm_).get(*f, *m, at);
  if (put) facility<ComparedFields>(vm_).put(*f, *m, at);
  else facility<ComparedFields>(vm_).get(*f, *m, at);
  // What is in it may be an Error that the program kept without looking at it (vm/visibility/swallowed.cpp).
  if (!put && !m->owner->boot && vm_.options.swallowed != Swallowed::Off && may_hold_error(f->descriptor))
    insn.op = is_static ? Opc::GetStaticNoted : Opc::GetFieldNoted;
  // What tells threads of one kind apart (vm/state/symmetry.hpp).
  if (!put && !is_static && vm_.options.symmetry != SymmetryUse::Off && f->owner == vm_.known->thread &&
      (f->name == "name" || f->name == "tid"))
    insn.op = Opc::GetFieldNamed;
  // aload; getfield is the commonest pair of all: run it as one. The getfield itself stays where it is, as a jump
  // target.
  if (insn.op == Opc::GetField && &insn != m->code && (&insn)[-1].op == Opc::Load) (&insn)[-1].op = Opc::LoadGetField;
  return true;
}

void Interpreter::no_such_method(Klass* owner, std::string_view name, std::string_view descriptor, bool abstract_error,
                                 Klass* receiver) {
  const std::string text = method_text(owner->name, name, descriptor);
  if (!abstract_error) return vm_.throw_new("java/lang/NoSuchMethodError", "'" + text + "'");
  vm_.throw_new("java/lang/AbstractMethodError",
                receiver ? "Receiver class " + receiver->external_name() +
                               " does not define or inherit an implementation of the resolved method 'abstract " +
                               text.substr(0, text.find(' ') + 1) + std::string(name) + text.substr(text.find('(')) +
                               "' of " + (owner->is_interface() ? "interface " : "abstract class ") +
                               owner->external_name() + "."
                         : "'" + text + "'");
}

namespace {

// What the program learns of objects of this class comes by way of a queue, if at all.
bool told_by_queues(const Klass& k) {
  for (const Klass* c = &k; c; c = c->super)
    if (c->name == "java/lang/ref/PhantomReference") return true;
  return k.name == "java/util/WeakHashMap" || k.name == "java/lang/ref/Cleaner" ||
         k.name == "java/lang/ref/ReferenceQueue";
}

// As HotSpot has it: one that does nothing is none. Those of the JDK show the program nothing.
bool has_finalizer(const Klass* k) {
  for (; k && !k->boot; k = k->super)
    if (const Method* m = k->find_method("finalize", "()V"))
      return m->file && m->file->code && m->file->code->bytecode.size() > 1;
  return false;
}

}  // namespace

void Interpreter::note_references(const Klass* k) {
  bool reference = k->name == "java/util/WeakHashMap" || k->name == "java/lang/ref/Cleaner" ||
                   k->name == "java/lang/ref/ReferenceQueue";
  for (const Klass* c = k; c && !reference; c = c->super) reference = c->name == "java/lang/ref/Reference";
  if (reference)
    vm_.remark("references", "weak, soft and phantom ones keep their objects: nothing is ever collected (" +
                                 k->external_name() + " at " + vm_.place_of(t_) + ")");
  if (reference && told_by_queues(*k))
    vm_.remark("reference queues", "stay empty (" + k->external_name() + " at " + vm_.place_of(t_) + ")");
  if (has_finalizer(k))
    vm_.remark("finalizers", "are not run (" + k->external_name() + ", made at " + vm_.place_of(t_) + ")");
}

Method* Interpreter::resolve_method(Klass* from, uint16_t index, Opc op) {
  if (from->pool.empty()) from->pool.resize(from->file->pool.size());
  PoolEntry& e = from->pool[index];
  if (e.resolved) return static_cast<Method*>(e.pointer);
  const auto ref = from->file->pool.member(index);
  Klass* owner = resolve_owner(from, ref.owner);
  if (!owner) return nullptr;
  const bool interface_entry = from->file->pool.tag(index) == classfile::Tag::InterfaceMethodref;
  if (interface_entry != owner->is_interface()) {
    const bool either = op == Opc::InvokeStaticU || op == Opc::InvokeSpecialU;
    vm_.throw_new("java/lang/IncompatibleClassChangeError",
                  either ? "Method '" + method_text(owner->name, ref.name, ref.descriptor) + "' must be " +
                               (interface_entry ? "Methodref" : "InterfaceMethodref") + " constant"
                  : interface_entry ? "Found class " + owner->external_name() + ", but interface was expected"
                                    : "Found interface " + owner->external_name() + ", but class was expected");
    return nullptr;
  }
  Method* found = nullptr;
  if (owner == vm_.known->method_handle || owner == vm_.known->var_handle) {
    for (auto& candidate : owner->methods)
      if (candidate->polymorphic && candidate->name == ref.name) found = candidate.get();
  }
  if (!found) found = vm_.lookup_method(owner, ref.name, ref.descriptor);
  if (!found) {
    refuse_if_stub(owner, ref.name, ref.descriptor);
    no_such_method(owner, ref.name, ref.descriptor, false, nullptr);
    return nullptr;
  }
  // Arrays have a public clone().
  if (!owner->is_array() &&
      !check_method_access(vm_, from, found, method_text(found->owner->name, found->name, found->descriptor)))
    return nullptr;
  e.pointer = found;
  e.resolved = true;
  return found;
}

bool Interpreter::quicken_invoke(Insn& insn, Method* m) {
  const auto index = static_cast<uint16_t>(insn.b);
  Method* target = resolve_method(m->owner, index, insn.op);
  if (!target) return false;
  if (!m->owner->boot && target->owner->name == "java/lang/ref/Cleaner") note_references(target->owner);
  const bool want_static = insn.op == Opc::InvokeStaticU;
  if (target->is_static() != want_static) {
    vm_.throw_new("java/lang/IncompatibleClassChangeError",
                  std::string(want_static ? "Expected static" : "Expecting non-static") + " method '" +
                      method_text(target->owner->name, target->name, target->descriptor) + "'");
    return false;
  }
  if (target->polymorphic) {
    const auto ref = m->owner->file->pool.member(index);
    if (!check_descriptor_access(vm_, m->owner, ref.descriptor)) return false;
    auto* site = new CallSite;
    if (target->owner == vm_.known->method_handle) {
      site->method = poly_adapter(vm_, m->owner, ref.descriptor, target->name == "invokeExact");
      if (!site->method) return false;
      site->arg_slots = site->method->arg_slots;
      insn.op = noted(Opc::InvokeSite);
      insn.site = site;
      return true;
    }
    auto* poly = new PolySite;
    poly->name = target->name;
    poly->descriptor = ref.descriptor;
    poly->caller = m->owner;
    poly->declared = target;
    std::vector<char> args;
    parse_descriptor(ref.descriptor, args, site->return_type, m->owner->origin);
    site->arg_slots = static_cast<uint16_t>(1 + slots_of(args));
    site->poly = poly;
    insn.op = Opc::InvokePoly;
    insn.site = site;
    insn.b = site->arg_slots;
    return true;
  }
  switch (insn.op) {
    case Opc::InvokeStaticU:
      insn.op = target->owner->needs_clinit ? Opc::InvokeStaticInit : Opc::InvokeStatic;
      insn.method = target;
      break;
    case Opc::InvokeSpecialU: {
      // super.m() means the method of the direct superclass of the calling class, however far up the reference
      // resolved.
      Klass* named = target->owner;
      if (target->name[0] != '<' && !(target->flags & kPrivate) && !named->is_interface() && m->owner != named &&
          m->owner->super && m->owner->is_subclass_of(named) && (m->owner->flags & kSuper)) {
        if (Method* up = vm_.lookup_method(m->owner->super, target->sig)) target = up;
      }
      insn.op = Opc::InvokeDirect;
      insn.method = target;
      break;
    }
    case Opc::InvokeVirtualU:
      insn.method = target;
      if (target->flags & (kPrivate | kFinal) || target->owner->flags & kFinal || target->vindex < 0) {
        if (target->owner->is_interface() && !(target->flags & kPrivate)) {
          auto* site = new CallSite;  // a default method reached through a class: dispatched like an interface call
          site->method = target;
          insn.op = Opc::InvokeInterface;
          insn.site = site;
          break;
        }
        insn.op = Opc::InvokeDirect;
      } else {
        insn.op = Opc::InvokeVirtual;
        insn.a = static_cast<uint16_t>(target->vindex);
      }
      break;
    case Opc::InvokeInterfaceU: {
      if (!target->owner->is_interface()) {  // a method of Object
        insn.op = target->flags & kFinal ? Opc::InvokeDirect : Opc::InvokeVirtual;
        insn.method = target;
        insn.a = static_cast<uint16_t>(target->vindex);
      } else {
        auto* site = new CallSite;
        site->method = target;
        insn.op = Opc::InvokeInterface;
        insn.site = site;
      }
      break;
    }
    default: break;
  }
  insn.b = target->arg_slots;
  return true;
}

// What is resolved is no part of a state, unless asked for.
Opc Interpreter::noted(Opc op) const {
  if (!(vm_.options.distinguish & kDistinguishLinkage)) return op;
  return op == Opc::RefConst ? Opc::RefConstNoted : Opc::InvokeSiteNoted;
}

bool Interpreter::link_call_site(Insn& insn, Method* m) {
  if (!check_constant_access(vm_, m->owner, static_cast<uint16_t>(insn.b))) return false;
  auto* site = new CallSite;
  const LinkedSite linked = link_dynamic(vm_, m->owner, static_cast<uint16_t>(insn.b));
  if (vm_.pending_exception) return false;
  if (!linked.method && !linked.constant)
    throw Unsupported("call site " + std::to_string(insn.b) + " of class " + m->owner->external_name() +
                      " cannot be linked");
  site->method = linked.method;
  site->constant = linked.constant;
  if (linked.method) site->arg_slots = linked.method->arg_slots;
  insn.op = noted(Opc::InvokeSite);
  insn.site = site;
  return true;
}

bool Interpreter::resolve_constant(Insn& insn, Method* m, bool& again) {
  Klass* from = m->owner;
  if (from->pool.empty()) from->pool.resize(from->file->pool.size());
  const auto index = static_cast<uint16_t>(insn.b);
  const auto& pool = from->file->pool;
  using classfile::Tag;
  switch (pool.tag(index)) {
    case Tag::String: {
      insn.b = vm_.intern(classfile::decode_modified_utf8(pool.string(index)));
      insn.op = noted(Opc::RefConst);
      return true;
    }
    case Tag::Class: {
      Klass* k = resolve_class(from, index);
      if (!k) return false;
      insn.b = k->mirror;
      insn.op = noted(Opc::RefConst);
      return true;
    }
    default: {
      if (!check_constant_access(vm_, from, index)) return false;
      const LinkedSite linked = link_constant(vm_, from, index);
      if (vm_.pending_exception) return false;
      if (linked.constant) {
        insn.b = linked.constant;
        insn.op = noted(Opc::RefConst);
        return true;
      }
      if (!linked.method)
        throw Unsupported("constant " + std::to_string(index) + " of class " + from->external_name() +
                          " cannot be linked");
      auto* site = new CallSite;
      site->method = linked.method;
      insn.op = noted(Opc::InvokeSite);
      insn.site = site;
      again = true;
      return true;
    }
  }
}

Ref Interpreter::multi_array(Klass* k, const int32_t* counts, uint32_t dims) {
  for (uint32_t d = 0; d < dims; ++d) {
    if (counts[d] < 0) {
      vm_.throw_new("java/lang/NegativeArraySizeException", std::to_string(counts[d]));
      return kNull;
    }
  }
  return vm_.new_multi_array(k, counts, dims);
}

Ref Vm::new_multi_array(Klass* k, const int32_t* counts, uint32_t dims) {
  // All of it at once, as nothing refers to the parts before it is complete.
  uint64_t arrays = 1, size = 0;
  const Klass* level = k;
  for (uint32_t d = 0; d < dims; ++d, level = level->element) {
    size += arrays * (kHeaderSize + (uint64_t{static_cast<uint32_t>(counts[d])} << level->element_shift));
    arrays *= static_cast<uint32_t>(counts[d]);
    if (size > options.heap_limit) {
      throw_new("java/lang/OutOfMemoryError", "Java heap space");
      return kNull;
    }
    if (!arrays) break;
  }
  const Ref r = new_array(k, static_cast<uint32_t>(counts[0]));
  if (!r || dims == 1) return r;
  for (int32_t i = 0; i < counts[0]; ++i) {
    const Ref element = new_multi_array(k->element, counts + 1, dims - 1);
    if (!element) return kNull;
    store_ref(r, kHeaderSize + (static_cast<uint32_t>(i) << 2), element);
  }
  return r;
}

void Interpreter::throw_index(uint32_t index, uint32_t length) {
  vm_.throw_new("java/lang/ArrayIndexOutOfBoundsException", "Index " + std::to_string(static_cast<int32_t>(index)) +
                                                                " out of bounds for length " + std::to_string(length));
}

void Vm::throw_class_cast(Ref object, Klass* target) {
  const Klass* k = klass_of(object);
  const auto innermost = [](const Klass* c) {
    while (c->is_array()) c = c->element;
    return c;
  };
  const Klass* a = innermost(k);
  const Klass* b = innermost(target);
  std::string s =
      "class " + k->external_name() + " cannot be cast to class " + target->external_name() + " (" + k->external_name();
  if (module_text(a) == module_text(b)) {
    s += " and " + target->external_name() + " are in " + module_text(a) + ")";
  } else {
    s += " is in " + module_text(a) + "; " + target->external_name() + " is in " + module_text(b) + ")";
  }
  throw_new("java/lang/ClassCastException", s);
}

void Interpreter::throw_cast(Ref object, Klass* target) { vm_.throw_class_cast(object, target); }

void Interpreter::throw_array_store(Ref value) {
  vm_.throw_new("java/lang/ArrayStoreException", vm_.klass_of(value)->external_name());
}

}  // namespace jmc::vm
