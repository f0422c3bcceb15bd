#include "conductor.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace jmc::force {

namespace {

// Bytes from a stop to the access to a field that jmc has in one instruction with what loads the object.
constexpr jlocation kFused = 4;

std::string one_line(std::string text) {
  for (char& c : text)
    if (c == '\n' || c == '\t' || c == '\r') c = ' ';
  return text;
}

}  // namespace

bool& busy() {
  thread_local bool on = false;
  return on;
}

Conductor::Conductor(jvmtiEnv* jvmti, Schedule schedule, FILE* log)
    : jvm_(jvmti),
      schedule_(std::move(schedule)),
      log_(log),
      threads_(schedule_.threads.size()),
      end_(Clock::now() + std::chrono::milliseconds(schedule_.limit)) {
  for (size_t t = 0; t < schedule_.threads.size(); ++t)
    for (size_t s = 0; s < schedule_.threads[t].stops.size(); ++s) {
      const Stop& stop = schedule_.threads[t].stops[s];
      if (stop.how != How::At) continue;
      const auto same = std::find_if(places_.begin(), places_.end(), [&](const Place& p) {
        return p.klass == stop.klass && p.method == stop.method && p.descriptor == stop.descriptor && p.bci == stop.bci;
      });
      const size_t index = static_cast<size_t>(same - places_.begin());
      if (same == places_.end()) {
        places_.push_back({stop.klass, stop.method, stop.descriptor, stop.bci, stop.opcode});
        places_of_.emplace(stop.klass, index);
      }
      place_of_stop_[{static_cast<int>(t), s}] = index;
    }
}

void Conductor::say(const std::string& line) {
  std::fprintf(log_, "%s\n", line.c_str());
  std::fflush(log_);
}

// What the program printed has been written by then: its streams do not keep what ends a line.
void Conductor::over(const char* how) {
  say(std::string("over\t") + how);
  _exit(0);
}

void Conductor::watch_fields(jclass klass, const std::string& name) {
  for (const ScheduledThread& thread : schedule_.threads)
    for (const Stop& stop : thread.stops) {
      if (stop.watch != Watch::Field || stop.holder != name) continue;
      if (const jfieldID field = jvm_.field(klass, stop.field, stop.type)) {
        jvm_.ti->SetFieldAccessWatch(klass, field);  // twice is no harm
        jvm_.ti->SetFieldModificationWatch(klass, field);
      }
    }
}

void Conductor::class_there(JNIEnv* jni, jclass klass) {
  const std::string name = jvm_.class_name(klass);
  const bool thread = name == "java/lang/Thread", is_virtual = name == "java/lang/VirtualThread";
  const Lock lock(mutex_);
  if (schedule_.fields) watch_fields(klass, name);
  const auto [first, last] = places_of_.equal_range(Jvm::without_number(name));
  for (auto it = first; it != last; ++it) {
    const Place& p = places_[it->second];
    for (const jmethodID m : jvm_.methods(klass, p.method, p.descriptor)) {
      // In another class file there may be another instruction, or the middle of one.
      if (jvm_.opcode_at(m, p.bci) != p.opcode) {
        say("problem\t" + p.klass + "." + p.method +
            " is another one in this class file: it has not the instruction at " + std::to_string(p.bci));
        continue;
      }
      breakpoints_[{m, p.bci}] = it->second;
      const jvmtiError e = jvm_.ti->SetBreakpoint(m, p.bci);
      if (e != JVMTI_ERROR_NONE && e != JVMTI_ERROR_DUPLICATE)
        say("problem\tno breakpoint at " + p.klass + "." + p.method + "@" + std::to_string(p.bci) + ": error " +
            std::to_string(e));
    }
  }
  const auto watch = [&](const char* method, const char* descriptor, Special what) {
    for (const jmethodID m : jvm_.methods(klass, method, descriptor)) {
      special_[m] = what;
      jvm_.ti->SetBreakpoint(m, 0);
    }
  };
  if (thread) {
    watch("start", "", Special::Start);
    watch("dispatchUncaughtException", "(Ljava/lang/Throwable;)V", Special::Uncaught);
  }
  // Its other start() calls this one.
  if (is_virtual) watch("start", "(Ljdk/internal/vm/ThreadContainer;)V", Special::Start);
}

