// System properties: those of the platform (locale, encoding, directories) as java finds them, and those of the JVM.
#include <unistd.h>

#include <cstdlib>

#include "natives/support.hpp"

namespace jmc::natives {

using namespace vm;

namespace {

std::string current_directory() {
  char* d = getcwd(nullptr, 0);
  std::string result = d ? d : "";
  std::free(d);
  return result;
}

struct Property {
  std::string name, value;
};

// By the names of SystemProps.Raw's index constants: _user_dir_NDX without the frame. As on a 64-bit Linux under the
// locale C.UTF-8, whatever machine this is (docs/host.md); -D says otherwise. The working directory is the real one,
// since relative paths name real files.
std::vector<Property> platform_properties() {
  std::vector<Property> p = {
      {"display_language", "en"},
      {"format_language", "en"},
      {"file_encoding", "UTF-8"},
      {"native_encoding", "UTF-8"},
      {"sun_jnu_encoding", "UTF-8"},
      {"file_separator", "/"},
      {"path_separator", ":"},
      {"line_separator", "\n"},
      {"java_io_tmpdir", "/tmp"},
      {"os_name", "Linux"},
      {"os_version", "6.1.0"},
      {"os_arch", "amd64"},
      {"sun_arch_data_model", "64"},
      {"sun_cpu_endian", "little"},
      {"sun_io_unicode_encoding", "UnicodeLittle"},
      {"user_dir", current_directory()},
      {"user_home", "/home/user"},
      {"user_name", kUserName},
  };
  return p;
}

NativeStatus platform(NativeCall& c) {
  Vm& vm = c.vm;
  Klass* raw = c.method->owner;
  const std::vector<Property> values = platform_properties();
  size_t length = 0;
  std::vector<std::pair<size_t, std::string>> at;
  for (const classfile::Field& f : raw->file->fields) {
    if (!f.constant_value || f.descriptor != "I") continue;
    const size_t index = static_cast<size_t>(raw->file->pool.integer(f.constant_value));
    length = std::max(length, index + 1);
    std::string name(f.name);
    if (!name.starts_with('_') || !name.ends_with("_NDX")) continue;
    name = name.substr(1, name.size() - 5);
    for (const Property& p : values)
      if (p.name == name && !p.value.empty()) at.emplace_back(index, p.value);
  }
  std::vector<Ref> strings(length, kNull);
  for (const auto& [index, value] : at) strings[index] = vm.new_string_utf8(value);
  const Ref a = ref_array(vm, vm.known->string, strings);
  return a ? c.result(a) : NativeStatus::Throw;
}

std::string class_path(const Vm& vm) {
  std::string path;
  for (const auto& e : vm.user.entries()) path += (path.empty() ? "" : ":") + e->location();
  return path;
}

std::vector<Property> vm_properties(Vm& vm) {
  const std::string release = std::to_string(vm.jdk.release);
  const std::string specification = vm.jdk.release < 9 ? "1." + release : release;
  std::vector<Property> p = {
      {"java.home", vm.jdk.home},
      {"java.vm.specification.name", "Java Virtual Machine Specification"},
      {"java.vm.specification.vendor", "Oracle Corporation"},
      {"java.vm.specification.version", specification},
      {"java.vm.name", "jmc"},
      {"java.vm.vendor", "jmc"},
      {"java.vm.version", vm.jdk.version},
      {"java.vm.info", "interpreted mode"},
      {"java.class.path", class_path(vm)},
      {"java.library.path", kLibraryPath},
      {"sun.boot.library.path", vm.jdk.home + "/lib"},
      {"jdk.debug", "release"},
      {"sun.nio.MaxDirectMemorySize", "-1"},
      {"sun.nio.PageAlignDirectMemory", "false"},
      // Reflection runs on the VM's own invokers (reflection.cpp).
      {"jdk.reflect.useNativeAccessorOnly", "true"},
  };
  for (const std::string& given : vm.options.properties) {
    if (given.starts_with(kEnvironment)) continue;
    const size_t equals = given.find('=');
    p.push_back({given.substr(0, equals), equals == given.npos ? "" : given.substr(equals + 1)});
  }
  return p;
}

NativeStatus of_vm(NativeCall& c) {
  Vm& vm = c.vm;
  std::vector<Ref> strings;
  for (const Property& p : vm_properties(vm)) {
    strings.push_back(vm.new_string_utf8(p.name));
    strings.push_back(vm.new_string_utf8(p.value));
  }
  strings.push_back(kNull);  // the end
  strings.push_back(kNull);
  const Ref a = ref_array(vm, vm.known->string, strings);
  return a ? c.result(a) : NativeStatus::Throw;
}

NativeStatus runtime_arguments(NativeCall& c) {
  const Ref a = ref_array(c.vm, c.vm.known->string, {});
  return a ? c.result(a) : NativeStatus::Throw;
}

// JDK 8: System.initProperties(Properties) stores everything itself.
NativeStatus init_properties(NativeCall& c) {
  Vm& vm = c.vm;
  const Ref props = c.ref(0);
  std::vector<Property> all = vm_properties(vm);
  for (Property p : platform_properties()) {
    if (p.value.empty() || p.name == "native_encoding") continue;
    if (p.name.starts_with("display_") || p.name.starts_with("format_")) {
      if (p.name.starts_with("format_")) continue;
      p.name = "user_" + p.name.substr(8);
    }
    for (char& ch : p.name)
      if (ch == '_') ch = '.';
    all.push_back(p);
  }
  const std::string version = vm.jdk.version;
  for (const Property& p :
       {Property{"java.version", version}, Property{"java.runtime.version", version},
        Property{"java.vendor", vm.jdk.vendor}, Property{"java.specification.version", "1.8"},
        Property{"java.specification.vendor", "Oracle Corporation"},
        Property{"java.specification.name", "Java Platform API Specification"}, Property{"java.class.version", "52.0"}})
    all.push_back(p);
  Method* put =
      vm.lookup_method(vm.klass_of(props), "setProperty", "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/Object;");
  for (const Property& p : all) vm.call_to_end(put, {props, vm.new_string_utf8(p.name), vm.new_string_utf8(p.value)});
  return c.result(props);
}

NativeStatus system_time_zone(NativeCall& c) { return c.result(c.vm.new_string_utf8("UTC")); }

NativeStatus system_gmt_offset(NativeCall& c) { return c.result(c.vm.new_string_utf8("GMT")); }

constexpr Entry kPropertiesNatives[] = {
    {"java/util/TimeZone.getSystemTimeZoneID(Ljava/lang/String;)Ljava/lang/String;", system_time_zone},
    {"java/util/TimeZone.getSystemGMTOffsetID()Ljava/lang/String;", system_gmt_offset},
    {"jdk/internal/util/SystemProps$Raw.platformProperties()[Ljava/lang/String;", platform},
    {"jdk/internal/util/SystemProps$Raw.vmProperties()[Ljava/lang/String;", of_vm},
    {"jdk/internal/misc/VM.getRuntimeArguments()[Ljava/lang/String;", runtime_arguments},
    {"java/lang/System.initProperties(Ljava/util/Properties;)Ljava/util/Properties;", init_properties},
};

}  // namespace

void register_properties(Vm& vm) { register_table(vm, kPropertiesNatives); }

}  // namespace jmc::natives
