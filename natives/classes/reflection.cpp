// Calling methods and constructors, and reaching fields, through java.lang.reflect.
//
// Calls go through a spun method per target (vm/code/spin.hpp), without the counting of invocations and the generated
// or method-handle based accessors of the JDK: these would be shared state that grows with use. The access checks
// before them are the JDK's own.
#include "natives/classes/members.hpp"
#include "natives/memory/atomics.hpp"
#include "vm/code/compared.hpp"
#include "vm/code/spin.hpp"
#include "vm/code/unread.hpp"

namespace jmc::natives {

using namespace vm;

namespace {

NativeStatus later(NativeCall& c) { return c.vm.pending_exception ? NativeStatus::Throw : NativeStatus::Again; }

NativeStatus invoke(NativeCall& c, Ref method, Ref receiver, Ref args) {
  Method* m = method_of_reflected(c.vm, method);
  // HotSpot initialises the class before it looks at what the receiver is; a null is refused earlier.
  if ((m->is_static() || receiver) && !c.vm.ensure_initialised(m->owner)) return later(c);
  Method* invoker = reflect_invoker(c.vm, m);
  if (!invoker) return NativeStatus::Throw;
  return call(c, invoker, Args().ref(receiver).ref(args));
}

// invoke0(method, receiver, arguments)
NativeStatus invoke0(NativeCall& c) { return invoke(c, c.ref(0), c.ref(1), c.ref(2)); }
// NativeMethodAccessorImpl.invoke and NativeAccessor.invoke: this accessor, receiver, arguments[, caller]
NativeStatus accessor_invoke(NativeCall& c) { return invoke(c, get_ref(c.vm, c.ref(0), "method"), c.ref(1), c.ref(2)); }

NativeStatus construct_by(NativeCall& c, Ref constructor, Ref args) {
  Method* m = method_of_reflected(c.vm, constructor);
  if (m->owner->flags & (kAbstract | kInterface)) return c.throw_new("java/lang/InstantiationException");
  if (!c.vm.ensure_initialised(m->owner)) return later(c);
  Method* invoker = reflect_invoker(c.vm, m);
  if (!invoker) return NativeStatus::Throw;
  return call(c, invoker, Args().ref(kNull).ref(args));
}

NativeStatus new_instance0(NativeCall& c) { return construct_by(c, c.ref(0), c.ref(1)); }
NativeStatus accessor_new_instance(NativeCall& c) { return construct_by(c, get_ref(c.vm, c.ref(0), "c"), c.ref(1)); }

// --- who called

bool ignored_by_security(Vm& vm, const Method* m) {
  if (m->internal || (m->hidden_frame && !m->owner->hidden)) return true;
  if (m->owner->name == "java/lang/reflect/Method" && m->name == "invoke") return true;
  for (const Klass* k = m->owner; k; k = k->super)
    if (k->name == "jdk/internal/reflect/MethodAccessorImpl" || k->name == "sun/reflect/MethodAccessorImpl")
      return true;
  return false;
}

// The caller of the method that asks.
NativeStatus get_caller_class(NativeCall& c) {
  bool asking = true;
  Klass* found = nullptr;
  c.vm.walk_frames(c.thread.number, [&](Method* m, uint32_t) {
    if (asking) {
      asking = false;
      return true;
    }
    if (ignored_by_security(c.vm, m)) return true;
    found = m->owner;
    return false;
  });
  return c.result(found && found->mirror ? found->mirror : kNull);
}

// SecurityManager.getClassContext, from the caller down.
NativeStatus get_class_context(NativeCall& c) {
  std::vector<Klass*> classes;
  c.vm.walk_frames(c.thread, [&](Method* m, uint32_t) {
    if (!m->internal && !m->hidden_frame && m->file) classes.push_back(m->owner);
    return true;
  });
  const Ref a = class_array(c.vm, classes);
  return a ? c.result(a) : NativeStatus::Throw;
}

// --- field accessors without method handles (JDK 22 and later)

constexpr int kReadOnly = 1, kStaticAccess = 2, kNonZero = 0x8000;  // FieldAccessorImpl.fieldFlags

struct AccessorKind {
  char type;
  const char* klass;
  const char* get;
  const char* set;
};
constexpr const char* kAccessors = "jdk/internal/reflect/MethodHandle";
constexpr AccessorKind kKinds[] = {
    {'Z', "Boolean", "getBoolean(Ljava/lang/Object;)Z", "setBoolean(Ljava/lang/Object;Z)V"},
    {'B', "Byte", "getByte(Ljava/lang/Object;)B", "setByte(Ljava/lang/Object;B)V"},
    {'C', "Character", "getChar(Ljava/lang/Object;)C", "setChar(Ljava/lang/Object;C)V"},
    {'S', "Short", "getShort(Ljava/lang/Object;)S", "setShort(Ljava/lang/Object;S)V"},
    {'I', "Integer", "getInt(Ljava/lang/Object;)I", "setInt(Ljava/lang/Object;I)V"},
    {'J', "Long", "getLong(Ljava/lang/Object;)J", "setLong(Ljava/lang/Object;J)V"},
    {'F', "Float", "getFloat(Ljava/lang/Object;)F", "setFloat(Ljava/lang/Object;F)V"},
    {'D', "Double", "getDouble(Ljava/lang/Object;)D", "setDouble(Ljava/lang/Object;D)V"},
    {'L', "Object", "get(Ljava/lang/Object;)Ljava/lang/Object;", "set(Ljava/lang/Object;Ljava/lang/Object;)V"},
};

NativeStatus new_field_accessor(NativeCall& c) {
  Vm& vm = c.vm;
  Field* f = field_of_reflected(vm, c.ref(0));
  if (!vm.ensure_initialised(f->owner)) return later(c);
  const char type = f->is_ref() ? 'L' : f->type;
  for (const AccessorKind& k : kKinds) {
    if (k.type != type) continue;
    const Ref r = vm.new_object(vm.require_class(std::string(kAccessors) + k.klass + "FieldAccessorImpl"));
    if (!r) return NativeStatus::Throw;
    put_ref(vm, r, "field", c.ref(0));
    put_int(vm, r, "fieldFlags", kNonZero | (c.i32(1) ? kReadOnly : 0) | (f->is_static() ? kStaticAccess : 0));
    return c.result(r);
  }
  c.unsupported("a field of this type");
}

Field* accessed_field(NativeCall& c) { return field_of_reflected(c.vm, get_ref(c.vm, c.ref(0), "field")); }

bool valid_receiver(NativeCall& c, const Field* f) {
  return f->is_static() || (c.ref(1) && c.vm.klass_of(c.ref(1))->is_subclass_of(f->owner));
}

// For the memory model: the modes are those of the field.
Cell cell_of(const Field* f, Ref object) {
  using memory::Mode;
  const Mode mode = f->flags & kVolatile ? Mode::Volatile : Mode::Plain;
  return {object, f->offset, f->type, false, {mode, mode}};
}

bool describe_field(NativeCall& c, Pending& p) {
  const Field* f = accessed_field(c);
  const bool write = c.method->name.starts_with("set");
  if (!valid_receiver(c, f)) return false;
  const Ref o = f->is_static() ? f->owner->statics : c.ref(1);
  if (c.vm.memory) {
    const bool wide = f->type == 'J' || f->type == 'D';
    const uint64_t value = !write ? 0 : wide ? static_cast<uint64_t>(c.i64(2)) : c.args[2];
    return describe_atomic(c.vm, cell_of(f, o), write ? AtomicOp::Set : AtomicOp::Get, value, 0, p);
  }
  if (!c.vm.visibility.of_field(o, f, write)) return false;
  p.kind = write ? PendingKind::Write : PendingKind::Read;
  p.object = o;
  p.offset = f->offset;
  p.type = f->type;
  p.add(o, f->offset, write);
  return true;
}

NativeStatus bad_receiver(NativeCall& c, const Field* f, bool write) {
  if (!c.ref(1)) return c.throw_new("java/lang/NullPointerException");
  std::string text = write ? "Can not set" : "Can not get";
  if (f->is_static()) text += " static";
  if (f->flags & kFinal) text += " final";
  text += " " + dotted(c.vm.class_of_descriptor(f->descriptor, f->owner)->external_name()) + " field " +
          dotted(f->owner->external_name()) + "." + std::string(f->name) + " on " +
          dotted(c.vm.klass_of(c.ref(1))->external_name());
  return c.throw_new("java/lang/IllegalArgumentException", text);
}

NativeStatus field_get(NativeCall& c) {
  Vm& vm = c.vm;
  const Field* f = accessed_field(c);
  if (!valid_receiver(c, f)) return bad_receiver(c, f, false);
  const Ref o = f->is_static() ? f->owner->statics : c.ref(1);
  if (vm.memory) {
    c.value = apply_atomic(vm, cell_of(f, o), AtomicOp::Get, 0, 0);
    return c.done();
  }
  facility<UnreadFields>(vm).looked_at(o, f->offset);
  facility<ComparedFields>(vm).touched(o, f->offset);
  switch (f->type) {
    case 'L':
    case 'F': c.value = vm.heap.load<uint32_t>(o, f->offset); break;
    case 'D': c.value = vm.heap.load<uint64_t>(o, f->offset); break;
    case 'J': c.value = vm.heap.load<uint64_t>(o, f->offset); break;
    default: c.value = static_cast<uint32_t>(load_integral(vm, o, f));
  }
  return c.done();
}

// The accessor's own method throws what a write to a final field asks for, or a value of the wrong class.
NativeStatus refuse(NativeCall& c, const char* method, char type) {
  const std::string descriptor = type == 'L' ? "(Ljava/lang/Object;)V" : std::string("(") + type + ")V";
  Method* m = c.vm.lookup_method(c.vm.klass_of(c.ref(0)), method, descriptor);
  Args args;
  args.ref(c.ref(0)).i32(c.i32(2));
  if (type == 'J' || type == 'D') args.i32(c.i32(3));
  return call(c, m, args);
}

NativeStatus field_set(NativeCall& c) {
  Vm& vm = c.vm;
  const Field* f = accessed_field(c);
  if (!valid_receiver(c, f)) return bad_receiver(c, f, true);
  if (get_int(vm, c.ref(0), "fieldFlags") & kReadOnly)
    return refuse(c, "throwFinalFieldIllegalAccessException", f->type);
  const Ref o = f->is_static() ? f->owner->statics : c.ref(1);
  const auto put = [&](uint64_t value) { apply_atomic(vm, cell_of(f, o), AtomicOp::Set, value, 0); };
  switch (f->type) {
    case 'L':
      if (c.ref(2) && !vm.klass_of(c.ref(2))->is_subclass_of(vm.class_of_descriptor(f->descriptor, f->owner)))
        return refuse(c, "throwSetIllegalArgumentException", 'L');
      put(c.ref(2));
      break;
    case 'F': put(c.args[2]); break;
    case 'D':
    case 'J': put(static_cast<uint64_t>(c.i64(2))); break;
    default: put(static_cast<uint32_t>(c.i32(2)));
  }
  return c.done();
}

constexpr const char* kConstruct = "(Ljava/lang/reflect/Constructor;[Ljava/lang/Object;)Ljava/lang/Object;";
constexpr const char* kInvoke = "(Ljava/lang/reflect/Method;Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;";

constexpr Entry kReflectionNatives[] = {
    {"jdk/internal/reflect/MethodHandleAccessorFactory.useNativeAccessor(Ljava/lang/reflect/Executable;)Z", yes},
    {"jdk/internal/reflect/DirectMethodHandleAccessor$NativeAccessor.invoke(Ljava/lang/Object;[Ljava/lang/Object;Ljava/"
     "lang/Class;)"
     "Ljava/lang/Object;",
     accessor_invoke},
    {"jdk/internal/reflect/MethodHandleAccessorFactory.newFieldAccessor(Ljava/lang/reflect/Field;Z)Ljdk/internal/"
     "reflect/FieldAccessorImpl;",
     new_field_accessor},
    {"jdk/internal/reflect/Reflection.getCallerClass()Ljava/lang/Class;", get_caller_class},
    {"sun/reflect/Reflection.getCallerClass()Ljava/lang/Class;", get_caller_class},
    {"java/lang/SecurityManager.getClassContext()[Ljava/lang/Class;", get_class_context},
};

}  // namespace

void register_reflection(Vm& vm) {
  register_table(vm, kReflectionNatives);
  for (const std::string package : {"jdk/internal/reflect/", "sun/reflect/"}) {
    const std::string invoke_descriptor = "(Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;";
    vm.register_native(package + "NativeMethodAccessorImpl.invoke0" + kInvoke, invoke0);
    vm.register_native(package + "NativeMethodAccessorImpl.invoke" + invoke_descriptor, accessor_invoke);
    vm.register_native(package + "NativeConstructorAccessorImpl.newInstance0" + kConstruct, new_instance0);
    vm.register_native(package + "NativeConstructorAccessorImpl.newInstance([Ljava/lang/Object;)Ljava/lang/Object;",
                       accessor_new_instance);
  }
  vm.register_native(std::string("jdk/internal/reflect/DirectMethodHandleAccessor$NativeAccessor.invoke0") + kInvoke,
                     invoke0);
  vm.register_native(
      std::string("jdk/internal/reflect/DirectConstructorHandleAccessor$NativeAccessor.newInstance0") + kConstruct,
      new_instance0);
  for (const AccessorKind& k : kKinds) {
    const std::string prefix = std::string(kAccessors) + k.klass + "FieldAccessorImpl.";
    vm.register_native(prefix + k.get, field_get, describe_field);
    vm.register_native(prefix + k.set, field_set, describe_field);
  }
}

}  // namespace jmc::natives
