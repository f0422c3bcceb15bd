#include "vm/thread/clock.hpp"

#include <xxhash.h>
#include <algorithm>

#include "vm/code/insn.hpp"
#include "vm/code/unread.hpp"
#include "vm/native.hpp"
#include "vm/state/objects.hpp"
#include "vm/state/state_encoder.hpp"
#include "vm/thread/readings.hpp"
#include "vm/vm.hpp"

namespace jmc::vm {

using namespace readings;

namespace {

constexpr uint8_t kPolling = 3, kForgetAfter = 16;
constexpr uint8_t kManyReadings = 200;  // without a wait: a loop that never looks the same polls too
// A step of a thread that polls its timer and has no deadline ahead: an hour.
constexpr int64_t kLongSince = int64_t{3600} * 1000 * kMilli;

int64_t later(int64_t from, int64_t nanos) {
  return nanos <= 0 ? from : nanos >= kEndOfTime - from ? kEndOfTime : from + nanos;
}

}  // namespace

Clock::Clock(Vm& vm) : vm_(vm) {}
Clock::~Clock() = default;

int64_t Clock::present() const { return static_cast<int64_t>(vm_.counter(kPresent)); }

int64_t Clock::nanos() {
  used_ = true;
  const int64_t value = static_cast<int64_t>(static_cast<uint64_t>(kBaseNanos) + static_cast<uint64_t>(present()));
  readings_.insert(static_cast<uint64_t>(value));
  return value;
}

int64_t Clock::millis() {
  used_ = true;
  const int64_t value = kBaseMillis + present() / kMilli;
  readings_.insert(static_cast<uint64_t>(value));
  return value;
}

int64_t Clock::nanos_since_1970() {
  used_ = true;
  instants_.insert(present());
  readings_.insert(
      static_cast<uint64_t>(kBaseMillis / 1000 + present() / (1000 * kMilli)));  // what the JDK makes of it, in seconds
  return kBaseMillis * kMilli + present();
}

int64_t Clock::timer_nanos(ThreadId t) {
  used_ = true;
  const uint64_t value = timer_base(t) + kTimerStart + static_cast<uint64_t>(vm_.thread(t).s.timer);
  readings_.insert(value);
  return static_cast<int64_t>(value);
}

int64_t Clock::timer_millis(ThreadId t) {
  used_ = true;
  const int64_t value = static_cast<int64_t>(kTimerMillisFrom + (uint64_t{t} << kTimerMillisBits) + kTimerMillisStart) +
                        vm_.thread(t).s.timer / kMilli;
  readings_.insert(static_cast<uint64_t>(value));
  return value;
}

int64_t Clock::until_millis(ThreadId t, int64_t deadline) const {
  __int128 left;
  if (static_cast<uint64_t>(deadline) - kTimerMillisFrom < uint64_t{por::kMaxThreads} << kTimerMillisBits)
    left = static_cast<__int128>(deadline - static_cast<int64_t>(kTimerMillisFrom + (uint64_t{t} << kTimerMillisBits) +
                                                                 kTimerMillisStart)) *
               kMilli -
           vm_.thread(t).s.timer;
  else left = static_cast<__int128>(deadline - kBaseMillis) * kMilli - present();
  return static_cast<int64_t>(std::clamp<__int128>(left, -kEndOfTime, kEndOfTime));
}

// What lies near to the origin only by chance is not in readings_.
void Clock::moved_by(uint64_t a, uint64_t b, uint64_t result) {
  if (readings_.count(a) + readings_.count(b) != 1) return;
  if (range_of(result).unit) readings_.insert(result);
}

void Clock::scaled(uint64_t a, uint64_t b, uint64_t result, bool up) {
  if (up && readings_.count(b)) std::swap(a, b);
  if (!readings_.count(a)) return;
  const Range from = range_of(a), to = range_of(result);
  const __int128 was = from.unit, is = to.unit;
  if (to.unit && from.scale == to.scale && (up ? was == is * b : was * b == is)) readings_.insert(result);
  else computed_with(a);
}

// A reading has become something that is none, but still moves with the clock.
void Clock::computed_with(uint64_t value) {
  if (vm_.rules.foresees(kComputedTime) || !readings_.count(value)) return;
  const ThreadId t = vm_.current();
  const FrameHeader* f = vm_.frame(t, vm_.thread(t).s.fp);
  while (f->prev && vm_.method(f->method)->owner->name == "java/lang/Math") f = vm_.frame(t, f->prev);
  // The JDK hashes, prints and mixes them; of what it makes dates and times of day of, the program may ask which is
  // earlier.
  const Klass& k = *vm_.method(f->method)->owner;
  const auto is = [&](const char* prefix) { return k.name.starts_with(prefix); };
  if (k.boot && !is("java/time/Local") && !is("java/util/GregorianCalendar") && !is("java/util/concurrent/TimeUnit"))
    return;
  computed_ = true;
  vm_.rules.met(kComputedTime);
}

// --- waits

bool Clock::shared() const { return vm_.rules.foresees(kSharedClock); }
// While the initial state is made threads stop at what may turn out to count.
bool Clock::holds_operation() const { return vm_.multi() && (shared() || vm_.visibility.stops_at_all()); }

void Clock::note_read() {
  read_ = true;
  if (moved_ && !shared()) vm_.rules.met(kSharedClock);
}

bool Clock::begun(ThreadId t) const { return vm_.thread(t).s.wait_until >= 0; }
void Clock::begin_wait(ThreadId t, int64_t nanos) { vm_.touch_thread(t).wait_until = later(present(), nanos); }

int64_t Clock::left(ThreadId t, int64_t nanos) const {
  if (is_endless(nanos)) return nanos;
  const int64_t until = vm_.thread(t).s.wait_until;
  // While nobody reads the clock, when a wait began is no part of the state: no time has passed then.
  return until < 0 || nanos <= 0 || !(shared() || read_) ? nanos
                                                         : std::min(nanos, std::max<int64_t>(until - present(), 0));
}

void Clock::end_wait(ThreadId t, int64_t nanos, bool timed_out) {
  if (nanos > 0 && nanos < kFar / 16) note_scale(4 * nanos);
  end(t, nanos, timed_out);
}

void Clock::end(ThreadId t, int64_t nanos, bool timed_out) {
  ThreadState& s = vm_.touch_thread(t);
  const int64_t now = present(), until = s.wait_until >= 0 ? s.wait_until : later(now, nanos);
  if (nanos > 0) {
    const int64_t passed = timed_out ? nanos : nanos - left(t, nanos);
    s.timer = static_cast<int64_t>(static_cast<uint64_t>(s.timer) + static_cast<uint64_t>(passed));
  }
  s.wait_until = -1;
  if (!timed_out) return;
  vm_.gave_way = true;
  s.polls = s.poll_steps = s.poll_readings = s.timer_readings = 0;
  s.poll_since = 0;
  s.poll_place = 0;
  moved_ = true;
  if (read_ && !shared()) vm_.rules.met(kSharedClock);
  if (until > now) vm_.set_counter(kPresent, static_cast<uint64_t>(until));
}

// --- polling

// A hash of where the running thread is and what its frames hold, but for references.
uint32_t Clock::place_hash() const {
  XXH3_state_t* state = XXH3_createState();
  XXH3_64bits_reset(state);
  const ThreadId t = vm_.current();
  auto& self = const_cast<Clock&>(*this);
  self.begin_form(nullptr);
  std::vector<uint32_t> words;
  for (uint32_t fp = vm_.thread(t).s.fp; fp;) {
    const FrameHeader* f = vm_.frame(t, fp);
    Method& m = *vm_.method(f->method);
    const SlotMap& map = slot_map(vm_, m, f->pc, true);
    words.assign({f->method, f->pc});
    const uint32_t* slots = vm_.thread(t).stack + fp - m.max_locals;
    const size_t at = words.size();
    for (const uint16_t i : map.values) words.push_back(slots[i]);
    self.slots_form(slots, map.values, words.data() + at);
    XXH3_64bits_update(state, words.data(), words.size() * 4);
    fp = f->prev;
  }
  const uint64_t hash = XXH3_64bits_digest(state);
  XXH3_freeState(state);
  return static_cast<uint32_t>(hash) | 1;
}

// Is it about to take the time from a deadline that has passed, as in `deadline - System.nanoTime()`? Then it knows the
// answer's sign.
bool Clock::asks_for_rest_of_none() const {
  const ThreadId t = vm_.current();
  const uint32_t fp = vm_.thread(t).s.fp;
  const FrameHeader* f = vm_.frame(t, fp);
  Method& m = *vm_.method(f->method);
  const std::vector<uint16_t>& values = slot_map(vm_, m, f->pc, true).values;
  const size_t n = values.size();
  if (n < 2 || values[n - 2] < m.max_locals + kFrameSlots || values[n - 1] != values[n - 2] + 1) return false;
  const uint32_t* slots = vm_.thread(t).stack + fp - m.max_locals;
  const Range r = range_of(slots[values[n - 2]] | uint64_t{slots[values[n - 1]]} << 32);
  return r.timer && r.thread == t && r.since <= vm_.thread(t).s.timer / r.unit;
}

bool Clock::polls(bool timer) const {
  const ThreadState& s = vm_.thread(vm_.current()).s;
  if (vm_.options.timeouts == Timeouts::Never) return false;
  if (timer) return s.timer_readings >= kPolling && !asks_for_rest_of_none();
  if (s.poll_readings >= kManyReadings) return true;
  return s.polls + 1 >= kPolling && s.poll_place == place_hash();
}

void Clock::ask(bool on_timer, bool passes) {
  const ThreadId t = vm_.current();
  const bool polling = polls(on_timer);
  ThreadState& s = vm_.touch_thread(t);
  if (!polling && on_timer) {
    if (s.timer_readings < kPolling) ++s.timer_readings;
    return;
  }
  if (!polling) {
    const uint32_t place = place_hash();
    if (place == s.poll_place) ++s.polls, s.poll_since = 0;
    else if (!s.poll_place || ++s.poll_since > kForgetAfter) s.poll_place = place, s.polls = 0, s.poll_since = 0;
    ++s.poll_readings;
    return;
  }
  if (!passes) return;
  const int64_t step = step_of_polling(t, on_timer);
  const uint8_t steps = s.poll_steps;
  const int64_t timer = s.timer;
  s.wait_until = -1;
  end(t, step, true);
  ThreadState& after = vm_.touch_thread(t);
  after.timer = timer + step;
  after.poll_steps = steps < 7 ? static_cast<uint8_t>(steps + 1) : steps;
}

void Clock::nearest(uint64_t value, ThreadId t, int64_t& best) const {
  const Range r = range_of(value);
  if (!r.unit || (r.timer ? r.thread != t : !r.narrow && !readings_.count(value))) return;
  const int64_t left = r.since * r.unit - (r.timer ? vm_.thread(t).s.timer : present());
  if (left > 0 && left < kFar && (!best || left < best)) best = left;
}

// How far the clock goes when a polling thread sees that time has passed: to the next reading in the future that its
// frames, or objects that they refer to, hold (a deadline), else by steps that grow tenfold; on a timer, whose code
// compares with one deadline or duration only, by a long one.
int64_t Clock::step_of_polling(ThreadId t, bool timer) {
  int64_t best = 0;
  for (uint32_t fp = vm_.thread(t).s.fp; fp;) {
    const FrameHeader* f = vm_.frame(t, fp);
    Method& m = *vm_.method(f->method);
    const SlotMap& map = slot_map(vm_, m, f->pc, true);
    const uint32_t* slots = vm_.thread(t).stack + fp - m.max_locals;
    for (size_t i = 0; i + 1 < map.values.size(); ++i)
      if (map.values[i] + 1 == map.values[i + 1])
        nearest(slots[map.values[i]] | uint64_t{slots[map.values[i + 1]]} << 32, t, best);
    for (const uint16_t i : map.refs) {
      const Ref r = slots[i];
      if (!r || vm_.klass_of(r)->is_array()) continue;
      const Layout& l = layout(*vm_.klass_of(r));
      // What another thread may write is none of an operation that does not say that it reads it.
      const bool shared = vm_.heap.header(r)->flags & kShared;
      // Nor does a step depend on what is no part of a state.
      const std::vector<uint16_t>& left_out = facility<UnreadFields>(vm_).left_out(vm_.heap.header(r)->klass);
      for (const uint32_t offset : shared ? l.finals : l.longs)
        if (std::find(left_out.begin(), left_out.end(), (offset - kHeaderSize) / 4) == left_out.end())
          nearest(vm_.heap.load<uint64_t>(r, offset), t, best);
      if (l.instant) {
        const int64_t seconds = vm_.heap.load<int64_t>(r, l.seconds) - kBaseMillis / 1000;
        const int64_t left = seconds * 1000 * kMilli + vm_.heap.load<int32_t>(r, l.nanos) - present();
        if (seconds > -kSecondsRange && seconds < kSecondsRange && left > 0 && (!best || left < best)) best = left;
      }
    }
    fp = f->prev;
  }
  if (best) return best;
  if (timer) return kLongSince;
  int64_t step = kMilli;
  for (uint8_t i = 0; i < vm_.thread(t).s.poll_steps; ++i) step *= 10;
  return step;
}

}  // namespace jmc::vm
