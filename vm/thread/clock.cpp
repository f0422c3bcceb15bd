#include "vm/thread/clock.hpp"

#include <xxhash.h>
#include <algorithm>

#include "vm/code/insn.hpp"
#include "vm/code/unread.hpp"
#include "vm/native.hpp"
#include "vm/state/objects.hpp"
#include "vm/state/state_encoder.hpp"
#include "vm/thread/end_of_time.hpp"
#include "vm/vm.hpp"

namespace jmc::vm {

namespace {

constexpr int64_t kMilli = 1'000'000;
constexpr int64_t kHour = int64_t{3600} * 1000 * kMilli;

// Where readings lie. A value that lies there by chance makes no two states one: it would have to move in step with the
// clock for that. But it makes states differ where it does not move, so the ranges are narrow.
constexpr int64_t kBaseNanos = 1'500'000'000'000'000'000;  // origins of the clock; System.nanoTime() may have any
constexpr int64_t kBaseMillis = Clock::kSomeMillis;        // November 2023
constexpr uint64_t kNanosFrom = kBaseNanos - (int64_t{1} << 50), kNanosRange = uint64_t{1} << 51;
constexpr uint64_t kMillisFrom = kBaseMillis - (int64_t{1} << 31), kMillisRange = uint64_t{1} << 32;
constexpr int64_t kSecondsFrom = kBaseMillis / 1000 - (1 << 21), kSecondsRange = 1 << 22;
// Timers of threads: a range for each.
constexpr int kTimerBits = 56, kTimerMillisBits = 46;
constexpr uint64_t kTimersFrom = uint64_t{1} << 62, kTimerMillisFrom = 8'000'000'000'000'000;
constexpr uint64_t kTimerStart = uint64_t{1} << 50, kTimerMillisStart = uint64_t{1} << 44;
constexpr uint64_t kTimerRange = uint64_t{1} << 52,
                   kTimerMillisRange = uint64_t{1} << 45;  // of those of a thread, the part where readings are
// Those of threads that start late: beyond all that is positive.
constexpr ThreadId kLateTimers = 64;
constexpr int kLateTimerBits = 52;
constexpr uint64_t kLateTimersFrom = (uint64_t{1} << 63) + (uint64_t{1} << 60);
uint64_t timer_base(ThreadId t) {
  return t < kLateTimers ? kTimersFrom + (uint64_t{t} << kTimerBits)
                         : kLateTimersFrom + (uint64_t{t - kLateTimers} << kLateTimerBits);
}
// Readings that were given out, and what was added to them, are also recognised this far from the origin (more than two
// years).
constexpr int64_t kWide = int64_t{1} << 56;
// Beyond this (half of it) everything counts as it is.
constexpr int64_t kFar = kWide / 2;
constexpr int64_t kEnd = kEndOfTime;

constexpr uint8_t kPolling = 3, kForgetAfter = 16;
constexpr uint8_t kManyReadings = 200;  // without a wait: a loop that never looks the same polls too
constexpr int64_t kLongSince = kHour;   // a step of a thread that polls its timer and has no deadline ahead

// Which kind of reading a value may be, by the range it lies in.
struct Range {
  int64_t unit = 0;  // nanoseconds of one; 0: no reading
  bool timer = false;
  ThreadId thread = 0;  // of a timer
  int64_t since = 0;    // from the origin, in its unit
  bool narrow = false;  // near enough to the origin to be taken for one
  uint32_t scale = 0;   // the origin: System.nanoTime, currentTimeMillis, or timers
};

constexpr int64_t kUnits[] = {1, 1'000, kMilli, 1000 * kMilli};

Range range_of(uint64_t v) {
  for (uint32_t scale = 0; scale < 2; ++scale) {
    const int64_t origin = scale ? kBaseMillis * kMilli : kBaseNanos;
    if (v > static_cast<uint64_t>(origin + kWide)) continue;
    for (const int64_t unit : kUnits) {
      const int64_t since = static_cast<int64_t>(v) - origin / unit;
      if (since < -kWide / unit || since >= kWide / unit) continue;
      return {unit,
              false,
              0,
              since,
              scale ? unit == kMilli && v - kMillisFrom < kMillisRange : unit == 1 && v - kNanosFrom < kNanosRange,
              scale};
    }
  }
  if (const uint64_t i = v - kTimersFrom; i < uint64_t{kLateTimers} << kTimerBits) {
    const uint64_t own = i & ((uint64_t{1} << kTimerBits) - 1);
    return {1, true, static_cast<ThreadId>(i >> kTimerBits), static_cast<int64_t>(own - kTimerStart), own < kTimerRange,
            2};
  }
  if (const uint64_t i = v - kLateTimersFrom; i < uint64_t{por::kMaxThreads - kLateTimers} << kLateTimerBits) {
    const uint64_t own = i & ((uint64_t{1} << kLateTimerBits) - 1);
    return {1,
            true,
            static_cast<ThreadId>(kLateTimers + (i >> kLateTimerBits)),
            static_cast<int64_t>(own - kTimerStart),
            own < kTimerRange,
            2};
  }
  if (const uint64_t i = v - kTimerMillisFrom; i < uint64_t{por::kMaxThreads} << kTimerMillisBits) {
    const uint64_t own = i & ((uint64_t{1} << kTimerMillisBits) - 1);
    return {kMilli,
            true,
            static_cast<ThreadId>(i >> kTimerMillisBits),
            static_cast<int64_t>(own - kTimerMillisStart),
            own < kTimerMillisRange,
            3};
  }
  return {};
}

int64_t later(int64_t from, int64_t nanos) { return nanos <= 0 ? from : nanos >= kEnd - from ? kEnd : from + nanos; }

}  // namespace

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
  return static_cast<int64_t>(std::clamp<__int128>(left, -kEnd, kEnd));
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

// --- canonical form

bool Clock::normal() const {
  if (present() >= kFar || vm_.rules.foresees(kComputedTime)) return false;
  for (ThreadId t = 0; t < vm_.thread_count(); ++t)
    if (static_cast<uint64_t>(vm_.thread(t).s.timer) >= static_cast<uint64_t>(kFar)) return false;
  return true;
}

void Clock::begin_form(WordBuffer* out) {
  form_ = out;
  old_.clear();
  oldest_recent_.assign(1 + vm_.thread_count(), INT64_MAX);
  form_normal_ = normal();
  form_unit_ = 1;
  form_present_ = present();
}

// `at`: where the value's two words are in the form.
uint64_t Clock::relative(uint64_t v, uint32_t* at) {
  if (!form_normal_) return v;
  const Range r = range_of(v);
  if (!r.unit || (r.timer && r.thread >= vm_.thread_count())) return v;
  const bool given = readings_.count(v);
  if (!r.narrow && !given) return v;
  const int64_t now = r.timer ? vm_.thread(r.thread).s.timer : form_present_;
  if (form_ && given) {
    const uint32_t group = r.timer ? 1 + r.thread : 0;
    const int64_t nanos = r.since * r.unit;
    if (nanos < now - scale_) {
      old_.push_back(
          {static_cast<size_t>(at - form_->begin), nanos, v - static_cast<uint64_t>(r.since), r.unit, 0, group});
      return v;
    }
    oldest_recent_[group] = std::min(oldest_recent_[group], nanos);
  }
  if (!r.timer) form_unit_ = std::max(form_unit_, r.unit);
  return v - static_cast<uint64_t>(now / r.unit);
}

void Clock::note_scale(int64_t nanos) {
  if (nanos <= scale_) return;
  scale_ = nanos;
  if (merged_) stale_ = true;
}

// A number of nanoseconds, of milliseconds, or of seconds.
void Clock::compared(int64_t a, int64_t b) {
  const ThreadId t = vm_.current();
  const FrameHeader* f = vm_.frame(t, vm_.thread(t).s.fp);
  const Klass& k = *vm_.method(f->method)->owner;
  const bool library = k.boot;
  if (library && !k.name.starts_with("java/time/") && k.name != "java/lang/Long" && k.name != "java/lang/Math") return;
  const auto [it, first] = compared_.try_emplace(uint64_t{f->method} << 32 | f->pc, Compared{a, b, false, false});
  Compared& c = it->second;
  const int varied = c.a_varies + c.b_varies;
  c.a_varies |= c.a != a;
  c.b_varies |= c.b != b;
  comparisons_vary_ += static_cast<uint64_t>(c.a_varies + c.b_varies - varied);
  for (const auto& [x, varies] : {std::pair{a, c.a_varies}, std::pair{b, c.b_varies}}) {
    if (varies || x == INT64_MIN) continue;
    const int64_t n = x < 0 ? -x : x;
    if (n < kFar / 16) note_scale(2 * n);
    if (n <= (library ? 100'000 : 120)) note_scale(2 * n * 1000 * kMilli);
    if (n <= 600'000 || (n <= 86'400'000 && n % 60'000 == 0)) note_scale(2 * n * kMilli);
  }
}

const Clock::Layout& Clock::layout(const Klass& k) {
  if (k.id >= layouts_.size()) layouts_.resize(vm_.class_count() + 64), laid_out_.resize(layouts_.size());
  Layout& l = layouts_[k.id];
  if (laid_out_[k.id]) return l;
  laid_out_[k.id] = true;
  const bool statics = k.kind == KlassKind::Statics;
  for (const Klass* c = statics ? k.statics_of : &k; c; c = statics ? nullptr : c->super)
    for (const auto& f : c->fields)
      if (f->type == 'J' && f->is_static() == statics) {
        l.longs.push_back(f->offset);
        if (f->flags & kFinal) l.finals.push_back(f->offset);
      }
  if (k.name == "java/time/Instant") {
    const Field *seconds = k.find_field("seconds"), *nanos = k.find_field("nanos");
    if (seconds && nanos) l = {{}, {}, true, seconds->offset, nanos->offset};
  }
  return l;
}

void Clock::object_form(const Klass& k, uint32_t* words, uint32_t count) {
  const auto rewrite = [&](uint32_t* p) {
    uint64_t v;
    std::memcpy(&v, p, 8);
    v = relative(v, p);
    std::memcpy(p, &v, 8);
  };
  if (k.kind == KlassKind::PrimitiveArray) {
    if (k.element_type == 'J')
      for (uint32_t i = 0; i + 1 < count; i += 2) rewrite(words + i);
    return;
  }
  if (k.is_array()) return;
  const Layout& l = layout(k);
  for (const uint32_t offset : l.longs) rewrite(words + (offset - kHeaderSize) / 4);
  if (!l.instant || !form_normal_) return;
  int64_t seconds;
  uint32_t* at = words + (l.seconds - kHeaderSize) / 4;
  uint32_t& nanos = words[(l.nanos - kHeaderSize) / 4];
  std::memcpy(&seconds, at, 8);
  if (seconds < kSecondsFrom || seconds >= kSecondsFrom + kSecondsRange) return;
  constexpr int64_t kSecond = 1000 * kMilli;
  const int64_t from_base = (seconds - kBaseMillis / 1000) * kSecond + nanos - form_present_;
  if (form_ && instants_.count(from_base + form_present_)) {
    if (from_base < -scale_)
      old_.push_back({static_cast<size_t>(at - form_->begin), from_base + form_present_, 0, 0,
                      static_cast<size_t>(&nanos - form_->begin), 0});
    else oldest_recent_[0] = std::min(oldest_recent_[0], from_base + form_present_);
  }
  const int64_t floor = from_base >= 0 ? from_base / kSecond : -((-from_base + kSecond - 1) / kSecond);
  seconds = floor + kBaseMillis / 1000;
  nanos = static_cast<uint32_t>(from_base - floor * kSecond);
  std::memcpy(at, &seconds, 8);
}

// `out` holds the values of the slots, in the order of `values`. The two halves of a long lie in neighbouring slots.
void Clock::slots_form(const uint32_t* slots, const std::vector<uint16_t>& values, uint32_t* out) {
  for (size_t i = 0; i + 1 < values.size(); ++i) {
    if (values[i] + 1 != values[i + 1]) continue;
    const uint64_t v = slots[values[i]] | uint64_t{slots[values[i + 1]]} << 32, r = relative(v, out + i);
    if (r == v) continue;
    out[i] = static_cast<uint32_t>(r);
    out[i + 1] = static_cast<uint32_t>(r >> 32);
    ++i;
  }
}

void Clock::encode(StateEncoder& e) {
  if (!used()) {
    // Nobody reads when a wait is over, but a thread that has begun one does not begin it again: it may stand before
    // the same operation as before, if that was described when the thread that it joins had not started.
    if (!shared()) return;
    uint32_t begun_waits = 0;
    for (ThreadId t = 0; t < vm_.thread_count(); ++t) begun_waits += begun(t) && !vm_.thread(t).s.ended;
    e.word(begun_waits);
    for (ThreadId t = 0; t < vm_.thread_count() && begun_waits; ++t)
      if (begun(t) && !vm_.thread(t).s.ended) e.word(t);
    return;
  }
  const size_t head = form_->size();
  e.word(0);
  for (const auto& [r, offset] : base_readings_) {
    if (offset) {
      form_->reserve(2);
      e.wide(relative(vm_.heap.load<uint64_t>(r, offset), form_->end));
      continue;
    }
    const Klass& k = *vm_.klass_of(r);
    const uint32_t count = (k.instance_size - kHeaderSize) / 4;
    form_->reserve(count);
    std::memcpy(form_->end, vm_.heap.address(r, kHeaderSize), count * 4ull);
    object_form(k, form_->end, count);
    form_->end += count;
  }
  uint32_t entries = 0;
  enum Entry : uint32_t { kPolled = 1 << 16, kUntil = 2 << 16, kTimer = 3 << 16 };  // + the thread
  for (ThreadId t = 0; t < vm_.thread_count(); ++t) {
    const ThreadState& s = vm_.thread(t).s;
    if (s.ended) continue;
    const uint32_t polled =
        s.polls | s.timer_readings << 2 | s.poll_steps << 4 | s.poll_since << 8 | s.poll_readings << 16;
    if (polled || s.poll_place) ++entries, e.word(kPolled | t), e.word(polled), e.word(s.poll_place);
    if (s.wait_until >= 0 && shared()) {
      ++entries, e.word(kUntil | t);
      e.wide(static_cast<uint64_t>(std::max<int64_t>(s.wait_until - form_present_, 0)));
    }
    if (!form_normal_) ++entries, e.word(kTimer | t), e.wide(static_cast<uint64_t>(s.timer));
  }
  const bool rest = form_normal_ && form_unit_ > 1;
  if (!form_normal_) e.wide(static_cast<uint64_t>(form_present_));
  if (rest) e.word(static_cast<uint32_t>(form_present_ % form_unit_));
  // What is there, so that it can be told apart.
  form_->begin[head] = entries << 3 | uint32_t{!old_.empty()} << 2 | uint32_t{rest} << 1 | uint32_t{!form_normal_};
  if (!old_.empty()) write_old(e);
}

// Old readings: their order, and their distances, of each other and of the first that is not old, as far as those
// count.
void Clock::write_old(StateEncoder& e) {
  merged_ = true;
  std::stable_sort(old_.begin(), old_.end(), [](const Old& x, const Old& y) {
    return x.group != y.group ? x.group < y.group : x.nanos < y.nanos;
  });
  int64_t place = 0;
  for (size_t i = 0; i < old_.size(); ++i) {
    const Old& o = old_[i];
    merged_old_ = merged_old_ || !o.group;
    place = i && old_[i - 1].group == o.group ? place + std::min(o.nanos - old_[i - 1].nanos, scale_ + 1) : 0;
    // As if the first of them had been read so long before the origin that nothing else can be meant.
    const int64_t since = place - kWide / 2;
    uint64_t written = o.origin + static_cast<uint64_t>(o.unit ? since / o.unit : 0);
    if (!o.unit) {
      written = static_cast<uint64_t>(kSecondsFrom) + static_cast<uint64_t>(place) / 1'000'000'000;
      form_->begin[o.fraction] = static_cast<uint32_t>(place % 1'000'000'000);
    }
    form_->begin[o.at] = static_cast<uint32_t>(written);
    form_->begin[o.at + 1] = static_cast<uint32_t>(written >> 32);
    if (i + 1 < old_.size() && old_[i + 1].group == o.group) continue;
    const int64_t next = oldest_recent_[o.group];
    e.wide(next == INT64_MAX ? ~uint64_t{0} : static_cast<uint64_t>(std::min(next - o.nanos, scale_ + 1)));
  }
}

void Clock::find_base_readings() {
  base_readings_.clear();
  if (!used_) return;
  begin_form(nullptr);
  const auto look = [&](Ref r) {
    const Klass& k = *vm_.klass_of(r);
    const auto look_at = [&](uint32_t offset) {
      const auto v = vm_.heap.load<uint64_t>(r, offset);
      if (const Range range = range_of(v); range.unit && (range.narrow || readings_.count(v)))
        base_readings_.push_back({r, offset});
    };
    if (k.kind == KlassKind::PrimitiveArray && k.element_type == 'J')
      for (uint32_t i = 0; i < vm_.array_length(r); ++i) look_at(kHeaderSize + 8 * i);
    if (k.is_array()) return;
    const Layout& l = layout(k);
    for (const uint32_t offset : l.longs) look_at(offset);
    if (!l.instant) return;
    const auto seconds = vm_.heap.load<int64_t>(r, l.seconds);
    if (seconds >= kSecondsFrom && seconds < kSecondsFrom + kSecondsRange) base_readings_.push_back({r, 0});
  };
  for (size_t i = 0; i < vm_.class_count(); ++i)
    if (const Klass* k = vm_.klass(static_cast<uint32_t>(i)); k->statics) look(k->statics);
  for (uint64_t at = Heap::kImmortalLimit; at < vm_.heap.top();) {
    const Ref r = static_cast<Ref>(at >> 3);
    look(r);
    at += (vm_.object_size(r) + 7) & ~uint64_t{7};
  }
}

}  // namespace jmc::vm
