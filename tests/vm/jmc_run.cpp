// Runs a program straight through, one thread after another, without a search: the VM alone, for tests against java.
// Usage: jmc_run [--jdk=DIR] [--stubs=DIR] [-cp PATH] Main [args]
//        jmc_run --natives [--jdk=DIR]   prints the table of natives for bench/natives: key, tab, what it does
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "natives/natives.hpp"
#include "natives/refused.hpp"
#include "natives/support.hpp"
#include "vm/jvm_system.hpp"
#include "vm/native.hpp"

using namespace jmc;

namespace {

// A line for each native, in no order: refused with these words; a value that never changes; or what it is about.
void print_natives(vm::Vm& vm) {
  for (const auto& [key, native] : vm.natives()) {
    const std::string refusal = natives::refusal_of(key);
    const bool fixed =
        native.first == natives::nothing || native.first == natives::zero || native.first == natives::yes;
    const std::string what = !refusal.empty() ? "refused\t" + refusal : fixed ? "fixed\t" : "implemented\t";
    std::printf("%s\t%s\n", key.c_str(), what.c_str());
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::string jdk_dir, class_path,
      stubs_dir = (std::filesystem::canonical("/proc/self/exe").parent_path() / "jdk-stubs").string();
  bool list = false;
  int i = 1;
  for (; i < argc && argv[i][0] == '-'; ++i) {
    const std::string a = argv[i];
    if (a.rfind("--jdk=", 0) == 0) jdk_dir = a.substr(6);
    else if (a.rfind("--stubs=", 0) == 0) stubs_dir = a.substr(8);
    else if (a == "--natives") list = true;
    else if (a == "-cp" && i + 1 < argc) class_path = argv[++i];
    else {
      std::fprintf(stderr, "unknown option %s\n", a.c_str());
      return 2;
    }
  }
  if (i >= argc && !list) return 2;
  try {
    classfile::Jdk jdk = classfile::open_jdk(jdk_dir);
    classfile::ClassPath stubs, user;
    if (list) {
      vm::Vm vm(vm::VmOptions(), std::move(jdk), std::move(stubs), std::move(user));
      natives::register_all(vm);
      print_natives(vm);
      return 0;
    }
    classfile::MainClass main = classfile::locate_main(argv[i]);
    stubs.add(classfile::open_directory(stubs_dir));
    for (const auto& p : main.class_path) user.add_list(p, jdk.release);
    user.add_list(class_path.empty() && main.class_path.empty() ? "." : class_path, jdk.release);
    vm::VmOptions options;
    vm::Vm vm(options, std::move(jdk), std::move(stubs), std::move(user));
    natives::register_all(vm);
    vm.boot();
    natives::boot_jdk(vm);
    vm::Klass* k = vm.find_class(main.internal_name);
    if (!k) {
      std::fprintf(stderr, "class %s not found\n", main.internal_name.c_str());
      return 2;
    }
    vm.start_main(k, std::vector<std::string>(argv + i + 1, argv + argc));
    vm::JvmSystem system(vm);
    por::StepResult r = system.start();
    int status = 0;
    const auto note = [&] {
      for (const auto& v : vm.violations()) {
        status = 1;
        std::fprintf(stderr, "%s\n%s", v.message.c_str(), v.stack.c_str());
      }
    };
    note();
    while (!system.is_final() && !r.stop) {
      por::ThreadId t = 0;
      while (t < system.thread_count() && (system.ended(t) || !system.alternatives(t))) ++t;
      r = system.step(t, 0);
      note();
    }
    if (r.stop) std::fprintf(stderr, "%s\n", system.failure().c_str());
    if (system.deadlocked())
      for (const vm::Waiting& w : vm::waiting_threads(vm, [](vm::Ref x) { return std::to_string(x); }))
        std::fprintf(stderr, "deadlock: thread %u %s\n", w.thread, w.what.c_str());
    std::fwrite(vm.output.text(1).data(), 1, vm.output.text(1).size(), stdout);
    std::fwrite(vm.output.text(2).data(), 1, vm.output.text(2).size(), stderr);
    return vm.exited() ? vm.exit_status() : status;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "error: %s\n", e.what());
    return 2;
  }
}
