// libjmc-force.so, an agent of the JVM's tool interface: forces a schedule on the program that the JVM runs.
//
//   java -agentpath:libjmc-force.so=schedule=FILE,log=FILE[,patient=1] ...
//
// `schedule` is what schedule.hpp reads, `log` what comes of it; `patient` as there. The JVM may be of another release
// than the headers that this was compiled with: what is newer than they are is found by its number.
#include <jvmti.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

#include "conductor.hpp"
#include "schedule.hpp"
#include "time.hpp"

namespace {

using jmc::force::Conductor;

// It outlives every thread: the JVM's threads may be in callbacks when the process ends.
Conductor* conductor = nullptr;

// Since JDK 21; not in the headers of older ones.
constexpr int kVirtualThreadStart = 87, kVirtualThreadEnd = 88;
constexpr int kSupportVirtualThreads = 44;  // bit of jvmtiCapabilities

void JNICALL on_breakpoint(jvmtiEnv*, JNIEnv* jni, jthread thread, jmethodID method, jlocation at) {
  conductor->reached(jni, thread, method, at);
}
void JNICALL on_class(jvmtiEnv*, JNIEnv* jni, jthread, jclass klass) { conductor->class_there(jni, klass); }
void JNICALL on_thread_start(jvmtiEnv*, JNIEnv* jni, jthread thread) { conductor->started(jni, thread); }
void JNICALL on_thread_end(jvmtiEnv*, JNIEnv* jni, jthread thread) { conductor->ends(jni, thread); }
void JNICALL on_exception(jvmtiEnv*, JNIEnv* jni, jthread thread, jmethodID, jlocation, jobject exception, jmethodID,
                          jlocation) {
  if (!jmc::force::busy()) conductor->thrown(jni, thread, exception);
}
void JNICALL on_entry(jvmtiEnv*, JNIEnv* jni, jthread thread, jmethodID method) {
  conductor->entered(jni, thread, method);
}
void JNICALL on_access(jvmtiEnv*, JNIEnv* jni, jthread thread, jmethodID method, jlocation at, jclass klass,
                       jobject object, jfieldID field) {
  conductor->accessed(jni, thread, method, at, klass, object, field, nullptr);
}
void JNICALL on_modification(jvmtiEnv*, JNIEnv* jni, jthread thread, jmethodID method, jlocation at, jclass klass,
                             jobject object, jfieldID field, char, jvalue value) {
  conductor->accessed(jni, thread, method, at, klass, object, field, &value);
}
void JNICALL on_exit(jvmtiEnv*, JNIEnv* jni, jthread thread, jmethodID method, jboolean thrown, jvalue value) {
  if (!thrown) conductor->returned(jni, thread, method, value);
}
// The first ones are bound when no class of the program is there yet.
void JNICALL on_bind(jvmtiEnv* ti, JNIEnv*, jthread, jmethodID method, void* address, void** instead) {
  char *name = nullptr, *descriptor = nullptr, *holder = nullptr;
  jclass klass = nullptr;
  if (ti->GetMethodDeclaringClass(method, &klass) != JVMTI_ERROR_NONE ||
      ti->GetClassSignature(klass, &holder, nullptr) != JVMTI_ERROR_NONE ||
      ti->GetMethodName(method, &name, &descriptor, nullptr) != JVMTI_ERROR_NONE)
    return;
  const std::string signature = holder;
  if (signature.size() > 2)
    if (void* const other =
            jmc::force::instead_of(signature.substr(1, signature.size() - 2), name, descriptor, address))
      *instead = other;
  for (char* text : {name, descriptor, holder}) ti->Deallocate(reinterpret_cast<unsigned char*>(text));
}
void JNICALL on_death(jvmtiEnv*, JNIEnv*) { conductor->vm_dies(); }
void JNICALL conduct(jvmtiEnv*, JNIEnv* jni, void*) { conductor->conduct(jni); }

jthread new_thread(JNIEnv* jni) {
  const jclass k = jni->FindClass("java/lang/Thread");
  const jmethodID constructor = jni->GetMethodID(k, "<init>", "(Ljava/lang/String;)V");
  return jni->NewObject(k, constructor, jni->NewStringUTF("jmc-force"));
}

void enable(jvmtiEnv* ti, int event) {
  ti->SetEventNotificationMode(JVMTI_ENABLE, static_cast<jvmtiEvent>(event), nullptr);
}

void JNICALL on_init(jvmtiEnv* ti, JNIEnv* jni, jthread thread) {
  if (conductor->tells_fields()) enable(ti, JVMTI_EVENT_FIELD_ACCESS), enable(ti, JVMTI_EVENT_FIELD_MODIFICATION);
  for (const int event :
       std::initializer_list<int>{JVMTI_EVENT_CLASS_PREPARE, JVMTI_EVENT_BREAKPOINT, JVMTI_EVENT_THREAD_START,
                                  JVMTI_EVENT_THREAD_END, kVirtualThreadStart, kVirtualThreadEnd})
    enable(ti, event);
  jint count = 0;
  jclass* classes = nullptr;
  if (ti->GetLoadedClasses(&count, &classes) == JVMTI_ERROR_NONE) {
    for (jint i = 0; i < count; ++i) {
      jint status = 0;
      if (ti->GetClassStatus(classes[i], &status) != JVMTI_ERROR_NONE) status = 0;
      if (status & JVMTI_CLASS_STATUS_PREPARED) conductor->class_there(jni, classes[i]);
      if (status & JVMTI_CLASS_STATUS_INITIALIZED) conductor->class_initialised(classes[i]);
      jni->DeleteLocalRef(classes[i]);
    }
    ti->Deallocate(reinterpret_cast<unsigned char*>(classes));
  }
  if (conductor->has_times()) jmc::force::replace_wait(jni);
  conductor->main_thread(jni, thread);
  ti->RunAgentThread(new_thread(jni), conduct, nullptr, JVMTI_THREAD_MAX_PRIORITY);
}

std::string option(const std::string& options, const std::string& name) {
  size_t from = 0;
  while (from < options.size()) {
    const size_t comma = std::min(options.find(',', from), options.size());
    const std::string one = options.substr(from, comma - from);
    if (one.compare(0, name.size() + 1, name + "=") == 0) return one.substr(name.size() + 1);
    from = comma + 1;
  }
  return {};
}

// Those that are asked for and that this JVM has.
void add_capabilities(jvmtiEnv* ti, const jmc::force::Schedule& schedule) {
  jvmtiCapabilities wanted{}, there{};
  wanted.can_generate_breakpoint_events = wanted.can_suspend = wanted.can_access_local_variables = 1;
  wanted.can_get_source_file_name = wanted.can_get_line_numbers = 1;
  wanted.can_get_thread_cpu_time = wanted.can_get_bytecodes = 1;
  wanted.can_get_current_contended_monitor = wanted.can_get_monitor_info = 1;
  wanted.can_generate_native_method_bind_events = wanted.can_generate_early_vmstart = 1;
  wanted.can_generate_exception_events = schedule.expected == jmc::force::Expected::Swallowed;
  wanted.can_generate_method_entry_events = wanted.can_force_early_return = schedule.answers;
  wanted.can_generate_field_access_events = wanted.can_generate_field_modification_events = schedule.fields;
  wanted.can_generate_method_exit_events = schedule.returned;
  auto* bytes = reinterpret_cast<unsigned char*>(&wanted);
  bytes[kSupportVirtualThreads / 8] |= static_cast<unsigned char>(1u << (kSupportVirtualThreads % 8));
  ti->GetPotentialCapabilities(&there);
  for (size_t i = 0; i < sizeof wanted; ++i) bytes[i] &= reinterpret_cast<const unsigned char*>(&there)[i];
  ti->AddCapabilities(&wanted);
}

void set_callbacks(jvmtiEnv* ti) {
  // The table of a newer release: one pointer for each event, from the first on.
  constexpr int kFirst = JVMTI_MIN_EVENT_TYPE_VAL;
  static void* table[kVirtualThreadEnd - kFirst + 1] = {};
  const auto set = [&](int event, auto* callback) { table[event - kFirst] = reinterpret_cast<void*>(callback); };
  set(JVMTI_EVENT_VM_INIT, on_init);
  set(JVMTI_EVENT_VM_DEATH, on_death);
  set(JVMTI_EVENT_NATIVE_METHOD_BIND, on_bind);
  set(JVMTI_EVENT_BREAKPOINT, on_breakpoint);
  set(JVMTI_EVENT_CLASS_PREPARE, on_class);
  set(JVMTI_EVENT_THREAD_START, on_thread_start);
  set(JVMTI_EVENT_THREAD_END, on_thread_end);
  set(kVirtualThreadStart, on_thread_start);
  set(kVirtualThreadEnd, on_thread_end);
  set(JVMTI_EVENT_EXCEPTION, on_exception);
  set(JVMTI_EVENT_METHOD_ENTRY, on_entry);
  set(JVMTI_EVENT_METHOD_EXIT, on_exit);
  set(JVMTI_EVENT_FIELD_ACCESS, on_access);
  set(JVMTI_EVENT_FIELD_MODIFICATION, on_modification);
  ti->SetEventCallbacks(reinterpret_cast<const jvmtiEventCallbacks*>(table), sizeof table);
}

}  // namespace

