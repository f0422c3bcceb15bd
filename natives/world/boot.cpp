// What happens before main: thread groups, the main Thread, System's first phase, the class loaders, the console.
//
// The module system is not booted (System.initPhase2): it costs more than everything else together, and a program can
// tell only by walking module layers. Modules exist as objects (support.cpp, module_of) and export what their
// descriptors say (vm/class/modules.hpp).
#include "natives/memory/off_heap.hpp"
#include "natives/support.hpp"
#include "natives/world/warm_up.hpp"
#include "vm/class/modules.hpp"

namespace jmc::natives {

using namespace vm;

namespace {

Method* method(Vm& vm, const char* klass, const char* name, const char* descriptor) {
  Method* m = vm.require_class(klass)->find_method(name, descriptor);
  if (!m) throw Unsupported(std::string("the JDK has no ") + klass + "." + name + descriptor);
  return m;
}

bool has_method(Vm& vm, const char* klass, const char* name, const char* descriptor) {
  Klass* k = vm.find_class(klass);
  return k && k->find_method(name, descriptor);
}

void make_main_thread(Vm& vm) {
  constexpr const char* kGroup = "java/lang/ThreadGroup";
  const Ref system = vm.new_object(vm.require_class(kGroup)), group = vm.new_object(vm.require_class(kGroup));
  const Ref thread = vm.new_object(vm.known->thread);
  vm.touch_thread(0).object = thread;
  // The constructor asks the current thread, which is the one it makes.
  put_int(vm, thread, "priority", 5);
  vm.call_to_end(method(vm, kGroup, "<init>", "()V"), {system});
  vm.call_to_end(method(vm, kGroup, "<init>", "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V"),
                 {group, system, name_string(vm, "main")});
  vm.call_to_end(method(vm, "java/lang/Thread", "<init>", "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V"),
                 {thread, group, name_string(vm, "main")});
  if (vm.known->thread_eetop) vm.heap.store<int64_t>(thread, vm.known->thread_eetop->offset, 1);
}

// Made here, so that making it is no step of a thread; its number is that of no thread of the program.
void make_shutdown_thread(Vm& vm) {
  const Ref group = get_ref(vm, vm.thread(0).s.object, "group"), holder = get_ref(vm, vm.thread(0).s.object, "holder");
  vm.shutdown_class = vm.require_class("java/lang/Shutdown");
  vm.shutdown_thread = vm.new_object(vm.require_class("java/lang/DestroyJavaVM"));
  vm.call_to_end(method(vm, "java/lang/DestroyJavaVM", "<init>", "(Ljava/lang/ThreadGroup;)V"),
                 {vm.shutdown_thread, holder ? get_ref(vm, holder, "group") : group});
}

void initialise(Vm& vm, const char* name) {
  if (Klass* k = vm.find_class(name)) vm.initialise_now(k);
}

void start_system(Vm& vm) {
  for (const char* name :
       {"java/lang/String", "java/lang/System", "java/lang/Class", "java/lang/ThreadGroup", "java/lang/Thread"})
    initialise(vm, name);
  make_main_thread(vm);
  for (const char* name : {"java/lang/Module", "java/lang/reflect/Method", "java/lang/ref/Finalizer"})
    initialise(vm, name);
  if (has_method(vm, "java/lang/System", "initPhase1", "()V"))
    vm.call_to_end(method(vm, "java/lang/System", "initPhase1", "()V"), {});
  else vm.call_to_end(method(vm, "java/lang/System", "initializeSystemClass", "()V"), {});
}

void make_class_loaders(Vm& vm) {
  constexpr const char* kVm = "jdk/internal/misc/VM";
  constexpr const char* kLoader = "()Ljava/lang/ClassLoader;";
  Context& ctx = context(vm);
  if (vm.find_class(kVm) && has_method(vm, kVm, "initLevel", "(I)V")) {
    vm.call_to_end(method(vm, kVm, "initLevel", "(I)V"), {3});
    ctx.system_loader =
        static_cast<Ref>(vm.call_to_end(method(vm, "java/lang/ClassLoader", "initSystemClassLoader", kLoader), {}));
    ctx.platform_loader = get_ref(vm, ctx.system_loader, "parent");
    vm.call_to_end(method(vm, kVm, "initLevel", "(I)V"), {4});
  } else {
    ctx.system_loader =
        static_cast<Ref>(vm.call_to_end(method(vm, "java/lang/ClassLoader", "getSystemClassLoader", kLoader), {}));
    ctx.platform_loader = get_ref(vm, ctx.system_loader, "parent");
  }
  put_ref(vm, vm.thread(0).s.object, "contextClassLoader", ctx.system_loader);
}

void install_console(Vm& vm) {
  Klass* k = vm.require_class("jmc/internal/ConsoleStream");
  Klass* system = vm.require_class("java/lang/System");
  for (int fd : {1, 2}) {
    const Ref stream = vm.new_object(k);
    vm.call_to_end(k->find_method("<init>", "(I)V"), {stream, static_cast<uint32_t>(fd)});
    put_static_ref(vm, system, fd == 1 ? "out" : "err", stream);
    if (fd == 2) put_static_ref(vm, system, "initialErr", stream);
  }
}

// Classes that nearly every concurrent program uses. Initialised here they belong to the base image, and their
// initialisation is no step of any thread.
constexpr const char* kEarly[] = {
    "java/lang/Boolean",
    "java/lang/Byte$ByteCache",
    "java/lang/Character$CharacterCache",
    "java/lang/Short$ShortCache",
    "java/lang/Integer$IntegerCache",
    "java/lang/Long$LongCache",
    "java/lang/Float",
    "java/lang/Double",
    "java/lang/Math",
    "java/lang/StringBuilder",
    "java/lang/AssertionError",
    "java/lang/NullPointerException",
    "java/lang/InterruptedException",
    "java/lang/IllegalStateException",
    "java/util/ArrayList",
    "java/util/HashMap",
    "java/util/Collections",
    "java/util/Arrays",
    "java/util/concurrent/TimeUnit",
    "java/util/concurrent/ThreadLocalRandom",
    "java/util/concurrent/ConcurrentHashMap",
    "java/util/concurrent/atomic/AtomicBoolean",
    "java/util/concurrent/atomic/AtomicInteger",
    "java/util/concurrent/atomic/AtomicLong",
    "java/util/concurrent/atomic/AtomicReference",
    "java/util/concurrent/locks/LockSupport",
    "java/util/concurrent/locks/AbstractQueuedSynchronizer",
    "java/util/concurrent/locks/ReentrantLock",
    "java/util/concurrent/locks/ReentrantLock$NonfairSync",
};

}  // namespace

void boot_jdk(Vm& vm, const std::vector<std::string>& parts) {
  Context& ctx = context(vm);
  ctx.booting = true;
  facility<Modules>(vm).object_of = module_of;
  vm.set_counter(kThreadId, 0);
  start_system(vm);
  make_class_loaders(vm);
  install_console(vm);
  boot_off_heap(vm);
  for (const char* name : kEarly) initialise(vm, name);
  warm_up(vm, parts);
  vm.set_counter(kThreadNumber, 0);
  const auto next = vm.counter(kThreadId);
  make_shutdown_thread(vm);
  vm.set_counter(kThreadId, next);
  ctx.booting = false;
}

}  // namespace jmc::natives
