// Methods of the JDK that jmc refuses in words: natives that it does not have, and methods with bytecode whose real
// answer needs what it does not have. A native that is in no table is refused too, by its name alone. The list for
// users is in docs/world.md.
#include "natives/refused.hpp"

#include "natives/support.hpp"

namespace jmc::natives {

using namespace vm;

namespace {

// What it is, and a way round.
constexpr const char* kProcess =
    "processes: jmc runs none; put the call behind an interface and give the program one that answers in Java";
constexpr const char* kSignals = "signals: none arrive; call what the handler does from a thread of the program";
constexpr const char* kModules =
    "the module system: there are no layers; names, exports and opens of a module can be asked for";
constexpr const char* kManager = "a security manager: there are no policies; check the program without one";
constexpr const char* kStop =
    "to stop, suspend or resume a thread: use interrupt() and a flag, as JDK 20 and later demand";
constexpr const char* kForeign =
    "foreign functions: jmc runs no native code; put the call behind an interface and answer it in Java";
constexpr const char* kSegments = "values in memory segments, by a layout: use a ByteBuffer or an array";
constexpr const char* kWatch =
    "watching folders: nobody else changes files; call what reacts to a change where the program makes one";
constexpr const char* kFileSockets = "sockets in the file system: use sockets on the loopback address";
constexpr const char* kMulticast =
    "the network: groups that datagrams are sent to; send them to a port of the loopback address";
constexpr const char* kDirect = "files without the cache of the system: leave ExtendedOpenOption.DIRECT out";
constexpr const char* kDevices = "devices: use a regular file";
constexpr const char* kPersistent = "persistent memory: use a FileChannel, or an array";
constexpr const char* kHotSpot = "memory of HotSpot's own: use objects or a ByteBuffer";
constexpr const char* kCounters = "counters of HotSpot: leave them out, or count in the program";
constexpr const char* kSharedArena =
    "closing an arena that threads share: use Arena.ofAuto(), or Arena.ofConfined() in one thread";
constexpr const char* kSnapshot = "dumps of threads to a file: use ThreadMXBean.dumpAllThreads(false, false)";
constexpr const char* kMeasured =
    "measurements and counts of the JVM: leave them out, or put them behind an interface that answers in Java";
constexpr const char* kCommands = "commands to HotSpot: leave them out";
constexpr const char* kHeapDump = "a dump of the heap: leave it out; a story shows the objects that matter";
constexpr const char* kPreferences =
    "preferences that are kept in files: --define java.util.prefs.PreferencesFactory=CLASS names a factory of the "
    "program's own, whose AbstractPreferences keep them in a map";

struct Refused {
  const char* key;
  const char* what;
};

constexpr Refused kRefused[] = {
    {"java/lang/ProcessBuilder.start()Ljava/lang/Process;", kProcess},
    {"java/lang/ProcessHandleImpl.getProcessPids0(J[J[J[J)I", kProcess},
    {"java/lang/ProcessHandleImpl.parent0(JJ)J", kProcess},
    {"java/lang/ProcessHandleImpl.destroy0(JJZ)Z", kProcess},
    {"java/lang/ProcessHandleImpl.waitForProcessExit0(JZ)I", kProcess},
    {"java/lang/ProcessImpl.forkAndExec(I[B[B[BI[BI[B[IZ)I", kProcess},
    {"jdk/internal/misc/Signal.raise0(I)V", kSignals},
    {"sun/misc/Signal.findSignal(Ljava/lang/String;)I", kSignals},
    {"java/lang/Thread.stop0(Ljava/lang/Object;)V", kStop},
    {"java/lang/Thread.suspend0()V", kStop},
    {"java/lang/Thread.resume0()V", kStop},
    {"java/lang/foreign/Linker.nativeLinker()Ljava/lang/foreign/Linker;", kForeign},
    {"jdk/internal/foreign/Utils.makeRawSegmentViewVarHandle(Ljava/lang/foreign/MemoryLayout;Ljava/lang/foreign/"
     "ValueLayout;ZJ)Ljava/lang/invoke/VarHandle;",
     kSegments},
    // With a * all natives of the class that are in no table
    {"sun/nio/fs/LinuxWatchService.*()V", kWatch},
    {"sun/nio/fs/UnixNativeDispatcher.mknod0(JIJ)V", kDevices},
    {"sun/nio/ch/UnixDomainSockets.*()V", kFileSockets},
    {"sun/nio/ch/Net.*()V", kMulticast},
    {"sun/nio/ch/FileDispatcherImpl.setDirect0(Ljava/io/FileDescriptor;)I", kDirect},
    {"sun/nio/ch/UnixFileDispatcherImpl.setDirect0(Ljava/io/FileDescriptor;)I", kDirect},
    {"jdk/internal/misc/Unsafe.writeback0(J)V", kPersistent},
    {"jdk/internal/misc/Unsafe.writebackPreSync0()V", kPersistent},
    {"jdk/internal/misc/Unsafe.writebackPostSync0()V", kPersistent},
    {"jdk/internal/misc/Unsafe.getUncompressedObject(J)Ljava/lang/Object;", kHotSpot},
    {"jdk/internal/misc/ScopedMemoryAccess.*()V", kSharedArena},
    {"jdk/internal/perf/Perf.*()V", kCounters},
    {"jdk/internal/vm/ThreadSnapshot.*()V", kSnapshot},
    {"sun/management/VMManagementImpl.*()V", kMeasured},
    {"com/sun/management/internal/DiagnosticCommandImpl.*()V", kCommands},
    {"com/sun/management/internal/HotSpotDiagnostic.*()V", kHeapDump},
    {"java/util/prefs/FileSystemPreferences.*()V", kPreferences},
};

// The JDK's own code asks these on its way and is content with null; a program would see something else than under
// `java`.
constexpr Refused kRefusedToPrograms[] = {
    {"java/lang/ModuleLayer.boot()Ljava/lang/ModuleLayer;", kModules},
    {"java/lang/Module.getLayer()Ljava/lang/ModuleLayer;", kModules},
    {"java/lang/Module.getDescriptor()Ljava/lang/module/ModuleDescriptor;", kModules},
    {"java/lang/Module.getPackages()Ljava/util/Set;", kModules},
};

// A SecurityManager can be made, for the classes on the stack (getClassContext), and by who only passes it on. What it
// is asked to allow depends on policies. Since JDK 24 it allows nothing, by its own bytecode.
constexpr Refused kRefusedToManagers[] = {
    {"java/lang/SecurityManager.checkPermission(Ljava/security/Permission;)V", kManager},
    {"java/lang/SecurityManager.checkPermission(Ljava/security/Permission;Ljava/lang/Object;)V", kManager},
    {"java/lang/SecurityManager.checkPackageAccess(Ljava/lang/String;)V", kManager},
    {"java/lang/SecurityManager.checkPackageDefinition(Ljava/lang/String;)V", kManager},
};
constexpr const char* kNonExported = "addNonExportedPackages";
constexpr const char* kOfLayer = "(Ljava/lang/ModuleLayer;)V";

[[noreturn]] void refuse(NativeCall& c, std::span<const Refused> table) {
  const std::string& owner = c.method->owner->name;
  const std::string key = owner + "." + std::string(c.method->name) + std::string(c.method->descriptor);
  const std::string of_class = owner + ".*()V";
  for (const Refused& r : table)
    if (r.key == key || r.key == of_class) c.unsupported(r.what);
  c.unsupported("not known to jmc");
}

NativeStatus refused(NativeCall& c) { refuse(c, kRefused); }

NativeStatus refused_to_programs(NativeCall& c) {
  bool asked_by_jdk = false;
  c.vm.walk_frames(c.thread.number, [&](Method* m, uint32_t) {
    asked_by_jdk = m->owner->boot;
    return false;
  });
  if (asked_by_jdk) return to_bytecode(c);
  const bool of_program = !c.method->is_static() && !get_ref(c.vm, c.ref(0), "name");
  if (of_program) return to_bytecode(c);  // the unnamed module: null is right
  refuse(c, kRefusedToPrograms);
}

NativeStatus refused_to_managers(NativeCall& c) {
  if (!c.method->owner->find_method(kNonExported, kOfLayer)) return to_bytecode(c);
  refuse(c, kRefusedToManagers);
}

}  // namespace

std::string refusal_of(std::string_view key) {
  for (const Refused& r : kRefused)
    if (r.key == key) return r.what;
  return {};
}

void register_refused(Vm& vm) {
  // What it fills in is for the two refused questions about packages.
  vm.register_native(std::string("java/lang/SecurityManager.") + kNonExported + kOfLayer, nothing);
  for (const Refused& r : kRefusedToManagers) vm.register_native(r.key, refused_to_managers);
  for (const Refused& r : kRefused) vm.register_native(r.key, refused);
  for (const Refused& r : kRefusedToPrograms) vm.register_native(r.key, refused_to_programs);
}

}  // namespace jmc::natives
