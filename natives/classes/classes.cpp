// java.lang.Class: what a class is, its names and its relations. Members are in class_members.cpp, loading in
// class_loading.cpp.
//
// The names and flags that the JDK caches in the Class object are answered from the Klass here, as constants: a cache
// that any thread may fill would be shared state that says nothing.
#include "natives/memory/atomics.hpp"
#include "natives/support.hpp"

namespace jmc::natives {

using namespace vm;

namespace {

using classfile::InnerClass;

Klass* self(NativeCall& c) { return mirrored(c, 0); }

const InnerClass* inner_entry(const Klass* k) {
  if (!k->file) return nullptr;
  for (const InnerClass& i : k->file->inner_classes)
    if (i.inner == k->name) return &i;
  return nullptr;
}

// Loads a class that an attribute names; null with NoClassDefFoundError pending.
Klass* need(Vm& vm, std::string_view name, const Klass* from) {
  Klass* k = name.starts_with('[') ? vm.class_of_descriptor(name, from) : vm.find_class(name, from);
  if (!k) throw_no_class(vm, name);
  return k;
}

// As Class.getName has it, which tells hidden classes by a suffix.
std::string java_name(const Klass* k) {
  const bool spun = k->hidden && !k->definition;
  return k->hidden ? k->external_name() + (spun ? k->hidden_suffix() : "") : dotted(k->external_name());
}

Ref class_name(NativeCall& c) { return name_string(c.vm, java_name(self(c))); }

NativeStatus init_class_name(NativeCall& c) {
  const Ref name = class_name(c);
  if (c.vm.known->class_name) c.vm.set_ref(c.ref(0), c.vm.known->class_name, name);
  return c.result(name);
}

NativeStatus get_name(NativeCall& c) { return c.result(class_name(c)); }

std::u16string simple_name(Vm& vm, Klass* k) {
  if (k->is_array()) return simple_name(vm, k->element) + u"[]";
  if (const InnerClass* i = inner_entry(k)) return classfile::decode_modified_utf8(i->name);
  std::u16string name = classfile::decode_modified_utf8(java_name(k));
  const size_t dot = name.rfind(u'.');
  return dot == name.npos ? name : name.substr(dot + 1);
}

NativeStatus get_simple_name(NativeCall& c) { return c.result(c.vm.intern(simple_name(c.vm, self(c)))); }

NativeStatus get_package_name(NativeCall& c) {
  Klass* k = self(c);
  while (k->is_array()) k = k->element;
  if (k->is_primitive()) return c.result(name_string(c.vm, "java.lang"));
  const size_t slash = k->name.rfind('/');
  return c.result(external_name_string(
      c.vm, slash == k->name.npos ? std::string_view() : std::string_view(k->name).substr(0, slash)));
}

NativeStatus is_instance(NativeCall& c) {
  if (!c.ref(1)) return c.result(false);
  return c.result(c.vm.klass_of(c.ref(1))->is_subclass_of(self(c)));
}

NativeStatus is_assignable_from(NativeCall& c) {
  if (!c.ref(1)) return c.throw_new("java/lang/NullPointerException");
  Klass *to = self(c), *from = mirrored(c, 1);
  if (to->is_primitive() || from->is_primitive()) return c.result(to == from);
  return c.result(from->is_subclass_of(to));
}

NativeStatus is_interface(NativeCall& c) { return c.result(self(c)->is_interface()); }
NativeStatus is_array(NativeCall& c) { return c.result(self(c)->is_array()); }
NativeStatus is_primitive(NativeCall& c) { return c.result(self(c)->is_primitive()); }
NativeStatus is_hidden(NativeCall& c) { return c.result(self(c)->hidden); }

NativeStatus get_superclass(NativeCall& c) {
  Klass* k = self(c);
  if (k->is_array()) return c.result(c.vm.known->object->mirror);
  return c.result(k->super && !k->is_interface() ? k->super->mirror : kNull);
}

NativeStatus get_interfaces(NativeCall& c) {
  Klass* k = self(c);
  Klass* of_array[] = {c.vm.known->cloneable, c.vm.known->serializable};
  const Ref a = k->is_array() ? class_array(c.vm, of_array) : class_array(c.vm, k->interfaces);
  return a ? c.result(a) : NativeStatus::Throw;
}

NativeStatus get_component_type(NativeCall& c) {
  Klass* k = self(c);
  return c.result(k->is_array() ? k->element->mirror : kNull);
}

int modifiers(Klass* k) {
  if (k->is_array()) return (modifiers(k->element) & (kPublic | kPrivate | kProtected)) | kFinal | kAbstract;
  if (k->is_primitive()) return kPublic | kFinal | kAbstract;
  const InnerClass* i = inner_entry(k);
  return (i ? i->flags : k->flags) & ~kSuper & 0xffff;
}

NativeStatus get_modifiers(NativeCall& c) { return c.result(modifiers(self(c))); }

NativeStatus class_access_flags(NativeCall& c) {
  Klass* k = mirrored(c, 0);
  if (k->is_array() || k->is_primitive()) return c.result(modifiers(k));
  return c.result(static_cast<int>(k->flags & ~kSuper));
}

NativeStatus access_flags_raw(NativeCall& c) {
  Klass* k = self(c);
  return c.result(k->is_array() || k->is_primitive() ? modifiers(k) : static_cast<int>(k->flags));
}

NativeStatus class_file_version(NativeCall& c) {
  Klass* k = self(c);
  return c.result(k->file ? static_cast<int>(k->file->minor) << 16 | k->file->major : 0);
}

NativeStatus get_primitive_class(NativeCall& c) {
  const std::string name = utf8(c.vm, c.ref(0));
  for (char type : {'Z', 'B', 'C', 'S', 'I', 'J', 'F', 'D', 'V'})
    if (Klass* k = c.vm.primitive(type); k->name == name) return c.result(k->mirror);
  return c.throw_new("java/lang/ClassNotFoundException", name);
}

// As `java -ea`: on for the program, off for the JDK.
NativeStatus desired_assertion_status0(NativeCall& c) { return c.result(!mirrored(c, 0)->boot); }

// Whose ClassLoader.set...AssertionStatus decides for the class; kNull: nobody's.
Ref told_by(NativeCall& c) {
  const Klass* k = self(c);
  while (k->is_array()) k = k->element;
  return k->is_primitive() ? kNull : loader_of(c.vm, const_cast<Klass*>(k));
}

// Class.desiredAssertionStatus: what a class loader was told by ClassLoader.set...AssertionStatus, if it was told
// anything. The JDK asks under a lock of the loader. Here only who finds that something was told takes it: nobody can
// tell whether one who finds nothing had the lock before whoever held it then. So the read does not race with writes
// under the lock (Other), and is no operation while nobody writes.
bool describe_desired_assertion_status(NativeCall& c, Pending& p) {
  const Ref loader = told_by(c);
  Field* f = loader ? field_of(c.vm.klass_of(loader), "classAssertionStatus") : nullptr;
  if (!f || !describe_field_access(c.vm, loader, *f, AtomicOp::Get, 0, p)) return false;
  if (c.vm.memory) return true;
  p.kind = PendingKind::Other;
  p.verb = Verb::DesiredAssertionStatus;
  return true;
}

NativeStatus desired_assertion_status(NativeCall& c) {
  Vm& vm = c.vm;
  Klass* k = self(c);
  const Ref loader = told_by(c);
  Field* f = loader ? field_of(vm.klass_of(loader), "classAssertionStatus") : nullptr;
  if (!f || !apply_field_access(vm, loader, *f, AtomicOp::Get, 0)) return c.result(!k->boot && !k->is_array());
  Method* ask = vm.lookup_method(vm.klass_of(loader), "desiredAssertionStatus", "(Ljava/lang/String;)Z");
  return call(c, ask, Args().ref(loader).ref(external_name_string(vm, k->is_array() ? k->name : k->external_name())));
}

// The directives of the command line: as by -ea, assertions of all classes that a loader of the program loads.
NativeStatus retrieve_directives(NativeCall& c) {
  Vm& vm = c.vm;
  Klass* k = vm.require_class("java/lang/AssertionStatusDirectives");
  const Ref r = vm.new_object(k);
  if (!r) return NativeStatus::Throw;
  const Ref names = vm.new_array(vm.known->string_array, 0), flags = vm.new_array(vm.array_of(vm.primitive('Z')), 0);
  if (!names || !flags) return NativeStatus::Throw;
  for (const char* field : {"classes", "packages"}) put_ref(vm, r, field, names);
  for (const char* field : {"classEnabled", "packageEnabled"}) put_ref(vm, r, field, flags);
  put_int(vm, r, "deflt", 1);
  return c.result(r);
}

NativeStatus get_class_loader(NativeCall& c) { return c.result(loader_of(c.vm, self(c))); }
NativeStatus get_module(NativeCall& c) { return c.result(module_of(c.vm, self(c))); }

NativeStatus cast(NativeCall& c) {
  Klass* k = self(c);
  const Ref o = c.ref(1);
  if (!o || c.vm.klass_of(o)->is_subclass_of(k)) return c.result(o);
  return c.throw_new("java/lang/ClassCastException",
                     "Cannot cast " + dotted(c.vm.klass_of(o)->external_name()) + " to " + dotted(k->external_name()));
}

// --- nesting

NativeStatus get_enclosing_method(NativeCall& c) {
  Klass* k = self(c);
  if (!k->file || k->file->enclosing_class.empty()) return c.result(kNull);
  Klass* outer = need(c.vm, k->file->enclosing_class, k);
  if (!outer) return NativeStatus::Throw;
  Ref parts[3] = {outer->mirror, kNull, kNull};
  if (!k->file->enclosing_method.empty()) {
    parts[1] = name_string(c.vm, k->file->enclosing_method);
    parts[2] = name_string(c.vm, k->file->enclosing_descriptor);
  }
  const Ref a = ref_array(c.vm, c.vm.known->object, parts);
  return a ? c.result(a) : NativeStatus::Throw;
}

NativeStatus get_declaring_class(NativeCall& c) {
  Klass* k = self(c);
  if (!c.vm.ensure_linked(k)) return c.vm.pending_exception ? NativeStatus::Throw : NativeStatus::Again;
  const InnerClass* i = inner_entry(k);
  if (!i || i->outer.empty()) return c.result(kNull);
  Klass* outer = need(c.vm, i->outer, k);
  if (outer && k->loader_key && c.vm.find_class(k->name, outer) != k)
    return c.throw_new("java/lang/IncompatibleClassChangeError",
                       outer->external_name() + " and " + k->external_name() + " disagree on InnerClasses attribute");
  return outer ? c.result(outer->mirror) : NativeStatus::Throw;
}

NativeStatus get_simple_binary_name(NativeCall& c) {
  const InnerClass* i = inner_entry(self(c));
  return c.result(i && !i->name.empty() ? name_string(c.vm, i->name) : kNull);
}

NativeStatus get_declared_classes(NativeCall& c) {
  Klass* k = self(c);
  if (!c.vm.ensure_linked(k)) return c.vm.pending_exception ? NativeStatus::Throw : NativeStatus::Again;
  std::vector<Klass*> result;
  if (k->file)
    for (const InnerClass& i : k->file->inner_classes)
      if (i.outer == k->name) {
        Klass* inner = need(c.vm, i.inner, k);
        if (!inner) return NativeStatus::Throw;
        result.push_back(inner);
      }
  const Ref a = class_array(c.vm, result);
  return a ? c.result(a) : NativeStatus::Throw;
}

bool lists(const Klass* host, std::string_view member) {
  if (!host->file) return false;
  for (std::string_view m : host->file->nest_members)
    if (m == member) return true;
  return false;
}

Klass* nest_host(Vm& vm, Klass* k) {
  if (k->hidden && k->host && !k->own_nest) return nest_host(vm, k->host);
  if (k->hidden || !k->file || k->file->nest_host.empty()) return k;
  Klass* host = vm.find_class(k->file->nest_host, k);
  return host && lists(host, k->name) ? host : k;
}

NativeStatus get_nest_host(NativeCall& c) { return c.result(nest_host(c.vm, self(c))->mirror); }

NativeStatus get_nest_members(NativeCall& c) {
  Klass* host = nest_host(c.vm, self(c));
  std::vector<Klass*> result{host};
  if (host->file)
    for (std::string_view name : host->file->nest_members)
      if (Klass* m = c.vm.find_class(name, host); m && nest_host(c.vm, m) == host) result.push_back(m);
  const Ref a = class_array(c.vm, result);
  return a ? c.result(a) : NativeStatus::Throw;
}

NativeStatus are_nest_mates(NativeCall& c) {
  Klass *a = mirrored(c, 0), *b = mirrored(c, 1);
  return c.result(a == b || nest_host(c.vm, a) == nest_host(c.vm, b));
}

NativeStatus is_record(NativeCall& c) {
  Klass* k = self(c);
  return c.result(k->file && k->file->is_record && (k->flags & kFinal) && k->super &&
                  k->super->name == "java/lang/Record");
}

NativeStatus get_permitted_subclasses(NativeCall& c) {
  Klass* k = self(c);
  if (!k->file || !k->file->is_sealed) return c.result(kNull);
  std::vector<Klass*> result;
  for (std::string_view name : k->file->permitted_subclasses)
    if (Klass* s = c.vm.find_class(name, k)) result.push_back(s);
  const Ref a = class_array(c.vm, result);
  return a ? c.result(a) : NativeStatus::Throw;
}

// --- attributes

NativeStatus get_generic_signature(NativeCall& c) {
  Klass* k = self(c);
  return c.result(k->file && !k->file->signature.empty() ? name_string(c.vm, k->file->signature) : kNull);
}

// --- caches that would be shared state

// A fresh ReflectionData for each question, never stored in the Class object.
NativeStatus reflection_data(NativeCall& c) {
  Klass* k = c.vm.require_class("java/lang/Class$ReflectionData");
  const Ref r = c.vm.new_object(k);
  return r ? c.result(r) : NativeStatus::Throw;
}

constexpr Entry kClassesNatives[] = {
    {"java/lang/Class.registerNatives()V", nothing},
    {"java/lang/Class.initClassName()Ljava/lang/String;", init_class_name},
    {"java/lang/Class.getName0()Ljava/lang/String;", get_name},
    {"java/lang/Class.getName()Ljava/lang/String;", get_name},
    {"java/lang/Class.getSimpleName()Ljava/lang/String;", get_simple_name},
    {"java/lang/Class.getPackageName()Ljava/lang/String;", get_package_name},
    {"java/lang/Class.isInstance(Ljava/lang/Object;)Z", is_instance},
    {"java/lang/Class.isAssignableFrom(Ljava/lang/Class;)Z", is_assignable_from},
    {"java/lang/Class.isInterface()Z", is_interface},
    {"java/lang/Class.isArray()Z", is_array},
    {"java/lang/Class.isPrimitive()Z", is_primitive},
    {"java/lang/Class.isHidden()Z", is_hidden},
    {"java/lang/Class.cast(Ljava/lang/Object;)Ljava/lang/Object;", cast},
    {"java/lang/Class.getSuperclass()Ljava/lang/Class;", get_superclass},
    {"java/lang/Class.getInterfaces0()[Ljava/lang/Class;", get_interfaces},
    {"java/lang/Class.getComponentType()Ljava/lang/Class;", get_component_type},
    {"java/lang/Class.getModifiers()I", get_modifiers},
    {"java/lang/Class.getClassAccessFlagsRaw0()I", access_flags_raw},
    {"java/lang/Class.getClassFileVersion0()I", class_file_version},
    {"java/lang/Class.getPrimitiveClass(Ljava/lang/String;)Ljava/lang/Class;", get_primitive_class},
    {"java/lang/Class.desiredAssertionStatus0(Ljava/lang/Class;)Z", desired_assertion_status0},
    {"java/lang/ClassLoader.retrieveDirectives()Ljava/lang/AssertionStatusDirectives;", retrieve_directives},
    {"java/lang/Class.desiredAssertionStatus()Z", desired_assertion_status, describe_desired_assertion_status},
    {"java/lang/Class.getClassLoader0()Ljava/lang/ClassLoader;", get_class_loader},
    {"java/lang/Class.getClassLoader()Ljava/lang/ClassLoader;", get_class_loader},
    {"java/lang/Class.getModule()Ljava/lang/Module;", get_module},
    {"java/lang/Class.getProtectionDomain0()Ljava/security/ProtectionDomain;", zero},
    {"java/lang/Class.getSigners()[Ljava/lang/Object;", zero},
    {"java/lang/Class.setSigners([Ljava/lang/Object;)V", nothing},
    {"java/lang/Class.getEnclosingMethod0()[Ljava/lang/Object;", get_enclosing_method},
    {"java/lang/Class.getDeclaringClass0()Ljava/lang/Class;", get_declaring_class},
    {"java/lang/Class.getSimpleBinaryName0()Ljava/lang/String;", get_simple_binary_name},
    {"java/lang/Class.getDeclaredClasses0()[Ljava/lang/Class;", get_declared_classes},
    {"java/lang/Class.getNestHost0()Ljava/lang/Class;", get_nest_host},
    {"java/lang/Class.getNestMembers0()[Ljava/lang/Class;", get_nest_members},
    {"java/lang/Class.isRecord0()Z", is_record},
    {"java/lang/Class.getPermittedSubclasses0()[Ljava/lang/Class;", get_permitted_subclasses},
    {"java/lang/Class.getGenericSignature0()Ljava/lang/String;", get_generic_signature},
    {"java/lang/Class.getGenericSignature()Ljava/lang/String;", get_generic_signature},
    {"java/lang/Class.reflectionData()Ljava/lang/Class$ReflectionData;", reflection_data},
    {"jdk/internal/reflect/Reflection.getClassAccessFlags(Ljava/lang/Class;)I", class_access_flags},
    {"sun/reflect/Reflection.getClassAccessFlags(Ljava/lang/Class;)I", class_access_flags},
    {"jdk/internal/reflect/Reflection.areNestMates(Ljava/lang/Class;Ljava/lang/Class;)Z", are_nest_mates},
};

}  // namespace

void register_classes(Vm& vm) { register_table(vm, kClassesNatives); }

}  // namespace jmc::natives
