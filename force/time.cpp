#include "time.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <atomic>
#include <climits>
#include <utility>

#include "conductor.hpp"

namespace jmc::force {

namespace {

using Nanos = jlong;

constexpr Nanos kMilli = 1'000'000;
constexpr Nanos kMoment = kMilli;                                   // that a wait takes whose time is to be over
constexpr Nanos kFound = 250 * kMilli;                              // ... and which is to be seen to wait before that
constexpr Nanos kOthersTake = 5'000 * kMilli;                       // at least, where others are to end it
constexpr Nanos kForEver = Nanos{100} * 365 * 86'400'000 * kMilli;  // from a hundred years on: it is never over

std::atomic<Conductor*> conductor = nullptr;
// How far the clock was set forward. It only grows.
std::atomic<Nanos> ahead = 0;

Nanos nanos_of_millis(jlong millis) { return millis > LLONG_MAX / kMilli ? LLONG_MAX : millis * kMilli; }

// Waits for `nanos` by calling `wait` with the time that it really takes.
template <class Wait>
void wait_for(Nanos nanos, Wait wait) {
  Conductor* const c = conductor;
  if (!c || nanos <= 0) return wait(nanos);
  bool for_ever = nanos >= kForEver;
  const Conductor::Ends ends = c->begins_to_wait(for_ever);
  switch (ends) {
    case Conductor::Ends::ByItself: wait(nanos); break;
    case Conductor::Ends::ByOthers: wait(std::max(nanos, kOthersTake)); break;
    case Conductor::Ends::ByTime:
    case Conductor::Ends::ByTimeLater:
      wait(std::min(nanos, ends == Conductor::Ends::ByTime ? kMoment : kFound));
      for (Nanos now = ahead; !ahead.compare_exchange_weak(now, nanos > LLONG_MAX / 2 - now ? now : now + nanos);) {}
      break;
  }
  if (for_ever) c->has_waited();
}

jlong (*own_nano_time)(JNIEnv*, jclass) = nullptr;
jlong (*own_millis)(JNIEnv*, jclass) = nullptr;
void (*own_park)(JNIEnv*, jobject, jboolean, jlong) = nullptr;
void (*own_wait)(JNIEnv*, jobject, jlong) = nullptr;
void (*own_sleep)(JNIEnv*, jclass, jlong) = nullptr;
void (*own_sleep_nanos)(JNIEnv*, jclass, jlong) = nullptr;

jlong JNICALL nano_time(JNIEnv* jni, jclass k) { return own_nano_time(jni, k) + ahead; }
jlong JNICALL millis(JNIEnv* jni, jclass k) { return own_millis(jni, k) + ahead / kMilli; }

// In whole milliseconds, which the JVM's own is given.
jlong whole_millis(Nanos nanos) { return nanos / kMilli + (nanos % kMilli != 0); }

// `millis`, of which `nanos` may be as many as a number holds.
jlong millis_or(Nanos nanos, jlong millis) { return nanos == LLONG_MAX ? millis : whole_millis(nanos); }

void JNICALL park(JNIEnv* jni, jobject unsafe, jboolean absolute, jlong time) {
  if (!absolute) return wait_for(time, [&](Nanos nanos) { own_park(jni, unsafe, absolute, nanos); });
  if (!own_millis) return own_park(jni, unsafe, absolute, time);
  // A date: by the clock that the program sees.
  const jlong now = own_millis(jni, nullptr);
  const jlong left = time - (now + ahead / kMilli);
  if (left <= 0) return own_park(jni, unsafe, absolute, time);
  wait_for(nanos_of_millis(left), [&](Nanos nanos) {
    const jlong for_millis = whole_millis(nanos);
    own_park(jni, unsafe, absolute, for_millis > LLONG_MAX - now ? LLONG_MAX : now + for_millis);
  });
}

// 0 is for ever, and no time. What a virtual thread does here may be left in the middle, to be gone on with by another
// one: nothing may come behind it.
void JNICALL wait(JNIEnv* jni, jobject object, jlong time) {
  if (time <= 0) return own_wait(jni, object, time);
  wait_for(nanos_of_millis(time), [&](Nanos nanos) { own_wait(jni, object, millis_or(nanos, time)); });
}

void JNICALL sleep(JNIEnv* jni, jclass k, jlong time) {
  wait_for(nanos_of_millis(time), [&](Nanos nanos) { own_sleep(jni, k, millis_or(nanos, time)); });
}

void JNICALL sleep_nanos(JNIEnv* jni, jclass k, jlong time) {
  wait_for(time, [&](Nanos nanos) { own_sleep_nanos(jni, k, nanos); });
}

template <class Function>
void* keep(Function*& own, void* address, Function* instead) {
  own = reinterpret_cast<Function*>(address);
  return reinterpret_cast<void*>(instead);
}

}  // namespace

void set_time_of(Conductor* c) { conductor = c; }

void* instead_of(const std::string& klass, const std::string& method, const std::string& descriptor, void* own) {
  const std::string name = klass + "." + method + descriptor;
  if (name == "java/lang/System.nanoTime()J") return keep(own_nano_time, own, &nano_time);
  if (name == "java/lang/System.currentTimeMillis()J") return keep(own_millis, own, &millis);
  if (name == "jdk/internal/misc/Unsafe.park(ZJ)V") return keep(own_park, own, &park);
  // Their names and units have changed; what has another name keeps its own time.
  if (name == "java/lang/Thread.sleep(J)V") return keep(own_sleep, own, &sleep);
  if (name == "java/lang/Thread.sleepNanos0(J)V") return keep(own_sleep_nanos, own, &sleep_nanos);
  return nullptr;
}

void replace_wait(JNIEnv* jni) {
  void* const own = dlsym(RTLD_DEFAULT, "JVM_MonitorWait");
  const jclass object = jni->FindClass("java/lang/Object");
  if (!own || !object) return;
  keep(own_wait, own, &wait);
  const auto has = [&](const char* name) {
    const jmethodID method = jni->GetMethodID(object, name, "(J)V");
    jni->ExceptionClear();
    return method != nullptr;
  };
  // In newer releases wait(long) calls it.
  const char* const name = has("wait0") ? "wait0" : "wait";
  const JNINativeMethod method{const_cast<char*>(name), const_cast<char*>("(J)V"), reinterpret_cast<void*>(&wait)};
  jni->RegisterNatives(object, &method, 1);
  jni->ExceptionClear();
}

}  // namespace jmc::force