extern "C" JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM* vm, char* text, void*) {
  const std::string options = text ? text : "";
  jmc::force::Schedule schedule;
  std::string error;
  FILE* const log = std::fopen(option(options, "log").c_str(), "w");
  if (!log) {
    std::fprintf(stderr, "jmc-force: log=%s: %s; expected a file that can be written\n", option(options, "log").c_str(),
                 std::strerror(errno));
    return JNI_ERR;
  }
  if (!jmc::force::read_schedule(option(options, "schedule"), schedule, error)) {
    std::fprintf(log, "error\t%s\n", error.c_str());
    std::fclose(log);
    return JNI_ERR;
  }
  jvmtiEnv* ti = nullptr;
  if (vm->GetEnv(reinterpret_cast<void**>(&ti), JVMTI_VERSION_11) != JNI_OK) {
    std::fprintf(log, "error\tthis JVM has no tool interface of version 11\n");
    std::fclose(log);
    return JNI_ERR;
  }
  schedule.patient = option(options, "patient") == "1";
  const bool exceptions = schedule.expected == jmc::force::Expected::Swallowed;
  add_capabilities(ti, schedule);
  set_callbacks(ti);
  conductor = new Conductor(ti, std::move(schedule), log);
  jmc::force::set_time_of(conductor);
  enable(ti, JVMTI_EVENT_NATIVE_METHOD_BIND);
  enable(ti, JVMTI_EVENT_VM_INIT);
  enable(ti, JVMTI_EVENT_VM_DEATH);
  if (exceptions) enable(ti, JVMTI_EVENT_EXCEPTION);
  return JNI_OK;
}
