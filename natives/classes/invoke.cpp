// Method handles: what jdk-stubs/java/lang/invoke/Member.java leaves to the VM. Looking members up, deciding who may
// use them, and calling them; combinators and conversions are plain Java on top.
#include "natives/classes/invoke.hpp"
#include "vm/class/link_checks.hpp"

#include <string>

#include "natives/memory/var_handle.hpp"
#include "natives/support.hpp"
#include "vm/code/spin.hpp"

namespace jmc::natives {

using namespace vm;

namespace {

constexpr const char* kMember = "java/lang/invoke/Member.";

// MethodHandles.Lookup modes.
enum LookupMode : int32_t {
  kPublicMode = 1,
  kPrivateMode = 2,
  kProtectedMode = 4,
  kPackageMode = 8,
  kModuleMode = 16,
  kUnconditional = 32
};

Klass* class_argument(NativeCall& c, int slot) { return c.ref(slot) ? c.vm.klass_of_mirror(c.ref(slot)) : nullptr; }

NativeStatus null_pointer(NativeCall& c) { return c.throw_new("java/lang/NullPointerException"); }

std::string descriptor_of(const Klass* k) {
  if (k->is_primitive()) return std::string(1, k->element_type);
  return k->is_array() ? k->name : "L" + k->name + ";";
}

// --- looking up

void fill_in(Vm& vm, Ref member, const Klass* declaring, uint16_t flags, int64_t number) {
  put_ref(vm, member, "declaring", declaring->mirror);
  put_int(vm, member, "flags", flags);
  put_int(vm, member, "number", number);
}

// Slots: 0 the Member, 1 class, 2 name, 3 type.
NativeStatus resolve_field(NativeCall& c) {
  Klass* k = class_argument(c, 1);
  const Klass* type = class_argument(c, 3);
  if (!k || !type || !c.ref(2)) return null_pointer(c);
  const Field* f = k->is_array() || k->is_primitive()
                       ? nullptr
                       : c.vm.lookup_field(k, c.vm.string_utf8(c.ref(2)), descriptor_of(type));
  if (!f) return c.result(false);
  fill_in(c.vm, c.ref(0), f->owner, f->flags, f->offset);
  return c.result(true);
}

NativeStatus resolve_method(NativeCall& c) {
  Klass* k = class_argument(c, 1);
  if (!k || !c.ref(2) || !c.ref(3)) return null_pointer(c);
  const Method* m =
      k->is_primitive() ? nullptr : c.vm.lookup_method(k, c.vm.string_utf8(c.ref(2)), c.vm.string_utf8(c.ref(3)));
  if (!m) return c.result(false);
  fill_in(c.vm, c.ref(0), m->owner, m->flags, m->id);
  return c.result(true);
}

NativeStatus classes_of(NativeCall& c) {
  const std::vector<Klass*> classes = signature_classes(c.vm, c.vm.string_utf8(c.ref(0)));
  if (classes.empty()) return NativeStatus::Throw;
  const Ref array = class_array(c.vm, classes);
  return array ? c.result(array) : NativeStatus::Throw;
}

// --- access

const Klass* self_or_host(const Klass* k) {
  while (k->host) k = k->host;
  return k;
}

const Klass* element_of(const Klass* k) {
  while (k->is_array()) k = k->element;
  return k;
}

bool same_package(const Klass* a, const Klass* b) {
  a = element_of(self_or_host(a));
  b = element_of(self_or_host(b));
  return a->is_primitive() || b->is_primitive() || (a->package == b->package && a->boot == b->boot);
}

// Before nests (Java 11), javac's naming of nested classes says as much.
std::string_view nest_of(const Klass* k) {
  if (k->file && !k->file->nest_host.empty()) return k->file->nest_host;
  const std::string_view name = k->name;
  if (k->file && k->file->major >= 55) return name;
  const size_t package = name.rfind('/') == name.npos ? 0 : name.rfind('/') + 1;
  return name.substr(0, name.find('$', package + 1));
}

bool same_nest(const Klass* a, const Klass* b) {
  while (a->host && !a->own_nest) a = a->host;
  while (b->host && !b->own_nest) b = b->host;
  if (a->own_nest || b->own_nest) return a == b;
  return a == b || (same_package(a, b) && nest_of(a) == nest_of(b));
}

// Flags of a nested class are those of its InnerClasses entry.
uint16_t access_of(const Klass* k) {
  if (k->file)
    for (const auto& inner : k->file->inner_classes)
      if (inner.inner == k->name) return inner.flags;
  return k->flags;
}

bool class_accessible(const Klass* k, const Klass* lookup, int32_t modes) {
  k = element_of(k);
  if (k->is_primitive()) return true;
  if (access_of(k) & kPublic || (access_of(k) & kProtected && modes & kPackageMode)) return modes != 0;
  return modes & kPackageMode && same_package(k, lookup);
}

const char* refusal_of(const Klass* refc, const Klass* declaring, uint16_t flags, const Klass* lookup, int32_t modes) {
  if (flags & kPublic || refc->is_array()) return modes ? nullptr : "access to public member failed";
  if (flags & kPrivate) return modes & kPrivateMode && same_nest(declaring, lookup) ? nullptr : "member is private";
  if (modes & kPackageMode && same_package(declaring, lookup)) return nullptr;
  if (!(flags & kProtected)) return "member is private to package";
  return modes & kProtectedMode && self_or_host(lookup)->is_subclass_of(declaring) ? nullptr : "member is protected";
}

// Slots: 0 the Member, 1 lookup class, 2 modes.
NativeStatus refusal(NativeCall& c) {
  Vm& vm = c.vm;
  const Klass* refc = vm.klass_of_mirror(get_ref(vm, c.ref(0), "refc"));
  const Klass* declaring = vm.klass_of_mirror(get_ref(vm, c.ref(0), "declaring"));
  const char* reason = refusal_of(refc, declaring, static_cast<uint16_t>(get_int(vm, c.ref(0), "flags")),
                                  class_argument(c, 1), c.i32(2));
  return c.result(reason ? name_string(vm, reason) : kNull);
}

// Slots: 0 the Member, 1 the calling class.
NativeStatus call_refusal(NativeCall& c) {
  Vm& vm = c.vm;
  const std::string words = method_access_refusal(vm, vm.klass_of_mirror(c.ref(1)),
                                                  vm.method(static_cast<uint32_t>(get_int(vm, c.ref(0), "number"))));
  return c.result(words.empty() ? kNull : vm.new_string_utf8(words));
}

NativeStatus accessible(NativeCall& c) {
  return c.result(class_accessible(class_argument(c, 0), class_argument(c, 1), c.i32(2)));
}
NativeStatus same_package_native(NativeCall& c) {
  return c.result(same_package(class_argument(c, 0), class_argument(c, 1)));
}
NativeStatus same_nest_native(NativeCall& c) { return c.result(same_nest(class_argument(c, 0), class_argument(c, 1))); }

// The class whose code called MethodHandles.lookup(): below the frame of lookup() itself.
NativeStatus caller_class(NativeCall& c) {
  const Klass* caller = nullptr;
  int depth = 0;
  c.vm.walk_frames(c.thread.number, [&](Method* m, uint32_t) {
    if (depth++ == 0 || m->internal) return true;
    caller = m->owner;
    return false;
  });
  return c.result(caller ? caller->mirror : c.vm.known->object->mirror);
}

// --- calling

// Slots: 0 method, 1 receiver, 2 arguments.
NativeStatus invoke_direct(NativeCall& c) {
  Method* invoker = direct_invoker(c.vm, c.vm.method(static_cast<uint32_t>(c.i32(0))));
  if (!invoker) return NativeStatus::Throw;
  return call(c, invoker, Args().ref(c.ref(1)).ref(c.ref(2)));
}

NativeStatus invoke_special(NativeCall& c) {
  Method* m = c.vm.method(static_cast<uint32_t>(c.i32(0)));
  Args args;
  args.ref(c.ref(1));
  for (size_t i = 0; i < m->arg_types.size(); ++i) {
    const Ref value = element(c.vm, c.ref(2), static_cast<uint32_t>(i));
    uint64_t bits = value;
    if (m->arg_types[i] != 'L') unbox(c.vm, value, bits);
    if (m->arg_types[i] == 'J' || m->arg_types[i] == 'D') args.i64(static_cast<int64_t>(bits));
    else args.ref(static_cast<Ref>(bits));
  }
  if (m->is_abstract()) return c.throw_new("java/lang/AbstractMethodError");
  if (!m->is_native()) return call(c, m, args);
  const auto native = c.vm.natives().find(m->owner->name + "." + std::string(m->name) + std::string(m->descriptor));
  if (native == c.vm.natives().end() || native->second.second) c.unsupported("findSpecial on a native method");
  NativeCall inner{c.vm, c.thread, m, args.slots.data()};
  const NativeStatus status = native->second.first(inner);
  c.value = inner.value;
  return status;
}

// --- classes

NativeStatus initialise(NativeCall& c) {
  Klass* k = class_argument(c, 0);
  if (!k) return null_pointer(c);
  if (k->kind != KlassKind::Instance || c.vm.ensure_initialised(k)) return c.done();
  return c.vm.pending_exception ? NativeStatus::Throw : NativeStatus::Again;
}

// Slots: 0 host, 1 bytes, 2 hidden, 3 nest mate, 4 class data.
NativeStatus define(NativeCall& c) {
  const Ref array = c.ref(1);
  if (!array) return null_pointer(c);
  Klass* host = class_argument(c, 0);
  const bool hidden = c.i32(2);
  const Ref k = define_from_array(c.vm, {array, 0, static_cast<int>(c.vm.array_length(array))}, loader_of(c.vm, host),
                                  hidden ? host : nullptr, hidden, !hidden || c.i32(3));
  if (k && c.ref(4)) put_ref(c.vm, k, "classData", c.ref(4));
  return k ? c.result(k) : NativeStatus::Throw;
}

NativeStatus class_data(NativeCall& c) { return c.result(get_ref(c.vm, c.ref(0), "classData")); }

NativeStatus release(NativeCall& c) { return c.result(int32_t{c.vm.jdk.release}); }
NativeStatus unsupported(NativeCall& c) { throw Unsupported(utf8(c.vm, c.ref(0)) + " is not supported"); }

}  // namespace

void register_invoke(Vm& vm) {
  const auto add = [&](const char* method, NativeFn fn) { vm.register_native(std::string(kMember) + method, fn); };
  add("resolveField(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/Class;)Z", resolve_field);
  add("resolveMethod(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/String;)Z", resolve_method);
  add("classesOf(Ljava/lang/String;)[Ljava/lang/Class;", classes_of);
  add("refusal(Ljava/lang/Class;I)Ljava/lang/String;", refusal);
  add("accessible(Ljava/lang/Class;Ljava/lang/Class;I)Z", accessible);
  add("samePackage(Ljava/lang/Class;Ljava/lang/Class;)Z", same_package_native);
  add("sameNest(Ljava/lang/Class;Ljava/lang/Class;)Z", same_nest_native);
  add("callerClass()Ljava/lang/Class;", caller_class);
  add("initialize(Ljava/lang/Class;)V", initialise);
  add("defineClass(Ljava/lang/Class;[BZZLjava/lang/Object;)Ljava/lang/Class;", define);
  add("classData(Ljava/lang/Class;)Ljava/lang/Object;", class_data);
  add("callRefusal(Ljava/lang/Class;)Ljava/lang/String;", call_refusal);
  add("release()I", release);
  add("unsupported(Ljava/lang/String;)Ljava/lang/RuntimeException;", unsupported);
  add("invokeDirect(ILjava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;", invoke_direct);
  add("specialVoid(ILjava/lang/Object;[Ljava/lang/Object;)V", invoke_special);
  add("specialObject(ILjava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;", invoke_special);
  add("specialInt(ILjava/lang/Object;[Ljava/lang/Object;)I", invoke_special);
  add("specialLong(ILjava/lang/Object;[Ljava/lang/Object;)J", invoke_special);
  add("specialFloat(ILjava/lang/Object;[Ljava/lang/Object;)F", invoke_special);
  add("specialDouble(ILjava/lang/Object;[Ljava/lang/Object;)D", invoke_special);
  register_var_handle(vm);
  register_console(vm);
}

}  // namespace jmc::natives
