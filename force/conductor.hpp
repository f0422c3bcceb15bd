// Holds the threads of a program where a schedule has them, and gives each its turn.
//
// Threads call the first group of functions from the agent's callbacks; they are held inside of them, in native code,
// so that the JVM can go on. A thread of the agent runs conduct(). What happens is told in a log that jmc reads
// (check/confirm/java_run.hpp has its lines); when nothing is left to see, the process ends.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "jvm.hpp"
#include "schedule.hpp"

namespace jmc::force {

class Conductor {
 public:
  // `log` is open for writing, and the agent's until the process ends.
  Conductor(jvmtiEnv* jvmti, Schedule schedule, FILE* log);

  void class_there(JNIEnv* jni, jclass klass);
  // Before main_thread().
  void class_initialised(jclass klass);
  void main_thread(JNIEnv* jni, jthread thread);
  void starts(JNIEnv* jni, jthread parent, jobject child);
  void started(JNIEnv* jni, jthread thread);
  void reached(JNIEnv* jni, jthread thread, jmethodID method, jlocation at);
  void entered(JNIEnv* jni, jthread thread, jmethodID method);
  // Before it: `written` is null for a read.
  void accessed(JNIEnv* jni, jthread thread, jmethodID method, jlocation at, jclass klass, jobject object,
                jfieldID field, const jvalue* written);
  void returned(JNIEnv* jni, jthread thread, jmethodID method, jvalue value);
  void thrown(JNIEnv* jni, jthread thread, jobject exception);
  void ends(JNIEnv* jni, jthread thread);
  void vm_dies();

  // Of a timed wait that the present thread begins: what is to end it. `for_ever`: its time is never over; it stays so
  // if has_waited() is to be called behind it.
  // "ByTimeLater": where it has to be found waiting first, since others have their turns before.
  enum class Ends : uint8_t { ByItself, ByTime, ByTimeLater, ByOthers };
  Ends begins_to_wait(bool& for_ever);
  void has_waited();

  void conduct(JNIEnv* jni);
  bool tells_fields() const { return schedule_.fields; }
  bool has_times() const { return schedule_.times || schedule_.expected == Expected::Deadlock; }

 private:
  using Clock = std::chrono::steady_clock;
  using Lock = std::unique_lock<std::mutex>;
  enum class State : uint8_t { Unborn, Running, Held, Inside, Leaving, Ended };
  struct Thread {
    State state = State::Unborn;
    jobject object = nullptr;  // global; null: it has not been started
    size_t next = 0;           // of its stops
    int hits = 0;              // of the next stop that it comes to
    int children = 0;
    const Stop* answers = nullptr;  // the method that it calls next, from that stop, is answered for
    const Stop* watches = nullptr;  // what it does at that stop, where it was held last, is to be told
    bool granted = false;
    bool for_ever = false;  // it is in a wait for a time that is never over
    bool is_virtual = false;
    bool kept = false;  // a daemon that had more to do when the program came to its end: it does not go on
    int blocked = 0;    // times in a row that it was seen to wait
    jint seen = 0;      // its state then
    jlong ran = -1;     // and how long it had run: one that waits for a class to be initialised is said to run,
    int still = 0;      // and does not; times in a row that this was seen
  };
  struct Place {
    std::string klass, method, descriptor;
    jlocation bci;
    int opcode;
  };
  enum class Special : uint8_t { None, Start, Uncaught };

  Thread* of(JNIEnv* jni, jthread thread);
  const Stop* next_stop(const Thread& t) const;
  int number(const Thread& t) const { return static_cast<int>(&t - threads_.data()); }
  void hold(Thread& t, State how, Lock& lock);
  void to_next(Thread& t);
  bool left_out(const Stop& stop) const { return !stop.within.empty() && initialised_.count(stop.within); }
  void watches(Thread& t, jthread thread, const Stop* stop);
  void set_drawn(JNIEnv* jni);
  void watch_fields(jclass klass, const std::string& name);
  void look(JNIEnv* jni);
  void look_at(Thread& t, const Stop* next);
  bool settled(const Thread& t) const;
  void look_whether_still(JNIEnv* jni, Thread& t);
  bool all_stand() const;
  bool arrive(JNIEnv* jni, const Schedule::Step& step, Lock& lock);
  void settle(JNIEnv* jni, const Thread& t, Lock& lock);
  void grant(Thread& t);
  void departed(JNIEnv* jni, const Schedule::Step& step, const std::string& why);
  void free_all();
  void keep_daemons(JNIEnv* jni);
  void watch(JNIEnv* jni, Lock& lock, bool patient);
  bool program_stuck(JNIEnv* jni, bool& any);
  void dump(JNIEnv* jni);
  [[noreturn]] void over(const char* how);
  void say(const std::string& line);
  std::string stands(JNIEnv* jni, const Thread& t);
  bool seen_expected() const;
  bool late() const { return Clock::now() >= end_; }

  Jvm jvm_;
  const Schedule schedule_;
  FILE* log_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Thread> threads_;
  std::vector<Place> places_;
  std::multimap<std::string, size_t> places_of_;  // by class
  std::map<std::pair<jmethodID, jlocation>, size_t> breakpoints_;
  std::map<jmethodID, Special> special_;
  std::set<std::string> initialised_;  // before main began, of those in whose initialisation there are stops
  std::map<std::pair<int, size_t>, size_t> place_of_stop_;
  bool free_ = false, dead_ = false, seen_ = false;
  std::atomic<bool> begun_ = false;  // main has
  Clock::time_point end_;
  jlong worked_ = -1;            // how long all threads of the program had run when it was last looked at,
  Clock::time_point worked_at_;  // and when that was seen to grow
  jlong ran_ = -1;               // all threads that are said to run, together, when it was last looked at
};

// Of the present thread: it runs code for the agent, whose breakpoints are no stops.
bool& busy();

}  // namespace jmc::force
