// What the agent asks the JVM: names, places, states, stacks. Every function may be called from any thread that is
// attached; none throws. Local references are given back.
#pragma once

#include <jvmti.h>

#include <string>
#include <unordered_map>
#include <vector>

namespace jmc::force {

// Of a method, looked up once.
struct MethodInfo {
  std::string klass, name, descriptor;  // "java/lang/Object"
  bool own = false;                     // of the program: no class of the JDK, and none that was made while it ran
};

class Jvm {
 public:
  explicit Jvm(jvmtiEnv* jvmti) : ti(jvmti) {}

  jvmtiEnv* const ti;

  std::string class_name(jclass klass) const;  // "java/lang/Object"; of a hidden class with a number behind it,
  static std::string without_number(std::string name);  // and without
  std::string class_of(JNIEnv* jni, jobject object) const;
  const MethodInfo& method(JNIEnv* jni, jmethodID method);
  // The frames of the program's own code, innermost first, as the schedule has them: "Put.run()V@3|".
  std::string chain(JNIEnv* jni, jthread thread);
  // "Put.run(Put.java:9)", innermost first; at most `most`.
  std::vector<std::string> stack(JNIEnv* jni, jthread thread, int most);
  // The innermost of them that is the program's own, else the innermost.
  std::string where(JNIEnv* jni, jthread thread);
  jint state(jthread thread) const;  // 0: it has not started
  static std::string state_text(jint state);
  std::string name(JNIEnv* jni, jthread thread, bool* daemon = nullptr) const;
  // The methods of a class that have this name and, unless that is empty, this descriptor.
  std::vector<jmethodID> methods(jclass klass, const std::string& name, const std::string& descriptor) const;
  // Of one that is not in native code, but for what may wait there until a class is initialised: how long it has run,
  // in ns; -1: it is, or that is not known.
  jlong run_time(JNIEnv* jni, jthread thread);
  // Of the instruction at this place; -1: none begins there (a breakpoint would break the method), or it is not known.
  int opcode_at(jmethodID method, jlocation bci) const;
  // The first field of a class of this name and descriptor; null: it has none.
  jfieldID field(jclass klass, const std::string& name, const std::string& descriptor) const;
  // What a field holds; `object`: null for a static one. Its type is told in `type`.
  jvalue value_of(JNIEnv* jni, jclass klass, jobject object, jfieldID field, char& type) const;
  // A number, the bits of one with a point, "null", or the class of an object.
  std::string value_text(JNIEnv* jni, char type, jvalue value) const;
  std::string text_of(JNIEnv* jni, jobject object) const;  // toString(); runs code of the program

 private:
  std::string place(JNIEnv* jni, const jvmtiFrameInfo& frame);
  bool is_own(JNIEnv* jni, jclass klass, const std::string& name) const;
  std::unordered_map<jmethodID, MethodInfo> methods_;
};

}  // namespace jmc::force
