// java.lang.reflect objects, made from the linked class: fields, methods, constructors, record components, parameters.
//
// `slot` of a reflected method or constructor is Method::id, of a field Field::slot; copies that the JDK makes keep
// them.
#include "natives/classes/members.hpp"

namespace jmc::natives {

using namespace vm;

namespace {

Ref optional_string(Vm& vm, std::string_view text) { return text.empty() ? kNull : name_string(vm, text); }
Ref optional_bytes(Vm& vm, std::span<const uint8_t> bytes) { return bytes.empty() ? kNull : byte_array(vm, bytes); }

// Made reachable step by step from an array that nothing else refers to: objects of this file are private until
// returned.
Ref new_reflected(Vm& vm, const char* klass, Klass* declaring) {
  const Ref r = vm.new_object(vm.require_class(klass));
  if (r) put_ref(vm, r, "clazz", declaring->mirror);
  return r;
}

bool exception_types(Vm& vm, const Method* m, std::vector<Klass*>& out) {
  for (std::string_view name : m->file->exceptions) {
    Klass* k = vm.find_class(name, m->owner);
    if (!k) {
      throw_no_class(vm, name);
      return false;
    }
    out.push_back(k);
  }
  return true;
}

// What Method and Constructor have in common.
Ref new_executable(Vm& vm, const char* klass, Method* m, Klass** result_type) {
  std::vector<Klass*> types = signature_classes(vm, m->descriptor, m->owner), thrown;
  if (types.empty() || !exception_types(vm, m, thrown)) return kNull;
  *result_type = types.back();
  types.pop_back();
  const Ref r = new_reflected(vm, klass, m->owner);
  if (!r) return kNull;
  put_int(vm, r, "slot", m->id);
  put_int(vm, r, "modifiers", m->flags & 0xfff);
  const Ref parameters = class_array(vm, types), exceptions = class_array(vm, thrown);
  if (!parameters || !exceptions) return kNull;
  put_ref(vm, r, "parameterTypes", parameters);
  put_ref(vm, r, "exceptionTypes", exceptions);
  put_ref(vm, r, "signature", optional_string(vm, m->file->signature));
  put_ref(vm, r, "annotations", optional_bytes(vm, m->file->annotations));
  put_ref(vm, r, "parameterAnnotations", optional_bytes(vm, m->file->parameter_annotations));
  return r;
}

// Modifiers as reflection shows them: JVM_RECOGNIZED_METHOD_MODIFIERS with bridge, varargs and synthetic.
constexpr int kMethodModifiers = kPublic | kPrivate | kProtected | kStatic | kFinal | kSynchronized | kBridge |
                                 kVarargs | kNativeFlag | kAbstract | 0x800 | kSynthetic;

}  // namespace

Ref reflect_field(Vm& vm, Field* f) {
  Klass* type = vm.class_of_descriptor(f->descriptor, f->owner);
  if (!type) {
    throw_no_class(vm, f->descriptor);
    return kNull;
  }
  const Ref r = new_reflected(vm, "java/lang/reflect/Field", f->owner);
  if (!r) return kNull;
  put_int(vm, r, "slot", f->slot);
  put_ref(vm, r, "name", name_string(vm, f->name));
  put_ref(vm, r, "type", type->mirror);
  put_int(vm, r, "modifiers", f->flags & (0xdf | kSynthetic | kEnum));
  put_int(vm, r, "trustedFinal",
          (f->flags & kFinal) && (f->is_static() || f->owner->hidden || (f->owner->file && f->owner->file->is_record)));
  put_ref(vm, r, "signature", optional_string(vm, f->file ? f->file->signature : std::string_view()));
  if (f->file) put_ref(vm, r, "annotations", optional_bytes(vm, f->file->annotations));
  return r;
}

Ref reflect_method(Vm& vm, Method* m) {
  Klass* result = nullptr;
  const Ref r = new_executable(vm, "java/lang/reflect/Method", m, &result);
  if (!r) return kNull;
  put_int(vm, r, "modifiers", m->file->flags & kMethodModifiers);
  put_ref(vm, r, "name", name_string(vm, m->name));
  put_ref(vm, r, "returnType", result->mirror);
  put_ref(vm, r, "annotationDefault", optional_bytes(vm, m->file->annotation_default));
  return r;
}

Ref reflect_constructor(Vm& vm, Method* m) {
  Klass* result = nullptr;
  const Ref r = new_executable(vm, "java/lang/reflect/Constructor", m, &result);
  if (r) put_int(vm, r, "modifiers", m->file->flags & kMethodModifiers);
  return r;
}

Method* method_of_reflected(Vm& vm, Ref executable) {
  return vm.method(static_cast<uint32_t>(get_int(vm, executable, "slot")));
}

Field* field_of_reflected(Vm& vm, Ref field) {
  Klass* k = vm.klass_of_mirror(get_ref(vm, field, "clazz"));
  return k->fields[static_cast<size_t>(get_int(vm, field, "slot"))].get();
}

namespace {

NativeStatus finish(NativeCall& c, const char* element_class, const std::vector<Ref>& members) {
  const Ref a = ref_array(c.vm, c.vm.require_class(element_class), members);
  return a ? c.result(a) : NativeStatus::Throw;
}

// What jmc adds to the class of a lambda expression to make its objects.
bool own_member(const Klass& k, std::string_view name) {
  return k.hidden && name.ends_with('$') && !k.methods.empty() && k.methods.front()->internal;
}

NativeStatus get_declared_fields(NativeCall& c) {
  Klass* k = mirrored(c, 0);
  if (!c.vm.ensure_linked(k)) return c.vm.pending_exception ? NativeStatus::Throw : NativeStatus::Again;
  std::vector<Ref> result;
  if (k->file)
    for (const auto& f : k->fields) {
      if (!f->file || own_member(*k, f->name) || (c.i32(1) && !(f->flags & kPublic))) continue;
      const Ref r = reflect_field(c.vm, f.get());
      if (!r) return NativeStatus::Throw;
      result.push_back(r);
    }
  return finish(c, "java/lang/reflect/Field", result);
}

NativeStatus get_declared_methods(NativeCall& c) {
  Klass* k = mirrored(c, 0);
  if (!c.vm.ensure_linked(k)) return c.vm.pending_exception ? NativeStatus::Throw : NativeStatus::Again;
  std::vector<Ref> result;
  if (k->file)
    for (const auto& m : k->methods) {
      if (!m->file || m->name.starts_with('<') || m->owner != k || own_member(*k, m->name) ||
          (c.i32(1) && !(m->flags & kPublic)))
        continue;
      const Ref r = reflect_method(c.vm, m.get());
      if (!r) return NativeStatus::Throw;
      result.push_back(r);
    }
  return finish(c, "java/lang/reflect/Method", result);
}

NativeStatus get_declared_constructors(NativeCall& c) {
  Klass* k = mirrored(c, 0);
  if (!c.vm.ensure_linked(k)) return c.vm.pending_exception ? NativeStatus::Throw : NativeStatus::Again;
  std::vector<Ref> result;
  if (k->file && !k->is_interface())
    for (const auto& m : k->methods) {
      if (!m->file || !m->is_init() || (c.i32(1) && !(m->flags & kPublic))) continue;
      const Ref r = reflect_constructor(c.vm, m.get());
      if (!r) return NativeStatus::Throw;
      result.push_back(r);
    }
  return finish(c, "java/lang/reflect/Constructor", result);
}

NativeStatus get_record_components(NativeCall& c) {
  Vm& vm = c.vm;
  Klass* k = mirrored(c, 0);
  if (!c.vm.ensure_linked(k)) return c.vm.pending_exception ? NativeStatus::Throw : NativeStatus::Again;
  std::vector<Ref> result;
  if (k->file)
    for (const classfile::RecordComponent& rc : k->file->record_components) {
      Klass* type = vm.class_of_descriptor(rc.descriptor, k);
      if (!type) {
        throw_no_class(vm, rc.descriptor);
        return NativeStatus::Throw;
      }
      const Ref r = new_reflected(vm, "java/lang/reflect/RecordComponent", k);
      if (!r) return NativeStatus::Throw;
      put_ref(vm, r, "name", name_string(vm, rc.name));
      put_ref(vm, r, "type", type->mirror);
      put_ref(vm, r, "signature", optional_string(vm, rc.signature));
      put_ref(vm, r, "annotations", optional_bytes(vm, rc.annotations));
      put_ref(vm, r, "typeAnnotations", optional_bytes(vm, rc.type_annotations));
      if (Method* m = k->find_method(rc.name, "()" + std::string(rc.descriptor)); m && !m->is_static()) {
        const Ref accessor = reflect_method(vm, m);
        if (!accessor) return NativeStatus::Throw;
        put_ref(vm, r, "accessor", accessor);
      }
      result.push_back(r);
    }
  return finish(c, "java/lang/reflect/RecordComponent", result);
}

NativeStatus get_parameters(NativeCall& c) {
  Vm& vm = c.vm;
  Method* m = method_of_reflected(vm, c.ref(0));
  if (m->file->parameters.empty()) return c.result(kNull);
  std::vector<Ref> result;
  for (const classfile::MethodParameter& p : m->file->parameters) {
    const Ref r = vm.new_object(vm.require_class("java/lang/reflect/Parameter"));
    if (!r) return NativeStatus::Throw;
    put_ref(vm, r, "name", optional_string(vm, p.name));
    put_int(vm, r, "modifiers", p.flags);
    put_ref(vm, r, "executable", c.ref(0));
    put_int(vm, r, "index", static_cast<int64_t>(result.size()));
    result.push_back(r);
  }
  return finish(c, "java/lang/reflect/Parameter", result);
}

NativeStatus bytes_or_null(NativeCall& c, std::span<const uint8_t> bytes) {
  const Ref a = optional_bytes(c.vm, bytes);
  return a || bytes.empty() ? c.result(a) : NativeStatus::Throw;
}

NativeStatus class_annotations(NativeCall& c) {
  const Klass* k = mirrored(c, 0);
  return bytes_or_null(c, k->file ? k->file->annotations : std::span<const uint8_t>());
}

NativeStatus class_type_annotations(NativeCall& c) {
  const Klass* k = mirrored(c, 0);
  return bytes_or_null(c, k->file ? k->file->type_annotations : std::span<const uint8_t>());
}

NativeStatus executable_type_annotations(NativeCall& c) {
  return bytes_or_null(c, method_of_reflected(c.vm, c.ref(0))->file->type_annotations);
}

NativeStatus field_type_annotations(NativeCall& c) {
  const Field* f = field_of_reflected(c.vm, c.ref(0));
  return bytes_or_null(c, f->file ? f->file->type_annotations : std::span<const uint8_t>());
}

constexpr Entry kMembersNatives[] = {
    {"java/lang/Class.getRawAnnotations()[B", class_annotations},
    {"java/lang/Class.getRawTypeAnnotations()[B", class_type_annotations},
    {"java/lang/reflect/Executable.getTypeAnnotationBytes0()[B", executable_type_annotations},
    {"java/lang/reflect/Field.getTypeAnnotationBytes0()[B", field_type_annotations},
    {"java/lang/Class.getDeclaredFields0(Z)[Ljava/lang/reflect/Field;", get_declared_fields},
    {"java/lang/Class.getDeclaredMethods0(Z)[Ljava/lang/reflect/Method;", get_declared_methods},
    {"java/lang/Class.getDeclaredConstructors0(Z)[Ljava/lang/reflect/Constructor;", get_declared_constructors},
    {"java/lang/Class.getRecordComponents0()[Ljava/lang/reflect/RecordComponent;", get_record_components},
    {"java/lang/reflect/Executable.getParameters0()[Ljava/lang/reflect/Parameter;", get_parameters},
};

}  // namespace

void register_members(Vm& vm) { register_table(vm, kMembersNatives); }

}  // namespace jmc::natives
