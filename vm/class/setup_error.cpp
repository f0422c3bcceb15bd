#include "vm/class/setup_error.hpp"

#include <algorithm>

#include "classfile/external_name.hpp"
#include "vm/native.hpp"

namespace jmc::vm {

namespace {

constexpr int kNoRelease = 44;    // class file version of Java N: 44 + N
constexpr int kMostWrapped = 20;  // causes that are looked at

using classfile::dotted;

// What the JDK makes of an exception that it hands on.
bool wraps(const Klass& k) {
  static constexpr std::string_view kWrappers[] = {
      "java/lang/ExceptionInInitializerError", "java/lang/reflect/InvocationTargetException",
      "java/lang/reflect/UndeclaredThrowableException", "java/util/concurrent/ExecutionException",
      "java/util/concurrent/CompletionException"};
  return std::find(std::begin(kWrappers), std::end(kWrappers), k.name) != std::end(kWrappers);
}

// The innermost line of the program in the trace of an exception, else its first line: "Client.main(Client.java:7)".
std::string place_of(const Vm& vm, Ref exception) {
  const Ref trace =
      vm.known->throwable_backtrace ? vm.heap.load<Ref>(exception, vm.known->throwable_backtrace->offset) : kNull;
  std::string first;
  for (uint32_t i = 0; trace && i + 1 < vm.array_length(trace); i += 2) {
    const Method* m = vm.method(vm.heap.load<uint32_t>(trace, kHeaderSize + i * 4));
    const std::string place = Vm::place_text(*m, vm.heap.load<uint32_t>(trace, kHeaderSize + i * 4 + 4));
    if (!m->owner->boot) return place;
    if (first.empty()) first = place;
  }
  return first;
}

bool of_the_jdk(std::string_view name) {
  return name.starts_with("java/") || name.starts_with("javax/") || name.starts_with("jdk/") ||
         name.starts_with("sun/") || name.starts_with("com/sun/");
}

}  // namespace

std::string too_new_text(const Vm& vm, std::string_view name) {
  const int major = vm.too_new(name);
  if (!major) return {};
  return "class " + dotted(std::string(name)) + " is compiled for Java " + std::to_string(major - kNoRelease) +
         " (class file version " + std::to_string(major) + "), and the JDK at " + vm.jdk.home + " is " +
         std::to_string(vm.jdk.release) + "; use --jdk=DIR with a JDK " + std::to_string(major - kNoRelease) +
         " or newer, or compile with --release " + std::to_string(vm.jdk.release);
}

void check_setup(const Vm& vm, Ref exception) {
  for (int i = 0; exception && i < kMostWrapped; ++i) {
    const Klass& k = *vm.klass_of(exception);
    const Ref message = vm.get_ref(exception, vm.known->throwable_message);
    const bool version = k.name == "java/lang/UnsupportedClassVersionError";
    if (message && (version || k.name == "java/lang/NoClassDefFoundError")) {
      std::string name = vm.string_utf8(message);
      if (version) name = name.substr(0, name.find(' '));
      std::replace(name.begin(), name.end(), '.', '/');
      if (name.starts_with('[') && name.ends_with(';'))
        name = name.substr(name.find('L') + 1, name.size() - name.find('L') - 2);
      if (!vm.known_missing(name)) return;
      const Ref thread = vm.thread_name_of(vm.thread(vm.current()).s.object);
      const std::string place = place_of(vm, exception);
      const std::string where = (place.empty() ? "" : " at " + place) + ", thread " + std::to_string(vm.current()) +
                                (thread ? " \"" + vm.string_utf8(thread) + "\"" : "");
      if (const std::string text = too_new_text(vm, name); !text.empty())
        throw SetupError(text + " (needed" + where + ")");
      std::string path;
      for (const auto& entry : vm.user.entries()) path += (path.empty() ? "" : ":") + entry->location();
      throw SetupError(
          "class " + dotted(name) + " was not found at run time (" +
          k.external_name().substr(k.external_name().rfind('.') + 1) + where + "), and nobody catches that; " +
          (of_the_jdk(name)
               ? "JDK " + std::to_string(vm.jdk.release) + " has none: another one can be chosen by --jdk=DIR"
               : "the class path is " + path + ": --classpath=PATH names where it is"));
    }
    if (!wraps(k)) return;
    Ref cause = vm.get_ref(exception, vm.known->throwable_cause);
    if (!cause || cause == exception) {  // JDK 8 to 11 keep it beside the cause
      const Field* own = k.find_field("exception");
      if (!own) own = k.find_field("target");
      cause = own ? vm.get_ref(exception, own) : kNull;
    }
    exception = cause;
  }
}

}  // namespace jmc::vm
