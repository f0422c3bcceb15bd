// Finding and defining classes, class loaders, modules, resources.
//
// The loaders of the JVM itself share one name space of classes. Those of the boot path have a named module, and the
// loader of that module (vm/class/module_loaders.cpp); the program's own have the system class loader, a real object
// made from the JDK's code, and its unnamed module. What loaders of the program define is in run_time_classes.cpp.
// Modules export what their descriptors say (vm/class/modules.hpp).
#include "natives/support.hpp"
#include "vm/class/link_checks.hpp"
#include "vm/class/modules.hpp"
#include "vm/code/interpreter.hpp"

namespace jmc::natives {

using namespace vm;

namespace {

// What HotSpot throws for a class that is not there. With the boot loader it speaks of the name as class files have it,
// and so where no loader is asked since the name can be none; of an array it names the elements. A class whose
// supertype is missing, or that is too new for the JDK, is an error.
NativeStatus not_found(NativeCall& c, std::string name, bool boot_loader) {
  const std::string internal = slashed(name);
  const size_t depth = std::min(internal.find_first_not_of('['), internal.size());
  const bool element = depth && depth < internal.size() && internal[depth] == 'L' && internal.back() == ';';
  const std::string base = element ? internal.substr(depth + 1, internal.size() - depth - 2) : internal;
  if (!boot_loader && (c.vm.missing_class(base) != base || c.vm.too_new(base))) {
    throw_missing_class(c.vm, base);
    return NativeStatus::Throw;
  }
  const bool no_name =
      name.find('/') == name.npos && (base.find("//") != base.npos || base.find_first_of(";[") != base.npos);
  if (boot_loader || no_name) return c.throw_new("java/lang/ClassNotFoundException", internal);
  return c.throw_new("java/lang/ClassNotFoundException", element ? dotted(base) : name);
}

NativeStatus initialised_or_later(NativeCall& c, Klass* k) {
  if (k->is_array() || k->is_primitive() || c.vm.ensure_initialised(k)) return c.result(k->mirror);
  return c.vm.pending_exception ? NativeStatus::Throw : NativeStatus::Again;
}

bool of_boot_loader(Vm& vm, Klass* k) { return k->boot && !loader_of(vm, k); }

// What one of the JVM's own loaders finds, by itself or another of them: a loader asks for modules wherever they are.
bool finds(Vm& vm, Ref loader, Klass* k) {
  while (k->is_array()) k = k->element;
  if (k->is_primitive() || of_boot_loader(vm, k)) return true;
  return loader && (k->boot || loader != context(vm).platform_loader);
}

NativeStatus for_name(NativeCall& c) {
  Vm& vm = c.vm;
  if (!c.ref(0)) return c.throw_new("java/lang/NullPointerException");
  if (!builtin_loader(vm, c.ref(2))) {
    Method* m = vm.require_class("jmc/internal/Loading")
                    ->find_method("forName", "(Ljava/lang/String;ZLjava/lang/ClassLoader;)Ljava/lang/Class;");
    return call(c, m, Args().ref(c.ref(0)).i32(c.i32(1)).ref(c.ref(2)));
  }
  const std::string name = utf8(vm, c.ref(0));
  Klass* k = nullptr;
  try {
    k = klass_of_string(vm, name);
  } catch (const classfile::FormatError& e) {
    if (!throw_if_access(vm, e)) throw;
    return NativeStatus::Throw;
  }
  if (!k || !finds(vm, c.ref(2), k)) return not_found(c, name, !c.ref(2));
  return c.i32(1) ? initialised_or_later(c, k) : c.result(k->mirror);
}

Klass* named_by(NativeCall& c, Ref name) { return name ? klass_of_string(c.vm, utf8(c.vm, name)) : nullptr; }

NativeStatus find_bootstrap_class(NativeCall& c) {
  Klass* k = named_by(c, c.ref(c.method->is_static() ? 0 : 1));
  return c.result(k && !k->is_array() && of_boot_loader(c.vm, k) ? k->mirror : kNull);
}

// Which classes a loader of the program has defined changes while it runs.
bool describe_find_loaded(NativeCall& c, Pending& p) {
  if (!c.vm.multi() || builtin_loader(c.vm, c.ref(0)) || !is_shared(c.vm, c.ref(0))) return false;
  p.kind = PendingKind::Read;
  p.object = c.ref(0);
  p.verb = Verb::FindLoadedClass;
  p.add(c.ref(0), kLoadedClasses, false);
  return true;
}

NativeStatus find_loaded_class(NativeCall& c) {
  if (!builtin_loader(c.vm, c.ref(0))) {
    Klass* own = c.ref(1) ? c.vm.find_defined(c.ref(0), slashed(utf8(c.vm, c.ref(1)))) : nullptr;
    return c.result(own ? own->mirror : kNull);
  }
  Klass* k = named_by(c, c.ref(1));
  if (!k || k->is_array()) return c.result(kNull);
  return c.result(loader_of(c.vm, k) == c.ref(0) ? k->mirror : kNull);
}

// BuiltinClassLoader.loadClassOrNull: class loading is no part of the program's state, so neither are its locks and
// tables.
NativeStatus load_class_or_null(NativeCall& c) {
  if (!c.ref(1)) return to_bytecode(c);  // which throws
  Klass* k = named_by(c, c.ref(1));
  if (const std::string name = slashed(utf8(c.vm, c.ref(1)));
      !k && (c.vm.missing_class(name) != name || c.vm.too_new(name))) {
    throw_missing_class(c.vm, name);
    return NativeStatus::Throw;
  }
  if (!k || k->is_array()) return c.result(kNull);
  const bool system = c.ref(0) == context(c.vm).system_loader;
  return c.result(k->boot || system ? k->mirror : kNull);
}

// --- modules

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
// BootLoader.getSystemPackageNames(): those of which classes are loaded before main on any JVM. What jmc has loaded is
// no part of a state.
NativeStatus system_packages(NativeCall& c) {
  constexpr std::string_view kPackages[] = {"java/io",
                                            "java/lang",
                                            "java/lang/annotation",
                                            "java/lang/constant",
                                            "java/lang/invoke",
                                            "java/lang/module",
                                            "java/lang/ref",
                                            "java/lang/reflect",
                                            "java/math",
                                            "java/net",
                                            "java/net/spi",
                                            "java/nio",
                                            "java/nio/charset",
                                            "java/nio/file",
                                            "java/nio/file/attribute",
                                            "java/nio/file/spi",
                                            "java/security",
                                            "java/util",
                                            "java/util/concurrent",
                                            "java/util/concurrent/atomic",
                                            "java/util/concurrent/locks",
                                            "java/util/function",
                                            "java/util/jar",
                                            "java/util/regex",
                                            "java/util/stream",
                                            "java/util/zip"};
  c.vm.remark("loading",
              "only packages that each JVM has at the start are listed; asked at " + c.vm.place_of(c.thread));
  std::vector<Ref> names;
  for (const std::string_view package : kPackages) {
    names.push_back(c.vm.new_string_utf8(std::string(package)));
    if (!names.back()) return NativeStatus::Throw;
  }
  const Ref all = ref_array(c.vm, c.vm.known->string, names);
  return all ? c.result(all) : NativeStatus::Throw;
}

NativeStatus get_package(NativeCall& c) {
  Vm& vm = c.vm;
  Klass* k = mirrored(c, 0);
  if (k->is_array() || k->is_primitive()) return c.result(kNull);
  if (!vm.find_class("jdk/internal/loader/BootLoader")) return to_bytecode(c);  // JDK 8
  const Ref loader = loader_of(vm, k);
  constexpr const char* kName = "definePackage";
  constexpr const char* kType = "(Ljava/lang/Class;)Ljava/lang/Package;";
  if (loader) return call(c, vm.lookup_method(vm.klass_of(loader), kName, kType), Args().ref(loader).ref(c.ref(0)));
  return call(c, vm.require_class("jdk/internal/loader/BootLoader")->find_method(kName, kType), Args().ref(c.ref(0)));
}

// A module object of the JDK's own, which jmc makes; those that are made at run time, for proxies, have descriptors.
bool of_jdk(Vm& vm, Ref module) { return get_ref(vm, module, "name") && !get_ref(vm, module, "descriptor"); }

struct Reader {
  std::string name;
  ModuleReader::Kind kind;
  operator ModuleReader() const { return {kind, name}; }
};
Reader reader(Vm& vm, Ref module) {
  if (get_ref(vm, module, "name")) return {utf8(vm, get_ref(vm, module, "name")), ModuleReader::Named};
  const bool everyone = module == get_static(vm, vm.require_class("java/lang/Module"), "EVERYONE_MODULE");
  return {{}, everyone ? ModuleReader::Everyone : ModuleReader::Unnamed};
}

bool granted(NativeCall& c, bool open) {
  Vm& vm = c.vm;
  return facility<Modules>(vm).exports(utf8(vm, get_ref(vm, c.ref(0), "name")), slashed(utf8(vm, c.ref(1))),
                                       reader(vm, c.ref(2)), open);
}

// Module.implIsExportedOrOpen(package, other, open): by descriptors and options, else by what was added since.
NativeStatus is_exported_or_open(NativeCall& c) {
  if (!of_jdk(c.vm, c.ref(0))) return to_bytecode(c);
  if (!c.ref(1) || !c.ref(2)) return c.throw_new("java/lang/NullPointerException");
  if (granted(c, c.i32(3))) return c.result(true);
  Method* added = c.method->owner->find_method("isReflectivelyExportedOrOpen", c.method->descriptor);
  if (!added) added = c.method->owner->find_method("isReflectivelyExportedOrOpened", c.method->descriptor);  // JDK 25
  if (!added) c.unsupported("what was exported at run time, of this JDK");
  return call(c, added, Args().ref(c.ref(0)).ref(c.ref(1)).ref(c.ref(2)).i32(c.i32(3)));
}

Method* tables(Vm& vm, std::string_view name, std::string_view descriptor) {
  return vm.require_class("java/lang/ModuleTables")->find_method(name, descriptor);
}

// Module.implAddExportsOrOpens(package, other, open, to the VM)
NativeStatus add_exports(NativeCall& c) {
  if (!of_jdk(c.vm, c.ref(0))) return to_bytecode(c);
  if (!c.ref(1) || !c.ref(2)) return c.throw_new("java/lang/NullPointerException");
  if (granted(c, c.i32(3))) return c.done();
  const std::string package = utf8(c.vm, c.ref(1));
  if (!facility<Modules>(c.vm).has_package(utf8(c.vm, get_ref(c.vm, c.ref(0), "name")), slashed(package)))
    return c.throw_new("java/lang/IllegalArgumentException", "package " + package + " not in contents");
  Method* add = tables(c.vm, "export", "(Ljava/lang/Module;Ljava/lang/String;Ljava/lang/Module;Z)V");
  return call(c, add, Args().ref(c.ref(0)).ref(c.ref(1)).ref(c.ref(2)).i32(c.i32(3)));
}

NativeStatus can_read(NativeCall& c) {
  Vm& vm = c.vm;
  if (!c.ref(1)) return c.throw_new("java/lang/NullPointerException");
  const bool reads = of_jdk(vm, c.ref(0)) &&
                     facility<Modules>(vm).reads(utf8(vm, get_ref(vm, c.ref(0), "name")), reader(vm, c.ref(1)));
  return reads ? c.result(true) : to_bytecode(c);
}

NativeStatus can_use(NativeCall& c) {
  Vm& vm = c.vm;
  if (!of_jdk(vm, c.ref(0))) return to_bytecode(c);
  if (!c.ref(1)) return c.throw_new("java/lang/NullPointerException");
  const std::string& service = mirrored(c, 1)->name;
  if (facility<Modules>(vm).uses(utf8(vm, get_ref(vm, c.ref(0), "name")), service)) return c.result(true);
  return call(c, tables(vm, "uses", "(Ljava/lang/Module;Ljava/lang/Class;)Z"), Args().ref(c.ref(0)).ref(c.ref(1)));
}

// Module.addUses(service), which asks the descriptor of a named module. Only code of the module may call it.
NativeStatus add_uses(NativeCall& c) {
  Vm& vm = c.vm;
  if (!of_jdk(vm, c.ref(0))) return to_bytecode(c);
  if (!c.ref(1)) return c.throw_new("java/lang/NullPointerException");
  Klass* caller = nullptr;
  vm.walk_frames(c.thread.number, [&](Method* m, uint32_t) {
    caller = m->owner;
    return false;
  });
  Method* add = tables(vm, "addUses", "(Ljava/lang/Module;Ljava/lang/Class;Ljava/lang/Class;)Ljava/lang/Module;");
  return call(c, add, Args().ref(c.ref(0)).ref(c.ref(1)).ref(caller ? caller->mirror : vm.known->object->mirror));
}

// java.lang.ModuleTables: the JDK's tables of what was added at run time.
NativeStatus module_table(NativeCall& c) {
  Klass* data = c.vm.require_class("java/lang/Module$ReflectionData");
  if (!c.vm.ensure_initialised(data)) return c.vm.pending_exception ? NativeStatus::Throw : NativeStatus::Again;
  return c.result(get_static(c.vm, data, c.method->name));
}

constexpr Entry kLoadingNatives[] = {
    {"java/lang/Class.forName0(Ljava/lang/String;ZLjava/lang/ClassLoader;Ljava/lang/Class;)Ljava/lang/Class;",
     for_name},
    {"java/lang/Class.forName0(Ljava/lang/String;ZLjava/lang/ClassLoader;)Ljava/lang/Class;", for_name},
    {"java/lang/ClassLoader.registerNatives()V", nothing},
    {"java/lang/ClassLoader.findBootstrapClass(Ljava/lang/String;)Ljava/lang/Class;", find_bootstrap_class},
    {"java/lang/ClassLoader.findLoadedClass0(Ljava/lang/String;)Ljava/lang/Class;", find_loaded_class,
     describe_find_loaded},
    {"jdk/internal/loader/BuiltinClassLoader.loadClassOrNull(Ljava/lang/String;Z)Ljava/lang/Class;",
     load_class_or_null},
    {"java/lang/Module.defineModule0(Ljava/lang/Module;ZLjava/lang/String;Ljava/lang/String;[Ljava/lang/Object;)V",
     nothing},
    {"java/lang/Module.addReads0(Ljava/lang/Module;Ljava/lang/Module;)V", nothing},
    {"java/lang/Module.addExports0(Ljava/lang/Module;Ljava/lang/String;Ljava/lang/Module;)V", nothing},
    {"java/lang/Module.addExportsToAll0(Ljava/lang/Module;Ljava/lang/String;)V", nothing},
    {"java/lang/Module.addExportsToAllUnnamed0(Ljava/lang/Module;Ljava/lang/String;)V", nothing},
    {"java/lang/Module.implIsExportedOrOpen(Ljava/lang/String;Ljava/lang/Module;Z)Z", is_exported_or_open},
    {"java/lang/Module.implAddExportsOrOpens(Ljava/lang/String;Ljava/lang/Module;ZZ)V", add_exports},
    {"java/lang/Module.canRead(Ljava/lang/Module;)Z", can_read},
    {"java/lang/Module.canUse(Ljava/lang/Class;)Z", can_use},
    {"java/lang/Module.addUses(Ljava/lang/Class;)Ljava/lang/Module;", add_uses},
    {"java/lang/ModuleTables.exports()Ljava/lang/WeakPairMap;", module_table},
    {"java/lang/ModuleTables.uses()Ljava/lang/WeakPairMap;", module_table},
    {"jdk/internal/loader/BootLoader.getSystemPackageNames()[Ljava/lang/String;", system_packages},
    {"jdk/internal/loader/BootLoader.getSystemPackageLocation(Ljava/lang/String;)Ljava/lang/String;",
     system_package_location},
    {"jdk/internal/loader/BootLoader$PackageHelper.findModule(Ljava/lang/String;)Ljava/lang/Module;", module_at},
    {"java/lang/Class.getPackage()Ljava/lang/Package;", get_package},
    {"jdk/internal/loader/BootLoader.setBootLoaderUnnamedModule0(Ljava/lang/Module;)V", nothing},
    {"jdk/internal/loader/URLClassPath.toFileURL(Ljava/lang/String;)Ljava/net/URL;", zero},
};

}  // namespace

void register_loading(Vm& vm) { register_table(vm, kLoadingNatives); }

}  // namespace jmc::natives
