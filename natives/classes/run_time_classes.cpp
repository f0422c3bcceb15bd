// Natives by which a program defines classes while it runs; see vm/class/run_time_classes.cpp.
//
// For loaders of the program jdk-stubs/jmc/internal/Loading.java asks the loader, in its own code, for supertypes and
// for what a class refers to.
#include <algorithm>
#include <array>
#include <set>

#include "natives/support.hpp"
#include "vm/class/modules.hpp"
#include "vm/code/interpreter.hpp"

namespace jmc::natives {

using namespace vm;

bool builtin_loader(Vm& vm, Ref loader) {
  return !loader || vm.klass_of(loader)->name.starts_with("jdk/internal/loader/ClassLoaders$") ||
         loader == context(vm).system_loader || loader == context(vm).platform_loader;
}

namespace {

classfile::Bytes copied(Vm& vm, Ref array, int start, int length) {
  const auto* data = reinterpret_cast<const uint8_t*>(array_data(vm, array)) + start;
  auto owned = std::make_shared<std::vector<uint8_t>>(data, data + length);
  return {{owned->data(), owned->size()}, owned, "<defined at run time>"};
}

}  // namespace

namespace {

void throw_format_error(Vm& vm, const classfile::FormatError& e, Ref name) {
  std::string words = e.words;
  if (!words.empty() && words.back() == '%') {
    words.pop_back();
    words += name ? slashed(utf8(vm, name)) : "Unknown";
  }
  vm.throw_new(e.thrown, words.empty() ? e.what() : words);
}

// False: the class file is of a later release than the JDK, and the error is thrown.
bool known_version(Vm& vm, const classfile::Bytes& bytes, Ref name) {
  constexpr std::array<uint8_t, 4> kMagic{0xca, 0xfe, 0xba, 0xbe};
  const auto& d = bytes.data;
  if (d.size() < 8 || !std::equal(kMagic.begin(), kMagic.end(), d.begin())) return true;
  const int major = d[6] << 8 | d[7];
  if (major <= vm.jdk.release + 44) return true;
  vm.throw_new("java/lang/UnsupportedClassVersionError",
               unsupported_version_text(vm, name ? slashed(utf8(vm, name)) : "Unknown", major));
  return false;
}

// Whether java.lang.reflect.Proxy makes the class, rather than a loader that it asks for interfaces.
bool made_as_proxy(Vm& vm, Ref name) {
  const std::string text = utf8(vm, name);
  if (!text.substr(text.rfind('.') + 1).starts_with("$Proxy")) return false;
  bool found = false;
  vm.walk_frames(vm.current(), [&](Method* m, uint32_t) {
    found = m->owner->boot && m->name == "defineProxyClass";
    return !found;
  });
  return found;
}

// Loaders of the JDK that make a module for the class that they define, to which all is exported that it names: of
// compiled stylesheets, and of what a JMX connector calls a server by.
bool makes_own_module(const Klass* loader) {
  return loader->boot &&
         (loader->name == "com/sun/org/apache/xalan/internal/xsltc/trax/TemplatesImpl$TransletClassLoader" ||
          loader->name == "javax/management/remote/rmi/NoCallStackClassLoader");
}

}  // namespace

Ref define_from_array(Vm& vm, DefinedBytes given, Ref loader, Klass* host, bool hidden, bool nest_mate,
                      std::span<Klass* const> supers) {
  classfile::Bytes bytes = copied(vm, given.bytes, given.start, given.length);
  if (!known_version(vm, bytes, given.name)) return kNull;
  const bool trusted = loader && makes_own_module(vm.klass_of(loader));
  const Modules::Proxy proxy(facility<Modules>(vm), trusted || (!host && made_as_proxy(vm, given.name)));
  try {
    Klass* k = vm.define_at_run_time(
        {std::move(bytes), loader, !hidden && !builtin_loader(vm, loader), host, hidden, nest_mate, supers});
    proxy.made(k);
    if (!k && !vm.pending_exception)
      vm.throw_new("java/lang/NoClassDefFoundError", "a supertype of the class that is defined");
    return k ? k->mirror : kNull;
  } catch (const classfile::FormatError& e) {
    throw_format_error(vm, e, given.name);
    return kNull;
  }
}

namespace {

// Where others can tell whether the class is there.
bool describe_definition(NativeCall& c, Ref loader, Pending& p) {
  if (!c.vm.multi() || !loader || !is_shared(c.vm, loader)) return false;
  p.kind = PendingKind::Write;
  p.object = loader;
  p.verb = Verb::DefineClass;
  p.add(loader, kLoadedClasses, true);
  return true;
}

// (loader, name, bytes, offset, length, protection domain, source)
NativeStatus define_class1(NativeCall& c) {
  Vm& vm = c.vm;
  if (!c.ref(2)) return c.throw_new("java/lang/NullPointerException");
  if (!builtin_loader(vm, c.ref(0))) {
    Method* m = vm.require_class("jmc/internal/Loading")
                    ->find_method("define",
                                  "(Ljava/lang/ClassLoader;Ljava/lang/String;[BIILjava/lang/Object;)Ljava/lang/Class;");
    return call(c, m, Args().ref(c.ref(0)).ref(c.ref(1)).ref(c.ref(2)).i32(c.i32(3)).i32(c.i32(4)).ref(c.ref(5)));
  }
  const Ref k = define_from_array(vm, {c.ref(2), c.i32(3), c.i32(4), c.ref(1)}, c.ref(0));
  return k ? c.result(k) : NativeStatus::Throw;
}

bool describe_class1(NativeCall& c, Pending& p) {
  return builtin_loader(c.vm, c.ref(0)) && describe_definition(c, c.ref(0), p);
}

// (loader, name, buffer, position, length, protection domain, source): of an array, with the same arguments.
NativeStatus define_class2(NativeCall& c) {
  Method* m = c.vm.require_class("jmc/internal/Loading")->find_method("defineBuffer", c.method->descriptor);
  return call(c, m,
              Args().ref(c.ref(0)).ref(c.ref(1)).ref(c.ref(2)).i32(c.i32(3)).i32(c.i32(4)).ref(c.ref(5)).ref(c.ref(6)));
}

// (loader, lookup, name, bytes, offset, length, protection domain, initialize, flags, class data)
NativeStatus define_class0(NativeCall& c) {
  constexpr int kNestMate = 1, kHiddenClass = 2;
  Vm& vm = c.vm;
  if (!c.ref(3)) return c.throw_new("java/lang/NullPointerException");
  const bool hidden = c.i32(8) & kHiddenClass;
  Klass* lookup = mirrored(c, 1);
  const Ref k = define_from_array(vm, {c.ref(3), c.i32(4), c.i32(5), c.ref(2)}, c.ref(0), hidden ? lookup : nullptr,
                                  hidden, !hidden || (c.i32(8) & kNestMate));
  if (!k) return NativeStatus::Throw;
  if (c.ref(9)) put_ref(vm, k, "classData", c.ref(9));
  return c.result(k);
}

NativeStatus proxy_define_class0(NativeCall& c) {
  const Ref k = define_from_array(c.vm, {c.ref(2), c.i32(3), c.i32(4), c.ref(1)}, c.ref(0));
  return k ? c.result(k) : NativeStatus::Throw;
}

bool describe_proxy(NativeCall& c, Pending& p) { return describe_definition(c, c.ref(0), p); }

// --- jmc.internal.Loading

Ref strings(Vm& vm, const std::vector<std::string>& internal_names) {
  std::vector<Ref> refs;
  for (const std::string& name : internal_names) refs.push_back(external_name_string(vm, name));
  return ref_array(vm, vm.known->string, refs);
}

// (name, bytes, start, length): the superclass, then the superinterfaces
NativeStatus supertypes(NativeCall& c) {
  Vm& vm = c.vm;
  classfile::Bytes bytes = copied(vm, c.ref(1), c.i32(2), c.i32(3));
  if (!known_version(vm, bytes, c.ref(0))) return NativeStatus::Throw;
  try {
    const classfile::ClassFile file = classfile::parse(std::move(bytes));
    const std::string wanted = c.ref(0) ? slashed(utf8(vm, c.ref(0))) : std::string(file.name);
    if (wanted != file.name)
      return c.throw_new("java/lang/NoClassDefFoundError", wanted + " (wrong name: " + std::string(file.name) + ")");
    if (file.super_name.empty())
      return c.throw_new("java/lang/ClassFormatError", "Invalid superclass index 0 in class file " + wanted);
    if (file.super_name == file.name || std::count(file.interfaces.begin(), file.interfaces.end(), file.name))
      return c.throw_new("java/lang/ClassCircularityError", wanted);
    std::vector<std::string> names{std::string(file.super_name)};
    for (std::string_view i : file.interfaces) names.emplace_back(i);
    const Ref a = strings(vm, names);
    return a ? c.result(a) : NativeStatus::Throw;
  } catch (const classfile::FormatError& e) {
    throw_format_error(vm, e, c.ref(0));
    return NativeStatus::Throw;
  }
}

// (loader, bytes, start, length, protection domain, supertypes)
NativeStatus loading_define(NativeCall& c) {
  Vm& vm = c.vm;
  std::vector<Klass*> supers;
  for (uint32_t i = 0; i < vm.array_length(c.ref(5)); ++i)
    supers.push_back(vm.klass_of_mirror(element(vm, c.ref(5), i)));
  const Ref k = define_from_array(vm, {c.ref(1), c.i32(2), c.i32(3)}, c.ref(0), nullptr, false, true, supers);
  if (!k) return NativeStatus::Throw;
  vm.set_definition(vm.klass_of_mirror(k), kDomain, c.ref(4));
  return c.result(k);
}

bool describe_loading_define(NativeCall& c, Pending& p) { return describe_definition(c, c.ref(0), p); }

// The classes that a class file names, but for itself and those of java.*, which no loader defines.
NativeStatus references(NativeCall& c) {
  Vm& vm = c.vm;
  Klass* k = mirrored(c, 0);
  const classfile::ClassFile& file = *k->file;
  std::vector<std::string> names;
  std::set<std::string_view> seen{file.name};
  const auto add = [&](std::string_view name) {
    if (!name.starts_with("java/") && seen.insert(name).second) names.emplace_back(name);
  };
  const auto add_types = [&](std::string_view descriptor) {
    for (size_t i = 0; i < descriptor.size(); ++i) {
      if (descriptor[i] != 'L') continue;
      const size_t end = descriptor.find(';', i);
      add(descriptor.substr(i + 1, end - i - 1));
      i = end;
    }
  };
  for (uint16_t i = 1; i < file.pool.size(); ++i) {
    switch (file.pool.tag(i)) {
      case classfile::Tag::Class: {
        const std::string_view name = file.pool.class_name(i);
        if (name.starts_with('[')) add_types(name);
        else add(name);
        break;
      }
      case classfile::Tag::NameAndType: add_types(file.pool.name_and_type(i).descriptor); break;
      case classfile::Tag::MethodType: add_types(file.pool.method_type(i)); break;
      default: break;
    }
  }
  for (const auto& f : file.fields) add_types(f.descriptor);
  for (const auto& m : file.methods) add_types(m.descriptor);
  for (const auto& rc : file.record_components) add_types(rc.descriptor);
  const Ref a = strings(vm, names);
  return a ? c.result(a) : NativeStatus::Throw;
}

// (class, name, what its loader found or null)
NativeStatus bind(NativeCall& c) {
  Klass* k = mirrored(c, 0);
  const std::string name = slashed(utf8(c.vm, c.ref(1)));
  Klass* found = c.ref(2) ? mirrored(c, 2) : nullptr;
  const auto [it, fresh] = k->scope->try_emplace(name, found);
  if (!fresh && it->second != found)
    c.unsupported("class " + k->external_name() + ", defined by a loader of the program, refers to another " +
                  dotted(name) + " than in an earlier schedule");
  return c.done();
}

NativeStatus linked(NativeCall& c) {
  c.vm.set_definition(mirrored(c, 0), kLinkedScope, c.ref(0));
  return c.done();
}

NativeStatus initialise_mirrored(NativeCall& c) {
  Klass* k = mirrored(c, 0);
  if (k->is_array() || k->is_primitive() || c.vm.ensure_initialised(k)) return c.done();
  return c.vm.pending_exception ? NativeStatus::Throw : NativeStatus::Again;
}

// --- proxies: jmc.internal.Proxies

#define JMC_PROXY_OLD "(Ljava/lang/Class;Ljava/lang/ClassLoader;[Ljava/lang/Class;)Ljava/lang/reflect/Constructor;"
#define JMC_PROXY_NEW "(Ljava/lang/ClassLoader;[Ljava/lang/Class;)Ljava/lang/reflect/Constructor;"

// Proxy.getProxyConstructor, with the caller's class first until JDK 23
NativeStatus proxy_constructor(NativeCall& c) {
  Vm& vm = c.vm;
  if (!vm.multi() || !builtin_loader(vm, c.ref(c.method->arg_slots - 2))) return to_bytecode(c);
  return vm.push_call(vm.require_class("jmc/internal/Proxies")->find_method("constructor", c.method->descriptor),
                      c.args, c.method->arg_slots)
             ? NativeStatus::Call
             : NativeStatus::Throw;
}

// Proxy$ProxyBuilder.defineProxyClass(module, or a record that has it, and interfaces)
NativeStatus define_proxy_class(NativeCall& c) {
  Method* define = c.vm.require_class("jmc/internal/Proxies")
                       ->find_method("define", "(Ljava/lang/Object;Ljava/util/List;)Ljava/lang/Class;");
  return call(c, define, Args().ref(c.ref(0)).ref(c.ref(1)));
}

NativeStatus define_as_jdk(NativeCall& c) {
  Klass* builder = c.vm.require_class("java/lang/reflect/Proxy$ProxyBuilder");
  for (const auto& m : builder->methods)
    if (m->name == "defineProxyClass") return call(c, c.vm.bytecode_of(m.get()), Args().ref(c.ref(0)).ref(c.ref(1)));
  c.unsupported("a proxy of a JDK without Proxy$ProxyBuilder.defineProxyClass");
}

// (class, module, or a record that has it)
NativeStatus set_proxy_module(NativeCall& c) {
  Vm& vm = c.vm;
  const Ref module = has_field(vm, c.ref(1), "module") ? get_ref(vm, c.ref(1), "module") : c.ref(1);
  vm.set_definition(mirrored(c, 0), kOwnModule, module);
  return c.done();
}

NativeStatus find_proxy_constructor(NativeCall& c) {
  Vm& vm = c.vm;
  Method* m = vm.require_class("java/lang/reflect/Proxy")->find_method("getProxyConstructor", c.method->descriptor);
  return vm.push_call(vm.bytecode_of(m), c.args, c.method->arg_slots) ? NativeStatus::Call : NativeStatus::Throw;
}

// The compiled stylesheet's module: a layer of its own on HotSpot. Here its classes are in their loader's unnamed one.
NativeStatus module_of_translet(NativeCall& c) { return c.result(get_ref(c.vm, c.ref(2), "unnamedModule")); }

#define JMC_LOADING(name) "jmc/internal/Loading." name

constexpr Entry kRunTimeClassesNatives[] = {
    {"java/lang/ClassLoader.defineClass1(Ljava/lang/ClassLoader;Ljava/lang/String;[BIILjava/security/"
     "ProtectionDomain;Ljava/lang/String;)"
     "Ljava/lang/Class;",
     define_class1, describe_class1},
    {JMC_LOADING("define1(Ljava/lang/ClassLoader;Ljava/lang/String;[BIILjava/security/ProtectionDomain;Ljava/lang/"
                 "String;)Ljava/lang/Class;"),
     define_class1, describe_class1},
    {"java/lang/ClassLoader.defineClass2(Ljava/lang/ClassLoader;Ljava/lang/String;Ljava/nio/ByteBuffer;IILjava/"
     "security/ProtectionDomain;Ljava/lang/String;)Ljava/lang/Class;",
     define_class2},
    // The instance method of JDK 8 has `this` where later releases have the loader.
    {"java/lang/ClassLoader.defineClass1(Ljava/lang/String;[BIILjava/security/ProtectionDomain;Ljava/lang/"
     "String;)Ljava/lang/Class;",
     define_class1, describe_class1},
    {"java/lang/ClassLoader.defineClass0(Ljava/lang/ClassLoader;Ljava/lang/Class;Ljava/lang/String;[BIILjava/security/"
     "ProtectionDomain;"
     "ZILjava/lang/Object;)Ljava/lang/Class;",
     define_class0},
    {"java/lang/reflect/Proxy.defineClass0(Ljava/lang/ClassLoader;Ljava/lang/String;[BII)Ljava/lang/Class;",
     proxy_define_class0, describe_proxy},
    {"java/lang/reflect/Proxy.getProxyConstructor" JMC_PROXY_OLD, proxy_constructor},
    {"java/lang/reflect/Proxy.getProxyConstructor" JMC_PROXY_NEW, proxy_constructor},
    {"java/lang/reflect/Proxy$ProxyBuilder.defineProxyClass(Ljava/lang/Module;Ljava/util/List;)Ljava/lang/Class;",
     define_proxy_class},
    {"java/lang/reflect/Proxy$ProxyBuilder.defineProxyClass(Ljava/lang/reflect/Proxy$ProxyBuilder$ProxyClassContext;"
     "Ljava/util/List;)Ljava/lang/Class;",
     define_proxy_class},
    {"jmc/internal/Proxies.asJdk(Ljava/lang/Object;Ljava/util/List;)Ljava/lang/Class;", define_as_jdk},
    {"jmc/internal/Proxies.setModule(Ljava/lang/Class;Ljava/lang/Object;)V", set_proxy_module},
    {"jmc/internal/Proxies.find" JMC_PROXY_OLD, find_proxy_constructor},
    {"jmc/internal/Proxies.find" JMC_PROXY_NEW, find_proxy_constructor},
    {"com/sun/org/apache/xalan/internal/xsltc/trax/TemplatesImpl.createModule(Ljava/lang/module/ModuleDescriptor;Ljava/"
     "lang/ClassLoader;)Ljava/lang/Module;",
     module_of_translet},
    {JMC_LOADING("supertypes(Ljava/lang/String;[BII)[Ljava/lang/String;"), supertypes},
    {JMC_LOADING("define(Ljava/lang/ClassLoader;[BIILjava/lang/Object;[Ljava/lang/Class;)Ljava/lang/Class;"),
     loading_define, describe_loading_define},
    {JMC_LOADING("references(Ljava/lang/Class;)[Ljava/lang/String;"), references},
    {JMC_LOADING("bind(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/Class;)V"), bind},
    {JMC_LOADING("linked(Ljava/lang/Class;)V"), linked},
    {JMC_LOADING("initialize(Ljava/lang/Class;)V"), initialise_mirrored},
};

}  // namespace

void register_run_time_classes(Vm& vm) { register_table(vm, kRunTimeClassesNatives); }

}  // namespace jmc::natives