Conductor::Thread* Conductor::of(JNIEnv* jni, jthread thread) {
  void* mine = nullptr;
  if (jvm_.ti->GetThreadLocalStorage(thread, &mine) != JVMTI_ERROR_NONE || !mine) return nullptr;
  return static_cast<Thread*>(mine);
}

const Stop* Conductor::next_stop(const Thread& t) const {
  const std::vector<Stop>& stops = schedule_.threads[static_cast<size_t>(number(t))].stops;
  return t.next < stops.size() ? &stops[t.next] : nullptr;
}

void Conductor::class_initialised(jclass klass) {
  const std::string name = jvm_.class_name(klass);
  for (const ScheduledThread& t : schedule_.threads)
    for (const Stop& stop : t.stops)
      if (stop.within == name) initialised_.insert(name);
}

// They are read when a collection is iterated over, and not by where it holds its elements (Set.of, Map.of).
void Conductor::set_drawn(JNIEnv* jni) {
  for (const Drawn& d : schedule_.drawn) {
    const jclass k = jni->FindClass(d.klass.c_str());
    const jfieldID field = k ? jvm_.field(k, d.field, d.type) : nullptr;
    if (jni->ExceptionCheck()) jni->ExceptionClear();
    if (!field) continue;
    if (d.type == "J") jni->SetStaticLongField(k, field, d.value);
    else jni->SetStaticBooleanField(k, field, d.value != 0);
  }
}

void Conductor::main_thread(JNIEnv* jni, jthread thread) {
  set_drawn(jni);
  const Lock lock(mutex_);
  begun_ = true;
  for (Thread& each : threads_)
    for (const Stop* stop = next_stop(each); stop && left_out(*stop); stop = next_stop(each)) ++each.next;
  Thread& t = threads_[0];
  t.object = jni->NewGlobalRef(thread);
  t.state = State::Running;
  jvm_.ti->SetThreadLocalStorage(thread, &t);
}

// Threads that the JDK starts for itself are no threads of the schedule.
void Conductor::starts(JNIEnv* jni, jthread parent, jobject child) {
  if (jvm_.state(child) != 0) return;  // it has been started: this is an error of the program
  const std::string klass = jvm_.class_of(jni, child);
  if (klass == "jdk/internal/misc/InnocuousThread" || klass == "jdk/internal/misc/CarrierThread") return;
  const Lock lock(mutex_);
  Thread* const p = of(jni, parent);
  if (!p) return;
  const int nth = ++p->children;
  for (size_t i = 0; i < threads_.size(); ++i) {
    const ScheduledThread& s = schedule_.threads[i];
    if (s.starter != number(*p) || s.nth != nth || threads_[i].object) continue;
    threads_[i].object = jni->NewGlobalRef(child);
    threads_[i].is_virtual = klass == "java/lang/VirtualThread";
    return;
  }
}

void Conductor::started(JNIEnv* jni, jthread thread) {
  const Lock lock(mutex_);
  for (Thread& t : threads_)
    if (t.state == State::Unborn && t.object && jni->IsSameObject(t.object, thread)) {
      t.state = State::Running;
      jvm_.ti->SetThreadLocalStorage(thread, &t);
      changed_.notify_all();
      return;
    }
}

// Stays until it is its turn, or nobody's any more.
void Conductor::hold(Thread& t, State how, Lock& lock) {
  t.state = how;
  t.granted = false;
  changed_.notify_all();
  changed_.wait(lock, [&] { return t.granted || (free_ && !t.kept); });
  t.granted = false;
  if (t.state != State::Ended) t.state = State::Running;
  to_next(t);
}

// From the stop that it is at.
void Conductor::to_next(Thread& t) {
  t.hits = 0;
  ++t.next;
  for (const Stop* stop = next_stop(t); stop && left_out(*stop); stop = next_stop(t)) ++t.next;
}

