// java.lang.System, Runtime, Shutdown, and the small services of jdk.internal: what depends on the machine or the moment is fixed here.
//
// Time. Each thread has a clock that stands still, except that a wait of the thread that times out, and a sleep, lets far more time
// pass than any time-out asks for (2^61 ns). So code that waits until a deadline sees it pass exactly when a time-out was chosen.
// A thread that asks for the time again and again without waiting may find that it has passed, or not: a loop that polls the clock ends.
// The clock wraps around after eight jumps, which keeps polling loops finite.
#include <unistd.h>

#include "natives/support.hpp"

namespace jmc::natives {

using namespace vm;

namespace {

constexpr int64_t kBaseMillis = 1'700'000'000'000;     // November 2023
constexpr int64_t kBaseNanos = 1'000'000'000'000;
constexpr uint32_t kClockBits = 3, kClocksPerCounter = 21, kFirstClockCounter = 3;   // 64 threads in counters 3 to 6

uint32_t clock_counter(ThreadId t) { return kFirstClockCounter + t / kClocksPerCounter; }
uint32_t clock_shift(ThreadId t) { return t % kClocksPerCounter * kClockBits; }
uint64_t clock_of(const Vm& vm, ThreadId t) { return vm.counter(clock_counter(t)) >> clock_shift(t) & 7; }

// How often the thread has asked for the time since its clock last jumped, up to kPolling: two bits for each of 64 threads.
constexpr uint32_t kFirstPollCounter = 7, kPolling = 3;
uint32_t polls_of(const Vm& vm, ThreadId t) { return vm.counter(kFirstPollCounter + t / 32) >> t % 32 * 2 & 3; }
void set_polls(Vm& vm, ThreadId t, uint64_t n) {
  const uint32_t counter = kFirstPollCounter + t / 32, shift = t % 32 * 2;
  vm.set_counter(counter, (vm.counter(counter) & ~(uint64_t{3} << shift)) | n << shift);
}

// Two questions (for the deadline, and for what is left of it) are usual before the first wait: more are polling.
bool describe_clock(NativeCall& c, Pending& p) {
  if (!c.vm.multi() || polls_of(c.vm, c.thread) < kPolling || c.vm.options.timeouts == Timeouts::Never) return false;
  p.kind = PendingKind::Sleep;
  p.verb = "clock";
  p.timed = true;
  p.alternatives = [](Vm&, ThreadId, const Pending&) -> uint32_t { return 2; };
  p.add(kThreadLocation + c.thread, kThreadClock, true);
  return true;
}

void ask_for_time(NativeCall& c) {
  Vm& vm = c.vm;
  const uint32_t polls = polls_of(vm, c.thread);
  if (polls < kPolling) set_polls(vm, c.thread, polls + 1);
  else if (vm.options.timeouts != Timeouts::Never && (!vm.multi() || vm.granted_alternative == 1)) let_time_pass(vm, c.thread);
}

int64_t nanos_passed(NativeCall& c) { return static_cast<int64_t>(clock_of(c.vm, c.thread) << 61); }

int64_t millis(NativeCall& c) {
  constexpr int64_t kJump = (int64_t{1} << 61) / 1'000'000;
  return kBaseMillis + static_cast<int64_t>(clock_of(c.vm, c.thread)) * kJump;
}

NativeStatus current_time_millis(NativeCall& c) {
  ask_for_time(c);
  return c.result(millis(c));
}
NativeStatus nano_time(NativeCall& c) {
  ask_for_time(c);
  return c.result(static_cast<int64_t>(static_cast<uint64_t>(kBaseNanos) + static_cast<uint64_t>(nanos_passed(c))));
}

// jdk.internal.misc.VM.getNanoTimeAdjustment(offset in seconds)
NativeStatus nano_time_adjustment(NativeCall& c) {
  const __int128 difference = (static_cast<__int128>(millis(c)) - static_cast<__int128>(c.i64(0)) * 1000) * 1'000'000;
  if (difference > INT64_MAX / 2 || difference < INT64_MIN / 2) return c.result(int64_t{-1});
  return c.result(static_cast<int64_t>(difference));
}

// --- System ---------------------------------------------------------------------------------------------------------------

template <const char* const& Name>
NativeStatus set_stream(NativeCall& c) {
  put_static_ref(c.vm, c.method->owner, Name, c.ref(0));
  return c.done();
}
constexpr const char* kIn = "in";
constexpr const char* kOut = "out";
constexpr const char* kErr = "err";

NativeStatus map_library_name(NativeCall& c) {
  if (!c.ref(0)) return c.throw_new("java/lang/NullPointerException");
  return c.result(c.vm.new_string(u"lib" + c.vm.string_value(c.ref(0)) + u".so"));
}

// The JDK's own libraries are part of jmc.
NativeStatus load_library(NativeCall& c) {
  const std::string name = utf8(c.vm, c.ref(c.method->is_static() ? 0 : 1));
  c.unsupported("native library " + name);
}

// --- Runtime --------------------------------------------------------------------------------------------------------------

NativeStatus available_processors(NativeCall& c) { return c.result(static_cast<int32_t>(c.vm.options.processors)); }
NativeStatus max_memory(NativeCall& c) { return c.result(static_cast<int64_t>(c.vm.options.heap_limit)); }
NativeStatus free_memory(NativeCall& c) { return c.result(static_cast<int64_t>(c.vm.options.heap_limit / 2)); }

bool describe_exit(NativeCall& c, Pending& p) {
  if (!c.vm.multi()) return false;
  p.kind = PendingKind::Other;
  p.verb = "exit";
  p.add(vm::kExitLocation, 0, true);
  return true;
}

// With shutdown hooks the JDK's code runs them first, and then halts.
NativeStatus exit_program(NativeCall& c) {
  if (c.vm.has_shutdown_hooks()) return to_bytecode(c);
  c.vm.exit(c.i32(c.method->is_static() ? 0 : 1));
  return NativeStatus::Stop;
}

NativeStatus halt_program(NativeCall& c) {
  c.vm.exit(c.i32(c.method->is_static() ? 0 : 1));
  return NativeStatus::Stop;
}

NativeStatus security_manager(NativeCall& c) { c.unsupported("a security manager"); }
NativeStatus shutdown_hook(NativeCall& c) {
  c.vm.daemon_seen();
  return to_bytecode(c);
}

// --- jdk.internal.misc and friends ----------------------------------------------------------------------------------------

NativeStatus user_id(NativeCall& c) { return c.result(static_cast<int64_t>(c.method->name == "geteuid" ? ::geteuid() : ::getuid())); }
NativeStatus group_id(NativeCall& c) { return c.result(static_cast<int64_t>(c.method->name == "getegid" ? ::getegid() : ::getgid())); }

// AccessController.doPrivileged(action) runs the action: there is no security manager.
NativeStatus do_privileged(NativeCall& c) {
  if (!c.ref(0)) return c.throw_new("java/lang/NullPointerException");
  Klass* k = c.vm.klass_of(c.ref(0));
  return call(c, c.vm.select(k, c.vm.lookup_method(k, "run", "()Ljava/lang/Object;")), Args().ref(c.ref(0)));
}

NativeStatus has_static_initializer(NativeCall& c) {
  return c.result(mirrored(c, 0)->find_method("<clinit>", "()V") != nullptr);
}

NativeStatus refers_to(NativeCall& c) { return c.result(get_ref(c.vm, c.ref(0), "referent") == c.ref(1)); }
NativeStatus clear_reference(NativeCall& c) {
  put_ref(c.vm, c.ref(0), "referent", kNull);
  return c.done();
}

constexpr Entry kTable[] = {
    {"java/lang/System.registerNatives()V", nothing},
    {"java/lang/System.currentTimeMillis()J", current_time_millis, describe_clock},
    {"java/lang/System.nanoTime()J", nano_time, describe_clock},
    {"java/lang/System.setIn0(Ljava/io/InputStream;)V", set_stream<kIn>},
    {"java/lang/System.setOut0(Ljava/io/PrintStream;)V", set_stream<kOut>},
    {"java/lang/System.setErr0(Ljava/io/PrintStream;)V", set_stream<kErr>},
    {"java/lang/System.mapLibraryName(Ljava/lang/String;)Ljava/lang/String;", map_library_name},
    {"java/lang/System.loadLibrary(Ljava/lang/String;)V", load_library},
    {"java/lang/System.load(Ljava/lang/String;)V", load_library},
    {"jdk/internal/loader/BootLoader.loadLibrary(Ljava/lang/String;)V", nothing},
    {"java/lang/Terminator.setup()V", nothing},
    {"java/lang/System.getSecurityManager()Ljava/lang/SecurityManager;", zero},
    {"java/lang/System.setSecurityManager(Ljava/lang/SecurityManager;)V", security_manager},

    {"java/lang/Runtime.availableProcessors()I", available_processors},
    {"java/lang/Runtime.maxMemory()J", max_memory},
    {"java/lang/Runtime.totalMemory()J", max_memory},
    {"java/lang/Runtime.freeMemory()J", free_memory},
    {"java/lang/Runtime.gc()V", nothing},
    {"java/lang/Runtime.runFinalization()V", nothing},
    {"java/lang/Runtime.runFinalization0()V", nothing},
    {"java/lang/Runtime.exit(I)V", exit_program, describe_exit},
    {"java/lang/Runtime.halt(I)V", halt_program, describe_exit},
    {"java/lang/Shutdown.exit(I)V", exit_program, describe_exit},
    {"java/lang/Shutdown.halt0(I)V", halt_program, describe_exit},
    {"java/lang/Shutdown.beforeHalt()V", nothing},
    {"java/lang/Shutdown.logRuntimeExit(I)V", nothing},    // on level DEBUG only, which the program would have to ask for
    {"java/lang/Runtime.addShutdownHook(Ljava/lang/Thread;)V", shutdown_hook},

    {"jdk/internal/misc/VM.initialize()V", nothing},
    {"sun/misc/VM.initialize()V", nothing},
    {"jdk/internal/misc/VM.initializeFromArchive(Ljava/lang/Class;)V", nothing},
    {"jdk/internal/misc/VM.getNanoTimeAdjustment(J)J", nano_time_adjustment},
    {"jdk/internal/misc/VM.latestUserDefinedLoader0()Ljava/lang/ClassLoader;", zero},
    {"jdk/internal/misc/VM.getuid()J", user_id},
    {"jdk/internal/misc/VM.geteuid()J", user_id},
    {"jdk/internal/misc/VM.getgid()J", group_id},
    {"jdk/internal/misc/VM.getegid()J", group_id},
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

    {"java/lang/ref/Reference.refersTo0(Ljava/lang/Object;)Z", refers_to},
    {"java/lang/ref/PhantomReference.refersTo0(Ljava/lang/Object;)Z", refers_to},
    {"java/lang/ref/Reference.clear0()V", clear_reference},
    {"java/lang/ref/PhantomReference.clear0()V", clear_reference},
    {"java/lang/ref/Reference.startReferenceHandlerThread(Ljava/lang/ThreadGroup;)V", nothing},
    {"java/lang/ref/Finalizer.startFinalizerThread(Ljava/lang/ThreadGroup;)V", nothing},
    {"java/lang/ref/Finalizer.isFinalizationEnabled()Z", zero},

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
    {"java/security/AccessController.doPrivileged(Ljava/security/PrivilegedExceptionAction;)Ljava/lang/Object;", do_privileged},
    {"java/security/AccessController.doPrivileged(Ljava/security/PrivilegedAction;Ljava/security/AccessControlContext;)Ljava/lang/Object;",
     do_privileged},
    {"java/security/AccessController.doPrivileged(Ljava/security/PrivilegedExceptionAction;Ljava/security/AccessControlContext;)"
     "Ljava/lang/Object;", do_privileged},
};

}  // namespace

int64_t clock_millis(const Vm& vm, ThreadId t) { return kBaseMillis + static_cast<int64_t>(clock_of(vm, t)) * ((int64_t{1} << 61) / 1'000'000); }

void let_time_pass(Vm& vm, ThreadId t) {
  const uint64_t all = vm.counter(clock_counter(t));
  const uint64_t mask = uint64_t{7} << clock_shift(t);
  const uint64_t next = (clock_of(vm, t) + 1) & 7;
  vm.set_counter(clock_counter(t), (all & ~mask) | next << clock_shift(t));
  set_polls(vm, t, 0);
}

void register_system(Vm& vm) {
  register_table(vm, kTable);
  if (vm.jdk.release < 9) register_table(vm, kPrivilegedException);
}

}  // namespace jmc::natives
