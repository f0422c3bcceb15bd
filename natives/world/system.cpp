// java.lang.System, Runtime, Shutdown, and the small services of jdk.internal: what depends on the machine or the
// moment is fixed here.
#include "natives/files/file_system.hpp"
#include "natives/memory/atomics.hpp"
#include "natives/support.hpp"
#include "vm/visibility/doubts.hpp"

namespace jmc::natives {

using namespace vm;

namespace {

// --- System

// System.out and its like are final fields that this writes.
Cell stream(NativeCall& c, const char* name) {
  Klass* k = c.method->owner;
  return {k->statics, k->find_field(name)->offset, 'L', false, {memory::Mode::Plain, memory::Mode::Plain}};
}
template <const char* const& Name>
bool describe_stream(NativeCall& c, Pending& p) {
  return describe_atomic(c.vm, stream(c, Name), AtomicOp::Set, c.ref(0), 0, p);
}
template <const char* const& Name>
NativeStatus set_stream(NativeCall& c) {
  apply_atomic(c.vm, stream(c, Name), AtomicOp::Set, c.ref(0), 0);
  return c.done();
}
constexpr const char* kIn = "in";
constexpr const char* kOut = "out";
constexpr const char* kErr = "err";

NativeStatus map_library_name(NativeCall& c) {
  if (!c.ref(0)) return c.throw_new("java/lang/NullPointerException");
  return c.result(c.vm.new_string(u"lib" + c.vm.string_value(c.ref(0)) + u".so"));
}

// Whether a class of the program asks, of a loader that looks nowhere else, and with the library path that is the
// default.
bool looked_for_by_path(NativeCall& c) {
  for (const std::string& given : c.vm.options.properties)
    if (given.starts_with("java.library.path=")) return false;
  const Klass* caller = nullptr;
  c.vm.walk_frames(c.thread.number, [&](Method* m, uint32_t) {
    caller = m->owner;
    return false;
  });
  return caller && !caller->boot && !caller->loader_key;
}

bool in_library_path(NativeCall& c, const std::string& file) {
  FileSystem files(c.vm);
  const std::string folders = c.vm.jdk.home + "/lib:" + kLibraryPath;
  for (size_t at = 0; at < folders.size();) {
    const size_t end = std::min(folders.find(':', at), folders.size());
    if (files.find(folders.substr(at, end - at) + "/" + file).file) return true;
    at = end + 1;
  }
  return false;
}

// Of the JDK's own libraries these are part of jmc, whoever loads them; what is missing of them is refused where it is
// called. A library that is there is refused as well; one that is not is not there under a JVM either, and a program
// may be prepared for that.
NativeStatus load_library(NativeCall& c) {
  const Ref asked = c.ref(c.method->is_static() ? 0 : 1);
  const std::string name = utf8(c.vm, asked);
  const bool by_name = c.method->name == "loadLibrary";
  for (const char* known : {"java", "net", "nio", "extnet", "zip", "management", "management_ext", "prefs", "rmi"})
    if (name == known && by_name) return c.done();
  if (asked && by_name && name.find('/') == name.npos && looked_for_by_path(c) &&
      !in_library_path(c, "lib" + name + ".so")) {
    c.vm.remark("libraries", "there is no native library " + name + "; asked for at " + c.vm.place_of(c.thread));
    const std::string path = c.vm.jdk.release < 17 ? std::string() : ": " + std::string(kLibraryPath);
    return c.throw_new("java/lang/UnsatisfiedLinkError", "no " + name + " in java.library.path" + path);
  }
  c.unsupported("native library " + name +
                ": jmc runs no native code; put what calls it behind an interface and answer it in Java");
}

// --- Runtime

NativeStatus available_processors(NativeCall& c) {
  c.vm.met |= vm::kMetProcessors;
  c.vm.note_processors_asked();
  return c.result(static_cast<int32_t>(c.vm.options.processors));
}
NativeStatus max_memory(NativeCall& c) { return c.result(static_cast<int64_t>(c.vm.options.heap_limit)); }
NativeStatus free_memory(NativeCall& c) { return c.result(static_cast<int64_t>(c.vm.options.heap_limit / 2)); }

bool describe_exit(NativeCall& c, Pending& p) {
  if (!c.vm.multi()) return false;
  p.kind = PendingKind::Other;
  p.verb = Verb::Exit;
  p.add(vm::kExitLocation, 0, true);
  return true;
}

// A class that calls it was seen when it was linked; reflection and the JDK may come without one.
void unforeseen_exit(Vm& vm) {
  if (!vm.multi() || vm.rules.may_exit()) return;
  if (vm.rules.daemons()) vm.rules.end_told();
  else
    add_doubt(vm, "an exit of the program by reflection or by the JDK: not every order with other threads is explored");
}

// With shutdown hooks the JDK's code runs them first, and then halts.
NativeStatus exit_program(NativeCall& c) {
  unforeseen_exit(c.vm);
  if (c.vm.has_shutdown_hooks()) return to_bytecode(c);
  c.vm.exit(c.i32(c.method->is_static() ? 0 : 1));
  return NativeStatus::Stop;
}

NativeStatus halt_program(NativeCall& c) {
  unforeseen_exit(c.vm);
  c.vm.exit(c.i32(c.method->is_static() ? 0 : 1));
  return NativeStatus::Stop;
}

// From 24 on there is none that could be set, and the method throws.
NativeStatus security_manager(NativeCall& c) {
  if (c.vm.jdk.release < 24) c.unsupported("a security manager");
  return to_bytecode(c);
}
NativeStatus shutdown_hook(NativeCall& c) {
  c.vm.rules.end_told();
  c.vm.rules.daemon_seen();
  return to_bytecode(c);
}

// --- jdk.internal.misc and friends

NativeStatus user_id(NativeCall& c) { return c.result(int64_t{kUser}); }

// AccessController.doPrivileged(action) runs the action: there is no security manager.
NativeStatus do_privileged(NativeCall& c) {
  if (!c.ref(0)) return c.throw_new("java/lang/NullPointerException");
  Klass* k = c.vm.klass_of(c.ref(0));
  return call(c, c.vm.select(k, c.vm.lookup_method(k, "run", "()Ljava/lang/Object;")), Args().ref(c.ref(0)));
}

// The JDK asks JNI for the method, which initialises the class first.
NativeStatus has_static_initializer(NativeCall& c) {
  Klass* k = mirrored(c, 0);
  if (!c.vm.ensure_initialised(k)) return c.vm.pending_exception ? NativeStatus::Throw : NativeStatus::Again;
  return c.result(k->find_method("<clinit>", "()V") != nullptr);
}

// Of the innermost frame whose class is not of the boot loader or of the platform's; null: there is none.
NativeStatus latest_loader(NativeCall& c) {
  Ref found = kNull;
  c.vm.walk_frames(c.thread.number, [&](Method* m, uint32_t) {
    const Ref loader = m->owner ? loader_of(c.vm, m->owner) : kNull;
    if (loader != context(c.vm).platform_loader) found = loader;
    return !found;
  });
  return c.result(found);
}

// --- signals: handlers can be set (jdk-stubs/jmc/internal/Signals.java)

NativeStatus find_signal(NativeCall& c) {
  Method* find = c.vm.require_class("jmc/internal/Signals")->find_method("find", "(Ljava/lang/String;)I");
  return call(c, find, Args().ref(c.ref(0)));
}

NativeStatus handle_signal(NativeCall& c) {  // (number, handler)
  c.vm.remark("signals", "none arrives; a handler was set at " + c.vm.place_of(c.thread));
  Method* handle = c.vm.require_class("jmc/internal/Signals")->find_method("handle", "(IJ)J");
  return call(c, handle, Args().i32(c.i32(0)).i64(c.i64(1)));
}

constexpr Entry kSystemNatives[] = {
    {"java/lang/System.registerNatives()V", nothing},
    {"jdk/internal/misc/Signal.findSignal0(Ljava/lang/String;)I", find_signal},
    {"jdk/internal/misc/Signal.handle0(IJ)J", handle_signal},
    {"java/lang/System.setIn0(Ljava/io/InputStream;)V", set_stream<kIn>, describe_stream<kIn>},
    {"java/lang/System.setOut0(Ljava/io/PrintStream;)V", set_stream<kOut>, describe_stream<kOut>},
    {"java/lang/System.setErr0(Ljava/io/PrintStream;)V", set_stream<kErr>, describe_stream<kErr>},
    {"java/lang/System.mapLibraryName(Ljava/lang/String;)Ljava/lang/String;", map_library_name},
    {"java/lang/System.loadLibrary(Ljava/lang/String;)V", load_library},
    {"java/lang/System.load(Ljava/lang/String;)V", load_library},
    {"java/lang/Runtime.loadLibrary(Ljava/lang/String;)V", load_library},
    {"java/lang/Runtime.load(Ljava/lang/String;)V", load_library},
    {"jdk/internal/loader/BootLoader.loadLibrary(Ljava/lang/String;)V", nothing},
    {"java/lang/Terminator.setup()V", nothing},
    {"java/lang/System.getSecurityManager()Ljava/lang/SecurityManager;", zero},
    {"java/lang/System.setSecurityManager(Ljava/lang/SecurityManager;)V", security_manager},

    {"java/lang/Runtime.availableProcessors()I", available_processors},
    {"java/lang/Runtime.maxMemory()J", max_memory},
    {"java/lang/Runtime.totalMemory()J", max_memory},
    {"java/lang/Runtime.freeMemory()J", free_memory},
    {"java/lang/Runtime.gc()V", nothing},
    // Milliseconds since the last time that the whole heap was looked through, for the leases of RMI: it always just
    // was.
    {"sun/rmi/transport/GC.maxObjectInspectionAge()J", zero},
    {"java/lang/Runtime.runFinalization()V", nothing},
    {"java/lang/Runtime.runFinalization0()V", nothing},
    {"java/lang/Runtime.exit(I)V", exit_program, describe_exit},
    {"java/lang/Runtime.halt(I)V", halt_program, describe_exit},
    {"java/lang/Shutdown.exit(I)V", exit_program, describe_exit},
    {"java/lang/Shutdown.halt0(I)V", halt_program, describe_exit},
    {"java/lang/Shutdown.beforeHalt()V", nothing},
    {"java/lang/Shutdown.logRuntimeExit(I)V", nothing},  // on level DEBUG only, which the program would have to ask for
    {"java/lang/Shutdown.add(IZLjava/lang/Runnable;)V", shutdown_hook},  // the JDK has hooks of its own, too

    {"jdk/internal/misc/VM.initialize()V", nothing},
    {"sun/misc/VM.initialize()V", nothing},
    {"jdk/internal/misc/VM.initializeFromArchive(Ljava/lang/Class;)V", nothing},
    {"jdk/internal/misc/VM.latestUserDefinedLoader0()Ljava/lang/ClassLoader;", latest_loader},
    {"sun/misc/VM.latestUserDefinedLoader0()Ljava/lang/ClassLoader;", latest_loader},
    {"jdk/internal/misc/VM.getuid()J", user_id},
    {"jdk/internal/misc/VM.geteuid()J", user_id},
    {"jdk/internal/misc/VM.getgid()J", user_id},
    {"jdk/internal/misc/VM.getegid()J", user_id},
    {"jdk/internal/misc/CDS.isDumpingClassList0()Z", zero},
    {"jdk/internal/misc/CDS.isDumpingArchive0()Z", zero},
    {"jdk/internal/misc/CDS.isSharingEnabled0()Z", zero},
    {"jdk/internal/misc/CDS.getCDSConfigStatus()I", zero},
    {"jdk/internal/misc/CDS.getRandomSeedForDumping()J", zero},
    {"jdk/internal/misc/CDS.initializeFromArchive(Ljava/lang/Class;)V", nothing},
    {"jdk/internal/misc/CDS.defineArchivedModules(Ljava/lang/ClassLoader;Ljava/lang/ClassLoader;)V", nothing},
    {"jdk/internal/misc/CDS.needsClassInitBarrier0(Ljava/lang/Class;)Z", zero},
    {"jdk/internal/misc/PreviewFeatures.isPreviewEnabled()Z", zero},
    {"jdk/internal/misc/ScopedMemoryAccess.registerNatives()V", nothing},
    {"jdk/internal/vm/ForeignLinkerSupport.isSupported0()Z", zero},
    {"jdk/internal/perf/Perf.registerNatives()V", nothing},
    {"java/io/ObjectStreamClass.initNative()V", nothing},
    {"java/io/ObjectStreamClass.hasStaticInitializer(Ljava/lang/Class;)Z", has_static_initializer},

    {"java/security/AccessController.getStackAccessControlContext()Ljava/security/AccessControlContext;", zero},
    {"java/security/AccessController.getInheritedAccessControlContext()Ljava/security/AccessControlContext;", zero},
    {"java/security/AccessController.getProtectionDomain(Ljava/lang/Class;)Ljava/security/ProtectionDomain;", zero},
    {"java/security/AccessController.ensureMaterializedForStackWalk(Ljava/lang/Object;)V", nothing},
    {"java/security/AccessController.doPrivileged(Ljava/security/PrivilegedAction;)Ljava/lang/Object;", do_privileged},
    {"java/lang/invoke/MethodHandleNatives.registerNatives()V", nothing},
    {"java/util/concurrent/atomic/AtomicLong.VMSupportsCS8()Z", yes},
};

// In JDK 8 this is native and wraps checked exceptions; there the action is run by the privileged native alone.
constexpr Entry kPrivilegedException[] = {
    {"java/security/AccessController.doPrivileged(Ljava/security/PrivilegedExceptionAction;)Ljava/lang/Object;",
     do_privileged},
    {"java/security/AccessController.doPrivileged(Ljava/security/PrivilegedAction;Ljava/security/"
     "AccessControlContext;)Ljava/lang/Object;",
     do_privileged},
    {"java/security/AccessController.doPrivileged(Ljava/security/PrivilegedExceptionAction;Ljava/security/"
     "AccessControlContext;)"
     "Ljava/lang/Object;",
     do_privileged},
};

}  // namespace

void register_system(Vm& vm) {
  register_table(vm, kSystemNatives);
  register_references(vm);
  register_clock(vm);
  register_chance(vm);
  register_random_device(vm);
  register_management(vm);
  register_network(vm);
  if (vm.jdk.release < 9) register_table(vm, kPrivilegedException);
}

}  // namespace jmc::natives
