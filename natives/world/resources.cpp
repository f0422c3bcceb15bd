// Resources of the class path and of the JDK, and where classes come from.
//
// The loaders of the JVM itself find what jmc's class path finds; a URL of it (jmc.internal.Resources) looks as under
// `java`, its content comes from here. Loaders of the program run their own code, which comes here through their
// parents.
#include <filesystem>

#include "natives/support.hpp"

namespace jmc::natives {

using namespace vm;

namespace {

constexpr const char* kResources = "jmc/internal/Resources";
constexpr int kJdkEntry = -1;

NativeStatus call_resources(NativeCall& c, const char* name, const char* descriptor, const Args& args) {
  return call(c, c.vm.require_class(kResources)->find_method(name, descriptor), args);
}

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

std::string absolute(NativeCall& c) {
  const std::string name = utf8(c.vm, c.ref(1));
  if (name.starts_with('/')) return name.substr(1);
  Klass* k = mirrored(c, 0);
  while (k->is_array()) k = k->element;
  const size_t slash = k->name.rfind('/');
  return slash == k->name.npos ? name : k->name.substr(0, slash + 1) + name;
}

NativeStatus no_name(NativeCall& c) { return c.throw_new("java/lang/NullPointerException"); }

// A class of a loader of the program asks that loader.
NativeStatus ask_loader(NativeCall& c, Ref loader, const char* method, const char* result) {
  Vm& vm = c.vm;
  Klass* k = vm.klass_of(loader);
  const Ref name = vm.new_string_utf8(absolute(c));
  if (!name) return NativeStatus::Throw;
  Method* m = vm.lookup_method(k, method, std::string("(Ljava/lang/String;)L") + result + ";");
  return call(c, vm.select(k, m), Args().ref(loader).ref(name));
}

NativeStatus class_resource_stream(NativeCall& c) {
  if (!c.ref(1)) return no_name(c);
  const Ref loader = loader_of(c.vm, mirrored(c, 0));
  return builtin_loader(c.vm, loader) ? stream_of(c, absolute(c))
                                      : ask_loader(c, loader, "getResourceAsStream", "java/io/InputStream");
}

NativeStatus url_of(NativeCall& c, const std::string& path) {
  const Ref name = c.vm.new_string_utf8(path);
  return name ? call_resources(c, "url", "(Ljava/lang/String;)Ljava/net/URL;", Args().ref(name)) : NativeStatus::Throw;
}

NativeStatus class_resource(NativeCall& c) {
  if (!c.ref(1)) return no_name(c);
  const Ref loader = loader_of(c.vm, mirrored(c, 0));
  return builtin_loader(c.vm, loader) ? url_of(c, absolute(c)) : ask_loader(c, loader, "getResource", "java/net/URL");
}

NativeStatus loader_resource_stream(NativeCall& c) {
  if (!c.ref(1)) return no_name(c);
  return builtin_loader(c.vm, c.ref(0)) ? stream_of(c, utf8(c.vm, c.ref(1))) : to_bytecode(c);
}

NativeStatus loader_resource(NativeCall& c) {
  if (!c.ref(1)) return no_name(c);
  return builtin_loader(c.vm, c.ref(0)) ? url_of(c, utf8(c.vm, c.ref(1))) : to_bytecode(c);
}

NativeStatus urls_of(NativeCall& c, Ref name) {
  return name ? call_resources(c, "urls", "(Ljava/lang/String;)Ljava/util/Enumeration;", Args().ref(name)) : no_name(c);
}

NativeStatus loader_resources(NativeCall& c) {
  return builtin_loader(c.vm, c.ref(0)) ? urls_of(c, c.ref(1)) : to_bytecode(c);
}
NativeStatus system_resources(NativeCall& c) { return urls_of(c, c.ref(0)); }
NativeStatus system_resource_stream(NativeCall& c) {
  return c.ref(0) ? stream_of(c, utf8(c.vm, c.ref(0))) : no_name(c);
}
NativeStatus system_resource(NativeCall& c) { return c.ref(0) ? url_of(c, utf8(c.vm, c.ref(0))) : no_name(c); }

NativeStatus module_resource_stream(NativeCall& c) {
  if (!c.ref(1)) return no_name(c);
  std::string path = utf8(c.vm, c.ref(1));
  if (path.starts_with('/')) path.erase(0, 1);
  return stream_of(c, path);
}

// BootLoader.findResource(name), findResources(name)
NativeStatus boot_resource(NativeCall& c) {
  return call_resources(c, "system", "(Ljava/lang/String;)Ljava/net/URL;", Args().ref(c.ref(0)));
}
NativeStatus boot_resources(NativeCall& c) {
  return call_resources(c, "systems", "(Ljava/lang/String;)Ljava/util/Enumeration;", Args().ref(c.ref(0)));
}

// --- jmc.internal.Resources

std::vector<int> places_of(Vm& vm, const std::string& path) {
  std::vector<int> out;
  const auto& entries = vm.user.entries();
  if (vm.jdk.boot.find_resource(path)) out.push_back(kJdkEntry);
  for (size_t i = 0; i < entries.size(); ++i)
    if (entries[i]->find_resource(path)) out.push_back(static_cast<int>(i));
  return out;
}

NativeStatus places(NativeCall& c) {
  return c.result(static_cast<int32_t>(places_of(c.vm, utf8(c.vm, c.ref(0))).size()));
}
NativeStatus place(NativeCall& c) {
  return c.result(int32_t{places_of(c.vm, utf8(c.vm, c.ref(0))).at(static_cast<size_t>(c.i32(1)))});
}

// As sun.net.www.ParseUtil.encodePath.
std::string encoded(std::string_view path) {
  constexpr std::string_view kPlain = "/-_.!~*'():@&=+$,;";
  std::string out;
  for (const char c : path) {
    const auto u = static_cast<unsigned char>(c);
    if ((u < 0x80 && std::isalnum(u)) || kPlain.find(c) != kPlain.npos) {
      out += c;
    } else {
      constexpr const char* kHex = "0123456789ABCDEF";
      out += '%';
      out += kHex[u >> 4];
      out += kHex[u & 15];
    }
  }
  return out;
}

// "file:/classes/" or "file:/lib/a.jar"
std::string url_of_entry(const std::string& location) {
  std::error_code error;
  const std::filesystem::path path = std::filesystem::absolute(location, error).lexically_normal();
  std::string text = path.string();
  while (text.size() > 1 && text.ends_with('/')) text.pop_back();
  return "file:" + encoded(text) + (std::filesystem::is_directory(path, error) && text != "/" ? "/" : "");
}

NativeStatus location(NativeCall& c) {
  Vm& vm = c.vm;
  const std::string path = utf8(vm, c.ref(0));
  std::string text;
  if (c.i32(1) == kJdkEntry) {
    if (!vm.jdk.boot.find_resource(path)) return c.result(kNull);
    const size_t slash = path.rfind('/');
    text = "jrt:/" + std::string(vm.jdk.boot.module_of_package(slash == path.npos ? "" : path.substr(0, slash))) + "/" +
           encoded(path);
  } else {
    const std::string entry = url_of_entry(vm.user.entries()[static_cast<size_t>(c.i32(1))]->location());
    text = entry.ends_with('/') ? entry + encoded(path) : "jar:" + entry + "!/" + encoded(path);
  }
  const Ref r = vm.new_string_utf8(text);
  return r ? c.result(r) : NativeStatus::Throw;
}

NativeStatus content(NativeCall& c) {
  Vm& vm = c.vm;
  const std::string path = utf8(vm, c.ref(0));
  const auto bytes = c.i32(1) == kJdkEntry ? vm.jdk.boot.find_resource(path)
                                           : vm.user.entries()[static_cast<size_t>(c.i32(1))]->find_resource(path);
  if (!bytes) return c.result(kNull);
  const Ref array = byte_array(vm, bytes->data);
  return array ? c.result(array) : NativeStatus::Throw;
}

// --- where classes come from

// Class.getProtectionDomain: the entry of the class path, or what the program gave when it defined the class.
NativeStatus protection_domain(NativeCall& c) {
  Vm& vm = c.vm;
  Klass* k = mirrored(c, 0);
  if (k->hidden && k->host) k = k->host;
  if (k->definition && vm.definition(k, kDomain)) return c.result(vm.definition(k, kDomain));
  if (k->boot || !k->file || k->definition) return to_bytecode(c);
  for (const auto& entry : vm.user.entries()) {
    if (!entry->find_class(k->name)) continue;
    const Ref text = vm.new_string_utf8(url_of_entry(entry->location()));
    if (!text) return NativeStatus::Throw;
    return call_resources(c, "domain", "(Ljava/lang/ClassLoader;Ljava/lang/String;)Ljava/security/ProtectionDomain;",
                          Args().ref(loader_of(vm, k)).ref(text));
  }
  return to_bytecode(c);
}

// --- URLs

// Those of resources, files and archives are read by the JDK's code; all others are the network.
NativeStatus open_url(NativeCall& c) {
  Vm& vm = c.vm;
  const std::string protocol = utf8(vm, get_ref(vm, c.ref(0), "protocol"));
  const Ref handler = get_ref(vm, c.ref(0), "handler");
  const bool of_program = handler && !vm.klass_of(handler)->boot;
  if (!of_program && protocol != "file" && protocol != "jar" && protocol != "jrt")
    c.unsupported("the network (sockets)");
  return to_bytecode(c);
}

#define JMC_STREAM "Ljava/io/InputStream;"
#define JMC_URL "Ljava/net/URL;"
#define JMC_URLS "Ljava/util/Enumeration;"

constexpr Entry kResourcesNatives[] = {
    {"java/lang/Module.getResourceAsStream(Ljava/lang/String;)" JMC_STREAM, module_resource_stream},
    {"jdk/internal/loader/BootLoader.findResourceAsStream(Ljava/lang/String;Ljava/lang/String;)" JMC_STREAM,
     module_resource_stream},
    {"jdk/internal/loader/BootLoader.findResource(Ljava/lang/String;)" JMC_URL, boot_resource},
    {"jdk/internal/loader/BootLoader.findResources(Ljava/lang/String;)" JMC_URLS, boot_resources},
    {"java/lang/Class.getResourceAsStream(Ljava/lang/String;)" JMC_STREAM, class_resource_stream},
    {"java/lang/Class.getResource(Ljava/lang/String;)" JMC_URL, class_resource},
    {"java/lang/ClassLoader.getResourceAsStream(Ljava/lang/String;)" JMC_STREAM, loader_resource_stream},
    {"java/lang/ClassLoader.getResource(Ljava/lang/String;)" JMC_URL, loader_resource},
    {"java/lang/ClassLoader.getResources(Ljava/lang/String;)" JMC_URLS, loader_resources},
    {"java/lang/ClassLoader.getSystemResourceAsStream(Ljava/lang/String;)" JMC_STREAM, system_resource_stream},
    {"java/lang/ClassLoader.getSystemResource(Ljava/lang/String;)" JMC_URL, system_resource},
    {"java/lang/ClassLoader.getSystemResources(Ljava/lang/String;)" JMC_URLS, system_resources},
    {"java/lang/Class.getProtectionDomain()Ljava/security/ProtectionDomain;", protection_domain},
    {"java/net/URL.openStream()" JMC_STREAM, open_url},
    {"java/net/URL.openConnection()Ljava/net/URLConnection;", open_url},
    {"jmc/internal/Resources.places(Ljava/lang/String;)I", places},
    {"jmc/internal/Resources.place(Ljava/lang/String;I)I", place},
    {"jmc/internal/Resources.location(Ljava/lang/String;I)Ljava/lang/String;", location},
    {"jmc/internal/Resources.content(Ljava/lang/String;I)[B", content},
};

}  // namespace

void register_resources(Vm& vm) { register_table(vm, kResourcesNatives); }

}  // namespace jmc::natives