void Conductor::reached(JNIEnv* jni, jthread thread, jmethodID method, jlocation at) {
  if (busy()) return;
  if (at == 0) {
    Special special = Special::None;
    {
      const Lock lock(mutex_);
      if (const auto it = special_.find(method); it != special_.end()) special = it->second;
    }
    jobject argument = nullptr;
    const jint slot = special == Special::Uncaught ? 1 : 0;
    if (special != Special::None && jvm_.ti->GetLocalObject(thread, 0, slot, &argument) == JVMTI_ERROR_NONE &&
        argument) {
      if (special == Special::Start) starts(jni, thread, argument);
      else thrown(jni, thread, argument);
      jni->DeleteLocalRef(argument);
    }
  }
  Lock lock(mutex_);
  Thread* const t = of(jni, thread);
  if (dead_ || (free_ && !(t && t->kept))) return;
  const auto here = breakpoints_.find({method, at});
  if (!t || here == breakpoints_.end()) return;
  // Where an operation was thought to wait, and did not, the thread comes to a later stop.
  const std::vector<Stop>& stops = schedule_.threads[static_cast<size_t>(number(*t))].stops;
  size_t next = t->next;
  while (next < stops.size() && stops[next].how == How::In) ++next;
  if (next == stops.size() || stops[next].how != How::At) return;
  if (place_of_stop_[{number(*t), next}] != here->second) return;
  if (!stops[next].chain.empty() && jvm_.chain(jni, thread) != stops[next].chain) return;
  if (++t->hits < stops[next].count) return;
  t->next = next;
  watches(*t, thread, nullptr);
  hold(*t, State::Held, lock);
  if (!free_) watches(*t, thread, &stops[next]);
  if (!stops[next].answers || free_) return;
  t->answers = &stops[next];
  jvm_.ti->SetEventNotificationMode(JVMTI_ENABLE, JVMTI_EVENT_METHOD_ENTRY, thread);
}

void Conductor::watches(Thread& t, jthread thread, const Stop* stop) {
  const auto returned = [](const Stop* s) { return s && s->watch == Watch::Returned; };
  const bool before = returned(t.watches), now = returned(stop);
  t.watches = stop && stop->watch != Watch::Nothing ? stop : nullptr;
  if (before != now)
    jvm_.ti->SetEventNotificationMode(now ? JVMTI_ENABLE : JVMTI_DISABLE, JVMTI_EVENT_METHOD_EXIT, thread);
}

void Conductor::accessed(JNIEnv* jni, jthread thread, jmethodID method, jlocation at, jclass klass, jobject object,
                         jfieldID field, const jvalue* written) {
  if (busy()) return;
  int step = 0;
  {
    const Lock lock(mutex_);
    Thread* const t = of(jni, thread);
    const Stop* const stop = t ? t->watches : nullptr;
    if (!stop || stop->watch != Watch::Field || at < stop->bci || at > stop->bci + kFused) return;
    const MethodInfo& m = jvm_.method(jni, method);
    if (m.name != stop->method || m.descriptor != stop->descriptor || Jvm::without_number(m.klass) != stop->klass)
      return;
    step = stop->step;
    t->watches = nullptr;
  }
  busy() = true;  // to read it is an access, too
  char type = 0;
  jvalue value = jvm_.value_of(jni, klass, object, field, type);
  if (written) value = *written;
  const std::string text = jvm_.value_text(jni, type, value);
  busy() = false;
  const Lock lock(mutex_);
  say("seen\t" + std::to_string(step) + (written ? "\twrites\t" : "\treads\t") + text);
}

void Conductor::returned(JNIEnv* jni, jthread thread, jmethodID method, jvalue value) {
  if (busy()) return;
  const Lock lock(mutex_);
  Thread* const t = of(jni, thread);
  const Stop* const stop = t ? t->watches : nullptr;
  if (!stop || stop->watch != Watch::Returned) return;
  const MethodInfo callee = jvm_.method(jni, method);
  const bool memory = callee.klass == "jdk/internal/misc/Unsafe" || callee.klass == "sun/misc/Unsafe" ||
                      callee.klass.compare(0, 17, "java/lang/invoke/") == 0;
  // Classes and calls may be resolved there first. What a method handle returns is its method's, and handles
  // themselves are of classes that each JVM makes.
  if (!memory || callee.klass.compare(0, 29, "java/lang/invoke/MethodHandle") == 0 ||
      callee.klass.find("CallSite") != std::string::npos)
    return;
  jvmtiFrameInfo frames[2];
  jint count = 0;
  if (jvm_.ti->GetStackTrace(thread, 0, 2, frames, &count) != JVMTI_ERROR_NONE || count < 2) return;
  const MethodInfo& caller = jvm_.method(jni, frames[1].method);
  if (frames[1].location != stop->bci || caller.name != stop->method || caller.descriptor != stop->descriptor ||
      Jvm::without_number(caller.klass) != stop->klass)
    return;
  const char type = callee.descriptor[callee.descriptor.find(')') + 1];
  watches(*t, thread, nullptr);
  if (type != 'V') say("seen\t" + std::to_string(stop->step) + "\treturns\t" + jvm_.value_text(jni, type, value));
}

