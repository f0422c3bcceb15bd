// System properties: those of the platform (locale, encoding, directories) as java finds them, and those of the JVM.
#include <langinfo.h>
#include <locale.h>
#include <pwd.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cstdlib>

#include "natives/support.hpp"

namespace jmc::natives {

using namespace vm;

namespace {

std::string environment(const char* name) {
  const char* v = std::getenv(name);
  return v ? v : "";
}

// The name of the locale for a category: the first of LC_ALL, the category's variable and LANG that is set; "C" if the
// system does not know it.
std::string locale_name(const char* variable, int mask) {
  std::string name = environment("LC_ALL");
  if (name.empty()) name = environment(variable);
  if (name.empty()) name = environment("LANG");
  if (name.empty()) return "C";
  locale_t l = newlocale(mask, name.c_str(), nullptr);
  if (!l) return "C";
  freelocale(l);
  return name;
}

struct LocaleParts {
  std::string language = "en", country, script, variant;
};

// language[_country][.encoding][@modifier]
LocaleParts parse_locale(std::string name) {
  LocaleParts p;
  std::string modifier;
  if (const size_t at = name.find('@'); at != name.npos) modifier = name.substr(at + 1), name.resize(at);
  if (const size_t dot = name.find('.'); dot != name.npos) name.resize(dot);
  if (name == "C" || name == "POSIX" || name.empty()) return p;
  const size_t underscore = name.find('_');
  p.language = name.substr(0, underscore);
  if (underscore != name.npos) p.country = name.substr(underscore + 1);
  if (modifier == "latin") p.script = "Latn";
  else if (modifier == "cyrillic") p.script = "Cyrl";
  else if (!modifier.empty() && modifier != "euro") p.variant = modifier;
  return p;
}

std::string native_encoding() {
  const std::string name = locale_name("LC_CTYPE", LC_CTYPE_MASK);
  locale_t l = newlocale(LC_CTYPE_MASK, name.c_str(), nullptr);
  if (!l) return "ANSI_X3.4-1968";
  const char* codeset = nl_langinfo_l(CODESET, l);
  std::string result = codeset && *codeset ? codeset : "ANSI_X3.4-1968";
  freelocale(l);
  return result;
}

std::string user_home() {
  const passwd* p = getpwuid(getuid());
  return p && p->pw_dir && *p->pw_dir ? p->pw_dir : "?";
}

std::string user_name() {
  const passwd* p = getpwuid(getuid());
  return p && p->pw_name && *p->pw_name ? p->pw_name : "?";
}

std::string current_directory() {
  char* d = getcwd(nullptr, 0);
  std::string result = d ? d : "";
  std::free(d);
  return result;
}

struct Property {
  std::string name, value;
};

// By the names of SystemProps.Raw's index constants: _user_dir_NDX without the frame.
std::vector<Property> platform_properties() {
  const LocaleParts display = parse_locale(locale_name("LC_MESSAGES", LC_MESSAGES_MASK));
  const LocaleParts format = parse_locale(locale_name("LC_CTYPE", LC_CTYPE_MASK));
  const std::string encoding = native_encoding();
  utsname system{};
  uname(&system);
  const std::string machine = system.machine;
  std::vector<Property> p = {
      {"display_language", display.language},
      {"display_country", display.country},
      {"display_script", display.script},
      {"display_variant", display.variant},
      {"format_language", format.language},
      {"format_country", format.country},
      {"format_script", format.script},
      {"format_variant", format.variant},
      {"file_encoding", encoding},
      {"native_encoding", encoding},
      {"sun_jnu_encoding", encoding},
      {"file_separator", "/"},
      {"path_separator", ":"},
      {"line_separator", "\n"},
      {"java_io_tmpdir", "/tmp"},
      {"os_name", system.sysname},
      {"os_version", system.release},
      {"os_arch", machine == "x86_64" ? "amd64" : machine},
      {"sun_arch_data_model", "64"},
      {"sun_cpu_endian", "little"},
      {"sun_io_unicode_encoding", "UnicodeLittle"},
      {"user_dir", current_directory()},
      {"user_home", user_home()},
      {"user_name", user_name()},
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

// The name of the time zone: TZ, else what /etc/localtime points to; empty if it cannot be told.
std::string time_zone() {
  std::string tz = environment("TZ");
  if (tz.starts_with(':')) tz.erase(0, 1);
  if (!tz.empty()) return tz.starts_with("posix/") ? tz.substr(6) : tz;
  if (char* real = realpath("/etc/localtime", nullptr)) {
    const std::string file = real;
    std::free(real);
    constexpr std::string_view folder = "zoneinfo/";
    if (const size_t at = file.find(folder); at != file.npos) return file.substr(at + folder.size());
  }
  return "";
}

NativeStatus system_time_zone(NativeCall& c) {
  const std::string name = time_zone();
  return c.result(name.empty() ? kNull : c.vm.new_string_utf8(name));
}

NativeStatus system_gmt_offset(NativeCall& c) { return c.result(c.vm.new_string_utf8("GMT")); }

constexpr Entry kTable[] = {
    {"java/util/TimeZone.getSystemTimeZoneID(Ljava/lang/String;)Ljava/lang/String;", system_time_zone},
    {"java/util/TimeZone.getSystemGMTOffsetID()Ljava/lang/String;", system_gmt_offset},
    {"jdk/internal/util/SystemProps$Raw.platformProperties()[Ljava/lang/String;", platform},
    {"jdk/internal/util/SystemProps$Raw.vmProperties()[Ljava/lang/String;", of_vm},
    {"jdk/internal/misc/VM.getRuntimeArguments()[Ljava/lang/String;", runtime_arguments},
    {"java/lang/System.initProperties(Ljava/util/Properties;)Ljava/util/Properties;", init_properties},
};

}  // namespace

void register_properties(Vm& vm) { register_table(vm, kTable); }

}  // namespace jmc::natives
