// The agent's own thread: whose turn it is, and what came of it.
#include <dirent.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "conductor.hpp"

namespace jmc::force {

namespace {

using namespace std::chrono_literals;

constexpr auto kLook = 1ms;  // how often states of threads are looked at
constexpr int kStands = 4;   // looks in a row that a thread must be seen to wait for it to be taken for waiting
constexpr int kStill = 100;  // ... and not to run, though it is said to
// Without any thread that could go on, for a thread that is to come to its stop.
constexpr auto kPatience = 400ms;
// For a thread that runs: it may load classes, or wait until a time is over.
constexpr auto kRunning = 10s;
constexpr auto kUnsettled = 2s;    // for what a thread does after its operation, of which nobody can tell
constexpr auto kOutcome = 3s;      // after the schedule, for what it leads to
constexpr auto kEndless = 1500ms;  // for what is said to have no end
constexpr auto kTimedOut = 5s;     // without any work, for threads that only wait until a time is over
constexpr auto kStuck = 250ms;     // that nothing moves, for a deadlock
constexpr int kStackShown = 40;

constexpr jint kBlocked = JVMTI_THREAD_STATE_BLOCKED_ON_MONITOR_ENTER;
constexpr jint kTimed = JVMTI_THREAD_STATE_WAITING_WITH_TIMEOUT;

// Some other thread of the process could run, and may be waiting for a processor: on a busy machine one that uses none
// is not for that reason one that waits.
bool another_could_run() {
  const std::string own = std::to_string(syscall(SYS_gettid));
  DIR* const tasks = opendir("/proc/self/task");
  if (!tasks) return true;
  bool runs = false;
  while (const dirent* task = runs ? nullptr : readdir(tasks)) {
    if (task->d_name[0] == '.' || own == task->d_name) continue;
    std::ifstream file("/proc/self/task/" + std::string(task->d_name) + "/stat");
    std::string line;
    std::getline(file, line);
    const size_t name = line.rfind(')');
    runs = name != std::string::npos && name + 2 < line.size() && line[name + 2] == 'R';
  }
  closedir(tasks);
  return runs;
}

}  // namespace

// It waits in the operation of its last stop: from now on until its turn comes.
void Conductor::look_at(Thread& t, const Stop* next) {
  t.seen = jvm_.state(static_cast<jthread>(t.object));
  if (t.seen & JVMTI_THREAD_STATE_TERMINATED) t.state = State::Ended;
  const bool waits = t.seen & (JVMTI_THREAD_STATE_WAITING | kBlocked);
  t.blocked = waits ? t.blocked + 1 : 0;
  if (!next || next->how != How::In || t.blocked < kStands || (t.seen & kBlocked)) return;
  const auto thread = static_cast<jthread>(t.object);
  if (jvm_.ti->SuspendThread(thread) != JVMTI_ERROR_NONE) return;
  if (jvm_.state(thread) & JVMTI_THREAD_STATE_WAITING) t.state = State::Inside;
  else jvm_.ti->ResumeThread(thread);
}

void Conductor::look(JNIEnv* jni) {
  for (Thread& t : threads_) {
    if (!t.object || t.state != State::Running) continue;
    look_at(t, next_stop(t));
    look_whether_still(jni, t);
  }
}

void Conductor::look_whether_still(JNIEnv* jni, Thread& t) {
  const bool runs = t.state == State::Running && !t.blocked;
  const jlong ran = runs ? jvm_.run_time(jni, static_cast<jthread>(t.object)) : -1;
  t.still = ran >= 0 && ran == t.ran && !(t.still >= kStill - 1 && another_could_run()) ? t.still + 1 : 0;
  t.ran = ran;
}

// It has done its operation, and what it did after it that nobody can tell.
bool Conductor::settled(const Thread& t) const {
  if (t.state != State::Running) return true;
  return (t.blocked >= kStands && !(t.seen & kTimed)) || t.still >= kStill;
}

bool Conductor::all_stand() const {
  return std::all_of(threads_.begin(), threads_.end(),
                     [&](const Thread& t) { return t.state == State::Unborn ? !t.object : settled(t); });
}

void Conductor::settle(JNIEnv* jni, const Thread& t, Lock& lock) {
  const auto until = std::min(Clock::now() + kUnsettled, end_);
  for (look(jni); !settled(t) && !dead_ && Clock::now() < until; look(jni)) changed_.wait_for(lock, kLook);
}

// False: it departed, which is told.
bool Conductor::arrive(JNIEnv* jni, const Schedule::Step& step, Lock& lock) {
  Thread& t = threads_[static_cast<size_t>(step.thread)];
  const auto there = [&] {
    return t.next == step.stop && (t.state == State::Held || t.state == State::Inside || t.state == State::Leaving);
  };
  const auto began = Clock::now();
  auto moved = began;
  for (look(jni); !there() && t.next <= step.stop; look(jni)) {
    if (dead_) return departed(jni, step, "the JVM has ended"), false;
    if (t.state == State::Ended) return departed(jni, step, "it has ended"), false;
    const auto now = Clock::now();
    if (!all_stand()) moved = now;
    if (late() || now - began >= kRunning || now - moved >= kPatience)
      return departed(jni, step, stands(jni, t)), false;
    changed_.wait_for(lock, kLook);
  }
  return true;
}

std::string Conductor::stands(JNIEnv* jni, const Thread& t) {
  if (!t.object || t.state == State::Unborn) return "it has not been started";
  const auto thread = static_cast<jthread>(t.object);
  return (t.state == State::Held ? "it is held at " : "it is " + Jvm::state_text(jvm_.state(thread)) + " at ") +
         jvm_.where(jni, thread);
}

void Conductor::departed(JNIEnv* jni, const Schedule::Step& step, const std::string& why) {
  say("departed\t" + std::to_string(step.number) + "\t" + std::to_string(step.thread) + "\t" + why);
}

void Conductor::grant(Thread& t) {
  t.blocked = t.still = 0;
  if (t.state == State::Inside) {
    t.state = State::Running;
    to_next(t);
    jvm_.ti->ResumeThread(static_cast<jthread>(t.object));
    return;
  }
  t.granted = true;
  t.state = State::Running;
  changed_.notify_all();
}

void Conductor::free_all() {
  free_ = true;
  for (Thread& t : threads_)
    if (t.state == State::Inside && !t.kept)
      jvm_.ti->ResumeThread(static_cast<jthread>(t.object)), t.state = State::Running;
  say("free");
  changed_.notify_all();
}

// The program ends before they do: what they would still do, and how much of it, is nobody's choice.
void Conductor::keep_daemons(JNIEnv* jni) {
  if (schedule_.expected != Expected::End && schedule_.expected != Expected::Exit) return;
  for (Thread& t : threads_) {
    bool daemon = false;
    if (!t.object || t.state == State::Ended || t.state == State::Unborn || !next_stop(t)) continue;
    jvm_.name(jni, static_cast<jthread>(t.object), &daemon);
    t.kept = daemon;
  }
}

void Conductor::conduct(JNIEnv* jni) {
  Lock lock(mutex_);
  bool followed = true;
  for (size_t i = 0; i < schedule_.steps.size() && followed; ++i) {
    const Schedule::Step& step = schedule_.steps[i];
    Thread& t = threads_[static_cast<size_t>(step.thread)];
    if (i && schedule_.steps[i - 1].thread != step.thread)
      settle(jni, threads_[static_cast<size_t>(schedule_.steps[i - 1].thread)], lock);
    followed = arrive(jni, step, lock);
    if (!followed) break;
    // One that was thought to wait has gone on with the step before it.
    const bool merged = t.next > step.stop;
    say((merged ? "merged\t" : "step\t") + std::to_string(step.number));
    if (!merged) grant(t);
  }
  if (followed) {
    say("followed");
    keep_daemons(jni);
    if (!schedule_.steps.empty()) settle(jni, threads_[static_cast<size_t>(schedule_.steps.back().thread)], lock);
  }
  watch(jni, lock, schedule_.patient && !followed);
}

bool Conductor::seen_expected() const { return seen_; }

// Every thread that keeps the program going waits, for no time that could be over.
bool Conductor::program_stuck(JNIEnv* jni, bool& any) {
  any = false;
  jint count = 0;
  jthread* all = nullptr;
  if (jvm_.ti->GetAllThreads(&count, &all) != JVMTI_ERROR_NONE) return false;
  bool stuck = true, said_to_run = false;
  jlong ran = 0, worked = 0;
  for (jint i = 0; i < count; ++i) {
    bool daemon = false;
    const std::string name = jvm_.name(jni, all[i], &daemon);
    const jint s = jvm_.state(all[i]);
    const bool waits = s & (JVMTI_THREAD_STATE_WAITING | kBlocked);
    const jlong one = waits ? 0 : jvm_.run_time(jni, all[i]);
    jlong time = 0;
    const Thread* const t = of(jni, all[i]);
    const bool for_ever = t && t->for_ever;
    if (!daemon && jvm_.ti->GetThreadCpuTime(all[i], &time) == JVMTI_ERROR_NONE) worked += time;
    jni->DeleteLocalRef(all[i]);
    if (daemon || name == "DestroyJavaVM" || !(s & JVMTI_THREAD_STATE_ALIVE)) continue;
    any = true;
    if (((s & kTimed) && !for_ever) || one < 0) stuck = false;
    said_to_run |= !waits;
    ran += one;
  }
  if (ran != ran_ || (stuck && said_to_run && another_could_run())) stuck = false;
  ran_ = ran;
  if (worked != worked_) worked_at_ = Clock::now();
  worked_ = worked;
  jvm_.ti->Deallocate(reinterpret_cast<unsigned char*>(all));
  return any && stuck;
}

void Conductor::dump(JNIEnv* jni) {
  jint count = 0;
  jthread* all = nullptr;
  if (jvm_.ti->GetAllThreads(&count, &all) != JVMTI_ERROR_NONE) return;
  for (jint i = 0; i < count; ++i) {
    bool daemon = false;
    const std::string name = jvm_.name(jni, all[i], &daemon);
    const Thread* const t = of(jni, all[i]);
    if (name != "DestroyJavaVM" && (t || !daemon)) {
      std::string line = "\"" + name + "\" " + Jvm::state_text(jvm_.state(all[i]));
      jobject monitor = nullptr;
      if (jvm_.ti->GetCurrentContendedMonitor(all[i], &monitor) == JVMTI_ERROR_NONE && monitor) {
        line += " on " + jvm_.class_of(jni, monitor);
        jvmtiMonitorUsage usage{};
        if (jvm_.ti->GetObjectMonitorUsage(monitor, &usage) == JVMTI_ERROR_NONE) {
          if (usage.owner) line += ", held by \"" + jvm_.name(jni, usage.owner) + "\"";
          jvm_.ti->Deallocate(reinterpret_cast<unsigned char*>(usage.waiters));
          jvm_.ti->Deallocate(reinterpret_cast<unsigned char*>(usage.notify_waiters));
        }
        jni->DeleteLocalRef(monitor);
      }
      say("dump\t" + std::to_string(t ? number(*t) : -1) + "\t" + line + "\t" + Jvm::state_text(jvm_.state(all[i])));
      for (const std::string& frame : jvm_.stack(jni, all[i], kStackShown)) say("frame\t" + frame);
    }
    jni->DeleteLocalRef(all[i]);
  }
  jvm_.ti->Deallocate(reinterpret_cast<unsigned char*>(all));
}

// What the schedule leads to.
void Conductor::watch(JNIEnv* jni, Lock& lock, bool patient) {
  const bool throws = schedule_.expected == Expected::Exception || schedule_.expected == Expected::Swallowed;
  auto now = Clock::now();
  // An exception is thrown by the last step, mostly, and nobody else need go on for that.
  if (throws || schedule_.expected == Expected::Exit)
    for (const auto until = std::min(now + kOutcome, end_); !seen_expected() && !dead_ && now < until;
         now = Clock::now()) {
      look(jni);
      if (all_stand() && now + kPatience < until) break;
      changed_.wait_for(lock, kLook);
    }
  if (!free_) free_all();
  const auto freed = now = Clock::now();
  auto moved = freed;
  while (!dead_) {
    now = Clock::now();
    bool any = false;
    if (throws && seen_expected()) {
      // Who prints it does so now.
      if (changed_.wait_for(lock, 100ms, [&] { return dead_; })) break;
      over("thrown");
    }
    if (!program_stuck(jni, any)) moved = now;
    if (now - moved >= kStuck) {
      dump(jni);
      over("stuck");
    }
    // Who only waits until some time is over has an end before him, maybe.
    if (schedule_.expected == Expected::Endless && !patient && now - freed >= kEndless && any &&
        now - worked_at_ < kEndless / 2) {
      dump(jni);
      over("running");
    }
    // Whether a time will ever be over, nobody can see.
    if (schedule_.expected == Expected::Deadlock && !patient && any && now - std::max(worked_at_, freed) >= kTimedOut) {
      dump(jni);
      over("timed");
    }
    if (late()) {
      dump(jni);
      over("late");
    }
    changed_.wait_for(lock, 5ms);
  }
}

}  // namespace jmc::force
