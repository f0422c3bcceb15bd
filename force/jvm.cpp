#include "jvm.hpp"

namespace jmc::force {

namespace {

constexpr int kDeepest = 4096;  // frames

std::string taken(jvmtiEnv* ti, char* text) {
  std::string out = text ? text : "";
  if (text) ti->Deallocate(reinterpret_cast<unsigned char*>(text));
  return out;
}

// Bytes of each instruction by its opcode; 0: that depends on more.
constexpr const char* kLengths =
    "11111111111111112323322222111111111111111111111111111122222111111111111111111111111111111111111111111"
    "11111111111111111111111111111113111111111111111111113333333333333333200111111333333355323113311043355";

// Of the instruction at `at`; 0: it is cut off.
jint length_of(const unsigned char* code, jint size, jint at) {
  const auto word = [&](jint i) {
    return static_cast<jint>(static_cast<unsigned>(code[i]) << 24 | code[i + 1] << 16 | code[i + 2] << 8 | code[i + 3]);
  };
  constexpr unsigned char kTableSwitch = 0xaa, kLookupSwitch = 0xab, kWide = 0xc4, kIinc = 0x84, kLast = 0xc9;
  const unsigned char op = code[at];
  if (op > kLast) return 0;
  if (op == kWide) return at + 1 >= size ? 0 : code[at + 1] == kIinc ? 6 : 4;
  if (op != kTableSwitch && op != kLookupSwitch) return kLengths[op] - '0';
  const jint table = (at + 4) & ~3;
  if (table + 12 > size) return 0;
  if (op == kTableSwitch) return table + 12 + 4 * (word(table + 8) - word(table + 4) + 1) - at;
  return table + 8 + 8 * word(table + 4) - at;
}

// Native methods in which a class may be initialised.
bool initialises(const MethodInfo& m) {
  return m.klass == "java/lang/Class" || m.klass == "jdk/internal/misc/Unsafe" ||
         m.klass.compare(0, 21, "jdk/internal/reflect/") == 0 || m.klass == "java/lang/invoke/MethodHandleNatives";
}

}  // namespace

std::string Jvm::class_name(jclass klass) const {
  char* signature = nullptr;
  if (ti->GetClassSignature(klass, &signature, nullptr) != JVMTI_ERROR_NONE) return {};
  const std::string s = taken(ti, signature);
  return s.size() > 2 && s.front() == 'L' ? s.substr(1, s.size() - 2) : s;
}

std::string Jvm::class_of(JNIEnv* jni, jobject object) const {
  if (!object) return {};
  const jclass k = jni->GetObjectClass(object);
  std::string out = class_name(k);
  jni->DeleteLocalRef(k);
  return out;
}

// Hidden classes have a '.', '+' or '/' in their signatures that no name of a class file has there.
std::string Jvm::without_number(std::string name) {
  for (const char* mark : {".0x", "+0x", "/0x"})
    if (const size_t at = name.find(mark); at != std::string::npos) name.resize(at);
  return name;
}

bool Jvm::is_own(JNIEnv* jni, jclass klass, const std::string& name) const {
  if (without_number(name) != name || name.find("$Proxy") != std::string::npos ||
      name.compare(0, 10, "jmc/junit/") == 0)
    return false;
  jobject loader = nullptr;
  if (ti->GetClassLoader(klass, &loader) != JVMTI_ERROR_NONE || !loader) return false;
  const std::string of = class_of(jni, loader);
  jni->DeleteLocalRef(loader);
  return of != "jdk/internal/loader/ClassLoaders$PlatformClassLoader";
}

const MethodInfo& Jvm::method(JNIEnv* jni, jmethodID id) {
  const auto known = methods_.find(id);
  if (known != methods_.end()) return known->second;
  MethodInfo info;
  char *name = nullptr, *descriptor = nullptr;
  if (ti->GetMethodName(id, &name, &descriptor, nullptr) == JVMTI_ERROR_NONE) {
    info.name = taken(ti, name);
    info.descriptor = taken(ti, descriptor);
  }
  jclass klass = nullptr;
  if (ti->GetMethodDeclaringClass(id, &klass) == JVMTI_ERROR_NONE && klass) {
    info.klass = class_name(klass);
    info.own = is_own(jni, klass, info.klass);
    jni->DeleteLocalRef(klass);
  }
  return methods_.emplace(id, std::move(info)).first->second;
}

std::string Jvm::chain(JNIEnv* jni, jthread thread) {
  std::vector<jvmtiFrameInfo> frames(kDeepest);
  jint count = 0;
  if (ti->GetStackTrace(thread, 0, kDeepest, frames.data(), &count) != JVMTI_ERROR_NONE) return {};
  std::string out;
  for (jint i = 0; i < count; ++i) {
    const MethodInfo& m = method(jni, frames[i].method);
    if (m.own) out += m.klass + "." + m.name + m.descriptor + "@" + std::to_string(frames[i].location) + "|";
  }
  return out;
}

std::string Jvm::place(JNIEnv* jni, const jvmtiFrameInfo& frame) {
  const MethodInfo& m = method(jni, frame.method);
  std::string out = m.klass + "." + m.name;
  for (char& c : out)
    if (c == '/') c = '.';
  jclass klass = nullptr;
  std::string file;
  if (ti->GetMethodDeclaringClass(frame.method, &klass) == JVMTI_ERROR_NONE && klass) {
    char* text = nullptr;
    if (ti->GetSourceFileName(klass, &text) == JVMTI_ERROR_NONE) file = taken(ti, text);
    jni->DeleteLocalRef(klass);
  }
  jint count = 0, line = -1;
  jlocation start = -1;
  jvmtiLineNumberEntry* table = nullptr;
  if (frame.location < 0) return out + "(Native Method)";
  if (ti->GetLineNumberTable(frame.method, &count, &table) == JVMTI_ERROR_NONE && table) {
    for (jint i = 0; i < count; ++i)
      if (table[i].start_location <= frame.location && table[i].start_location >= start)
        start = table[i].start_location, line = table[i].line_number;
    ti->Deallocate(reinterpret_cast<unsigned char*>(table));
  }
  return out + "(" + (file.empty() ? "Unknown Source" : file) + (line >= 0 ? ":" + std::to_string(line) : "") + ")";
}

std::vector<std::string> Jvm::stack(JNIEnv* jni, jthread thread, int most) {
  std::vector<jvmtiFrameInfo> frames(static_cast<size_t>(most));
  jint count = 0;
  std::vector<std::string> out;
  if (ti->GetStackTrace(thread, 0, most, frames.data(), &count) != JVMTI_ERROR_NONE) return out;
  for (jint i = 0; i < count; ++i) out.push_back(place(jni, frames[static_cast<size_t>(i)]));
  return out;
}

std::string Jvm::where(JNIEnv* jni, jthread thread) {
  std::vector<jvmtiFrameInfo> frames(kDeepest);
  jint count = 0;
  if (ti->GetStackTrace(thread, 0, kDeepest, frames.data(), &count) != JVMTI_ERROR_NONE || count == 0) return {};
  for (jint i = 0; i < count; ++i)
    if (method(jni, frames[i].method).own) return place(jni, frames[i]);
  return place(jni, frames[0]);
}

jint Jvm::state(jthread thread) const {
  jint out = 0;
  return ti->GetThreadState(thread, &out) == JVMTI_ERROR_NONE ? out : 0;
}

std::string Jvm::state_text(jint state) {
  if (state & JVMTI_THREAD_STATE_TERMINATED) return "TERMINATED";
  if (!(state & JVMTI_THREAD_STATE_ALIVE)) return "NEW";
  if (state & JVMTI_THREAD_STATE_BLOCKED_ON_MONITOR_ENTER) return "BLOCKED";
  if (state & JVMTI_THREAD_STATE_WAITING_WITH_TIMEOUT) return "TIMED_WAITING";
  return state & JVMTI_THREAD_STATE_WAITING ? "WAITING" : "RUNNABLE";
}

std::string Jvm::name(JNIEnv* jni, jthread thread, bool* daemon) const {
  jvmtiThreadInfo info{};
  if (ti->GetThreadInfo(thread, &info) != JVMTI_ERROR_NONE) return {};
  if (daemon) *daemon = info.is_daemon;
  if (info.thread_group) jni->DeleteLocalRef(info.thread_group);
  if (info.context_class_loader) jni->DeleteLocalRef(info.context_class_loader);
  return taken(ti, info.name);
}

std::vector<jmethodID> Jvm::methods(jclass klass, const std::string& name, const std::string& descriptor) const {
  std::vector<jmethodID> out;
  jint count = 0;
  jmethodID* all = nullptr;
  if (ti->GetClassMethods(klass, &count, &all) != JVMTI_ERROR_NONE) return out;
  for (jint i = 0; i < count; ++i) {
    char *text = nullptr, *type = nullptr;
    if (ti->GetMethodName(all[i], &text, &type, nullptr) != JVMTI_ERROR_NONE) continue;
    const std::string its_name = taken(ti, text), its_type = taken(ti, type);
    if (its_name == name && (descriptor.empty() || its_type == descriptor)) out.push_back(all[i]);
  }
  if (all) ti->Deallocate(reinterpret_cast<unsigned char*>(all));
  return out;
}

int Jvm::opcode_at(jmethodID method, jlocation bci) const {
  jint size = 0;
  unsigned char* code = nullptr;
  if (ti->GetBytecodes(method, &size, &code) != JVMTI_ERROR_NONE || !code) return -1;
  jint at = 0;
  while (at < bci && at < size) {
    const jint length = length_of(code, size, at);
    if (length <= 0) break;
    at += length;
  }
  const int out = at == bci && at < size ? code[at] : -1;
  ti->Deallocate(code);
  return out;
}

jfieldID Jvm::field(jclass klass, const std::string& name, const std::string& descriptor) const {
  jint count = 0;
  jfieldID *all = nullptr, out = nullptr;
  if (ti->GetClassFields(klass, &count, &all) != JVMTI_ERROR_NONE) return out;
  for (jint i = 0; i < count; ++i) {
    char *text = nullptr, *type = nullptr;
    if (ti->GetFieldName(klass, all[i], &text, &type, nullptr) != JVMTI_ERROR_NONE) continue;
    const std::string its_name = taken(ti, text), its_type = taken(ti, type);
    if (its_name == name && its_type == descriptor) out = all[i];
  }
  if (all) ti->Deallocate(reinterpret_cast<unsigned char*>(all));
  return out;
}

jvalue Jvm::value_of(JNIEnv* jni, jclass k, jobject object, jfieldID f, char& type) const {
  jvalue out{};
  char *name = nullptr, *descriptor = nullptr;
  if (ti->GetFieldName(k, f, &name, &descriptor, nullptr) != JVMTI_ERROR_NONE) return out;
  taken(ti, name);
  type = taken(ti, descriptor).front();
  switch (type) {
    case 'Z': out.z = object ? jni->GetBooleanField(object, f) : jni->GetStaticBooleanField(k, f); break;
    case 'B': out.b = object ? jni->GetByteField(object, f) : jni->GetStaticByteField(k, f); break;
    case 'C': out.c = object ? jni->GetCharField(object, f) : jni->GetStaticCharField(k, f); break;
    case 'S': out.s = object ? jni->GetShortField(object, f) : jni->GetStaticShortField(k, f); break;
    case 'I': out.i = object ? jni->GetIntField(object, f) : jni->GetStaticIntField(k, f); break;
    case 'J': out.j = object ? jni->GetLongField(object, f) : jni->GetStaticLongField(k, f); break;
    case 'F': out.f = object ? jni->GetFloatField(object, f) : jni->GetStaticFloatField(k, f); break;
    case 'D': out.d = object ? jni->GetDoubleField(object, f) : jni->GetStaticDoubleField(k, f); break;
    default: out.l = object ? jni->GetObjectField(object, f) : jni->GetStaticObjectField(k, f);
  }
  return out;
}

std::string Jvm::value_text(JNIEnv* jni, char type, jvalue value) const {
  switch (type) {
    case 'Z': return value.z ? "1" : "0";
    case 'B': return std::to_string(value.b);
    case 'C': return std::to_string(value.c);
    case 'S': return std::to_string(value.s);
    case 'F':  // its bits
    case 'I': return std::to_string(value.i);
    case 'D':
    case 'J': return std::to_string(value.j);
    default: return value.l ? class_of(jni, value.l) : "null";
  }
}

jlong Jvm::run_time(JNIEnv* jni, jthread thread) {
  jmethodID method = nullptr;
  jlocation at = -1;
  jlong time = -1;
  if (ti->GetFrameLocation(thread, 0, &method, &at) != JVMTI_ERROR_NONE) return -1;
  if (at < 0 && !initialises(this->method(jni, method))) return -1;
  return ti->GetThreadCpuTime(thread, &time) == JVMTI_ERROR_NONE ? time : -1;
}

std::string Jvm::text_of(JNIEnv* jni, jobject object) const {
  const jclass k = jni->GetObjectClass(object);
  const jmethodID to_string = jni->GetMethodID(k, "toString", "()Ljava/lang/String;");
  const auto text = to_string ? static_cast<jstring>(jni->CallObjectMethod(object, to_string)) : nullptr;
  std::string out;
  if (jni->ExceptionCheck()) jni->ExceptionClear();
  else if (text) {
    const char* bytes = jni->GetStringUTFChars(text, nullptr);
    out = bytes ? bytes : "";
    if (bytes) jni->ReleaseStringUTFChars(text, bytes);
  }
  if (text) jni->DeleteLocalRef(text);
  jni->DeleteLocalRef(k);
  return out;
}

}  // namespace jmc::force
