// Finding and defining classes, class loaders, modules, resources.
//
// There is one name space of classes. Those of the boot path have the null loader and a named module; the program's own
// have the system class loader, a real object made from the JDK's code, and its unnamed module. Loaders of the program itself work as long as they
// delegate; one that defines classes is refused. Modules export what a JDK's do by its naming rule: java.* and javax.* to all, the rest to itself.
#include "natives/support.hpp"

namespace jmc::natives {

using namespace vm;

namespace {

NativeStatus not_found(NativeCall& c, std::string_view name) { return c.throw_new("java/lang/ClassNotFoundException", name); }

bool builtin_loader(Vm& vm, Ref loader) {
  return !loader || vm.klass_of(loader)->name.starts_with("jdk/internal/loader/ClassLoaders$") || loader == context(vm).system_loader ||
         loader == context(vm).platform_loader;
}

NativeStatus initialised_or_later(NativeCall& c, Klass* k) {
  if (k->is_array() || k->is_primitive() || c.vm.ensure_initialised(k)) return c.result(k->mirror);
  return c.vm.pending_exception ? NativeStatus::Throw : NativeStatus::Again;
}

NativeStatus for_name(NativeCall& c) {
  Vm& vm = c.vm;
  if (!c.ref(0)) return c.throw_new("java/lang/NullPointerException");
  const std::string name = utf8(vm, c.ref(0));
  Klass* k = klass_of_string(vm, name);
  if (!k || (!c.ref(2) && !k->boot && !k->is_array())) {
    if (builtin_loader(vm, c.ref(2))) return not_found(c, name);
    Method* load = vm.lookup_method(vm.klass_of(c.ref(2)), "loadClass", "(Ljava/lang/String;)Ljava/lang/Class;");
    return call(c, vm.select(vm.klass_of(c.ref(2)), load), Args().ref(c.ref(2)).ref(c.ref(0)));
  }
  return c.i32(1) ? initialised_or_later(c, k) : c.result(k->mirror);
}

Klass* named_by(NativeCall& c, Ref name) { return name ? klass_of_string(c.vm, utf8(c.vm, name)) : nullptr; }

NativeStatus find_bootstrap_class(NativeCall& c) {
  Klass* k = named_by(c, c.ref(c.method->is_static() ? 0 : 1));
  return c.result(k && k->boot && !k->is_array() ? k->mirror : kNull);
}

NativeStatus find_loaded_class(NativeCall& c) {
  if (!builtin_loader(c.vm, c.ref(0))) return c.result(kNull);
  Klass* k = named_by(c, c.ref(1));
  if (!k || k->is_array()) return c.result(kNull);
  return c.result(loader_of(c.vm, k) == c.ref(0) ? k->mirror : kNull);
}

// BuiltinClassLoader.loadClassOrNull: class loading is no part of the program's state, so neither are its locks and tables.
NativeStatus load_class_or_null(NativeCall& c) {
  Klass* k = named_by(c, c.ref(1));
  if (!k || k->is_array()) return c.result(kNull);
  const bool system = c.ref(0) == context(c.vm).system_loader;
  return c.result(k->boot || system ? k->mirror : kNull);
}

// --- defining classes -----------------------------------------------------------------------------------------------------

NativeStatus define(NativeCall& c, Klass* host, Ref loader, Ref name, Ref bytes, int offset, int length, bool hidden) {
  Vm& vm = c.vm;
  if (!builtin_loader(vm, loader)) c.unsupported("a class loader of the program that defines classes");
  if (!bytes) return c.throw_new("java/lang/NullPointerException");
  auto owned = std::make_shared<std::vector<uint8_t>>(reinterpret_cast<uint8_t*>(array_data(vm, bytes)) + offset,
                                                      reinterpret_cast<uint8_t*>(array_data(vm, bytes)) + offset + length);
  // Definitions outlive a step back in the search: the same bytes again are the same class.
  if (!hidden && name) {
    Klass* known = klass_of_string(vm, utf8(vm, name));
    if (known && known->file) {
      const auto& old = known->file->bytes.data;
      if (old.size() == owned->size() && std::equal(old.begin(), old.end(), owned->begin())) return c.result(known->mirror);
      return c.throw_new("java/lang/LinkageError", "duplicate class definition: " + utf8(vm, name));
    }
  }
  classfile::Bytes b{{owned->data(), owned->size()}, owned, "<defined at run time>"};
  Klass* k = nullptr;
  try {
    k = vm.define_class(std::move(b), host, hidden);
  } catch (const classfile::FormatError& e) {
    return c.throw_new("java/lang/ClassFormatError", e.what());
  }
  if (!k) return NativeStatus::Throw;
  return c.result(k->mirror);
}

// (loader, name, bytes, offset, length, protection domain, source)
NativeStatus define_class1(NativeCall& c) {
  return define(c, nullptr, c.ref(0), c.ref(1), c.ref(2), c.i32(3), c.i32(4), false);
}
// The instance method of JDK 8 has `this` where later releases have the loader.

// (loader, lookup, name, bytes, offset, length, protection domain, initialize, flags, class data)
NativeStatus define_class0(NativeCall& c) {
  constexpr int kHiddenClass = 2;
  Vm& vm = c.vm;
  Klass* host = mirrored(c, 1);
  const bool hidden = c.i32(8) & kHiddenClass;
  const NativeStatus s = define(c, host, c.ref(0), c.ref(2), c.ref(3), c.i32(4), c.i32(5), hidden);
  if (s != NativeStatus::Done) return s;
  const Ref mirror = static_cast<Ref>(c.value);
  if (c.ref(9)) put_ref(vm, mirror, "classData", c.ref(9));
  return c.result(mirror);
}

NativeStatus proxy_define_class0(NativeCall& c) {
  return define(c, nullptr, c.ref(0), c.ref(1), c.ref(2), c.i32(3), c.i32(4), false);
}

// --- modules --------------------------------------------------------------------------------------------------------------

// Where the packages of the boot path come from; null for a package it does not have.
NativeStatus system_package_location(NativeCall& c) {
  const std::string_view module = c.vm.jdk.boot.module_of_package(slashed(utf8(c.vm, c.ref(0))));
  return c.result(module.empty() ? kNull : name_string(c.vm, "jrt:/" + std::string(module)));
}

// BootLoader.PackageHelper.findModule(location), the location being what system_package_location says
NativeStatus module_at(NativeCall& c) {
  const std::string location = utf8(c.vm, c.ref(0));
  return c.result(location.starts_with("jrt:/") ? module_named(c.vm, location.substr(5)) : kNull);
}

// Class.getPackage: the loader is no field of the class here.
NativeStatus get_package(NativeCall& c) {
  Vm& vm = c.vm;
  Klass* k = mirrored(c, 0);
  if (k->is_array() || k->is_primitive()) return c.result(kNull);
  if (!vm.find_class("jdk/internal/loader/BootLoader")) return to_bytecode(c);     // JDK 8
  const Ref loader = loader_of(vm, k);
  constexpr const char* kName = "definePackage";
  constexpr const char* kType = "(Ljava/lang/Class;)Ljava/lang/Package;";
  if (loader) return call(c, vm.lookup_method(vm.klass_of(loader), kName, kType), Args().ref(loader).ref(c.ref(0)));
  return call(c, vm.require_class("jdk/internal/loader/BootLoader")->find_method(kName, kType), Args().ref(c.ref(0)));
}

bool exported_by_rule(const std::string& package) {
  return package.starts_with("java.") || package.starts_with("javax.") || package.starts_with("org.w3c.") ||
         package.starts_with("org.xml.") || package.starts_with("org.ietf.") || package.starts_with("com.sun.net.") ||
         package.starts_with("com.sun.management") || package == "sun.misc" || package == "sun.reflect";
}

// Module.implIsExportedOrOpen(package, other, open)
NativeStatus is_exported_or_open(NativeCall& c) {
  Vm& vm = c.vm;
  if (!get_ref(vm, c.ref(0), "name") || c.ref(0) == c.ref(2)) return c.result(true);
  if (c.ref(2) && get_ref(vm, c.ref(2), "name")) return c.result(true);   // JDK modules trust one another
  const std::string package = utf8(vm, c.ref(1));
  const bool open = c.i32(3);
  return c.result(open ? package == "sun.misc" || package == "sun.reflect" : exported_by_rule(package));
}

// --- resources ------------------------------------------------------------------------------------------------------------

std::optional<classfile::Bytes> resource(Vm& vm, const std::string& path) {
  if (auto b = vm.user.find_resource(path)) return b;
  return vm.jdk.boot.find_resource(path);
}

NativeStatus stream_of(NativeCall& c, const std::string& path) {
  Vm& vm = c.vm;
  const auto content = resource(vm, path);
  if (!content) return c.result(kNull);
  const Ref bytes = byte_array(vm, content->data);
  const Ref stream = bytes ? vm.new_object(vm.require_class("java/io/ByteArrayInputStream")) : kNull;
  if (!stream) return NativeStatus::Throw;
  put_ref(vm, stream, "buf", bytes);
  put_int(vm, stream, "count", static_cast<int64_t>(content->data.size()));
  return c.result(stream);
}

NativeStatus url_of(NativeCall& c, const std::string& path) {
  if (resource(c.vm, path)) c.unsupported("the URL of the resource " + path + " (its stream can be had)");
  return c.result(kNull);
}

std::string absolute(NativeCall& c) {
  const std::string name = utf8(c.vm, c.ref(1));
  if (name.starts_with('/')) return name.substr(1);
  Klass* k = mirrored(c, 0);
  while (k->is_array()) k = k->element;
  const size_t slash = k->name.rfind('/');
  return slash == k->name.npos ? name : k->name.substr(0, slash + 1) + name;
}

NativeStatus no_name(NativeCall& c) { return c.throw_new("java/lang/NullPointerException"); }
NativeStatus class_resource_stream(NativeCall& c) { return c.ref(1) ? stream_of(c, absolute(c)) : no_name(c); }
NativeStatus class_resource(NativeCall& c) { return c.ref(1) ? url_of(c, absolute(c)) : no_name(c); }
NativeStatus loader_resource_stream(NativeCall& c) { return c.ref(1) ? stream_of(c, utf8(c.vm, c.ref(1))) : no_name(c); }
NativeStatus module_resource_stream(NativeCall& c) {
  if (!c.ref(1)) return no_name(c);
  std::string path = utf8(c.vm, c.ref(1));
  if (path.starts_with('/')) path.erase(0, 1);
  return stream_of(c, path);
}
NativeStatus loader_resource(NativeCall& c) { return c.ref(1) ? url_of(c, utf8(c.vm, c.ref(1))) : no_name(c); }
NativeStatus system_resource_stream(NativeCall& c) { return c.ref(0) ? stream_of(c, utf8(c.vm, c.ref(0))) : no_name(c); }
NativeStatus system_resource(NativeCall& c) { return c.ref(0) ? url_of(c, utf8(c.vm, c.ref(0))) : no_name(c); }

NativeStatus loader_resources(NativeCall& c) {
  const int slot = c.method->is_static() ? 0 : 1;
  if (!c.ref(slot)) return no_name(c);
  const std::string path = utf8(c.vm, c.ref(slot));
  if (c.vm.user.find_resource(path)) c.unsupported("the URL of the resource " + path + " (its stream can be had)");
  return call(c, c.vm.require_class("java/util/Collections")->find_method("emptyEnumeration", "()Ljava/util/Enumeration;"), Args());
}

constexpr Entry kTable[] = {
    {"java/lang/Class.forName0(Ljava/lang/String;ZLjava/lang/ClassLoader;Ljava/lang/Class;)Ljava/lang/Class;", for_name},
    {"java/lang/Class.forName0(Ljava/lang/String;ZLjava/lang/ClassLoader;)Ljava/lang/Class;", for_name},
    {"java/lang/ClassLoader.registerNatives()V", nothing},
    {"java/lang/ClassLoader.findBootstrapClass(Ljava/lang/String;)Ljava/lang/Class;", find_bootstrap_class},
    {"java/lang/ClassLoader.findLoadedClass0(Ljava/lang/String;)Ljava/lang/Class;", find_loaded_class},
    {"jdk/internal/loader/BuiltinClassLoader.loadClassOrNull(Ljava/lang/String;Z)Ljava/lang/Class;", load_class_or_null},
    {"java/lang/ClassLoader.defineClass1(Ljava/lang/ClassLoader;Ljava/lang/String;[BIILjava/security/ProtectionDomain;Ljava/lang/String;)"
     "Ljava/lang/Class;", define_class1},
    {"java/lang/ClassLoader.defineClass1(Ljava/lang/String;[BIILjava/security/ProtectionDomain;Ljava/lang/String;)Ljava/lang/Class;",
     define_class1},
    {"java/lang/ClassLoader.defineClass0(Ljava/lang/ClassLoader;Ljava/lang/Class;Ljava/lang/String;[BIILjava/security/ProtectionDomain;"
     "ZILjava/lang/Object;)Ljava/lang/Class;", define_class0},
    {"java/lang/reflect/Proxy.defineClass0(Ljava/lang/ClassLoader;Ljava/lang/String;[BII)Ljava/lang/Class;", proxy_define_class0},
    {"java/lang/Module.defineModule0(Ljava/lang/Module;ZLjava/lang/String;Ljava/lang/String;[Ljava/lang/Object;)V", nothing},
    {"java/lang/Module.addReads0(Ljava/lang/Module;Ljava/lang/Module;)V", nothing},
    {"java/lang/Module.addExports0(Ljava/lang/Module;Ljava/lang/String;Ljava/lang/Module;)V", nothing},
    {"java/lang/Module.addExportsToAll0(Ljava/lang/Module;Ljava/lang/String;)V", nothing},
    {"java/lang/Module.addExportsToAllUnnamed0(Ljava/lang/Module;Ljava/lang/String;)V", nothing},
    {"java/lang/Module.implIsExportedOrOpen(Ljava/lang/String;Ljava/lang/Module;Z)Z", is_exported_or_open},
    {"java/lang/Module.canRead(Ljava/lang/Module;)Z", yes},
    {"jdk/internal/loader/BootLoader.getSystemPackageLocation(Ljava/lang/String;)Ljava/lang/String;", system_package_location},
    {"jdk/internal/loader/BootLoader$PackageHelper.findModule(Ljava/lang/String;)Ljava/lang/Module;", module_at},
    {"java/lang/Class.getPackage()Ljava/lang/Package;", get_package},
    {"jdk/internal/loader/BootLoader.setBootLoaderUnnamedModule0(Ljava/lang/Module;)V", nothing},
    {"jdk/internal/loader/URLClassPath.toFileURL(Ljava/lang/String;)Ljava/net/URL;", zero},
    {"java/lang/Module.getResourceAsStream(Ljava/lang/String;)Ljava/io/InputStream;", module_resource_stream},
    {"jdk/internal/loader/BootLoader.findResourceAsStream(Ljava/lang/String;Ljava/lang/String;)Ljava/io/InputStream;", module_resource_stream},
    {"java/lang/Class.getResourceAsStream(Ljava/lang/String;)Ljava/io/InputStream;", class_resource_stream},
    {"java/lang/Class.getResource(Ljava/lang/String;)Ljava/net/URL;", class_resource},
    {"java/lang/ClassLoader.getResourceAsStream(Ljava/lang/String;)Ljava/io/InputStream;", loader_resource_stream},
    {"java/lang/ClassLoader.getResource(Ljava/lang/String;)Ljava/net/URL;", loader_resource},
    {"java/lang/ClassLoader.getResources(Ljava/lang/String;)Ljava/util/Enumeration;", loader_resources},
    {"java/lang/ClassLoader.getSystemResourceAsStream(Ljava/lang/String;)Ljava/io/InputStream;", system_resource_stream},
    {"java/lang/ClassLoader.getSystemResource(Ljava/lang/String;)Ljava/net/URL;", system_resource},
    {"java/lang/ClassLoader.getSystemResources(Ljava/lang/String;)Ljava/util/Enumeration;", loader_resources},
};

}  // namespace

void register_loading(Vm& vm) {
  register_table(vm, kTable);
}

}  // namespace jmc::natives
