// java.lang.management, as far as its answers are no measurement: what a program asks of its JVM when it starts. What
// is measured (counts, times, memory) is refused by name.
#include "natives/support.hpp"
#include "vm/class/modules.hpp"

namespace jmc::natives {

using namespace vm;

namespace {

NativeStatus version(NativeCall& c) {
  const Ref text = c.vm.new_string_utf8("4.0");
  return text ? c.result(text) : NativeStatus::Throw;
}

// As after `java -ea -Dkey=value Main`, with the properties that were asked for.
NativeStatus arguments(NativeCall& c) {
  std::vector<std::string> texts{"-ea"};
  for (const std::string& property : c.vm.options.properties)
    if (!property.starts_with(kEnvironment)) texts.push_back("-D" + property);
  const auto add = [&](const char* option, const std::vector<std::string>& values) {
    for (const std::string& value : values) texts.push_back(option + value);
  };
  const vm::ModuleOptions& modules = vm::facility<vm::Modules>(c.vm).options();
  add("--add-modules=", modules.add_modules);
  add("--add-reads=", modules.add_reads);
  add("--add-exports=", modules.add_exports);
  add("--add-opens=", modules.add_opens);
  std::vector<Ref> strings;
  for (const std::string& text : texts) {
    const Ref r = c.vm.new_string_utf8(text);
    if (!r) return NativeStatus::Throw;
    strings.push_back(r);
  }
  const Ref all = ref_array(c.vm, c.vm.require_class("java/lang/String"), strings);
  return all ? c.result(all) : NativeStatus::Throw;
}

NativeStatus processors(NativeCall& c) { return c.result(static_cast<int32_t>(c.vm.options.processors)); }

// LoggingMXBeanAccess.loadLoggingClass(name): it asks the layers of modules, which jmc does not have, for one that
// every JDK with logging has.
NativeStatus logging_class(NativeCall& c) {
  Klass* k = klass_of_string(c.vm, utf8(c.vm, c.ref(0)));
  return c.result(k ? k->mirror : kNull);
}

// Nothing is ever collected, and nothing is kept in pools.
template <const char* Bean>
NativeStatus none(NativeCall& c) {
  c.vm.remark("management", "there are no beans for memory pools, memory managers and garbage collectors; asked at " +
                                c.vm.place_of(c.thread));
  const Ref empty = ref_array(c.vm, c.vm.require_class(Bean), {});
  return empty ? c.result(empty) : NativeStatus::Throw;
}
constexpr char kManager[] = "java/lang/management/MemoryManagerMXBean",
               kPool[] = "java/lang/management/MemoryPoolMXBean";

// com.sun.management.internal.Flag: options of HotSpot's, of which this JVM has none, whatever they are called.
void remark_flags(NativeCall& c) {
  c.vm.remark("management", "the JVM has none of HotSpot's options; asked at " + c.vm.place_of(c.thread));
}
NativeStatus flag_names(NativeCall& c) {
  remark_flags(c);
  const Ref empty = ref_array(c.vm, c.vm.known->string, {});
  return empty ? c.result(empty) : NativeStatus::Throw;
}
NativeStatus no_flags(NativeCall& c) {
  remark_flags(c);
  return zero(c);
}

// When the clock stood where it begins.
NativeStatus startup_time(NativeCall& c) { return c.result(Clock::kSomeMillis); }

// com.sun.management.OperatingSystemMXBean: a machine of the size of the program's heap, with no swap space, whose load
// and whose counts are not available; for those its documentation has a negative number.
void remark_machine(NativeCall& c) {
  c.vm.remark("management",
              "loads, times and counts of the machine are told as not available; asked at " + c.vm.place_of(c.thread));
}
NativeStatus machine_memory(NativeCall& c) { return c.result(static_cast<int64_t>(c.vm.options.heap_limit)); }
NativeStatus no_swap(NativeCall& c) { return c.result(int64_t{0}); }
NativeStatus no_count(NativeCall& c) {
  remark_machine(c);
  return c.result(int64_t{-1});
}
NativeStatus no_load(NativeCall& c) {
  remark_machine(c);
  return c.result(-1.0);
}

// There are no messages of the JVM's, which is what it begins with.
template <int Slot>
NativeStatus set_verbose(NativeCall& c) {
  if (c.i32(Slot)) c.unsupported("messages of the JVM about classes and collections: there are none; pass false");
  return c.done();
}

#define OPERATING_SYSTEM "com/sun/management/internal/OperatingSystemImpl."

constexpr Entry kManagementNatives[] = {
    {OPERATING_SYSTEM "getTotalMemorySize0()J", machine_memory},
    {OPERATING_SYSTEM "getFreeMemorySize0()J", machine_memory},
    {OPERATING_SYSTEM "getTotalSwapSpaceSize0()J", no_swap},
    {OPERATING_SYSTEM "getFreeSwapSpaceSize0()J", no_swap},
    {OPERATING_SYSTEM "getCommittedVirtualMemorySize0()J", no_count},
    {OPERATING_SYSTEM "getProcessCpuTime0()J", no_count},
    {OPERATING_SYSTEM "getOpenFileDescriptorCount0()J", no_count},
    {OPERATING_SYSTEM "getMaxFileDescriptorCount0()J", no_count},
    {OPERATING_SYSTEM "getHostTotalCpuTicks0()J", no_count},
    {OPERATING_SYSTEM "getProcessCpuLoad0()D", no_load},
    {OPERATING_SYSTEM "getCpuLoad0()D", no_load},
    {OPERATING_SYSTEM "getSingleCpuLoad0(I)D", no_load},
    {OPERATING_SYSTEM "getHostConfiguredCpuCount0()I", processors},
    {OPERATING_SYSTEM "getHostOnlineCpuCount0()I", processors},
    {"sun/management/VMManagementImpl.getStartupTime()J", startup_time},
    {"sun/management/MemoryImpl.getMemoryManagers0()[Ljava/lang/management/MemoryManagerMXBean;", none<kManager>},
    {"sun/management/MemoryImpl.getMemoryPools0()[Ljava/lang/management/MemoryPoolMXBean;", none<kPool>},
    {"sun/management/ManagementFactoryHelper$LoggingMXBeanAccess.loadLoggingClass(Ljava/lang/String;)Ljava/lang/Class;",
     logging_class},
    {"com/sun/management/internal/OperatingSystemImpl.initialize0()V", nothing},
    {"com/sun/management/internal/Flag.initialize()V", nothing},
    {"com/sun/management/internal/Flag.getAllFlagNames()[Ljava/lang/String;", flag_names},
    {"com/sun/management/internal/Flag.getFlags([Ljava/lang/String;[Lcom/sun/management/internal/Flag;I)I", no_flags},
    {"com/sun/management/internal/Flag.getInternalFlagCount()I", no_flags},
    {"jdk/internal/platform/CgroupMetrics.isUseContainerSupport()Z", zero},
    {"sun/management/VMManagementImpl.getVersion0()Ljava/lang/String;", version},
    {"sun/management/VMManagementImpl.getVmArguments0()[Ljava/lang/String;", arguments},
    {"sun/management/VMManagementImpl.getAvailableProcessors()I", processors},
    {"sun/management/VMManagementImpl.getProcessId()I", constant<static_cast<int32_t>(kOwnProcess)>},
    {"sun/management/VMManagementImpl.isThreadContentionMonitoringEnabled()Z", zero},
    {"sun/management/VMManagementImpl.isThreadCpuTimeEnabled()Z", zero},
    {"sun/management/VMManagementImpl.isThreadAllocatedMemoryEnabled()Z", zero},
    {"sun/management/VMManagementImpl.getVerboseClass()Z", zero},
    {"sun/management/VMManagementImpl.getVerboseGC()Z", zero},
    {"sun/management/VMManagementImpl.getUnloadedClassCount()J", zero},
    {"sun/management/ThreadImpl.resetPeakThreadCount0()V", nothing},  // nobody is told the peak
    {"sun/management/ClassLoadingImpl.setVerboseClass(Z)V", set_verbose<0>},
    {"sun/management/MemoryImpl.setVerboseGC(Z)V", set_verbose<1>},
};

}  // namespace

void register_management(Vm& vm) { register_table(vm, kManagementNatives); }

}  // namespace jmc::natives