// A method that the thread calls from where it was held returns what the schedule says.
void Conductor::entered(JNIEnv* jni, jthread thread, jmethodID method) {
  if (busy()) return;
  const Lock lock(mutex_);
  Thread* const t = of(jni, thread);
  if (!t || !t->answers) return;
  jvmtiFrameInfo frames[2];
  jint count = 0;
  if (jvm_.ti->GetStackTrace(thread, 0, 2, frames, &count) != JVMTI_ERROR_NONE || count < 2) return;
  const MethodInfo& caller = jvm_.method(jni, frames[1].method);
  const MethodInfo callee = jvm_.method(jni, method);
  const char type = callee.descriptor[callee.descriptor.find(')') + 1];
  // Classes may be loaded there first.
  if (caller.klass != t->answers->klass || caller.name != t->answers->method || frames[1].location != t->answers->bci ||
      callee.klass == "java/lang/ClassLoader" || (type != 'I' && type != 'J'))
    return;
  const int64_t value = t->answers->answer;
  t->answers = nullptr;
  jvm_.ti->SetEventNotificationMode(JVMTI_DISABLE, JVMTI_EVENT_METHOD_ENTRY, thread);
  const jvmtiError e = type == 'J' ? jvm_.ti->ForceEarlyReturnLong(thread, value)
                                   : jvm_.ti->ForceEarlyReturnInt(thread, static_cast<jint>(value));
  if (e != JVMTI_ERROR_NONE)
    say("problem\t" + callee.klass + "." + callee.name + " could not be answered for: error " + std::to_string(e));
}

void Conductor::thrown(JNIEnv* jni, jthread thread, jobject exception) {
  const std::string name = jvm_.class_of(jni, exception);
  busy() = true;
  const std::string text = jvm_.text_of(jni, exception);
  busy() = false;
  const Lock lock(mutex_);
  const Thread* const t = of(jni, thread);
  const int who = t ? number(*t) : -1;
  std::string dotted = name;
  std::replace(dotted.begin(), dotted.end(), '/', '.');
  say("thrown\t" + std::to_string(who) + "\t" + dotted + "\t" + one_line(text));
  if (dotted == schedule_.exception && who == schedule_.of_thread) seen_ = true;
}

void Conductor::ends(JNIEnv* jni, jthread thread) {
  Lock lock(mutex_);
  Thread* const t = of(jni, thread);
  if (!t || t->state == State::Ended) return;
  const Stop* stop = next_stop(*t);
  while (stop && stop->how == How::In) ++t->next, stop = next_stop(*t);
  if (stop && stop->how == How::Out && !free_ && !dead_) hold(*t, State::Leaving, lock);
  t->state = State::Ended;
  changed_.notify_all();
}

// Waits of virtual threads are their carriers'.
Conductor::Ends Conductor::begins_to_wait(bool& for_ever) {
  const bool never_over = std::exchange(for_ever, false);
  if (!begun_) return Ends::ByItself;
  const Lock lock(mutex_);
  Thread* const t = of(nullptr, nullptr);
  if (!t || t->is_virtual || dead_) return Ends::ByItself;
  t->for_ever = for_ever = never_over;
  if (free_ || busy()) return Ends::ByItself;
  const std::vector<Stop>& stops = schedule_.threads[static_cast<size_t>(number(*t))].stops;
  bool inside = false;  // more than one step may be inside of it, which may end it
  for (size_t i = t->next; i < stops.size() && stops[i].how == How::In && stops[i].step; ++i) {
    if (stops[i].by_time) return Ends::ByTimeLater;
    inside = true;
  }
  if (inside) return Ends::ByOthers;
  return t->next > 0 && stops[t->next - 1].by_time ? Ends::ByTime : Ends::ByItself;
}

void Conductor::has_waited() {
  const Lock lock(mutex_);
  if (Thread* const t = of(nullptr, nullptr)) t->for_ever = false;
}

void Conductor::vm_dies() {
  const Lock lock(mutex_);
  dead_ = true;
  free_ = true;
  say("died");
  changed_.notify_all();
}

}  // namespace jmc::force
