// System.nanoTime, currentTimeMillis and what stands behind java.time: vm/thread/clock.hpp says what they answer. Also
// what timed waits of all kinds do with the clock.
#include "natives/support.hpp"

namespace jmc::natives {

using namespace vm;

namespace {

// Who asks decides what is asked.
enum class Asked : uint8_t {
  Clock,
  Timer,    // code of the JDK that measures its own waits: the value stays with the thread
  Nothing,  // code of the JDK that wants a number that differs from run to run, for a seed or a table: always the same
};

bool starts_with_any(std::string_view name, std::initializer_list<std::string_view> prefixes) {
  for (const std::string_view p : prefixes)
    if (name.starts_with(p)) return true;
  return false;
}

Asked asked_by(NativeCall& c) {
  if (context(c.vm).booting) return Asked::Nothing;  // nor is what happens before main a reading by the program
  const Klass& k = *c.vm.method(c.vm.frame(c.thread, c.vm.thread(c.thread).s.fp)->method)->owner;
  const std::string_view name = k.name;
  if (!k.boot || starts_with_any(name, {"java/time/", "java/util/Date", "java/util/Timer",
                                        "java/util/concurrent/ScheduledThreadPoolExecutor",
                                        "java/util/concurrent/DelayScheduler", "sun/management/"}))
    return Asked::Clock;
  if (name.starts_with("sun/nio/ch/")) return Asked::Timer;
  if (starts_with_any(name,
                      {"java/util/Random", "java/util/concurrent/ThreadLocalRandom", "java/util/ImmutableCollections",
                       "java/util/Currency", "java/util/ResourceBundle", "java/util/zip/", "java/lang/ClassLoader",
                       "jdk/internal/", "sun/", "java/net/InetAddress"}))
    return Asked::Nothing;
  // A condition compares the time in milliseconds with a date of the program; a ForkJoinPool with one of its own.
  if (c.method->name == "currentTimeMillis" && !name.starts_with("java/util/concurrent/ForkJoinPool"))
    return Asked::Clock;
  return starts_with_any(name, {"java/util/concurrent/", "java/lang/"}) ? Asked::Timer : Asked::Clock;
}

constexpr Operation kPoll{.ways = [](Vm& vm, ThreadId t, const Pending&) { return ways_of_polling(vm, t); }};

bool describe_clock(NativeCall& c, Pending& p) {
  Vm& vm = c.vm;
  const Asked asked = asked_by(c);
  if (!vm.multi() || asked == Asked::Nothing) return false;
  if (vm.clock.polls(asked == Asked::Timer)) {
    p.kind = PendingKind::Sleep;
    p.verb = Verb::PollsClock;
    p.timed = true;
    p.operation = &kPoll;
    p.add(kThreadLocation + c.thread, kThreadClock, true);
    if (vm.clock.shared()) p.add(kClockLocation, 0, true);
    return true;
  }
  if (asked != Asked::Clock || !vm.clock.holds_operation()) return false;
  p.kind = PendingKind::Read;
  p.verb = Verb::ReadsClock;
  p.add(kClockLocation, 0, false);
  return true;
}

Asked ask(NativeCall& c) {
  const Asked asked = asked_by(c);
  if (asked == Asked::Nothing) return asked;
  Clock& clock = c.vm.clock;
  clock.ask(asked == Asked::Timer, !c.vm.multi() || c.vm.granted_alternative == 1);
  if (asked == Asked::Clock) clock.note_read();
  return asked;
}

NativeStatus current_time_millis(NativeCall& c) {
  switch (ask(c)) {
    case Asked::Timer: return c.result(c.vm.clock.timer_millis(c.thread));
    case Asked::Nothing: return c.result(Clock::kSomeMillis);
    case Asked::Clock: break;
  }
  return c.result(c.vm.clock.millis());
}

NativeStatus nano_time(NativeCall& c) {
  switch (ask(c)) {
    case Asked::Timer: return c.result(c.vm.clock.timer_nanos(c.thread));
    case Asked::Nothing: return c.result(Clock::kSomeNanos);
    case Asked::Clock: break;
  }
  return c.result(c.vm.clock.nanos());
}

// RuntimeMXBean.getUptime: the clock, less where it began (getStartTime).
NativeStatus uptime(NativeCall& c) {
  ask(c);
  return c.result(c.vm.clock.millis() - Clock::kSomeMillis);
}

// jdk.internal.misc.VM.getNanoTimeAdjustment(offset in seconds)
NativeStatus nano_time_adjustment(NativeCall& c) {
  if (ask(c) == Asked::Nothing) return c.result(int64_t{0});
  const __int128 difference =
      static_cast<__int128>(c.vm.clock.nanos_since_1970()) - static_cast<__int128>(c.i64(0)) * 1'000'000'000;
  constexpr int64_t kMost = (int64_t{1} << 32) * 1'000'000'000;  // as HotSpot: 2^32 seconds
  if (difference > kMost || difference < -kMost) return c.result(int64_t{-1});
  return c.result(static_cast<int64_t>(difference));
}

constexpr Entry kClockNatives[] = {
    {"java/lang/System.currentTimeMillis()J", current_time_millis, describe_clock},
    {"java/lang/System.nanoTime()J", nano_time, describe_clock},
    {"jdk/internal/misc/VM.getNanoTimeAdjustment(J)J", nano_time_adjustment, describe_clock},
    {"sun/management/VMManagementImpl.getUptime0()J", uptime, describe_clock},
};

}  // namespace

// --- timed waits

bool describe_begin_of_wait(NativeCall& c, Pending& p, int64_t nanos) {
  Clock& clock = c.vm.clock;
  if (!clock.holds_operation() || clock.begun(c.thread)) return false;
  p.kind = PendingKind::Read;
  p.verb = Verb::BeginsToWait;
  p.add(kClockLocation, 0, false);
  return true;
}

bool begins_wait(NativeCall& c, int64_t nanos) {
  Clock& clock = c.vm.clock;
  if (!c.vm.multi() || !clock.shared() || clock.begun(c.thread)) return false;
  clock.begin_wait(c.thread, nanos);
  return true;
}

void add_time_out(NativeCall& c, Pending& p) {
  // Late ones go by deadlines, which count where the clock is shared. A sleep may end at any moment.
  if (facility<LateTimeOuts>(c.vm).on && !c.vm.clock.shared() && c.vm.multi() && p.kind != PendingKind::Sleep)
    c.vm.rules.met(kSharedClock);
  if (!c.vm.clock.shared()) return;
  p.by_clock = true;
  p.add(kClockLocation, 0, true);
}

int64_t nanos_of(int64_t count, int64_t unit) {
  return count <= 0 ? 0 : count > INT64_MAX / unit ? INT64_MAX : count * unit;
}

void register_clock(Vm& vm) { register_table(vm, kClockNatives); }

}  // namespace jmc::natives
