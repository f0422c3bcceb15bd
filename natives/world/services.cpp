// What the JDK reads from files and module descriptors: providers of services, security properties, the environment.
//
// ServiceLoader finds the providers that META-INF/services names on the program's class path and those that modules of
// the JDK declare (vm/class/module_loaders.cpp).
#include <fstream>
#include <sstream>

#include "natives/classes/members.hpp"
#include "vm/class/modules.hpp"

namespace jmc::natives {

using namespace vm;

namespace {

// --- java.util.ServiceLoader

bool add_class(Vm& vm, std::string_view name, std::vector<Klass*>& out) {
  Klass* k = vm.find_class(name);
  if (k) out.push_back(k);
  return k;
}

bool add_from_class_path(NativeCall& c, Klass* service, std::vector<Klass*>& out) {
  for (const std::string& name : services_of(c.vm.user, service->name)) {
    if (add_class(c.vm, name, out)) continue;
    c.vm.throw_new("java/util/ServiceConfigurationError",
                   dotted(service->external_name()) + ": Provider " + dotted(name) + " not found");
    return false;
  }
  return true;
}

// A loader sees what its parents have, and the null loader here stands for the system loader.
bool providers_of(NativeCall& c, Klass* service, Ref loader, std::vector<Klass*>& out) {
  Modules& modules = facility<Modules>(c.vm);
  const bool platform = loader && loader == context(c.vm).platform_loader;
  for (const std::string& name : modules.providers_of(service->name)) {
    Klass* k = c.vm.find_class(name);
    if (k && !(platform && modules.loader_of(k->module) == JdkLoader::System)) out.push_back(k);
  }
  if (!builtin_loader(c.vm, loader)) return true;  // asked itself: jmc.internal.Loading.providers
  return platform || !loader || add_from_class_path(c, service, out);
}

// A ServiceLoader.Provider, as the JDK's own lookup makes one from a class with a public constructor.
Ref new_provider(NativeCall& c, Ref service, Klass* type) {
  Vm& vm = c.vm;
  Method* constructor = type->find_method("<init>", "()V");
  if (!constructor || !(constructor->flags & kPublic) || (type->flags & kAbstract)) {
    vm.throw_new("java/util/ServiceConfigurationError", dotted(vm.klass_of_mirror(service)->external_name()) + ": " +
                                                            dotted(type->external_name()) +
                                                            " Unable to get public no-arg constructor");
    return kNull;
  }
  const Ref ctor = reflect_constructor(vm, constructor);
  const Ref r = ctor ? vm.new_object(vm.require_class("java/util/ServiceLoader$ProviderImpl")) : kNull;
  if (!r) return kNull;
  put_int(vm, ctor, "override", 1);
  put_ref(vm, r, "service", service);
  put_ref(vm, r, "type", type->mirror);
  put_ref(vm, r, "ctor", ctor);
  return r;
}

NativeStatus new_lookup_iterator(NativeCall& c) {
  Vm& vm = c.vm;
  const Ref service = get_ref(vm, c.ref(0), "service");
  if (get_ref(vm, c.ref(0), "layer")) c.unsupported("a ServiceLoader of a module layer");
  std::vector<Klass*> types;
  const Ref loader = get_ref(vm, c.ref(0), "loader");
  if (!providers_of(c, vm.klass_of_mirror(service), loader, types)) return NativeStatus::Throw;
  std::vector<Ref> providers;
  for (Klass* k : types) {
    const Ref p = new_provider(c, service, k);
    if (!p) return NativeStatus::Throw;
    providers.push_back(p);
  }
  Klass* list = vm.require_class("java/util/ArrayList");
  const Ref elements = ref_array(vm, vm.known->object, providers);
  const Ref r = elements ? vm.new_object(list) : kNull;
  if (!r) return NativeStatus::Throw;
  put_ref(vm, r, "elementData", elements);
  put_int(vm, r, "size", static_cast<int64_t>(providers.size()));
  if (!builtin_loader(vm, loader)) {
    Method* more = vm.require_class("jmc/internal/Loading")
                       ->find_method("providers", "(Ljava/util/ServiceLoader;Ljava/util/List;)Ljava/util/Iterator;");
    return call(c, more, Args().ref(c.ref(0)).ref(r));
  }
  return call(c, list->find_method("iterator", "()Ljava/util/Iterator;"), Args().ref(r));
}

// --- java.security.Security

// The JDK's java.security file as a stream; null with an exception pending.
Ref security_file(NativeCall& c) {
  Vm& vm = c.vm;
  for (const char* place :
       {"/conf/security/java.security", "/lib/security/java.security", "/jre/lib/security/java.security"}) {
    std::ifstream in(vm.jdk.home + place, std::ios::binary);
    if (!in) continue;
    std::ostringstream content;
    content << in.rdbuf();
    const std::string text = content.str();
    const Ref bytes = byte_array(vm, {reinterpret_cast<const uint8_t*>(text.data()), text.size()});
    const Ref stream = bytes ? vm.new_object(vm.require_class("java/io/ByteArrayInputStream")) : kNull;
    if (!stream) return kNull;
    put_ref(vm, stream, "buf", bytes);
    put_int(vm, stream, "count", static_cast<int64_t>(text.size()));
    return stream;
  }
  c.unsupported("the JDK has no java.security file");
}

// Until 22 or so the JDK reads the file through a FileInputStream (io.cpp); this is for the channels that came later.
NativeStatus load_security_properties(NativeCall& c) {
  Vm& vm = c.vm;
  const Ref stream = security_file(c);
  if (!stream) return NativeStatus::Throw;
  Method* load = vm.require_class("java/util/Properties")->find_method("load", "(Ljava/io/InputStream;)V");
  return call(c, load, Args().ref(get_static(vm, vm.require_class("java/security/Security"), "props")).ref(stream));
}

// --- environment

// The program has the variables that it was given as properties, -Djmc.env.NAME=VALUE: those of the process are others
// elsewhere, and a witness would not know them.
NativeStatus environment(NativeCall& c) {
  Vm& vm = c.vm;
  std::vector<Ref> parts;
  for (const std::string_view given : vm.options.properties) {
    if (!given.starts_with(kEnvironment)) continue;
    const std::string_view text = given.substr(kEnvironment.size());
    const size_t equals = std::min(text.find('='), text.size());
    for (const std::string_view part : {text.substr(0, equals), text.substr(std::min(equals + 1, text.size()))}) {
      const Ref bytes = byte_array(vm, {reinterpret_cast<const uint8_t*>(part.data()), part.size()});
      if (!bytes) return NativeStatus::Throw;
      parts.push_back(bytes);
    }
  }
  vm.remark("environment", parts.empty() ? "there are no environment variables; -Djmc.env.NAME=VALUE gives one"
                                         : "there are the environment variables that -Djmc.env. gives, and no others");
  const Ref a = ref_array(vm, vm.known->byte_array, parts);
  return a ? c.result(a) : NativeStatus::Throw;
}

// --- java.lang.ProcessHandle

// Command, arguments, times and user of the process: each may be absent, and is.
NativeStatus process_info(NativeCall& c) {
  c.vm.remark("management", "the process tells nothing of itself; asked at " + c.vm.place_of(c.thread));
  return c.done();
}

NativeStatus own_process(NativeCall& c) { return c.result(kOwnProcess); }

// (process): when it started, or -1
NativeStatus process_alive(NativeCall& c) { return c.result(int64_t{c.i64(0) == kOwnProcess ? 0 : -1}); }

constexpr Entry kServicesNatives[] = {
    {"java/util/ServiceLoader.newLookupIterator()Ljava/util/Iterator;", new_lookup_iterator},
    {"java/security/Security$SecPropLoader.loadMaster()V", load_security_properties},
    {"java/lang/ProcessEnvironment.environ()[[B", environment},
    {"java/lang/ProcessImpl.init()V", nothing},
    {"java/lang/ProcessHandleImpl.initNative()V", nothing},
    {"java/lang/ProcessHandleImpl$Info.initIDs()V", nothing},
    {"java/lang/ProcessHandleImpl$Info.info0(J)V", process_info},
    {"java/lang/ProcessHandleImpl.getCurrentPid0()J", own_process},
    {"java/lang/ProcessHandleImpl.isAlive0(J)J", process_alive},
};

}  // namespace

void register_services(Vm& vm) { register_table(vm, kServicesNatives); }

}  // namespace jmc::natives
